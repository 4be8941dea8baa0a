// Every day: several tabs and pages, a server that goes away, small windows, near misses.

import { spawn } from 'node:child_process';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { SERVER, answer, counters, drop, exported, open, paste, shot, titled, toasts } from './setup.js';

const HARD = ['##########', ...Array(6).fill('# $ . $. #'), '#@       #', '##########'].join('\n');
const CORRIDOR = '########\n#      #\n#@ $  .#\n#      #\n########\n';
const TWO = 'One\n\n#######\n#@ $ .#\n#     #\n#######\n\nTwo\n\n########\n#@ $  .#\n#      #\n########\n';

/** Begins a search that does not end by itself. */
async function begin(page) {
  await paste(page, HARD);
  await page.selectOption('#engine', 'bfs');
  await page.selectOption('#objective', 'moves');
  await page.click('#find');
  await page.waitForSelector('#progress:not([hidden])');
}
const press = async (page, keys) => {
  for (const key of keys) await page.keyboard.press({ u: 'w', l: 'a', d: 's', r: 'd' }[key]);
};
/** Another tab of the same browser. */
async function tab(page) {
  const other = await page.context().newPage();
  other.setDefaultTimeout(15_000);
  await other.goto(page.url());
  await other.waitForSelector('body.ready');
  return other;
}

test('two tabs keep each other’s games, and each its own level', async (t) => {
  const page = await open(t);
  await drop(page, TWO, 'two.xsb');
  await titled(page, /1 of 2/);
  await page.click('#mode-play');
  await page.waitForTimeout(600);
  const other = await tab(page);
  await other.click('#next-level');
  await titled(other, /2 of 2/);
  await press(page, 'rd');
  await page.waitForTimeout(600);
  await press(other, 'rrd');
  await other.waitForTimeout(600);
  await page.reload();
  await page.waitForSelector('body.ready');
  await titled(page, /1 of 2/);
  assert.deepEqual(await counters(page), ['2', '0']);
  await page.click('#next-level');
  assert.deepEqual(await counters(page), ['3', '1']);
});

test('pages that search or wait do not keep another from loading', async (t) => {
  const page = await open(t);
  const pages = [page];
  while (pages.length < 6) pages.push(await tab(page));
  for (const one of pages) {
    if ((await one.getAttribute('body', 'data-mode')) !== 'edit') await one.click('#mode-edit');
    await begin(one);
  }
  const last = await tab(page);
  await last.keyboard.press('q');
  assert.equal(await last.evaluate(() => fetch('/api/engines').then((told) => told.ok)), true);
  for (const one of pages) await one.click('#cancel');
  for (const one of pages) assert.match(await answer(one), /Cancelled/);
});

test('Cancel is seen at once', async (t) => {
  const page = await open(t);
  await begin(page);
  await page.waitForFunction(() => document.getElementById('p-time').textContent.includes(' s of '));
  await page.route('**/api/solves/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await page.click('#cancel');
  assert.equal(await page.innerText('#cancel'), 'Cancelling …');
  assert.match(await answer(page), /Cancelled/);
  await page.unroute('**/api/solves/*');
  await page.click('#find');
  assert.equal(await page.innerText('#cancel'), 'Cancel');
  await page.click('#cancel');
  await answer(page);
});

/** Whether the keeper is within the stage. */
const isKeeperSeen = (page) => page.evaluate(() => {
  const keeper = document.querySelector('#board > .keeper').getBoundingClientRect();
  const stage = document.getElementById('stage').getBoundingClientRect();
  return keeper.left >= stage.left && keeper.right <= stage.right && keeper.top >= stage.top && keeper.bottom <= stage.bottom;
});

test('a board larger than its place follows the keeper, in Play and in Watch', async (t) => {
  const page = await open(t);
  const wide = `${'#'.repeat(32)}\n#@${' '.repeat(27)}$.#\n#${' '.repeat(30)}#\n${'#'.repeat(32)}`;
  await paste(page, wide);
  await page.click('#mode-play');
  for (let step = 0; step < 6; step++) await page.click('#zoom-in');
  await page.focus('#board');
  for (let step = 0; step < 20; step++) await page.keyboard.press('ArrowRight');
  assert.ok(await isKeeperSeen(page));
  await page.click('#mode-edit');
  await page.click('#find');
  await answer(page);
  await page.click('#to-end');
  assert.ok(await isKeeperSeen(page));
  await page.click('#to-start');
  assert.ok(await isKeeperSeen(page));
});

test('on a phone on its side the squares are large enough to touch', async (t) => {
  const page = await open(t, { width: 844, height: 390, touch: true, more: false });
  // As large as the first level of the original game.
  await paste(page, ['#'.repeat(19), ...Array(8).fill(`#${' '.repeat(17)}#`), '#@ $ .            #', '#'.repeat(19)].join('\n'));
  const square = async () => (await page.locator('#board').boundingBox()).width / 19;
  assert.ok((await square()) >= 14, `edit: ${await square()}`);
  await page.click('#mode-play');
  assert.ok((await square()) >= 22, `play: ${await square()}`);
  await page.click('#solve-for-me');
  await answer(page);
  const next = await page.locator('#step-next').boundingBox();
  assert.ok(next.y > 40 && next.y + next.height <= 390, 'the steps are in sight');
  await shot(page, 'watch-844');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 844, `${wide} pixels wide`);
});

test('as good as one’s best is not worse', async (t) => {
  const page = await open(t);
  await paste(page, CORRIDOR);
  await page.click('#mode-play');
  for (const [keys, words] of [['rrrr', /first solution/], ['rrrr', /As good as your best/], ['udrrrr', /better before/]]) {
    await press(page, keys);
    await page.waitForSelector('#dialog-solved[open]');
    assert.match(await page.innerText('#solved-text'), words);
    await page.click('#solved-again');
    await page.waitForFunction(() => document.getElementById('count-moves').textContent === '0');
  }
});

test('a second keeper is not dropped without a word', async (t) => {
  const page = await open(t);
  await paste(page, '######\n#@$.@#\n######\n');
  await page.waitForFunction(() => /2 keepers.*last one was kept/.test(document.getElementById('toasts').textContent));
  assert.equal((await exported(page)).split('\n')[1], '# CXS#');
  const linked = await open(t, { hash: '#level=6#|#@$.@#|6#' });
  assert.match(await toasts(linked), /2 keepers/);
});

test('a win while the server is away counts', async (t) => {
  const page = await open(t);
  const away = async () => {
    for (const path of ['**/api/verify', '**/api/position']) await page.route(path, (route) => route.fulfill({ status: 503, json: { error: { message: 'away' } } }));
  };
  page.errorsAllowed = /503/;
  await page.click('#open-levels');
  await page.selectOption('#collection', 'kuraban.xsb');
  await page.locator('#thumbs .card').first().click();
  await away();
  await press(page, 'rd');
  await page.waitForSelector('#dialog-solved[open]');
  assert.match(await page.innerText('#solved-text'), /first solution/);
  await page.click('#dialog-solved [value=stay]');
  await page.click('#mode-edit');
  // A map that only the server can name.
  await page.unrouteAll();
  await paste(page, CORRIDOR);
  await page.click('#mode-play');
  await away();
  await press(page, 'rrrr');
  await page.waitForSelector('#dialog-solved[open]');
  assert.match(await page.innerText('#solved-text'), /counts as soon as the server is back/);
  await page.unrouteAll();
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.waitForFunction(() => Object.keys(JSON.parse(localStorage.getItem('kuraban.results'))).length === 2);
  assert.equal(await page.evaluate(() => localStorage.getItem('kuraban.wins')), '[]');
});

test('a server that is stopped during a search is not told as Cancelled', { skip: !SERVER && 'KURABAN_SERVER is not set' }, async (t) => {
  const server = spawn(SERVER, { stdio: ['ignore', 'pipe', 'ignore'] });
  t.after(() => server.kill('SIGKILL'));
  const url = String(await new Promise((resolve) => server.stdout.once('data', resolve))).trim();
  const page = await open(t, { url });
  page.errorsAllowed = /ERR_|Failed to load/;
  await begin(page);
  await page.waitForFunction(() => document.getElementById('p-time').textContent.includes(' s of '));
  server.kill('SIGTERM');
  const told = await answer(page);
  assert.ok(!/Cancelled/.test(told), told);
  assert.match(await page.innerText('#answer'), /server ended the search|connection to the server was lost|does not answer/);
});

test('another collection is seen from its beginning', async (t) => {
  const page = await open(t);
  await drop(page, Array(80).fill('#####\n#@$.#\n#####\n').join('\n'), 'many.xsb');
  await titled(page, /1 of 80/);
  await page.click('#open-levels');
  await page.selectOption('#collection', 'kuraban.xsb');
  await page.waitForFunction(() => document.querySelectorAll('#thumbs .card').length === 67);
  await page.selectOption('#collection', 'file:many.xsb');
  await page.evaluate(() => {
    document.getElementById('thumbs').scrollTop = 600;
  });
  await page.selectOption('#collection', 'kuraban.xsb');
  await page.waitForTimeout(300);
  assert.equal(await page.evaluate(() => document.getElementById('thumbs').scrollTop), 0);
});

test('a link with a bad title opens its level', async (t) => {
  const page = await open(t, { hash: '#level=5%23|%23@$.%23|5%23&title=100%' });
  assert.equal(await page.getAttribute('#board', 'viewBox'), '0 0 500 300');
  await titled(page, /100%/);
});

test('a first sight has no engines, and the board has the width', async (t) => {
  const page = await open(t, { width: 1440, height: 900, mode: 'play', more: false });
  assert.ok(await page.locator('#solver').isHidden());
  assert.ok((await page.locator('#stage').boundingBox()).width > 1100);
  assert.ok((await page.locator('#board').boundingBox()).width / 6 > 72);
  await page.click('#more');
  assert.ok(await page.locator('#engine').isVisible());
  await page.click('#more');
  await page.click('#mode-edit');
  assert.ok(await page.locator('#engine').isHidden());
  await page.click('#mode-play');
  await page.click('#solve-for-me');
  assert.match(await answer(page), /Solved: 2 moves/);
  assert.equal(await page.getAttribute('body', 'data-mode'), 'solution');
});

test('a swipe walks, and a tap still does', async (t) => {
  const page = await open(t, { width: 390, height: 844, touch: true, more: false });
  await paste(page, CORRIDOR);
  await page.click('#mode-play');
  const client = await page.context().newCDPSession(page);
  const touch = (type, x, y) => client.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] });
  const stage = await page.locator('#stage').boundingBox();
  const [x, y] = [stage.x + 60, stage.y + stage.height - 20];
  await touch('touchStart', x, y);
  for (const by of [20, 40, 60, 80]) await touch('touchMove', x + by, y);
  await touch('touchEnd');
  assert.deepEqual(await counters(page), ['2', '1']);
  const up = await page.locator('.pad [data-dir="0"]').boundingBox();
  const down = await page.locator('.pad [data-dir="2"]').boundingBox();
  assert.ok(up.y < down.y && Math.abs(up.x - down.x) < 1, 'a cross');
});

test('the solved board stays in sight, and says what is proved', async (t) => {
  for (const [width, height] of [[1440, 900], [1024, 768], [390, 844], [844, 390]]) {
    const page = await open(t, { width, height, mode: 'play', motion: true, touch: width < 1000, more: false });
    await press(page, 'rd');
    await page.waitForSelector('#dialog-solved[open]');
    await page.waitForFunction(() => document.getElementById('solved-proof').textContent !== '');
    assert.equal(await page.innerText('#solved-proof'), '2 moves, 1 push. Nobody can do better.');
    const word = await page.locator('#dialog-solved').boundingBox();
    const board = await page.locator('#board').boundingBox();
    assert.ok(word.x + word.width <= board.x || word.y >= board.y + board.height, `${width} × ${height}`);
    await page.waitForTimeout(700);
    await shot(page, `solved-${width}`);
    await page.keyboard.press('Enter');
    await titled(page, /2 of 67/);
  }
});

test('one can go on playing while a search runs', async (t) => {
  const page = await open(t);
  await begin(page);
  await page.click('#cancel');
  await answer(page);
  await page.click('#mode-play');
  await page.click('#find');
  await page.waitForSelector('#progress:not([hidden])');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await counters(page), ['1', '0']);
  await page.click('#cancel');
  await answer(page);
  assert.deepEqual(await counters(page), ['1', '0']);
});
