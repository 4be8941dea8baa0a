// The editor: S3.30 to S3.36, S3.42 to S3.47, and the editor cases.

import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { EXAMPLE, at, boxesAt, click, drag, drop, exported, newMap, open, paste, rows, shot, use } from './setup.js';

test('S3.30 controls are left of the map and the solution panel right of it', async (t) => {
  const page = await open(t);
  const [left, board, right] = await Promise.all(['.tools', '#board', '.solve'].map((name) => page.locator(name).boundingBox()));
  assert.ok(left.x + left.width <= board.x && board.x + board.width <= right.x);
  await shot(page, 'edit-light');
});

const CASES = process.env.KURABAN_CASES ?? '../shared/acceptance/cases.json';
if (existsSync(CASES)) {
  for (const one of JSON.parse(readFileSync(CASES, 'utf8')).filter((one) => one.kind === 'editor')) {
    test(`S3.31-S3.46 editor case ${one.id}: ${one.why}`, async (t) => {
      const page = await open(t);
      const [width, height] = one.new_map;
      if (one.expected.status === 'error') {
        const before = await exported(page);
        await newMap(page, width, height);
        const message = await page.innerText('#new-error');
        assert.ok(one.expected.message_should_mention_one_of.some((word) => message.includes(word)), message);
        await page.click('#dialog-new [data-close]');
        assert.equal(await exported(page), before);
        return;
      }
      await newMap(page, width, height);
      for (const [tool, row, column] of one.operations) await use(page, tool, row, column);
      // A second keeper moves the first: the alternative that the case allows.
      const expected = (one.alternative ?? one.expected).export_lines_padded;
      assert.deepEqual(await rows(page, width), expected);
      if (one.alternative) assert.match(await page.innerText('#toasts'), /one keeper/);
    });
  }
} else {
  test('editor cases', { skip: `${CASES} is not there` }, () => {});
}

test('S3.36 Clear empties the map and keeps its size; undo brings it back', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.deepEqual(await rows(page, 6), Array(5).fill('      '));
  await page.click('#edit-undo');
  assert.equal(await exported(page), EXAMPLE);
  await page.click('#edit-redo');
  assert.deepEqual(await rows(page, 6), Array(5).fill('      '));
});

test('S3.42 a new map asks for its size, and refuses nothing and nonsense', async (t) => {
  const page = await open(t);
  for (const [width, height, words] of [[0, 5, /width is 0.*at least one column/], [5, 0, /height is 0.*at least one row/], [-3, 4, /width is -3/], [2.5, 4, /width must be a whole number/], [4, '', /height is missing/]]) {
    await newMap(page, width, height);
    assert.match(await page.innerText('#new-error'), words);
    await page.click('#dialog-new [data-close]');
  }
  const before = await exported(page);
  await newMap(page, 7, 3);
  assert.deepEqual(await rows(page, 7), Array(3).fill('       '));
  await page.click('#edit-undo');
  assert.equal(await exported(page), before);
});

test('S3.44 placing by dragging leaves no holes', async (t) => {
  const page = await open(t);
  await newMap(page, 20, 4);
  await page.click('[data-tool=wall]');
  await drag(page, [1, 0], [1, 19]);
  assert.equal((await rows(page, 20))[1], '#'.repeat(20));
  await page.click('#edit-undo');
  assert.equal((await rows(page, 20))[1], ' '.repeat(20));
});

test('S3.45 the largest map is 60 by 60, and it is edited smoothly', async (t) => {
  const page = await open(t);
  await newMap(page, 60, 60);
  await page.click('[data-tool=wall]');
  await drag(page, [0, 0], [0, 59]);
  const usual = await page.evaluate(async () => {
    const stage = document.getElementById('stage');
    const edge = document.getElementById('board').getBoundingClientRect();
    const send = (kind, x) => stage.dispatchEvent(new PointerEvent(kind, { pointerId: 7, clientX: edge.left + x, clientY: edge.top + edge.height / 2, bubbles: true, pointerType: 'mouse' }));
    stage.setPointerCapture = () => {};
    send('pointerdown', 5);
    const times = [];
    for (let x = 5; x < edge.width - 5; x += 10) {
      const begin = performance.now();
      send('pointermove', x);
      times.push(performance.now() - begin);
      await new Promise(requestAnimationFrame);
    }
    send('pointerup', edge.width - 6);
    // What the machine does beside this is not the page's doing.
    return times.sort((a, b) => a - b)[Math.floor(times.length * 0.8)];
  });
  assert.ok(usual < 30, `a stroke took ${usual} ms`);
  for (const size of [[61, 5], [5, 61]]) {
    await newMap(page, ...size);
    assert.match(await page.innerText('#new-error'), /60/);
    await page.click('#dialog-new [data-close]');
  }
  await page.click('#resize');
  await page.fill('#add-right', '1');
  await page.click('#dialog-resize button[value=ok]');
  assert.match(await page.innerText('#resize-error'), /60/);
  await page.click('#dialog-resize [data-close]');
  const wide = `${'#'.repeat(61)}\n#@$.${' '.repeat(56)}#\n${'#'.repeat(61)}\n`;
  await page.click('#import');
  await page.fill('#import-text', wide);
  await page.click('#dialog-import button[value=ok]');
  await page.waitForFunction(() => document.getElementById('import-error').textContent.includes('60'));
});

test('S3.46 a right click takes the object away and leaves the tile', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await click(page, 1, 1, { button: 'right' });
  await click(page, 2, 1, { button: 'right' });
  await click(page, 0, 0, { button: 'right' });
  assert.deepEqual(await rows(page, 6), ['######', '#X   #', '# CCX#', '#X   #', '######']);
  assert.match(await page.innerText('#problems'), /no keeper/);
});

test('Erase takes the topmost thing, and says where there is none', async (t) => {
  const page = await open(t);
  await paste(page, '######\n#c X #\n#S   #\n######\n');
  await page.click('[data-tool=erase]');
  await click(page, 1, 1);
  assert.equal((await rows(page, 6))[1], '#X X #');
  for (const [row, column] of [[1, 1], [1, 3], [0, 0], [2, 1]]) await click(page, row, column);
  assert.deepEqual(await rows(page, 6), [' #####', '#    #', '#    #', '######']);
  await click(page, 1, 2);
  assert.match(await page.innerText('#toasts'), /nothing to erase/);
  await click(page, 0, 1, { button: 'right' });
  assert.match(await page.innerText('#toasts'), /Erase tool takes goals and walls too/);
});

test('S3.43, S3.47 a map goes out to a file and comes back', async (t) => {
  const page = await open(t);
  // An open board with floor at its right edge: nothing may get lost.
  const map = '#X C \n#S   \n###  \n';
  await paste(page, map);
  for (const dialect of ['crate', 'xsb', 'glyph', 'letter', 'rle', 'slc']) {
    await page.click('#export');
    await page.selectOption('#export-format', dialect);
    await page.waitForFunction((want) => document.getElementById('export-text').dataset.format === want, dialect);
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export-save')]);
    const path = await download.path();
    await page.click('#dialog-export [data-close]');
    await newMap(page, 3, 3);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      (async () => {
        await page.click('#import');
        await page.click('#choose-file');
      })(),
    ]);
    await chooser.setFiles({ name: download.suggestedFilename(), mimeType: 'text/plain', buffer: readFileSync(path) });
    await page.waitForSelector('#dialog-import', { state: 'hidden' });
    assert.deepEqual(await rows(page, 5), ['#X C ', '#S   ', '###  '], dialect);
  }
});

test('S3.43 a bad file gives a message, and the map stays', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.click('#import');
  await page.fill('#import-text', 'This is not a level.');
  await page.click('#dialog-import button[value=ok]');
  await page.waitForFunction(() => document.getElementById('import-error').textContent !== '');
  assert.match(await page.innerText('#import-error'), /not a level/);
  await page.click('#dialog-import [data-close]');
  assert.equal(await exported(page), EXAMPLE);
});

test('a map in work can be exported and read again', async (t) => {
  const page = await open(t);
  await newMap(page, 4, 2);
  await use(page, 'crate', 0, 1);
  await use(page, 'wall', 1, 3);
  const text = await exported(page);
  assert.equal(text, ' C  \n   #\n');
  assert.equal(await exported(page, 'xsb'), ' $  \n   #\n');
  assert.equal(await exported(page, 'rle'), '-$2-|3-#\n');
  assert.equal(await exported(page, 'slc'), '');
  assert.match(await page.innerText('#export-error', { timeout: 1000 }).catch(() => page.textContent('#export-error')), /finished levels only. There is no keeper/);
  await newMap(page, 2, 2);
  await page.click('#import');
  await page.selectOption('#import-format', 'crate');
  await page.fill('#import-text', text);
  await page.click('#dialog-import button[value=ok]');
  await page.waitForSelector('#dialog-import', { state: 'hidden' });
  assert.deepEqual(await rows(page, 4), [' C  ', '   #']);
});

test('every dialect is read, by paste and by drop', async (t) => {
  const page = await open(t);
  const texts = {
    xsb: '#####\n#@$.#\n#####\n', glyph: '█████\n█☺■◌█\n█████\n', letter: 'XXXXX\nXMJGX\nXXXXX\n',
    ampersand: '#####\n#&B.#\n#####\n', crate: '#####\n#SCX#\n#####\n', rle: '5#|#@$.#|5#\n',
  };
  for (const [name, text] of Object.entries(texts)) {
    await newMap(page, 2, 2);
    await drop(page, text);
    await page.waitForFunction(() => document.getElementById('board').getAttribute('viewBox') === '0 0 500 300');
    assert.deepEqual(await rows(page, 5), ['#####', '#SCX#', '#####'], name);
  }
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
  }, 'startpos = Position(1,0)\ngoalpos = Position(0,1)\ngameAreaSizeV = 2\ngameAreaSizeH = 2\nstartAreaState = [[0,0],[0,1]]\n');
  await page.waitForFunction(() => document.body.classList.contains('boulders'));
});

test('rotate, mirror and resize keep what lies on the map', async (t) => {
  const page = await open(t);
  await paste(page, '#####\n#SCX#\n#####\n');
  await page.click('#mirror');
  assert.equal((await rows(page, 5))[1], '#XCS#');
  for (let turn = 0; turn < 4; turn++) await page.click('#rotate');
  assert.equal((await rows(page, 5))[1], '#XCS#');
  await page.click('#rotate');
  assert.deepEqual(await rows(page, 3), ['###', '#X#', '#C#', '#S#', '###']);
  await page.click('#resize');
  await page.fill('#add-left', '1');
  await page.fill('#add-bottom', '-1');
  await page.click('#dialog-resize button[value=ok]');
  assert.deepEqual(await rows(page, 4), [' ###', ' #X#', ' #C#', ' #S#']);
});

test('problems are told live, in words', async (t) => {
  const page = await open(t);
  await newMap(page, 8, 6);
  assert.match(await page.innerText('#problems'), /no keeper/);
  await use(page, 'sokoban', 2, 2);
  assert.match(await page.innerText('#problems'), /wall is open at [a-z]\d/);
  await use(page, 'crate', 3, 3);
  assert.match(await page.innerText('#problems'), /1 box and 0 goals: add 1 goal/);
  await paste(page, '########\n#@ $  ##\n#    #.#\n########\n');
  assert.match(await page.innerText('#problems'), /goal at g3 cannot be reached by the keeper/);
  assert.ok(!/cannot|never/.test(await page.innerText('#toasts')));
  await paste(page, EXAMPLE);
  assert.match(await page.innerText('#problems'), /Ready to solve/);
});

test('the editor works with the keyboard alone', async (t) => {
  const page = await open(t);
  await newMap(page, 4, 1);
  await page.focus('#board');
  await page.keyboard.press('5');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await page.keyboard.press('4');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('3');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  assert.deepEqual(await rows(page, 4), ['SCX ']);
  await page.focus('#board');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+y');
  assert.deepEqual(await rows(page, 4), ['SC  ']);
  await page.focus('#board');
  await page.keyboard.press('ArrowLeft');
  assert.match(await page.textContent('#live'), /b1: box/);
});

test('the map in work is there again after a reload', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  await page.reload();
  await page.waitForSelector('body.ready');
  assert.equal(await exported(page), EXAMPLE);
  assert.equal((await boxesAt(page)).boxes.length, 3);
  const here = await at(page, 0, 0);
  assert.ok(here.x > 0);
});

test('whoever comes to the board by keyboard sees the cursor, and the first arrow moves it', async (t) => {
  const page = await open(t);
  await paste(page, '#####\n#SCX#\n#####\n');
  await page.focus('#zoom-out');
  await page.keyboard.press('Shift+Tab');
  const cursor = () => page.locator('.cursor').evaluateAll((all) => all.map((one) => [Number(one.getAttribute('y')), Number(one.getAttribute('x'))].map((place) => Math.floor(place / 100))));
  assert.deepEqual(await cursor(), [[1, 1]]);
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await cursor(), [[1, 2]]);
  await page.keyboard.press('Tab');
  assert.deepEqual(await cursor(), []);
  await click(page, 0, 3);
  assert.deepEqual(await cursor(), []);
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await cursor(), [[1, 3]]);
});

test('on a phone the first problem is told under the board', async (t) => {
  const page = await open(t, { width: 390, height: 844, touch: true });
  await newMap(page, 8, 6);
  assert.match(await page.innerText('#first-problem'), /no keeper.*\(and \d+ more\)/);
  const { y, height } = await page.locator('#first-problem').boundingBox();
  assert.ok(y + height < 844);
  await shot(page, 'phone-problem');
  await paste(page, EXAMPLE);
  assert.equal(await page.textContent('#first-problem'), '');
});

test('a map without a title has none after it went through SLC', async (t) => {
  const page = await open(t);
  await paste(page, EXAMPLE);
  const text = await exported(page, 'slc');
  await newMap(page, 2, 2);
  await paste(page, text);
  assert.match(await page.innerText('#level-title'), /Untitled map/);
  await paste(page, text.replace('Id="1"', 'Id="Mine"'));
  assert.match(await page.innerText('#level-title'), /Mine/);
});

test('Check tells findings with their squares, and checks again after a change', async (t) => {
  const page = await open(t);
  await paste(page, '#######\n#@$.  #\n#  $ .#\n#######');
  await page.click('#mode-edit');
  await page.click('#check');
  const finding = page.locator('#findings button', { hasText: 'B2' }).first();
  await finding.waitFor();
  assert.match(await page.innerText('#findings'), /3 pushes and \d+ moves at least, proved/);
  await finding.hover();
  await shot(page, 'check');
  // A box in a corner.
  await use(page, 'box', 1, 5);
  await use(page, 'goal', 1, 4);
  await page.locator('#findings', { hasText: 'S5' }).waitFor();
  await page.click('#mode-play');
  assert.equal(await page.innerText('#findings'), '');
});
