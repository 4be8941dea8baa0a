// Answers in words: what was found, what is proved, and the figures.
// @ts-check

import { count } from './board.js';
import { $, make } from './dom.js';

/** Why a search ended, in words. @type {Record<string, string>} */
const REASONS = {
  time: 'the time is up',
  memory: 'the memory is used up',
  nodes: 'the limit of states is reached',
  steps: 'there is no plan within the maximum number of steps',
  cancelled: 'it was cancelled',
  server: 'the server ended it',
  'gave up': 'the engine ran out of ideas',
};
/** The figures of a solution, and what they count. @type {[string, string, string][]} */
export const FIGURES = [
  ['moves', 'Moves', 'Steps of the keeper, pushes among them'],
  ['pushes', 'Pushes', 'Steps that push a box'],
  ['box_lines', 'Box lines', 'Pushes of one box in one direction without a break count as one'],
  ['box_changes', 'Box changes', 'How often the pushed box changes, the first push included'],
  ['pushing_sessions', 'Sessions', 'Series of pushes without a plain step between them'],
  ['player_lines', 'Player lines', 'Steps of the keeper in one direction count as one'],
  ['robot_half_moves', 'Robot halves', 'Half movements of a robot: two for each step, and two to set a box down after each box line'],
  ['actions_count', 'Actions', 'Walks and pushes as a boulder puzzle counts them'],
];

/** @typedef {import('./types.js').Answer} Answer */

/** The figures that are known, each with an explanation. @param {Record<string, any>} values */
export function figures(values) {
  return FIGURES.flatMap(([key, name, about]) => {
    const value = values[key];
    return value === undefined || value === null ? [] : [figure(name, Number(value).toLocaleString('en'), about)];
  });
}

/** The explanations, for the help. */
export function glossary() {
  return FIGURES.flatMap(([, name, about]) => [make('dt', name), make('dd', about)]);
}

/** @param {string} name @param {string} value @param {string} about */
export function figure(name, value, about) {
  const pair = make('div');
  pair.title = about;
  pair.append(make('dt', name), make('dd', value));
  return pair;
}

/** What is proved least about a solution. @param {Answer} answer */
function claims(answer) {
  // A solution that meets a proved bound is least, whether or not the engine says so.
  const all = new Set(answer.optimal);
  if (answer.lower_bound.pushes === answer.pushes || all.has('pushes,moves')) all.add('pushes');
  if (answer.lower_bound.moves === answer.moves || all.has('moves,pushes')) all.add('moves');
  return all;
}

/** The figures of a solution that are proved least. @param {Answer} answer @returns {import('./store.js').Least} */
export function leastOf(answer) {
  const all = claims(answer);
  return {
    ...(all.has('moves') && answer.moves !== null ? { moves: answer.moves } : {}),
    ...(all.has('pushes') && answer.pushes !== null ? { pushes: answer.pushes } : {}),
  };
}

/** The same in words, the strongest first. @param {Answer} answer */
function proofs(answer) {
  const all = claims(answer);
  const words = [];
  if (all.has('moves') && all.has('pushes')) words.push('no solution has fewer moves or fewer pushes');
  else if (all.has('moves')) words.push(`no solution has fewer moves${all.has('moves,pushes') ? ', and none as short has fewer pushes' : ''}`);
  else if (all.has('pushes')) words.push(`no solution has fewer pushes${all.has('pushes,moves') ? ', and none with as few has fewer moves' : ''}`);
  if (all.has('robot')) words.push('none costs the robot fewer half movements');
  if (all.has('actions')) words.push('none has fewer actions');
  return words.length > 0 ? [`Proved: ${words.join('; ')}.`] : [];
}

/** @param {Answer} answer */
function isShortest(answer) {
  return claims(answer).has('moves');
}

/** Whether nothing is better by an order of figures. @param {Answer} answer @param {string[]} order */
export function isProved(answer, order) {
  const all = claims(answer);
  // Least in both is least in any order of both.
  if (order.length === 2 && all.has('moves') && all.has('pushes') && order.includes('moves') && order.includes('pushes')) return true;
  // Where an order has no claim of its own, its figures are named.
  return all.has(order.join()) || answer.least?.join() === order.join() || answer.moves === 0;
}

/** @param {Answer} answer */
function bounds(answer) {
  const known = Object.entries(answer.lower_bound).filter(([name]) => name === 'moves' || name === 'pushes');
  return known.length > 0 ? [`Proved: any solution has at least ${known.map(([name, value]) => count(value, name === 'moves' ? 'move' : 'push', name)).join(' and ')}.`] : [];
}

/** Which search found the solution and which proved it, unless the engine's name says so. @param {Answer} answer */
function searches(answer) {
  const found = answer.found_by;
  const proved = answer.status === 'unsolvable' || claims(answer).size > 0 ? answer.proved_by : null;
  // `bfs` is one search, and `fess:alternate` names its own.
  const own = answer.engine?.split(':').pop();
  if ((!found || found === own) && (!proved || proved === own)) return '';
  if (found && found === proved) return `; found and proved by ${found}`;
  const words = [found ? `found by ${found}` : '', proved ? `proved by ${proved}` : ''];
  return `; ${words.filter(Boolean).join(', ')}`;
}

/** @param {Answer} answer */
function effort(answer) {
  const seconds = `${answer.seconds.toFixed(answer.seconds < 1 ? 3 : 1)} s`;
  const engine = `Engine ${answer.engine ?? '?'}`;
  // Some answers need no search, and a planner has no states.
  if (answer.expanded === 0) return answer.seconds < 0.01 ? [] : [`${engine}: ${seconds}${searches(answer)}.`];
  const states = answer.expanded === 1 ? '1 state' : `${short(answer.expanded)} states`;
  return [`${engine}: ${states} in ${seconds}${searches(answer)}.`];
}

/** What the planner tells about its files and its solver, as sentences. @param {Answer} answer */
function notes(answer) {
  return answer.notes.map((note) => {
    if (/^this formula was written, not solved/.test(note)) {
      return /no formula had to be solved/.test(note)
        ? 'The formula was written for you to look at. Nothing had to be solved for the plan.'
        : 'The formula was written for you to look at. The plan was found with other formulas of the same level, and agrees with it.';
    }
    const sentence = note.charAt(0).toUpperCase() + note.slice(1);
    return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
  });
}

/** Says something in the panel. @param {string} kind @param {string} title @param {string[]} [lines] */
export function show(kind, title, lines = []) {
  $('answer').replaceChildren(make('p', title, `verdict ${kind}`), ...lines.map((line) => make('p', line)));
  // On a small screen the answer is below the tools.
  $('answer').scrollIntoView({ block: 'nearest' });
}

/** @param {Answer} answer */
function reason(answer) {
  return REASONS[answer.reason ?? ''] ?? answer.reason ?? 'no reason was given';
}

/** A solution. @param {Answer} answer */
export function showSolved(answer) {
  if (answer.moves === 0) return show('good', 'Already solved: there is nothing to do.');
  const lines = proofs(answer);
  if (!isShortest(answer)) lines.push(lines.length > 0 ? 'There may be one with fewer moves.' : 'It may not be the shortest.', ...bounds(answer));
  if (answer.reason) lines.push(`Stopped while looking for a better one or the proof: ${reason(answer)}.`);
  show('good', `${answer.whose ?? 'Solved'}: ${count(answer.moves ?? 0, 'move')}, ${count(answer.pushes ?? 0, 'push', 'pushes')}.`, [...lines, ...notes(answer)]);
  const list = make('dl', '', 'figures');
  list.append(...figures(answer));
  $('answer').append(list, ...effort(answer).map((line) => make('p', line, 'note')));
}

/**
 * Anything but a solution.
 * @param {Answer} answer
 * @param {boolean} [inGame] whether steps were made before
 */
export function showUnsolved(answer, inGame = false) {
  if (answer.status === 'unsolvable' && inGame) show('serious', 'Proved unsolvable from here: this position is a dead end.', ['Undo some steps, or restart.', ...effort(answer)]);
  else if (answer.status === 'unsolvable') show('serious', 'Proved unsolvable: there is no solution.', effort(answer));
  else if (answer.status === 'limit' && answer.reason === 'steps') show('', 'Not found within the given maximum number of steps.', ['There may be a longer plan.', ...bounds(answer), ...effort(answer), ...notes(answer)]);
  else if (answer.status === 'limit' && answer.reason === 'cancelled') show('', 'Cancelled.', [...bounds(answer), ...effort(answer)]);
  else if (answer.status === 'limit' && answer.reason === 'server') show('serious', 'The server ended the search.', ['It was stopped, or it lost sight of this page. Nothing is proved.', ...bounds(answer), ...effort(answer)]);
  else if (answer.status === 'limit') show('', `Not found within the limits: ${reason(answer)}.`, ['That proves nothing: there may be a solution.', ...bounds(answer), ...effort(answer), ...notes(answer)]);
  else show('serious', 'That did not work.', [reason(answer)]);
}

/** Links to the planner's files. @param {Answer} answer @param {string} job */
export function showFiles(answer, job) {
  if (answer.files.length === 0) return;
  const line = make('p', `${answer.files.length === 1 ? 'A file was' : 'Files were'} written, to download: `, 'files');
  for (const name of answer.files) {
    const link = document.createElement('a');
    link.href = `/api/solves/${job}/files/${name}`;
    link.download = name;
    link.textContent = name;
    line.append(link, ' ');
  }
  $('answer').append(line);
}

/** 1234567 as 1.23 M. @param {number} number */
export function short(number) {
  for (const [size, unit] of /** @type {const} */ ([[1e9, ' G'], [1e6, ' M'], [1e4, ' k']])) {
    if (number >= size) return `${(number / (size === 1e4 ? 1e3 : size)).toPrecision(3)}${unit}`;
  }
  return Math.round(number).toLocaleString('en');
}
