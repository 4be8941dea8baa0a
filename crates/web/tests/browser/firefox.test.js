// The same page in Firefox, driven by geckodriver: playing, solving, watching, results, Back.

import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, test } from 'node:test';
import assert from 'node:assert/strict';

const URL = process.env.KURABAN_URL ?? 'http://127.0.0.1:4000';
const SHOTS = process.env.KURABAN_SHOTS ?? 'target/page';
const DRIVER = process.env.GECKODRIVER ?? 'geckodriver';
const BROWSER = ['firefox-esr', 'firefox'].find((name) => spawnSync(name, ['--version']).status === 0);
const missing = [[BROWSER, 'firefox'], [spawnSync(DRIVER, ['--version']).status === 0, 'geckodriver']].filter(([there]) => !there).map(([, name]) => name);
const skip = missing.length > 0 && `${missing.join(' and ')} cannot be run`;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
mkdirSync(SHOTS, { recursive: true });

/** What WebDriver calls an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const ENTER = '\uE007';

/** @type {import('node:child_process').ChildProcess | undefined} */
let driver;
let session = '';
after(async () => {
  if (session) await ask('DELETE', session).catch(() => {});
  driver?.kill();
});

async function ask(method, address, body) {
  const response = await fetch(address, { method, headers: { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });
  const { value } = await response.json();
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

/** Starts Firefox without a window. */
async function launch() {
  driver = spawn(DRIVER, ['--port', '0'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const port = await new Promise((resolve, reject) => {
    let told = '';
    driver.stdout.on('data', (data) => {
      told += data;
      const found = /Listening on 127\.0\.0\.1:(\d+)/.exec(told);
      if (found) resolve(found[1]);
    });
    driver.once('exit', () => reject(new Error('geckodriver ended')));
  });
  const options = { args: ['-headless'], prefs: { 'ui.prefersReducedMotion': 1 } };
  const { sessionId } = await ask('POST', `http://127.0.0.1:${port}/session`, { capabilities: { alwaysMatch: { 'moz:firefoxOptions': { ...options, binary: spawnSync('which', [BROWSER]).stdout.toString().trim() } } } });
  session = `http://127.0.0.1:${port}/session/${sessionId}`;
}

const run = (script, ...args) => ask('POST', `${session}/execute/async`, { script: `const done = arguments[arguments.length - 1]; Promise.resolve((async (...given) => { ${script} })(...arguments)).then(done, (error) => done('ERROR ' + error));`, args });
const find = async (css) => (await ask('POST', `${session}/element`, { using: 'css selector', value: css }))[ELEMENT];
const click = async (css) => ask('POST', `${session}/element/${await find(css)}/click`, {});
const keys = async (text, css = '#board') => ask('POST', `${session}/element/${await find(css)}/value`, { text });
const text = (css) => run(`return document.querySelector(${JSON.stringify(css)})?.innerText ?? ''`);
/** Waits until an expression holds. */
async function until(expression) {
  for (let turn = 0; turn < 150; turn++) {
    if (await run(`return Boolean(${expression})`)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.fail(`never: ${expression}`);
}
/** A page of this size; Firefox counts its own frame too. */
async function size(width, height) {
  await ask('POST', `${session}/window/rect`, { width, height });
  const [w, h] = await run('return [innerWidth, innerHeight]');
  await ask('POST', `${session}/window/rect`, { width: 2 * width - w, height: 2 * height - h });
}
const shot = async (name) => writeFileSync(`${SHOTS}/${name}.png`, Buffer.from(await ask('GET', `${session}/screenshot`), 'base64'));

test('the page works in Firefox', { skip }, async () => {
  await launch();
  await size(1440, 900);
  await ask('POST', `${session}/url`, { url: URL });
  await until('document.body.classList.contains("ready")');
  await run('window.faults = []; addEventListener("error", (event) => faults.push(event.message)); addEventListener("unhandledrejection", (event) => faults.push(String(event.reason)))');
  await keys('ds');
  await until('document.getElementById("dialog-solved").open && document.getElementById("solved-proof").textContent');
  assert.equal(await text('#solved-proof'), '2 moves, 1 push. Nobody can do better.');
  await shot('firefox-solved');
  await keys(ENTER, '#solved-next');
  await until('/2 of 67/.test(document.getElementById("level-title").innerText)');
  assert.equal(await run('return document.activeElement.id'), 'board');
  await click('#solve-for-me');
  await until('document.body.dataset.mode === "solution"');
  await click('#to-end');
  assert.match(await run('return document.getElementById("board").getAttribute("aria-label")'), /solved/);
  await ask('POST', `${session}/back`, {});
  await until('/1 of 67/.test(document.getElementById("level-title").innerText)');
  assert.match(await text('#record'), /Your best\s+2\s+1/);
  await ask('POST', `${session}/forward`, {});
  await until('document.body.dataset.mode === "solution"');
  await click('#mode-edit');
  await click('#import');
  await keys('#####\n#@$.#\n#####', '#import-text');
  await click('#dialog-import [value=ok]');
  await until('document.getElementById("board").getAttribute("viewBox") === "0 0 500 300"');
  await click('#find');
  await until('/Solved: 1 move/.test(document.getElementById("answer").textContent)');
  for (const [mode, tab] of [['edit', '#mode-edit'], ['play', '#mode-play'], ['watch', '#mode-solution']]) {
    await click(tab);
    const found = await run(`${axe}; const { violations } = await axe.run(document); return violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 90)).join(' | '))`);
    assert.deepEqual(found, [], mode);
  }
  await click('#mode-play');
  for (const [width, height] of [[1440, 900], [1024, 768], [844, 500], [500, 844]]) {
    await size(width, height);
    await until('document.getElementById("board").clientWidth <= document.getElementById("stage").clientWidth');
    const told = await run('return { wide: document.documentElement.scrollWidth - innerWidth, cell: document.getElementById("board").getBoundingClientRect().width / 5 }');
    assert.ok(told.wide <= 0, `${width}: ${told.wide} too wide`);
    assert.ok(told.cell > 30, `${width}: squares of ${told.cell}`);
    await shot(`firefox-${width}`);
  }
  assert.deepEqual(await run('return faults'), []);
});
