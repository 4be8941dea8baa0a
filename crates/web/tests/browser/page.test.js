// Links, looks, phone, accessibility, first load.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { EXAMPLE, answer, at, drop, exported, findings, open, paste, shot, titled } from './setup.js';

test('a link carries the level', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.click('#share');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.includes('#level='), link);
  const other = await open(t, { hash: link.slice(link.indexOf('#')) });
  assert.equal(await exported(other), EXAMPLE);
  const plain = await open(t, { hash: '#level=5#|#@$.#|5#&title=Tiny', mode: 'play' });
  assert.equal(await plain.getAttribute('body', 'data-mode'), 'play');
  await plain.click('#mode-edit');
  assert.equal(await exported(plain), '#####\n#SCX#\n#####\n');
  assert.match(await plain.innerText('#level-title'), /Tiny/);
  await plain.click('#mirror');
  assert.equal(await plain.evaluate(() => location.hash), '');
  const broken = await open(t, { hash: '#level=999999(999999(%23))' });
  assert.match(await broken.innerText('#toasts'), /does not hold a level/);
});

test('the first load is small, quick and still', async (t) => {
  const page = await open(t, { wait: false, more: false });
  await page.waitForSelector('body.ready');
  const told = await page.evaluate(async () => {
    const files = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
    const shift = await new Promise((resolve) => {
      let total = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) total += entry.value;
      }).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => resolve(total), 300);
    });
    return { bytes: files.reduce((sum, file) => sum + file.encodedBodySize, 0), shift };
  });
  assert.ok(told.bytes < 340_000, `${told.bytes} bytes`);
  assert.ok(told.shift < 0.05, `layout shift ${told.shift}`);
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  await page.reload();
  await page.waitForSelector('body.ready');
  const { metrics } = await client.send('Performance.getMetrics');
  const script = metrics.find(({ name }) => name === 'ScriptDuration').value;
  t.diagnostic(`${told.bytes} bytes, ${(script * 1000).toFixed(0)} ms of scripting`);
  assert.ok(script < 0.3, `${script} s of scripting`);
});

test('axe finds nothing, in any mode, light and dark', async (t) => {
  for (const dark of [false, true]) {
    const page = await open(t, { dark });
    await paste(page, EXAMPLE);
    await page.waitForTimeout(300);
    assert.deepEqual(await findings(page), [], 'edit');
    await page.click('#mode-play');
    assert.deepEqual(await findings(page), [], 'play');
    await shot(page, dark ? 'play-dark' : 'play-light');
    await page.click('#find');
    await answer(page);
    await page.waitForTimeout(200);
    assert.deepEqual(await findings(page), [], 'watch');
    await shot(page, dark ? 'watch-dark' : 'watch-light-2');
    for (const [button, name] of [['#open-help', 'help'], ['#open-settings', 'settings'], ['#open-levels', 'levels']]) {
      await page.click(button);
      await page.waitForTimeout(400);
      assert.deepEqual(await findings(page), [], name);
      await shot(page, `${name}-${dark ? 'dark' : 'light'}`);
      await page.keyboard.press('Escape');
    }
    // A level that is solved, with results, a plan, notes and solutions; and a list without a level.
    await page.click('#open-levels');
    await page.selectOption('#collection', 'kuraban.xsb');
    await page.locator('#thumbs .card', { hasText: 'Two Moves' }).click();
    for (const key of 'ds') await page.keyboard.press(key);
    await page.waitForSelector('#dialog-solved[open]');
    await page.waitForSelector('#solved-looking', { state: 'hidden' });
    assert.deepEqual(await findings(page), [], 'solved');
    await page.click('#dialog-solved [value=again]');
    await page.click('#about-level summary');
    await page.click('#about-level button');
    assert.deepEqual(await findings(page), [], 'a solution of the file');
    await page.click('#mode-play');
    await page.waitForTimeout(200);
    assert.deepEqual(await findings(page), [], 'results');
    await page.click('#open-levels');
    await page.fill('#level-search', 'nothing of that kind');
    await page.waitForTimeout(400);
    assert.deepEqual(await findings(page), [], 'no levels');
  }
});

test('on a phone everything is within reach', async (t) => {
  const page = await open(t, { width: 390, height: 844, touch: true });
  await paste(page, EXAMPLE);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await page.screenshot({ path: `${process.env.KURABAN_SHOTS ?? 'target/page'}/phone-edit.png`, fullPage: true });
  await page.locator('[data-tool=wall]').tap();
  const spot = await at(page, 1, 3);
  await page.touchscreen.tap(spot.x, spot.y);
  assert.equal((await exported(page)).split('\n')[1], '#s # #');
  await page.locator('#edit-undo').tap();
  await page.locator('#mode-play').tap();
  for (const label of ['Right', 'Right', 'Right', 'Left']) await page.getByRole('group', { name: 'Walk' }).getByRole('button', { name: label }).tap();
  assert.equal(await page.innerText('#count-moves'), '4');
  await page.screenshot({ path: `${process.env.KURABAN_SHOTS ?? 'target/page'}/phone-play.png`, fullPage: true });
  assert.deepEqual(await findings(page), []);
  await page.locator('#find').tap();
  await answer(page);
  await page.locator('#step-next').tap();
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${process.env.KURABAN_SHOTS ?? 'target/page'}/phone-watch.png`, fullPage: true });
  await page.locator('#open-levels').tap();
  await page.waitForTimeout(300);
  await shot(page, 'phone-levels');
});

/** Whether an element is on the screen with nothing above it. */
const isSeen = (page, selector) => page.locator(selector).evaluate((element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [left + width / 2, top + height / 2];
  return top >= 0 && top + height <= innerHeight && element.contains(document.elementFromPoint(x, y));
});

test('a phone shows result, steps and help without scrolling, and no message above them', async (t) => {
  const page = await open(t, { width: 390, height: 844, touch: true });
  await paste(page, EXAMPLE);
  await page.locator('#find').tap();
  await answer(page);
  for (const one of ['#answer .verdict', '#step-next', '#step-back', '#play-pause', '#timeline']) assert.ok(await isSeen(page, one), one);
  await shot(page, 'phone-answer');
  await page.locator('#open-help').tap();
  assert.equal(await page.locator('#dialog-help').evaluate((dialog) => dialog.scrollTop), 0);
  assert.ok(await isSeen(page, '#help-title'));
  await shot(page, 'phone-help');
});

test('messages do not pile up, and lie at the top of a phone', async (t) => {
  const page = await open(t, { width: 390, height: 844, touch: true });
  for (let number = 3; number < 7; number++) await drop(page, `${'#'.repeat(number + 2)}\n#@$.${' '.repeat(number - 3)}#\n${'#'.repeat(number + 2)}\n`);
  await page.click('#share');
  await page.waitForFunction(() => document.getElementById('toasts').textContent.includes('copied'));
  assert.ok((await page.locator('.toast').count()) <= 2);
  assert.ok((await page.locator('.toast').first().boundingBox()).y < 60);
});

test('figures stay on one line, however long', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.click('#find');
  await answer(page);
  const heights = await page.evaluate(() => {
    for (const one of document.querySelectorAll('#answer dd')) one.textContent = '11,680';
    return [...document.querySelectorAll('#answer dd, #answer dt')].map((one) => one.getClientRects().length && one.offsetHeight);
  });
  assert.ok(Math.max(...heights) < 26, String(heights));
  assert.ok(await page.locator('#answer .figures div').first().getAttribute('title'));
});

test('a first visit is welcomed by a level to play', async (t) => {
  const page = await open(t, { mode: 'play' });
  assert.equal(await page.getAttribute('body', 'data-mode'), 'play');
  assert.match(await page.innerText('#welcome'), /Push every box onto a goal/);
  assert.match(await page.getAttribute('#board', 'aria-label'), /6 columns and 5 rows, 1 box, 0 on goals, keeper at b2, playing/);
  await shot(page, 'welcome');
  const before = await page.locator('#board').boundingBox();
  await page.keyboard.press('ArrowRight');
  assert.ok(await page.locator('#welcome').isHidden());
  assert.deepEqual(await page.locator('#board').boundingBox(), before);
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('#dialog-solved[open]');
  assert.match(await page.getAttribute('#board', 'aria-label'), /1 on goals.*solved/);
  await page.keyboard.press('Enter');
  await titled(page, /2 of 67/);
  assert.ok(await page.locator('#welcome').isHidden());
});

test('light and dark can be chosen, and stay', async (t) => {
  const page = await open(t);
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.click('#theme');
  assert.notEqual(await paper(), light);
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.notEqual(await paper(), light);
});

test('zoom: larger, smaller, fit', async (t) => {
  const page = await open(t);
  const width = async () => (await page.locator('#board').boundingBox()).width;
  const fit = await width();
  await page.click('#zoom-in');
  assert.ok((await width()) > fit);
  await page.click('#zoom-out');
  await page.click('#zoom-out');
  assert.ok((await width()) < fit);
  await page.keyboard.press('0');
  assert.equal(await width(), fit);
});

test('the board can be heard', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.click('#mode-play');
  await page.keyboard.press('q');
  assert.match(await page.textContent('#live'), /keeper on a goal: b2.*box: b3/);
  await page.keyboard.press('ArrowRight');
  assert.match(await page.textContent('#live'), /Moved right/);
});
