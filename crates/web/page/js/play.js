// Play it yourself: keys, clicks and drags, undo, advice from the server.
// @ts-check

import { Board, count, place } from './board.js';
import { BoxWays, DIRS, Game, walk } from './game.js';
import { Refusal, Solve, api } from './api.js';
import { $, button, dialog, input, make, onClick, say, toast } from './dom.js';
import { celebrate } from './party.js';
import { store } from './store.js';

/** Milliseconds between the steps of a walk. */
const PACE = 55;
/** Seconds the server looks for a hint. */
const ADVICE_TIME = 20;

/** @param {import('./app.js').App} app */
export function preparePlay(app) {
  /** Steps still to be shown. @type {number[]} */
  let queue = [];
  let timer = 0;
  /** @type {BoxWays | null} */
  let ways = null;
  let dragging = false;
  let asked = 0;
  let celebrated = false;
  /** @type {Solve | null} */
  let advising = null;

  const isOpen = () => app.mode === 'play' && !app.busy;

  /** The position changed. @param {boolean} smooth */
  const moved = (smooth = true) => {
    ways = null;
    app.overlay = { dead: app.overlay.dead };
    app.draw(smooth);
    $('advice').replaceChildren();
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

  const finish = () => {
    if (!app.game.solved || queue.length > 0) return;
    if (app.game.cursor === app.game.steps.length && !celebrated) solved();
    celebrated = true;
  };

  const solved = async () => {
    const { moves, pushes } = app.game;
    say(`Solved in ${count(moves, 'move')}, of which ${count(pushes, 'push', 'pushes')}.`);
    celebrate();
    const board = app.game.start.toJSON();
    let figures = null;
    let bound = null;
    let result = { first: true, byMoves: false, byPushes: false };
    try {
      const [checked, position] = await Promise.all([api.verify(board, app.game.letters), api.position(board)]);
      figures = checked;
      bound = position.least_pushes;
      if (checked.solves) result = store.solved(position.id, moves, pushes);
    } catch {
      // The game is solved all the same.
    }
    const best = result.first ? 'Your first solution of this level.' : result.byMoves || result.byPushes ? `A new best: fewest ${result.byMoves && result.byPushes ? 'moves and pushes' : result.byMoves ? 'moves' : 'pushes'} so far.` : 'You have solved it better before.';
    $('solved-text').textContent = `${count(moves, 'move')}, of which ${count(pushes, 'push', 'pushes')}. ${best}`;
    const rows = figures ? [['Moves', figures.moves], ['Pushes', figures.pushes], ['Pushes, at least', bound ?? '–'], ['Box lines', figures.box_lines], ['Box changes', figures.box_changes], ['Pushing sessions', figures.pushing_sessions], ['Player lines', figures.player_lines]] : [['Moves', moves], ['Pushes', pushes]];
    $('solved-figures').replaceChildren(...rows.map(([name, value]) => {
      const pair = make('div');
      pair.append(make('dt', String(name)), make('dd', String(value)));
      return pair;
    }));
    $('solved-next').hidden = button('next-level').disabled;
    app.emit('results');
    const box = dialog('dialog-solved');
    box.returnValue = 'stay';
    // The confetti is seen first.
    if (store.settings().motion) await new Promise((resolve) => setTimeout(resolve, 700));
    if (!box.open && app.mode === 'play' && app.game.solved) box.showModal();
  };
  dialog('dialog-solved').addEventListener('close', () => {
    const { returnValue } = dialog('dialog-solved');
    if (returnValue === 'again') restart();
    if (returnValue === 'next') button('next-level').click();
  });

  /** @param {() => boolean} act @param {string} word */
  const travel = (act, word) => {
    if (!isOpen()) return;
    stop();
    if (act()) {
      celebrated = app.game.solved;
      moved();
      say(`${word} ${app.game.moves} moves.`);
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

  /** @type {import('./pointer.js').Strokes} */
  const strokes = {
    down(at) {
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
    hover() {},
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
        return void hint(), true;
      case 'Escape':
        unpick();
        app.mark({ hint: null });
        return true;
      default:
        return false;
    }
  };

  /** @param {string} text @param {string} [kind] */
  const advise = (text, kind = '') => {
    $('advice').append(make('p', text, `problem ${kind}`));
    say(text);
  };

  /** Asks the server to solve from here; null where it was asked again meanwhile. */
  const fromHere = async () => {
    advising?.cancel();
    $('advice').replaceChildren();
    const mine = new Solve();
    advising = mine;
    const position = Board.copy(app.game.board);
    $('advice').append(make('p', 'Looking …', 'note'));
    try {
      const facts = await api.position(position.toJSON());
      const answer = facts.lost ? null : await mine.run({ board: position.toJSON(), engine: 'auto', objective: 'any', time: ADVICE_TIME });
      if (advising !== mine || !app.game.board.equals(position)) return null;
      $('advice').replaceChildren();
      return { facts, answer };
    } catch (error) {
      if (advising !== mine) return null;
      $('advice').replaceChildren();
      advise(error instanceof Refusal ? error.message : String(error), 'serious');
      return null;
    }
  };

  /** @param {{facts: import('./api.js').Position, answer: import('./api.js').Answer | null}} told */
  const lost = ({ facts, answer }) => {
    if (facts.lost) {
      advise('This position is lost.', 'serious');
      for (const reason of facts.reasons.slice(0, 4)) $('advice').append(make('p', reason, 'problem'));
      app.mark({ trouble: facts.boxes });
      return true;
    }
    if (answer?.status === 'unsolvable') {
      advise('Proved: from here the level cannot be solved any more. Undo some pushes.', 'serious');
      return true;
    }
    if (answer?.status !== 'solved') {
      advise(`Nothing found within ${ADVICE_TIME} seconds, and nothing proved: perhaps.`);
      return true;
    }
    return false;
  };

  const hint = async () => {
    if (!isOpen() || app.game.solved) return;
    const told = await fromHere();
    if (!told || lost(told)) return;
    const letters = told.answer?.solution ?? '';
    const game = new Game(app.game.board);
    for (const letter of letters) {
      const dir = 'urdl'.indexOf(letter.toLowerCase());
      const look = game.look(dir);
      game.go(dir);
      if (!look?.push) continue;
      const from = game.board.player;
      app.mark({ hint: { from, to: game.board.beside(from, dir) }, reach: [], selected: -1 });
      advise(`Push the ${game.board.rules === 'boulders' ? 'boulder' : 'box'} at ${place(game.board, from)} ${DIRS[dir].word}.`);
      return;
    }
    advise('No push is needed: just walk.');
  };

  const stillSolvable = async () => {
    if (!isOpen()) return;
    if (app.game.solved) return advise('It is solved.', 'fine');
    const told = await fromHere();
    if (!told || lost(told)) return;
    const { answer } = told;
    advise(`Yes: it can be solved from here, for example with ${count(answer?.pushes ?? 0, 'more push', 'more pushes')}.`, 'fine');
  };
  onClick('hint', hint);
  onClick('still-solvable', stillSolvable);

  /** Overlays on demand; a later question makes an earlier answer stale. */
  const look = async () => {
    const wants = { dead: input('show-dead').checked, frozen: input('show-frozen').checked };
    if (app.mode !== 'play') return;
    if (!wants.dead && !wants.frozen) return app.mark({ dead: [], trouble: [] });
    const mine = ++asked;
    try {
      const facts = await api.position(app.game.board.toJSON());
      if (mine !== asked || app.mode !== 'play') return;
      app.mark({ dead: wants.dead ? facts.dead_squares : [], trouble: wants.frozen ? facts.boxes : [] });
      if (!wants.frozen || $('advice').children.length > 0) return;
      const told = new Map(facts.boxes.map((trouble) => [trouble.reason, trouble.lost]));
      for (const [reason, isLost] of [...told].slice(0, 4)) advise(reason, isLost ? 'serious' : '');
      if (facts.boxes.length === 0) $('advice').append(make('p', 'No box is in trouble.', 'note'));
    } catch (error) {
      advise(error instanceof Refusal ? error.message : String(error), 'serious');
    }
  };
  for (const id of ['show-dead', 'show-frozen']) {
    $(id).addEventListener('change', () => {
      $('advice').replaceChildren();
      void look();
    });
  }

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
    void look();
  });
  app.on('busy', dress);
  app.on('mode', () => {
    stop();
    ways = null;
    dragging = false;
    if (app.mode !== 'play') advising?.cancel();
    $('advice').replaceChildren();
    dress();
    void look();
  });
  app.on('loaded', () => {
    celebrated = false;
  });
  return { strokes, key };
}
