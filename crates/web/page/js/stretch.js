// Two solutions of one level compared: the stretch where they differ, and the ways of the boxes in it.
// @ts-check

import { Game } from './game.js';

/** A part of a solution, in pushes: those made before it, and those made at its end. @typedef {{from: number, to: number}} Stretch */

/** @param {string} letters */
export const pushesIn = (letters) => letters.replaceAll(/[^URDL]/g, '').length;

/**
 * Where two solutions differ: between what they begin with and what they end with alike.
 * @param {string} old
 * @param {string} now
 * @returns {{old: Stretch, now: Stretch}}
 */
export function stretch(old, now) {
  const most = Math.min(old.length, now.length);
  let head = 0;
  while (head < most && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const part = (/** @type {string} */ letters) => ({ from: pushesIn(letters.slice(0, head)), to: pushesIn(letters.slice(0, letters.length - tail)) });
  return { old: part(old), now: part(now) };
}

/**
 * The ways of the boxes that are pushed in a stretch, each as its squares.
 * @param {import('./board.js').Board} start
 * @param {string} letters
 * @param {Stretch} stretch
 * @returns {number[][]}
 */
export function trails(start, letters, { from, to }) {
  const game = new Game(start);
  if (!game.load(letters)) return [];
  /** The way of the box on a square. @type {Map<number, number[]>} */
  const ways = new Map();
  for (let pushes = 0; pushes < to && game.forwardToPush(); pushes++) {
    if (pushes < from) continue;
    const { board } = game;
    const box = board.beside(board.player, game.steps[game.cursor - 1].dir);
    const way = ways.get(board.player) ?? [board.player];
    ways.delete(board.player);
    ways.set(box, [...way, box]);
  }
  return [...ways.values()];
}
