// Pictures to keep: the board, a solution being played, how an engine searches.
// @ts-check

import { Refusal, api } from './api.js';
import { $, button, dialog, openDialog, make, saveBlob, select } from './dom.js';
import { store } from './store.js';

/** @typedef {'save-picture' | 'save-animation' | 'how-it-searches'} Kind */

/** Of each kind: its title, what can be chosen, and the forms. @type {Record<Kind, {title: string, label: string, whats: [string, string][], forms: string[]}>} */
const KINDS = {
  'save-picture': {
    title: 'Save picture',
    label: 'What',
    whats: [['level', 'The board as it is now'], ['solution', 'Trails of the solution'], ['steps', 'Step by step'], ['heat:pushes', 'Where boxes are pushed'], ['heat:visits', 'Where the keeper walks']],
    forms: ['svg', 'png'],
  },
  'save-animation': {
    title: 'Save animation',
    label: 'Frames',
    whats: [['move', 'Every move'], ['push', 'Pushes only'], ['session', 'Series of pushes']],
    forms: ['svg', 'gif', 'apng'],
  },
  'how-it-searches': {
    title: 'How it searches',
    label: 'Engine',
    whats: [['bfs', 'Breadth first'], ['astar', 'A*'], ['greedy', 'Greedy'], ['dfs', 'Depth first'], ['reverse', 'By pulls']],
    forms: ['svg', 'png'],
  },
};

/** What the open dialog does. @type {{kind: Kind, app: import('./app.js').App} | null} */
let open = null;
/** @type {Blob | null} */
let shown = null;
let asked = 0;

/** @param {string} id @param {[string, string][]} choices */
function fill(id, choices) {
  select(id).replaceChildren(...choices.map(([value, text]) => {
    const option = make('option', text);
    option.setAttribute('value', value);
    return option;
  }));
}

/** Asks the server for the picture. */
function fetched() {
  if (!open?.app.solution) throw new Refusal('There is no solution to draw.');
  const { kind, app } = open;
  const { game, answer } = /** @type {NonNullable<typeof app.solution>} */ (app.solution);
  const theme = select('picture-theme').value;
  const form = select('picture-form').value;
  const what = select('picture-what').value;
  const about = { title: app.name, theme, form };
  const start = { board: game.start.toJSON(), steps: answer.solution ?? '' };
  if (kind === 'save-animation') return api.animate({ ...about, ...start, by: what });
  if (kind === 'how-it-searches') return api.draw({ ...about, board: start.board, what: 'tree', engine: what });
  if (what === 'level') return api.draw({ ...about, board: app.shown.toJSON() });
  return api.draw({ ...about, ...start, what });
}

async function show() {
  const mine = ++asked;
  const preview = /** @type {HTMLImageElement} */ ($('picture-preview'));
  button('picture-save').disabled = true;
  $('picture-error').textContent = '';
  try {
    const blob = await fetched();
    if (mine !== asked) return;
    shown = blob;
    URL.revokeObjectURL(preview.src);
    preview.src = URL.createObjectURL(blob);
    preview.alt = `${$('dialog-picture-title').textContent}: ${select('picture-what').selectedOptions[0]?.textContent ?? ''}`;
    preview.hidden = false;
    button('picture-save').disabled = false;
  } catch (error) {
    if (mine !== asked) return;
    preview.hidden = true;
    $('picture-error').textContent = error instanceof Refusal ? error.message : String(error);
  }
}

let isPrepared = false;
function prepare() {
  if (isPrepared) return;
  isPrepared = true;
  for (const id of ['picture-what', 'picture-form', 'picture-theme']) {
    select(id).addEventListener('change', () => void show());
  }
  $('picture-save').addEventListener('click', () => {
    if (!shown || !open) return;
    const stem = open.app.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '');
    saveBlob(`${stem || 'level'}.${select('picture-form').value}`, shown);
  });
  dialog('dialog-picture').querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
}

/** Opens the dialog. @param {import('./app.js').App} app @param {Kind} kind */
export function openPicture(app, kind) {
  prepare();
  open = { app, kind };
  const { title, label, whats, forms } = KINDS[kind];
  $('dialog-picture-title').textContent = title;
  $('picture-what-label').textContent = label;
  fill('picture-what', whats);
  fill('picture-form', forms.map((form) => [form, form.toUpperCase()]));
  const isDark = store.settings().theme === 'dark' || (store.settings().theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  if (!select('picture-theme').dataset.chosen) select('picture-theme').value = isDark ? 'dark' : 'light';
  select('picture-theme').dataset.chosen = 'yes';
  openDialog('dialog-picture', 'picture-what');
  void show();
}
