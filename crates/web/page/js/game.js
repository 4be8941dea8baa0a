// A game on a board: steps forward and back, and ways for keeper and boxes.
// @ts-check

import { Board, DIRS } from './board.js';

/** @typedef {{dir: number, push: boolean}} Step */

const LETTERS = 'urdl';

/**
 * Steps with a cursor. Going back keeps what was ahead, so everything can be redone, a restart
 * too; a new step cuts off what was ahead, unless it is the very step that was ahead.
 */
export class Game {
  /** @param {Board} start */
  constructor(start) {
    this.start = Board.copy(start);
    this.board = Board.copy(start);
    /** @type {Step[]} */
    this.steps = [];
    this.cursor = 0;
  }

  get moves() {
    return this.cursor;
  }

  get pushes() {
    let pushes = 0;
    for (let at = 0; at < this.cursor; at++) pushes += Number(this.steps[at].push);
    return pushes;
  }

  get solved() {
    return this.board.isSolved();
  }

  /** The steps up to the cursor as letters, capitals for pushes. */
  get letters() {
    return this.steps.slice(0, this.cursor).map(letter).join('');
  }

  /** All steps as letters, those ahead of the cursor too. */
  get all() {
    return this.steps.map(letter).join('');
  }

  /**
   * Whether a step can be made, and whether it pushes; null where it cannot.
   * @param {number} dir
   */
  look(dir) {
    const { board } = this;
    const to = board.step(board.player, dir);
    if (to < 0) return null;
    if (!board.box[to]) return { push: false };
    const beyond = board.step(to, dir);
    return beyond >= 0 && !board.box[beyond] ? { push: true } : null;
  }

  /** Makes a step. @param {number} dir */
  go(dir) {
    const step = this.look(dir);
    if (!step) return false;
    if (this.steps[this.cursor]?.dir !== dir) {
      this.steps.length = this.cursor;
      this.steps.push({ dir, push: step.push });
    }
    return this.forward();
  }

  /** Makes the step ahead again. */
  forward() {
    if (this.cursor >= this.steps.length) return false;
    const { dir, push } = this.steps[this.cursor];
    const { board } = this;
    const to = board.beside(board.player, dir);
    if (push) {
      board.box[to] = 0;
      board.box[board.beside(to, dir)] = 1;
    }
    board.player = to;
    this.cursor += 1;
    return true;
  }

  /** Takes the last step back. */
  back() {
    if (this.cursor === 0) return false;
    this.cursor -= 1;
    const { dir, push } = this.steps[this.cursor];
    const { board } = this;
    if (push) {
      board.box[board.beside(board.player, dir)] = 0;
      board.box[board.player] = 1;
    }
    board.player = board.beside(board.player, (dir + 2) % 4);
    return true;
  }

  /** To before the last push. */
  backToPush() {
    let went = false;
    while (this.back()) {
      went = true;
      if (this.steps[this.cursor].push) break;
    }
    return went;
  }

  /** To after the next push. */
  forwardToPush() {
    let went = false;
    while (this.forward()) {
      went = true;
      if (this.steps[this.cursor - 1].push) break;
    }
    return went;
  }

  /** To a number of steps. @param {number} cursor */
  seek(cursor) {
    while (this.cursor < cursor && this.forward());
    while (this.cursor > cursor && this.back());
  }

  /** The steps as lines of a plan; rows and columns count from 0 there. */
  lines() {
    const { width, player } = this.start;
    let at = player;
    return this.steps.map(({ dir, push }, number) => {
      const from = `[${Math.floor(at / width)},${at % width}]`;
      at = this.start.beside(at, dir);
      return `${number + 1}: ${push ? 'push' : 'move'} ${DIRS[dir].word} from ${from}`;
    });
  }

  /** Takes over a solution; the cursor stays at the start. Tells whether every step was legal. @param {string} letters */
  load(letters) {
    this.seek(0);
    this.steps = [];
    for (const letter of letters) {
      const dir = LETTERS.indexOf(letter.toLowerCase());
      if (dir < 0 || !this.go(dir)) {
        this.seek(0);
        return false;
      }
    }
    this.seek(0);
    return true;
  }
}

/** @param {Step} step */
export function letter(step) {
  const small = LETTERS[step.dir];
  return step.push ? small.toUpperCase() : small;
}

/**
 * The shortest walk of the player without pushing, as directions; null where there is none.
 * @param {Board} board
 * @param {number} from
 * @param {number} to
 * @param {(at: number) => boolean} [free]
 */
export function walk(board, from, to, free = (at) => !board.box[at]) {
  if (from === to) return [];
  const came = new Int8Array(board.size).fill(-1);
  let layer = [from];
  came[from] = 4;
  while (layer.length > 0) {
    const next = [];
    for (const at of layer) {
      for (let dir = 0; dir < 4; dir++) {
        const near = board.step(at, dir);
        if (near < 0 || came[near] >= 0 || !free(near)) continue;
        came[near] = dir;
        if (near === to) return traced(board, came, from, to);
        next.push(near);
      }
    }
    layer = next;
  }
  return null;
}

/** @param {Board} board @param {Int8Array} came @param {number} from @param {number} to */
function traced(board, came, from, to) {
  const dirs = [];
  for (let at = to; at !== from; at = board.beside(at, (came[at] + 2) % 4)) dirs.push(came[at]);
  return dirs.reverse();
}

/**
 * Where one box can be pushed while all others stay, and how.
 */
export class BoxWays {
  /** @param {Board} board @param {number} box */
  constructor(board, box) {
    this.board = board;
    this.box = box;
    /** How a state was reached: box square * 4 + the side the player is on. @type {Map<number, {before: number, dir: number}>} */
    this.came = new Map();
    /** The first state at each square. @type {Map<number, number>} */
    this.first = new Map();
    /** Zones of the player for each square of the box. @type {Map<number, Int32Array>} */
    this.regions = new Map();
    this.search();
  }

  /** The squares the box can be pushed to. */
  get squares() {
    return [...this.first.keys()].filter((at) => at !== this.box);
  }

  /** Whether the player's squares beside the box are numbered alike, he can walk between them. @param {number} box */
  region(box) {
    const known = this.regions.get(box);
    if (known) return known;
    const { board } = this;
    const region = new Int32Array(board.size).fill(-1);
    const free = (/** @type {number} */ at) => at !== box && (at === this.box || !board.box[at]);
    let number = 0;
    for (let dir = 0; dir < 4; dir++) {
      const start = board.step(box, dir);
      if (start < 0 || region[start] >= 0 || !free(start)) continue;
      const reached = board.flood([start], free);
      for (let at = 0; at < board.size; at++) if (reached[at]) region[at] = number;
      number += 1;
    }
    this.regions.set(box, region);
    return region;
  }

  search() {
    const { board } = this;
    /** @type {number[]} */
    const queue = [];
    const reach = (/** @type {number} */ box, /** @type {number} */ player, /** @type {number} */ before, /** @type {number} */ dir) => {
      const region = this.region(box);
      for (let side = 0; side < 4; side++) {
        const at = board.step(box, side);
        if (at < 0 || region[at] < 0 || region[at] !== region[player]) continue;
        const state = box * 4 + side;
        if (this.came.has(state)) continue;
        this.came.set(state, { before, dir });
        if (!this.first.has(box)) this.first.set(box, state);
        queue.push(state);
      }
    };
    reach(this.box, board.player, -1, -1);
    for (let head = 0; head < queue.length; head++) {
      const state = queue[head];
      const box = state >> 2;
      const dir = ((state & 3) + 2) % 4;
      const to = board.step(box, dir);
      if (to < 0 || (board.box[to] && to !== this.box)) continue;
      reach(to, box, state, dir);
    }
  }

  /** The steps that push the box to a square with the fewest pushes, or null. @param {number} to */
  steps(to) {
    const last = this.first.get(to);
    if (last === undefined) return null;
    /** @type {number[]} */
    const pushes = [];
    let state = last;
    for (;;) {
      const { before, dir } = /** @type {{before: number, dir: number}} */ (this.came.get(state));
      if (before < 0) break;
      pushes.push(dir);
      state = before;
    }
    pushes.reverse();
    const { board } = this;
    const steps = [];
    let box = this.box;
    let player = board.player;
    for (const dir of pushes) {
      const free = (/** @type {number} */ at) => at !== box && (at === this.box || !board.box[at]);
      const way = walk(board, player, board.beside(box, (dir + 2) % 4), free);
      if (!way) return null;
      steps.push(...way, dir);
      player = box;
      box = board.beside(box, dir);
    }
    return steps;
  }
}

export { DIRS };
