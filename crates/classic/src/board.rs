//! A level as the classic searches see it.

use kuraban_board::Cells;
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
    /// Whether boxes beyond reach leave the level solvable at all.
    pub(crate) can_be_solved: bool,
}

impl Board {
    pub(crate) fn new(level: &Level) -> Self {
        let cells = Cells::new(level);
        let outside = cells.len() as u32;
        let mut next: Vec<[u32; 4]> = cells
            .iter()
            .map(|cell| {
                Dir::ALL.map(|dir| {
                    cells.step(cell, dir).map_or(outside, |to| to.index() as u32)
                })
            })
            .collect();
        next.push([outside; 4]);
        let descending: Vec<[u32; 4]> = next
            .iter()
            .map(|&neighbours| {
                let mut sorted = neighbours;
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                sorted
            })
            .collect();
        let small = (cells.len() < SMALL).then(|| {
            let mut small = Box::new([[0; 4]; SMALL]);
            for (bytes, numbers) in small.iter_mut().zip(&descending) {
                *bytes = numbers.map(|number| number as u8);
            }
            small
        });
        let numbers = |list: &[kuraban_board::Cell]| -> Vec<u32> {
            list.iter().map(|cell| cell.index() as u32).collect()
        };
        let goals = numbers(&cells.goals);
        let mut is_goal = vec![false; cells.len() + 1];
        for &goal in &goals {
            is_goal[goal as usize] = true;
        }
        let place = cells
            .iter()
            .map(|cell| {
                let (row, column) = level.row_column(cells.square(cell));
                (row as u32, column as u32)
            })
            .collect();
        let rules = level.rules();
        Self {
            rules,
            next,
            descending,
            small,
            is_goal,
            place,
            boxes: numbers(&cells.boxes),
            goals,
            player: cells.player.index() as u32,
            can_be_solved: rules == Rules::Boulders || cells.sealed_parts_solved,
            cells,
        }
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

    /// Whether all boxes stand on goals, and none is missing elsewhere.
    pub(crate) fn all_on_goals(&self, boxes: &[u32]) -> bool {
        self.can_be_solved && boxes.iter().all(|&at| self.is_goal[at as usize])
    }

    /// A cell as people count: row and column from zero.
    pub(crate) fn name(&self, cell: u32) -> String {
        let (row, column) = self.place[cell as usize];
        format!("({row},{column})")
    }
}
