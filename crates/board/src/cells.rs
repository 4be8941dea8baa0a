//! The squares that matter, numbered.

use kuraban_level::{Dir, Level};

/// A square the player could ever stand on, numbered in reading order from zero.
///
/// Walls and squares beyond every reach have no `Cell`, so a `Cell` can index any per-cell table
/// of the [`Cells`] that made it. Cells of different levels must not be mixed.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Cell(u32);

impl Cell {
    /// The cell at a position of per-cell tables.
    pub const fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// Position in per-cell tables.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The cells of a level and their neighbours: every square the player could reach if there were
/// no boxes. Boxes elsewhere can never be touched; they only decide whether the level can be
/// solved at all.
#[derive(Clone, Debug)]
pub struct Cells {
    squares: Vec<usize>,
    of_square: Vec<Option<Cell>>,
    neighbour: Vec<[Option<Cell>; 4]>,
    /// Boxes of the start position that stand on cells.
    pub boxes: Vec<Cell>,
    /// Goals on cells.
    pub goals: Vec<Cell>,
    /// Where the player starts.
    pub player: Cell,
    /// Whether every box out of reach stands on a goal and every goal out of reach holds a box.
    pub sealed_parts_solved: bool,
}

impl Cells {
    /// Numbers the cells of `level`.
    pub fn new(level: &Level) -> Self {
        let mut maker = CellsMaker::new(level);
        while !maker.advance(level, usize::MAX) {}
        maker.finish(level)
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.squares.len()
    }

    /// Whether there are none; never so, as the player stands on one.
    pub fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// All cells in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Cell> + use<> {
        (0..self.len()).map(Cell::new)
    }

    /// The neighbouring cell, unless a wall or the edge is there.
    #[inline]
    pub fn step(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        self.neighbour[cell.index()][dir.index()]
    }

    /// The level's square of a cell.
    pub fn square(&self, cell: Cell) -> usize {
        self.squares[cell.index()]
    }

    /// The cell of a level's square.
    pub fn cell(&self, square: usize) -> Option<Cell> {
        self.of_square[square]
    }
}

/// Numbers the cells of a level little by little.
///
/// ```
/// use kuraban_board::{Cells, CellsMaker};
///
/// let level = "#####\n#@$.#\n#####".parse()?;
/// let mut maker = CellsMaker::new(&level);
/// while !maker.advance(&level, 2) {}
/// assert_eq!(maker.finish(&level).len(), Cells::new(&level).len());
/// # Ok::<(), kuraban_level::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct CellsMaker {
    reached: Vec<bool>,
    /// Reached squares whose neighbours were not looked at.
    stack: Vec<usize>,
    squares: Vec<usize>,
    of_square: Vec<Option<Cell>>,
    neighbour: Vec<[Option<Cell>; 4]>,
}

impl CellsMaker {
    /// Begins with the player's square.
    pub fn new(level: &Level) -> Self {
        let mut reached = vec![false; level.squares().len()];
        reached[level.player()] = true;
        Self {
            reached,
            stack: vec![level.player()],
            squares: Vec::new(),
            of_square: Vec::new(),
            neighbour: Vec::new(),
        }
    }

    /// Looks at so many squares at most; tells whether all is done.
    pub fn advance(&mut self, level: &Level, count: usize) -> bool {
        if !self.stack.is_empty() {
            self.reach(level, count);
            return false;
        }
        let numbered = self.of_square.len();
        if numbered < self.reached.len() {
            for square in numbered..self.reached.len().min(numbered.saturating_add(count))
            {
                let cell = self.reached[square].then(|| Cell::new(self.squares.len()));
                self.of_square.push(cell);
                self.squares.extend(cell.map(|_| square));
            }
            return false;
        }
        for &square in self.squares[self.neighbour.len()..].iter().take(count) {
            self.neighbour
                .push(Dir::ALL.map(|dir| {
                    level.step(square, dir).and_then(|to| self.of_square[to])
                }));
        }
        self.neighbour.len() == self.squares.len()
    }

    /// Reaches the neighbours of so many squares.
    fn reach(&mut self, level: &Level, count: usize) {
        for _ in 0..count {
            let Some(at) = self.stack.pop() else { return };
            for dir in Dir::ALL {
                if let Some(to) = level.step(at, dir)
                    && !self.reached[to]
                {
                    self.reached[to] = true;
                    self.stack.push(to);
                }
            }
        }
    }

    /// The cells; all must be done.
    pub fn finish(self, level: &Level) -> Cells {
        let Self { squares, of_square, neighbour, .. } = self;
        let on_cells = |list: &[usize]| -> Vec<Cell> {
            list.iter().filter_map(|&square| of_square[square]).collect()
        };
        let sealed = |square: usize| of_square[square].is_none();
        let unmatched = |&square: &usize| {
            sealed(square) && level.square(square).goal != level.square(square).has_box
        };
        Cells {
            boxes: on_cells(level.boxes()),
            goals: on_cells(level.goals()),
            player: of_square[level.player()].expect("the player reaches its own square"),
            sealed_parts_solved: !level
                .boxes()
                .iter()
                .chain(level.goals())
                .any(unmatched),
            squares,
            neighbour,
            of_square,
        }
    }
}
