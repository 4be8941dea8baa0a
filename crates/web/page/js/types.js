// What the page and its host tell each other. Only checkers read it: no browser loads it.
// @ts-check

/** @typedef {{rules: import('./board.js').Rules, rows: string[]}} Rows */
/** @typedef {{index: number, title: string | null, author: string | null, dialect: string, id: string | null, board: Rows | null, warnings: string[], problems: {message: string, line: number | null, column: number | null}[], notes: string[], games: string[]}} Level */
/** @typedef {{name: string, rules: string[], complete: boolean, optimal: string[], about: string}} Engine */
/** @typedef {{engines: Engine[], external_solver: string | null, files_folder: string | null, max_time: number, max_memory: number}} Abilities */
/** @typedef {{state: string, seconds: number, expanded: number, generated: number, open: number, depth: number, bytes: number, lower_bound: Record<string, number>, best: {moves: number, pushes: number} | null, best_cell: {strategy: string, packed: number, boxes: number, regions: number, plan_step: number | null, plan_steps: number | null} | null, farthest: {boxes: number[], player: number} | null, gains?: Gain[], solution?: string, answer: Answer | null}} Snapshot */
/** A better solution on the way, with its figures. @typedef {{seconds: number, by: string} & Record<string, any>} Gain */
/** `whose`: words for a solution that no search here found; `stable`: no better one by `goal` differs by so many boxes; `least`: the figures at the head of that goal that are proved least. */
/** @typedef {{id?: string | null, whose?: string, status: string, reason: string | null, solution: string | null, moves: number | null, pushes: number | null, box_lines: number | null, box_changes: number | null, pushing_sessions: number | null, player_lines: number | null, robot_half_moves: number | null, optimal: string[], lower_bound: Record<string, number>, engine: string | null, found_by?: string | null, proved_by?: string | null, expanded: number, seconds: number, plan: string[], files: string[], notes: string[], stable?: number, least?: string[], goal?: string, actions?: string[], actions_count?: number}} Answer */
/** @typedef {{id: string, solved: boolean, enclosed: boolean, dead_squares: number[], boxes: {at: number, lost: boolean, with: number[], reason: string}[], lost: boolean, reasons: string[], least_pushes: number | null}} Position */
/** @typedef {{legal: boolean, solves: boolean, moves: number, pushes: number, box_lines: number, box_changes: number, pushing_sessions: number, player_lines: number, robot_half_moves: number, solution: string}} Checked */

/** Squares are row and column from zero. @typedef {{rule: string, severity: 'error' | 'warning' | 'note', squares: [number, number][], text: string}} Finding */
/** @typedef {{findings: Finding[], unsettled: string[], fingerprint: {pushes: number | null, moves: number | null, proved: string[]} | null, difficulty: {value: number, boxes: number, exact: boolean, reasons: string[]} | null}} Report */

/**
 * What asks, draws and solves. The page does not know which one it has.
 * @typedef {{
 *   words: {silent: string, away: string, solver: string, files: string},
 *   ask: (name: string, body?: object) => Promise<any>,
 *   picture: (name: string, body: object) => Promise<Blob>,
 *   solve: (question: object, told: (snapshot: Snapshot) => void) => Promise<Going>,
 * }} Host
 */
/** A solve on its way. @typedef {{id: string, answer: Promise<Answer>, cancel: () => void}} Going */

export {};
