// Settings and looks.
// @ts-check

import { glossary } from './answer.js';
import { words } from './api.js';
import { count } from './board.js';
import { $, confirm, dialog, input, onClick, openDialog, select, toast } from './dom.js';
import { store } from './store.js';

/** @param {import('./app.js').App} app @param {Promise<import('./types.js').Abilities>} abilities */
export function prepareSettings(app, abilities) {
  const apply = () => {
    const { theme, motion, grid } = store.settings();
    const root = document.documentElement;
    if (theme === 'auto') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.classList.toggle('no-motion', !motion);
    root.classList.toggle('no-grid', !grid);
  };
  apply();
  app.on('settings', apply);

  onClick('theme', () => {
    const dark = matchMedia('(prefers-color-scheme: dark)').matches;
    const shown = document.documentElement.dataset.theme ?? (dark ? 'dark' : 'light');
    store.set({ theme: shown === 'dark' ? 'light' : 'dark' });
    apply();
  });

  onClick('open-settings', () => {
    const settings = store.settings();
    select('set-theme').value = settings.theme;
    input('set-motion').checked = settings.motion;
    input('set-grid').checked = settings.grid;
    input('set-sound').checked = settings.sound;
    input('set-optimize').checked = settings.optimize;
    input('set-external').checked = settings.external && !input('set-external').disabled;
    input('set-files').checked = settings.files;
    openDialog('dialog-settings');
  });
  dialog('dialog-settings').addEventListener('change', () => {
    store.set({
      theme: /** @type {import('./store.js').Settings['theme']} */ (select('set-theme').value),
      motion: input('set-motion').checked,
      grid: input('set-grid').checked,
      sound: input('set-sound').checked,
      optimize: input('set-optimize').checked,
      external: input('set-external').checked,
      files: input('set-files').checked,
    });
    apply();
    app.emit('settings');
  });
  onClick('forget', async () => {
    const number = Object.keys(store.results()).length;
    if (number === 0) return toast('There are no results yet.');
    const yes = await confirm('Forget all results?', `The results of ${count(number, 'level')} are forgotten, yours and the machine’s. Save everything first if you may want them again.`, 'Forget them', 'Keep them');
    if (!yes) return;
    store.forget();
    app.emit('results');
    toast('All results are forgotten.');
  });
  $('glossary').append(...glossary());
  onClick('open-help', () => openDialog('dialog-help', 'help-title'));

  abilities.then((told) => {
    input('set-external').disabled = !told.external_solver;
    $('set-external-note').textContent = told.external_solver ? `The server was started with ${told.external_solver}.` : words.solver;
    $('set-files-note').textContent = told.files_folder ? `The files of the last call appear in ${told.files_folder}.` : words.files;
  }).catch(() => {});
}
