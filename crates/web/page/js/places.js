// Back and Forward go from level to level.
// @ts-check

import { $, dialog } from './dom.js';

/** Levels that Back can return to; the oldest are forgotten. */
const MOST = 50;
/** Where they are kept: in this tab, so that a reload does not lose them. */
const KEY = 'kuraban.places';

/** @typedef {import('./store.js').Session} Session */

/** @returns {[number, Session][]} */
function stored() {
  try {
    return [...new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'))];
  } catch {
    return [];
  }
}

/** The entry of the browser's history that we are at, or 0. */
const here = () => Number(history.state?.place ?? 0);

/**
 * @param {import('./app.js').App} app
 * @param {{source: (from: {collection: string, index: number} | null) => Promise<import('./app.js').Source | null>}} levels
 */
export function preparePlaces(app, levels) {
  /** What was on show at each entry, by its number. */
  const places = new Map(stored());
  /** The entry whose level is on show; 0 before the first. */
  let current = 0;
  let travelling = false;

  const write = () => {
    while (places.size > MOST) places.delete(places.keys().next().value ?? 0);
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...places]));
    } catch {
      // Then Back works until the next reload.
    }
  };
  /** Keeps what is on show with its entry. */
  const note = () => {
    if (current === 0 || travelling) return;
    places.delete(current);
    places.set(current, app.session());
  };

  app.on('leaving', note);
  app.on('loaded', () => {
    if (travelling) return;
    const isReload = current === 0 && here() > 0;
    const next = isReload ? here() : Math.max(0, ...places.keys()) + 1;
    // An entry without a number is new: the first one, or the one of a link that was followed.
    if (here() === 0 || isReload) history.replaceState({ place: next }, '', location.href);
    else {
      for (const ahead of [...places.keys()].filter((one) => one > current)) places.delete(ahead);
      history.pushState({ place: next }, '', location.pathname);
    }
    current = next;
    note();
    write();
  });
  window.addEventListener('pagehide', () => {
    note();
    write();
  });

  window.addEventListener('popstate', async () => {
    const to = here();
    // A link that was followed: it is opened by whoever reads links.
    if (to === 0 || to === current) return;
    const open = /** @type {HTMLDialogElement | null} */ (document.querySelector('dialog[open]'));
    if (open) open.close('cancel');
    if (!app.mayReplace()) return history.go(current - to);
    const session = places.get(to);
    if (!session) return;
    note();
    const source = await levels.source(session.source);
    if (here() !== to) return;
    current = to;
    travelling = true;
    try {
      app.resume(session, source);
    } finally {
      travelling = false;
    }
    write();
    if (!dialog('dialog-levels').open) $('board').focus({ preventScroll: true });
  });
}
