// The solve panel: question, progress, answer.
// @ts-check

import { Board, count } from './board.js';
import { Game } from './game.js';
import { Refusal, Solve, api } from './api.js';
import { $, button, input, make, onClick, select, say } from './dom.js';
import { store } from './store.js';

/** What was proved, in words. @type {Record<string, string>} */
const CLAIMS = {
  moves: 'no solution has fewer moves',
  pushes: 'no solution has fewer pushes',
  robot: 'no solution costs the robot fewer half movements',
  actions: 'no solution has fewer actions',
  'pushes,moves': 'of those with the fewest pushes none has fewer moves',
  'moves,pushes': 'of those with the fewest moves none has fewer pushes',
};
/** Why a search ended, in words. @type {Record<string, string>} */
const REASONS = {
  time: 'the time is up',
  memory: 'the memory is used up',
  nodes: 'the states are used up',
  steps: 'there is no plan within the maximum number of steps',
  cancelled: 'it was cancelled',
  'gave up': 'the engine ran out of ideas',
};

/** @param {import('./app.js').App} app */
export function prepareSolve(app) {
  /** @type {import('./api.js').Abilities | null} */
  let abilities = null;
  /** @type {Solve | null} */
  let running = null;

  const isPlanner = () => select('engine').value === 'sat';

  const dress = () => {
    const engine = abilities?.engines.find((one) => one.name === select('engine').value);
    const proves = engine ? (engine.complete ? ' Can prove that there is no solution.' : '') : '';
    $('engine-about').textContent = engine ? `${sentence(engine.about)}${proves}` : '';
    $('sat-options').hidden = !isPlanner();
    $('objective-field').hidden = isPlanner();
    for (const option of select('objective').options) {
      option.hidden = option.value === 'actions' && app.board.rules !== 'boulders';
    }
    if (select('objective').value === 'actions' && app.board.rules !== 'boulders') select('objective').value = 'any';
    const find = button('find');
    find.textContent = { edit: 'Find Solution', play: 'Solve from here', solution: 'Solve again' }[app.mode];
    find.hidden = app.busy;
    button('cancel').hidden = !app.busy;
    for (const field of $('solve-form').querySelectorAll('select, input')) {
      /** @type {HTMLInputElement} */ (field).disabled = app.busy;
    }
    if (isPlanner() && !abilities?.external_solver) input('sat-external').disabled = true;
  };

  const settle = () => {
    const settings = store.settings();
    input('sat-optimize').checked = settings.optimize;
    input('sat-external').checked = settings.external && Boolean(abilities?.external_solver);
    input('sat-files').checked = settings.files;
  };

  const ready = api.engines().then((told) => {
    abilities = told;
    const options = told.engines.map((engine) => {
      const option = make('option', engine.name === 'auto' ? 'Automatic' : engine.name === 'sat' ? 'sat – the SAT planner' : engine.name);
      option.setAttribute('value', engine.name);
      return option;
    });
    select('engine').replaceChildren(...options);
    const memory = Math.floor(told.max_memory / 2 ** 20);
    input('limit-memory').max = String(memory);
    input('limit-memory').value = String(Math.min(memory, 4096));
    input('limit-time').max = String(Math.floor(told.max_time));
    $('sat-external-field').hidden = !told.external_solver;
    $('sat-files-label').textContent = told.files_folder ? 'Write the files into the server’s folder' : 'Keep the formula for download';
    settle();
    dress();
    return told;
  });
  ready.catch((error) => show('serious', 'The server does not answer.', [error.message]));

  /** @param {string} kind @param {string} title @param {(string | Node)[]} [lines] */
  const show = (kind, title, lines = []) => {
    const parts = [make('p', title, `verdict ${kind}`)];
    for (const line of lines) {
      const part = make('p', typeof line === 'string' ? line : '');
      if (typeof line !== 'string') part.append(line);
      parts.push(part);
    }
    $('answer').replaceChildren(...parts);
  };

  /** @param {import('./api.js').Snapshot} snapshot @param {number} limit */
  const progress = (snapshot, limit) => {
    const { seconds, expanded } = snapshot;
    $('p-time').textContent = snapshot.state === 'waiting' ? 'waiting for its turn' : `${seconds.toFixed(1)} s of ${limit} s`;
    $('p-states').textContent = short(expanded);
    $('p-rate').textContent = seconds > 0 ? `${short(expanded / seconds)}/s` : '–';
    $('p-memory').textContent = snapshot.bytes > 0 ? `${short(snapshot.bytes / 2 ** 20)} MiB` : '–';
    const bounds = Object.entries(snapshot.lower_bound).map(([name, value]) => `${name} ≥ ${value}`);
    $('p-bounds').textContent = bounds.join(', ') || '–';
    $('p-best').textContent = snapshot.best ? `${snapshot.best.moves} moves, ${snapshot.best.pushes} pushes` : 'none yet';
    const bar = /** @type {HTMLElement} */ ($('progress').querySelector('.bar i'));
    bar.style.width = `${Math.min(100, (seconds / limit) * 100)}%`;
  };

  /** @param {import('./api.js').Answer} answer @param {Board} start @param {string} job */
  const answered = (answer, start, job) => {
    const effort = `${sentence(`Engine ${answer.engine ?? '?'}: ${answer.expanded === 1 ? '1 state' : `${short(answer.expanded)} states`} in ${answer.seconds.toFixed(answer.seconds < 1 ? 3 : 1)} s`)}`;
    const bounds = Object.entries(answer.lower_bound).filter(([name]) => name === 'moves' || name === 'pushes').map(([name, value]) => `at least ${value} ${name}`);
    const known = bounds.length > 0 ? [`Proved: ${bounds.join(', ')}.`] : [];
    const reason = REASONS[answer.reason ?? ''] ?? answer.reason ?? 'no reason was given';
    if (answer.status === 'solved' && answer.solution !== null) {
      const game = new Game(start);
      if (!game.load(answer.solution)) {
        show('serious', 'The solution cannot be played. That is a bug.');
        return;
      }
      // A solution that meets a proved bound is least, whether or not the engine says so.
      const claims = new Set(answer.optimal);
      if (answer.lower_bound.pushes === answer.pushes) claims.add('pushes');
      if (answer.lower_bound.moves === answer.moves) claims.add('moves');
      const proved = [...claims].map((claim) => CLAIMS[claim]).filter(Boolean);
      const lines = [];
      if (answer.moves === 0) lines.push('It is already solved: there is nothing to do.');
      if (proved.length > 0) lines.push(`Proved: ${proved.join('; ')}.`);
      else lines.push('It may not be the shortest.', ...known);
      if (answer.reason) lines.push(`Stopped while looking for a better one or the proof: ${reason}.`);
      const figures = make('dl', '', 'figures');
      for (const [name, value] of [['Moves', answer.moves], ['Pushes', answer.pushes], ['Box lines', answer.box_lines], ['Box changes', answer.box_changes], ['Sessions', answer.pushing_sessions], ['Player lines', answer.player_lines], ['Robot halves', answer.robot_half_moves], ['Actions', answer.actions_count]]) {
        if (value === undefined) continue;
        const pair = make('div');
        pair.append(make('dt', String(name)), make('dd', String(value)));
        figures.append(pair);
      }
      show('good', `Solved: ${count(answer.moves ?? 0, 'move')}, of which ${count(answer.pushes ?? 0, 'push', 'pushes')}.`, [...lines, effort, ...answer.notes]);
      $('answer').append(figures);
      files(answer, job);
      app.solved({ game, answer, job });
      say(`Solved in ${answer.moves} moves.`);
      return;
    }
    if (answer.status === 'unsolvable') show('serious', 'Proved unsolvable: there is no solution.', [effort]);
    else if (answer.status === 'limit' && answer.reason === 'steps') show('', 'Not found within the given maximum number of steps.', ['There may be a longer plan.', ...known, effort, ...answer.notes]);
    else if (answer.status === 'limit' && answer.reason === 'cancelled') show('', 'Cancelled.', [...known, effort]);
    else if (answer.status === 'limit') show('', `Not found within the limits: ${reason}.`, ['That proves nothing: there may be a solution.', ...known, effort]);
    else show('serious', 'That did not work.', [reason]);
    files(answer, job);
  };

  /** Links to the planner's files. @param {import('./api.js').Answer} answer @param {string} job */
  const files = (answer, job) => {
    if (answer.files.length === 0) return;
    const line = make('p', 'Files: ', 'files');
    for (const name of answer.files) {
      const link = document.createElement('a');
      link.href = `/api/solves/${job}/files/${name}`;
      link.download = name;
      link.textContent = name;
      line.append(link, ' ');
    }
    $('answer').append(line);
  };

  const find = async () => {
    if (app.busy) return;
    const start = Board.copy(app.mode === 'solution' && app.solution ? app.solution.game.start : app.shown);
    const problem = app.mode === 'edit' ? start.problems().find((one) => one.serious && one.at < 0) : undefined;
    if (problem) {
      show('serious', 'This map is not a level yet.', [problem.text]);
      return;
    }
    const fields = ['limit-time', 'limit-memory', ...(isPlanner() ? ['max-steps'] : [])];
    const wrong = fields.map(input).find((field) => !field.checkValidity());
    if (wrong) {
      const label = wrong.labels?.[0]?.textContent ?? 'A number';
      show('serious', 'A number is out of range.', [`${label}: between ${wrong.min} and ${wrong.max}, please.`]);
      return;
    }
    const limit = Number(input('limit-time').value);
    const question = {
      board: start.toJSON(),
      engine: select('engine').value,
      objective: isPlanner() ? 'any' : select('objective').value,
      time: limit,
      memory: Number(input('limit-memory').value) * 2 ** 20,
      sat: isPlanner() ? {
        max_steps: Number(input('max-steps').value),
        any: input('plan-any').checked,
        optimize: input('sat-optimize').checked,
        external: input('sat-external').checked,
        files: input('sat-files').checked,
      } : undefined,
    };
    const solve = new Solve((snapshot) => progress(snapshot, limit));
    running = solve;
    $('answer').replaceChildren();
    for (const id of ['p-time', 'p-states', 'p-rate', 'p-memory', 'p-bounds', 'p-best']) $(id).textContent = '–';
    $('progress').hidden = false;
    app.setBusy(true);
    button('cancel').focus();
    /** @type {import('./api.js').Answer | null} */
    let answer = null;
    try {
      answer = await solve.run(question);
    } catch (error) {
      show('serious', 'That did not work.', [error instanceof Refusal ? error.message : String(error)]);
    }
    running = null;
    $('progress').hidden = true;
    const hadFocus = document.activeElement === button('cancel') || document.activeElement === document.body;
    app.setBusy(false);
    if (answer) answered(answer, start, solve.id);
    if (hadFocus) (app.solution ? button('step-next') : button('find')).focus();
  };

  $('solve-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void find();
  });
  onClick('cancel', () => {
    running?.cancel();
    say('Cancelling.');
  });
  select('engine').addEventListener('change', dress);
  for (const [id, name] of [['sat-optimize', 'optimize'], ['sat-external', 'external'], ['sat-files', 'files']]) {
    input(id).addEventListener('change', () => store.set({ [name]: input(id).checked }));
  }
  app.on('settings', settle);
  app.on('busy', dress);
  app.on('board', () => {
    if (!app.solution) $('answer').replaceChildren();
    dress();
  });
  app.on('mode', () => {
    /** @type {HTMLDetailsElement} */ (/** @type {unknown} */ ($('question'))).open = app.mode !== 'solution';
    if (!app.solution) $('answer').replaceChildren();
    dress();
  });
  return { ready };
}

/** 1234567 as 1.23 M. @param {number} number */
export function short(number) {
  for (const [size, unit] of /** @type {const} */ ([[1e9, ' G'], [1e6, ' M'], [1e4, ' k']])) {
    if (number >= size) return `${(number / (size === 1e4 ? 1e3 : size)).toPrecision(3)}${unit}`;
  }
  return String(Math.round(number));
}

/** @param {string} text */
function sentence(text) {
  return `${text[0].toUpperCase()}${text.slice(1)}.`;
}
