// The solver: WebAssembly in a worker. It answers one question after the other, or advances one
// solve in turns and reads its messages between them.
// @ts-check

/** @typedef {{memory: WebAssembly.Memory, prepare: () => void, room: (length: number) => number, ask: () => void, begin: () => number, turn: () => number, cancel: () => void, fail: () => void, was_short: () => number}} Module */
/** A question, a solve, or what is to become of it. @typedef {{id: number, ask?: string, solve?: true, body?: string, cancel?: true, fail?: true}} Message */

/** What the module tells, by number (`Tell` in `tab.rs`). */
const TELLS = ['json', 'refusal', 'kind', 'picture', 'snapshot', 'done', 'panic'];

const page = /** @type {Worker} */ (/** @type {unknown} */ (self));
const text = new TextDecoder();
/** The question or solve at hand. */
let id = 0;
/** The media type of the picture that comes next, and the words of a panic. */
let kind = '';
let panic = '';

/** @type {Module} */
let module;

const host = {
  now: () => performance.now(),
  /** @param {number} what @param {number} at @param {number} length */
  tell: (what, at, length) => {
    const bytes = new Uint8Array(module.memory.buffer, at, length);
    const name = TELLS[what];
    if (name === 'picture') {
      page.postMessage({ id, kind, picture: bytes.slice() });
      return;
    }
    const words = text.decode(bytes);
    if (name === 'kind') kind = words;
    else if (name === 'panic') panic = words;
    else page.postMessage({ id, [name]: words, held: module.memory.buffer.byteLength });
  },
};

async function load() {
  const place = new URL('../kuraban.wasm', import.meta.url);
  const imports = { host };
  // Hosts that do not know the media type of modules are served too.
  const { instance } = await WebAssembly.instantiateStreaming(fetch(place), imports).catch(async () => {
    const response = await fetch(place);
    if (!response.ok) throw new Error(`${place.pathname}: ${response.status}`);
    return WebAssembly.instantiate(await response.arrayBuffer(), imports);
  });
  module = /** @type {Module} */ (/** @type {unknown} */ (instance.exports));
  module.prepare();
}

/** Does something with the module. Where it fails nothing in it can be trusted any more: the page ends this worker. @param {() => void} act */
function guarded(act) {
  try {
    act();
  } catch (error) {
    page.postMessage({ id, failed: panic || String(error), short: Boolean(module?.was_short()) });
  }
}

/** Puts a message where the module finds it. @param {string} message */
function pass(message) {
  const bytes = new TextEncoder().encode(message);
  const at = module.room(bytes.length);
  new Uint8Array(module.memory.buffer, at, bytes.length).set(bytes);
}

// Timers wait for some milliseconds, messages do not.
const turns = new MessageChannel();
turns.port1.onmessage = () => guarded(() => {
  if (module.turn()) turns.port2.postMessage(null);
});

const loaded = load();
page.onmessage = async (/** @type {MessageEvent<Message>} */ { data }) => {
  try {
    await loaded;
  } catch (error) {
    page.postMessage({ id: data.id, missing: String(error) });
    return;
  }
  guarded(() => {
    if (data.cancel) return module.cancel();
    if (data.fail) return module.fail();
    id = data.id;
    if (data.solve) {
      pass(data.body ?? '');
      if (module.begin()) turns.port2.postMessage(null);
    } else {
      pass(`${data.ask}\n${data.body ?? ''}`);
      module.ask();
    }
  });
};

export {};
