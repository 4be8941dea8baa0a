// Small helpers for the document: elements by name, dialogs, messages.
// @ts-check

/**
 * The element with an id; the page is ours, so it is there.
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @returns {T}
 */
export function $(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`#${id} is missing`);
  return /** @type {T} */ (/** @type {unknown} */ (found));
}

/** @param {string} id */
export const input = (id) => /** @type {HTMLInputElement} */ ($(id));
/** @param {string} id */
export const select = (id) => /** @type {HTMLSelectElement} */ ($(id));
/** @param {string} id */
export const button = (id) => /** @type {HTMLButtonElement} */ ($(id));
/** @param {string} id */
export const dialog = (id) => /** @type {HTMLDialogElement} */ ($(id));

/** @param {string} id @param {() => void} act */
export function onClick(id, act) {
  $(id).addEventListener('click', act);
}

/**
 * An element with text in it.
 * @param {string} name
 * @param {string} [text]
 * @param {string} [className]
 */
export function make(name, text = '', className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Reads something aloud to those who listen. @param {string} text */
export function say(text) {
  const live = $('live');
  live.textContent = live.textContent === text ? `${text}\u00a0` : text;
}

/** Messages on show at the same time. */
const MESSAGES = 2;

/**
 * A short message that goes away by itself, perhaps with something to do about it.
 * @param {string} text
 * @param {'info' | 'error'} [kind]
 * @param {{label: string, act: () => void}} [action]
 */
export function toast(text, kind = 'info', action) {
  const shelf = $('toasts');
  for (const old of [...shelf.children]) {
    // The same message again, or an offer that no longer applies.
    if (old.firstChild?.textContent === text || (action && old.querySelector('button'))) old.remove();
  }
  while (shelf.children.length >= MESSAGES) shelf.firstElementChild?.remove();
  const message = make('div', '', `toast ${kind}`);
  message.append(make('p', text));
  if (action) {
    const go = make('button', action.label);
    go.setAttribute('type', 'button');
    go.addEventListener('click', () => {
      message.remove();
      action.act();
    });
    message.append(go);
  }
  shelf.append(message);
  // Shown anew, the messages lie above a dialog that was opened meanwhile.
  shelf.hidePopover?.();
  shelf.showPopover?.();
  /** It stays while somebody points at it or has it in focus. */
  const leave = () => {
    if (message.matches(':hover, :focus-within')) return void setTimeout(leave, 1000);
    message.classList.add('gone');
    setTimeout(() => message.remove(), 600);
  };
  setTimeout(leave, action ? 9000 : kind === 'error' ? 7000 : 3500);
}

/**
 * Asks a question with two answers.
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 * @param {string} no
 * @returns {Promise<boolean>}
 */
export function confirm(title, text, yes, no) {
  const box = dialog('dialog-confirm');
  $('confirm-title').textContent = title;
  $('confirm-text').textContent = text;
  $('confirm-yes').textContent = yes;
  $('confirm-no').textContent = no;
  box.returnValue = 'no';
  box.showModal();
  return new Promise((resolve) => {
    box.addEventListener('close', () => resolve(box.returnValue === 'yes'), { once: true });
  });
}

/** Opens a dialog at its top. @param {string} id @param {string} [focus] what has the focus */
export function openDialog(id, focus) {
  const box = dialog(id);
  if (!box.open) box.showModal();
  if (focus) $(focus).focus();
  box.scrollTop = 0;
}

/** Close buttons, and a click beside a dialog. */
export function prepareDialogs() {
  for (const box of document.querySelectorAll('dialog')) {
    for (const closer of box.querySelectorAll('[data-close]')) {
      closer.addEventListener('click', () => box.close('cancel'));
    }
    box.addEventListener('click', (event) => {
      if (event.target !== box) return;
      const edge = box.getBoundingClientRect();
      const inside = event.clientX >= edge.left && event.clientX <= edge.right && event.clientY >= edge.top && event.clientY <= edge.bottom;
      if (!inside) box.close('cancel');
    });
  }
}

/** Gives a text to the user as a file. @param {string} name @param {string} text */
export function saveFile(name, text) {
  saveBlob(name, new Blob([text], { type: 'text/plain;charset=utf-8' }));
}

/** Gives anything to the user as a file. @param {string} name @param {Blob} blob */
export function saveBlob(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Puts a text on the clipboard, and says so. @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`);
  } catch {
    toast(`${what} could not be copied: the browser does not allow it.`, 'error');
  }
}
