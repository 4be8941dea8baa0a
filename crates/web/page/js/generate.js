// New levels of a wanted difficulty.
// @ts-check

import { Refusal, api } from './api.js';
import { $, button, input, onClick, toast } from './dom.js';
import { store } from './store.js';

/** The words of the scale, each for a fifth of it. */
const WORDS = ['very easy', 'easy', 'medium', 'hard', 'very hard'];
/** @param {number} value from 0 to 100 */
export const hardWords = (value) => WORDS[Math.min(Math.floor(value / 20), WORDS.length - 1)];
/** The collection that new levels are kept in, and how many. */
const TITLE = 'New levels';
const MOST = 200;

/** @param {{make: (title: string, level: import('./types.js').Level, most: number) => void}} levels */
export function prepareGenerate(levels) {
  const slider = input('difficulty');
  const tell = () => {
    const value = Number(slider.value);
    const words = `${value}, ${hardWords(value)}`;
    $('difficulty-words').textContent = words;
    slider.setAttribute('aria-valuetext', words);
  };
  slider.value = String(store.settings().difficulty);
  tell();
  slider.addEventListener('input', tell);
  slider.addEventListener('change', () => store.set({ difficulty: Number(slider.value) }));
  onClick('new-level', async () => {
    const pressed = button('new-level');
    pressed.disabled = true;
    pressed.setAttribute('aria-busy', 'true');
    try {
      const seed = crypto.getRandomValues(new Uint32Array(1))[0];
      const told = await api.generate(Number(slider.value), seed);
      levels.make(TITLE, told.levels[0], MOST);
    } catch (error) {
      toast(error instanceof Refusal ? error.message : String(error), 'error');
    } finally {
      pressed.disabled = false;
      pressed.removeAttribute('aria-busy');
    }
  });
}
