// Everything that the browser remembers, as one file: out and in.
// @ts-check

import { Refusal } from './api.js';
import { count } from './board.js';
import { input, onClick, saveFile, toast } from './dom.js';
import { store } from './store.js';

/** The version of the file. */
const VERSION = 1;
/** Longer texts of steps are no game of a person or a search on this page. */
const STEPS = 200_000;

/** @typedef {import('./store.js').Memory} Memory */
/** @typedef {import('./store.js').Result} Result */

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** @param {unknown} value @returns {value is number} */
const isCount = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** @param {unknown} value @returns {value is string} */
const isSteps = (value) => typeof value === 'string' && value.length <= STEPS && /^[udlr]*$/i.test(value);
/** @param {unknown} value */
const isRows = (value) => isObject(value) && ['boxes', 'boulders'].includes(value.rules) && Array.isArray(value.rows) && value.rows.length > 0 && value.rows.every((row) => typeof row === 'string');

/** @param {unknown} value @returns {Result | undefined} */
function result(value) {
  if (!isObject(value) || !isCount(value.moves) || !isCount(value.pushes)) return undefined;
  const letters = isSteps(value.letters) ? value.letters : undefined;
  return { moves: value.moves, pushes: value.pushes, at: String(value.at ?? '').slice(0, 40), letters };
}

/** @param {unknown} value @returns {Memory | null} */
function memory(value) {
  if (!isObject(value)) return null;
  const [moves, pushes] = [result(value.moves), result(value.pushes)];
  const [byMoves, byPushes] = [result(value.machine?.moves), result(value.machine?.pushes)];
  const least = Object.fromEntries(Object.entries(isObject(value.least) ? value.least : {}).filter(([name, figure]) => ['moves', 'pushes'].includes(name) && isCount(figure)));
  return { ...(moves && pushes && { moves, pushes }), ...(byMoves && byPushes && { machine: { moves: byMoves, pushes: byPushes } }), least };
}

/** The entries of a list by boards that are what they should be. @param {unknown} value @param {(one: any) => boolean} fits @returns {[string, any][]} */
function entries(value, fits) {
  return Array.isArray(value) ? value.filter((pair) => Array.isArray(pair) && typeof pair[0] === 'string' && isObject(pair[1]) && fits(pair[1])).map(([key, one]) => [key, one]) : [];
}

/** What a file holds; parts that are not what they should be are left out. Throws where it is no such file. @param {string} text */
function read(text) {
  let saved;
  try {
    saved = JSON.parse(text);
  } catch {
    throw new Refusal('This is not a file that was saved here.');
  }
  if (!isObject(saved) || saved.kuraban === undefined) throw new Refusal('This is not a file that was saved here.');
  if (saved.kuraban !== VERSION) throw new Refusal('This file was saved by another version of the page.');
  /** @type {Record<string, Memory>} */
  const results = {};
  for (const [id, value] of Object.entries(isObject(saved.results) ? saved.results : {})) {
    const one = memory(value);
    if (one) results[id] = one;
  }
  const defaults = /** @type {Record<string, unknown>} */ (store.settings());
  const settings = Object.fromEntries(Object.entries(isObject(saved.settings) ? saved.settings : {}).filter(([name, value]) => typeof value === typeof defaults[name]));
  const files = (Array.isArray(saved.files) ? saved.files : []).filter((file) => isObject(file) && typeof file.title === 'string' && Array.isArray(file.levels) && file.levels.every((level) => isObject(level) && typeof level.rows === 'string' && ['boxes', 'boulders'].includes(level.rules)));
  return {
    settings,
    results,
    games: entries(saved.games, (game) => isSteps(game.letters) && isCount(game.cursor)),
    plans: entries(saved.plans, (plan) => isRows(plan.start) && isObject(plan.answer) && isSteps(plan.answer.solution) && isObject(plan.answer.lower_bound) && ['optimal', 'notes', 'files'].every((name) => Array.isArray(plan.answer[name]))),
    files,
  };
}

/** Whether a text is such a file. @param {string} text */
const isBackup = (text) => /^\s*\{\s*"kuraban"\s*:/.test(text);

/** @param {import('./app.js').App} app */
export function prepareBackup(app) {
  onClick('save-all', () => {
    const all = store.everything();
    const day = new Date().toISOString().slice(0, 10);
    saveFile(`kuraban-${day}.json`, `${JSON.stringify({ kuraban: VERSION, ...all })}\n`);
  });

  /** Takes over what a file holds, and says what it was. @param {string} text */
  const take = (text) => {
    const saved = read(text);
    const isAll = store.takeOver(saved);
    const parts = [count(Object.keys(saved.results).length, 'level'), count(saved.games.length, 'game'), count(saved.plans.length, 'plan'), count(saved.files.length, 'collection')];
    toast(`Taken over: results of ${parts.join(', ')}.${isAll ? '' : ' Not everything fits into this browser.'}`, isAll ? 'info' : 'error');
    app.emit('settings');
    app.emit('files');
    app.emit('results');
  };

  onClick('load-all', () => input('file-all').click());
  input('file-all').addEventListener('change', async () => {
    const file = input('file-all').files?.[0];
    input('file-all').value = '';
    if (!file) return;
    try {
      take(await file.text());
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), 'error');
    }
  });
  return { isBackup, take };
}
