// A small chart of a figure that falls in steps over time.
// @ts-check

import { element } from './view.js';

/** The drawing's size, and the room round the line. */
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [260, 92, 4, 6, 18, 16];

/**
 * Draws points of seconds and values, in order of time; the last value holds until `until`.
 * @param {SVGSVGElement} svg
 * @param {[number, number][]} points
 * @param {number} until
 */
export function stepChart(svg, points, until) {
  const values = points.map(([, value]) => value);
  const [most, least] = [Math.max(...values), Math.min(...values)];
  const end = Math.max(until, 0.2, ...points.map(([seconds]) => seconds));
  const floor = HEIGHT - BOTTOM;
  const x = (/** @type {number} */ seconds) => LEFT + (seconds / end) * (WIDTH - LEFT - RIGHT);
  const y = (/** @type {number} */ value) => (most === least ? TOP + 6 : TOP + ((most - value) / (most - least)) * (floor - TOP - 8));
  const steps = points.map(([seconds, value], index) => (index === 0 ? `M${x(0)} ${y(value)}` : `H${x(seconds)}V${y(value)}`));
  const line = `${steps.join('')}H${x(end)}`;
  const text = (/** @type {string} */ words, /** @type {number} */ at, /** @type {number} */ base, /** @type {string} */ anchor, name = 'chart-text') => {
    const label = element('text', { class: name, x: at, y: base, 'text-anchor': anchor });
    label.textContent = words;
    return label;
  };
  const last = points.at(-1) ?? [0, 0];
  svg.setAttribute('viewBox', `0 0 ${WIDTH} ${HEIGHT}`);
  svg.replaceChildren(
    element('path', { class: 'chart-axis', d: `M${LEFT} ${floor}H${WIDTH - RIGHT}` }),
    element('path', { class: 'chart-area', d: `${line}V${floor}H${x(0)}Z` }),
    element('path', { class: 'chart-line', d: line }),
    ...points.slice(1).map(([seconds, value]) => element('circle', { class: 'chart-dot', cx: x(seconds), cy: y(value), r: 2.6 })),
    text(values[0].toLocaleString('en'), LEFT, TOP - 6, 'start'),
    ...(most === least ? [] : [text(last[1].toLocaleString('en'), WIDTH - RIGHT, y(last[1]) - 6, 'end', 'chart-text strong')]),
    text('0 s', LEFT, HEIGHT - 3, 'start'),
    text(`${end < 10 ? end.toFixed(1) : Math.round(end)} s`, WIDTH - RIGHT, HEIGHT - 3, 'end'),
  );
}
