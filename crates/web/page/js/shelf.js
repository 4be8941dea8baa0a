// Opened files, kept in the browser so that a reload does not lose them.
// @ts-check

import { store } from './store.js';
import { decode, encode } from './text.js';

/** A level as it is stored: run-length encoded rows, rules, and what is said about it. */
/** @typedef {{rows: string, rules: import('./board.js').Rules, id: string | null, title: string | null, author: string | null, notes?: string[], games?: string[]}} StoredLevel */
/** @typedef {{title: string, levels: StoredLevel[]}} Stored */

/** Characters that all opened files together may take: browsers give a page about five million. */
const ROOM = 2_500_000;
/** Squares of a level, in case the storage was tampered with. */
const SQUARES = 200_000;

/** A level that could not be read keeps its place, so that the others keep their numbers. @param {import('./types.js').Level} level @returns {StoredLevel} */
function packed(level) {
  const { rows, rules } = level.board ?? { rows: [], rules: /** @type {const} */ ('boxes') };
  const { id, title, author, notes, games } = level;
  return { rows: encode(rows), rules, id, title, author, notes: notes.length > 0 ? notes : undefined, games: games.length > 0 ? games : undefined };
}

/** @param {StoredLevel} level @param {number} index @returns {import('./types.js').Level} */
function unpacked(level, index) {
  const rows = decode(level.rows, SQUARES);
  const { title, author, id, rules, notes = [], games = [] } = level;
  const problems = rows ? [] : [{ message: 'not a level', line: null, column: null }];
  return { index: index + 1, title, author, id, dialect: 'xsb', board: rows && { rules, rows }, warnings: [], problems, notes, games };
}

/** The collections that were opened before, the latest last. */
export function openedBefore() {
  try {
    return store.files().map(({ title, levels }) => ({ title, levels: levels.map(unpacked) }));
  } catch {
    return [];
  }
}

/**
 * Keeps a collection; older ones give way where there is no room for all. Tells whether it is kept.
 * @param {string} title
 * @param {import('./types.js').Level[]} levels
 */
export function keep(title, levels) {
  const files = store.files().filter((file) => file.title !== title);
  files.push({ title, levels: levels.map(packed) });
  while (files.length > 1 && JSON.stringify(files).length > ROOM) files.shift();
  return JSON.stringify(files).length <= ROOM && store.setFiles(files);
}

/** @param {string} title */
export function remove(title) {
  store.setFiles(store.files().filter((file) => file.title !== title));
}
