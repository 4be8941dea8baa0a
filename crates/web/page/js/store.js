// What the browser remembers: settings, the map in work, games, plans, opened files, and the results
// of each level.
// @ts-check

/** @typedef {{theme: 'auto' | 'light' | 'dark', motion: boolean, grid: boolean, speed: number, optimize: boolean, external: boolean, files: boolean, notation: string, welcomed: boolean, more: boolean, sound: boolean, difficulty: number}} Settings */
/** @typedef {{moves: number, pushes: number, at: string, letters?: string}} Result */
/** Results by moves first and by pushes first. @typedef {{moves: Result, pushes: Result}} Best */
/** What is proved to be least. @typedef {{moves?: number, pushes?: number}} Least */
/** What is known of a level: the player's best, the machine's best, and what is least. @typedef {{moves?: Result, pushes?: Result, machine?: Best, least?: Least}} Memory */
/** @typedef {{board: import('./types.js').Rows, about: import('./app.js').About, source: {collection: string, index: number} | null, mode: 'edit' | 'play' | 'solution'}} Session */
/** The solution that is kept with a level, and the position it begins at. @typedef {{start: import('./types.js').Rows, answer: import('./types.js').Answer}} Plan */
/** @typedef {{board: import('./types.js').Rows, letters: string, moves: number, pushes: number}} Win */
/** @typedef {{letters: string, cursor: number}} Kept a game: its steps, and how many of them are made */

/** @type {Settings} */
const DEFAULTS = { theme: 'auto', motion: true, grid: true, speed: 4, optimize: true, external: false, files: false, notation: 'xsb', welcomed: false, more: false, sound: false, difficulty: 25 };
/** Games and plans that are kept; the oldest give way. */
const GAMES = 40;
const PLANS = 60;
/** Milliseconds after which a change is written. */
const DELAY = 400;

/** What is stored, where it is of the kind that is looked for. @param {string} key @param {any} otherwise */
function read(key, otherwise) {
  try {
    const stored = JSON.parse(localStorage.getItem(`kuraban.${key}`) ?? 'null');
    const kind = (/** @type {unknown} */ value) => (Array.isArray(value) ? 'list' : typeof value);
    return stored !== null && (otherwise === null || kind(stored) === kind(otherwise)) ? stored : otherwise;
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
  games.changed.clear();
  plans.changed.clear();
}
window.addEventListener('pagehide', flush);

/** Writes soon, so that a quick hand does not wait for the disk. @param {string} key @param {() => unknown} value */
function later(key, value) {
  pending.set(key, value);
  timer ||= window.setTimeout(flush, DELAY);
}

/** A list by boards: what is stored, another tab's entries too, with what changed here and is not written yet. @template T */
class Shelf {
  /** @param {string} name @param {number} most the oldest give way */
  constructor(name, most) {
    this.name = name;
    this.most = most;
    /** null: taken away. @type {Map<string, T | null>} */
    this.changed = new Map();
  }

  /** @returns {Map<string, T>} */
  all() {
    /** @type {Map<string, T>} */
    const all = new Map(read(this.name, []).filter((/** @type {unknown} */ pair) => Array.isArray(pair) && pair[1]));
    for (const [key, one] of this.changed) {
      all.delete(key);
      if (one) all.set(key, one);
    }
    for (const oldest of all.keys()) {
      if (all.size <= this.most) break;
      all.delete(oldest);
    }
    return all;
  }

  /** @param {string} key @param {T | null} one */
  set(key, one) {
    if (!one && !this.changed.has(key) && !this.all().has(key)) return;
    this.changed.delete(key);
    this.changed.set(key, one);
    later(this.name, () => [...this.all()]);
  }
}

/** @type {Shelf<Kept>} */
const games = new Shelf('games', GAMES);
/** @type {Shelf<Plan>} */
const plans = new Shelf('plans', PLANS);

/** Whether a pair of figures is less, the first one first. @param {[number, number]} a @param {[number, number]} b */
const isLess = (a, b) => a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
/** @param {Result} one @param {Result | undefined} known */
const isByMoves = (one, known) => !known || isLess([one.moves, one.pushes], [known.moves, known.pushes]);
/** @param {Result} one @param {Result | undefined} known */
const isByPushes = (one, known) => !known || isLess([one.pushes, one.moves], [known.pushes, known.moves]);

/** The better of what is known and a result, by moves and by pushes. @param {Partial<Best> | undefined} known @param {Result} one @returns {Best} */
function better(known, one) {
  return {
    moves: known?.moves && !isByMoves(one, known.moves) ? known.moves : one,
    pushes: known?.pushes && !isByPushes(one, known.pushes) ? known.pushes : one,
  };
}

/** Two memories of one level as one. @param {Memory} mine @param {Memory} other @returns {Memory} */
function united(mine, other) {
  const all = { ...mine };
  for (const one of [other.moves, other.pushes]) if (one) Object.assign(all, better(all, one));
  for (const one of [other.machine?.moves, other.machine?.pushes]) if (one) all.machine = better(all.machine, one);
  if (other.least) all.least = { ...other.least, ...mine.least };
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
  game: (key) => games.all().get(key),
  /** @param {string} key @param {Kept | null} game */
  setGame: (key, game) => games.set(key, game),
  /** The plan that is kept with a level. @param {string} key @returns {Plan | undefined} */
  plan: (key) => plans.all().get(key),
  /** @param {string} key @param {Plan} plan */
  setPlan: (key, plan) => plans.set(key, plan),
  /** Opened files. @returns {import('./shelf.js').Stored[]} */
  files: () => read('files', []),
  /** Tells whether they fit. @param {import('./shelf.js').Stored[]} files */
  setFiles: (files) => write('files', files),
  /** What is known of each level, by the name that the server gives it. @returns {Record<string, Memory>} */
  results: () => read('results', {}),
  /**
   * Remembers a solution of the player where it is better; tells in what.
   * @param {string} id
   * @param {{moves: number, pushes: number, letters?: string}} solution
   */
  solved(id, { moves, pushes, letters }) {
    const results = store.results();
    const known = results[id] ?? {};
    const result = { moves, pushes, letters, at: new Date().toISOString() };
    const byMoves = isByMoves(result, known.moves);
    const byPushes = isByPushes(result, known.pushes);
    results[id] = { ...known, ...better(known, result) };
    write('results', results);
    const same = (/** @type {Result | undefined} */ one) => one?.moves === moves && one.pushes === pushes;
    return { first: !known.moves, byMoves, byPushes, equal: same(known.moves) || same(known.pushes) };
  },
  /**
   * Remembers a solution of the machine where it is better, and what is least.
   * @param {string} id
   * @param {{moves: number, pushes: number, letters?: string} | null} solution
   * @param {Least} least
   */
  machine(id, solution, least) {
    const results = store.results();
    const known = results[id] ?? {};
    const machine = solution ? better(known.machine, { ...solution, at: new Date().toISOString() }) : known.machine;
    results[id] = { ...known, machine, least: { ...known.least, ...least } };
    write('results', results);
  },
  /** Wins that no level is known for yet: the server, which names levels, was away. @returns {Win[]} */
  wins: () => read('wins', []).filter((/** @type {any} */ win) => Array.isArray(win?.board?.rows) && typeof win.letters === 'string'),
  /** @param {Win[]} wins */
  setWins: (wins) => void write('wins', wins),
  forget: () => void write('results', {}),
  /** Everything, as one object. */
  everything() {
    flush();
    return { settings: store.settings(), results: store.results(), games: [...games.all()], plans: [...plans.all()], files: store.files() };
  },
  /**
   * Takes over what was saved elsewhere, beside what is here: the better result stays, and what is
   * here is not replaced. Tells whether all of it fits.
   * @param {{settings: Partial<Settings>, results: Record<string, Memory>, games: [string, Kept][], plans: [string, Plan][], files: import('./shelf.js').Stored[]}} saved
   */
  takeOver({ settings, results, games: played, plans: planned, files }) {
    flush();
    const all = store.results();
    for (const [id, other] of Object.entries(results)) all[id] = united(all[id] ?? {}, other);
    const titles = new Set(store.files().map(({ title }) => title));
    const kept = [
      write('results', all),
      write('games', [...new Map([...played, ...games.all()])].slice(-GAMES)),
      write('plans', [...new Map([...planned, ...plans.all()])].slice(-PLANS)),
      write('files', [...files.filter(({ title }) => !titles.has(title)), ...store.files()]),
    ];
    store.set(settings);
    return kept.every(Boolean);
  },
};
