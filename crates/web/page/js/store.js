// What the browser remembers: settings, the map in work, games, opened files, solved levels.
// @ts-check

/** @typedef {{theme: 'auto' | 'light' | 'dark', motion: boolean, grid: boolean, speed: number, optimize: boolean, external: boolean, files: boolean, notation: string, welcomed: boolean, more: boolean, sound: boolean}} Settings */
/** @typedef {{moves: number, pushes: number, at: string}} Result */
/** @typedef {{board: import('./api.js').Rows, title: string, author: string, place: string, source: {collection: string, index: number} | null, mode: 'edit' | 'play' | 'solution', plan: {start: import('./api.js').Rows, answer: import('./api.js').Answer} | null}} Session */
/** @typedef {{board: import('./api.js').Rows, letters: string, moves: number, pushes: number}} Win */
/** @typedef {{letters: string, cursor: number}} Kept a game: its steps, and how many of them are made */

/** @type {Settings} */
const DEFAULTS = { theme: 'auto', motion: true, grid: true, speed: 4, optimize: true, external: false, files: false, notation: 'xsb', welcomed: false, more: false, sound: false };
/** Games that are kept; the oldest give way. */
const GAMES = 40;
/** Milliseconds after which a change is written. */
const DELAY = 400;

/** @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    const text = localStorage.getItem(`kuraban.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** Tells whether it is kept: a storage may be full or forbidden. @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(`kuraban.${key}`, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** The same for this tab alone. @param {unknown} session */
function writeOwn(session) {
  try {
    sessionStorage.setItem('kuraban.session', JSON.stringify(session));
  } catch {
    // The common one is there.
  }
}

/** What is still to be written. @type {Map<string, () => unknown>} */
const pending = new Map();
let timer = 0;

function flush() {
  window.clearTimeout(timer);
  timer = 0;
  for (const [key, value] of pending) {
    const worth = value();
    write(key, worth);
    if (key === 'session') writeOwn(worth);
  }
  pending.clear();
  changed.clear();
}
window.addEventListener('pagehide', flush);

/** Writes soon, so that a quick hand does not wait for the disk. @param {string} key @param {() => unknown} value */
function later(key, value) {
  pending.set(key, value);
  timer ||= window.setTimeout(flush, DELAY);
}

/** Games that changed here and are not written yet; null: over. @type {Map<string, Kept | null>} */
const changed = new Map();

/** What is stored now, another tab's games too, with the changes of this one. @returns {Map<string, Kept>} */
function games() {
  /** @type {Map<string, Kept>} */
  const all = new Map(read('games', []));
  for (const [key, game] of changed) {
    all.delete(key);
    if (game) all.set(key, game);
  }
  for (const oldest of all.keys()) {
    if (all.size <= GAMES) break;
    all.delete(oldest);
  }
  return all;
}

/** The session of this tab; a new tab begins with what was on show last. @returns {Session | null} */
function session() {
  try {
    const own = sessionStorage.getItem('kuraban.session');
    if (own !== null) return JSON.parse(own);
  } catch {
    // Forbidden, or of another version: the common one will do.
  }
  return read('session', null);
}

export const store = {
  /** @returns {Settings} */
  settings: () => ({ ...DEFAULTS, ...read('settings', {}) }),
  /** @param {Partial<Settings>} some */
  set(some) {
    write('settings', { ...store.settings(), ...some });
  },
  /** @returns {Session | null} */
  session,
  /** @param {() => Session} session */
  setSession: (session) => later('session', session),
  /** The game in progress on a board. @param {string} key @returns {Kept | undefined} */
  game: (key) => games().get(key),
  /** @param {string} key @param {Kept | null} game */
  setGame(key, game) {
    if (!game && !changed.has(key) && !games().has(key)) return;
    changed.delete(key);
    changed.set(key, game);
    later('games', () => [...games()]);
  },
  /** Opened files. @returns {import('./shelf.js').Stored[]} */
  files: () => read('files', []),
  /** Tells whether they fit. @param {import('./shelf.js').Stored[]} files */
  setFiles: (files) => write('files', files),
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
    const same = (/** @type {Result} */ one) => one.moves === moves && one.pushes === pushes;
    const equal = known !== undefined && (same(known.moves) || same(known.pushes));
    return { first: !known, byMoves, byPushes, equal };
  },
  /** Wins that no level is known for yet: the server, which names levels, was away. @returns {Win[]} */
  wins: () => read('wins', []),
  /** @param {Win[]} wins */
  setWins: (wins) => void write('wins', wins),
  forget: () => void write('results', {}),
};
