// Nothing that a user made is lost: replaced maps, plans, games, opened files.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { EXAMPLE, answer, click, counters, drop, exported, newMap, open, paste, rows, shot, titled, toasts, use } from './setup.js';

const OTHER = '#####\n#SCX#\n#####\n';
const TWO = 'One\n\n#####\n#@$.#\n#####\n\nTwo\n\n######\n#@ $.#\n######\n';

/** Pastes as Ctrl+V does. */
async function clip(page, text) {
  await page.evaluate((given) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', given);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
  }, text);
}
const size = (page, width, height) => page.waitForFunction((box) => document.getElementById('board').getAttribute('viewBox') === box, `0 0 ${width * 100} ${height * 100}`);

test('a replaced map is one undo away, by the notice and by Undo', async (t) => {
  const page = await open(t);
  await newMap(page, 6, 5);
  await use(page, 'wall', 0, 0);
  await clip(page, OTHER);
  await size(page, 5, 3);
  assert.match(await toasts(page), /The map was replaced/);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await size(page, 6, 5);
  assert.equal((await rows(page, 6))[0], '#     ');
  await page.click('#edit-redo');
  await size(page, 5, 3);
  await drop(page, EXAMPLE);
  await size(page, 6, 5);
  await page.click('#edit-undo');
  await size(page, 5, 3);
  await page.click('#edit-undo');
  await page.click('#edit-undo');
  assert.deepEqual(await rows(page, 6), Array(5).fill('      '));
});

test('going through a collection keeps an edited level one undo away', async (t) => {
  const page = await open(t);
  await paste(page, TWO);
  await use(page, 'goal', 1, 1);
  await titled(page, /One \(edited\)/);
  await page.focus('#board');
  await page.keyboard.press('n');
  await size(page, 6, 3);
  assert.match(await toasts(page), /“One” was replaced/);
  await titled(page, /Two\s+2 of 2/);
  await page.keyboard.press('Control+z');
  await size(page, 5, 3);
  await titled(page, /One \(edited\)/);
  assert.equal((await rows(page, 5))[1], '#sCX#');
  await page.click('#next-level');
  await page.click('#previous-level');
  await titled(page, /One\s+1 of 2/);
});

test('S3.54 another level may be opened at any time: a plan is kept with its level', async (t) => {
  const page = await open(t);
  await paste(page, TWO);
  await page.click('#find');
  await answer(page);
  const lines = await page.locator('#plan li').count();
  for (const act of [() => page.keyboard.press('n'), () => page.click('#next-level'), () => clip(page, EXAMPLE)]) {
    await act();
    await page.waitForSelector('body:not([data-mode=solution])');
    assert.equal(await page.locator('#plan li').count(), 0);
    await page.goBack();
    await titled(page, /1 of 2/);
    await page.waitForSelector('body[data-mode=solution]');
    assert.equal(await page.locator('#plan li').count(), lines);
  }
  await page.click('#next-level');
  await titled(page, /2 of 2/);
  await page.click('#previous-level');
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.click('#mode-solution');
  assert.equal(await page.locator('#plan li').count(), lines);
  assert.match(await answer(page), /Solved/);
});

test('a paste during a solve waits for the user', async (t) => {
  const page = await open(t);
  await paste(page, ['##########', ...Array(6).fill('# $ . $. #'), '#@       #', '##########'].join('\n'));
  await page.selectOption('#engine', 'bfs');
  await page.selectOption('#objective', 'moves');
  await page.click('#find');
  await page.waitForSelector('#progress:not([hidden])');
  await clip(page, EXAMPLE);
  await page.waitForFunction(() => document.getElementById('toasts').textContent.includes('cancel it first'));
  await page.click('#cancel');
  await answer(page);
  assert.equal((await page.getAttribute('#board', 'viewBox')), '0 0 1000 900');
});

test('an opened file, an edited level and a game survive a reload', async (t) => {
  const page = await open(t);
  const again = async () => {
    await page.reload();
    await page.waitForSelector('body.ready');
  };
  await drop(page, TWO, 'mine.xsb');
  await size(page, 5, 3);
  await page.click('#next-level');
  await use(page, 'goal', 1, 2);
  await again();
  await titled(page, /Two \(edited\)/);
  assert.equal((await rows(page, 6))[1], '#SXCX#');
  await page.click('#edit-tools [data-tool=floor]');
  await click(page, 1, 2);
  await titled(page, /Two\s+2 of 2/);
  await page.click('#mode-play');
  await page.keyboard.press('ArrowRight');
  await again();
  assert.equal(await page.getAttribute('body', 'data-mode'), 'play');
  assert.deepEqual(await counters(page), ['1', '0']);
  assert.match(await toasts(page), /goes on after 1 move/);
  // Another level and back: the game is still there.
  await page.click('#previous-level');
  await titled(page, /1 of 2/);
  assert.deepEqual(await counters(page), ['0', '0']);
  await page.click('#next-level');
  await titled(page, /2 of 2/);
  assert.deepEqual(await counters(page), ['1', '0']);
  await page.click('#open-levels');
  assert.equal(await page.inputValue('#collection'), 'file:mine.xsb');
  assert.equal(await page.locator('#collection optgroup[label="Opened files"] option').count(), 1);
  await page.click('#remove-file');
  await page.waitForFunction(() => document.getElementById('collection').value === 'kuraban.xsb');
  await again();
  assert.equal(await page.locator('#collection optgroup[label="Opened files"]').count(), 0);
});

test('a plan survives a reload', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.click('#mode-solution');
  await page.waitForFunction(() => /13 moves/.test(document.querySelector('#answer .verdict')?.textContent));
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.match(await answer(page), /13 moves/);
  await page.click('#to-end');
  assert.match(await page.getAttribute('#board', 'aria-label'), /3 on goals.*solved/);
});

test('a level that is too large is left out, with a word', async (t) => {
  const page = await open(t);
  const wide = `${'#'.repeat(61)}\n#@$.${' '.repeat(56)}#\n${'#'.repeat(61)}`;
  await drop(page, `${TWO}\n${wide}\n\n#####\n#.$@#\n#####\n`, 'wide.xsb');
  await size(page, 5, 3);
  await page.click('#next-level');
  await page.click('#next-level');
  await titled(page, /4 of 4/);
  await page.click('#open-levels');
  assert.match(await page.innerText('#thumbs'), /too large for the page: 61 × 3/);
  await page.keyboard.press('Escape');
  await drop(page, `${wide}\n\n${wide}\n`);
  await page.waitForFunction(() => document.getElementById('toasts').textContent.includes('largest size is 60'));
});

test('a collection that does not fit into the storage is told so', async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    const write = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, value) {
      if (key === 'kuraban.files') throw new DOMException('full', 'QuotaExceededError');
      write.call(this, key, value);
    };
  });
  await drop(page, TWO, 'large.xsb');
  await page.waitForFunction(() => document.getElementById('toasts').textContent.includes('too large for the browser to remember'));
  await titled(page, /1 of 2/);
});

test('solving an edited level does not count for the level', async (t) => {
  const page = await open(t);
  await page.click('#open-levels');
  await page.selectOption('#collection', 'kuraban.xsb');
  await page.locator('#thumbs .card').first().click();
  await page.click('#mode-edit');
  await use(page, 'wall', 3, 4);
  await page.click('#mode-play');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('#dialog-solved[open]');
  assert.match(await page.innerText('#solved-level'), /Two Moves \(edited\)/);
  await shot(page, 'solved-edited');
  await page.click('#dialog-solved button[value=stay]');
  await page.click('#open-levels');
  await page.waitForSelector('#thumbs .card');
  assert.equal(await page.locator('.card.solved').count(), 0);
  await page.keyboard.press('Escape');
  await page.click('#mode-edit');
  await page.click('#export');
  assert.equal(await page.inputValue('#export-title'), 'Two Moves (edited)');
  await page.click('#dialog-export [data-close]');
  assert.match(await exported(page, 'xsb'), /Title: Two Moves \(edited\)/);
});

test('a paste while playing is played', async (t) => {
  const page = await open(t, { mode: 'play' });
  await clip(page, OTHER);
  await size(page, 5, 3);
  assert.equal(await page.getAttribute('body', 'data-mode'), 'play');
  await clip(page, '#####\n#@$ #\n#####\n');
  await page.waitForSelector('body[data-mode=edit]');
});
