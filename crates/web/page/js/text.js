// Boards as text: the dialects' characters, and run-length encoding for links.
// @ts-check

import { Board } from './board.js';

/** @typedef {import('./board.js').Rules} Rules */

/** The dialects in which a board can be drawn: wall, floor, goal, box, box on goal, player, player on goal. */
export const DIALECTS = /** @type {const} */ ({
  xsb: { about: 'the common one, # @ + $ * .', letters: '# .$*@+', file: 'level.xsb' },
  crate: { about: 'letters # S s C c X', letters: '# XCcSs', file: 'map.txt' },
  glyph: { about: 'symbols █ ☺ ☻ ■ ◙ ◌', letters: '█ ◌■◙☺☻', file: 'level.txt' },
  letter: { about: 'letters X M m J j G', letters: 'X.GJjMm', file: 'level.txt' },
  ampersand: { about: 'letters # & % B X .', letters: '# .BX&%', file: 'level.txt' },
});

const XSB = '# .$*@+';

/**
 * The rows of any board, finished or not, in a dialect.
 * @param {Board} board
 * @param {keyof typeof DIALECTS} dialect
 */
export function draw(board, dialect) {
  const letters = [...DIALECTS[dialect].letters];
  return board.rows().map((row) => [...row].map((letter) => letters[XSB.indexOf(letter)]).join(''));
}

/**
 * An unfinished board from text: the server refuses what is no level, but a draft may lack its
 * player or a box. Returns null where the text has other characters than the dialect's.
 * @param {string} text
 * @param {string} dialect
 */
export function draft(text, dialect) {
  const rows = draftRows(text, dialect);
  return rows && { board: Board.fromRows(rows), keepers: keepers(rows) };
}

/** How many keepers there are. @param {string[]} rows */
export function keepers(rows) {
  return rows.join('').replaceAll(/[^@+]/g, '').length;
}

/** @param {string} text @param {string} dialect */
function draftRows(text, dialect) {
  const known = DIALECTS[/** @type {keyof typeof DIALECTS} */ (dialect)];
  if (!known) return null;
  const letters = [...known.letters];
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop();
  const rows = [];
  for (const line of lines) {
    const cells = [...line].map((letter) => letters.indexOf(letter === '-' ? ' ' : letter));
    if (cells.includes(-1)) return null;
    rows.push(cells.map((cell) => XSB[cell]).join(''));
  }
  return rows.length > 0 ? rows : null;
}

/** Rows joined by bars, equal characters counted; floor is a minus. @param {string[]} rows */
export function encode(rows) {
  return rows
    .map((row) =>
      (row === '' ? '-' : row)
        .replaceAll(' ', '-')
        .replace(/(.)\1+/g, (run, letter) => `${run.length}${letter}`),
    )
    .join('|');
}

/**
 * The rows of a run-length encoded board, or null. Groups in brackets repeat.
 * @param {string} text
 * @param {number} limit the most characters it may come to
 */
export function decode(text, limit) {
  /** @type {{start: number, count: number}[]} */
  const groups = [];
  let out = '';
  let digits = '';
  const number = () => {
    const value = digits === '' ? 1 : Number(digits);
    digits = '';
    return value;
  };
  for (const letter of text) {
    if (letter >= '0' && letter <= '9') {
      digits += letter;
      if (digits.length > 6) return null;
    } else if (letter === '(') {
      groups.push({ start: out.length, count: number() });
    } else if (letter === ')') {
      const group = groups.pop();
      if (!group || digits !== '') return null;
      const body = out.slice(group.start);
      if (group.start + body.length * group.count > limit) return null;
      out = out.slice(0, group.start) + body.repeat(group.count);
    } else {
      if (!'#@+$*.-_ |'.includes(letter)) return null;
      const times = number();
      if (out.length + times > limit) return null;
      out += letter.repeat(times);
    }
  }
  if (groups.length > 0 || digits !== '' || out === '') return null;
  return out.split('|').map((row) => row.replaceAll(/[-_]/g, ' '));
}

/** Step letters, equal ones counted. @param {string} letters */
export function shorten(letters) {
  return letters.replace(/(.)\1+/g, (run, letter) => `${run.length}${letter}`);
}

/** The letters of a shortened text, or null where it is none. @param {string} text @param {number} limit the most letters it may come to */
export function lengthen(text, limit) {
  if (!/^(\d{0,6}[udlr])*$/i.test(text)) return null;
  let out = '';
  for (const [, times, letter] of text.matchAll(/(\d*)([udlr])/gi)) {
    if (out.length + Number(times || 1) > limit) return null;
    out += letter.repeat(Number(times || 1));
  }
  return out;
}
