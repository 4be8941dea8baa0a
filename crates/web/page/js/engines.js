// Engines and objectives as the page offers them.
// @ts-check

import { make, select } from './dom.js';

/** Engines by what they are good for; one that is not listed here comes at the end. @type {[string, Record<string, string>][]} */
const GROUPS = [
  ['Recommended', { auto: 'Automatic' }],
  ['Fast', { fess: 'fess – large levels', push: 'push – greedy, forward', pull: 'pull – greedy, backward', weighted: 'weighted – shorter, slower' }],
  ['Shortest, proved', { optimal: 'optimal – fewest pushes or moves', sat: 'sat – the SAT planner' }],
  ['From the textbook', { bfs: 'bfs – breadth-first', dfs: 'dfs – depth-first', iddfs: 'iddfs – iterative deepening', astar: 'astar – A*', idastar: 'idastar – IDA*', greedy: 'greedy – best-first', reverse: 'reverse – backward', bidirectional: 'bidirectional – from both ends' }],
];

/** @param {string} value @param {string} text */
function option(value, text) {
  const made = make('option', text);
  made.setAttribute('value', value);
  return made;
}

/** Fills the list of engines, in groups. @param {import('./api.js').Engine[]} engines */
export function listEngines(engines) {
  const names = new Set(engines.map(({ name }) => name));
  const groups = GROUPS.map(([label, labels]) => ({ label, options: Object.entries(labels).filter(([name]) => names.delete(name)) }));
  groups.push({ label: 'Others', options: [...names].map((name) => [name, name]) });
  select('engine').replaceChildren(...groups.filter(({ options }) => options.length > 0).map(({ label, options }) => {
    const group = make('optgroup');
    group.setAttribute('label', label);
    group.append(...options.map(([name, text]) => option(name, text)));
    return group;
  }));
}

/** What an engine is, in a line or two. @param {import('./api.js').Engine | undefined} engine */
export function describeEngine(engine) {
  if (!engine) return '';
  if (engine.name === 'auto') return 'Races several searches and takes the first that is through.';
  const about = `${engine.about[0].toUpperCase()}${engine.about.slice(1)}.`;
  return engine.complete ? `${about} Can prove that there is no solution.` : about;
}

/** Offers the objectives that the rules have; keeps the chosen one where it still is one. @param {import('./board.js').Rules} rules */
export function listObjectives(rules) {
  const list = select('objective');
  if (list.dataset.rules === rules) return;
  const chosen = list.value;
  const options = [['best', 'Shortest, where quick'], ['any', 'Any solution'], ['moves', 'Fewest moves'], ['pushes', 'Fewest pushes'], ['robot', 'Fewest robot half movements']];
  if (rules === 'boulders') options.push(['actions', 'Fewest actions']);
  list.replaceChildren(...options.map(([value, text]) => option(value, text)));
  list.dataset.rules = rules;
  list.value = options.some(([value]) => value === chosen) ? chosen : 'best';
}
