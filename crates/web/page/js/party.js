// The celebration.
// @ts-check

import { $ } from './dom.js';
import { store } from './store.js';

const COLOURS = ['#d9472b', '#3b4a8c', '#4c9a6f', '#e0a83a', '#8f5fa8'];

/** Confetti, unless the user does not want motion; tells whether there is any. */
export function celebrate() {
  const quiet = !store.settings().motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById('board')?.classList.add('happy');
  setTimeout(() => document.getElementById('board')?.classList.remove('happy'), 1600);
  if (quiet) return false;
  const pieces = Array.from({ length: 70 }, (_, index) => {
    const piece = document.createElement('i');
    piece.style.left = `${Math.random() * 100}%`;
    piece.style.background = COLOURS[index % COLOURS.length];
    piece.style.animationDelay = `${Math.random() * 0.5}s`;
    piece.style.animationDuration = `${1.8 + Math.random() * 1.4}s`;
    piece.style.setProperty('--drift', `${(Math.random() - 0.5) * 200}px`);
    piece.style.setProperty('--turn', `${(Math.random() - 0.5) * 1440}deg`);
    return piece;
  });
  $('confetti').replaceChildren(...pieces);
  setTimeout(() => $('confetti').replaceChildren(), 4000);
  return true;
}
