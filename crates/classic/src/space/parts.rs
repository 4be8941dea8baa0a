//! Expansions on large boards, which the end of a turn may interrupt.

use std::ops::ControlFlow::Continue;

use kuraban_level::Dir;

use super::Successors;
use super::zones::{Moves, Zones};
use crate::board::Board;
use crate::work::{Flow, Work};

/// Boards with more cells times boxes are expanded in parts. Below that an expansion takes less
/// than a millisecond.
const LARGE: usize = 50_000;
/// Cells filled between two checks of the turn, and how many of them take a microsecond
/// (guessed: 5 to 10 ns each).
const PART: usize = 1 << 9;
const CELLS_PER_UNIT: usize = 128;
/// How many boxes of a successor are copied and packed in a microsecond (guessed).
const BOXES_PER_UNIT: usize = 256;

/// How the player's zone after a push or pull is found.
pub(crate) enum Candidate {
    /// Its lowest cell is known.
    Known(u32),
    /// The fill that was begun finds it. It may end at `target`; the lowest cell is at most
    /// `no_more_than`.
    Fill { target: u32, no_more_than: u32 },
}

/// How far an expansion has come.
#[derive(Debug, Default)]
pub(super) struct Parts {
    step: Step,
    /// Boxes of the state.
    boxes: usize,
    /// The lowest cell of the player's zone.
    lowest: u32,
    /// The box and direction that comes next, four numbers for each box.
    next: usize,
}

#[derive(Debug, Default)]
enum Step {
    #[default]
    Begin,
    Here,
    Next,
    There {
        target: u32,
        no_more_than: u32,
    },
}

impl Parts {
    /// Only for boards that are large.
    pub(super) fn for_board(board: &Board) -> Option<Self> {
        (board.len() * board.boxes.len() > LARGE).then(Self::default)
    }

    /// Expands a state, as [`super::Space::expand`] asks for.
    pub(super) fn expand(
        &mut self,
        space: &mut Zones<impl Moves>,
        key: &[u8],
        out: &mut Successors,
        work: &mut Work<'_, '_>,
    ) -> Flow {
        const PART_PRICE: u64 = (PART / CELLS_PER_UNIT) as u64;
        loop {
            match self.step {
                Step::Begin => {
                    out.clear();
                    let (player, boxes) = space.begin(key);
                    (self.boxes, self.next, self.step) = (boxes, 0, Step::Here);
                    if let Some(lowest) = space.fill_here(Some(player), PART) {
                        (self.lowest, self.step) = (lowest, Step::Next);
                    }
                }
                Step::Here => {
                    work.spend(PART_PRICE)?;
                    if let Some(lowest) = space.fill_here(None, PART) {
                        (self.lowest, self.step) = (lowest, Step::Next);
                    }
                }
                Step::Next if self.next == 4 * self.boxes => {
                    self.step = Step::Begin;
                    return Continue(());
                }
                Step::Next => {
                    let (index, dir) = (self.next / 4, Dir::from_index(self.next));
                    match space.candidate(index, dir, self.lowest) {
                        None => self.next += 1,
                        Some(Candidate::Known(player)) => {
                            self.enter(space, player, out);
                            work.spend((self.boxes / BOXES_PER_UNIT) as u64)?;
                        }
                        Some(Candidate::Fill { target, no_more_than }) => {
                            self.step = Step::There { target, no_more_than };
                        }
                    }
                }
                Step::There { target, no_more_than } => {
                    work.spend(PART_PRICE)?;
                    if let Some(player) = space.fill_there(target, PART) {
                        self.enter(space, player.min(no_more_than), out);
                    }
                }
            }
        }
    }

    fn enter(
        &mut self,
        space: &mut Zones<impl Moves>,
        player: u32,
        out: &mut Successors,
    ) {
        let (index, dir) = (self.next / 4, Dir::from_index(self.next));
        space.enter(index, dir, player, out);
        self.next += 1;
        self.step = Step::Next;
    }
}
