// The celebration.
// @ts-check

import { $ } from './dom.js';
import { store } from './store.js';

const COLOURS = ['#d9472b', '#3b4a8c', '#4c9a6f', '#e0a83a', '#8f5fa8'];

/** Confetti, unless the user does not want motion. */
export function celebrate() {
  if (store.settings().sound) chime();
  const quiet = !store.settings().motion || matchMedia('(prefers-reduced-motion: reduce)').matches;
  document.getElementById('board')?.classList.add('happy');
  setTimeout(() => document.getElementById('board')?.classList.remove('happy'), 1600);
  if (quiet) return;
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
}

/** Three notes that rise. */
function chime() {
  const audio = new AudioContext();
  [523.25, 659.25, 783.99].forEach((pitch, number) => {
    const begin = audio.currentTime + number * 0.13;
    const note = new OscillatorNode(audio, { type: 'triangle', frequency: pitch });
    const volume = new GainNode(audio, { gain: 0.12 });
    volume.gain.setValueAtTime(0.12, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.5);
    note.connect(volume).connect(audio.destination);
    note.start(begin);
    note.stop(begin + 0.5);
  });
  setTimeout(() => void audio.close(), 1500);
}
