// What both hosts can do, the server and the workers of the page with no server: draw, solve, follow
// and cancel, play, hint, make it shorter, pictures, rules, new levels.

import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { EXAMPLE, answer, counters, newMap, open, paste, shot, use } from './setup.js';

const HOST = process.env.KURABAN_SITE ? 'site' : 'server';
const FILE = process.env.KURABAN_XSOKOBAN ?? '../../../../shared/levels/xsokoban.xsb';
const XSOKOBAN = existsSync(FILE) && readFileSync(FILE, 'utf8');

test('a level is drawn and solved', async (t) => {
  const page = await open(t);
  await newMap(page, 6, 3);
  await use(page, 'sokoban', 1, 1);
  await use(page, 'crate', 1, 2);
  await use(page, 'storage', 1, 4);
  await page.click('#find');
  assert.equal(await answer(page), 'Solved: 2 moves, 2 pushes.');
});

test('the example is solved in 13 steps, and the planner agrees', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.click('#find');
  assert.equal(await answer(page), 'Solved: 13 moves, 4 pushes.');
  assert.match(await page.innerText('#answer'), /Proved: no solution has fewer moves or fewer pushes/);
  assert.equal(await page.locator('#plan li').count(), 14);
  await shot(page, `${HOST}-example`);
  await page.click('#mode-edit');
  await page.selectOption('#engine', 'sat');
  await page.click('#find');
  assert.match(await answer(page), /13 moves/);
});

test('XSokoban 1 is solved, and a proof of its least moves is followed and cancelled', { skip: !XSOKOBAN && `there is no ${FILE}` }, async (t) => {
  const page = await open(t);
  await paste(page, XSOKOBAN);
  await page.click('#find');
  assert.match(await answer(page), /^Solved: \d+ moves, \d+ pushes\.$/);
  await page.click('#mode-edit');
  await page.selectOption('#engine', 'bfs');
  await page.click('#find');
  await page.waitForFunction(() => /^[1-9]/.test(document.getElementById('p-states').textContent) && /^[0-9.]+ s of/.test(document.getElementById('p-time').textContent));
  const before = await page.innerText('#p-states');
  await page.waitForFunction((states) => document.getElementById('p-states').textContent !== states, before);
  await shot(page, `${HOST}-progress`);
  await page.click('#cancel');
  assert.equal(await answer(page), 'Cancelled.');
});

test('a level is played with hints to its end', async (t) => {
  const page = await open(t);
  await paste(page, '########\n#      #\n#@ $  .#\n#      #\n########\n');
  await page.click('#mode-play');
  await page.keyboard.press('d');
  assert.deepEqual(await counters(page), ['1', '0']);
  await page.keyboard.press('h');
  await page.waitForFunction(() => /push/i.test(document.getElementById('status').textContent + document.getElementById('live').textContent));
  for (const key of 'ddd') await page.keyboard.press(key);
  await page.waitForSelector('#dialog-solved[open]');
  await page.waitForSelector('#solved-looking', { state: 'hidden' });
  assert.match(await page.innerText('#solved-proof'), /Nobody can do better/);
});

test('a solution is made shorter while the figures fall', async (t) => {
  const page = await open(t);
  await paste(page, '#########\n#       #\n#@ $  . #\n#       #\n#########\n\nSolution\nurrrdLulldRRRR\n');
  await page.click('#mode-play');
  await page.click('#about-level summary');
  await page.click('.solutions button');
  await page.click('#shorter-start');
  await page.waitForSelector('#shorter-on:not([hidden])');
  const rows = await page.evaluate(() => [...document.querySelectorAll('#shorter-rows tr')].map((row) => [...row.children].map((cell) => cell.textContent)));
  assert.ok(rows.some((row) => row.includes('14') && row.includes('4')), JSON.stringify(rows));
});

test('pictures are drawn, and a new level is made', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.click('#find');
  await answer(page);
  for (const name of ['Save picture', 'Save animation', 'How it searches']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('#picture-preview').waitFor();
    await page.locator('#dialog-picture [data-close]').click();
  }
  await page.click('#open-levels');
  await page.click('#new-level');
  await page.waitForSelector('#dialog-levels:not([open])', { state: 'attached' });
  await page.waitForSelector('body[data-mode=play]');
  assert.match(await page.innerText('#level-title .title'), /^[A-Z][a-z]+ [A-Z][a-z]+$/);
});
