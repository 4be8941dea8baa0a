// Check: what the designer's rules have to say about the map, as long as it is edited.
// @ts-check

import { Refusal, api } from './api.js';
import { Board, count } from './board.js';
import { $, button, make, onClick, say } from './dom.js';
import { hardWords } from './generate.js';

/** Milliseconds after the last change before the map is checked again. */
const PAUSE = 500;
/** Rules while editing; the button asks all that one level can be asked. */
const QUICK = 'S,B,G';
const ALL = '-D,-F';
/** More findings are not listed. */
const MOST = 30;

/** @typedef {import('./types.js').Finding} Finding */

/** @param {import('./app.js').App} app */
export function prepareCheck(app) {
  /** The map that was checked, or is; null while nobody wants to know. @type {Board | null} */
  let checked = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Which check is the last one. */
  let number = 0;

  const clear = () => {
    clearTimeout(timer);
    checked = null;
    number++;
    $('findings').replaceChildren();
    button('check').setAttribute('aria-pressed', 'false');
  };

  /** @param {Finding} finding */
  const item = (finding) => {
    const made = make('button', `${finding.rule}  ${finding.text}`, finding.severity === 'error' ? 'problem serious' : 'problem');
    made.setAttribute('type', 'button');
    made.dataset.severity = finding.severity;
    const marks = finding.squares.map(([row, column]) => row * app.board.width + column);
    const show = () => app.mark({ marks });
    const hide = () => app.mark({ marks: [] });
    if (marks.length === 0) made.setAttribute('aria-disabled', 'true');
    made.addEventListener('pointerenter', show);
    made.addEventListener('pointerleave', hide);
    made.addEventListener('focus', show);
    made.addEventListener('blur', hide);
    made.addEventListener('click', show);
    return made;
  };

  /** @param {import('./types.js').Report} report @param {boolean} all */
  const tell = (report, all) => {
    /** @type {HTMLElement[]} */
    const list = [];
    const print = report.fingerprint;
    if (print?.pushes != null && print.moves != null) {
      const proved = print.proved.includes('pushes,moves') ? ' at least, proved' : '';
      const hard = report.difficulty ? ` How hard: ${hardness(report.difficulty)}.` : '';
      list.push(make('p', `${count(print.pushes, 'push', 'pushes')} and ${count(print.moves, 'move')}${proved}.${hard}`, 'note'));
    }
    for (const reason of report.difficulty?.reasons ?? []) list.push(make('p', reason, 'note'));
    list.push(...report.findings.slice(0, MOST).map(item));
    if (report.findings.length === 0) list.push(make('p', all ? 'Nothing found.' : 'Nothing found in structure, boxes and goals.', 'fine'));
    if (report.findings.length > MOST) list.push(make('p', `… and ${report.findings.length - MOST} more.`, 'note'));
    if (report.unsettled.length > 0) list.push(make('p', `Not settled in time: ${report.unsettled.join(' ')}.`, 'note'));
    $('findings').replaceChildren(...list);
    say(report.findings.length === 0 ? 'Nothing found.' : count(report.findings.length, 'finding'));
  };

  /** @param {boolean} all */
  const check = async (all) => {
    clearTimeout(timer);
    const board = Board.copy(app.board);
    checked = board;
    const mine = ++number;
    button('check').setAttribute('aria-pressed', 'true');
    if (board.problems().some((problem) => problem.serious)) {
      // The list above says what is wrong.
      $('findings').replaceChildren(make('p', 'Checked as soon as the map is a level.', 'note'));
      return;
    }
    $('findings').replaceChildren(make('p', 'Checking …', 'note'));
    try {
      const report = await api.check(board.toJSON(), all ? ALL : QUICK);
      if (mine === number) tell(report, all);
    } catch (error) {
      if (mine !== number) return;
      $('findings').replaceChildren(make('p', error instanceof Refusal ? error.message : String(error), 'problem serious'));
    }
  };

  onClick('check', () => void check(true));
  app.on('board', () => {
    if (!checked || app.mode !== 'edit') return;
    if (checked.equals(app.board)) return;
    clearTimeout(timer);
    number++;
    timer = setTimeout(() => void check(false), PAUSE);
  });
  app.on('loaded', clear);
  app.on('mode', () => {
    if (app.mode !== 'edit') clear();
  });
}

/** @param {NonNullable<import('./types.js').Report['difficulty']>} difficulty */
function hardness(difficulty) {
  const about = difficulty.exact ? '' : 'about ';
  return `${about}${Math.floor(difficulty.value)} of 100, ${hardWords(difficulty.value)}`;
}
