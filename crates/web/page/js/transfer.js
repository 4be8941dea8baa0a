// Levels in: files, pastes, drops; and links, in and out.
// @ts-check

import { Board, MAX_SIDE, count, sizeProblem } from './board.js';
import { Refusal, api } from './api.js';
import { $, copy, dialog, input, make, onClick, openDialog, select, toast } from './dom.js';
import { decode, draft, encode, keepers, lengthen, shorten } from './text.js';

/** @typedef {ReturnType<typeof import('./levels.js').prepareLevels>} Levels */

/** The largest file that is read. */
const LARGEST = 3_500_000;

/** The most steps of a solution in a link. */
const STEPS = 100_000;

/**
 * @param {import('./app.js').App} app
 * @param {Levels} levels
 * @param {ReturnType<typeof import('./memory.js').prepareMemory>} memory
 * @param {ReturnType<typeof import('./backup.js').prepareBackup>} backup
 */
export function prepareTransfer(app, levels, memory, backup) {
  /** Who plays goes on playing, if the level can be played. @returns {import('./app.js').Mode} */
  const mode = () => (app.mode === 'play' ? 'play' : 'edit');

  /**
   * Takes over a text, unless the user would rather keep the plan on show; tells whether it did.
   * Throws what is wrong with the text, in words. Oddities of the map are shown beside it.
   * @param {string} text
   * @param {string} format
   * @param {string} name
   */
  const take = async (text, format, name) => {
    if (text.length > LARGEST) throw new Refusal('This file is too large for the page; the command line reads it.');
    const linked = /^\s*https?:\S*?(#level=\S+)\s*$/.exec(text);
    if (linked) return openLink(linked[1]);
    const { levels: read, truncated } = await api.read(text, format);
    const good = read.filter((level) => level.board);
    if (good.length === 0) {
      const drawn = read.length > 0 ? draft(text, read[0].dialect) : null;
      const board = drawn?.board;
      const why = read[0]?.problems.map((problem) => problem.message).join('; ') ?? 'there is no level in it';
      if (!board || board.size < 2) throw new Refusal(`This is not a level: ${why}.`);
      refuseSize(board.width, board.height);
      if (!app.mayReplace()) return false;
      app.load(board, {}, 'edit');
      remark(drawn?.keepers ?? 1);
      return true;
    }
    if (read.length > 1) {
      const fit = read.findIndex((level) => !levels.unfit(level));
      if (fit < 0) throw new Refusal(`None of the levels fits: the largest size is ${MAX_SIDE} by ${MAX_SIDE}.`);
      if (!app.mayReplace()) return false;
      const collection = levels.add(name, read);
      levels.choose(collection, fit, mode());
      toast(`${count(good.length, 'level')} read${truncated ? '; the rest of the file is left out' : ''}.`);
      return true;
    }
    const [level] = good;
    if (!level.board) return false;
    const { rows, rules } = level.board;
    refuseSize(rows[0].length, rows.length);
    if (!app.mayReplace()) return false;
    // This notation needs a name, and gives a level without one its number.
    const title = level.dialect === 'slc' && level.title === '1' ? '' : level.title ?? '';
    app.load(Board.fromRows(rows, rules), { title, author: level.author ?? '', notes: level.notes, games: level.games }, mode());
    return true;
  };

  /** A map has one keeper: the others are not dropped without a word. @param {number} number */
  const remark = (number) => {
    if (number > 1) toast(`There were ${number} keepers, and a map has one: the last one was kept.`, 'error');
  };

  /** @param {number} width @param {number} height */
  const refuseSize = (width, height) => {
    const problem = sizeProblem(width, height);
    if (problem) throw new Refusal(problem);
  };

  /** @param {File} file @param {string} [format] */
  const takeFile = async (file, format = 'auto') => {
    if (file.size > LARGEST) throw new Refusal('This file is too large for the page; the command line reads it.');
    const text = await file.text();
    if (!backup.isBackup(text)) return take(text, format, file.name);
    backup.take(text);
    return true;
  };
  /** @param {Promise<unknown>} work */
  const report = (work) => work.catch((error) => toast(error instanceof Error ? error.message : String(error), 'error'));

  for (const name of ['xsb', 'glyph', 'letter', 'ampersand', 'crate', 'boulder', 'slc', 'mixed']) {
    const option = make('option', name);
    option.setAttribute('value', name);
    select('import-format').append(option);
  }
  onClick('import', () => {
    $('import-error').textContent = '';
    openDialog('dialog-import', 'import-text');
  });
  dialog('dialog-import').querySelector('form')?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ ($('import-text')));
    try {
      if (!(await take(text.value, select('import-format').value, 'Pasted levels'))) return;
      text.value = '';
      dialog('dialog-import').close();
    } catch (error) {
      $('import-error').textContent = error instanceof Error ? error.message : String(error);
    }
  });
  onClick('choose-file', () => input('file').click());
  input('file').addEventListener('change', async () => {
    const file = input('file').files?.[0];
    input('file').value = '';
    if (!file) return;
    try {
      if (!(await takeFile(file, select('import-format').value))) return;
      dialog('dialog-import').close();
      dialog('dialog-levels').close();
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      if (dialog('dialog-import').open) $('import-error').textContent = words;
      else toast(words, 'error');
    }
  });

  document.addEventListener('paste', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest('input, textarea, dialog')) return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.trim() !== '') void report(take(text, 'auto', 'Pasted levels'));
  });

  const zone = $('dropzone');
  const hasFiles = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files') ?? false;
  window.addEventListener('dragenter', (event) => {
    if (hasFiles(event)) zone.hidden = false;
  });
  window.addEventListener('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault();
  });
  window.addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) zone.hidden = true;
  });
  window.addEventListener('drop', (event) => {
    zone.hidden = true;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    event.preventDefault();
    void report(takeFile(file));
  });

  /** The address that carries the level, and where a solution is watched the solution too. */
  const link = () => {
    const watched = app.mode === 'solution' ? app.solution?.game : undefined;
    const board = watched?.start ?? app.board;
    const title = app.about.title ? `&title=${encodeURIComponent(app.name)}` : '';
    const rules = board.rules === 'boulders' ? '&rules=boulders' : '';
    const solution = watched ? `&solution=${shorten(watched.all)}` : '';
    return `${location.origin}${location.pathname}#level=${encodeURIComponent(encode(board.rows()))}${rules}${solution}${title}`;
  };
  const share = async () => {
    const address = link();
    // A link that is too long for an address still is one.
    if (address.length < 30_000) history.replaceState(history.state, '', address);
    await copy(address, app.mode === 'solution' ? 'Link to this solution' : 'Link to this level');
  };
  onClick('share', share);
  onClick('share-solution', share);
  app.on('mode', () => {
    $('share').title = app.mode === 'solution' ? 'Copy a link to this level and its solution' : 'Copy a link to this level';
  });

  // The address carries the level only until it is changed, so that a reload keeps the work.
  let opening = false;
  app.on('board', () => {
    if (!opening && location.hash) history.replaceState(history.state, '', location.pathname);
  });

  /** Opens the level of an address, and its solution; tells whether there is one. */
  const openLink = (hash = location.hash) => {
    const parts = new Map(hash.slice(1).split('&').map((part) => {
      const [name, ...rest] = part.split('=');
      return [name, rest.join('=')];
    }));
    const coded = parts.get('level');
    if (!coded) return false;
    try {
      const rows = decode(decodeURIComponent(coded), (MAX_SIDE + 1) * (MAX_SIDE + 1));
      if (!rows) throw new Refusal('The link does not hold a level.');
      const board = Board.fromRows(rows, parts.get('rules') === 'boulders' ? 'boulders' : 'boxes');
      refuseSize(board.width, board.height);
      const title = plain(parts.get('title') ?? '');
      if (!app.mayReplace()) return false;
      opening = true;
      app.load(board, { title }, 'play');
      remark(keepers(rows));
      const solution = parts.get('solution');
      if (solution !== undefined) replay(plain(solution));
      return true;
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'The link does not hold a level.', 'error');
      return false;
    } finally {
      opening = false;
    }
  };
  /** Shows the solution of a link. @param {string} coded */
  const replay = (coded) => {
    const letters = lengthen(coded, STEPS);
    if (letters === null || !app.isPlayable()) return toast('The link’s solution cannot be read.', 'error');
    memory.watch(letters, 'Solution from the link');
  };
  // Back and Forward bring their own level along.
  window.addEventListener('hashchange', () => {
    if (!history.state?.place) openLink();
  });
  return { openLink };
}

/** A coded text, or the code where it is none: a bad title is no reason to refuse a level. @param {string} coded */
function plain(coded) {
  try {
    return decodeURIComponent(coded);
  } catch {
    return coded;
  }
}
