// What the browser tests share: one browser, fresh pages, and hands for the page.

import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after } from 'node:test';
import assert from 'node:assert/strict';
import { chromium } from 'playwright-core';

export const URL = process.env.KURABAN_URL ?? 'http://127.0.0.1:4000';
/** The server's program, for tests that stop one. */
export const SERVER = process.env.KURABAN_SERVER;
const SHOTS = process.env.KURABAN_SHOTS ?? 'target/page';
mkdirSync(SHOTS, { recursive: true });

export const EXAMPLE = '######\n#s   #\n#CCCX#\n#X   #\n######\n';

let browser;
async function launch() {
  browser ??= await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  return browser;
}
after(async () => browser?.close());

/**
 * A fresh page, in edit mode unless told otherwise. What it asks of other servers, and errors in its scripts, fail the test.
 */
export async function open(test, { width = 1280, height = 800, dark = false, url = URL, hash = '', touch = false, wait = true, mode = 'edit', motion = false, more = true } = {}) {
  const context = await (await launch()).newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: touch,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  // Most tests choose engines, which lie under More.
  if (more) {
    await context.addInitScript(() => {
      if (location.protocol === 'http:') localStorage['kuraban.settings'] ??= '{"more":true}';
    });
  }
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !address.startsWith('blob:') && !address.startsWith('data:')) errors.push(`foreign request: ${address}`);
  });
  await page.goto(`${url}/${hash}`);
  if (wait) await page.waitForSelector('body.ready');
  if (wait && mode === 'edit') await page.click('#mode-edit');
  test.after(async () => {
    await context.close();
    assert.deepEqual(errors.filter((error) => !page.errorsAllowed?.test(error)), []);
  });
  return page;
}

export const shot = (page, name) => page.screenshot({ path: `${SHOTS}/${name}.png` });

/** The middle of a square of the board in the window. */
export async function at(page, row, column) {
  const box = await page.locator('#board').boundingBox();
  const [, , width] = (await page.locator('#board').getAttribute('viewBox')).split(' ').map(Number);
  const cell = box.width / (width / 100);
  return { x: box.x + (column + 0.5) * cell, y: box.y + (row + 0.5) * cell };
}

export async function click(page, row, column, options = {}) {
  const { x, y } = await at(page, row, column);
  await page.mouse.click(x, y, options);
}

export async function drag(page, from, to) {
  const a = await at(page, ...from);
  const b = await at(page, ...to);
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
  await page.mouse.move(b.x, b.y);
  await page.mouse.up();
}

export async function newMap(page, width, height) {
  await page.click('#new-map');
  await page.fill('#new-width', String(width));
  await page.fill('#new-height', String(height));
  await page.click('#dialog-new button[value=ok]');
}

export const TOOLS = { wall: 'Wall', floor: 'Floor', storage: 'Storage', goal: 'Storage', crate: 'Crate', box: 'Crate', sokoban: 'Sokoban', player: 'Sokoban', erase: 'Erase' };

/** Uses a tool by the name of its button. */
export async function use(page, tool, row, column) {
  if (tool === 'erase') {
    await click(page, row, column, { button: 'right' });
    return;
  }
  await page.getByRole('group', { name: 'Tools' }).getByRole('button', { name: TOOLS[tool] }).click();
  await click(page, row, column);
}

/** The map as the export dialog writes it. */
export async function exported(page, dialect = 'crate') {
  await page.click('#export');
  await page.selectOption('#export-format', dialect);
  await page.waitForFunction((want) => document.getElementById('export-text').dataset.format === want, dialect);
  const text = await page.inputValue('#export-text');
  await page.click('#dialog-export [data-close]');
  return text;
}

/** The rows of the map, padded. */
export async function rows(page, width, dialect = 'crate') {
  const text = await exported(page, dialect);
  return text.replace(/\n$/, '').split('\n').map((row) => row.padEnd(width));
}

export async function paste(page, text) {
  await page.click('#import');
  await page.fill('#import-text', text);
  await page.click('#dialog-import button[value=ok]');
  await page.waitForSelector('#dialog-import', { state: 'hidden' });
}

/** Drops a file on the page. */
export async function drop(page, text, name = 'level.txt') {
  await page.evaluate(([dropped, called]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([dropped], called, { type: 'text/plain' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, [text, name]);
}

/** Waits until the title of the level matches. */
export const titled = (page, words) => page.waitForFunction((source) => new RegExp(source).test(document.getElementById('level-title').innerText), words.source);
export const toasts = (page) => page.innerText('#toasts');
export const counters = (page) => Promise.all(['#count-moves', '#count-pushes'].map((id) => page.innerText(id)));

export async function answer(page) {
  await page.waitForSelector('#answer .verdict', { timeout: 60_000, state: 'attached' });
  return page.innerText('#answer .verdict');
}

/** How a square looks: what stands on it, by the sprites' places. */
export async function boxesAt(page) {
  return page.evaluate(() => {
    const columns = Number(document.getElementById('board').getAttribute('viewBox').split(' ')[2]) / 100;
    const square = (element) => {
      const [x, y] = element.style.transform.match(/-?[\d.]+/g).map(Number);
      return [y / 100, x / 100];
    };
    void columns;
    const boxes = [...document.querySelectorAll('.boxes .box')].map((box) => ({ at: square(box), done: box.firstElementChild.getAttribute('href') === '#box-done' }));
    return { boxes, keeper: square(document.querySelector('#board > .keeper')) };
  });
}

export const solvedCount = async (page) => (await boxesAt(page)).boxes.filter((box) => box.done).length;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds. */
export async function findings(page) {
  await page.waitForFunction(() => document.querySelector('.toast.gone') === null);
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`);
  });
}
