// An order of figures as chips: pressed ones count, and each can be moved by keys and by pointer.
// @ts-check

import { FIGURES } from './answer.js';
import { $, make, say } from './dom.js';

/** The names of the figures in a goal, by their names in an answer. @type {Record<string, string>} */
export const GOALS = { moves: 'moves', pushes: 'pushes', box_lines: 'box-lines', box_changes: 'box-changes', pushing_sessions: 'sessions', player_lines: 'player-lines', robot_half_moves: 'robot' };
/** What counts until something else is chosen. */
const FIRST = ['pushes', 'box_lines', 'moves'];
/** Pixels that a pointer goes before it drags. */
const GRIP = 6;

/** @param {() => void} changed */
export function prepareOrder(changed) {
  const shelf = $('chips');
  const chips = () => /** @type {HTMLButtonElement[]} */ ([...shelf.children]);
  const isOn = (/** @type {Element} */ chip) => chip.getAttribute('aria-pressed') === 'true';

  /** The place of a chip, said aloud. @param {HTMLElement} chip */
  const tell = (chip) => {
    const on = chips().filter(isOn);
    const place = on.indexOf(/** @type {HTMLButtonElement} */ (chip));
    say(place < 0 ? `${chip.textContent} does not count.` : `${chip.textContent} counts ${place + 1} of ${on.length}.`);
    changed();
  };

  /** Puts a chip before or behind another. @param {HTMLElement} chip @param {Element | null | undefined} other @param {boolean} before */
  const put = (chip, other, before) => {
    if (!other || other === chip) return false;
    if (before) other.before(chip);
    else other.after(chip);
    return true;
  };

  const toggle = (/** @type {HTMLElement} */ chip) => {
    // One figure has to count.
    if (isOn(chip) && chips().filter(isOn).length === 1) return say('One figure has to count.');
    chip.setAttribute('aria-pressed', String(!isOn(chip)));
    tell(chip);
  };

  /** @param {HTMLElement} chip @param {KeyboardEvent} event */
  const key = (chip, event) => {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!put(chip, by < 0 ? chip.previousElementSibling : chip.nextElementSibling, by < 0)) return;
    chip.focus();
    tell(chip);
  };

  /** @param {HTMLElement} chip */
  const draggable = (chip) => {
    let from = /** @type {{x: number, y: number} | null} */ (null);
    let dragged = false;
    chip.addEventListener('pointerdown', (event) => {
      from = { x: event.clientX, y: event.clientY };
      dragged = false;
      chip.setPointerCapture(event.pointerId);
    });
    chip.addEventListener('pointermove', (event) => {
      const { clientX: x, clientY: y } = event;
      if (!from || (!dragged && Math.hypot(x - from.x, y - from.y) < GRIP)) return;
      dragged = true;
      chip.classList.add('dragged');
      const other = chips().find((one) => {
        const edge = one.getBoundingClientRect();
        return one !== chip && x >= edge.left && x <= edge.right && y >= edge.top && y <= edge.bottom;
      });
      if (!other) return;
      const edge = other.getBoundingClientRect();
      put(chip, other, x < (edge.left + edge.right) / 2);
      // Moving an element in the document lets the pointer go.
      chip.setPointerCapture(event.pointerId);
    });
    const drop = () => {
      if (from && dragged) tell(chip);
      from = null;
      chip.classList.remove('dragged');
    };
    chip.addEventListener('pointerup', drop);
    chip.addEventListener('pointercancel', drop);
    chip.addEventListener('click', () => {
      if (!dragged) toggle(chip);
      dragged = false;
    });
  };

  const others = FIGURES.map(([key]) => key).filter((key) => key in GOALS && !FIRST.includes(key));
  for (const figure of [...FIRST, ...others]) {
    const [, name, about] = FIGURES.find(([one]) => one === figure) ?? ['', figure, ''];
    const chip = make('button', name, 'chip');
    chip.setAttribute('type', 'button');
    chip.setAttribute('aria-pressed', String(FIRST.includes(figure)));
    chip.dataset.figure = figure;
    chip.title = about;
    chip.addEventListener('keydown', (event) => key(chip, event));
    draggable(chip);
    shelf.append(chip);
  }

  return {
    /** The figures that count, in their order. */
    chosen: () => chips().filter(isOn).map((chip) => chip.dataset.figure ?? ''),
    /** @param {boolean} is */
    lock: (is) => {
      for (const chip of chips()) chip.disabled = is;
    },
  };
}
