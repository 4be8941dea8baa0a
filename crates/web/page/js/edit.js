// The editor: tools, strokes, history, and the problems of the map in words.
// @ts-check

import { NOTHING } from './app.js';
import { Board, MAX_SIDE, describe, place, sizeProblem } from './board.js';
import { $, button, dialog, input, make, onClick, openDialog, say, select, toast } from './dom.js';

const HISTORY = 1000;
/** @type {import('./board.js').Tool[]} */
const TOOLS = ['wall', 'floor', 'goal', 'box', 'player', 'erase'];

/** @param {import('./app.js').App} app */
export function prepareEditor(app) {
  /** @type {import('./board.js').Tool} */
  let tool = 'wall';
  /** Maps before the last changes; another map is one change too. @type {import('./app.js').Snapshot[]} */
  let past = [];
  /** @type {import('./app.js').Snapshot[]} */
  let future = [];
  /** The square of the keyboard, and where the pointer was last. */
  let cursor = -1;
  let spot = -1;
  /** What the stroke uses. @type {import('./board.js').Tool | null} */
  let stroke = null;
  /** The map before the stroke. @type {Board | null} */
  let before = null;
  let told = '';

  const isOpen = () => app.mode === 'edit' && !app.busy;

  const dress = () => {
    button('edit-undo').disabled = !isOpen() || past.length === 0;
    button('edit-redo').disabled = !isOpen() || future.length === 0;
  };

  /** @param {import('./app.js').Snapshot} before */
  const record = (before) => {
    past.push(before);
    if (past.length > HISTORY) past.shift();
    future = [];
  };

  /** @param {Board} next */
  const change = (next) => {
    if (next.equals(app.board)) return;
    record(app.snapshot());
    app.edited(next);
    dress();
  };

  /** @param {import('./app.js').Snapshot[]} from @param {import('./app.js').Snapshot[]} to @param {string} word */
  const travel = (from, to, word) => {
    const there = from.pop();
    if (!there) return;
    to.push(app.snapshot());
    if (app.mode === 'edit' && there.about === app.about && there.source === app.source) app.edited(there.board);
    else app.restore(there);
    dress();
    say(word);
  };
  const undo = () => {
    if (isOpen()) travel(past, future, 'Undone.');
  };
  const redo = () => {
    if (isOpen()) travel(future, past, 'Redone.');
  };

  /** @param {import('./board.js').Tool} next */
  const choose = (next) => {
    tool = next;
    for (const one of document.querySelectorAll('[data-tool]')) {
      one.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (one).dataset.tool === tool));
    }
  };
  for (const one of document.querySelectorAll('[data-tool]')) {
    one.addEventListener('click', () => choose(/** @type {any} */ (/** @type {HTMLElement} */ (one).dataset.tool)));
  }

  /** @param {number} at */
  const apply = (at) => {
    if (!stroke) return;
    const word = app.board.place(stroke, at);
    if (word && word !== told) {
      told = word;
      toast(word);
    }
    app.draw();
  };

  const finish = () => {
    if (!before) return;
    const after = app.board;
    app.board = before;
    before = null;
    stroke = null;
    change(after);
    app.draw();
  };

  /** @type {import('./pointer.js').Strokes} */
  const strokes = {
    down(at, erase) {
      if (!isOpen()) return;
      before = app.board;
      app.board = Board.copy(before);
      stroke = erase ? 'take' : tool;
      told = '';
      cursor = -1;
      spot = at;
      app.mark({ cursor });
      apply(at);
    },
    drag: apply,
    up: finish,
    hover(at) {
      if (isOpen()) $('status').textContent = at < 0 ? app.summary() : `${place(app.board, at)}: ${describe(app.board, at)}`;
    },
  };

  /** Where the keyboard is: a board always has such a square. */
  const here = () => [cursor, spot, app.board.player, 0].find((at) => at >= 0 && at < app.board.size) ?? 0;
  /** Whoever comes to the board by keyboard sees where they are. */
  const showCursor = () => {
    if (!isOpen() || !$('board').matches(':focus-visible')) return;
    cursor = here();
    app.mark({ cursor });
    $('status').textContent = `${place(app.board, cursor)}: ${describe(app.board, cursor)}`;
  };
  $('board').addEventListener('focus', showCursor);
  $('board').addEventListener('blur', () => {
    if (app.mode === 'edit') app.mark({ cursor: -1 });
  });

  /** The board's keys while editing. @param {KeyboardEvent} event */
  const key = (event) => {
    if (!isOpen()) return false;
    const arrows = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft'];
    const dir = arrows.indexOf(event.key);
    if (event.ctrlKey || event.metaKey) {
      const letter = event.key.toLowerCase();
      if (letter === 'z' && !event.shiftKey) return undo(), true;
      if (letter === 'y' || (letter === 'z' && event.shiftKey)) return redo(), true;
      return false;
    }
    if (/^[1-6]$/.test(event.key)) {
      choose(TOOLS[Number(event.key) - 1]);
      say(`Tool: ${tool === 'player' ? 'keeper' : tool}`);
      return true;
    }
    if (document.activeElement !== $('board')) return false;
    if (dir >= 0) {
      const from = here();
      const to = app.board.beside(from, dir);
      cursor = to >= 0 ? to : from;
      app.mark({ cursor });
      const word = `${place(app.board, cursor)}: ${describe(app.board, cursor)}`;
      $('status').textContent = word;
      say(word);
      return true;
    }
    const places = event.key === ' ' || event.key === 'Enter';
    if (places || event.key === 'Delete' || event.key === 'Backspace') {
      cursor = here();
      const next = Board.copy(app.board);
      const word = next.place(places ? tool : 'erase', cursor);
      change(next);
      app.mark({ cursor });
      say(word || `${describe(app.board, cursor)} at ${place(app.board, cursor)}`);
      return true;
    }
    return false;
  };

  onClick('edit-undo', undo);
  onClick('edit-redo', redo);
  onClick('rotate', () => change(app.board.rotated()));
  onClick('mirror', () => change(app.board.mirrored()));
  onClick('clear', () => {
    if (app.board.isBlank()) return toast('The map is empty already.');
    change(new Board(app.board.width, app.board.height, app.board.rules));
    toast('The map is empty.', 'info', { label: 'Undo', act: undo });
  });

  onClick('new-map', () => {
    $('new-error').textContent = '';
    openDialog('dialog-new', 'new-width');
    input('new-width').select();
  });
  dialog('dialog-new').querySelector('form')?.addEventListener('submit', (event) => {
    const [width, height] = ['new-width', 'new-height'].map((id) => input(id).value);
    const problem = sizeProblem(width, height);
    $('new-error').textContent = problem;
    if (problem) {
      event.preventDefault();
      return;
    }
    const rules = /** @type {import('./board.js').Rules} */ (select('new-rules').value);
    const board = new Board(Number(width), Number(height), rules);
    if (input('new-walls').checked && rules === 'boxes') {
      for (const at of board.openEdge()) board.wall[at] = 1;
    }
    record(app.snapshot());
    app.restore({ board, about: NOTHING, source: null, solution: null, mode: 'edit' });
  });

  const sides = () => {
    const [top, right, bottom, left] = ['add-top', 'add-right', 'add-bottom', 'add-left'].map((id) => Math.trunc(Number(input(id).value)) || 0);
    return { top, right, bottom, left };
  };
  const resizeResult = () => {
    const { top, right, bottom, left } = sides();
    $('resize-result').textContent = `The map becomes ${app.board.width + left + right} by ${app.board.height + top + bottom}; the largest size is ${MAX_SIDE} by ${MAX_SIDE}.`;
  };
  dialog('dialog-resize').addEventListener('input', resizeResult);
  onClick('resize', () => {
    for (const id of ['add-top', 'add-right', 'add-bottom', 'add-left']) input(id).value = '0';
    $('resize-error').textContent = '';
    resizeResult();
    openDialog('dialog-resize');
  });
  dialog('dialog-resize').querySelector('form')?.addEventListener('submit', (event) => {
    const by = sides();
    const problem = sizeProblem(app.board.width + by.left + by.right, app.board.height + by.top + by.bottom);
    $('resize-error').textContent = problem;
    if (problem) event.preventDefault();
    else change(app.board.resized(by));
  });

  /** What is wrong, next to the board, in words. */
  const tell = () => {
    const problems = app.mode === 'edit' ? app.board.problems() : [];
    const list = problems.slice(0, 8).map((problem) => {
      const item = make('button', problem.text, problem.serious ? 'problem serious' : 'problem');
      item.setAttribute('type', 'button');
      if (problem.at < 0) item.setAttribute('disabled', '');
      else item.addEventListener('click', () => app.mark({ marks: [problem.at] }));
      return item;
    });
    if (app.mode === 'edit' && list.length === 0) list.push(make('p', 'Ready to solve.', 'fine'));
    if (problems.length > 8) list.push(make('p', `… and ${problems.length - 8} more.`, 'note'));
    const old = $('problems');
    const text = list.map((item) => item.textContent).join('\n');
    if (old.dataset.text !== text) {
      old.dataset.text = text;
      old.replaceChildren(...list);
    }
    app.overlay = { ...app.overlay, marks: problems.filter((problem) => problem.at >= 0).slice(0, 200).map((problem) => problem.at) };
    app.view.mark(app.overlay);
    $('status').textContent = app.summary();
    const worst = problems.find((problem) => problem.serious) ?? problems[0];
    const more = problems.length - 1;
    $('first-problem').textContent = worst ? `${worst.text}${more > 0 ? ` (and ${more} more)` : ''}` : '';
  };

  app.on('board', tell);
  app.on('mode', () => {
    cursor = -1;
    spot = -1;
    tell();
    dress();
  });
  app.on('busy', dress);
  app.on('loaded', () => {
    const before = app.replaced;
    if (before) {
      record(before);
      const name = before.about.title ? `“${before.about.title}”` : 'The map';
      toast(`${name} was replaced.`, 'info', {
        label: 'Undo',
        act: () => {
          while (!app.busy && past.includes(before)) travel(past, future, 'Undone.');
        },
      });
    }
    dress();
  });
  return { strokes, key };
}
