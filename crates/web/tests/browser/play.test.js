// Play it yourself: keyboard, mouse, undo, advice, celebration, collections.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { at, boxesAt, click, counters, drag, open, paste, shot, titled } from './setup.js';

const CORRIDOR = '########\n#      #\n#@ $  .#\n#      #\n########\n';

async function play(page, text) {
  await paste(page, text);
  await page.click('#mode-play');
}

test('arrow keys and WASD walk and push; the counters follow', async (t) => {
  const page = await open(t);
  await play(page, CORRIDOR);
  for (const key of ['ArrowRight', 'd', 'ArrowUp', 's']) await page.keyboard.press(key);
  assert.deepEqual(await counters(page), ['4', '1']);
  await page.keyboard.press('a');
  await page.keyboard.press('w');
  await page.keyboard.press('w');
  assert.deepEqual(await counters(page), ['6', '1']);
  assert.match(await page.textContent('#live'), /Blocked: up/);
});

test('undo and redo go by move and by push, and a restart can be redone', async (t) => {
  const page = await open(t);
  await play(page, CORRIDOR);
  for (const key of ['d', 'd', 'd', 'w', 'a']) await page.keyboard.press(key);
  await page.keyboard.press('z');
  assert.deepEqual(await counters(page), ['4', '2']);
  await page.keyboard.press('Shift+Z');
  assert.deepEqual(await counters(page), ['2', '1']);
  await page.keyboard.press('Shift+Y');
  assert.deepEqual(await counters(page), ['3', '2']);
  await page.keyboard.press('y');
  await page.click('#redo');
  assert.deepEqual(await counters(page), ['5', '2']);
  await page.click('#restart');
  assert.deepEqual(await counters(page), ['0', '0']);
  await page.click('#redo-push');
  await page.click('#redo-push');
  assert.deepEqual(await counters(page), ['3', '2']);
  await page.click('#undo-push');
  await page.click('#undo');
  assert.deepEqual(await counters(page), ['1', '0']);
});

test('a click walks there, a dragged box goes along squares it can reach', async (t) => {
  const page = await open(t);
  await play(page, CORRIDOR);
  await click(page, 3, 5);
  await page.waitForFunction(() => document.getElementById('count-moves').textContent === '5');
  await drag(page, [2, 3], [2, 5]);
  await page.waitForFunction(() => document.getElementById('count-pushes').textContent === '2');
  assert.deepEqual((await boxesAt(page)).boxes[0].at, [2, 5]);
  await click(page, 2, 5);
  assert.ok((await page.locator('.reach').count()) > 0);
  await shot(page, 'play-reach');
  await click(page, 2, 6);
  await page.waitForSelector('#dialog-solved[open]');
});

test('a solved level is celebrated, with its figures, and remembered', async (t) => {
  const page = await open(t, { motion: true });
  await play(page, CORRIDOR);
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
  await page.waitForSelector('#confetti i', { state: 'attached' });
  await page.waitForSelector('#dialog-solved[open]');
  assert.match(await page.textContent('#solved-text'), /4 moves, of which 3 pushes. Your first solution/);
  await page.waitForFunction(() => /Least moves4Least pushes3$/.test(document.getElementById('solved-figures').textContent));
  await shot(page, 'solved');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'solved-again');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.activeElement.id === 'board');
  assert.deepEqual(await counters(page), ['0', '0']);
});

test('dead squares and boxes in trouble are shown on demand, with the reason', async (t) => {
  const page = await open(t);
  await play(page, '########\n#      #\n#@ $   #\n#     .#\n########\n');
  assert.equal(await page.locator('#board .dead').count(), 0);
  await page.check('#show-dead');
  await page.waitForSelector('#board .dead');
  await page.check('#show-frozen');
  await page.waitForFunction(() => document.getElementById('advice').textContent.includes('No box is in trouble'));
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await page.waitForSelector('.lost');
  assert.match(await page.innerText('#advice'), /d2 stands along a wall/);
  await shot(page, 'trouble');
  await page.click('#still-solvable');
  await page.waitForFunction(() => document.getElementById('advice').textContent.includes('dead end'));
});

test('a box that is stuck on its goal is in no trouble', async (t) => {
  const page = await open(t);
  await play(page, '########\n#*     #\n#@ $ . #\n#      #\n########\n');
  await page.check('#show-frozen');
  await page.waitForFunction(() => document.getElementById('advice').textContent.includes('No box is in trouble'));
  assert.equal(await page.locator('.lost, .stuck').count(), 0);
});

test('hint, still solvable, and solve from here', async (t) => {
  const page = await open(t);
  await play(page, CORRIDOR);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.click('#hint');
  await page.waitForSelector('.ghost');
  assert.match(await page.innerText('#advice'), /Push the box at e3 right/);
  await shot(page, 'hint');
  await page.click('#still-solvable');
  await page.waitForFunction(() => document.getElementById('advice').textContent.startsWith('Yes'));
  await page.click('#find');
  await page.waitForSelector('#answer .verdict');
  assert.match(await page.innerText('#answer'), /Solved: 2 moves/);
  await page.click('#mode-play');
  assert.deepEqual(await counters(page), ['2', '1']);
  // The answer was about that position; the game goes on from it.
  assert.ok(await page.locator('#answer').isHidden());
  await page.keyboard.press('ArrowUp');
  assert.match(await page.innerText('#kept-plan'), /A solution of 2 moves is kept/);
  await page.click('#watch-plan');
  assert.match(await page.innerText('#answer'), /Solved: 2 moves/);
});

test('boulder puzzles are played and solved', async (t) => {
  const page = await open(t);
  await page.click('#open-levels');
  await page.selectOption('#collection', 'seeds/seed-002.txt');
  await page.locator('#thumbs .card').first().click();
  assert.ok(await page.evaluate(() => document.body.classList.contains('boulders')));
  await shot(page, 'boulders');
  await page.click('#find');
  await page.waitForSelector('#answer .verdict', { timeout: 60_000 });
  assert.match(await page.innerText('#answer'), /Solved/);
});

test('collections: thumbnails, next and previous, solved ones are marked', async (t) => {
  const page = await open(t);
  await page.click('#open-levels');
  await page.selectOption('#collection', 'dialects/collection.sok');
  await page.waitForFunction(() => document.querySelectorAll('#thumbs .card').length === 3);
  assert.match(await page.innerText('#thumbs'), /Four Lamps[\s\S]*Back Stairs[\s\S]*Cross Street/);
  await shot(page, 'levels');
  await page.locator('#thumbs .card').first().click();
  assert.match(await page.innerText('#level-title'), /Four Lamps\s+1 of 3/);
  for (const letter of 'uulDrdrruLulldlddRdrrU') await page.keyboard.press({ u: 'w', l: 'a', d: 's', r: 'd' }[letter.toLowerCase()]);
  await page.waitForSelector('#dialog-solved[open]');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'solved-next');
  await page.keyboard.press('Enter');
  await titled(page, /Back Stairs\s+2 of 3/);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'board');
  await page.keyboard.press('n');
  await titled(page, /3 of 3/);
  assert.ok(await page.locator('#next-level').isDisabled());
  await page.click('#previous-level');
  await titled(page, /2 of 3/);
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.click('#open-levels');
  await page.selectOption('#collection', 'dialects/collection.sok');
  await page.waitForSelector('.card.solved');
  assert.match(await page.textContent('.card.solved'), /22 moves/);
  await page.click('#next-unsolved');
  await titled(page, /Cross Street/);
});

test('a file with many levels becomes a collection', async (t) => {
  const page = await open(t);
  await paste(page, 'One\n\n#####\n#@$.#\n#####\n\nTwo\n\n######\n#@ $.#\n######\n');
  assert.match(await page.innerText('#level-title'), /1 of 2/);
  await page.click('#next-level');
  assert.equal(await page.locator('#board').getAttribute('viewBox'), '0 0 600 300');
});

test('a dead square says why it is one', async (t) => {
  const page = await open(t, { touch: true });
  await play(page, CORRIDOR);
  assert.ok(await page.locator('#dead-legend').isHidden());
  await page.check('#show-dead');
  await page.waitForSelector('.dead title', { state: 'attached' });
  assert.equal(await page.locator('.under .dead title').first().textContent(), 'A box here can never reach a goal.');
  assert.match(await page.innerText('#dead-legend'), /^Hatched: a box here can never reach a goal\.$/);
  const { x, y } = await at(page, 1, 1);
  await page.mouse.move(x, y);
  assert.equal(await page.innerText('#status'), 'b2: A box here can never reach a goal.');
  await shot(page, 'dead-squares');
  const alive = await at(page, 2, 4);
  await page.mouse.move(alive.x, alive.y);
  assert.match(await page.innerText('#status'), /1 box · 1 goal/);
  // The keyboard: the keeper's own square; and a tap.
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('The keeper is on a dead square'));
  await page.keyboard.press('q');
  assert.match(await page.textContent('#live'), /Dead squares: b2;/);
  const corner = await at(page, 3, 6);
  await page.touchscreen.tap(corner.x, corner.y);
  await page.waitForFunction(() => document.getElementById('status').textContent.startsWith('g4: A box here'));
});

test('Solve from here in a dead end says that it is one', async (t) => {
  const page = await open(t);
  await play(page, CORRIDOR);
  await page.keyboard.press('ArrowDown');
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp']) await page.keyboard.press(key);
  await page.click('#find');
  await page.waitForSelector('#answer .verdict.serious');
  const told = await page.innerText('#answer');
  assert.match(told, /from here: this position is a dead end[\s\S]*Undo some steps, or restart/);
  assert.ok(!/\b0 states/.test(told), told);
  await page.keyboard.press('z');
  assert.equal(await page.innerText('#answer'), '');
});
