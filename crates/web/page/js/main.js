// The beginning: everything is put together here.
// @ts-check

import { App } from './app.js';
import { Board, describe, place } from './board.js';
import { $, onClick, prepareDialogs, say } from './dom.js';
import { prepareCheck } from './check.js';
import { prepareEditor } from './edit.js';
import { prepareBackup } from './backup.js';
import { prepareExport } from './export.js';
import { prepareGenerate } from './generate.js';
import { prepareLevels } from './levels.js';
import { prepareMemory } from './memory.js';
import { preparePlaces } from './places.js';
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
prepareCheck(app);
const memory = prepareMemory(app);
const player = preparePlay(app, memory);
const watcher = prepareWatch(app);
const solve = prepareSolve(app, memory);
const levels = prepareLevels(app);
prepareGenerate(levels);
const backup = prepareBackup(app);
const transfer = prepareTransfer(app, levels, memory, backup);
preparePlaces(app, levels);
prepareExport(app);
prepareSettings(app, solve.ready);
listenToPointers(app, { edit: editor.strokes, play: player.strokes, solution: watcher.strokes });

const dress = () => {
  app.dress();
  $('board-help').textContent = HELP[app.mode];
  $('board').setAttribute('aria-label', app.description());
  $('status').textContent = app.status();
  document.body.classList.toggle('boulders', app.shown.rules === 'boulders');
};
app.on('mode', dress);
app.on('board', dress);
app.on('busy', dress);
app.on('step', () => {
  $('board').setAttribute('aria-label', app.description());
  $('status').textContent = app.status();
});

/** What makes solutions shorter is fetched with the first solution. @type {Promise<{run: () => Promise<void>}> | null} */
let shorter = null;
const fetchShorter = () => (shorter ??= import('./shorter.js').then(({ prepareShorter }) => prepareShorter(app, memory)));
const without = () => {
  shorter = null;
};
app.on('mode', () => void (app.mode === 'solution' && fetchShorter().catch(without)));
app.on('shorten', () => void fetchShorter().then((panel) => panel.run(), without));

// Pictures are asked for rarely: what makes them is fetched then.
for (const kind of /** @type {const} */ (['save-picture', 'save-animation', 'how-it-searches'])) {
  onClick(kind, () => void import('./picture.js').then(({ openPicture }) => openPicture(app, kind)));
}

onClick('mode-edit', () => app.go('edit'));
onClick('mode-play', () => app.go('play'));
// There is nothing to watch before there is a solution.
onClick('mode-solution', () => {
  if (app.solution) app.go('solution');
  else void solve.find();
});
onClick('solve-for-me', () => void solve.find());
onClick('zoom-in', () => app.zoomBy(1));
onClick('zoom-out', () => app.zoomBy(-1));
onClick('zoom-fit', () => app.zoomBy(0));
// In the next frame: a board that is sized while its place is measured would be measured again.
new ResizeObserver(() => requestAnimationFrame(() => app.fit())).observe($('stage'));

/** Reads the whole board aloud. */
function recite() {
  const board = app.shown;
  const words = [`${app.summary()}.`];
  for (let at = 0; at < board.size; at++) {
    if (board.box[at] || board.goal[at] || at === board.player) words.push(`${describe(board, at)}: ${place(board, at)}.`);
  }
  const dead = app.overlay.dead ?? [];
  if (dead.length > 0) words.push(`Dead squares: ${dead.map((at) => place(board, at)).join('; ')}.`);
  say(words.join(' '));
}

document.addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  // The word about a solved level lies beside the board, and does not take the keys.
  if (document.querySelector('dialog[open]:not(#dialog-solved)')) return;
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

/** A first visit gets a word of welcome, until it is put away or the first step is made. */
const welcome = () => {
  $('welcome').hidden = store.settings().welcomed;
};
const welcomed = () => {
  store.set({ welcomed: true });
  welcome();
};
welcome();
onClick('close-welcome', () => {
  welcomed();
  app.fit();
  $('board').focus();
});
app.on('step', () => {
  if (app.mode !== 'play' || app.game.cursor === 0 || $('welcome').hidden) return;
  store.set({ welcomed: true });
  // Its room stays for this level, so that the board does not jump under the player.
  $('welcome').classList.add('spent');
});
app.on('loaded', welcome);

/** The level of the link, the map and game in work, or the first shipped level to play. */
async function begin() {
  if (transfer.openLink()) return;
  const session = store.session();
  if (session) {
    const from = await levels.source(session.source);
    try {
      return app.resume(session, from);
    } catch {
      // What is stored may be of another version of the page: begin anew.
    }
  }
  try {
    levels.choose(await levels.first(), 0, 'play');
  } catch {
    app.load(Board.fromRows(['#######', '#     #', '# .$  #', '#   @ #', '#######']), { title: 'Hello' }, 'play');
  }
}
void begin().finally(() => document.body.classList.add('ready'));
