// The host of the page with no server: questions go to workers of this browser, and nothing leaves
// the machine.
// @ts-check

import { Refusal } from './refusal.js';

/** @typedef {import('./types.js').Snapshot} Snapshot */
/** @typedef {import('./types.js').Answer} Answer */
/** What a worker tells. @typedef {{id: number, json?: string, refusal?: string, kind?: string, picture?: Uint8Array<ArrayBuffer>, snapshot?: string, done?: string, failed?: string, short?: boolean, missing?: string, superseded?: true, held?: number}} Told */

/** How the page speaks of its host. */
export const words = {
  silent: 'The solver could not be loaded.',
  away: 'It counts as soon as the solver can be loaded.',
  solver: 'A SAT solver is built in.',
  files: '',
};

/** Solves at the same time; others wait. Two: one for the level, one for hints and shorter solutions meanwhile. */
const SOLVES = 2;
/** Milliseconds until a worker that does not take note of a cancel is ended. */
const PATIENCE = 80;
/** Bytes: a worker that holds more after a solve is ended, as a module never gives memory back. */
const KEPT = 256 * 2 ** 20;
/** Questions that may take seconds; the others do not wait for them. */
const SLOW = ['check', 'generate', 'draw', 'animate'];
/** Questions of which only the newest matters: an older one that is not answered yet is dropped. */
const NEWEST = ['check'];

/** One worker, started when it is needed, and another one where it failed. */
class Lane {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** Who waits for an answer, by number. @type {Map<number, (told: Told) => void>} */
    this.waiting = new Map();
    /** Messages that the worker has not got yet, and the one it is at. @type {object[]} */
    this.line = [];
    this.at = 0;
    this.last = 0;
  }

  /** Sends a message; `hear` gets what is told about it. @param {object} message @param {(told: Told) => void} hear */
  send(message, hear) {
    const id = ++this.last;
    this.waiting.set(id, hear);
    this.line.push({ id, ...message });
    this.next();
    return id;
  }

  /** Gives the worker its next message, once it is done with the one before. */
  next() {
    const [message] = this.at ? [] : this.line.splice(0, 1);
    if (!message) return;
    this.at = /** @type {Told} */ (message).id;
    this.worker ??= this.start();
    this.worker.postMessage(message);
  }

  /** Takes a message back: it is not begun, or its worker is ended where it is not done soon. @param {number} id */
  withdraw(id) {
    const hear = this.waiting.get(id);
    if (!hear) return;
    this.waiting.delete(id);
    this.line = this.line.filter((message) => /** @type {Told} */ (message).id !== id);
    hear({ id, superseded: true });
    setTimeout(() => {
      if (this.at === id) this.drop();
    }, PATIENCE);
  }

  start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }) => {
      // What a worker tells that was ended in the meantime is too late.
      if (worker !== this.worker) return;
      const isDone = data.id === this.at && data.snapshot === undefined;
      if (isDone) this.at = 0;
      this.waiting.get(data.id)?.(data);
      if (data.failed !== undefined || data.missing !== undefined) this.end(data);
      else if (isDone) this.next();
    };
    // The script itself could not be had.
    worker.onerror = (event) => worker === this.worker && this.end({ missing: event.message || 'worker.js' });
    return worker;
  }

  /** Ends the worker without a word; the next message starts another one. */
  drop() {
    this.worker?.terminate();
    this.worker = null;
    this.at = 0;
    this.next();
  }

  /** Ends the worker; whoever still waits hears why. @param {Partial<Told>} why */
  end(why) {
    this.line = [];
    this.drop();
    const waiting = [...this.waiting];
    this.waiting.clear();
    for (const [id, hear] of waiting) hear({ ...why, id });
  }
}

const quick = new Lane();
const slow = new Lane();
/** @type {Lane[]} */
const solvers = [];
/** Solves that wait for a lane. @type {((lane: Lane) => void)[]} */
const queue = [];
/** @type {Lane[]} */
const free = [];

/** What went wrong, in words. @param {Told} told */
function fault({ refusal, failed, short, missing, superseded }) {
  if (superseded) return new Refusal('A newer question took its place.');
  if (refusal !== undefined) return new Refusal(JSON.parse(refusal).error.message);
  if (missing !== undefined) return new Refusal(`The solver could not be loaded: ${missing}`);
  if (short) return new Refusal('The memory that a tab may take is used up.');
  return new Refusal(`The solver failed, which is a bug, and was started again: ${failed}`);
}

/** The newest question of a name, by its number. @type {Map<string, number>} */
const newest = new Map();

/** @param {string} name @param {object} [body] @returns {Promise<Told>} */
function send(name, body) {
  const lane = SLOW.includes(name) ? slow : quick;
  const isOnlyNewest = NEWEST.includes(name);
  if (isOnlyNewest) lane.withdraw(newest.get(name) ?? 0);
  return new Promise((resolve, reject) => {
    const id = lane.send({ ask: name, body: body && JSON.stringify(body) }, (told) => {
      lane.waiting.delete(id);
      if (told.json !== undefined || told.picture) resolve(told);
      else reject(fault(told));
    });
    if (isOnlyNewest) newest.set(name, id);
  });
}

/** Asks a question. @param {string} name @param {object} [body] */
export async function ask(name, body) {
  return JSON.parse((await send(name, body)).json ?? 'null');
}

/** Asks for a picture. @param {string} name @param {object} body @returns {Promise<Blob>} */
export async function picture(name, body) {
  const { picture: bytes, kind } = await send(name, body);
  return new Blob(bytes ? [bytes] : [], { type: kind });
}

/** A lane for a solve, as soon as there is one. @param {(lane: Lane) => void} act */
function withLane(act) {
  if (free.length === 0 && solvers.length < SOLVES) {
    const lane = new Lane();
    solvers.push(lane);
    free.push(lane);
  }
  const lane = free.pop();
  if (lane) act(lane);
  else queue.push(act);
}

/** @param {Lane} lane */
function release(lane) {
  const next = queue.shift();
  if (next) next(lane);
  else free.push(lane);
}

/** The end of a solve whose worker could not tell it. @param {Snapshot | null} known @param {string} reason @returns {Answer} */
function ended(known, reason) {
  const best = known?.gains?.at(-1);
  const { moves = null, pushes = null, box_lines = null, box_changes = null, pushing_sessions = null, player_lines = null, robot_half_moves = null } = /** @type {Record<string, any>} */ (best ?? {});
  const figures = { moves, pushes, box_lines, box_changes, pushing_sessions, player_lines, robot_half_moves };
  return {
    status: best ? 'solved' : 'limit',
    reason,
    solution: (best && known?.solution) ?? null,
    ...figures,
    optimal: [],
    lower_bound: known?.lower_bound ?? {},
    engine: null,
    expanded: known?.expanded ?? 0,
    seconds: known?.seconds ?? 0,
    plan: [],
    files: [],
    notes: [],
  };
}

/** @type {Snapshot} */
const WAITING = { state: 'waiting', seconds: 0, expanded: 0, generated: 0, open: 0, depth: 0, bytes: 0, lower_bound: {}, best: null, best_cell: null, farthest: null, answer: null };

/**
 * Begins a solve; `told` hears every snapshot.
 * @param {object} question
 * @param {(snapshot: Snapshot) => void} told
 */
export async function solve(question, told) {
  const going = new Going(question, told);
  withLane((lane) => going.begin(lane));
  if (!going.lane) told(WAITING);
  return going;
}

/** A solve on its way. */
class Going {
  /** @param {object} question @param {(snapshot: Snapshot) => void} told */
  constructor(question, told) {
    this.id = '';
    this.question = question;
    this.told = told;
    /** @type {Lane | null} */
    this.lane = null;
    this.number = 0;
    /** @type {Snapshot | null} */
    this.known = null;
    this.isOver = false;
    /** @type {Promise<Answer>} */
    this.answer = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    // Whoever asked looks at the answer; until then it is nobody's fault.
    this.answer.catch(() => {});
  }

  /** @param {Lane} lane */
  begin(lane) {
    if (this.isOver) return release(lane);
    this.lane = lane;
    this.number = lane.send({ solve: true, body: JSON.stringify(this.question) }, (told) => this.hear(told));
  }

  /** @param {Told} told */
  hear(told) {
    const snapshot = told.snapshot ?? told.done;
    if (snapshot === undefined) return this.end(() => (told.short ? this.resolve?.(ended(this.known, 'memory')) : this.reject?.(fault(told))));
    this.known = /** @type {Snapshot} */ (JSON.parse(snapshot));
    const { answer, gains } = this.known;
    if (!answer || gains) this.told(this.known);
    if (!answer) return;
    // A worker that holds much is not for the next solve, which begins when this one ends.
    if ((told.held ?? 0) > KEPT) this.lane?.drop();
    this.end(() => this.resolve?.(answer));
  }

  /** @param {() => void} settle */
  end(settle) {
    if (this.isOver) return;
    this.isOver = true;
    settle();
    if (!this.lane) return;
    this.lane.waiting.delete(this.number);
    release(this.lane);
  }

  /** The worker takes note between two turns; one that does not is ended. */
  cancel() {
    if (this.isOver) return;
    const settle = () => this.resolve?.(ended(this.known, 'cancelled'));
    if (!this.lane) return this.end(settle);
    this.lane.worker?.postMessage({ id: this.number, cancel: true });
    setTimeout(() => {
      if (this.isOver) return;
      this.lane?.drop();
      this.end(settle);
    }, PATIENCE);
  }
}

/** Lets the workers fail as a bug would: for tests of what happens then. */
export function fail() {
  for (const lane of [quick, slow, ...solvers]) {
    const [id = 0] = lane.waiting.keys();
    lane.worker?.postMessage({ id, fail: true });
  }
}

// Offline from the second load on. Where this cannot be, the page works all the same.
navigator.serviceWorker?.register('sw.js').catch(() => {});
