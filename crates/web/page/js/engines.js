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

/** Offers the engines that play by the rules, in groups. @param {import('./types.js').Engine[]} engines @param {import('./board.js').Rules} rules */
export function listEngines(engines, rules) {
  const list = select('engine');
  if (list.dataset.rules === rules) return;
  list.dataset.rules = rules;
  const chosen = list.value;
  const names = new Set(engines.filter((engine) => engine.rules.includes(rules)).map(({ name }) => name));
  const isThere = names.has(chosen);
  const groups = GROUPS.map(([label, labels]) => ({ label, options: Object.entries(labels).filter(([name]) => names.delete(name)) }));
  groups.push({ label: 'Others', options: [...names].map((name) => [name, name]) });
  list.replaceChildren(...groups.filter(({ options }) => options.length > 0).map(({ label, options }) => {
    const group = make('optgroup');
    group.setAttribute('label', label);
    group.append(...options.map(([name, text]) => option(name, text)));
    return group;
  }));
  list.value = isThere ? chosen : 'auto';
}

/** What an engine is, in a line or two. @param {import('./types.js').Engine | undefined} engine */
export function describeEngine(engine) {
  if (!engine) return '';
  if (engine.name === 'auto') return 'Races several searches and takes the first that is through.';
  const about = `${engine.about[0].toUpperCase()}${engine.about.slice(1)}.`;
  return engine.complete ? `${about} Can prove that there is no solution.` : about;
}

/** What the user chose last, where the engine may not offer it. */
let wanted = 'best';

/** The user chose an objective. */
export function choseObjective() {
  wanted = select('objective').value;
}

/**
 * Offers the objectives that the rules have and the engine can reach; keeps the chosen one where
 * it is among them.
 * @param {import('./board.js').Rules} rules
 * @param {import('./types.js').Engine | undefined} engine
 */
export function listObjectives(rules, engine) {
  const list = select('objective');
  const can = (/** @type {string} */ name) => !engine || engine.optimal.includes(name);
  const options = [['any', 'Any solution'], ['moves', 'Fewest moves'], ['pushes', 'Fewest pushes'], ['robot', 'Fewest robot half movements'], ['actions', 'Fewest actions']]
    .filter(([name]) => name === 'any' || (can(name) && (name !== 'actions' || rules === 'boulders')));
  // First solutions of boulder puzzles are not made shorter: there the fewest moves are looked for at once.
  if (rules === 'boxes' && (!engine || engine.name === 'auto')) options.unshift(['best', 'A short one, quickly']);
  const names = options.map(([name]) => name).join();
  if (list.dataset.names === names) return;
  list.dataset.names = names;
  list.replaceChildren(...options.map(([value, text]) => option(value, text)));
  const otherwise = wanted === 'best' && rules === 'boulders' && can('moves') ? 'moves' : options[0][0];
  list.value = options.some(([value]) => value === wanted) ? wanted : otherwise;
}
