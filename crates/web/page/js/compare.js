// Compare: the old and the new solution side by side, at the same moment wherever their boxes stand alike.
// @ts-check

import { align, wayOf } from './align.js';
import { count } from './board.js';
import { $, button, dialog, input, onClick, openDialog } from './dom.js';
import { Game } from './game.js';
import { trails } from './stretch.js';
import { View } from './view.js';

/** Milliseconds for a moment while it plays. */
const PACE = 350;
const SIDES = /** @type {const} */ (['old', 'now']);

/** @typedef {'old' | 'now'} Side */
/** @typedef {{start: import('./board.js').Board, letters: Record<Side, string>, games: Record<Side, Game>, ways: Record<Side, import('./align.js').Way>, moments: import('./align.js').Moment[], parts: import('./align.js').Part[]}} Pair */

export function prepareCompare() {
  const views = { old: new View($('compare-old')), now: new View($('compare-now')) };
  /** @type {Pair | null} */
  let pair = null;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  let clock;

  const slider = input('compare-moment');
  const moment = () => Number(slider.value);

  /** The part that the moment lies in, or that it ends. @param {Pair} pair */
  const partAt = ({ parts }) => parts.find(({ from, to }) => from < moment() && moment() <= to);

  /** One side at the moment: the position, the boxes that stand elsewhere on the other side, and the ways that differ. @param {Pair} pair @param {Side} side */
  const dressSide = (pair, side) => {
    const { moments, ways, games, letters, start } = pair;
    const other = side === 'old' ? 'now' : 'old';
    const at = moments[moment()];
    const [set, theirs] = [ways[side].sets[at[side]], ways[other].sets[at[other]]];
    const game = games[side];
    game.seek(ways[side].ends[at[side]]);
    views[side].show(game.board);
    const part = partAt(pair);
    const own = part ? trails(start, letters[side], { from: moments[part.from][side], to: moments[part.to][side] }) : [];
    views[side].mark({ trails: { old: [], now: [], [side]: own }, differ: set.filter((box) => !theirs.includes(box)) });
    const words = `push ${at[side]} of ${ways[side].sets.length - 1}, ${count(game.cursor, 'move')}`;
    $(`compare-${side}-at`).textContent = words;
    $(`compare-${side}`).setAttribute('aria-label', `${side === 'old' ? 'Before' : 'Now'}: ${words}`);
    return { words, elsewhere: set.filter((box) => !theirs.includes(box)).length, moves: game.cursor };
  };

  const dress = () => {
    if (!pair) return;
    const [old, now] = SIDES.map((side) => dressSide(/** @type {Pair} */ (pair), side));
    const ahead = old.moves - now.moves;
    const lead = ahead === 0 ? 'as many moves so far' : `the new solution is ${count(Math.abs(ahead), 'move')} ${ahead > 0 ? 'ahead' : 'behind'}`;
    const boxes = old.elsewhere === 0 ? 'The boxes stand alike' : `${count(old.elsewhere, 'box stands', 'boxes stand')} elsewhere`;
    $('compare-words').textContent = `${boxes}; ${lead}.`;
    slider.setAttribute('aria-valuetext', `Before: ${old.words}. Now: ${now.words}. ${$('compare-words').textContent}`);
    const { parts, moments } = pair;
    button('compare-back').disabled = !parts.some(({ from }) => from < moment());
    button('compare-next').disabled = !parts.some(({ from }) => from > moment());
    button('compare-play').disabled = moments.length < 2;
  };

  const pause = () => {
    clearInterval(clock);
    clock = undefined;
    $('compare-play-icon').setAttribute('href', '#icon-play');
    button('compare-play').setAttribute('aria-label', 'Play both');
  };

  const play = () => {
    if (clock !== undefined) return pause();
    if (moment() >= Number(slider.max)) slider.value = '0';
    $('compare-play-icon').setAttribute('href', '#icon-pause');
    button('compare-play').setAttribute('aria-label', 'Pause');
    clock = setInterval(() => {
      slider.value = String(moment() + 1);
      dress();
      if (moment() >= Number(slider.max)) pause();
    }, PACE);
  };

  /** To where the solutions part, the last time before now or the next time. @param {-1 | 1} by */
  const jump = (by) => {
    const places = pair?.parts.map(({ from }) => from) ?? [];
    const place = by > 0 ? places.find((from) => from > moment()) : places.findLast((from) => from < moment());
    if (place === undefined) return;
    pause();
    slider.value = String(place);
    dress();
    // A button that cannot be pressed any more would lose the focus.
    if (button(by > 0 ? 'compare-next' : 'compare-back').disabled) slider.focus();
  };

  slider.addEventListener('input', () => {
    pause();
    dress();
  });
  onClick('compare-play', play);
  onClick('compare-back', () => jump(-1));
  onClick('compare-next', () => jump(1));
  dialog('dialog-compare').addEventListener('close', () => {
    pause();
    pair = null;
  });

  /** @param {import('./board.js').Board} start @param {string} old @param {string} now */
  return (start, old, now) => {
    const letters = { old, now };
    const games = { old: new Game(start), now: new Game(start) };
    for (const side of SIDES) games[side].load(letters[side]);
    const ways = { old: wayOf(start, old), now: wayOf(start, now) };
    pair = { start, letters, games, ways, ...align(ways.old.sets, ways.now.sets) };
    const { parts, moments } = pair;
    const last = moments.length - 1;
    slider.max = String(last);
    // It begins where they first part.
    slider.value = String(parts[0]?.from ?? 0);
    $('compare-about').textContent = parts.length === 0 ? 'Both push alike; only the walks differ.' : `The pushes part ${parts.length === 1 ? 'once' : `${parts.length} times`}. Wherever the boxes can stand alike, they do so at the same moment.`;
    $('compare-band').replaceChildren(...parts.map(({ from, to }) => {
      const mark = document.createElement('i');
      mark.style.left = `${(from / last) * 100}%`;
      mark.style.width = `${((to - from) / last) * 100}%`;
      return mark;
    }));
    openDialog('dialog-compare', 'compare-moment');
    dress();
  };
}
