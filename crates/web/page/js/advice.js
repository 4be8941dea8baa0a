// Advice while playing: hints, "is it still solvable?", dead squares, boxes in trouble.
// @ts-check

import { Refusal, Solve, api } from './api.js';
import { Board, count, place } from './board.js';
import { $, input, make, onClick, say } from './dom.js';
import { DIRS, Game } from './game.js';

/** Seconds the server looks for a hint. */
const ADVICE_TIME = 20;

/** @param {import('./app.js').App} app @param {() => boolean} isOpen whether a game is on */
export function prepareAdvice(app, isOpen) {
  let asked = 0;
  /** @type {Solve | null} */
  let advising = null;

  /** The position changed: what was said is stale. */
  const clear = () => {
    if (app.mode !== 'play') advising?.cancel();
    $('advice').replaceChildren();
  };

  /** @param {string} text @param {string} [kind] */
  const advise = (text, kind = '') => {
    $('advice').append(make('p', text, `problem ${kind}`));
    // On a small screen it is below the board.
    $('advice').scrollIntoView({ block: 'nearest' });
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

  /** @param {{facts: import('./types.js').Position, answer: import('./types.js').Answer | null}} told */
  const lost = ({ facts, answer }) => {
    if (facts.lost) {
      advise('This position is a dead end.', 'serious');
      for (const reason of facts.reasons.slice(0, 4)) $('advice').append(make('p', reason, 'problem'));
      app.mark({ trouble: facts.boxes.filter((box) => box.lost) });
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
    $('dead-legend').hidden = !wants.dead;
    if (!wants.dead && !wants.frozen) {
      app.mark({ dead: [], trouble: [] });
      $('status').textContent = app.status();
      return;
    }
    const mine = ++asked;
    try {
      const facts = await api.position(app.game.board.toJSON());
      if (mine !== asked || app.mode !== 'play') return;
      // A box that can never leave its goal is where it belongs.
      const trouble = facts.boxes.filter(({ lost }) => lost);
      app.mark({ dead: wants.dead ? facts.dead_squares : [], trouble: wants.frozen ? trouble : [] });
      $('dead-legend').classList.toggle('none', facts.dead_squares.length === 0);
      $('status').textContent = app.status();
      if (!wants.frozen || $('advice').children.length > 0) return;
      const reasons = [...new Set(trouble.map(({ reason }) => reason))];
      for (const reason of reasons.slice(0, 4)) advise(reason, 'serious');
      if (reasons.length > 4) $('advice').append(make('p', `… and ${reasons.length - 4} more.`, 'note'));
      if (reasons.length === 0) $('advice').append(make('p', 'No box is in trouble.', 'note'));
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

  return { hint, look, clear };
}
