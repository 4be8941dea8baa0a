// "Make it shorter": gains, chart, trails, the stretch that changed, badge, Stop, Go on, Take it.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { align, wayOf } from '../../page/js/align.js';
import { Board } from '../../page/js/board.js';
import { EXAMPLE, answer, boxesAt, findings, open, paste, shot, toasts } from './setup.js';

const ROOM = '#########\n#       #\n#@ $  . #\n#       #\n#########\n';
/** A way to solve it with 14 moves and 5 pushes, and two shorter ones. */
const LONG = 'urrrdLulldRRRR';
const [MIDDLE, SHORT] = ['udrRRR', 'rRRR'];

const press = async (page, letters) => {
  for (const key of letters.toLowerCase()) await page.keyboard.press({ u: 'w', l: 'a', d: 's', r: 'd' }[key]);
};
/** Plays a level to its end. */
async function win(page, letters) {
  await press(page, letters);
  await page.waitForSelector('#dialog-solved[open]');
  await page.waitForSelector('#solved-looking', { state: 'hidden' });
}
/** Shows the solution that came with the level. */
const told = async (page) => {
  await page.click('#about-level summary');
  await page.click('.solutions button');
  await page.waitForSelector('#shorter:not([hidden])');
};
/** The same with a level of our own. */
const watch = async (page, level, letters) => {
  await paste(page, `${level}\nSolution\n${letters}\n`);
  await page.click('#mode-play');
  await told(page);
};
/** A table of the panel as rows of words. */
const table = (page, id = 'shorter-rows') => page.evaluate((rows) => [...document.querySelectorAll(`#${rows} tr`)].map((row) => [...row.children].map((cell) => cell.textContent)), id);
const record = (page) => page.evaluate(() => [...document.querySelectorAll('#record-rows tr')].map((row) => [...row.children].map((cell) => cell.textContent)));
const ended = (page) => page.waitForSelector('#shorter-on:not([hidden])');
const figures = (moves, pushes, lines) => ({ moves, pushes, box_lines: lines, box_changes: 1, pushing_sessions: lines, player_lines: 4, robot_half_moves: 2 * moves + 2 * lines });
const asked = (page) => {
  const all = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/solves')) all.push(request.postDataJSON());
  });
  return all;
};

/** A server that makes it shorter in two gains, and answers after a while; without an answer, it goes away. */
async function pretend(page, { stable = 1, optimal = [], pause = 0, answers = true, pushes = 3, least = [] } = {}) {
  const snapshot = { state: 'running', seconds: 1, expanded: 1000, generated: 0, open: 0, depth: 0, bytes: 0, lower_bound: {}, best: null, best_cell: null, farthest: null, answer: null };
  const gains = [{ seconds: 0.5, by: 'tube 1', ...figures(6, pushes, 1) }, { seconds: 1.5, by: 'tube 1', ...figures(4, pushes, 1) }];
  const answered = { status: 'solved', reason: 'time', solution: SHORT, ...figures(4, pushes, 1), optimal, lower_bound: {}, engine: 'optimise', expanded: 1000, seconds: 2, plan: [], files: [], notes: [], stable, least };
  const event = (name, data) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const body = [
    event('progress', { ...snapshot, gains: gains.slice(0, 1), solution: MIDDLE }),
    event('progress', { ...snapshot, seconds: 2, gains, solution: SHORT }),
    ...(answers ? [event('done', { ...snapshot, state: 'done', seconds: 2, gains, solution: SHORT, answer: answered })] : []),
  ].join('');
  await page.route('**/api/solves', (route) => route.fulfill({ status: 202, json: { id: 'x', events: '/api/solves/x/events' } }));
  await page.route('**/api/solves/x/events', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, pause));
    await route.fulfill({ contentType: 'text/event-stream', body }).catch(() => {});
  });
  await page.route('**/api/solves/x', (route) => route.fulfill({ status: 204 }));
}

/** A solution made shorter, by the server that pretends. */
const shortened = async (page) => {
  await watch(page, ROOM, LONG);
  await pretend(page);
  await page.click('#shorter-start');
  await ended(page);
};
/** The sizes and lights that a panel has to fit. */
const WINDOWS = [[1440, 900, false], [1024, 768, true], [390, 844, false], [390, 844, true], [844, 390, false]];

test('one’s own solution is made shorter from the word about it; the result is the machine’s', async (t) => {
  const page = await open(t);
  await paste(page, ROOM);
  await page.click('#mode-play');
  await win(page, LONG);
  await page.click('#solved-shorter');
  await ended(page);
  assert.deepEqual(await table(page), [['Moves', '14', '4', '−10'], ['Pushes', '5', '3', '−2']]);
  assert.ok(await page.locator('#shorter-other-rows').isHidden());
  await page.click('#shorter-others summary');
  assert.deepEqual((await table(page, 'shorter-other-rows')).map(([name]) => name), ['Box lines', 'Box changes', 'Sessions', 'Player lines', 'Robot halves']);
  assert.match(await page.getAttribute('#shorter-chart', 'aria-label'), /^Moves over time: from 14 to 4 in /);
  assert.equal(await page.innerText('#stable-badge'), 'Proved');
  assert.ok(await page.locator('#shorter-on').isDisabled());
  // The old one stays on show until the new one is taken.
  assert.match(await answer(page), /^Your solution: 14 moves/);
  await page.click('#shorter-take');
  assert.equal(await answer(page), 'Shortened: 4 moves, 3 pushes.');
  assert.equal(await page.locator('#plan li').count(), 5);
  assert.ok(await page.locator('#shorter-start').isDisabled());
  await page.getByRole('button', { name: 'Undo' }).last().click();
  assert.match(await answer(page), /^Your solution: 14 moves/);
  assert.ok(await page.locator('#shorter-start').isEnabled());
  await page.click('#mode-play');
  await page.waitForSelector('#record:not([hidden])');
  assert.deepEqual(await record(page), [['Your best', '14', '5'], ['Machine', '4', '3'], ['Least', '4', '3']]);
});

test('on a phone the panel is in sight after a win', async (t) => {
  const page = await open(t, { width: 390, height: 844, touch: true });
  await paste(page, ROOM);
  await page.click('#mode-play');
  await win(page, LONG);
  await page.click('#solved-shorter');
  await ended(page);
  const panel = await page.locator('#shorter-take').boundingBox();
  const board = await page.locator('.middle').boundingBox();
  assert.ok(panel.y >= board.y + board.height && panel.y + panel.height <= 844, JSON.stringify([panel, board]));
});

test('a stored best is made shorter too, and counts as the machine’s', async (t) => {
  const page = await open(t);
  // The search for what is least after a win is not what is tried here.
  await page.route('**/api/solves', (route) => (route.request().postDataJSON().optimise ? route.fallback() : route.fulfill({ status: 503, json: { error: { code: 'busy', message: 'not now' } } })));
  page.errorsAllowed = /503/;
  await paste(page, ROOM);
  await page.click('#mode-play');
  await win(page, LONG);
  await page.click('#dialog-solved [value=stay]');
  assert.deepEqual(await record(page), [['Your best', '14', '5']]);
  await page.getByRole('button', { name: /^Your best by pushes/ }).click();
  await page.check('input[name=goal][value=pushes]');
  const all = asked(page);
  await page.click('#shorter-start');
  await ended(page);
  assert.deepEqual(all.map(({ optimise, engine, objective }) => [optimise, engine, objective]), [[{ goal: 'pushes,moves', solution: LONG }, undefined, undefined]]);
  assert.match(await page.innerText('#shorter-chart-text'), /^Pushes/);
  await page.click('#mode-play');
  await page.waitForSelector('#record:not([hidden])');
  assert.deepEqual((await record(page)).slice(0, 2), [['Your best', '14', '5'], ['Machine', '4', '3']]);
});

test('gains arrive during a run; Stop keeps them, Go on begins with the best, Take it takes it', async (t) => {
  const page = await open(t);
  await page.click('#open-levels');
  await page.selectOption('#collection', 'kuraban.xsb');
  await page.locator('#thumbs .card', { hasText: 'Great Library' }).click();
  await told(page);
  const all = asked(page);
  await page.focus('#shorter-start');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /· [1-9]\d* gain/.test(document.getElementById('shorter-words').textContent), undefined, { timeout: 60_000 });
  assert.ok(await page.locator('input[name=goal]').first().isDisabled());
  assert.equal(await page.evaluate(() => document.activeElement.id), 'shorter-stop');
  await shot(page, 'shorter-running');
  // The solution on show can be walked meanwhile.
  await page.click('#step-next');
  assert.equal(await page.inputValue('#timeline'), '1');
  await page.focus('#shorter-stop');
  await page.keyboard.press('Enter');
  await ended(page);
  assert.match(await page.innerText('#shorter-words'), /^Stopped\./);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'shorter-take');
  const [, before, now] = (await table(page))[0].map(Number);
  assert.ok(now < before, `${now} of ${before}`);
  assert.ok((await page.locator('#board .trail.now').count()) > 0);
  await page.click('#shorter-on');
  await page.waitForFunction(() => / s of /.test(document.getElementById('shorter-words').textContent));
  assert.equal(all.length, 2);
  assert.equal(all[0].optimise.solution.length, before);
  assert.equal(all[1].optimise.solution.length, now);
  // Taking it ends the run.
  await page.click('#shorter-take');
  await page.waitForFunction(() => /^Shortened: /.test(document.querySelector('#answer .verdict')?.textContent ?? ''));
  const taken = Number((await answer(page)).match(/([\d,]+) moves/)[1]);
  assert.ok(taken <= now, `${taken} of ${now}`);
  assert.equal(await page.locator('#plan li').count(), taken + 1);
  assert.equal(await page.locator('#board .trail').count(), 0);
  await page.waitForFunction(async () => (await (await fetch('/api/engines')).json()).unfinished === 0);
});

test('chart, badge, trails, and the stretch that changed last under a slider of pushes', async (t) => {
  const page = await open(t);
  // A second box keeps the badge from speaking of all boxes.
  await watch(page, ROOM.replace('#       #\n#########', '#  *    #\n#########'), LONG);
  await pretend(page);
  await page.click('#shorter-start');
  await ended(page);
  assert.equal(await page.locator('#shorter-chart .chart-dot').count(), 2);
  assert.match(await page.getAttribute('#shorter-chart', 'aria-label'), /^Moves over time: from 14 to 4 in 2\.0 seconds$/);
  assert.equal(await page.innerText('#stable-badge'), 'Stable within one box');
  assert.equal(await page.innerText('#stable-text'), 'No better solution differs from this one by at most one box at every moment. That is not a proof that there is none.');
  assert.match(await page.innerText('#shorter-words'), /time is up/);
  assert.equal(await page.innerText('#stretch-text'), 'Changed last: the walk before the first push');
  assert.ok((await page.locator('#board .trail.old').count()) > 0);
  await page.uncheck('#show-trails');
  assert.equal(await page.locator('#board .trail').count(), 0);
  await page.check('#show-trails');
  const before = await boxesAt(page);
  await page.fill('#stretch-push', '3');
  assert.match(await page.innerText('#stretch-at'), /after push 3 of 3/);
  assert.equal((await boxesAt(page)).boxes.filter((box) => box.done).length, 2);
  // The player leads back to the solution on show.
  await page.click('#step-next');
  await page.click('#step-back');
  assert.equal(await page.innerText('#stretch-at'), 'Slide to look at it');
  assert.deepEqual((await boxesAt(page)).boxes, before.boxes);
  // What is better depends on the order.
  await page.check('input[name=goal][value=pushes]');
  assert.ok(await page.locator('#stable').isHidden());
  await page.check('input[name=goal][value=moves]');
  await page.click('#shorter-take');
  assert.equal(await page.innerText('#stable-badge'), 'Stable within one box');
});

test('another order is made of chips, by keys and by pointer', async (t) => {
  const page = await open(t);
  await watch(page, ROOM, LONG);
  await pretend(page);
  const chips = () => page.locator('.chip').evaluateAll((all) => all.filter((chip) => chip.getAttribute('aria-pressed') === 'true').map((chip) => chip.textContent));
  assert.ok(await page.locator('#chips').isHidden());
  await page.check('input[name=goal][value=other]');
  assert.deepEqual(await chips(), ['Pushes', 'Box lines', 'Moves']);
  const chip = (name) => page.getByRole('button', { name, exact: true });
  await chip('Box lines').focus();
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await chips(), ['Box lines', 'Pushes', 'Moves']);
  assert.equal(await page.evaluate(() => document.activeElement.textContent), 'Box lines');
  assert.equal(await page.inputValue('#timeline'), '0');
  await page.keyboard.press('Space');
  assert.deepEqual(await chips(), ['Pushes', 'Moves']);
  await page.keyboard.press('Space');
  const from = await chip('Moves').boundingBox();
  const to = await chip('Box lines').boundingBox();
  await page.mouse.move(from.x + 12, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x - 10, from.y + 12);
  await page.mouse.move(to.x + 4, to.y + 12, { steps: 6 });
  await page.mouse.up();
  assert.deepEqual(await chips(), ['Moves', 'Box lines', 'Pushes']);
  for (const name of ['Moves', 'Box lines']) await chip(name).click();
  await chip('Pushes').click();
  assert.deepEqual(await chips(), ['Pushes']);
  await chip('Box lines').click();
  const all = asked(page);
  await page.click('#shorter-start');
  await ended(page);
  assert.equal(all[0].optimise.goal, 'box-lines,pushes');
  assert.deepEqual((await table(page)).map(([name]) => name), ['Box lines', 'Moves', 'Pushes']);
});

test('an order without a claim of its own is called proved where its figures are', async (t) => {
  const page = await open(t);
  await watch(page, ROOM, LONG);
  await page.check('input[name=goal][value=other]');
  await pretend(page, { least: ['pushes', 'box-lines', 'moves'] });
  await page.click('#shorter-start');
  await ended(page);
  assert.equal(await page.innerText('#stable-badge'), 'Proved');
  assert.equal(await page.innerText('#stable-text'), 'No solution is better by pushes, then by box lines, then by moves.');
  assert.ok(await page.locator('#shorter-on').isDisabled());
  await page.check('input[name=goal][value=moves]');
  assert.ok(await page.locator('#stable').isHidden());
});

test('by another order, Go on begins with the solution that is better by it', async (t) => {
  const page = await open(t);
  await watch(page, ROOM, LONG);
  await pretend(page, { pushes: 9 });
  const all = asked(page);
  await page.click('#shorter-start');
  await ended(page);
  assert.deepEqual(await table(page), [['Moves', '14', '4', '−10'], ['Pushes', '5', '9', '+4']]);
  await page.check('input[name=goal][value=pushes]');
  await page.click('#shorter-on');
  await ended(page);
  assert.deepEqual(all.map(({ optimise }) => optimise.solution), [LONG, LONG]);
  assert.ok(await page.locator('#shorter-take').isDisabled());
  assert.match(await page.innerText('#shorter-words'), /^No better one was found/);
  assert.equal(await page.locator('#board .trail').count(), 0);
});

test('a server that goes away loses nothing that was told', async (t) => {
  const page = await open(t);
  page.errorsAllowed = /Failed to load resource|net::/;
  await watch(page, ROOM, LONG);
  await page.route('**/api/verify', (route) => route.abort());
  await page.click('#shorter-start');
  await ended(page);
  assert.match(await page.innerText('#shorter-words'), /server does not answer/);
  assert.ok(await page.locator('#shorter-take').isDisabled());
  await page.unroute('**/api/verify');
  await pretend(page, { answers: false });
  await page.click('#shorter-on');
  await page.waitForFunction(() => /connection to the server was lost/.test(document.getElementById('shorter-words').textContent));
  assert.deepEqual((await table(page))[0], ['Moves', '14', '4', '−10']);
  assert.ok(await page.locator('#stable').isHidden());
  await page.click('#shorter-take');
  assert.equal(await answer(page), 'Shortened: 4 moves, 3 pushes.');
  await page.click('#mode-play');
  await page.waitForSelector('#record:not([hidden])');
  assert.deepEqual((await record(page)).find(([name]) => name === 'Machine'), ['Machine', '4', '3']);
});

test('a run does not interrupt a game; another level ends it', async (t) => {
  const page = await open(t);
  await watch(page, ROOM, LONG);
  await pretend(page, { pause: 700 });
  await page.click('#shorter-start');
  await page.click('#mode-play');
  await page.keyboard.press('d');
  await page.waitForFunction(() => document.getElementById('toasts').textContent.includes('Made shorter: 4 moves, 3 pushes.'));
  assert.equal(await page.getAttribute('body', 'data-mode'), 'play');
  assert.equal(await page.locator('#board .trail').count(), 0);
  await page.getByRole('button', { name: 'Look at it' }).click();
  assert.deepEqual((await table(page))[0], ['Moves', '14', '4', '−10']);
  assert.ok((await page.locator('#board .trail').count()) > 0);
  await page.unroute('**/api/solves');
  await page.click('#mode-edit');
  await paste(page, EXAMPLE);
  await page.click('#find');
  await answer(page);
  assert.ok(await page.locator('#shorter-work').isHidden());
  assert.ok(!(await toasts(page)).includes('lost'));
});

test('boulder puzzles and solved maps have nothing to make shorter', async (t) => {
  const page = await open(t);
  await paste(page, '#####\n#@* #\n#####\n');
  await page.click('#find');
  await answer(page);
  assert.ok(await page.locator('#shorter').isHidden());
  await page.click('#open-levels');
  await page.selectOption('#collection', 'seeds/seed-002.txt');
  await page.locator('#thumbs .card').first().click();
  await page.waitForSelector('body.boulders');
  assert.equal(await page.inputValue('#objective'), 'moves');
  await page.click('#find');
  await page.waitForSelector('body[data-mode=solution]', { timeout: 60_000 });
  assert.ok(await page.locator('#shorter').isHidden());
  assert.equal(await page.evaluate(() => getComputedStyle(document.getElementById('solved-shorter')).display), 'none');
});

test('two solutions are aligned wherever their boxes stand alike', () => {
  const start = Board.fromRows(ROOM.trimEnd().split('\n'), 'boxes');
  const [old, now] = [LONG, SHORT].map((letters) => wayOf(start, letters));
  assert.deepEqual([old.sets.length, now.sets.length, old.ends], [6, 4, [0, 6, 11, 12, 13, 14]]);
  const { moments, parts } = align(old.sets, now.sets);
  assert.deepEqual(moments.map((moment) => [moment.old, moment.now]), [[0, 0], [1, 0], [2, 1], [3, 1], [4, 2], [5, 3]]);
  assert.deepEqual(parts, [{ from: 0, to: 3 }]);
  // The same pushes part nowhere; with nothing in common but the start, both still end at the last moment.
  assert.deepEqual(align(now.sets, now.sets).parts, []);
  const apart = align([[1], [2], [3]], [[1], [5], [6], [7], [8]]);
  assert.deepEqual([apart.moments.at(-1), apart.parts], [{ old: 2, now: 4 }, [{ from: 0, to: 4 }]]);
  // A set that comes again is met once, in the order of both.
  const again = align([[1], [2], [1], [3]], [[1], [3]]);
  assert.deepEqual(again.moments.at(-1), { old: 3, now: 1 });
});

test('Compare shows both solutions side by side, by slider, keys and buttons', async (t) => {
  const page = await open(t);
  await shortened(page);
  await page.click('#shorter-compare');
  await page.waitForSelector('#dialog-compare[open]');
  const at = async () => [await page.innerText('#compare-old-at'), await page.innerText('#compare-now-at'), await page.innerText('#compare-words')];
  assert.deepEqual(await at(), ['push 0 of 5, 0 moves', 'push 0 of 3, 0 moves', 'The boxes stand alike; as many moves so far.']);
  assert.match(await page.innerText('#compare-about'), /^The pushes part once\./);
  assert.equal(await page.locator('#compare-band i').count(), 1);
  assert.equal(await page.evaluate(() => document.activeElement.id), 'compare-moment');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await at(), ['push 1 of 5, 6 moves', 'push 0 of 3, 0 moves', '1 box stands elsewhere; the new solution is 6 moves ahead.']);
  assert.equal(await page.locator('#compare-old .differ').count(), 1);
  assert.equal(await page.locator('#compare-now .differ').count(), 1);
  assert.equal(await page.locator('#compare-old .trail.old').count(), 1);
  assert.equal(await page.locator('#compare-old .trail.now').count(), 0);
  await page.keyboard.press('End');
  assert.deepEqual(await at(), ['push 5 of 5, 14 moves', 'push 3 of 3, 4 moves', 'The boxes stand alike; the new solution is 10 moves ahead.']);
  assert.match(await page.getAttribute('#compare-moment', 'aria-valuetext'), /^Before: push 5 of 5, 14 moves\. Now: push 3/);
  assert.equal(await page.locator('.pair .differ, .pair .trail').count(), 0);
  assert.ok(await page.locator('#compare-next').isDisabled());
  await page.click('#compare-back');
  assert.equal(await page.inputValue('#compare-moment'), '0');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'compare-moment');
  await page.click('#compare-play');
  await page.waitForFunction(() => document.getElementById('compare-moment').value === '5');
  assert.equal(await page.getAttribute('#compare-play', 'aria-label'), 'Play both');
  await page.keyboard.press('Escape');
  await page.waitForSelector('#dialog-compare', { state: 'hidden' });
  // The board behind it is as it was.
  assert.match(await answer(page), /14 moves/);
});

test('Compare fits small and large windows, by day and by night', async (t) => {
  for (const [width, height, dark] of WINDOWS) {
    const page = await open(t, { width, height, dark, touch: width < 900 });
    await shortened(page);
    await page.click('#shorter-compare');
    await page.waitForSelector('#dialog-compare[open]');
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await findings(page), [], `${width}`);
    const edges = await page.evaluate(() => ['compare-old', 'compare-now', 'compare-moment', 'compare-next'].map((id) => document.getElementById(id).getBoundingClientRect()).map(({ left, top, right, bottom, width: wide, height: high }) => left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight && wide > 40 && high > 20));
    assert.deepEqual(edges, [true, true, true, true], `${width}`);
    await shot(page, `compare-${width}${dark ? '-dark' : ''}`);
  }
});

test('a real pair of solutions is compared', async (t) => {
  const page = await open(t);
  await page.click('#open-levels');
  await page.selectOption('#collection', 'kuraban.xsb');
  await page.locator('#thumbs .card', { hasText: 'Great Library' }).click();
  await told(page);
  await page.click('#shorter-start');
  await page.waitForFunction(() => /· [1-9]\d* gain/.test(document.getElementById('shorter-words').textContent), undefined, { timeout: 60_000 });
  await page.click('#shorter-stop');
  await ended(page);
  await shot(page, 'shorter-stopped');
  await page.click('#shorter-compare');
  await page.waitForSelector('#dialog-compare[open]');
  for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowRight');
  await shot(page, 'compare-library');
  const [old, now] = await Promise.all(['old', 'now'].map(async (side) => (await page.innerText(`#compare-${side}-at`)).match(/of (\d+)/)[1]));
  await page.keyboard.press('End');
  assert.equal(await page.innerText('#compare-old-at').then((words) => words.startsWith(`push ${old} of ${old},`)), true);
  assert.equal(await page.innerText('#compare-now-at').then((words) => words.startsWith(`push ${now} of ${now},`)), true);
  assert.match(await page.innerText('#compare-words'), /new solution is \d+ moves? ahead/);
});

test('the panel fits small and large windows, and axe finds nothing in it', async (t) => {
  for (const [width, height, dark] of WINDOWS) {
    const page = await open(t, { width, height, dark, touch: width < 900 });
    await shortened(page);
    await page.check('input[name=goal][value=other]');
    await page.check('input[name=goal][value=moves]');
    await page.locator('#shorter').scrollIntoViewIfNeeded();
    assert.deepEqual(await findings(page), [], `${width}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.getElementById('solver').scrollWidth <= document.getElementById('solver').clientWidth), `${width} is too narrow`);
    await shot(page, `shorter-${width}${dark ? '-dark' : ''}`);
  }
});
