//! A level as the classic searches see it.

use kuraban_board::{Cell, Cells};
use kuraban_level::{Dir, Level, Rules};

/// How many numbers a byte holds.
pub(crate) const SMALL: usize = 256;

/// Neighbours as bytes, the highest first.
pub(crate) type SmallNext = [[u8; 4]; SMALL];

/// Neighbour tables with plain numbers, and the facts of the start position.
#[derive(Debug)]
pub(crate) struct Board {
    pub(crate) cells: Cells,
    pub(crate) rules: Rules,
    /// The neighbours of each cell; [`Board::outside`] where there is none. The last entry
    /// belongs to that number itself.
    pub(crate) next: Vec<[u32; 4]>,
    /// The same neighbours, the highest first.
    pub(crate) descending: Vec<[u32; 4]>,
    /// The same as bytes, where all cells and the number outside fit.
    pub(crate) small: Option<Box<SmallNext>>,
    /// Whether a cell is a goal.
    pub(crate) is_goal: Vec<bool>,
    /// Row and column of each cell.
    pub(crate) place: Vec<(u32, u32)>,
    /// Boxes of the start position, ascending.
    pub(crate) boxes: Vec<u32>,
    /// Goals, ascending.
    pub(crate) goals: Vec<u32>,
    pub(crate) player: u32,
    /// Whether the level can be solved despite the boxes that are out of reach.
    pub(crate) can_be_solved: bool,
}

impl Board {
    /// Bytes for each square of the level, the cells included.
    pub(crate) const BYTES_PER_SQUARE: usize = 96;

    /// A board whose tables are still to be [made](Board::advance).
    pub(crate) fn begin(level: &Level, cells: Cells) -> Self {
        let numbers = |list: &[Cell]| -> Vec<u32> {
            list.iter().map(|cell| cell.index() as u32).collect()
        };
        let goals = numbers(&cells.goals);
        let mut is_goal = vec![false; cells.len() + 1];
        for &goal in &goals {
            is_goal[goal as usize] = true;
        }
        let rules = level.rules();
        Self {
            rules,
            next: Vec::with_capacity(cells.len() + 1),
            descending: Vec::with_capacity(cells.len() + 1),
            small: None,
            is_goal,
            place: Vec::with_capacity(cells.len()),
            boxes: numbers(&cells.boxes),
            goals,
            player: cells.player.index() as u32,
            can_be_solved: rules == Rules::Boulders || cells.sealed_parts_solved,
            cells,
        }
    }

    /// Makes the tables for that many more cells; returns whether all are done.
    pub(crate) fn advance(&mut self, level: &Level, count: usize) -> bool {
        let Self { cells, next, descending, place, .. } = self;
        let outside = cells.len() as u32;
        let mut add = |neighbours: [u32; 4]| {
            next.push(neighbours);
            let mut sorted = neighbours;
            sorted.sort_unstable_by(|a, b| b.cmp(a));
            descending.push(sorted);
        };
        for cell in cells.iter().skip(place.len()).take(count) {
            let number = |to: Option<Cell>| to.map_or(outside, |to| to.index() as u32);
            add(Dir::ALL.map(|dir| number(cells.step(cell, dir))));
            let (row, column) = level.row_column(cells.square(cell));
            place.push((row as u32, column as u32));
        }
        if place.len() < cells.len() {
            return false;
        }
        add([outside; 4]);
        if cells.len() < SMALL {
            let mut small = Box::new([[0; 4]; SMALL]);
            for (bytes, numbers) in small.iter_mut().zip(&self.descending) {
                *bytes = numbers.map(|number| number as u8);
            }
            self.small = Some(small);
        }
        true
    }

    /// How many cells there are.
    pub(crate) fn len(&self) -> usize {
        self.place.len()
    }

    /// The number that stands for no cell.
    pub(crate) fn outside(&self) -> u32 {
        self.len() as u32
    }

    /// The neighbouring cell or [`Board::outside`].
    #[inline]
    pub(crate) fn step(&self, cell: u32, dir: Dir) -> u32 {
        self.next[cell as usize][dir.index()]
    }

    /// The direction from a cell to its neighbour.
    pub(crate) fn dir(&self, from: u32, to: u32) -> Dir {
        Dir::ALL
            .into_iter()
            .find(|&dir| self.step(from, dir) == to)
            .expect("the cells are neighbours")
    }

    /// Whether nothing has to be done.
    pub(crate) fn is_solved_at_start(&self) -> bool {
        match self.rules {
            Rules::Boxes => self.all_on_goals(&self.boxes),
            Rules::Boulders => self.is_goal[self.player as usize],
        }
    }

    /// Steps from one cell to another, walls ignored.
    pub(crate) fn apart(&self, a: u32, b: u32) -> u32 {
        let ((a_row, a_column), (b_row, b_column)) =
            (self.place[a as usize], self.place[b as usize]);
        a_row.abs_diff(b_row) + a_column.abs_diff(b_column)
    }

    /// Steps before the player can push any box at all, walls ignored.
    pub(crate) fn steps_to_box(&self, player: u32, boxes: &[u32]) -> u32 {
        let nearest = boxes.iter().map(|&at| self.apart(player, at)).min();
        nearest.map_or(0, |steps| steps.saturating_sub(1))
    }

    /// Steps to the player's goal with boulders, boulders ignored.
    pub(crate) fn steps_to_goal(&self, player: u32) -> u32 {
        self.goals.first().map_or(0, |&goal| self.apart(player, goal))
    }

    /// Whether all boxes stand on goals, those out of reach included.
    pub(crate) fn all_on_goals(&self, boxes: &[u32]) -> bool {
        self.can_be_solved && boxes.iter().all(|&at| self.is_goal[at as usize])
    }

    /// A cell as people count: row and column from zero.
    pub(crate) fn name(&self, cell: u32) -> String {
        let (row, column) = self.place[cell as usize];
        format!("({row},{column})")
    }
}
