// The board drawn as SVG: tiles once, boxes and keeper as sprites that glide.
// @ts-check

import { Board } from './board.js';

/** One square is this large in the drawing's own units. */
export const UNIT = 100;
/** Why a square is hatched. */
export const DEAD = 'A box here can never reach a goal.';
const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, string | number>} [attributes] */
export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** @typedef {{dead?: number[], trouble?: {at: number, lost: boolean}[], reach?: number[], selected?: number, hint?: {from: number, to: number} | null, marks?: number[], cursor?: number, differ?: number[], trails?: {old: number[][], now: number[][]}}} Overlay */

export class View {
  /** @param {SVGSVGElement} svg */
  constructor(svg) {
    this.svg = svg;
    this.tiles = element('g', { class: 'tiles' });
    this.under = element('g', { class: 'under' });
    this.boxes = element('g', { class: 'boxes' });
    this.over = element('g', { class: 'over' });
    this.keeper = element('g', { class: 'keeper' });
    this.keeperUse = element('use', { href: '#keeper-2', width: UNIT, height: UNIT });
    this.keeper.append(this.keeperUse);
    svg.append(this.tiles, this.under, this.boxes, this.keeper, this.over);
    /** @type {SVGElement[]} */
    this.cells = [];
    /** What is drawn in each cell. @type {string[]} */
    this.drawn = [];
    /** @type {Map<number, SVGElement>} */
    this.sprites = new Map();
    this.width = 0;
    this.height = 0;
    this.player = -1;
    this.facing = 2;
    this.rules = 'boxes';
    this.cell = 48;
  }

  /**
   * Shows a board. `smooth` lets boxes and keeper glide.
   * @param {Board} board
   * @param {{smooth?: boolean, all?: boolean}} [how] `all`: squares outside the walls too
   */
  show(board, { smooth = false, all = false } = {}) {
    const same = board.width === this.width && board.height === this.height && board.rules === this.rules;
    if (!same) this.reset(board);
    this.drawTiles(board, all);
    this.svg.classList.toggle('still', !smooth || !same);
    this.drawBoxes(board);
    this.drawKeeper(board);
  }

  /** @param {Board} board */
  reset(board) {
    this.width = board.width;
    this.height = board.height;
    this.rules = board.rules;
    this.svg.setAttribute('viewBox', `0 0 ${board.width * UNIT} ${board.height * UNIT}`);
    this.tiles.replaceChildren();
    this.boxes.replaceChildren();
    this.sprites.clear();
    this.player = -1;
    this.drawn = new Array(board.size).fill('');
    this.cells = Array.from({ length: board.size }, (_, at) => {
      const cell = /** @type {SVGElement} */ (element('g', { transform: this.translate(at) }));
      this.tiles.append(cell);
      return cell;
    });
  }

  /** @param {number} at */
  translate(at) {
    return `translate(${(at % this.width) * UNIT} ${Math.floor(at / this.width) * UNIT})`;
  }

  /** The same for a style, which can glide. @param {number} at */
  glide(at) {
    return `translate(${(at % this.width) * UNIT}px, ${Math.floor(at / this.width) * UNIT}px)`;
  }

  /** @param {Board} board @param {boolean} all */
  drawTiles(board, all) {
    const outside = board.outside();
    for (let at = 0; at < board.size; at++) {
      const hidden = outside[at] && !board.goal[at] && !board.wall[at];
      let code;
      if (board.wall[at]) code = `w${walls(board, outside, all, at)}`;
      else if (hidden && !all) code = 'o';
      else {
        const shade = board.beside(at, 0) >= 0 && board.wall[board.beside(at, 0)] ? 's' : '';
        const odd = (Math.floor(at / board.width) + (at % board.width)) % 2 ? 'a' : 'b';
        code = `${hidden ? 'x' : 'f'}${odd}${shade}${board.goal[at] ? 'g' : ''}`;
      }
      if (this.drawn[at] === code) continue;
      this.drawn[at] = code;
      this.cells[at].innerHTML = code[0] === 'w' ? wall(Number(code.slice(1))) : floor(code);
    }
  }

  /** @param {Board} board */
  drawBoxes(board) {
    /** @type {number[]} */
    const missing = [];
    for (let at = 0; at < board.size; at++) {
      if (board.box[at] && !this.sprites.has(at)) missing.push(at);
    }
    const loose = [...this.sprites.keys()].filter((at) => !board.box[at]);
    for (const at of missing) {
      const from = nearest(loose, at, this.width);
      let sprite;
      if (from >= 0) {
        loose.splice(loose.indexOf(from), 1);
        sprite = /** @type {SVGElement} */ (this.sprites.get(from));
        this.sprites.delete(from);
      } else {
        sprite = /** @type {SVGElement} */ (element('g', { class: 'box' }));
        sprite.append(element('use', { width: UNIT, height: UNIT }));
        this.boxes.append(sprite);
      }
      sprite.style.transform = this.glide(at);
      this.sprites.set(at, sprite);
    }
    for (const at of loose) {
      this.sprites.get(at)?.remove();
      this.sprites.delete(at);
    }
    for (const [at, sprite] of this.sprites) {
      const kind = board.rules === 'boulders' ? '#boulder' : board.goal[at] ? '#box-done' : '#box';
      const use = /** @type {Element} */ (sprite.firstElementChild);
      if (use.getAttribute('href') !== kind) use.setAttribute('href', kind);
    }
  }

  /** @param {Board} board */
  drawKeeper(board) {
    this.keeper.toggleAttribute('hidden', board.player < 0);
    this.keeper.style.display = board.player < 0 ? 'none' : '';
    if (board.player < 0) {
      this.player = -1;
      return;
    }
    if (this.player >= 0 && this.player !== board.player) {
      for (let dir = 0; dir < 4; dir++) {
        if (board.beside(this.player, dir) === board.player) this.face(dir);
      }
    }
    this.player = board.player;
    this.keeper.style.transform = this.glide(board.player);
  }

  /** Turns the keeper. @param {number} dir */
  face(dir) {
    this.facing = dir;
    this.keeperUse.setAttribute('href', dir === 3 ? '#keeper-1' : `#keeper-${dir}`);
    this.keeperUse.setAttribute('transform', dir === 3 ? `translate(${UNIT} 0) scale(-1 1)` : '');
  }

  /** Marks on the board. @param {Overlay} overlay */
  mark(overlay) {
    if (this.width === 0) return;
    const under = [];
    const over = [];
    const square = (/** @type {number} */ at, /** @type {string} */ name, inset = 0) =>
      element('rect', { class: name, x: (at % this.width) * UNIT + inset, y: Math.floor(at / this.width) * UNIT + inset, width: UNIT - 2 * inset, height: UNIT - 2 * inset, rx: inset });
    const centre = (/** @type {number} */ at) => [((at % this.width) + 0.5) * UNIT, (Math.floor(at / this.width) + 0.5) * UNIT];
    for (const at of overlay.dead ?? []) {
      const hatched = square(at, 'dead');
      const title = element('title');
      title.textContent = DEAD;
      hatched.append(title);
      under.push(hatched);
    }
    for (const at of overlay.marks ?? []) under.push(square(at, 'mark', 6));
    // One path for all, so that crossings are not darker.
    for (const name of /** @type {const} */ (['now', 'old'])) {
      const ways = overlay.trails?.[name] ?? [];
      if (ways.length > 0) under.push(element('path', { class: `trail ${name}`, d: ways.map((way) => `M${way.map((at) => centre(at).join(' ')).join('L')}`).join('') }));
    }
    for (const at of overlay.differ ?? []) over.push(square(at, 'differ', 4));
    for (const { at, lost } of overlay.trouble ?? []) over.push(square(at, lost ? 'lost' : 'stuck', 5));
    for (const at of overlay.reach ?? []) {
      const [cx, cy] = centre(at);
      over.push(element('circle', { class: 'reach', cx, cy, r: 13 }));
    }
    if (overlay.selected !== undefined && overlay.selected >= 0) over.push(square(overlay.selected, 'selected', 3));
    if (overlay.hint) {
      const [x1, y1] = centre(overlay.hint.from);
      const [x2, y2] = centre(overlay.hint.to);
      const ghost = element('use', { class: 'ghost', href: this.rules === 'boulders' ? '#boulder' : '#box', x: x2 - UNIT / 2, y: y2 - UNIT / 2, width: UNIT, height: UNIT });
      const angle = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
      const arrow = element('path', { class: 'arrow', d: 'M-34 0H34M12-22 36 0 12 22', transform: `translate(${(x1 + x2) / 2} ${(y1 + y2) / 2}) rotate(${angle})` });
      over.push(ghost, square(overlay.hint.from, 'selected', 3), arrow);
    }
    if (overlay.cursor !== undefined && overlay.cursor >= 0) over.push(square(overlay.cursor, 'cursor', 3));
    this.under.replaceChildren(...under);
    this.over.replaceChildren(...over);
  }

  /** Sets the size of a square in pixels. @param {number} cell */
  size(cell) {
    this.cell = cell;
    this.svg.style.width = `${cell * this.width}px`;
    this.svg.style.height = `${cell * this.height}px`;
  }

  /** The square at a point of the window, or -1. @param {{clientX: number, clientY: number}} point */
  squareAt(point) {
    const box = this.svg.getBoundingClientRect();
    const column = Math.floor(((point.clientX - box.left) / box.width) * this.width);
    const row = Math.floor(((point.clientY - box.top) / box.height) * this.height);
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return -1;
    return row * this.width + column;
  }
}

/**
 * Which neighbours of a wall are walls (bits 0-3 as DIRS), and at which of its corners floor is
 * seen (bits 4-7: top left, top right, bottom right, bottom left).
 * @param {Board} board @param {Uint8Array} outside @param {boolean} all @param {number} at
 */
function walls(board, outside, all, at) {
  const near = [0, 1, 2, 3].map((dir) => board.beside(at, dir));
  const isWall = near.map((to) => to >= 0 && board.wall[to] === 1);
  const isFloor = near.map((to, dir) => to >= 0 && !isWall[dir] && (all || !outside[to]));
  let mask = 0;
  for (let dir = 0; dir < 4; dir++) mask |= Number(isWall[dir]) << dir;
  [[0, 3], [0, 1], [2, 1], [2, 3]].forEach(([one, other], corner) => {
    if (isFloor[one] && isFloor[other]) mask |= 16 << corner;
  });
  return mask;
}

/** A wall that joins its neighbours; its front is visible where no wall is below it. @param {number} mask */
function wall(mask) {
  const [up, right, down, left] = [1, 2, 4, 8].map((bit) => (mask & bit) !== 0);
  const r = 15;
  const x0 = left ? -0.6 : 0;
  const x1 = right ? 100.6 : 100;
  const y0 = up ? -0.6 : 0;
  const bottom = down ? 100.6 : 100;
  const y1 = down ? 100.6 : 74;
  const corners = [[0, 0], [80, 0], [80, 80], [0, 80]];
  const patches = corners.map(([x, y], corner) => (mask & (16 << corner) ? `<rect class="floor" x="${x}" y="${y}" width="20.500" height="20.500"/>` : '')).join('');
  const top = shape(x0, y0, x1, y1, up || left ? 0 : r, up || right ? 0 : r, down || right ? 0 : r, down || left ? 0 : r);
  const edge = up ? '' : `<path class="wall-edge" d="M${x0 + (left ? 0 : r)} 1.500H${x1 - (right ? 0 : r)}"/>`;
  if (down) return `${patches}<path class="wall-top" d="${top}"/>${edge}`;
  // The front begins just under the top, higher only where the top's corner is round.
  const face = `M${x0} ${left ? 73.5 : 58}L${x1} ${right ? 73.5 : 58}V${bottom - (right ? 0 : r)}${right ? '' : `A${r} ${r} 0 0 1 ${x1 - r} ${bottom}`}H${x0 + (left ? 0 : r)}${left ? '' : `A${r} ${r} 0 0 1 ${x0} ${bottom - r}`}Z`;
  const lines = `M${x0} 87H${x1}M${left ? 25 : 34} 74V87M${right ? 75 : 66} 74V87M50 87V100`;
  return `${patches}<path class="wall-face" d="${face}"/><path class="wall-line" d="${lines}"/><path class="wall-top" d="${top}"/>${edge}`;
}

/** A rectangle with its own radius at each corner. @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 @param {number} a @param {number} b @param {number} c @param {number} d */
function shape(x0, y0, x1, y1, a, b, c, d) {
  const arc = (/** @type {number} */ r, /** @type {string} */ to) => (r ? `A${r} ${r} 0 0 1 ${to}` : '');
  return `M${x0 + a} ${y0}H${x1 - b}${arc(b, `${x1} ${y0 + b}`)}V${y1 - c}${arc(c, `${x1 - c} ${y1}`)}H${x0 + d}${arc(d, `${x0} ${y1 - d}`)}V${y0 + a}${arc(a, `${x0 + a} ${y0}`)}Z`;
}

/** @param {string} code */
function floor(code) {
  if (code === 'o') return '';
  const kind = code[0] === 'x' ? 'sq void' : code[1] === 'a' ? 'sq floor' : 'sq floor odd';
  const shade = code.includes('s') ? '<rect class="wall-shadow" width="100.500" height="14"/>' : '';
  const goal = code.includes('g') ? '<use href="#goal" width="100" height="100"/>' : '';
  return `<rect class="${kind}" width="100.500" height="100.500"/>${shade}${goal}`;
}

/** @param {number[]} squares @param {number} at @param {number} width */
function nearest(squares, at, width) {
  let best = -1;
  let least = Infinity;
  for (const from of squares) {
    const away = Math.abs((from % width) - (at % width)) + Math.abs(Math.floor(from / width) - Math.floor(at / width));
    if (away < least) [best, least] = [from, away];
  }
  return best;
}

/** A small picture of a board for lists. @param {Board} board */
export function thumbnail(board) {
  const svg = /** @type {SVGSVGElement} */ (element('svg', { viewBox: `0 0 ${board.width} ${board.height}`, class: 'thumb', 'aria-hidden': 'true' }));
  const outside = board.outside();
  /** @type {Record<string, string>} */
  const paths = { 't-floor': '', 't-wall': '', 't-goal': '', 't-box': '', 't-done': '', 't-keeper': '' };
  for (let at = 0; at < board.size; at++) {
    const x = at % board.width;
    const y = Math.floor(at / board.width);
    const full = `M${x} ${y}h1.020v1.020h-1.020Z`;
    const inner = `M${x + 0.14} ${y + 0.14}h.72v.72h-.72Z`;
    if (board.wall[at]) paths['t-wall'] += full;
    else if (!outside[at]) paths['t-floor'] += full;
    if (board.goal[at]) paths['t-goal'] += `M${x + 0.5} ${y + 0.18}l.32.32-.32.32-.32-.32Z`;
    if (board.box[at]) paths[board.goal[at] ? 't-done' : 't-box'] += inner;
    if (board.player === at) paths['t-keeper'] += `M${x + 0.5} ${y + 0.14}a.36.36 0 1 1-.01 0Z`;
  }
  for (const [name, d] of Object.entries(paths)) if (d) svg.append(element('path', { class: name, d }));
  return svg;
}
