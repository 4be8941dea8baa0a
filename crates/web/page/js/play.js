// Play it yourself: keys, clicks and drags, undo, celebration.
// @ts-check

import { prepareAdvice } from './advice.js';
import { figure, figures as figuresOf } from './answer.js';
import { api, words as host } from './api.js';
import { count } from './board.js';
import { $, button, dialog, make, onClick, say, toast } from './dom.js';
import { BoxWays, DIRS, walk } from './game.js';
import { drawn, stars } from './memory.js';
import { celebrate } from './party.js';
import { store } from './store.js';

/** Milliseconds between the steps of a walk. */
const PACE = 55;

/** @param {import('./app.js').App} app @param {ReturnType<typeof import('./memory.js').prepareMemory>} memory */
export function preparePlay(app, memory) {
  /** Steps still to be shown. @type {number[]} */
  let queue = [];
  let timer = 0;
  /** @type {BoxWays | null} */
  let ways = null;
  let dragging = false;
  let celebrated = false;

  // A search may run meanwhile.
  const isOpen = () => app.mode === 'play';

  /** The position changed. @param {boolean} smooth */
  const moved = (smooth = true) => {
    ways = null;
    leaveSolved();
    app.overlay = { dead: app.overlay.dead };
    app.draw(smooth);
    advice.clear();
    app.rememberGame();
    app.emit('step');
  };

  const stop = () => {
    window.clearTimeout(timer);
    timer = 0;
    queue = [];
  };

  const next = () => {
    timer = 0;
    const dir = queue.shift();
    if (dir === undefined) return;
    if (!app.game.go(dir)) return stop();
    moved();
    if (queue.length > 0) timer = window.setTimeout(next, store.settings().motion ? PACE : 0);
    finish();
  };

  /** Makes steps one after the other. @param {number[]} dirs */
  const run = (dirs) => {
    stop();
    queue = dirs;
    next();
  };

  /** The word about a solved level is no longer about what is on show. */
  const leaveSolved = () => {
    if (dialog('dialog-solved').open) dialog('dialog-solved').close('stay');
  };

  const finish = () => {
    if (!app.game.solved || queue.length > 0) return;
    if (app.game.cursor === app.game.steps.length && !celebrated) solved();
    celebrated = true;
  };

  /** What is proved about a win, in one line. @param {{moves: number, pushes: number}} win @param {import('./store.js').Least} least */
  const praise = ({ moves, pushes }, least) => {
    const reached = [
      ...(moves === least.moves ? [count(moves, 'move')] : []),
      ...(pushes === least.pushes ? [count(pushes, 'push', 'pushes')] : []),
    ];
    return reached.length > 0 ? `${reached.join(', ')}. Nobody can do better.` : '';
  };

  /** The figures of a win, and what is known to be least. @param {Record<string, any>} figures @param {import('./store.js').Least} least @param {number | null} bound */
  const tellFigures = (figures, least, bound) => {
    const told = figuresOf(figures);
    if (least.moves !== undefined) told.push(figure('Least moves', least.moves.toLocaleString('en'), 'Proved: no solution has fewer moves'));
    if (least.pushes !== undefined) told.push(figure('Least pushes', least.pushes.toLocaleString('en'), 'Proved: no solution has fewer pushes'));
    else if (bound !== null) told.push(figure('Least pushes', `≥ ${bound.toLocaleString('en')}`, 'No solution has fewer pushes than this'));
    $('solved-figures').replaceChildren(...told);
  };

  const solved = async () => {
    const { game } = app;
    const { moves, pushes, letters } = game;
    say(`Solved in ${count(moves, 'move')}, of which ${count(pushes, 'push', 'pushes')}.`);
    celebrate();
    const board = game.start.toJSON();
    /** @type {Record<string, any>} */
    let figures = { moves, pushes };
    let bound = null;
    /** @type {ReturnType<typeof store.solved> | null} */
    let result = null;
    const win = { board, letters, moves, pushes };
    let id = app.source && !app.isEdited ? app.source.id : null;
    let isThere = true;
    try {
      const [checked, position] = await Promise.all([api.verify(board, letters), api.position(board)]);
      figures = checked;
      bound = position.least_pushes;
      id = position.id;
      if (checked.solves) result = store.solved(id, win);
    } catch {
      // The game is solved all the same; what the server calls the level may be known, or is asked later.
      isThere = false;
      if (id) result = store.solved(id, win);
      else store.setWins([...store.wins(), win]);
    }
    const best = !result ? host.away : result.first ? 'Your first solution of this map.' : result.byMoves || result.byPushes ? `A new best: fewest ${result.byMoves && result.byPushes ? 'moves and pushes' : result.byMoves ? 'moves' : 'pushes'} so far.` : result.equal ? 'As good as your best.' : 'You have solved it better before.';
    /** Whether the word is still about what is on show. */
    const isOn = () => app.mode === 'play' && app.game === game && game.solved;
    const least = () => (id && store.results()[id]?.least) || {};
    /** @param {boolean} looking whether a proof is being looked for */
    const tell = (looking) => {
      const reached = stars({ moves: { ...win, at: '' }, pushes: { ...win, at: '' }, least: least() });
      $('solved-stars').textContent = drawn(reached);
      $('solved-stars').setAttribute('aria-label', `${reached} of 3 stars`);
      const words = praise(win, least());
      $('solved-proof').textContent = words;
      $('solved-looking').hidden = !looking || words !== '';
      tellFigures(figures, least(), bound);
    };
    $('solved-level').textContent = app.about.title ? app.name : '';
    $('solved-text').replaceChildren(make('span', `${count(moves, 'move')}, of which ${count(pushes, 'push', 'pushes')}. `, 'counts'), best);
    tell(isThere);
    $('solved-next').hidden = button('next-level').disabled;
    app.emit('results');
    const box = dialog('dialog-solved');
    box.returnValue = 'stay';
    if (box.open || !isOn()) return;
    // Above the fold on a small screen.
    window.scrollTo({ top: 0 });
    box.show();
    box.scrollTop = 0;
    button(button('next-level').disabled ? 'solved-again' : 'solved-next').focus({ preventScroll: true });
    if (!isThere || !id) return;
    // Only a proof says that nobody can do better; it is looked for meanwhile.
    const before = praise(win, least());
    await memory.prove(id, game.start);
    if (!isOn()) return;
    tell(false);
    const words = praise(win, least());
    if (words && words !== before) say(words);
  };
  /** Wins from when the server was away get their levels now. */
  const deliver = async () => {
    for (const win of store.wins()) {
      try {
        const [checked, position] = await Promise.all([api.verify(win.board, win.letters), api.position(win.board)]);
        if (checked.solves) store.solved(position.id, win);
      } catch {
        return;
      }
      store.setWins(store.wins().filter((one) => one.letters !== win.letters || one.board.rows.join() !== win.board.rows.join()));
      app.emit('results');
    }
  };
  void deliver();
  dialog('dialog-solved').addEventListener('close', () => {
    const { returnValue } = dialog('dialog-solved');
    if (returnValue === 'again') restart();
    if (returnValue === 'next') button('next-level').click();
    $('board').focus();
    if (returnValue === 'shorter') {
      memory.watch(app.game.letters, 'Your solution');
      app.emit('shorten');
    }
  });

  /** @param {() => boolean} act @param {string} word */
  const travel = (act, word) => {
    if (!isOpen()) return;
    stop();
    if (act()) {
      celebrated = app.game.solved;
      moved();
      say(`${word} ${count(app.game.moves, 'move')}.`);
    }
  };
  const undo = () => travel(() => app.game.back(), 'Undone.');
  const redo = () => travel(() => app.game.forward(), 'Redone.');
  const undoPush = () => travel(() => app.game.backToPush(), 'Push undone.');
  const redoPush = () => travel(() => app.game.forwardToPush(), 'Push redone.');
  const restart = () => travel(() => {
    const was = app.game.cursor > 0;
    app.game.seek(0);
    return was;
  }, 'Back at the start.');
  onClick('undo', undo);
  onClick('redo', redo);
  onClick('undo-push', undoPush);
  onClick('redo-push', redoPush);
  onClick('restart', restart);

  /** @param {number} dir */
  const step = (dir) => {
    if (!isOpen()) return;
    stop();
    app.view.face(dir);
    const look = app.game.look(dir);
    app.pointed = -1;
    if (!look) {
      say(`Blocked: ${DIRS[dir].word}.`);
      return;
    }
    run([dir]);
    say(`${look.push ? 'Pushed' : 'Moved'} ${DIRS[dir].word}.`);
  };
  for (const one of document.querySelectorAll('.pad [data-dir]')) {
    one.addEventListener('click', () => step(Number(/** @type {HTMLElement} */ (one).dataset.dir)));
  }

  /** @param {number} at */
  const pick = (at) => {
    ways = new BoxWays(app.game.board, at);
    app.mark({ selected: at, reach: ways.squares, hint: null });
    if (ways.squares.length === 0) toast('This box cannot be pushed from here.');
  };
  const unpick = () => {
    ways = null;
    app.mark({ selected: -1, reach: [] });
  };

  /** Says under the board what is to be said about a square. @param {number} at */
  const point = (at) => {
    if (at === app.pointed) return;
    app.pointed = at;
    $('status').textContent = app.status();
  };

  /** @type {import('./pointer.js').Strokes} */
  const strokes = {
    down(at) {
      point(at);
      if (!isOpen()) return;
      stop();
      const { board } = app.game;
      if (board.box[at]) {
        if (ways?.box === at) {
          unpick();
          return;
        }
        pick(at);
        dragging = true;
        return;
      }
      if (ways?.squares.includes(at)) {
        const steps = ways.steps(at);
        if (steps) run(steps);
        return;
      }
      unpick();
      if (board.wall[at] || at === board.player) return;
      const way = walk(board, board.player, at);
      if (way) run(way);
      else if (!board.outside()[at]) toast('The keeper cannot walk there.');
    },
    drag(at) {
      if (dragging && ways) app.mark({ marks: ways.squares.includes(at) ? [at] : [] });
    },
    up(at) {
      if (!dragging) return;
      dragging = false;
      app.mark({ marks: [] });
      if (!ways || at < 0 || at === ways.box) return;
      const steps = ways.steps(at);
      if (steps) run(steps);
      else unpick();
    },
    hover: point,
    isGrip: (at) => app.game.board.box[at] === 1 || ways !== null,
    swipe: step,
  };

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (!isOpen() || event.altKey) return false;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.ctrlKey || event.metaKey) {
      if (letter === 'z' && !event.shiftKey) return undo(), true;
      if (letter === 'y' || letter === 'z') return redo(), true;
      return false;
    }
    const dir = { ArrowUp: 0, w: 0, ArrowRight: 1, d: 1, ArrowDown: 2, s: 2, ArrowLeft: 3, a: 3 }[letter];
    if (dir !== undefined && !event.shiftKey) return step(dir), true;
    switch (letter) {
      case 'z':
      case 'u':
      case 'Backspace':
        return event.shiftKey ? undoPush() : undo(), true;
      case 'y':
        return event.shiftKey ? redoPush() : redo(), true;
      case 'r':
        return restart(), true;
      case 'h':
        return void advice.hint(), true;
      case 'Enter':
        if (!app.game.solved || button('next-level').disabled) return false;
        return button('next-level').click(), true;
      case 'Escape':
        leaveSolved();
        unpick();
        app.mark({ hint: null });
        return true;
      default:
        return false;
    }
  };

  const advice = prepareAdvice(app, isOpen);

  const dress = () => {
    const { game } = app;
    const { boxes, done } = game.board.counts();
    const open = isOpen();
    $('count-moves').textContent = String(game.moves);
    $('count-pushes').textContent = String(game.pushes);
    $('count-done').textContent = game.board.rules === 'boulders' ? (game.solved ? 'yes' : 'no') : `${done}/${boxes}`;
    $('count-label').textContent = game.board.rules === 'boulders' ? 'Arrived' : 'Home';
    for (const id of ['undo', 'undo-push', 'restart']) button(id).disabled = !open || game.cursor === 0;
    for (const id of ['redo', 'redo-push']) button(id).disabled = !open || game.cursor >= game.steps.length;
    for (const id of ['hint', 'still-solvable']) button(id).disabled = !open;
  };
  app.on('step', () => {
    if (app.mode !== 'play') return;
    dress();
    void advice.look();
  });
  app.on('busy', dress);
  app.on('mode', () => {
    stop();
    leaveSolved();
    ways = null;
    dragging = false;
    advice.clear();
    dress();
    void advice.look();
  });
  app.on('loaded', () => {
    leaveSolved();
    celebrated = app.game.solved;
    if (app.mode !== 'play' || app.game.cursor === 0) return;
    toast(`Your game goes on after ${count(app.game.moves, 'move')}.`, 'info', { label: 'Restart', act: restart });
  });
  return { strokes, key };
}
