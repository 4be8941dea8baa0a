// Levels out: the map in every notation, as text or as a file.
// @ts-check

import { Refusal, api } from './api.js';
import { $, button, copy, dialog, input, make, onClick, openDialog, saveFile, select } from './dom.js';
import { store } from './store.js';
import { DIALECTS, draw, encode } from './text.js';

/** @param {string} name @returns {name is keyof typeof DIALECTS} */
const isDialect = (name) => name in DIALECTS;

/** @param {import('./app.js').App} app */
export function prepareExport(app) {
  const area = /** @type {HTMLTextAreaElement} */ (/** @type {unknown} */ ($('export-text')));

  const formats = () => {
    const boulders = app.board.rules === 'boulders';
    const all = boulders ? [['boulder', 'boulder – assignments with a matrix']] : [...Object.entries(DIALECTS).map(([name, { about }]) => [name, `${name} – ${about}`]), ['rle', 'rle – xsb on one line'], ['slc', 'slc – XML']];
    select('export-format').replaceChildren(...all.map(([name, text]) => {
      const option = make('option', text);
      option.setAttribute('value', name);
      return option;
    }));
    const { notation } = store.settings();
    if (all.some(([name]) => name === notation)) select('export-format').value = notation;
  };

  /** A map in work is no level yet, but most notations can hold it. @param {string} to */
  const unfinished = (to) => {
    if (isDialect(to)) return `${draw(app.board, to).join('\n')}\n`;
    return to === 'rle' ? `${encode(app.board.rows())}\n` : '';
  };

  /** The text, and what is to be said about it. @param {string} to */
  const written = async (to) => {
    const flaw = app.board.flaw();
    if (flaw) {
      const text = unfinished(to);
      return { text, note: text ? `A map in work. ${flaw}` : `This notation holds finished levels only. ${flaw}` };
    }
    if (to === 'ampersand' && app.board.isOpen()) {
      return { text: unfinished(to), note: 'In this notation levels are closed by walls, and this map is open.' };
    }
    // Other programs take these notations as nothing but the board.
    const bare = isDialect(to) && to !== 'xsb';
    const title = app.isEdited ? app.name : app.about.title;
    const about = bare ? {} : { title, author: app.about.author };
    try {
      return { text: (await api.convert({ to, board: app.board.toJSON(), ...about })).text, note: '' };
    } catch (error) {
      return { text: unfinished(to), note: error instanceof Refusal ? error.message : String(error) };
    }
  };

  let exports = 0;
  const write = async () => {
    const mine = ++exports;
    const to = select('export-format').value;
    delete area.dataset.format;
    const { text, note } = await written(to);
    if (mine !== exports) return text;
    area.value = text;
    area.dataset.format = to;
    $('export-error').textContent = note;
    button('export-save').disabled = button('export-copy').disabled = text === '';
    return text;
  };

  onClick('export', () => {
    formats();
    input('export-title').value = app.about.title && app.name;
    area.value = '';
    openDialog('dialog-export', 'export-format');
    void write();
  });
  select('export-format').addEventListener('change', () => {
    store.set({ notation: select('export-format').value });
    void write();
  });
  input('export-title').addEventListener('change', () => {
    const title = input('export-title').value.trim();
    if (title === app.name) return;
    // A new name makes a map of its own out of a changed level.
    if (app.isEdited) app.source = null;
    app.about = { ...app.about, title, place: app.source ? app.about.place : '' };
    app.remember();
    app.emit('about');
    app.dress();
    void write();
  });
  onClick('export-copy', async () => copy(await write(), 'Level'));
  onClick('export-save', async () => {
    const text = await write();
    const to = select('export-format').value;
    const end = { xsb: 'xsb', rle: 'xsb', slc: 'slc', boulder: 'py' }[to] ?? 'txt';
    const stem = app.about.title ? app.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') : '';
    saveFile(`${stem || 'map'}.${end}`, text);
  });
  dialog('dialog-export').querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
}
