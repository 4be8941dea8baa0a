// A memory for each level: results and stars, plans, what its file says, links, Back, one file for
// everything; and what a search shows while it thinks.

import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { EXAMPLE, answer, counters, drop, open, paste, shot, titled, toasts } from './setup.js';

const ROOM = '#########\n#       #\n#@ $  . #\n#       #\n#########\n';
const TWO = 'One\n\n#######\n#@ $ .#\n#     #\n#######\n\nTwo\n\n########\n#@ $  .#\n#      #\n########\n';
const TOLD = `#######
#@ $ .#
#     #
#######
Title: Told
Author: A. Mason
Comment: Push, do not pull.

Solution
rRR

Snapshot
rd

#####
#@$.#
#####
Title: Silent
`;

const press = async (page, keys) => {
  for (const key of keys) await page.keyboard.press({ u: 'w', l: 'a', d: 's', r: 'd' }[key]);
};
/** Plays a level to its end. */
async function win(page, keys) {
  await press(page, keys);
  await page.waitForSelector('#dialog-solved[open]');
  await page.waitForSelector('#solved-looking', { state: 'hidden' });
}
const again = async (page) => {
  await page.click('#solved-again');
  await page.waitForFunction(() => document.getElementById('count-moves').textContent === '0');
};
/** The table of results as rows of words. */
const record = (page) => page.evaluate(() => [...document.querySelectorAll('#record-rows tr')].map((row) => [...row.children].map((cell) => cell.textContent)));
/** A file that the page saves. */
async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent('download'), act()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

test('results stay with the level: one’s own and the machine’s, by moves and by pushes, against what is least', async (t) => {
  const page = await open(t);
  await paste(page, ROOM);
  await page.click('#mode-play');
  assert.ok(await page.locator('#record').isHidden());
  await win(page, 'urrrdlulldrrrr');
  assert.equal(await page.innerText('#solved-proof'), '');
  assert.equal(await page.getAttribute('#solved-stars', 'aria-label'), '1 of 3 stars');
  await again(page);
  assert.deepEqual(await record(page), [['Your best', '14', '5'], ['Machine', '4', '3'], ['Least', '4', '3']]);
  assert.match(await page.innerText('#stars'), /★☆☆\s+4 moves or 3 pushes can be done/);
  await win(page, 'udrrrr');
  assert.equal(await page.innerText('#solved-proof'), '3 pushes. Nobody can do better.');
  await again(page);
  assert.deepEqual((await record(page))[0], ['Your best', '6', '3']);
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.waitForSelector('#record:not([hidden])');
  assert.match(await page.innerText('#stars'), /★★★\s+3 pushes: nobody can do better/);
  await page.getByRole('button', { name: /^Your best by moves: 6 moves, 3 pushes/ }).click();
  assert.match(await answer(page), /Your best by moves: 6 moves, 3 pushes/);
  assert.equal(await page.locator('#plan li').count(), 7);
  await page.click('#mode-play');
  await shot(page, 'results');
});

test('one solution may be best by moves and another by pushes', async (t) => {
  const page = await open(t, { mode: 'play' });
  const told = await page.evaluate(async () => {
    const { store } = await import('/js/store.js');
    const { stars } = await import('/js/memory.js');
    const first = store.solved('x', { moves: 100, pushes: 30, letters: 'r' });
    const second = store.solved('x', { moves: 110, pushes: 20, letters: 'l' });
    const third = store.solved('x', { moves: 120, pushes: 40, letters: 'u' });
    const known = () => store.results().x;
    const steps = [stars(undefined), stars(known())];
    for (const least of [{ moves: 50 }, { moves: 80 }, { pushes: 20 }]) {
      store.machine('x', null, least);
      steps.push(stars(known()));
    }
    return { first, second, third, steps, best: [known().moves.letters, known().pushes.letters] };
  });
  assert.deepEqual(told.first, { first: true, byMoves: true, byPushes: true, equal: false });
  assert.deepEqual(told.second, { first: false, byMoves: false, byPushes: true, equal: false });
  assert.deepEqual(told.third, { first: false, byMoves: false, byPushes: false, equal: false });
  assert.deepEqual(told.best, ['r', 'l']);
  assert.deepEqual(told.steps, [0, 1, 1, 2, 3]);
});

test('without a proof nobody is told that nobody can do better', async (t) => {
  const page = await open(t);
  await paste(page, ROOM);
  await page.click('#mode-play');
  await page.route('**/api/solves', (route) => route.fulfill({ status: 503, json: { error: { message: 'busy' } } }));
  page.errorsAllowed = /503/;
  await win(page, 'rrrr');
  assert.equal(await page.innerText('#solved-proof'), '');
  assert.match(await page.innerText('#solved-figures'), /Least pushes\s+≥ 3/);
  await again(page);
  assert.match(await page.innerText('#stars'), /★☆☆\s+Solved. What is least is not proved yet/);
});

test('author, notes and stored solutions of a level are shown, and the solutions can be watched', async (t) => {
  const page = await open(t, { mode: 'play' });
  await drop(page, TOLD, 'told.sok');
  await titled(page, /Told\s+1 of 2 · by A. Mason/);
  for (const reload of [false, true]) {
    if (reload) await page.reload();
    await page.waitForSelector('body.ready');
    await page.click('#about-level summary');
    assert.match(await page.innerText('#about-text'), /By A. Mason.\s+Push, do not pull.\s+Solution in the file:\s+3 moves, 2 pushes/);
  }
  await page.click('#about-level button');
  assert.match(await answer(page), /Solution from the file: 3 moves, 2 pushes/);
  assert.equal(await page.innerText('#plan li:nth-child(3)'), '2: push right from [1,2]');
  await page.click('#next-level');
  await titled(page, /Silent/);
  assert.ok(await page.locator('#about-level').isHidden());
});

test('the lines of a plan are those of the server', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  const plan = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('plan ') });
  await page.evaluate(() => {
    const { EventSource: Plain } = window;
    window.EventSource = class extends Plain {
      constructor(...all) {
        super(...all);
        this.addEventListener('done', (event) => console.log(`plan ${JSON.stringify(JSON.parse(event.data).answer.plan)}`));
      }
    };
  });
  await page.selectOption('#objective', 'moves');
  await page.click('#find');
  await answer(page);
  const told = JSON.parse((await plan).text().slice(5));
  assert.deepEqual(await page.locator('#plan li').allInnerTexts(), ['0: INIT STATE', ...told]);
});

test('a replay link holds the level and its solution', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.selectOption('#objective', 'moves');
  await page.click('#find');
  await answer(page);
  await page.click('#share-solution');
  const address = await page.evaluate(() => navigator.clipboard.readText());
  const hash = address.slice(address.indexOf('#'));
  assert.match(hash, /&solution=[0-9udlrUDLR]+/);
  const other = await open(t, { hash, mode: 'play' });
  assert.equal(await other.getAttribute('body', 'data-mode'), 'solution');
  assert.match(await answer(other), /Solution from the link: 13 moves, 4 pushes/);
  assert.equal(await other.locator('#plan li').count(), 14);
  await other.click('#mode-edit');
  await paste(other, TWO.split('\n\n')[1]);
  await paste(other, address);
  await other.waitForSelector('body[data-mode=solution]');
  assert.equal(await other.locator('#plan li').count(), 14);
  for (const [bad, words] of [['xyz', /cannot be read/], ['999999r999999r', /cannot be read/], ['5l', /does not fit/], ['', /do not solve/]]) {
    await other.evaluate((to) => {
      document.getElementById('toasts').replaceChildren();
      location.hash = to;
    }, hash.replace(/solution=\w*/, `solution=${bad}`));
    await other.waitForFunction(() => document.getElementById('toasts').textContent !== '');
    assert.equal(await other.getAttribute('body', 'data-mode'), 'play', bad);
    assert.match(await toasts(other), words);
  }
});

test('Back and Forward go from level to level, with their games', async (t) => {
  const page = await open(t, { mode: 'play' });
  await drop(page, TWO, 'two.xsb');
  await titled(page, /One/);
  await press(page, 'rd');
  await page.click('#next-level');
  await titled(page, /Two/);
  await press(page, 'd');
  await page.goBack();
  await titled(page, /One/);
  assert.deepEqual(await counters(page), ['2', '0']);
  await page.goBack();
  await titled(page, /Two Moves/);
  await page.goForward();
  await page.goForward();
  await titled(page, /Two\s+2 of 2/);
  assert.deepEqual(await counters(page), ['1', '0']);
  await page.reload();
  await page.waitForSelector('body.ready');
  await page.goBack();
  await titled(page, /One/);
  // A map of one's own is there again, as it was left.
  await page.click('#mode-edit');
  await page.click('#mirror');
  await page.evaluate(() => {
    location.hash = '#level=5%23|%23@$.%23|5%23&title=Linked';
  });
  await titled(page, /Linked/);
  await page.goBack();
  await titled(page, /One \(edited\)/);
  await page.goForward();
  await titled(page, /Linked/);
});

test('Back waits for a search', async (t) => {
  const page = await open(t);
  await paste(page, ['##########', ...Array(6).fill('# $ . $. #'), '#@       #', '##########'].join('\n'));
  await page.selectOption('#engine', 'bfs');
  await page.selectOption('#objective', 'moves');
  await page.click('#find');
  await page.waitForSelector('#progress:not([hidden])');
  await page.evaluate(() => history.back());
  await page.waitForFunction(() => /cancel it first/.test(document.getElementById('toasts').textContent));
  assert.equal(await page.getAttribute('#board', 'viewBox'), '0 0 1000 900');
  await page.click('#cancel');
  await answer(page);
  await page.goBack();
  await titled(page, /Two Moves/);
});

test('levels are found by title, author and number, and by how they stand', async (t) => {
  const page = await open(t, { mode: 'play' });
  await win(page, 'rd');
  await page.click('#dialog-solved [value=stay]');
  await page.click('#open-levels');
  const cards = () => page.locator('#thumbs .card').count();
  await page.waitForSelector('#thumbs .card');
  assert.equal(await cards(), 67);
  assert.match(await page.innerText('#collection-note'), /67 levels, 1 solved, 1 with three stars/);
  await page.fill('#level-search', 'around THE');
  assert.equal(await page.textContent('#thumbs strong'), 'Around the Post');
  assert.match(await page.innerText('#collection-note'), /1 shown/);
  await page.fill('#level-search', '');
  for (const [filter, number] of [['unsolved', 66], ['solved', 1], ['better', 0]]) {
    await page.selectOption('#level-filter', filter);
    assert.equal(await cards(), number, filter);
  }
  assert.ok(await page.locator('#no-levels').isVisible());
  await shot(page, 'no-levels');
  await page.click('#show-all-levels');
  assert.equal(await cards(), 67);
  await page.fill('#level-search', 'pair');
  await page.keyboard.press('Enter');
  await titled(page, /Pair\s+3 of 67/);
  await page.click('#open-levels');
  await page.fill('#level-search', '');
  await page.selectOption('#level-filter', 'solved');
  await page.locator('#thumbs .card').first().click();
  await titled(page, /Two Moves\s+1 of 67/);
});

test('everything goes out as one file and comes back in, beside what is there', async (t) => {
  const page = await open(t, { mode: 'play' });
  await drop(page, TWO, 'two.xsb');
  await titled(page, /One/);
  await win(page, 'rrr');
  await page.click('#dialog-solved [value=stay]');
  await page.click('#next-level');
  await press(page, 'rd');
  await page.click('#open-settings');
  const { name, text } = await saved(page, () => page.click('#save-all'));
  assert.match(name, /^kuraban-\d{4}-\d\d-\d\d\.json$/);

  const other = await open(t, { mode: 'play' });
  await win(other, 'rd');
  await other.click('#dialog-solved [value=stay]');
  const load = async (content) => {
    await other.click('#open-settings');
    await other.setInputFiles('#file-all', { name, mimeType: 'application/json', buffer: Buffer.from(content) });
    await other.waitForFunction(() => document.getElementById('toasts').textContent !== '');
    await other.click('#dialog-settings [value=ok]');
  };
  await load('nonsense');
  assert.match(await toasts(other), /not a file that was saved here/);
  await load('{"kuraban":1,"results":{"a":7,"b":{"moves":{"moves":-1}}},"games":[["x",{"letters":"<b>","cursor":0}],3],"plans":{},"files":[{"title":1}],"settings":{"speed":"fast"}}');
  await load(text);
  await other.waitForFunction(() => /1 game.*1 collection/.test(document.getElementById('toasts').textContent));
  await other.click('#open-levels');
  await other.waitForSelector('#thumbs .card.solved');
  await other.selectOption('#collection', 'file:two.xsb');
  await other.waitForFunction(() => document.querySelectorAll('#thumbs .card').length === 2);
  assert.equal(await other.locator('#thumbs .card.solved').count(), 1);
  await other.locator('#thumbs .card').nth(1).click();
  assert.deepEqual(await counters(other), ['2', '0']);
  await other.click('#open-settings');
  await other.click('#forget');
  await other.click('#confirm-yes');
  await drop(other, text, name);
  await other.waitForFunction(() => Object.keys(JSON.parse(localStorage.getItem('kuraban.results'))).length > 0);
});

test('while a search thinks, its furthest position is drawn beside the board', async (t) => {
  for (const [width, height] of [[1440, 900], [390, 844], [844, 390]]) {
    const page = await open(t, { width, height, touch: width < 1000, more: false });
    await paste(page, EXAMPLE);
    await page.click('#mode-play');
    const snapshot = { state: 'running', seconds: 2, expanded: 1000, generated: 0, open: 0, depth: 0, bytes: 0, lower_bound: {}, best: null, best_cell: null, answer: null };
    await page.route('**/api/solves', (route) => route.fulfill({ status: 202, json: { id: 'x', events: '/api/solves/x/events' } }));
    await page.route('**/api/solves/x', (route) => route.fulfill({ status: 204 }));
    await page.evaluate((told) => {
      window.EventSource = class extends EventTarget {
        constructor() {
          super();
          setTimeout(() => this.dispatchEvent(new MessageEvent('progress', { data: JSON.stringify(told) })), 50);
        }

        close() {}
      };
    }, { ...snapshot, farthest: { boxes: [14, 16, 20], player: 7 } });
    await page.click('#solve-for-me');
    await page.waitForSelector('#farthest:not([hidden])');
    assert.match(await page.innerText('#farthest-text'), /1 of 3 (boxes on goals|home)/);
    const small = await page.locator('#farthest svg').boundingBox();
    assert.ok(small.y + small.height <= height && small.x + small.width <= width, `${width}: in sight`);
    assert.ok(small.width * small.height > 2000, `${width}: large enough`);
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await counters(page), ['1', '0'], 'the game goes on');
    await shot(page, `thinking-${width}`);
  }
});

test('a storage that was tampered with does not stop the page', async (t) => {
  const page = await open(t, { mode: 'play' });
  for (const nonsense of ['null', '7', '{"a":1}', '[[1],null,"x",["k",null]]', 'not JSON']) {
    await page.evaluate((text) => {
      for (const key of ['settings', 'results', 'games', 'plans', 'files', 'wins', 'session']) localStorage.setItem(`kuraban.${key}`, text);
      for (const key of ['session', 'places']) sessionStorage.setItem(`kuraban.${key}`, text);
      // The page writes what it has when it goes.
      addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true });
    }, nonsense);
    await page.goto('about:blank');
    await page.goBack();
    await page.waitForSelector('body.ready');
    assert.match(await page.innerText('#level-title'), /Two Moves/, nonsense);
    await page.click('#open-levels');
    await page.waitForSelector('#thumbs .card');
    await page.keyboard.press('Escape');
  }
});
