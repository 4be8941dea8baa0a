// Keeps the page with everything that belongs to it, so that it works offline. `cargo xtask site`
// writes the two lists; another content is another version. It takes over when no tab shows the
// old one any more.
// Sites on other paths of the same host have caches of their own.
const OURS = `kuraban ${self.registration.scope} `;
const VERSION = `${OURS}#VERSION`;
const FILES = #FILES;

self.addEventListener('install', (event) => {
  const files = FILES.map((file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(files)));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(OURS) && name !== VERSION;
  const forget = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(forget.then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  if (event.request.method !== 'GET') return;
  // The page has one document, whatever name it is asked for by.
  const name = event.request.mode === 'navigate' ? './' : event.request;
  const known = caches.open(VERSION).then((cache) => cache.match(name, { ignoreSearch: true }));
  event.respondWith(known.then((response) => response ?? fetch(event.request)));
});
