// The host, as the page talks to it: a server, or workers of the browser where there is none.
// @ts-check

/** @typedef {import('./types.js').Abilities} Abilities */
/** @typedef {import('./types.js').Level} Level */
/** @typedef {import('./types.js').Checked} Checked */
/** @typedef {import('./types.js').Position} Position */
/** @typedef {import('./types.js').Report} Report */
/** @typedef {import('./types.js').Host} Host */
/** @typedef {import('./types.js').Going} Going */
/** @typedef {import('./types.js').Answer} Answer */
/** @typedef {import('./types.js').Snapshot} Snapshot */

/** @type {Host} */
const host = await (document.documentElement.dataset.host === 'tab' ? import('./tab.js') : import('./server.js'));

export { Refusal } from './refusal.js';
/** How the page speaks of its host. */
export const { words } = host;

export const api = {
  /** @returns {Promise<Abilities>} */
  engines: () => host.ask('engines'),
  /** @returns {Promise<{name: string, title: string, levels: number}[]>} */
  collections: () => host.ask('collections'),
  /** @param {string} name @returns {Promise<{levels: Level[], truncated: boolean}>} */
  collection: (name) => host.ask('collection', { name }),
  /** @param {string} text @param {string} [format] @returns {Promise<{levels: Level[], truncated: boolean}>} */
  read: (text, format) => host.ask('read', { text, format }),
  /** @param {number} difficulty from 0 to 100 @param {number} seed @returns {Promise<{levels: Level[]}>} */
  generate: (difficulty, seed) => host.ask('generate', { difficulty, seed }),
  /** @param {object} level @returns {Promise<{text: string}>} */
  convert: (level) => host.ask('convert', level),
  /** @param {object} board @param {string} steps @returns {Promise<Checked>} */
  verify: (board, steps) => host.ask('verify', { board, steps }),
  /** @param {object} board @returns {Promise<Position>} */
  position: (board) => host.ask('position', { board }),
  /** @param {object} board @param {string} rules @returns {Promise<Report>} */
  check: (board, rules) => host.ask('check', { board, rules }),
  /** @param {object} asked */
  draw: (asked) => host.picture('draw', asked),
  /** @param {object} asked */
  animate: (asked) => host.picture('animate', asked),
};

/** A solve, or several one after the other. `told` hears every snapshot. Leaving the page ends it. */
export class Solve {
  /** @param {(snapshot: Snapshot) => void} [told] */
  constructor(told = () => {}) {
    this.told = told;
    this.id = '';
    this.cancelled = false;
    /** @type {Going | null} */
    this.going = null;
  }

  /** @param {object} question @returns {Promise<Answer>} */
  async run(question) {
    this.id = '';
    this.going = null;
    const going = await host.solve(question, (snapshot) => this.told(snapshot));
    this.id = going.id;
    this.going = going;
    if (this.cancelled) going.cancel();
    const answer = await going.answer;
    // A solve that nobody here cancelled was ended by the host.
    return answer.reason === 'cancelled' && !this.cancelled ? { ...answer, reason: 'server' } : answer;
  }

  cancel() {
    this.cancelled = true;
    this.going?.cancel();
  }
}
