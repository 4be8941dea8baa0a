// Collections: the shipped ones and any file; thumbnails, next and previous, results.
// @ts-check

import { Board, count, sizeProblem } from './board.js';
import { Refusal, api } from './api.js';
import { $, button, dialog, input, make, onClick, openDialog, select, toast } from './dom.js';
import { drawn, stars } from './memory.js';
import { keep, openedBefore, remove } from './shelf.js';
import { store } from './store.js';
import { thumbnail } from './view.js';

/** What the names of opened files begin with. */
const FILE = 'file:';

/** @typedef {{name: string, title: string, levels: import('./types.js').Level[]}} Collection */

/** The parts of the list, by where a collection is from. @type {[string, (name: string) => boolean][]} */
const PARTS = [
  ['Collections', (name) => !name.includes('/') && !name.startsWith(FILE)],
  ['Opened files', (name) => name.startsWith(FILE)],
  ['Examples', (name) => name.startsWith('seeds/')],
  ['One level in each notation', (name) => name.startsWith('dialects/')],
];

/** Why a level cannot be opened, or ''. @param {import('./types.js').Level} level */
function unfit(level) {
  if (!level.board) return level.problems[0]?.message ?? 'not a level';
  const { rows } = level.board;
  return sizeProblem(rows[0].length, rows.length) && `too large for the page: ${rows[0].length} × ${rows.length}`;
}

/** @param {import('./app.js').App} app */
export function prepareLevels(app) {
  /** @type {Map<string, Collection>} */
  const known = new Map();
  for (const { title, levels } of openedBefore()) known.set(FILE + title, { name: FILE + title, title, levels });
  /** The collection in the list. @type {Collection | null} */
  let open = null;
  /** The name of the collection that was listed last. */
  let listed = '';

  /** The collection that the map on the board is from. */
  const playing = () => (app.source ? known.get(app.source.collection) : undefined);

  /** The next readable level in a direction. @param {1 | -1} by */
  const neighbour = (by) => {
    const collection = playing();
    if (!collection || !app.source) return null;
    for (let at = app.source.index + by; at >= 0 && at < collection.levels.length; at += by) {
      if (!unfit(collection.levels[at])) return { collection, at };
    }
    return null;
  };

  const dress = () => {
    button('previous-level').disabled = app.busy || !neighbour(-1);
    button('next-level').disabled = app.busy || !neighbour(1);
  };

  /**
   * The map of a level, and what is said about it.
   * @param {Collection} collection
   * @param {number} at
   */
  const entry = (collection, at) => {
    const level = collection.levels[at];
    if (!level?.board || unfit(level)) return null;
    const board = Board.fromRows(level.board.rows, level.board.rules);
    const several = collection.levels.length > 1;
    const title = level.title ?? (several ? `${collection.title} ${at + 1}` : collection.title);
    const place = several ? `${at + 1} of ${collection.levels.length}` : '';
    const source = { board: Board.copy(board), collection: collection.name, index: at, id: level.id };
    return { board, about: { title, author: level.author ?? '', place, notes: level.notes, games: level.games }, source };
  };

  /**
   * Puts a level on the board.
   * @param {Collection} collection
   * @param {number} at
   * @param {import('./app.js').Mode} mode
   */
  const choose = (collection, at, mode) => {
    const found = entry(collection, at);
    if (found) app.load(found.board, found.about, mode, found.source);
  };

  /** @param {1 | -1} by */
  const go = (by) => {
    const next = neighbour(by);
    if (!next || !app.mayReplace()) return;
    choose(next.collection, next.at, app.mode === 'edit' ? 'edit' : 'play');
  };
  onClick('previous-level', () => go(-1));
  onClick('next-level', () => go(1));

  /** @param {string} name */
  const fetchCollection = async (name) => {
    const found = known.get(name);
    if (found && found.levels.length > 0) return found;
    if (name.startsWith(FILE)) throw new Refusal('This file is not kept any more.');
    const told = await api.collection(name);
    const title = found?.title ?? name;
    const collection = { name, title, levels: told.levels };
    known.set(name, collection);
    return collection;
  };

  /** @param {Collection} collection @param {number} at */
  const pick = (collection, at) => {
    if (!app.mayReplace()) return;
    dialog('dialog-levels').close();
    choose(collection, at, 'play');
    $('board').focus();
  };

  /** Whether a level is asked for, by its name, author or number, and by how it stands. @param {import('./types.js').Level} level @param {number} at @param {number} reached stars */
  const isWanted = (level, at, reached) => {
    const words = input('level-search').value.trim().toLowerCase();
    const text = `${level.title ?? `level ${at + 1}`}\n${level.author ?? ''}\n${at + 1}`.toLowerCase();
    const stands = { all: true, unsolved: reached === 0, solved: reached > 0, better: reached > 0 && reached < 3 }[select('level-filter').value];
    return (words === '' || text.includes(words)) && stands;
  };

  const list = () => {
    const results = store.results();
    if (!open) return;
    const shown = open;
    const standing = shown.levels.map((level) => stars(results[level.id ?? '']));
    const done = standing.filter((reached) => reached > 0).length;
    const perfect = standing.filter((reached) => reached === 3).length;
    $('remove-file').hidden = !shown.name.startsWith(FILE);
    button('next-unsolved').disabled = done === shown.levels.length;
    const items = shown.levels.flatMap((level, at) => {
      if (!isWanted(level, at, standing[at])) return [];
      const item = make('li');
      const card = document.createElement('button');
      card.type = 'button';
      card.className = 'card';
      const best = results[level.id ?? ''];
      const name = level.title ?? `Level ${at + 1}`;
      const why = unfit(level);
      if (level.board && !why) {
        card.append(thumbnail(Board.fromRows(level.board.rows, level.board.rules)));
        card.addEventListener('click', () => pick(shown, at));
      } else {
        card.disabled = true;
        card.append(make('span', why, 'error'));
      }
      if (standing[at] > 0) card.classList.add('solved');
      if (level.author) card.title = `${name}, by ${level.author}`;
      if (app.source?.collection === shown.name && app.source.index === at) card.setAttribute('aria-current', 'true');
      card.append(make('strong', name));
      if (best?.moves && best.pushes) {
        const gained = make('span', drawn(standing[at]), 'stars');
        gained.setAttribute('role', 'img');
        gained.setAttribute('aria-label', `Solved, ${standing[at]} of 3 stars.`);
        card.append(gained, make('span', `${count(best.moves.moves, 'move')} · ${count(best.pushes.pushes, 'push', 'pushes')}`, 'sub'));
      } else if (level.board && !why) card.append(make('span', `${level.board.rows[0].length} × ${level.board.rows.length}`, 'sub'));
      item.append(card);
      return [item];
    });
    $('thumbs').replaceChildren(...items);
    const all = `${count(shown.levels.length, 'level')}, ${done} solved${perfect > 0 ? `, ${perfect} with three stars` : ''}.`;
    $('collection-note').textContent = items.length === shown.levels.length ? all : `${all} ${items.length} shown.`;
    $('no-levels').hidden = items.length > 0;
    // Another collection is seen from its beginning.
    if (listed !== shown.name) $('thumbs').scrollTop = 0;
    listed = shown.name;
    $('thumbs').querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  };

  /** Counts what was asked for: a later choice makes an earlier one stale. */
  let turn = 0;

  /** @param {string} name */
  const show = async (name) => {
    const mine = ++turn;
    // What is listed must not be taken for what was chosen.
    if (listed !== name) $('thumbs').replaceChildren();
    try {
      const found = await fetchCollection(name);
      if (mine !== turn) return;
      open = found;
      select('collection').value = name;
      list();
    } catch (error) {
      toast(error instanceof Refusal ? error.message : String(error), 'error');
    }
  };

  const fill = () => {
    const parts = PARTS.flatMap(([label, fits]) => {
      const options = [...known.values()].filter(({ name }) => fits(name)).map(({ name, title }) => {
        const option = make('option', title);
        option.setAttribute('value', name);
        return option;
      });
      if (options.length === 0) return [];
      const group = make('optgroup');
      group.setAttribute('label', label);
      group.append(...options);
      return [group];
    });
    select('collection').replaceChildren(...parts);
  };

  const ready = api.collections().then((told) => {
    for (const { name, title } of told) if (!known.has(name)) known.set(name, { name, title, levels: [] });
    fill();
  });
  ready.catch(() => {});

  select('collection').addEventListener('change', () => void show(select('collection').value));
  input('level-search').addEventListener('input', list);
  select('level-filter').addEventListener('change', list);
  // What is searched for is opened by Enter.
  input('level-search').addEventListener('keydown', (event) => {
    const first = /** @type {HTMLElement | null} */ ($('thumbs').querySelector('.card:not(:disabled)'));
    if (event.key === 'Enter' && input('level-search').value.trim() !== '') first?.click();
  });
  onClick('show-all-levels', () => {
    input('level-search').value = '';
    select('level-filter').value = 'all';
    list();
    input('level-search').focus();
  });
  /** The first shipped collection. */
  const first = () => ready.then(() => fetchCollection([...known.keys()].find((name) => !name.startsWith(FILE)) ?? ''));

  onClick('open-levels', async () => {
    await ready.catch(() => {});
    openDialog('dialog-levels', 'collection');
    const mine = ++turn;
    const name = playing()?.name ?? open?.name ?? (await first().catch(() => null))?.name;
    if (name && mine === turn) await show(name);
  });
  onClick('open-file', () => input('file').click());
  onClick('remove-file', async () => {
    if (!open) return;
    known.delete(open.name);
    remove(open.title);
    if (app.source?.collection === open.name) app.source = null;
    dress();
    fill();
    await show((await first()).name);
  });
  onClick('next-unsolved', () => {
    const results = store.results();
    const from = open && open === playing() && app.source ? app.source.index + 1 : 0;
    const levels = open?.levels ?? [];
    const order = levels.map((_, step) => (from + step) % levels.length);
    const at = order.find((one) => !unfit(levels[one]) && !results[levels[one].id ?? '']?.moves);
    if (open && at !== undefined) pick(open, at);
  });

  /**
   * A file with many levels becomes a collection of its own.
   * @param {string} title
   * @param {import('./types.js').Level[]} levels
   */
  const add = (title, levels) => {
    const same = (/** @type {string} */ name) => known.get(FILE + name)?.levels.map(({ id }) => id).join() === levels.map(({ id }) => id).join();
    const stem = title;
    for (let number = 2; known.has(FILE + title) && !same(title); number++) title = `${stem} ${number}`;
    const collection = { name: FILE + title, title, levels };
    known.delete(collection.name);
    known.set(collection.name, collection);
    fill();
    open = collection;
    if (!keep(title, levels)) toast('This collection is too large for the browser to remember: open its file again after a reload.');
    return collection;
  };

  /**
   * A level that was just made goes to the end of a collection of its kind, and onto the board.
   * @param {string} title
   * @param {import('./types.js').Level} level
   * @param {number} most
   */
  const addMade = (title, level, most) => {
    if (!app.mayReplace()) return;
    const before = known.get(FILE + title)?.levels ?? [];
    const all = [...before.filter(({ id }) => id !== level.id), level].slice(-most);
    const collection = { name: FILE + title, title, levels: all.map((one, at) => ({ ...one, index: at + 1 })) };
    known.set(collection.name, collection);
    keep(title, collection.levels);
    fill();
    open = collection;
    pick(collection, all.length - 1);
  };

  /**
   * The level of a collection that a map began as, where it is still there.
   * @param {{collection: string, index: number} | null} from
   */
  const source = async (from) => {
    if (!from) return null;
    await ready.catch(() => {});
    const collection = await fetchCollection(from.collection).catch(() => null);
    return collection && (entry(collection, from.index)?.source ?? null);
  };

  app.on('loaded', dress);
  app.on('about', dress);
  app.on('busy', dress);
  app.on('files', () => {
    for (const { title, levels } of openedBefore()) if (!known.has(FILE + title)) known.set(FILE + title, { name: FILE + title, title, levels });
    fill();
  });
  app.on('results', () => {
    if (dialog('dialog-levels').open) list();
  });
  return { add, choose, go, first, make: addMade, source, unfit };
}
