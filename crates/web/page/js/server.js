// The host of the page that `kuraban serve` serves: questions go to the server.
// @ts-check

import { Refusal } from './refusal.js';

/** @typedef {import('./types.js').Snapshot} Snapshot */
/** @typedef {import('./types.js').Answer} Answer */

/** How the page speaks of its host. */
export const words = {
  silent: 'The server does not answer.',
  away: 'It counts as soon as the server is back.',
  solver: 'A solver is built in. To offer another, start the server with --solver PATH.',
  files: 'They can be downloaded after a plan was looked for. To have them in a folder, start the server with --files DIR.',
};

/** Where each question goes; others go to their own name. @type {Record<string, (body: any) => string>} */
const LOOKS = {
  engines: () => '/api/engines',
  collections: () => '/api/collections',
  collection: ({ name }) => `/api/collections/${name.split('/').map(encodeURIComponent).join('/')}`,
};

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function send(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal('The server does not answer. Is `kuraban serve` still running?');
  }
  if (response.ok) return response;
  const told = await response.json().catch(() => null);
  throw new Refusal(told?.error?.message ?? `The server says ${response.status}.`);
}

/** Asks a question. @param {string} name @param {object} [body] */
export async function ask(name, body) {
  const look = LOOKS[name];
  const response = await (look ? send('GET', look(body)) : send('POST', `/api/${name}`, body));
  return response.json().catch(() => null);
}

/** Asks for a picture. @param {string} name @param {object} body @returns {Promise<Blob>} */
export async function picture(name, body) {
  return (await send('POST', `/api/${name}`, body)).blob();
}

/**
 * Streams that all pages of a browser may hold at the same time. It opens six connections to a
 * server, and a stream keeps one for itself: with more of them, no other page would load.
 */
const STREAMS = 2;
/** Milliseconds between two questions about a solve, running and waiting. */
const POLLS = { running: 200, waiting: 700 };

/**
 * Does something with one of the streams, or with none where all are taken.
 * @template T
 * @param {(isFree: boolean) => Promise<T>} act
 * @param {number} [number]
 * @returns {Promise<T>}
 */
async function withStream(act, number = 0) {
  if (!navigator.locks || number === STREAMS) return act(false);
  return navigator.locks.request(`kuraban-stream-${number}`, { ifAvailable: true }, (lock) => (lock ? act(true) : withStream(act, number + 1)));
}

/**
 * Begins a solve; `told` hears every snapshot. Leaving the page ends it: the stream is closed, and
 * the server is told.
 * @param {object} question
 * @param {(snapshot: Snapshot) => void} told
 */
export async function solve(question, told) {
  const { id, events } = await (await send('POST', '/api/solves', question)).json();
  const leave = () => void fetch(`/api/solves/${id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
  window.addEventListener('pagehide', leave);
  const ended = withStream((isFree) => (isFree ? listen(events, told) : poll(id, told)));
  return {
    id: String(id),
    answer: ended.finally(() => window.removeEventListener('pagehide', leave)),
    cancel: () => void send('DELETE', `/api/solves/${id}`).catch(() => {}),
  };
}

/** Asks again and again. @param {string} id @param {(snapshot: Snapshot) => void} told @returns {Promise<Answer>} */
async function poll(id, told) {
  for (;;) {
    /** @type {Snapshot} */
    const snapshot = await (await send('GET', `/api/solves/${id}`)).json();
    if (!snapshot.answer || snapshot.gains) told(snapshot);
    if (snapshot.answer) return snapshot.answer;
    const pause = snapshot.state === 'waiting' ? POLLS.waiting : POLLS.running;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** @param {string} events @param {(snapshot: Snapshot) => void} told @returns {Promise<Answer>} */
function listen(events, told) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(events);
    source.addEventListener('progress', (event) => told(JSON.parse(event.data)));
    source.addEventListener('done', (event) => {
      source.close();
      const snapshot = JSON.parse(event.data);
      // The last gains may come with the answer.
      if (snapshot.gains) told(snapshot);
      if (snapshot.answer) resolve(snapshot.answer);
      else reject(new Refusal('The server sent no answer.'));
    });
    source.addEventListener('error', () => {
      source.close();
      reject(new Refusal('The connection to the server was lost during the solve.'));
    });
  });
}
