// Collections: the shipped ones and any file; thumbnails, next and previous, results.
// @ts-check

import { Board, count } from './board.js';
import { Refusal, api } from './api.js';
import { $, button, dialog, input, make, onClick, select, toast } from './dom.js';
import { store } from './store.js';
import { thumbnail } from './view.js';

/** @typedef {{name: string, title: string, levels: import('./api.js').Level[]}} Collection */

/** @param {import('./app.js').App} app */
export function prepareLevels(app) {
  /** @type {Map<string, Collection>} */
  const known = new Map();
  /** @type {Collection | null} */
  let open = null;
  /** Which level of the open collection is on the board. @type {Collection | null} */
  let playing = null;
  let index = -1;
  let loading = false;

  const dress = () => {
    button('previous-level').disabled = !playing || !neighbour(-1);
    button('next-level').disabled = !playing || !neighbour(1);
  };

  /** The next readable level in a direction. @param {1 | -1} by */
  const neighbour = (by) => {
    if (!playing) return null;
    for (let at = index + by; at >= 0 && at < playing.levels.length; at += by) {
      if (playing.levels[at].board) return { collection: playing, at };
    }
    return null;
  };

  /**
   * Puts a level on the board.
   * @param {Collection} collection
   * @param {number} at
   * @param {import('./app.js').Mode} mode
   */
  const choose = (collection, at, mode) => {
    const level = collection.levels[at];
    if (!level?.board) return;
    const board = Board.fromRows(level.board.rows, level.board.rules);
    loading = true;
    const several = collection.levels.length > 1;
    app.load(board, { title: level.title ?? (several ? `${collection.title} ${at + 1}` : collection.title), author: level.author ?? '', place: several ? `${at + 1} of ${collection.levels.length}` : '' }, mode);
    loading = false;
    playing = collection;
    index = at;
    dress();
  };

  /** @param {1 | -1} by */
  const go = (by) => {
    const next = neighbour(by);
    if (next && !app.busy) choose(next.collection, next.at, app.mode === 'edit' ? 'edit' : 'play');
  };
  onClick('previous-level', () => go(-1));
  onClick('next-level', () => go(1));

  /** @param {string} name */
  const fetchCollection = async (name) => {
    const found = known.get(name);
    if (found && found.levels.length > 0) return found;
    const told = await api.collection(name);
    const title = found?.title ?? name;
    const collection = { name, title, levels: told.levels };
    known.set(name, collection);
    return collection;
  };

  const list = () => {
    const results = store.results();
    if (!open) return;
    const shown = open;
    const done = shown.levels.filter((level) => level.id && results[level.id]).length;
    $('collection-note').textContent = `${count(shown.levels.length, 'level')}, ${done} solved.`;
    const items = shown.levels.map((level, at) => {
      const item = make('li');
      const card = document.createElement('button');
      card.type = 'button';
      card.className = 'card';
      const best = level.id ? results[level.id] : undefined;
      const name = level.title ?? `Level ${at + 1}`;
      if (level.board) {
        card.append(thumbnail(Board.fromRows(level.board.rows, level.board.rules)));
        card.addEventListener('click', () => {
          dialog('dialog-levels').close();
          choose(shown, at, 'play');
        });
      } else {
        card.disabled = true;
        card.append(make('span', level.problems[0]?.message ?? 'not a level', 'error'));
      }
      if (best) card.classList.add('solved');
      card.append(make('strong', name), make('span', best ? `✓ ${best.moves.moves} moves · ${best.pushes.pushes} pushes` : level.board ? `${level.board.rows[0].length} × ${level.board.rows.length}` : '', 'sub'));
      item.append(card);
      return item;
    });
    $('thumbs').replaceChildren(...items);
  };

  /** @param {string} name */
  const show = async (name) => {
    try {
      open = await fetchCollection(name);
      select('collection').value = name;
      list();
    } catch (error) {
      toast(error instanceof Refusal ? error.message : String(error), 'error');
    }
  };

  const fill = () => {
    const options = [...known.values()].map(({ name, title }) => {
      const option = make('option', title);
      option.setAttribute('value', name);
      return option;
    });
    select('collection').replaceChildren(...options);
  };

  const ready = api.collections().then((told) => {
    for (const { name, title } of told) if (!known.has(name)) known.set(name, { name, title, levels: [] });
    fill();
  });
  ready.catch(() => {});

  select('collection').addEventListener('change', () => void show(select('collection').value));
  onClick('open-levels', async () => {
    await ready.catch(() => {});
    const name = playing?.name ?? open?.name ?? known.keys().next().value;
    dialog('dialog-levels').showModal();
    if (name) await show(name);
  });
  onClick('open-file', () => input('file').click());
  onClick('next-unsolved', () => {
    const results = store.results();
    const from = open === playing ? index + 1 : 0;
    const levels = open?.levels ?? [];
    const order = levels.map((_, step) => (from + step) % levels.length);
    const at = order.find((one) => levels[one].board && !results[levels[one].id ?? '']);
    if (!open || at === undefined) {
      toast('Every level of this collection is solved.');
      return;
    }
    dialog('dialog-levels').close();
    choose(open, at, 'play');
  });

  /**
   * A file with many levels becomes a collection of its own.
   * @param {string} title
   * @param {import('./api.js').Level[]} levels
   */
  const add = (title, levels) => {
    const collection = { name: `file:${title}`, title, levels };
    known.set(collection.name, collection);
    fill();
    open = collection;
    return collection;
  };

  app.on('loaded', () => {
    if (loading) return;
    playing = null;
    index = -1;
    dress();
  });
  app.on('results', () => {
    if (dialog('dialog-levels').open) list();
  });
  return { add, choose, go, show, first: () => ready.then(() => fetchCollection([...known.keys()][0])), openList: () => dialog('dialog-levels').showModal() };
}
