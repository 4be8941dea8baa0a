// What is known of the level on the board: the player's best and the machine's, what is least,
// who made it, and the solutions that came with it.
// @ts-check

import { leastOf } from './answer.js';
import { Solve, api } from './api.js';
import { count } from './board.js';
import { $, make, say, toast } from './dom.js';
import { Game } from './game.js';
import { store } from './store.js';

/** @typedef {import('./store.js').Memory} Memory */
/** @typedef {import('./store.js').Least} Least */

/** How long the least is looked for after a win, in seconds, by what is counted. @type {['moves' | 'pushes', number][]} */
const PROOFS = [['moves', 2], ['pushes', 3]];
/** More than the least by this factor is worth two stars of three. Guessed. */
const CLOSE = 1.25;
/** The longest note that is shown whole, and the most solutions of a file. */
const NOTE = 600;
const SOLUTIONS = 8;

/** How good the player's best is: 0 unsolved, 3 as good as can be, 1 where nothing is proved. @param {Memory | undefined} memory */
export function stars(memory) {
  if (!memory?.moves || !memory.pushes) return 0;
  const { moves, pushes, least } = memory;
  const ratio = Math.min(least?.moves ? moves.moves / least.moves : Infinity, least?.pushes ? pushes.pushes / least.pushes : Infinity);
  return ratio <= 1 ? 3 : ratio <= CLOSE ? 2 : 1;
}

/** Stars as text. @param {number} number */
export function drawn(number) {
  return '★'.repeat(number) + '☆'.repeat(3 - number);
}

/** What the stars mean. @param {Memory | undefined} memory */
function meaning(memory) {
  if (!memory?.moves || !memory.pushes) return '';
  const { moves, pushes, least = {} } = memory;
  if (least.moves === undefined && least.pushes === undefined) return 'Solved. What is least is not proved yet.';
  const perfect = [
    ...(moves.moves === least.moves ? [count(moves.moves, 'move')] : []),
    ...(pushes.pushes === least.pushes ? [count(pushes.pushes, 'push', 'pushes')] : []),
  ];
  if (perfect.length > 0) return `${perfect.join(', ')}: nobody can do better.`;
  const fewer = [
    ...(least.moves !== undefined ? [count(least.moves, 'move')] : []),
    ...(least.pushes !== undefined ? [count(least.pushes, 'push', 'pushes')] : []),
  ];
  return `${fewer.join(' or ')} can be done.`;
}

/** A note without its keyword, which only says that it is one. @param {string} note */
const plainNote = (note) => note.replace(/^(Comments?|Notes?)\s*:\s*/i, '').slice(0, NOTE);

/** @param {import('./app.js').App} app */
export function prepareMemory(app) {
  /** The server's name of the map on the board, where it is known. @type {string | null} */
  let id = null;
  let asked = 0;
  /** @type {Solve | null} */
  let proving = null;

  /** Finds out what the server calls the map. */
  const name = async () => {
    const mine = ++asked;
    id = app.source && !app.isEdited ? app.source.id : null;
    dress();
    if (id || app.mode === 'edit' || !app.isPlayable()) return;
    const told = await api.position(app.board.toJSON()).catch(() => null);
    if (mine !== asked || !told) return;
    id = told.id;
    dress();
  };

  /** Puts a solution on show that no search here found. @param {string} letters @param {string} whose */
  const watch = (letters, whose) => {
    if (app.busy) return toast('A solve is running: cancel it first.');
    const game = new Game(app.board);
    if (!game.load(letters)) return toast('This solution does not fit the level.', 'error');
    game.seek(Infinity);
    const { moves, pushes, solved } = game;
    game.seek(0);
    if (!solved) return toast('These steps do not solve the level.', 'error');
    const least = (id && store.results()[id]?.least) || {};
    const lower_bound = /** @type {Record<string, number>} */ ({ ...least });
    const answer = { whose, status: 'solved', reason: null, solution: letters, moves, pushes, box_lines: null, box_changes: null, pushing_sessions: null, player_lines: null, robot_half_moves: null, optimal: [], lower_bound, engine: null, expanded: 0, seconds: 0, plan: [], files: [], notes: [] };
    app.solved({ game, answer, job: '' });
    say(`${whose}: ${count(moves, 'move')}.`);
  };

  /** One figure of the table; it is also the way to see how it was done. @param {import('./store.js').Result | undefined} result @param {'moves' | 'pushes'} by @param {string} whose */
  const figure = (result, by, whose) => {
    const cell = make('td');
    if (!result) cell.textContent = '–';
    else if (result.letters === undefined) cell.textContent = result[by].toLocaleString('en');
    else {
      const words = `${whose}: ${count(result.moves, 'move')}, ${count(result.pushes, 'push', 'pushes')}`;
      const look = make('button', result[by].toLocaleString('en'), 'figure');
      look.setAttribute('type', 'button');
      look.setAttribute('aria-label', `${words}. Watch it.`);
      look.title = `${words}. Watch it.`;
      look.addEventListener('click', () => watch(result.letters ?? '', whose));
      cell.append(look);
    }
    return cell;
  };

  /** @param {string} title @param {Partial<import('./store.js').Best> | undefined} best @param {string} whose */
  const row = (title, best, whose) => {
    const line = make('tr');
    const head = make('th', title);
    head.setAttribute('scope', 'row');
    line.append(head, figure(best?.moves, 'moves', `${whose} by moves`), figure(best?.pushes, 'pushes', `${whose} by pushes`));
    return line;
  };

  const dress = () => {
    const known = id ? store.results()[id] : undefined;
    const { least } = known ?? {};
    const rows = [];
    if (known?.moves) rows.push(row('Your best', known, 'Your best'));
    if (known?.machine) rows.push(row('Machine', known.machine, 'Machine’s best'));
    if (least?.moves !== undefined || least?.pushes !== undefined) {
      const line = make('tr');
      line.title = 'Proved: no solution has fewer';
      const head = make('th', 'Least');
      head.setAttribute('scope', 'row');
      line.append(head, ...[least.moves, least.pushes].map((value) => make('td', value?.toLocaleString('en') ?? '?')));
      rows.push(line);
    }
    $('record').hidden = rows.length === 0;
    $('record-rows').replaceChildren(...rows);
    const number = stars(known);
    $('stars').hidden = number === 0;
    $('stars').replaceChildren(make('span', drawn(number), 'stars'), make('span', meaning(known)));
    $('stars').firstElementChild?.setAttribute('aria-label', `${number} of 3 stars.`);
    $('stars').firstElementChild?.setAttribute('role', 'img');
    about();
  };

  /** Files may hold games that were not finished. @param {string} letters */
  const solves = (letters) => {
    const game = new Game(app.board);
    if (!game.load(letters)) return false;
    game.seek(Infinity);
    return game.solved;
  };

  /** Author, notes and solutions from the file. A changed level is not theirs any more. */
  const about = () => {
    const { author, notes, games } = app.isEdited ? { author: '', notes: [], games: [] } : app.about;
    const parts = [...(author ? [`By ${author}.`] : []), ...notes.map(plainNote).filter(Boolean)].map((text) => make('p', text));
    const list = games.filter(solves).slice(0, SOLUTIONS).map((letters, number) => {
      const pushes = letters.replaceAll(/[^URDL]/g, '').length;
      const look = make('button', `${count(letters.length, 'move')}${pushes > 0 ? `, ${count(pushes, 'push', 'pushes')}` : ''}`);
      look.setAttribute('type', 'button');
      look.setAttribute('aria-label', `Watch solution ${number + 1} of the file: ${look.textContent}`);
      look.addEventListener('click', () => watch(letters, 'Solution from the file'));
      return look;
    });
    if (list.length > 0) {
      const shelf = make('div', '', 'solutions');
      shelf.append(make('p', list.length === 1 ? 'Solution in the file:' : 'Solutions in the file:'), ...list);
      parts.push(shelf);
    }
    $('about-level').hidden = parts.length === 0;
    $('about-text').replaceChildren(...parts);
  };

  /** What a search has told about the level itself, not about a position on the way. @param {import('./types.js').Answer} answer @param {import('./board.js').Board} start */
  const heard = (answer, start) => {
    const level = answer.id ?? id;
    if (!level || !start.equals(app.board)) return;
    const { solution, moves, pushes } = answer;
    const found = solution === null || moves === null || pushes === null ? null : { moves, pushes, letters: solution };
    const least = found ? leastOf(answer) : {};
    if (!found && Object.keys(least).length === 0) return;
    store.machine(level, found, least);
    app.emit('results');
  };

  /**
   * Looks for a proof of what is least, for a short time; tells what is proved then.
   * @param {string} level
   * @param {import('./board.js').Board} start
   * @returns {Promise<Least>}
   */
  const prove = async (level, start) => {
    proving?.cancel();
    const mine = new Solve();
    proving = mine;
    for (const [objective, time] of PROOFS) {
      if (mine.cancelled || store.results()[level]?.least?.[objective] !== undefined) continue;
      if (start.rules === 'boulders' && objective === 'pushes') continue;
      const answer = await mine.run({ board: start.toJSON(), engine: 'auto', objective, time }).catch(() => null);
      if (!answer) break;
      heard(answer, start);
    }
    return store.results()[level]?.least ?? {};
  };

  app.on('loaded', () => {
    proving?.cancel();
    void name();
  });
  app.on('board', () => void name());
  app.on('mode', () => void name());
  app.on('results', dress);
  app.on('about', dress);
  return { heard, prove, watch };
}
