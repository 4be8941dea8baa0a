// The host, as the page talks to it: a server, or workers of the browser where there is none.
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

/**
 * What asks, draws and solves. The page does not know which one it has.
 * @typedef {{
 *   words: {silent: string, away: string, solver: string, files: string},
 *   ask: (name: string, body?: object) => Promise<any>,
 *   picture: (name: string, body: object) => Promise<Blob>,
 *   solve: (question: object, told: (snapshot: Snapshot) => void) => Promise<Going>,
 * }} Host
 */
/** A solve on its way. @typedef {{id: string, answer: Promise<Answer>, cancel: () => void}} Going */

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
