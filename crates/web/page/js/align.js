// Two solutions of one level side by side: where their boxes stand alike, and what comes between.
// @ts-check

import { Game } from './game.js';

/** A solution by its pushes: the squares of the boxes at first and after each push, and the steps made by then. @typedef {{sets: number[][], ends: number[]}} Way */
/** Pushes made in the old and in the new solution. @typedef {{old: number, now: number}} Moment */
/** Moments between which the solutions differ; at both ends the boxes stand alike, except perhaps at the last. @typedef {{from: number, to: number}} Part */

/** @param {import('./board.js').Board} start @param {string} letters @returns {Way} */
export function wayOf(start, letters) {
  const game = new Game(start);
  game.load(letters);
  const boxes = () => Array.from(game.board.box.keys()).filter((at) => game.board.box[at]);
  const way = { sets: [boxes()], ends: [0] };
  while (game.forwardToPush()) {
    // Behind the last push there may be steps.
    if (!game.steps[game.cursor - 1].push) break;
    way.sets.push(boxes());
    way.ends.push(game.cursor);
  }
  return way;
}

/**
 * The longest chain of equal box sets that rises in both solutions, as the patience sort finds it; the
 * start is always in it.
 * @param {number[][]} old
 * @param {number[][]} now
 * @returns {Moment[]}
 */
function chain(old, now) {
  /** Where each set is in the old solution, the last first. @type {Map<string, number[]>} */
  const places = new Map();
  for (let at = old.length - 1; at > 0; at--) {
    const key = old[at].join();
    const known = places.get(key);
    if (known) known.push(at);
    else places.set(key, [at]);
  }
  /** The chain of each length that ends lowest in the old solution. @type {{old: number, now: number, before: any}[]} */
  const piles = [];
  for (let at = 1; at < now.length; at++) {
    for (const place of places.get(now[at].join()) ?? []) {
      let [low, high] = [0, piles.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (piles[middle].old < place) low = middle + 1;
        else high = middle;
      }
      piles[low] = { old: place, now: at, before: piles[low - 1] ?? null };
    }
  }
  /** @type {Moment[]} */
  const found = [];
  for (let link = piles.at(-1) ?? null; link; link = link.before) found.push({ old: link.old, now: link.now });
  return [{ old: 0, now: 0 }, ...found.reverse()];
}

/**
 * Moments for a slider: wherever the boxes can stand alike they do so at the same moment, and between
 * such moments both go on at their own pace.
 * @param {number[][]} old
 * @param {number[][]} now
 * @returns {{moments: Moment[], parts: Part[]}}
 */
export function align(old, now) {
  const anchors = chain(old, now);
  const end = { old: old.length - 1, now: now.length - 1 };
  const last = anchors[anchors.length - 1];
  if (last.old < end.old || last.now < end.now) anchors.push(end);
  const moments = [anchors[0]];
  /** @type {Part[]} */
  const parts = [];
  for (let index = 1; index < anchors.length; index++) {
    const [from, to] = [anchors[index - 1], anchors[index]];
    const [pushes, others] = [to.old - from.old, to.now - from.now];
    const most = Math.max(pushes, others);
    const first = moments.length - 1;
    for (let step = 1; step <= most; step++) {
      moments.push({ old: from.old + Math.round((step * pushes) / most), now: from.now + Math.round((step * others) / most) });
    }
    // From alike to alike with one push each: it is the same push.
    if (most > 1 || pushes !== others) parts.push({ from: first, to: moments.length - 1 });
  }
  return { moments, parts };
}
