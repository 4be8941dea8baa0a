// "Make it shorter": the solution on show, or the player's own, is shortened on the server. Figures
// before and after, gains over time, what changed on the board; then it is taken, or not.
// @ts-check

import { FIGURES, isProved, leastOf } from './answer.js';
import { Refusal, Solve, api } from './api.js';
import { count } from './board.js';
import { stepChart } from './chart.js';
import { prepareCompare } from './compare.js';
import { $, button, input, make, onClick, say, toast } from './dom.js';
import { Game } from './game.js';
import { GOALS, prepareOrder } from './order.js';
import { pushesIn, stretch, trails } from './stretch.js';

/** @typedef {import('./types.js').Answer} Answer */
/** @typedef {Record<string, number>} Figures */
/** Letters of the solution at first, before the last gain, and now. @typedef {{first: string, last: string, best: string}} Letters */
/**
 * A solution that is being made shorter, in one or several runs.
 * @typedef {{source: import('./app.js').Solution, letters: Letters, goal: string[], before: Figures, now: Figures, points: [number, number][], gains: number, spent: number, seconds: number, answer: Answer | null, words: string, solve: Solve | null, taking: boolean}} Work
 */

/** The seconds of a run where the panel's limit is not a number. */
const TIME = 60;
const STOPPING = 'Stopping …';
const KEYS = FIGURES.map(([key]) => key).filter((key) => key in GOALS);
/** Why a run ended, in words. @type {Record<string, string>} */
const ENDS = {
  time: 'The time is up. There may be shorter ones.',
  memory: 'The memory is used up. There may be shorter ones.',
  cancelled: 'Stopped. There may be shorter ones.',
  server: 'The server ended it. There may be shorter ones.',
  'gave up': 'Nothing is left to try. There may be shorter ones.',
};

/** @param {import('./app.js').App} app @param {ReturnType<typeof import('./memory.js').prepareMemory>} memory */
export function prepareShorter(app, memory) {
  /** @type {Work | null} */
  let work = null;
  /** The best solution so far, to be looked at; and the steps made after each push. @type {{letters: string, game: Game, ends: number[]} | null} */
  let preview = null;

  const order = prepareOrder(() => dress());
  const compare = prepareCompare();
  const radios = /** @type {HTMLInputElement[]} */ ([...$('goals').querySelectorAll('input')]);
  const goal = () => {
    const chosen = radios.find((radio) => radio.checked)?.value;
    if (chosen === 'other') return order.chosen();
    return chosen === 'pushes' ? ['pushes', 'moves'] : ['moves', 'pushes'];
  };
  const isLeast = (/** @type {Answer | null | undefined} */ answer) => Boolean(answer && isProved(answer, goal().map((key) => GOALS[key])));
  const nameOf = (/** @type {string} */ key) => FIGURES.find(([one]) => one === key)?.[1] ?? key;

  /** One figure, before and now. @param {Work} work @param {string} key */
  const row = ({ before, now }, key) => {
    const line = make('tr', '', now[key] < before[key] ? 'less' : now[key] > before[key] ? 'more-than' : '');
    const head = make('th', nameOf(key));
    head.setAttribute('scope', 'row');
    const by = now[key] - before[key];
    const change = by === 0 ? '–' : `${by < 0 ? '−' : '+'}${Math.abs(by).toLocaleString('en')}`;
    line.append(head, ...[before[key].toLocaleString('en'), now[key].toLocaleString('en'), change].map((words) => make('td', words)));
    return line;
  };

  /** Figures, chart and badge. @param {Work} work */
  const dressFigures = (work) => {
    const first = work.goal[0];
    const shown = ['moves', 'pushes'].includes(first) ? ['moves', 'pushes'] : [first, 'moves', 'pushes'];
    const isKnown = (/** @type {string} */ key) => work.before[key] !== undefined && work.now[key] !== undefined;
    $('shorter-rows').replaceChildren(...shown.filter(isKnown).map((key) => row(work, key)));
    const others = KEYS.filter((key) => !shown.includes(key) && isKnown(key));
    $('shorter-others').hidden = others.length === 0;
    $('shorter-other-rows').replaceChildren(...others.map((key) => row(work, key)));
    if (work.points.length === 0) return;
    const until = work.spent + work.seconds;
    stepChart($('shorter-chart'), work.points, until);
    const [from, to] = [work.points[0][1], work.points[work.points.length - 1][1]];
    $('shorter-chart').setAttribute('aria-label', `${nameOf(first)} over time: ${from === to ? `${from}, unchanged` : `from ${from} to ${to}`} in ${until.toFixed(1)} seconds`);
    $('shorter-chart-text').textContent = `${nameOf(first)} over time`;
  };

  /** What the server has shown about the solution. @param {Answer | null | undefined} answer */
  const dressBadge = (answer) => {
    const proved = isLeast(answer);
    // What is better depends on the order.
    const stable = answer?.goal === goal().join() ? answer.stable ?? 0 : 0;
    $('stable').hidden = !proved && stable === 0;
    if (proved) {
      $('stable-badge').textContent = 'Proved';
      $('stable-text').textContent = `No solution is better by ${goal().map((key) => nameOf(key).toLowerCase()).join(', then by ')}.`;
    } else {
      const boxes = stable === 1 ? 'one box' : `${stable} boxes`;
      $('stable-badge').textContent = `Stable within ${boxes}`;
      $('stable-text').textContent = `No better solution differs from this one by at most ${boxes} at every moment. That is not a proof that there is none.`;
    }
  };

  /** The stretch that changed last, along all pushes; and the trails of what changed at all. @param {Work} work */
  const dressStretch = ({ letters, source }) => {
    const { first, last, best } = letters;
    $('stretch').hidden = first === best;
    if (first === best || preview?.letters === best) return;
    const game = new Game(source.game.start);
    game.load(best);
    preview = { letters: best, game, ends: [0, ...game.steps.flatMap(({ push }, index) => (push ? [index + 1] : []))] };
    // What was looked at is not there any more.
    app.peek = null;
    const all = Math.max(1, pushesIn(best));
    const changed = stretch(last, best);
    const { from, to } = changed.now;
    input('stretch-push').max = String(all);
    input('stretch-push').value = String(from);
    $('stretch-text').textContent = `Changed last: ${inWords(changed, all)}`;
    const band = /** @type {HTMLElement} */ ($('stretch-band'));
    band.style.left = `${(from / all) * 100}%`;
    band.style.width = `${Math.max(1.5, ((to - from) / all) * 100)}%`;
    tellPush();
    const parts = stretch(first, best);
    const start = source.game.start;
    const lines = input('show-trails').checked ? apart(trails(start, first, parts.old), trails(start, best, parts.now)) : undefined;
    app.mark({ trails: lines });
    app.draw();
  };

  const tellPush = () => {
    const slider = input('stretch-push');
    const words = `push ${slider.value} of ${slider.max}`;
    slider.setAttribute('aria-valuetext', words);
    $('stretch-at').textContent = app.peek ? `On the board: after ${words}` : 'Slide to look at it';
  };

  const dress = () => {
    const solution = app.mode === 'solution' ? app.solution : null;
    const isOn = solution !== null && solution.game.steps.length > 0 && solution.game.start.rules === 'boxes';
    $('shorter').hidden = !isOn;
    if (!isOn) return;
    const going = Boolean(work?.solve);
    const other = radios.some((radio) => radio.checked && radio.value === 'other');
    $('order').hidden = !other;
    for (const radio of radios) radio.disabled = going;
    order.lock(going);
    const answer = work ? work.answer : solution.answer;
    const proved = isLeast(answer);
    button('shorter-start').hidden = work !== null;
    button('shorter-start').disabled = app.busy || proved;
    button('shorter-stop').hidden = !going;
    button('shorter-on').hidden = work === null || going;
    button('shorter-on').disabled = app.busy || proved;
    button('shorter-take').hidden = work === null;
    button('shorter-take').disabled = work === null || work.letters.best === work.letters.first || work.taking;
    $('shorter-work').hidden = work === null;
    $('shorter-words').textContent = work?.words ?? '';
    dressBadge(going ? null : answer);
    if (!work) return;
    dressFigures(work);
    dressStretch(work);
  };

  /** A solution came; the given one may come again, walked another way. @param {Work} mine @param {Record<string, any>} values @param {string} letters */
  const gained = (mine, values, letters) => {
    const figures = figuresOf(values);
    if (!isLess(mine.goal, figures, mine.now)) return;
    mine.letters = { ...mine.letters, last: mine.letters.best, best: letters };
    mine.now = figures;
    mine.gains += 1;
    say(`Now ${count(mine.now.moves, 'move')}, ${count(mine.now.pushes, 'push', 'pushes')}.`);
  };

  /** @param {Work} mine @param {import('./types.js').Snapshot} snapshot @param {number} limit @param {[number, number][]} points those of earlier runs */
  const hear = (mine, snapshot, limit, points) => {
    mine.seconds = snapshot.seconds;
    const gains = snapshot.gains ?? [];
    const first = mine.goal[0];
    const fallen = gains.filter((gain, index) => gain[first] < (index === 0 ? points[points.length - 1][1] : gains[index - 1][first]));
    mine.points = [...points, ...fallen.map((gain) => /** @type {[number, number]} */ ([mine.spent + gain.seconds, gain[first]]))];
    const last = gains[gains.length - 1];
    if (snapshot.solution && last) gained(mine, last, snapshot.solution);
    mine.words = mine.solve?.cancelled ? STOPPING : snapshot.state === 'waiting' ? 'Waiting for its turn' : `${snapshot.seconds.toFixed(1)} s of ${limit} s · ${count(mine.gains, 'gain')}`;
    if (mine === work) dress();
  };

  /** What is known of a solution that the server told before it went away. @param {Work} mine @returns {Answer} */
  const told = ({ source, letters, now, seconds }) => ({
    ...source.answer, ...now, id: undefined, solution: letters.best, optimal: [], engine: 'optimise', found_by: null, proved_by: null, expanded: 0, seconds, plan: [], files: [], notes: [], actions: undefined, stable: undefined,
  });

  /** Bounds are about the level, whichever solution they were found with. @param {Answer} answer @param {Answer} other @returns {Answer} */
  const withBounds = (answer, other) => {
    const lower_bound = { ...answer.lower_bound };
    for (const [name, value] of Object.entries({ ...other.lower_bound, ...leastOf(other) })) lower_bound[name] = Math.max(value, lower_bound[name] ?? 0);
    return { ...answer, whose: 'Shortened', lower_bound, reason: null };
  };

  const run = async () => {
    const solution = app.solution;
    if (!solution || app.busy || work?.solve) return;
    const { start } = solution.game;
    const limit = input('limit-time').checkValidity() ? Number(input('limit-time').value) : TIME;
    const order = goal();
    // By another order the solution at first may be the better one.
    if (work && isLess(order, work.before, work.now)) {
      const { first } = work.letters;
      work.letters = { first, last: first, best: first };
      work.now = work.before;
      wipe();
    }
    const letters = work?.letters.best ?? solution.game.all;
    const board = start.toJSON();
    const figures = work?.now ?? { moves: letters.length, pushes: pushesIn(letters) };
    const mine = work ?? { source: solution, letters: { first: letters, last: letters, best: letters }, goal: order, before: figures, now: figures, points: [], gains: 0, spent: 0, seconds: 0, answer: null, words: '', solve: null, taking: false };
    const isAnew = mine.points.length === 0 || mine.goal[0] !== order[0];
    mine.spent = isAnew ? 0 : mine.spent + mine.seconds;
    mine.goal = order;
    mine.seconds = 0;
    mine.answer = null;
    mine.words = 'Starting …';
    const solve = new Solve();
    mine.solve = solve;
    work = mine;
    // Who pressed a button that goes is on the one in its place; who came from a win has the board.
    const hadFocus = [button('shorter-start'), button('shorter-on'), $('board')].some((one) => one === document.activeElement);
    dress();
    if (hadFocus) button('shorter-stop').focus({ preventScroll: true });
    /** @type {Answer | null} */
    let answer = null;
    let failed = '';
    try {
      const checked = await api.verify(board, letters);
      mine.now = figuresOf(checked);
      if (mine.letters.first === letters) mine.before = mine.now;
      if (isAnew) mine.points = [[0, mine.now[order[0]]]];
      const { points } = mine;
      if (work === mine) {
        dress();
        solve.told = (snapshot) => hear(mine, snapshot, limit, points);
        answer = await solve.run({ board, time: limit, optimise: { goal: order.map((key) => GOALS[key]).join(), solution: letters } });
      }
    } catch (error) {
      failed = error instanceof Refusal ? error.message : String(error);
    }
    mine.solve = null;
    if (mine !== work) return;
    if (answer && answer.solution === null) failed = answer.reason ?? 'There is no answer.';
    if (answer?.solution) gained(mine, answer, answer.solution);
    mine.seconds = Math.max(mine.seconds, answer?.seconds ?? 0);
    const reason = answer?.reason ?? 'gave up';
    mine.answer = withBounds(answer?.solution ? { ...answer, goal: order.join() } : told(mine), mine.source.answer);
    if (mine.letters.best !== mine.letters.first) memory.heard(mine.answer, start);
    mine.words = failed || (isLeast(mine.answer) ? '' : ENDS[reason] ?? reason);
    if (!failed && mine.letters.best === mine.letters.first) mine.words = `No better one was found. ${mine.words}`;
    const isThere = document.activeElement === button('shorter-stop');
    if (mine.taking) return take();
    dress();
    if (isThere) (mine.letters.best === mine.letters.first ? button('shorter-on') : button('shorter-take')).focus({ preventScroll: true });
    const result = `${count(mine.now.moves, 'move')}, ${count(mine.now.pushes, 'push', 'pushes')}`;
    say(`${mine.words} ${result}.`);
    // A player is told, and not torn away from the game.
    if (app.mode === 'play' && mine.letters.best !== mine.letters.first) toast(`Made shorter: ${result}.`, 'info', { label: 'Look at it', act: () => app.go('solution') });
  };

  const stop = () => {
    if (!work?.solve) return;
    work.solve.cancel();
    work.words = STOPPING;
    dress();
  };

  /** The new solution takes the place of the old one. */
  const take = () => {
    if (!work || work.letters.best === work.letters.first) return;
    if (work.solve) {
      work.taking = true;
      return stop();
    }
    const { source, answer, letters, now } = work;
    const game = new Game(source.game.start);
    if (!answer || !game.load(letters.best)) return;
    app.solved({ game, answer, job: '' });
    button('step-next').focus({ preventScroll: true });
    toast(`Taken: ${count(now.moves, 'move')}, ${count(now.pushes, 'push', 'pushes')}.`, 'info', {
      label: 'Undo',
      act: () => {
        if (app.solution?.game === game && app.mode === 'solution') app.solved(source);
      },
    });
  };

  /** Nothing of it is left on the board. */
  const wipe = () => {
    if (preview === null) return;
    preview = null;
    app.peek = null;
    app.mark({ trails: undefined });
    app.draw();
  };

  /** Another solution is on show, or none. */
  const leave = () => {
    work?.solve?.cancel();
    work = null;
    wipe();
  };

  onClick('shorter-start', () => void run());
  onClick('shorter-on', () => void run());
  onClick('shorter-stop', stop);
  onClick('shorter-take', take);
  onClick('shorter-compare', () => {
    if (work) compare(work.source.game.start, work.letters.first, work.letters.best);
  });
  for (const radio of radios) radio.addEventListener('change', dress);
  input('show-trails').addEventListener('change', () => {
    preview = null;
    dress();
  });
  input('stretch-push').addEventListener('input', () => {
    if (!preview) return;
    preview.game.seek(preview.ends[Number(input('stretch-push').value)] ?? 0);
    app.peek = preview.game.board;
    app.draw();
    tellPush();
  });
  app.on('step', tellPush);
  app.on('busy', () => {
    if (app.busy) stop();
    dress();
  });
  app.on('loaded', leave);
  app.on('board', leave);
  app.on('mode', () => {
    if (work && (app.mode === 'edit' || app.solution !== work.source)) leave();
    // The marks of another mode are gone.
    preview = null;
    dress();
  });
  dress();
  return {
    /** Shortens the solution on show, in sight. */
    run: () => {
      const done = run();
      $('shorter').scrollIntoView({ block: 'nearest' });
      return done;
    },
  };
}

/** What changed, in pushes of the new solution. @param {ReturnType<typeof stretch>} changed @param {number} all */
function inWords({ old, now: { from, to } }, all) {
  if (from < to) return `${from + 1 === to ? `push ${to}` : `pushes ${from + 1} to ${to}`} of ${all}`;
  const place = from === 0 ? 'before the first push' : `after push ${from}`;
  return old.from < old.to ? `${count(old.to - old.from, 'push', 'pushes')} left out ${place}` : `the walk ${place}`;
}

/** Without the ways that are in both. @param {number[][]} old @param {number[][]} now */
function apart(old, now) {
  const others = (/** @type {number[][]} */ ways, /** @type {number[][]} */ known) => {
    const all = new Set(known.map((way) => way.join()));
    return ways.filter((way) => !all.has(way.join()));
  };
  return { old: others(old, now), now: others(now, old) };
}

/** Whether figures are less than others, by an order. @param {string[]} order @param {Figures} some @param {Figures} others */
function isLess(order, some, others) {
  const first = order.find((key) => some[key] !== others[key]);
  return first !== undefined && some[first] < others[first];
}

/** The figures that a goal can name. @param {Record<string, any>} values @returns {Figures} */
function figuresOf(values) {
  return Object.fromEntries(KEYS.filter((key) => typeof values[key] === 'number').map((key) => [key, values[key]]));
}
