// New levels of a wanted difficulty.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { open, shot, titled } from './setup.js';

test('a new level is made, played, and still there after a reload', async (t) => {
  const page = await open(t, { mode: 'play' });
  await page.click('#open-levels');
  await page.locator('#difficulty').fill('25');
  assert.equal(await page.innerText('#difficulty-words'), '25, easy');
  await shot(page, 'new-level');
  await page.click('#new-level');
  await page.waitForSelector('#dialog-levels:not([open])', { state: 'attached' });
  const title = await page.innerText('#level-title .title');
  assert.match(title, /^[A-Z][a-z]+ [A-Z][a-z]+$/);
  await page.click('#open-levels');
  await page.click('#new-level');
  await titled(page, /2 of 2/);
  await page.waitForTimeout(600);
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.click('#previous-level');
  await titled(page, /1 of 2/);
  assert.equal(await page.innerText('#level-title .title'), title);
  await page.click('#open-levels');
  assert.equal(await page.inputValue('#difficulty'), '25');
});
