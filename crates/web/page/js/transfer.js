// Levels in and out: files, pastes, drops, exports, links.
// @ts-check

import { Board, MAX_SIDE, count, sizeProblem } from './board.js';
import { Refusal, api } from './api.js';
import { $, button, copy, dialog, input, make, onClick, saveFile, select, toast } from './dom.js';
import { DIALECTS, decode, draft, draw, encode } from './text.js';

/** @typedef {ReturnType<typeof import('./levels.js').prepareLevels>} Levels */

/** The largest file that is read. */
const LARGEST = 3_500_000;

/** @param {import('./app.js').App} app @param {Levels} levels */
export function prepareTransfer(app, levels) {
  /**
   * Takes over a text; throws in words what is wrong with it.
   * @param {string} text
   * @param {string} format
   * @param {string} name
   */
  const take = async (text, format, name) => {
    if (text.length > LARGEST) throw new Refusal('This file is too large for the page; the command line reads it.');
    const { levels: read, truncated } = await api.read(text, format);
    const good = read.filter((level) => level.board);
    if (good.length === 0) {
      const board = read.length > 0 ? draft(text, read[0].dialect) : null;
      const why = read[0]?.problems.map((problem) => problem.message).join('; ') ?? 'there is no level in it';
      if (!board || board.size < 2) throw new Refusal(`This is not a level: ${why}.`);
      const problem = sizeProblem(board.width, board.height);
      if (problem) throw new Refusal(problem);
      app.load(board, {}, 'edit');
      toast(`Read as a map in work: ${why}.`);
      return;
    }
    if (read.length > 1) {
      const collection = levels.add(name, read);
      levels.choose(collection, read.indexOf(good[0]), 'edit');
      toast(`${count(good.length, 'level')} read${truncated ? '; the rest of the file is left out' : ''}.`);
      return;
    }
    const [level] = good;
    if (!level.board) return;
    const { rows, rules } = level.board;
    const problem = sizeProblem(rows[0].length, rows.length);
    if (problem) throw new Refusal(problem);
    app.load(Board.fromRows(rows, rules), { title: level.title ?? '', author: level.author ?? '' }, 'edit');
    for (const warning of level.warnings.slice(0, 2)) toast(warning);
    toast(`Read as ${level.dialect}.`);
  };

  /** @param {File} file @param {string} [format] */
  const takeFile = async (file, format = 'auto') => {
    if (app.busy) return;
    if (file.size > LARGEST) throw new Refusal('This file is too large for the page; the command line reads it.');
    await take(await file.text(), format, file.name);
  };
  /** @param {Promise<void>} work */
  const report = (work) => work.catch((error) => toast(error instanceof Error ? error.message : String(error), 'error'));

  for (const name of ['xsb', 'glyph', 'letter', 'ampersand', 'crate', 'boulder', 'slc', 'mixed']) {
    const option = make('option', name);
    option.setAttribute('value', name);
    select('import-format').append(option);
  }
  onClick('import', () => {
    $('import-error').textContent = '';
    dialog('dialog-import').showModal();
    $('import-text').focus();
  });
  dialog('dialog-import').querySelector('form')?.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ ($('import-text')));
    try {
      await take(text.value, select('import-format').value, 'Pasted levels');
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
      await takeFile(file, select('import-format').value);
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
    if (target.closest('input, textarea, dialog') || app.busy) return;
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

  const formats = () => {
    const boulders = app.board.rules === 'boulders';
    const all = boulders ? [['boulder', 'boulder – assignments with a matrix']] : [...Object.entries(DIALECTS).map(([name, { about }]) => [name, `${name} – ${about}`]), ['rle', 'rle – xsb on one line'], ['slc', 'slc – XML']];
    select('export-format').replaceChildren(...all.map(([name, text]) => {
      const option = make('option', text);
      option.setAttribute('value', name);
      return option;
    }));
  };

  let exports = 0;
  const exportText = async () => {
    const area = /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ ($('export-text')));
    const mine = ++exports;
    const to = select('export-format').value;
    app.about.title = input('export-title').value.trim();
    area.value = '';
    delete area.dataset.format;
    const plain = to in DIALECTS ? `${draw(app.board, /** @type {keyof typeof DIALECTS} */ (to)).join('\n')}\n` : '';
    let text = plain;
    let problem = '';
    try {
      // Other programs take these notations as nothing but the board.
      const bare = to in DIALECTS && to !== 'xsb';
      const about = bare ? {} : { title: app.about.title, author: app.about.author };
      ({ text } = await api.convert({ to, board: app.board.toJSON(), ...about }));
    } catch (error) {
      // A map in work is no level yet, but it can be written all the same.
      const words = error instanceof Error ? error.message : String(error);
      problem = plain ? `A map in work: ${words}.` : `${words}.`;
    }
    if (mine !== exports) return text;
    area.value = text;
    area.dataset.format = to;
    $('export-error').textContent = problem;
    button('export-save').disabled = button('export-copy').disabled = text === '';
    return text;
  };
  onClick('export', () => {
    formats();
    input('export-title').value = app.about.title;
    dialog('dialog-export').showModal();
    void exportText();
  });
  select('export-format').addEventListener('change', () => void exportText());
  input('export-title').addEventListener('change', () => {
    void exportText();
    app.remember();
    app.dress();
  });
  onClick('export-copy', async () => copy(await exportText(), 'Level'));
  onClick('export-save', async () => {
    const text = await exportText();
    const to = select('export-format').value;
    const end = { xsb: 'xsb', rle: 'xsb', slc: 'slc', boulder: 'py' }[to] ?? 'txt';
    const stem = app.about.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || 'map';
    saveFile(`${stem}.${end}`, text);
  });
  dialog('dialog-export').querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());

  /** The address that carries the level. */
  const link = () => {
    const board = app.board;
    const title = app.about.title ? `&title=${encodeURIComponent(app.about.title)}` : '';
    const rules = board.rules === 'boulders' ? '&rules=boulders' : '';
    return `${location.origin}${location.pathname}#level=${encodeURIComponent(encode(board.rows()))}${rules}${title}`;
  };
  onClick('share', async () => {
    const address = link();
    history.replaceState(null, '', address);
    await copy(address, 'Link to this level');
  });

  // The address carries the level only until it is changed, so that a reload keeps the work.
  let opening = false;
  app.on('board', () => {
    if (!opening && location.hash) history.replaceState(null, '', location.pathname);
  });

  /** Opens the level of the address; tells whether there is one. */
  const openLink = () => {
    const parts = new Map(location.hash.slice(1).split('&').map((part) => {
      const [name, ...rest] = part.split('=');
      return [name, rest.join('=')];
    }));
    const coded = parts.get('level');
    if (!coded) return false;
    try {
      const rows = decode(decodeURIComponent(coded), (MAX_SIDE + 1) * (MAX_SIDE + 1));
      if (!rows) throw new Refusal('The link does not hold a level.');
      const board = Board.fromRows(rows, parts.get('rules') === 'boulders' ? 'boulders' : 'boxes');
      const problem = sizeProblem(board.width, board.height);
      if (problem) throw new Refusal(problem);
      const title = decodeURIComponent(parts.get('title') ?? '');
      opening = true;
      app.load(board, { title }, 'edit');
      opening = false;
      return true;
    } catch (error) {
      toast(error instanceof Refusal ? error.message : 'The link does not hold a level.', 'error');
      return false;
    }
  };
  window.addEventListener('hashchange', openLink);
  return { openLink };
}
