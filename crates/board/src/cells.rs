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
        let reached = level.flood(vec![level.player()], |_| true);
        let squares: Vec<usize> =
            (0..reached.len()).filter(|&square| reached[square]).collect();
        let mut of_square = vec![None; reached.len()];
        for (index, &square) in squares.iter().enumerate() {
            of_square[square] = Some(Cell::new(index));
        }
        let neighbour = squares
            .iter()
            .map(|&square| {
                Dir::ALL.map(|dir| level.step(square, dir).and_then(|to| of_square[to]))
            })
            .collect();
        let on_cells = |list: &[usize]| -> Vec<Cell> {
            list.iter().filter_map(|&square| of_square[square]).collect()
        };
        let sealed = |square: usize| of_square[square].is_none();
        let unmatched = |&square: &usize| {
            sealed(square) && level.square(square).goal != level.square(square).has_box
        };
        Self {
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
