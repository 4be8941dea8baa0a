// What the browser remembers: settings, the map in work, solved levels.
// @ts-check

/** @typedef {{theme: 'auto' | 'light' | 'dark', motion: boolean, grid: boolean, speed: number, optimize: boolean, external: boolean, files: boolean}} Settings */
/** @typedef {{moves: number, pushes: number, at: string}} Result */

/** @type {Settings} */
const DEFAULTS = { theme: 'auto', motion: true, grid: true, speed: 4, optimize: true, external: false, files: false };

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    const text = localStorage.getItem(`kuraban.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(`kuraban.${key}`, JSON.stringify(value));
  } catch {
    // A full or forbidden storage only means that nothing is remembered.
  }
}

export const store = {
  /** @returns {Settings} */
  settings: () => ({ ...DEFAULTS, ...read('settings', {}) }),
  /** @param {Partial<Settings>} some */
  set(some) {
    write('settings', { ...store.settings(), ...some });
  },
  /** @returns {{board: import('./api.js').Rows, title: string} | null} */
  draft: () => read('draft', null),
  /** @param {{board: import('./api.js').Rows, title: string}} draft */
  setDraft: (draft) => write('draft', draft),
  /** The best result for a level, first by moves and first by pushes. @returns {Record<string, {moves: Result, pushes: Result}>} */
  results: () => read('results', {}),
  /**
   * Remembers a result where it is better; tells in what.
   * @param {string} id
   * @param {number} moves
   * @param {number} pushes
   */
  solved(id, moves, pushes) {
    const results = store.results();
    const known = results[id];
    const result = { moves, pushes, at: new Date().toISOString() };
    const less = (/** @type {[number, number]} */ a, /** @type {[number, number]} */ b) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
    const byMoves = !known || less([moves, pushes], [known.moves.moves, known.moves.pushes]);
    const byPushes = !known || less([pushes, moves], [known.pushes.pushes, known.pushes.moves]);
    results[id] = { moves: byMoves ? result : known.moves, pushes: byPushes ? result : known.pushes };
    write('results', results);
    return { first: !known, byMoves, byPushes };
  },
  forget: () => write('results', {}),
};
