// The beginning: everything is put together here.
// @ts-check

import { App } from './app.js';
import { Board, describe, place } from './board.js';
import { $, onClick, prepareDialogs, say } from './dom.js';
import { prepareEditor } from './edit.js';
import { prepareLevels } from './levels.js';
import { preparePlay } from './play.js';
import { listenToPointers } from './pointer.js';
import { prepareSettings } from './settings.js';
import { prepareSolve } from './solve.js';
import { store } from './store.js';
import { prepareTransfer } from './transfer.js';
import { prepareWatch } from './watch.js';

const HELP = {
  edit: 'Arrow keys move the cursor, Space places the chosen tool, Delete takes the object away, 1 to 6 choose a tool, Q reads the board.',
  play: 'Arrow keys walk and push, Z undoes, Y redoes, R restarts, H gives a hint, Q reads the board.',
  solution: 'Right and left arrow step forward and back, Space plays or pauses, Q reads the board.',
};

prepareDialogs();
const app = new App();
const editor = prepareEditor(app);
const player = preparePlay(app);
const watcher = prepareWatch(app);
const solve = prepareSolve(app);
const levels = prepareLevels(app);
const transfer = prepareTransfer(app, levels);
prepareSettings(app, solve.ready);
listenToPointers(app, { edit: editor.strokes, play: player.strokes, solution: watcher.strokes });

const dress = () => {
  app.dress();
  $('board-help').textContent = HELP[app.mode];
  const board = app.shown;
  $('board').setAttribute('aria-label', `Board, ${app.summary()}`);
  $('status').textContent = app.summary();
  document.body.classList.toggle('boulders', board.rules === 'boulders');
};
app.on('mode', dress);
app.on('board', dress);
app.on('busy', dress);
app.on('step', () => {
  $('status').textContent = app.summary();
});

for (const mode of /** @type {const} */ (['edit', 'play', 'solution'])) {
  onClick(`mode-${mode}`, () => void app.go(mode));
}
onClick('zoom-in', () => app.zoomBy(1));
onClick('zoom-out', () => app.zoomBy(-1));
onClick('zoom-fit', () => app.zoomBy(0));
new ResizeObserver(() => app.fit()).observe($('stage'));

/** Reads the whole board aloud. */
function recite() {
  const board = app.shown;
  const words = [`${app.summary()}.`];
  for (let at = 0; at < board.size; at++) {
    if (board.box[at] || board.goal[at] || at === board.player) words.push(`${describe(board, at)}: ${place(board, at)}.`);
  }
  say(words.join(' '));
}

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (document.querySelector('dialog[open]')) return;
  if (target.closest('input:not([type=checkbox]), select, textarea')) return;
  const isButton = target.closest('button, a, summary, input') !== null;
  if (isButton && (event.key === ' ' || event.key === 'Enter')) return;
  const handler = { edit: editor, play: player, solution: watcher }[app.mode];
  if (handler.key(event)) {
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  switch (event.key.toLowerCase()) {
    case '+':
    case '=':
      app.zoomBy(1);
      break;
    case '-':
      app.zoomBy(-1);
      break;
    case '0':
      app.zoomBy(0);
      break;
    case 'n':
      levels.go(1);
      break;
    case 'p':
      levels.go(-1);
      break;
    case 'q':
      recite();
      break;
    case '?':
      $('open-help').click();
      break;
    default:
      return;
  }
  event.preventDefault();
});

/** The level of the link, the map in work, or the first shipped level. */
async function begin() {
  if (transfer.openLink()) return;
  const draft = store.draft();
  if (draft?.board?.rows?.length) {
    app.load(Board.fromRows(draft.board.rows, draft.board.rules), { title: draft.title }, 'edit');
    return;
  }
  try {
    levels.choose(await levels.first(), 0, 'edit');
  } catch {
    app.load(Board.fromRows(['#######', '#     #', '# .$  #', '#   @ #', '#######']), { title: 'Hello' }, 'edit');
  }
}
void begin().finally(() => document.body.classList.add('ready'));
