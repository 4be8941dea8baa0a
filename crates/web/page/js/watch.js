// The player: a solution step by step, forward and back, by itself, or along a time line.
// @ts-check

import { api } from './api.js';
import { count } from './board.js';
import { $, button, copy, input, make, onClick, saveFile, say } from './dom.js';
import { store } from './store.js';

/** Steps a second. */
const SPEEDS = [1, 2, 4, 8, 15, 30, 60];

/** @param {import('./app.js').App} app */
export function prepareWatch(app) {
  let timer = 0;
  /** @type {HTMLElement[]} */
  let lines = [];
  let current = -1;

  const game = () => (app.mode === 'solution' ? app.solution?.game : undefined);

  const pause = () => {
    window.clearInterval(timer);
    timer = 0;
    dress();
  };

  /** @param {() => void} act */
  const change = (act) => {
    const at = game();
    if (!at) return;
    const before = at.cursor;
    act();
    if (at.cursor === before && !app.peek) return;
    app.peek = null;
    app.draw(Math.abs(at.cursor - before) <= 2);
    app.emit('step');
  };
  /** By hand: pauses, and says where we are. @param {() => void} act */
  const step = (act) => {
    if (!game()) return;
    pause();
    change(act);
    say(lines[current]?.textContent ?? '');
  };

  const play = () => {
    const at = game();
    if (!at) return;
    if (timer) return pause();
    if (at.cursor === at.steps.length) change(() => at.seek(0));
    timer = window.setInterval(() => {
      change(() => at.forward());
      if (at.cursor === at.steps.length) pause();
    }, 1000 / SPEEDS[Number(input('speed').value) - 1]);
    dress();
  };

  const dress = () => {
    const at = game();
    const label = timer ? 'Pause' : 'Play';
    button('play-pause').setAttribute('aria-label', label);
    button('play-pause').querySelector('use')?.setAttribute('href', timer ? '#icon-pause' : '#icon-play');
    const speed = SPEEDS[Number(input('speed').value) - 1];
    $('board').style.setProperty('--glide', `${Math.min(150, timer ? 900 / speed : 150)}ms`);
    if (!at) return;
    for (const id of ['to-start', 'back-push', 'step-back']) button(id).disabled = at.cursor === 0;
    for (const id of ['to-end', 'next-push', 'step-next']) button(id).disabled = at.cursor === at.steps.length;
    button('play-pause').disabled = at.steps.length === 0;
    const timeline = input('timeline');
    timeline.max = String(at.steps.length);
    timeline.value = String(at.cursor);
    timeline.setAttribute('aria-valuetext', `step ${at.cursor} of ${at.steps.length}`);
    $('timeline-text').textContent = `${at.cursor.toLocaleString('en')} of ${at.steps.length.toLocaleString('en')} · ${count(at.pushes, 'push', 'pushes')}`;
    select(at.cursor);
    $('status').textContent = app.summary();
  };

  /** Highlights a line of the plan. @param {number} index */
  const select = (index) => {
    lines[current]?.setAttribute('aria-selected', 'false');
    current = index;
    const line = lines[index];
    if (!line) return;
    line.setAttribute('aria-selected', 'true');
    const list = $('plan');
    list.setAttribute('aria-activedescendant', line.id);
    const top = line.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + line.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  };

  const list = () => {
    const watched = game();
    const texts = watched ? ['0: INIT STATE', ...watched.lines()] : [];
    lines = texts.map((text, index) => {
      const line = make('li', text);
      line.id = `plan-${index}`;
      line.setAttribute('role', 'option');
      line.setAttribute('aria-selected', 'false');
      if (text.includes('push')) line.classList.add('push');
      line.addEventListener('click', () => step(() => game()?.seek(index)));
      return line;
    });
    current = -1;
    $('plan').replaceChildren(...lines);
  };

  onClick('step-next', () => step(() => game()?.forward()));
  onClick('step-back', () => step(() => game()?.back()));
  onClick('next-push', () => step(() => game()?.forwardToPush()));
  onClick('back-push', () => step(() => game()?.backToPush()));
  onClick('to-start', () => step(() => game()?.seek(0)));
  onClick('to-end', () => step(() => game()?.seek(Infinity)));
  onClick('play-pause', play);
  input('timeline').addEventListener('input', () => {
    const to = Number(input('timeline').value);
    step(() => game()?.seek(to));
  });
  input('speed').value = String(store.settings().speed);
  input('speed').addEventListener('input', () => {
    store.set({ speed: Number(input('speed').value) });
    if (!timer) return;
    pause();
    play();
  });
  onClick('copy-solution', () => copy(app.solution?.answer.solution ?? '', 'Solution'));
  onClick('download-solution', async () => {
    if (!app.solution) return;
    const { author } = app.about;
    const title = app.about.title && app.name;
    const { game: watched, answer } = app.solution;
    const { text } = await api.convert({ to: 'xsb', board: watched.start.toJSON(), title, author, solutions: [answer.solution] });
    saveFile('solution.sok', text);
  });

  /** @param {KeyboardEvent} event */
  const key = (event) => {
    if (!game() || event.ctrlKey || event.metaKey || event.altKey) return false;
    switch (event.key) {
      case 'ArrowRight':
      case 'ArrowDown':
        step(() => (event.shiftKey ? game()?.forwardToPush() : game()?.forward()));
        return true;
      case 'ArrowLeft':
      case 'ArrowUp':
        step(() => (event.shiftKey ? game()?.backToPush() : game()?.back()));
        return true;
      case 'Home':
        step(() => game()?.seek(0));
        return true;
      case 'End':
        step(() => game()?.seek(Infinity));
        return true;
      case ' ':
        play();
        return true;
      default:
        return false;
    }
  };

  app.on('step', dress);
  app.on('mode', () => {
    pause();
    $('player').hidden = app.mode !== 'solution' || app.solution?.game.steps.length === 0;
    list();
    for (const control of $('player').querySelectorAll('button, input')) {
      /** @type {HTMLInputElement} */ (control).disabled = app.mode !== 'solution';
    }
    dress();
  });
  /** Nothing is drawn on while watching. @type {import('./pointer.js').Strokes} */
  const strokes = { down() {}, drag() {}, up() {}, hover() {} };
  return { strokes, key };
}
