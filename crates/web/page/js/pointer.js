// Mouse, pen and fingers on the board: strokes for the mode on show, two fingers pan and zoom.
// @ts-check

import { $ } from './dom.js';

/** @typedef {{down: (at: number, erase: boolean) => void, drag: (at: number) => void, up: (at: number) => void, hover: (at: number) => void, isGrip?: (at: number) => boolean, swipe?: (dir: number) => void}} Strokes */

/** Pixels that a finger goes for a step. */
const SWIPE = 30;

/**
 * @param {import('./app.js').App} app
 * @param {Record<import('./app.js').Mode, Strokes>} strokes
 */
export function listenToPointers(app, strokes) {
  const board = $('board');
  const stage = $('stage');
  /** @type {Map<number, {x: number, y: number}>} */
  const fingers = new Map();
  let stroke = -1;
  let last = -1;
  /** @type {{x: number, y: number} | null} */
  let panning = null;
  let spread = 0;
  /** A finger that may swipe: where its next step is counted from, and whether it made one. @type {{id: number, x: number, y: number, at: number, went: boolean} | null} */
  let swiping = null;

  const middle = () => {
    const all = [...fingers.values()];
    return { x: (all[0].x + all[1].x) / 2, y: (all[0].y + all[1].y) / 2 };
  };
  const distance = () => {
    const [a, b] = [...fingers.values()];
    return Math.hypot(a.x - b.x, a.y - b.y);
  };
  const point = (/** @type {PointerEvent} */ event) => ({ x: event.clientX, y: event.clientY });
  const now = () => strokes[app.mode];

  board.addEventListener('contextmenu', (event) => event.preventDefault());

  stage.addEventListener('pointerdown', (event) => {
    fingers.set(event.pointerId, point(event));
    if (fingers.size === 2 && event.pointerType === 'touch') {
      if (stroke >= 0) now().up(-1);
      swiping = null;
      stroke = -1;
      panning = middle();
      spread = distance();
      return;
    }
    if (event.button === 1) {
      event.preventDefault();
      panning = point(event);
      stage.setPointerCapture(event.pointerId);
      return;
    }
    const at = app.view.squareAt(event);
    const { swipe, isGrip } = now();
    if (event.pointerType === 'touch' && fingers.size === 1 && swipe && !(at >= 0 && isGrip?.(at))) {
      swiping = { id: event.pointerId, ...point(event), at, went: false };
      stage.setPointerCapture(event.pointerId);
      return;
    }
    if (at < 0 || fingers.size > 1 || (event.button !== 0 && event.button !== 2)) return;
    stroke = event.pointerId;
    last = at;
    stage.setPointerCapture(event.pointerId);
    now().down(at, event.button === 2);
  });

  stage.addEventListener('pointermove', (event) => {
    if (fingers.has(event.pointerId)) fingers.set(event.pointerId, point(event));
    if (panning) {
      const to = fingers.size >= 2 ? middle() : point(event);
      stage.scrollLeft -= to.x - panning.x;
      stage.scrollTop -= to.y - panning.y;
      panning = to;
      if (fingers.size >= 2) {
        const wide = distance();
        if (Math.abs(wide - spread) > 2) {
          const edge = stage.getBoundingClientRect();
          app.zoomTo((app.view.cell * wide) / spread, { x: to.x - edge.left, y: to.y - edge.top });
          spread = wide;
        }
      }
      return;
    }
    if (swiping?.id === event.pointerId) {
      const [x, y] = [event.clientX - swiping.x, event.clientY - swiping.y];
      if (Math.max(Math.abs(x), Math.abs(y)) < SWIPE) return;
      const dir = Math.abs(x) > Math.abs(y) ? (x > 0 ? 1 : 3) : y > 0 ? 2 : 0;
      swiping = { ...swiping, ...point(event), went: true };
      now().swipe?.(dir);
      return;
    }
    const at = app.view.squareAt(event);
    if (stroke !== event.pointerId) {
      if (event.pointerType === 'mouse') now().hover(at);
      return;
    }
    if (at < 0 || at === last) return;
    for (const square of between(app.view.width, last, at)) now().drag(square);
    last = at;
  });

  const end = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    if (fingers.size < 2) panning = null;
    if (swiping?.id === event.pointerId) {
      const { at, went } = swiping;
      swiping = null;
      // A finger that stayed where it was is a tap.
      if (!went && at >= 0 && event.type === 'pointerup') {
        now().down(at, false);
        now().up(at);
      }
      return;
    }
    if (stroke !== event.pointerId) return;
    stroke = -1;
    now().up(event.type === 'pointerup' ? app.view.squareAt(event) : -1);
  };
  stage.addEventListener('pointerup', end);
  stage.addEventListener('pointercancel', end);
  // A finger that is lifted leaves too; what it tapped is still meant.
  stage.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') now().hover(-1);
  });

  stage.addEventListener('wheel', (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    const edge = stage.getBoundingClientRect();
    const factor = Math.exp(-event.deltaY / 300);
    app.zoomTo(app.view.cell * factor, { x: event.clientX - edge.left, y: event.clientY - edge.top });
  }, { passive: false });
}

/** The squares of a straight line after its first, so that a quick stroke leaves no holes. @param {number} width @param {number} from @param {number} to */
function between(width, from, to) {
  const [x0, y0] = [from % width, Math.floor(from / width)];
  const [x1, y1] = [to % width, Math.floor(to / width)];
  const steps = Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0));
  const squares = [];
  for (let step = 1; step <= steps; step++) {
    const x = Math.round(x0 + ((x1 - x0) * step) / steps);
    const y = Math.round(y0 + ((y1 - y0) * step) / steps);
    squares.push(y * width + x);
  }
  return squares;
}
