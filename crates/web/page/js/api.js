// The server, as the page talks to it.
// @ts-check

/** @typedef {{rules: import('./board.js').Rules, rows: string[]}} Rows */
/** @typedef {{index: number, title: string | null, author: string | null, dialect: string, id: string | null, board: Rows | null, warnings: string[], problems: {message: string, line: number | null, column: number | null}[], notes: string[], games: string[]}} Level */
/** @typedef {{name: string, rules: string[], complete: boolean, optimal: string[], about: string}} Engine */
/** @typedef {{engines: Engine[], external_solver: string | null, files_folder: string | null, max_time: number, max_memory: number}} Abilities */
/** @typedef {{state: string, seconds: number, expanded: number, generated: number, open: number, depth: number, bytes: number, lower_bound: Record<string, number>, best: {moves: number, pushes: number} | null, best_cell: {strategy: string, packed: number, boxes: number, regions: number, plan_step: number | null, plan_steps: number | null} | null, farthest: {boxes: number[], player: number} | null, gains?: Gain[], solution?: string, answer: Answer | null}} Snapshot */
/** A better solution on the way, with its figures. @typedef {{seconds: number, by: string} & Record<string, any>} Gain */
/** `whose`: words for a solution that no search here found; `stable`: no better one by `goal` differs by so many boxes; `least`: the figures at the head of that goal that are proved least. */
/** @typedef {{id?: string | null, whose?: string, status: string, reason: string | null, solution: string | null, moves: number | null, pushes: number | null, box_lines: number | null, box_changes: number | null, pushing_sessions: number | null, player_lines: number | null, robot_half_moves: number | null, optimal: string[], lower_bound: Record<string, number>, engine: string | null, found_by?: string | null, proved_by?: string | null, expanded: number, seconds: number, plan: string[], files: string[], notes: string[], stable?: number, least?: string[], goal?: string, actions?: string[], actions_count?: number}} Answer */
/** @typedef {{id: string, solved: boolean, enclosed: boolean, dead_squares: number[], boxes: {at: number, lost: boolean, with: number[], reason: string}[], lost: boolean, reasons: string[], least_pushes: number | null}} Position */
/** @typedef {{legal: boolean, solves: boolean, moves: number, pushes: number, box_lines: number, box_changes: number, pushing_sessions: number, player_lines: number, robot_half_moves: number, solution: string}} Checked */

/** Squares are row and column from zero. @typedef {{rule: string, severity: 'error' | 'warning' | 'note', squares: [number, number][], text: string}} Finding */
/** @typedef {{findings: Finding[], unsettled: string[], fingerprint: {pushes: number | null, moves: number | null, proved: string[]} | null, difficulty: {value: number, points: number, boxes: number, exact: boolean, reasons: string[]} | null}} Report */
const SILENT = 'The server does not answer. Is `kuraban serve` still running?';

/** What the server says when it refuses. */
export class Refusal extends Error {}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function ask(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(SILENT);
  }
  const text = await response.text();
  let told;
  try {
    told = text === '' ? null : JSON.parse(text);
  } catch {
    told = null;
  }
  if (!response.ok) throw new Refusal(told?.error?.message ?? `The server says ${response.status}.`);
  return told;
}

/**
 * Asks for a picture.
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Blob>}
 */
async function askPicture(path, body) {
  let response;
  try {
    response = await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  } catch {
    throw new Refusal(SILENT);
  }
  if (response.ok) return response.blob();
  const told = await response.json().catch(() => null);
  throw new Refusal(told?.error?.message ?? `The server says ${response.status}.`);
}

export const api = {
  /** @returns {Promise<Abilities>} */
  engines: () => ask('GET', '/api/engines'),
  /** @returns {Promise<{name: string, title: string, levels: number}[]>} */
  collections: () => ask('GET', '/api/collections'),
  /** @param {string} name @returns {Promise<{levels: Level[], truncated: boolean}>} */
  collection: (name) => ask('GET', `/api/collections/${name.split('/').map(encodeURIComponent).join('/')}`),
  /** @param {string} text @param {string} [format] @returns {Promise<{levels: Level[], truncated: boolean}>} */
  read: (text, format) => ask('POST', '/api/read', { text, format }),
  /** @param {number} difficulty from 0 to 100 @param {number} seed @returns {Promise<{levels: Level[]}>} */
  generate: (difficulty, seed) => ask('POST', '/api/generate', { difficulty, seed }),
  /** @param {object} level @returns {Promise<{text: string}>} */
  convert: (level) => ask('POST', '/api/convert', level),
  /** @param {object} board @param {string} steps @returns {Promise<Checked>} */
  verify: (board, steps) => ask('POST', '/api/verify', { board, steps }),
  /** @param {object} board @returns {Promise<Position>} */
  position: (board) => ask('POST', '/api/position', { board }),
  /** @param {object} board @param {string} rules @returns {Promise<Report>} */
  check: (board, rules) => ask('POST', '/api/check', { board, rules }),
  /** @param {object} asked */
  draw: (asked) => askPicture('/api/draw', asked),
  /** @param {object} asked */
  animate: (asked) => askPicture('/api/animate', asked),
};

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
 * A solve on the server, or several one after the other. `told` hears every snapshot.
 * Leaving the page ends it: the stream is closed, and the server is told.
 */
export class Solve {
  /** @param {(snapshot: Snapshot) => void} [told] */
  constructor(told = () => {}) {
    this.told = told;
    this.id = '';
    this.cancelled = false;
  }

  /** @param {object} question @returns {Promise<Answer>} */
  async run(question) {
    this.id = '';
    const started = await ask('POST', '/api/solves', question);
    this.id = started.id;
    if (this.cancelled) this.cancel();
    const leave = () => void fetch(`/api/solves/${started.id}`, { method: 'DELETE', keepalive: true }).catch(() => {});
    window.addEventListener('pagehide', leave);
    try {
      const answer = await withStream((isFree) => (isFree ? this.listen(started.events) : this.poll(started.id)));
      // A solve that nobody here cancelled was ended by the server.
      return answer.reason === 'cancelled' && !this.cancelled ? { ...answer, reason: 'server' } : answer;
    } finally {
      window.removeEventListener('pagehide', leave);
    }
  }

  /** Asks again and again. @param {string} id @returns {Promise<Answer>} */
  async poll(id) {
    for (;;) {
      /** @type {Snapshot} */
      const snapshot = await ask('GET', `/api/solves/${id}`);
      if (!snapshot.answer || snapshot.gains) this.told(snapshot);
      if (snapshot.answer) return snapshot.answer;
      const pause = snapshot.state === 'waiting' ? POLLS.waiting : POLLS.running;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** @param {string} events @returns {Promise<Answer>} */
  listen(events) {
    return new Promise((resolve, reject) => {
      const source = new EventSource(events);
      source.addEventListener('progress', (event) => this.told(JSON.parse(event.data)));
      source.addEventListener('done', (event) => {
        source.close();
        const snapshot = JSON.parse(event.data);
        // The last gains may come with the answer.
        if (snapshot.gains) this.told(snapshot);
        if (snapshot.answer) resolve(snapshot.answer);
        else reject(new Refusal('The server sent no answer.'));
      });
      source.addEventListener('error', () => {
        source.close();
        reject(new Refusal('The connection to the server was lost during the solve.'));
      });
    });
  }

  cancel() {
    this.cancelled = true;
    if (this.id) ask('DELETE', `/api/solves/${this.id}`).catch(() => {});
  }
}
