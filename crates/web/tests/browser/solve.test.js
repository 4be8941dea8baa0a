// The solve panel and the player: S3.37 to S3.41, S3.48 to S3.54.

import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { EXAMPLE, answer, boxesAt, click, exported, open, paste, shot, solvedCount } from './setup.js';

async function plan(page, { maxSteps = 50, any = false } = {}) {
  await page.selectOption('#engine', 'sat');
  await page.fill('#max-steps', String(maxSteps));
  await page.check(any ? '#plan-any' : '#plan-shortest');
  await page.getByRole('button', { name: 'Find Solution' }).click();
  return answer(page);
}
const HARD = ['####################', '#@                 #', ...Array(5).fill(['#  $  $  $  $  $   #', '#   .  .  .  .  .  #']).flat(), '####################'].join('\n');
const lines = async (page) => (await page.locator('#plan li').allInnerTexts()).slice(1);

test('S3.48 Find Solution shows the plan: 13 lines for the example', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  assert.match(await plan(page), /13 moves/);
  const told = await lines(page);
  assert.equal(told.length, 13);
  told.forEach((line, index) => assert.match(line, new RegExp(`^${index + 1}: (move|push) (up|down|left|right) from \\[\\d+,\\d+\\]$`)));
  assert.match(await page.innerText('#answer'), /no solution has fewer moves/);
  await shot(page, 'watch-light');
});

test('untouched settings find the shortest solution of a small map with one click, proved', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.getByRole('button', { name: 'Find Solution' }).click();
  assert.equal(await answer(page), 'Solved: 13 moves, 4 pushes.');
  assert.match(await page.innerText('#answer'), /Proved: no solution has fewer moves or fewer pushes/);
  assert.equal((await lines(page)).length, 13);
  assert.match(await page.innerText('#player'), /count from 0/);
});

test('Find Solution asks for neither engine nor objective until one is chosen', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  const asked = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/solves')) asked.push(request.postDataJSON());
  });
  await page.click('#find');
  await answer(page);
  await page.click('#mode-edit');
  await page.selectOption('#objective', 'pushes');
  await page.click('#find');
  await answer(page);
  await page.click('#mode-edit');
  await page.selectOption('#engine', 'push');
  assert.equal(await page.inputValue('#objective'), 'any');
  await page.click('#find');
  await answer(page);
  assert.deepEqual(asked.map(({ engine, objective }) => [engine, objective]), [[undefined, undefined], ['auto', 'pushes'], ['push', 'any']]);
});

test('a solution is kept as a picture and an animation, and the search is drawn', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.click('#find');
  await answer(page);
  for (const name of ['Save picture', 'Save animation', 'How it searches']) {
    await page.getByRole('button', { name, exact: true }).click();
    await page.locator('#picture-preview').waitFor();
    assert.equal(await page.innerText('#dialog-picture-title'), name);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#picture-save')]);
    assert.match(download.suggestedFilename(), /\.svg$/);
    await page.locator('#dialog-picture [data-close]').click();
  }
});

test('a solution that is not proved least says so', async (t) => {
  const page = await open(t);
  await paste(page, HARD);
  await page.click('#find');
  assert.match(await answer(page), /Solved: \d+ moves/);
  assert.match(await page.innerText('#answer'), /may not be the shortest|fewer moves/);
  await page.click('#step-next');
  assert.equal(await page.inputValue('#timeline'), '1');
});

test('objectives are those of the rules, engines are grouped and explained', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  const objectives = () => page.locator('#objective option').evaluateAll((all) => all.map((one) => one.value));
  await page.waitForSelector('#engine optgroup', { state: 'attached' });
  assert.deepEqual(await objectives(), ['best', 'any', 'moves', 'pushes', 'robot']);
  assert.ok((await page.locator('#engine optgroup').count()) >= 4);
  assert.equal(await page.locator('#engine optgroup[label=Others]').count(), 0);
  for (const engine of await page.locator('#engine option').evaluateAll((all) => all.map((one) => one.value))) {
    await page.selectOption('#engine', engine);
    assert.ok((await page.innerText('#engine-about')).length > 20, engine);
  }
  await page.selectOption('#objective', 'pushes');
  await page.selectOption('#engine', 'greedy');
  assert.deepEqual(await objectives(), ['any']);
  await page.selectOption('#engine', 'push');
  await page.click('#new-map');
  await page.selectOption('#new-rules', 'boulders');
  await page.click('#dialog-new button[value=ok]');
  assert.equal(await page.inputValue('#engine'), 'auto');
  assert.equal(await page.locator('#engine option[value=push]').count(), 0);
  assert.ok((await objectives()).includes('actions'));
  assert.equal(await page.inputValue('#objective'), 'pushes');
});

test('a solved map needs no words', async (t) => {
  const page = await open(t);
  await paste(page, '#####\n#@* #\n#####\n');
  await page.click('#find');
  assert.equal(await answer(page), 'Already solved: there is nothing to do.');
  assert.equal(await page.innerText('#answer'), 'Already solved: there is nothing to do.');
});

test('S3.49, S3.50 Step Next and Step Back play and undo actions, and stop at the ends', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await plan(page);
  const start = await boxesAt(page);
  assert.ok(await page.locator('#step-back').isDisabled());
  for (let step = 0; step < 13; step++) {
    await page.getByRole('button', { name: 'Step Next' }).click();
    assert.equal(await page.locator('#plan li[aria-selected=true]').count(), 1);
    assert.match(await page.innerText('#plan li[aria-selected=true]'), new RegExp(`^${step + 1}:`));
  }
  assert.equal(await solvedCount(page), 3);
  assert.ok(await page.locator('#step-next').isDisabled());
  await page.keyboard.press('ArrowRight');
  assert.equal(await solvedCount(page), 3);
  for (let step = 0; step < 13; step++) await page.getByRole('button', { name: 'Step Back' }).click();
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await boxesAt(page), start);
  assert.match(await page.innerText('#plan li[aria-selected=true]'), /^0: INIT STATE/);
});

test('S3.51 with at most 12 steps there is no plan, with 13 there is', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  assert.match(await plan(page, { maxSteps: 12 }), /Not found within the given maximum/);
  assert.equal((await lines(page)).length, 0);
  assert.match(await plan(page, { maxSteps: 13 }).then(() => page.innerText('#answer')), /13 moves/);
});

test('S3.51 a number out of range is refused in words', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  assert.match(await plan(page, { maxSteps: 0 }), /out of range/);
  assert.match(await page.innerText('#answer'), /Maximum steps: between 1 and 10000/);
});

test('S3.52 any plan within the limit may be longer, but never above it', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await plan(page, { maxSteps: 30, any: true });
  const { length } = await lines(page);
  assert.ok(length >= 13 && length <= 30, String(length));
});

test('S3.53 in solution mode the map cannot be edited', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await plan(page);
  const before = await boxesAt(page);
  await click(page, 1, 3);
  await click(page, 2, 1, { button: 'right' });
  assert.deepEqual(await boxesAt(page), before);
  for (const tool of await page.locator('[data-tool]').all()) assert.ok(await tool.isDisabled());
  assert.equal(await exported(page), EXAMPLE);
});

test('S3.37, S3.54 Edit puts the plan away, and returns to the map before solving', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  const before = await boxesAt(page);
  await plan(page);
  for (let step = 0; step < 5; step++) await page.click('#step-next');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.waitForSelector('body[data-mode=edit]');
  assert.equal(await page.locator('#plan li').count(), 0);
  assert.ok(await page.locator('#player').isHidden());
  assert.deepEqual((await boxesAt(page)).boxes.map((box) => box.at).sort(), before.boxes.map((box) => box.at).sort());
  assert.deepEqual((await boxesAt(page)).keeper, before.keeper);
  assert.equal(await exported(page), EXAMPLE);
  await click(page, 1, 3);
  assert.match(await exported(page), /^######\n#s #/);
  // Another map has no plan; undone, it is the map of the plan again.
  await page.keyboard.press('Control+z');
  await page.click('#mode-solution');
  assert.equal((await lines(page)).length, 13);
});

test('S3.38, S3.40, S3.41 Settings configure the planner; a path is never typed in', async (t) => {
  const page = await open(t);
  await page.getByRole('button', { name: 'Settings' }).click();
  assert.match(await page.innerText('#set-external-note'), /built in.*--solver/s);
  assert.ok(await page.locator('#set-external').isDisabled());
  assert.equal(await page.locator('#dialog-settings input[type=text]').count(), 0);
  await page.uncheck('#set-optimize');
  await page.click('#dialog-settings button[value=ok]');
  await page.selectOption('#engine', 'sat');
  assert.ok(!(await page.isChecked('#sat-optimize')));
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.selectOption('#engine', 'sat');
  assert.ok(!(await page.isChecked('#sat-optimize')));
});

test('S3.39 the planner’s files can be downloaded, or appear in the server’s folder', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.selectOption('#engine', 'sat');
  await page.check('#sat-files');
  await plan(page);
  assert.match(await page.innerText('#answer'), /The formula was written for you to look at[\s\S]*Files were written, to download/);
  const link = page.locator('#answer a', { hasText: 'solver_input.cnf' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  assert.equal(download.suggestedFilename(), 'solver_input.cnf');
  if (!process.env.KURABAN_FILES_URL) return;
  const other = await open(t, { url: process.env.KURABAN_FILES_URL });
  await other.click('#open-settings');
  assert.match(await other.innerText('#set-files-note'), /appear in /);
  assert.match(await other.innerText('#set-external-note'), /started with /);
  await other.check('#set-external');
  await other.click('#dialog-settings button[value=ok]');
  await other.selectOption('#engine', 'sat');
  assert.ok(await other.isChecked('#sat-external'));
  // The program of the server is asked, and what it was asked stays in the folder.
  const { SOLVER, FILES } = process.env;
  if (!existsSync(SOLVER ?? '')) return t.diagnostic(`${SOLVER} is not there`);
  await paste(other, EXAMPLE);
  await other.check('#sat-files');
  assert.match(await plan(other), /13 moves/);
  assert.match(await other.innerText('#answer'), /no solution has fewer moves/);
  assert.match(await other.innerText('#answer'), /The external solver minisat ran/);
  assert.match(await other.innerText('#answer'), /Files were written into /);
  assert.match(readFileSync(`${FILES}/solver_input.cnf`, 'utf8'), /^p cnf \d+ \d+/m);
  assert.match(readFileSync(`${FILES}/solver_output.cnf`, 'utf8'), /^(s )?SAT/m);
});

test('the player: play and pause, time line, pushes, lines of the plan', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.selectOption('#engine', 'auto');
  await page.selectOption('#objective', 'moves');
  await page.click('#find');
  await answer(page);
  await page.fill('#speed', '7');
  await page.click('#play-pause');
  await page.waitForFunction(() => document.getElementById('timeline').value === document.getElementById('timeline').max);
  assert.equal(await solvedCount(page), 3);
  await page.fill('#timeline', '0');
  await page.click('#next-push');
  assert.match(await page.innerText('#plan li[aria-selected=true]'), /push/);
  await page.locator('#plan li').nth(5).click();
  assert.equal(await page.inputValue('#timeline'), '5');
  await page.locator('#board').focus();
  await page.keyboard.press('End');
  assert.equal(await solvedCount(page), 3);
  await page.keyboard.press('Home');
  assert.equal(await page.inputValue('#timeline'), '0');
  await page.click('#copy-solution');
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^[udlrUDLR]{13}$/);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#download-solution')]);
  assert.equal(download.suggestedFilename(), 'solution.sok');
});

test('an unsolvable map is proved so', async (t) => {
  const page = await open(t);
  await paste(page, '######\n#@  $#\n#.   #\n######\n');
  await page.selectOption('#engine', 'bfs');
  await page.click('#find');
  assert.match(await answer(page), /Proved unsolvable/);
});

test('a map that is no level is refused in words', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await click(page, 1, 1, { button: 'right' });
  await page.click('#find');
  assert.match(await page.innerText('#answer'), /not a level yet[\s\S]*no keeper/);
});

test('a hard solve shows its progress, is cancelled, and starts again', async (t) => {
  const page = await open(t);
  await paste(page, HARD);
  await page.selectOption('#engine', 'bfs');
  await page.selectOption('#objective', 'moves');
  for (let round = 0; round < 2; round++) {
    await page.click('#find');
    await page.waitForFunction(() => /[1-9]/.test(document.getElementById('p-states').textContent), undefined, { timeout: 20_000 });
    assert.match(await page.innerText('#p-time'), / s of /);
    if (round === 0) await shot(page, 'solving');
    await page.click('#cancel');
    assert.match(await answer(page), /Cancelled/);
    assert.ok(await page.locator('#find').isVisible());
  }
});

test('how far a feature search has come is told in boxes', async (t) => {
  const page = await open(t);
  await paste(page, HARD);
  const snapshot = { state: 'running', seconds: 2, expanded: 1000, generated: 0, open: 0, depth: 0, bytes: 0, lower_bound: {}, best: null, answer: null };
  const cell = { strategy: 'plan', packed: 17, boxes: 25, regions: 2, plan_step: 19, plan_steps: 26 };
  const answered = { status: 'limit', reason: 'time', solution: null, optimal: [], lower_bound: {}, engine: 'fess', expanded: 1000, seconds: 2, plan: [], files: [], notes: [] };
  const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  await page.route('**/api/solves', (route) => route.fulfill({ status: 202, json: { id: 'x', events: '/api/solves/x/events' } }));
  await page.route('**/api/solves/x/events', (route) => route.fulfill({ contentType: 'text/event-stream', body: event('progress', { ...snapshot, best_cell: cell }) + event('progress', { ...snapshot, best_cell: null }) + event('done', { ...snapshot, state: 'done', answer: answered }) }));
  await page.selectOption('#engine', 'fess');
  await page.click('#find');
  assert.match(await answer(page), /Not found within the limits/);
  assert.equal(await page.textContent('#p-packed'), '17 of 25 boxes');
  assert.equal(await page.locator('#p-packed-row').getAttribute('hidden'), null);
});

test('the answer tells which search found the solution and which proved it', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.selectOption('#engine', 'auto');
  await page.selectOption('#objective', 'moves');
  let by = {};
  const snapshot = { state: 'done', seconds: 2, expanded: 1000, generated: 0, open: 0, depth: 0, bytes: 0, lower_bound: {}, best: null, best_cell: null };
  await page.route('**/api/solves', (route) => route.fulfill({ status: 202, json: { id: 'x', events: '/api/solves/x/events' } }));
  await page.route('**/api/solves/x/events', (route) => {
    const answered = { status: 'solved', reason: null, solution: 'DurrrddllURuL', moves: 13, pushes: 4, optimal: ['moves'], lower_bound: {}, engine: 'auto', expanded: 1000, seconds: 2, plan: [], files: [], notes: [], ...by };
    return route.fulfill({ contentType: 'text/event-stream', body: `event: done\ndata: ${JSON.stringify({ ...snapshot, answer: answered })}\n\n` });
  });
  for (const [told, words] of [
    [{ found_by: 'plan-best', proved_by: 'least-pull' }, '; found by plan-best, proved by least-pull.'],
    [{ found_by: 'push', proved_by: 'push' }, '; found and proved by push.'],
    [{ found_by: 'pull', proved_by: null, optimal: [] }, '; found by pull.'],
    [{ engine: 'bfs', found_by: 'bfs', proved_by: 'bfs' }, '.'],
    [{}, '.'],
  ]) {
    by = told;
    await page.click('#find');
    await answer(page);
    assert.equal(await page.innerText('#answer .note'), `Engine ${told.engine ?? 'auto'}: 1,000 states in 2.0 s${words}`);
    await page.click('#mode-edit');
  }
});

test('closing the tab during a solve leaves the server idle', async (t) => {
  const page = await open(t);
  const watcher = await open(t);
  const unfinished = () => watcher.evaluate(async () => (await (await fetch('/api/engines')).json()).unfinished);
  await paste(page, HARD);
  await page.selectOption('#engine', 'bfs');
  await page.selectOption('#objective', 'moves');
  await page.click('#find');
  await page.waitForFunction(() => document.getElementById('p-time').textContent.includes(' s of '));
  assert.ok((await unfinished()) >= 1);
  const before = await unfinished();
  await page.close();
  // Other tests solve on the same server meanwhile.
  let now = before;
  for (let tries = 0; tries < 40 && now >= before; tries++) {
    await watcher.waitForTimeout(250);
    now = await unfinished();
  }
  assert.ok(now < before);
});
