// The board as the editor draws it: tiles, and objects that lie on them.
// @ts-check

export const MAX_SIDE = 60;

/** @typedef {'boxes' | 'boulders'} Rules */
/** `erase` takes the topmost thing away, tile or object; `take` only objects. */
/** @typedef {'wall' | 'floor' | 'goal' | 'box' | 'player' | 'erase' | 'take'} Tool */
/** @typedef {{at: number, text: string, serious: boolean}} Problem `at` is a square or -1 */

/** The four directions as plans name them, with what they do to row and column. */
export const DIRS = /** @type {const} */ ([
  { letter: 'u', word: 'up', row: -1, column: 0 },
  { letter: 'r', word: 'right', row: 0, column: 1 },
  { letter: 'd', word: 'down', row: 1, column: 0 },
  { letter: 'l', word: 'left', row: 0, column: -1 },
]);

/**
 * A rectangle of squares. A wall holds nothing; goals, boxes and the player lie on floor.
 * There is at most one player: placing a second one moves the first.
 */
export class Board {
  /**
   * @param {number} width
   * @param {number} height
   * @param {Rules} [rules]
   */
  constructor(width, height, rules = 'boxes') {
    this.width = width;
    this.height = height;
    /** @type {Rules} */
    this.rules = rules;
    const size = width * height;
    this.wall = new Uint8Array(size);
    this.goal = new Uint8Array(size);
    this.box = new Uint8Array(size);
    this.player = -1;
  }

  get size() {
    return this.width * this.height;
  }

  /** @param {Board} other */
  static copy(other) {
    const board = new Board(other.width, other.height, other.rules);
    board.wall.set(other.wall);
    board.goal.set(other.goal);
    board.box.set(other.box);
    board.player = other.player;
    return board;
  }

  /**
   * Rows of XSB characters; a row that is too short is filled up with floor. Of several players
   * the last one stays.
   * @param {string[]} rows
   * @param {Rules} [rules]
   */
  static fromRows(rows, rules = 'boxes') {
    const width = Math.max(1, ...rows.map((row) => [...row].length));
    const board = new Board(width, Math.max(1, rows.length), rules);
    rows.forEach((row, number) => {
      [...row].forEach((letter, column) => {
        const at = number * width + column;
        board.wall[at] = Number(letter === '#');
        board.goal[at] = Number('.*+'.includes(letter));
        board.box[at] = Number('$*'.includes(letter));
        if ('@+'.includes(letter)) board.player = at;
      });
    });
    return board;
  }

  /** One XSB character for a square. @param {number} at */
  letter(at) {
    if (this.wall[at]) return '#';
    if (at === this.player) return this.goal[at] ? '+' : '@';
    if (this.box[at]) return this.goal[at] ? '*' : '$';
    return this.goal[at] ? '.' : ' ';
  }

  /** The rows in XSB characters, all of the same length. */
  rows() {
    const rows = [];
    for (let row = 0; row < this.height; row++) {
      let text = '';
      for (let column = 0; column < this.width; column++) {
        text += this.letter(row * this.width + column);
      }
      rows.push(text);
    }
    return rows;
  }

  /** As the server takes it. */
  toJSON() {
    return { rules: this.rules, rows: this.rows() };
  }

  /** Whether nothing but floor is there. */
  isBlank() {
    return this.player < 0 && ![this.wall, this.goal, this.box].some((layer) => layer.includes(1));
  }

  /** @param {Board} other */
  equals(other) {
    return this.rules === other.rules && this.rows().join('\n') === other.rows().join('\n');
  }

  /**
   * The neighbour of a square on the board, walls included; -1 beyond the edge.
   * @param {number} at
   * @param {number} dir index into DIRS
   */
  beside(at, dir) {
    const column = (at % this.width) + DIRS[dir].column;
    const row = Math.floor(at / this.width) + DIRS[dir].row;
    if (column < 0 || row < 0 || column >= this.width || row >= this.height) return -1;
    return row * this.width + column;
  }

  /** The neighbour that can be entered, or -1. @param {number} at @param {number} dir */
  step(at, dir) {
    const to = this.beside(at, dir);
    return to >= 0 && !this.wall[to] ? to : -1;
  }

  /**
   * Uses a tool on a square; returns a remark, or '' where there is none.
   * @param {Tool} tool
   * @param {number} at
   */
  place(tool, at) {
    switch (tool) {
      case 'wall':
        this.take(at);
        this.goal[at] = 0;
        this.wall[at] = 1;
        return '';
      case 'floor':
        this.wall[at] = 0;
        this.goal[at] = 0;
        return '';
      case 'goal':
        this.wall[at] = 0;
        this.goal[at] = 1;
        return '';
      case 'box':
        if (this.wall[at]) return 'A box cannot stand on a wall.';
        if (this.player === at) this.player = -1;
        this.box[at] = 1;
        return '';
      case 'player': {
        if (this.wall[at]) return 'The keeper cannot stand on a wall.';
        const moved = this.player >= 0 && this.player !== at;
        this.box[at] = 0;
        this.player = at;
        return moved ? 'There is one keeper: it moved here.' : '';
      }
      case 'take':
        if (this.take(at) || (!this.goal[at] && !this.wall[at])) return '';
        return 'A right click takes boxes and the keeper away. The Erase tool takes goals and walls too.';
      default:
        if (this.take(at)) return '';
        if (!this.goal[at] && !this.wall[at]) return 'There is nothing to erase here.';
        this.goal[at] = 0;
        this.wall[at] = 0;
        return '';
    }
  }

  /** Takes the object away and leaves the tile; tells whether there was one. @param {number} at */
  take(at) {
    const there = this.box[at] === 1 || this.player === at;
    this.box[at] = 0;
    if (this.player === at) this.player = -1;
    return there;
  }

  /**
   * The same board turned: square (row, column) of the new one is what `from` names.
   * @param {number} width
   * @param {number} height
   * @param {(row: number, column: number) => [number, number] | null} from
   */
  remade(width, height, from) {
    const board = new Board(width, height, this.rules);
    for (let row = 0; row < height; row++) {
      for (let column = 0; column < width; column++) {
        const source = from(row, column);
        if (!source) continue;
        const [oldRow, oldColumn] = source;
        if (oldRow < 0 || oldColumn < 0 || oldRow >= this.height || oldColumn >= this.width) {
          continue;
        }
        const old = oldRow * this.width + oldColumn;
        const at = row * width + column;
        board.wall[at] = this.wall[old];
        board.goal[at] = this.goal[old];
        board.box[at] = this.box[old];
        if (this.player === old) board.player = at;
      }
    }
    return board;
  }

  /** A quarter turn to the right. */
  rotated() {
    return this.remade(this.height, this.width, (row, column) => [this.height - 1 - column, row]);
  }

  /** Left and right exchanged. */
  mirrored() {
    return this.remade(this.width, this.height, (row, column) => [row, this.width - 1 - column]);
  }

  /**
   * Rows and columns added or cut off on the four sides.
   * @param {{top: number, right: number, bottom: number, left: number}} by
   */
  resized(by) {
    return this.remade(
      this.width + by.left + by.right,
      this.height + by.top + by.bottom,
      (row, column) => [row - by.top, column - by.left],
    );
  }

  /**
   * Squares connected to `from` through squares that can be entered.
   * @param {number[]} from
   * @param {(at: number) => boolean} [enter]
   */
  flood(from, enter = () => true) {
    const reached = new Uint8Array(this.size);
    const stack = from.filter((at) => !this.wall[at]);
    for (const at of stack) reached[at] = 1;
    while (stack.length > 0) {
      const at = /** @type {number} */ (stack.pop());
      for (let dir = 0; dir < 4; dir++) {
        const to = this.step(at, dir);
        if (to >= 0 && !reached[to] && enter(to)) {
          reached[to] = 1;
          stack.push(to);
        }
      }
    }
    return reached;
  }

  /** The free squares on the edge of the board. */
  openEdge() {
    const open = [];
    for (let at = 0; at < this.size; at++) {
      const column = at % this.width;
      const row = Math.floor(at / this.width);
      const edge = row === 0 || column === 0 || row === this.height - 1 || column === this.width - 1;
      if (edge && !this.wall[at]) open.push(at);
    }
    return open;
  }

  /**
   * Squares outside the walls; none where the player could walk out.
   */
  outside() {
    const outside = this.flood(this.openEdge());
    return this.player < 0 || outside[this.player] ? new Uint8Array(this.size) : outside;
  }

  /** Whether every box is on a goal (or the player is, with boulders). */
  isSolved() {
    if (this.rules === 'boulders') return this.player >= 0 && this.goal[this.player] === 1;
    let open = 0;
    let boxes = 0;
    for (let at = 0; at < this.size; at++) {
      if (this.goal[at] && !this.box[at]) open++;
      boxes += this.box[at];
    }
    return open === 0 && boxes > 0;
  }

  counts() {
    let boxes = 0;
    let goals = 0;
    let done = 0;
    const outside = this.outside();
    for (let at = 0; at < this.size; at++) {
      if (outside[at]) continue;
      boxes += this.box[at];
      goals += this.goal[at];
      done += this.box[at] & this.goal[at];
    }
    return { boxes, goals, done };
  }

  /** Whether the player can walk to the edge of the board. */
  isOpen() {
    const reach = this.flood([this.player]);
    return this.openEdge().some((at) => reach[at]);
  }

  /** What keeps the board from being a level, in words, or ''. */
  flaw() {
    return this.problems().find(({ serious, at }) => serious && at < 0)?.text ?? '';
  }

  /** What keeps the board from being a level, and what is odd about it. */
  problems() {
    /** @type {Problem[]} */
    const found = [];
    const say = (/** @type {string} */ text, serious = true, at = -1) =>
      found.push({ at, text, serious });
    const { boxes, goals } = this.counts();
    if (this.player < 0) say('There is no keeper. Place one.');
    if (this.rules === 'boulders') {
      if (goals !== 1) say(`There must be exactly one goal for the player, and there are ${goals}.`);
      if (this.wall.some((wall) => wall)) say('A boulder puzzle has no walls: take them away.');
      return found;
    }
    if (boxes !== goals) {
      const [few, many] = boxes < goals ? ['box', goals - boxes] : ['goal', boxes - goals];
      const words = many === 1 ? few : few === 'box' ? 'boxes' : 'goals';
      say(`There are ${count(boxes, 'box', 'boxes')} and ${count(goals, 'goal')}: add ${many} ${words}, or take away as many of the other kind.`);
    } else if (boxes === 0) {
      say('There is nothing to do yet: place boxes, and as many goals.', false);
    }
    if (this.player >= 0) {
      const reach = this.flood([this.player]);
      const leak = this.openEdge().find((at) => reach[at]);
      if (leak !== undefined) {
        say(`The wall is open at ${place(this, leak)}: the keeper can walk to the edge of the map, which blocks like a wall.`, false, leak);
      }
      const outside = this.outside();
      const sealed = (/** @type {Uint8Array} */ one, /** @type {Uint8Array} */ other) =>
        [...one.keys()].filter((at) => one[at] && !other[at] && !reach[at] && !outside[at]);
      for (const [name, plural, squares] of /** @type {const} */ ([
        ['goal', 'goals', sealed(this.goal, this.box)],
        ['box', 'boxes', sealed(this.box, this.goal)],
      ])) {
        if (squares.length > 3) say(`${squares.length} ${plural} cannot be reached by the keeper, the first at ${place(this, squares[0])}.`, true, squares[0]);
        else for (const at of squares) say(`The ${name} at ${place(this, at)} cannot be reached by the keeper.`, true, at);
      }
      const aside = [...outside.keys()].filter((at) => outside[at] && (this.box[at] || this.goal[at])).length;
      if (aside > 0) say(`${aside === 1 ? 'A box or goal lies' : `${aside} boxes or goals lie`} outside the walls and ${aside === 1 ? 'does' : 'do'} not count.`, false);
    }
    return found;
  }
}

/** @param {number} number @param {string} one @param {string} [many] */
export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** A square as people name it: the column as letters, the row as a number from one. @param {Board} board @param {number} at */
export function place(board, at) {
  let column = '';
  for (let left = (at % board.width) + 1; left > 0; left = Math.floor((left - 1) / 26)) {
    column = String.fromCharCode(97 + ((left - 1) % 26)) + column;
  }
  return `${column}${Math.floor(at / board.width) + 1}`;
}

/** What lies on a square, in words. @param {Board} board @param {number} at */
export function describe(board, at) {
  const boulders = board.rules === 'boulders';
  if (board.wall[at]) return 'wall';
  const on = board.goal[at] ? ' on a goal' : '';
  if (at === board.player) return `keeper${on}`;
  if (board.box[at]) return `${boulders ? 'boulder' : 'box'}${on}`;
  return board.goal[at] ? 'goal' : 'floor';
}

/**
 * Why two typed numbers cannot be the size of a map, or ''.
 * @param {string | number} width
 * @param {string | number} height
 */
export function sizeProblem(width, height) {
  for (const [name, typed] of [['width', width], ['height', height]]) {
    const side = Number(typed);
    if (String(typed).trim() === '' || Number.isNaN(side)) return `The ${name} is missing: give a whole number from 1 to ${MAX_SIDE}.`;
    if (!Number.isInteger(side)) return `The ${name} must be a whole number, and ${side} is none.`;
    if (side < 1) return `The ${name} is ${side}: a map needs at least one ${name === 'width' ? 'column' : 'row'}.`;
  }
  if (Number(width) > MAX_SIDE || Number(height) > MAX_SIDE) {
    return `A map of ${width} by ${height} is too large: the largest size is ${MAX_SIDE} by ${MAX_SIDE}. (The command line takes larger levels.)`;
  }
  return '';
}
