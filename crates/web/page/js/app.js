// The state of the page: the map in work, the game, the solution, and which of them is shown.
// @ts-check

import { Board, count, place } from './board.js';
import { Game } from './game.js';
import { DEAD, View } from './view.js';
import { $, button, say, toast } from './dom.js';
import { store } from './store.js';
import { encode } from './text.js';

/** @typedef {'edit' | 'play' | 'solution'} Mode */
/** What is said about a level; `games` are solutions that came with it. @typedef {{title: string, author: string, place: string, notes: string[], games: string[]}} About */
/** @typedef {{game: Game, answer: import('./types.js').Answer, job: string}} Solution */
/** The level of a collection that the map began as. @typedef {{board: Board, collection: string, index: number, id: string | null}} Source */
/** Everything that replacing a map takes away. @typedef {{board: Board, about: About, source: Source | null, solution: Solution | null, mode: Mode}} Snapshot */

/** Nothing is said. @type {About} */
export const NOTHING = { title: '', author: '', place: '', notes: [], games: [] };
const ZOOMS = [6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 56, 64, 80, 96, 128, 160, 200, 256, 320];

/**
 * Events: `board` (another map, or changed), `mode`, `step` (the shown position changed),
 * `busy` (a solve began or ended), `leaving` and `loaded` (before and after another level),
 * `plan` (a solution is kept with the level),
 * `results` (what is known of levels changed), `shorten` (the solution on show is to be made shorter).
 */
export class App extends EventTarget {
  constructor() {
    super();
    this.board = new Board(10, 8);
    /** @type {About} */
    this.about = NOTHING;
    /** @type {Source | null} */
    this.source = null;
    /** What the last load replaced, where it is worth going back to. @type {Snapshot | null} */
    this.replaced = null;
    /** @type {Mode} */
    this.mode = 'edit';
    this.game = new Game(this.board);
    /** @type {Solution | null} */
    this.solution = null;
    /** A position of another solution that is looked at meanwhile. @type {Board | null} */
    this.peek = null;
    this.busy = false;
    this.view = new View($('board'));
    /** @type {import('./view.js').Overlay} */
    this.overlay = {};
    /** The square that was pointed at last, or -1. */
    this.pointed = -1;
    /** Pixels for a square, or null to fit. @type {number | null} */
    this.zoom = null;
  }

  /** @param {string} name */
  emit(name) {
    this.dispatchEvent(new Event(name));
  }

  /** @param {string} name @param {() => void} act */
  on(name, act) {
    this.addEventListener(name, act);
  }

  /** The position on show. */
  get shown() {
    if (this.mode === 'play') return this.game.board;
    if (this.mode === 'solution' && this.solution) return this.peek ?? this.solution.game.board;
    return this.board;
  }

  /** Whether the map is no longer the level it was opened as. */
  get isEdited() {
    return this.source !== null && !this.board.equals(this.source.board);
  }

  /** What the map is called. A changed level is not the level any more, and says so. */
  get name() {
    const title = this.about.title || 'Untitled map';
    return this.isEdited ? `${title} (edited)` : title;
  }

  /** @returns {Snapshot} */
  snapshot() {
    const { board, about, source, solution, mode } = this;
    return { board, about, source, solution, mode };
  }

  /** Whether replacing the map loses something that no list can bring back. */
  get isWorthKeeping() {
    if (this.board.isBlank()) return false;
    return this.source === null || this.isEdited;
  }

  /** Whether another level may take the place of this one: not during a solve. */
  mayReplace() {
    if (this.busy) toast('A solve is running: cancel it first.');
    return !this.busy;
  }

  /**
   * Another level.
   * @param {Board} board
   * @param {Partial<About>} about
   * @param {Mode} mode
   * @param {Source | null} [source]
   */
  load(board, about, mode, source = null) {
    this.replaced = this.isWorthKeeping ? this.snapshot() : null;
    this.show({ board, about: { ...NOTHING, ...about }, source, solution: null, mode });
  }

  /** Puts everything on show as it is in a snapshot. @param {Snapshot} snapshot */
  show({ board, about, source, solution, mode }) {
    this.emit('leaving');
    this.board = board;
    this.about = about;
    this.source = source;
    this.solution = solution ?? this.planOn(board);
    this.game = this.gameOn(board);
    this.overlay = {};
    this.peek = null;
    this.pointed = -1;
    this.zoom = null;
    this.mode = mode === 'solution' && this.solution ? mode : mode === 'play' && this.isPlayable() ? 'play' : 'edit';
    this.remember();
    this.emit('loaded');
    this.emit('board');
    this.emit('mode');
    this.draw();
    this.fit();
  }

  /** Back to what was replaced. @param {Snapshot} snapshot */
  restore(snapshot) {
    this.replaced = null;
    this.show(snapshot);
  }

  /** The map was edited. @param {Board} board */
  edited(board) {
    const resized = board.width !== this.board.width || board.height !== this.board.height;
    this.board = board;
    this.solution = this.planOn(board);
    this.game = this.gameOn(board);
    this.remember();
    this.emit('board');
    this.draw();
    if (resized) this.fit();
  }

  /** The game on a board, with the steps that were made on it before. @param {Board} board */
  gameOn(board) {
    const game = new Game(board);
    const kept = store.game(keyOf(board));
    if (kept && game.load(String(kept.letters))) game.seek(kept.cursor);
    return game;
  }

  /** The solution that is kept with a map. @param {Board} board @returns {Solution | null} */
  planOn(board) {
    const plan = store.plan(keyOf(board));
    if (!plan) return null;
    const game = new Game(Board.fromRows(plan.start.rows, plan.start.rules));
    return game.load(plan.answer.solution ?? '') ? { game, answer: plan.answer, job: '' } : null;
  }

  /** Keeps a solution with its level. @param {Solution} solution */
  keep(solution) {
    this.solution = solution;
    // The lines follow from the letters, and the files are the server's, which forgets them.
    const answer = { ...solution.answer, plan: [], files: [], actions: undefined };
    store.setPlan(keyOf(this.board), { start: solution.game.start.toJSON(), answer });
    this.emit('plan');
  }

  /** Keeps the game in progress, so that another level or a reload does not end it. */
  rememberGame() {
    const { game } = this;
    const going = game.steps.length > 0 && !game.solved;
    store.setGame(keyOf(game.start), going ? { letters: game.all, cursor: game.cursor } : null);
  }

  /** What is on show, for a reload. @returns {import('./store.js').Session} */
  session() {
    const source = this.source && { collection: this.source.collection, index: this.source.index };
    return { board: this.board.toJSON(), about: this.about, source, mode: this.mode };
  }

  remember() {
    store.setSession(() => this.session());
  }

  /** Everything as it was before a reload. @param {import('./store.js').Session} session @param {Source | null} source */
  resume({ board, about, mode }, source) {
    const said = { ...NOTHING, ...about, place: source ? about.place : '' };
    this.restore({ board: Board.fromRows(board.rows, board.rules), about: said, source, solution: null, mode });
  }

  isPlayable() {
    return this.board.flaw() === '';
  }

  /**
   * Changes the mode, as the buttons at the top do. While editing, the map is as it was before
   * solving; its plan is kept until it is watched again.
   * @param {Mode} mode
   */
  go(mode) {
    if (this.busy || mode === this.mode) return;
    if (mode === 'play' && !this.isPlayable()) {
      const first = this.board.problems().find((problem) => problem.serious);
      toast(first ? first.text : 'This map cannot be played yet.', 'error');
      return;
    }
    if (mode === 'solution' && !this.solution) return;
    this.mode = mode;
    this.peek = null;
    this.overlay = {};
    this.remember();
    this.emit('mode');
    this.draw();
    this.fit();
    const words = { edit: 'Editing. The map is as it was before solving.', play: 'Playing.', solution: 'Watching the solution. The map cannot be edited.' };
    say(words[mode]);
  }

  /** A solution was found. @param {Solution} solution */
  solved(solution) {
    this.keep(solution);
    this.mode = 'solution';
    this.peek = null;
    this.overlay = {};
    this.remember();
    this.emit('mode');
    this.emit('step');
    this.draw();
    this.fit();
    window.scrollTo({ top: 0 });
  }

  /** @param {boolean} busy */
  setBusy(busy) {
    this.busy = busy;
    document.body.classList.toggle('busy', busy);
    // A small screen shows the board and the progress under it.
    if (busy) window.scrollTo({ top: 0 });
    this.emit('busy');
  }

  /** Draws what is on show. @param {boolean} [smooth] */
  draw(smooth = false) {
    const { motion } = store.settings();
    this.view.show(this.shown, { smooth: smooth && motion, all: this.mode === 'edit' });
    this.view.mark(this.overlay);
    if (this.mode !== 'edit') this.follow();
  }

  /** @param {import('./view.js').Overlay} some */
  mark(some) {
    this.overlay = { ...this.overlay, ...some };
    this.view.mark(this.overlay);
  }

  /** Keeps the keeper in sight, and the squares round it, where the board is larger than its place. */
  follow() {
    const { player } = this.shown;
    if (player < 0 || this.view.width === 0) return;
    const { cell } = this.view;
    const stage = $('stage');
    const seen = stage.getBoundingClientRect();
    const board = $('board').getBoundingClientRect();
    const away = (/** @type {number} */ near, /** @type {number} */ size) => {
      const margin = Math.min(1.5 * cell, Math.max(0, (size - cell) / 2));
      return Math.min(0, near - margin) + Math.max(0, near + cell + margin - size);
    };
    const x = away(board.left - seen.left + (player % this.view.width) * cell, stage.clientWidth);
    const y = away(board.top - seen.top + Math.floor(player / this.view.width) * cell, stage.clientHeight);
    if (x !== 0) stage.scrollLeft += x;
    if (y !== 0) stage.scrollTop += y;
  }

  /** Sizes the board to the room there is, or to the chosen zoom. */
  fit() {
    const stage = $('stage');
    const room = 24;
    const wide = (stage.clientWidth - room) / this.view.width;
    const high = (stage.clientHeight - room) / this.view.height;
    // Whole pixels keep the squares' edges sharp.
    const fitting = Math.max(4, Math.min(320, Math.floor(Math.min(wide, high))));
    this.view.size(this.zoom ?? fitting);
  }

  /** @param {1 | -1 | 0} by 0 fits */
  zoomBy(by) {
    const now = this.view.cell;
    if (by === 0) this.zoom = null;
    if (by > 0) this.zoom = ZOOMS.find((zoom) => zoom > now) ?? now;
    if (by < 0) this.zoom = ZOOMS.findLast((zoom) => zoom < now) ?? now;
    this.zoomTo(this.zoom);
  }

  /** Keeps the middle of the stage where it is. @param {number | null} zoom @param {{x: number, y: number}} [about] */
  zoomTo(zoom, about) {
    const stage = $('stage');
    const at = about ?? { x: stage.clientWidth / 2, y: stage.clientHeight / 2 };
    const before = this.view.cell;
    const x = (stage.scrollLeft + at.x) / before;
    const y = (stage.scrollTop + at.y) / before;
    this.zoom = zoom === null ? null : Math.max(4, Math.min(320, zoom));
    this.fit();
    stage.scrollLeft = x * this.view.cell - at.x;
    stage.scrollTop = y * this.view.cell - at.y;
  }

  /** Title and buttons that depend on the mode. */
  dress() {
    document.body.dataset.mode = this.mode;
    const [first, second] = $('level-title').children;
    first.textContent = this.name;
    const { author, place: where } = this.about;
    second.textContent = this.isEdited ? '' : [where, author && `by ${author}`].filter(Boolean).join(' · ');
    document.title = `${this.name} – Kuraban`;
    for (const mode of /** @type {const} */ (['edit', 'play', 'solution'])) {
      const tab = button(`mode-${mode}`);
      tab.setAttribute('aria-pressed', String(mode === this.mode));
      tab.disabled = this.busy;
    }
    $('edit-tools').hidden = this.mode === 'play';
    $('play-tools').hidden = this.mode !== 'play';
    /** @type {HTMLElement} */ (document.querySelector('.pad')).hidden = this.mode !== 'play';
    for (const tool of $('edit-tools').querySelectorAll('button')) {
      if (!tool.id.startsWith('edit-')) tool.disabled = this.mode !== 'edit' || this.busy;
    }
    button('export').disabled = this.busy;
  }

  /** One line about the board. */
  summary() {
    const board = this.shown;
    const { boxes, goals } = board.counts();
    if (board.rules === 'boulders') return `${board.width} × ${board.height} · ${count(boxes, 'boulder')}`;
    return `${board.width} × ${board.height} · ${count(boxes, 'box', 'boxes')} · ${count(goals, 'goal')}`;
  }

  /** The line under the board: the square in question where there is something to say, or the board. */
  status() {
    const dead = (this.mode === 'play' && this.overlay.dead) || [];
    if (dead.includes(this.pointed)) return `${place(this.shown, this.pointed)}: ${DEAD}`;
    if (this.pointed < 0 && dead.includes(this.shown.player)) return `The keeper is on a dead square. ${DEAD}`;
    return this.summary();
  }

  /** The board and how it stands, for those who do not see it. */
  description() {
    const board = this.shown;
    const { boxes, done } = board.counts();
    const boulders = board.rules === 'boulders';
    const things = boulders ? count(boxes, 'boulder') : `${count(boxes, 'box', 'boxes')}, ${done} on goals`;
    const keeper = board.player < 0 ? 'no keeper' : `keeper at ${place(board, board.player)}`;
    const state = this.mode === 'edit' ? 'editing' : board.isSolved() ? 'solved' : this.mode === 'play' ? 'playing' : 'solution on show';
    return `Board of ${board.width} columns and ${board.height} rows, ${things}, ${keeper}, ${state}`;
  }
}

/** Equal for equal boards. @param {Board} board */
export function keyOf(board) {
  return `${board.rules}:${encode(board.rows())}`;
}
