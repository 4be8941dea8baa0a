// The solve panel: question and progress. Where neither engine nor objective is chosen, the server
// shortens its first solution for a moment; more of that is in shorter.js.
// @ts-check

import { short, show, showFiles, showSolved, showUnsolved } from './answer.js';
import { Refusal, Solve, api, words } from './api.js';
import { Board, count } from './board.js';
import { $, button, input, onClick, say, select, toast } from './dom.js';
import { choseObjective, describeEngine, listEngines, listObjectives } from './engines.js';
import { Game } from './game.js';
import { store } from './store.js';
import { thumbnail } from './view.js';

/** @typedef {import('./types.js').Answer} Answer */

/** @param {import('./app.js').App} app @param {ReturnType<typeof import('./memory.js').prepareMemory>} memory */
export function prepareSolve(app, memory) {
  /** @type {import('./types.js').Abilities | null} */
  let abilities = null;
  /** @type {Solve | null} */
  let running = null;

  const question = () => /** @type {HTMLDetailsElement} */ (/** @type {unknown} */ ($('question')));
  /** Details are shown or put away, and stay so. @param {boolean} more */
  const setMore = (more) => {
    store.set({ more });
    question().open = more;
    dress();
  };

  const isPlanner = () => select('engine').value === 'sat';
  const engine = () => abilities?.engines.find((one) => one.name === select('engine').value);

  /** Whether the answer in the panel is a plan. */
  const tellsPlan = () => $('answer').querySelector('.verdict.good') !== null;

  /** Cancel was pressed: that is seen at once, the end of the search may take a moment. @param {boolean} is */
  const cancelling = (is) => {
    button('cancel').textContent = is ? 'Cancelling …' : 'Cancel';
    button('cancel').setAttribute('aria-disabled', String(is));
    $('progress').classList.toggle('ending', is);
  };

  const dress = () => {
    if (abilities) listEngines(abilities.engines, app.board.rules);
    $('engine-about').textContent = describeEngine(engine());
    const { more } = store.settings();
    document.body.classList.toggle('more', more);
    button('more').setAttribute('aria-expanded', String(more));
    button('solve-for-me').disabled = app.busy;
    $('sat-options').hidden = !isPlanner();
    $('objective-field').hidden = isPlanner();
    listObjectives(app.board.rules, engine());
    const find = button('find');
    find.textContent = { edit: 'Find Solution', play: app.game.cursor > 0 ? 'Solve from here' : 'Find Solution', solution: 'Solve again' }[app.mode];
    find.hidden = app.busy;
    button('cancel').hidden = !app.busy;
    if (!app.busy) cancelling(false);
    for (const field of $('solve-form').querySelectorAll('select, input')) {
      /** @type {HTMLInputElement} */ (field).disabled = app.busy;
    }
    if (isPlanner() && !abilities?.external_solver) input('sat-external').disabled = true;
    // What is said about a plan is said where it is watched.
    $('answer').hidden = app.mode !== 'solution' && tellsPlan();
    $('kept-plan').hidden = app.mode !== 'play' || app.solution === null;
  };

  const settle = () => {
    const settings = store.settings();
    input('sat-optimize').checked = settings.optimize;
    input('sat-external').checked = settings.external && Boolean(abilities?.external_solver);
    input('sat-files').checked = settings.files;
  };

  const ready = api.engines().then((told) => {
    abilities = told;
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
  ready.catch((error) => show('serious', words.silent, [error.message]));

  // On a small screen the panel is out of sight: there the picture is beside the arrows.
  const small = matchMedia('(max-width: 800px), (max-height: 500px)');
  const placeFarthest = () => (small.matches ? document.querySelector('.middle') : $('progress'))?.prepend($('farthest'));
  small.addEventListener('change', placeFarthest);
  placeFarthest();

  /** The furthest position of the search, small. @param {import('./types.js').Snapshot} snapshot @param {Board} start */
  const showFarthest = ({ farthest, best_cell: cell }, start) => {
    if (!farthest) return;
    const key = farthest.boxes.join();
    if ($('farthest').dataset.boxes === key) return;
    $('farthest').dataset.boxes = key;
    const board = Board.copy(start);
    board.box.fill(0);
    for (const at of farthest.boxes) board.box[at] = 1;
    board.player = farthest.player;
    $('farthest-board').replaceChildren(thumbnail(board));
    const { done, boxes } = board.counts();
    $('farthest-text').textContent = small.matches ? `Furthest: ${done} of ${boxes} home` : `Furthest so far: ${done} of ${count(boxes, 'box', 'boxes')} on goals`;
    $('farthest').title = cell ? `Strategy ${cell.strategy}` : '';
    $('farthest').hidden = false;
  };

  /** @param {import('./types.js').Snapshot} snapshot @param {number} limit @param {Board} start */
  const progress = (snapshot, limit, start) => {
    showFarthest(snapshot, start);
    const { seconds, expanded } = snapshot;
    $('p-time').textContent = snapshot.state === 'waiting' ? 'waiting for its turn' : `${seconds.toFixed(1)} s of ${limit} s`;
    $('p-states').textContent = short(expanded);
    $('p-rate').textContent = seconds > 0 ? `${short(expanded / seconds)}/s` : '–';
    $('p-memory').textContent = snapshot.bytes > 0 ? `${short(snapshot.bytes / 2 ** 20)} MiB` : '–';
    const told = ['moves', 'pushes', select('objective').value];
    const bounds = Object.entries(snapshot.lower_bound).filter(([name]) => told.includes(name)).map(([name, value]) => atLeast(name, value));
    $('p-bounds').textContent = bounds.join(', ') || '–';
    $('p-best').textContent = snapshot.best ? `${snapshot.best.moves.toLocaleString('en')} / ${snapshot.best.pushes.toLocaleString('en')}` : 'none yet';
    const cell = snapshot.best_cell;
    if (cell) {
      $('p-packed').textContent = `${cell.packed} of ${count(cell.boxes, 'box', 'boxes')}`;
      const plan = cell.plan_steps === null ? '' : `, step ${cell.plan_step} of ${cell.plan_steps} of its plan`;
      $('p-packed-row').title = `The furthest position of the feature search: ${cell.packed} boxes where they belong, ${count(cell.regions, 'region')} of floor${plan}`;
    }
    $('p-packed-row').hidden &&= !cell;
    const bar = /** @type {HTMLElement} */ ($('progress').querySelector('.bar i'));
    bar.style.width = `${Math.min(100, (seconds / limit) * 100)}%`;
  };

  /**
   * Shows a solution, ready to be watched.
   * @param {Answer} answer
   * @param {Board} start
   * @param {string} job
   */
  const present = (answer, start, job) => {
    const game = new Game(start);
    if (answer.solution === null || !game.load(answer.solution)) {
      show('serious', 'The solution cannot be played. That is a bug.');
      return;
    }
    if (app.mode === 'play' && !app.game.board.equals(start)) {
      // The player went on meanwhile, and is not torn away from the game.
      app.keep({ game, answer, job });
      tellKept();
      dress();
      return toast(`A solution of ${count(game.steps.length, 'move')} was found.`, 'info', { label: 'Watch it', act: () => app.go('solution') });
    }
    app.solved({ game, answer, job });
    showSolved(answer);
    showFiles(answer, job);
    // What comes first in the panel is what is used next.
    $('solver').scrollTop = 0;
    say(`Solved in ${count(answer.moves ?? 0, 'move')}.`);
  };

  /** What to ask for, as the panel says; null and a word where a number is wrong. @param {Board} start */
  const asked = (start) => {
    const fields = ['limit-time', 'limit-memory', ...(isPlanner() ? ['max-steps'] : [])];
    const wrong = fields.map(input).find((field) => !field.checkValidity());
    if (wrong) {
      const label = wrong.labels?.[0]?.textContent ?? 'A number';
      show('serious', 'A number is out of range.', [`${label}: between ${wrong.min} and ${wrong.max}, please.`]);
      return null;
    }
    const isPlain = !isPlanner() && select('objective').value === 'best';
    return {
      board: start.toJSON(),
      ...(isPlain ? {} : { engine: select('engine').value, objective: isPlanner() ? 'any' : select('objective').value }),
      time: Number(input('limit-time').value),
      memory: Number(input('limit-memory').value) * 2 ** 20,
      sat: isPlanner() ? {
        max_steps: Number(input('max-steps').value),
        any: input('plan-any').checked,
        optimize: input('sat-optimize').checked,
        external: input('sat-external').checked,
        files: input('sat-files').checked,
      } : undefined,
    };
  };

  const tellKept = () => {
    if (app.solution) $('kept-plan-text').textContent = `A solution of ${count(app.solution.game.steps.length, 'move')} is kept under Watch.`;
  };

  let hadFocus = false;
  /** The panel is free again. */
  const finished = () => {
    running = null;
    $('progress').hidden = true;
    $('farthest').hidden = true;
    hadFocus = document.activeElement === button('cancel') || document.activeElement === document.body;
    app.setBusy(false);
  };

  const find = async () => {
    if (app.busy) return;
    const start = Board.copy(app.mode === 'solution' && app.solution ? app.solution.game.start : app.shown);
    const flaw = app.mode === 'edit' ? start.flaw() : '';
    if (flaw) return show('serious', 'This map is not a level yet.', [flaw]);
    const question = asked(start);
    if (!question) return;
    const solve = new Solve((snapshot) => progress(snapshot, question.time, start));
    running = solve;
    $('answer').replaceChildren();
    for (const id of ['p-time', 'p-states', 'p-rate', 'p-memory', 'p-bounds', 'p-best']) $(id).textContent = '–';
    $('p-packed-row').hidden = true;
    $('farthest').hidden = true;
    delete $('farthest').dataset.boxes;
    $('progress').hidden = false;
    app.setBusy(true);
    // Whoever plays goes on playing.
    (app.mode === 'play' ? $('board') : button('cancel')).focus({ preventScroll: true });
    /** @type {Answer | null} */
    let answer = null;
    try {
      answer = await solve.run(question);
      memory.heard(answer, start);
    } catch (error) {
      show('serious', 'That did not work.', [error instanceof Refusal ? error.message : String(error)]);
    }
    finished();
    if (answer?.status === 'solved') present(answer, start, solve.id);
    else if (answer) {
      showUnsolved(answer, app.mode === 'play' && app.game.cursor > 0);
      showFiles(answer, solve.id);
    }
    if (hadFocus && (document.activeElement === document.body || document.activeElement === null)) (app.solution ? button('step-next') : button('find')).focus({ preventScroll: true });
  };

  $('solve-form').addEventListener('submit', (event) => {
    event.preventDefault();
    void find();
  });
  onClick('cancel', () => {
    running?.cancel();
    cancelling(true);
    say('Cancelling.');
  });
  onClick('more', () => setMore(!store.settings().more));
  question().querySelector('summary')?.addEventListener('click', (event) => {
    if (app.mode === 'solution') return;
    event.preventDefault();
    setMore(!question().open);
  });
  onClick('watch-plan', () => app.go('solution'));
  select('engine').addEventListener('change', dress);
  select('objective').addEventListener('change', choseObjective);
  for (const [id, name] of [['sat-optimize', 'optimize'], ['sat-external', 'external'], ['sat-files', 'files']]) {
    input(id).addEventListener('change', () => store.set({ [name]: input(id).checked }));
  }
  app.on('settings', settle);
  app.on('busy', dress);
  app.on('step', () => {
    // After a further step, "unsolvable from here" is about another position.
    if (app.mode === 'play' && !app.busy && !tellsPlan()) $('answer').replaceChildren();
    dress();
  });
  app.on('board', () => {
    $('answer').replaceChildren();
    dress();
  });
  app.on('mode', () => {
    question().open = app.mode !== 'solution' && store.settings().more;
    const summary = question().querySelector('summary');
    if (summary) summary.textContent = app.mode === 'solution' ? 'Look for another solution' : 'More: engine, limits';
    if (app.mode === 'edit') $('answer').replaceChildren();
    if (app.mode === 'solution' && app.solution) showSolved(app.solution.answer);
    tellKept();
    dress();
  });
  return { ready, find };
}

/** A bound that does not break over lines. @param {string} name @param {number} value */
function atLeast(name, value) {
  return `${name}\u00a0≥\u00a0${value.toLocaleString('en')}`;
}
