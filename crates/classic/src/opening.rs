//! What every search does first: the board, and the bounds that hold before any search.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_board::CellsMaker;
use kuraban_level::{Level, Rules};
use kuraban_search::Claim;

use crate::board::Board;
use crate::bound::{Bound, BoundMaker};
use crate::space::prove_pushes;
use crate::work::{Flow, Work};

/// Squares or cells between two checks of the turn, and how many of them take a microsecond
/// (measured: 10 to 30 ns each).
const PART: usize = 1 << 13;
const SQUARES_PER_UNIT: usize = 64;

/// The first turns of a search.
pub(crate) struct Opening {
    level: Arc<Level>,
    /// Whether the search goes by the bound.
    informed: bool,
    step: Step,
}

enum Step {
    Memory,
    Cells(CellsMaker),
    Board(Board),
    Bound(BoundMaker),
}

/// What a search begins with.
pub(crate) struct Opened {
    pub(crate) board: Arc<Board>,
    /// Only for searches that go by it, and only with boxes.
    pub(crate) bound: Option<Bound>,
}

impl Opening {
    pub(crate) fn new(level: &Arc<Level>, informed: bool) -> Self {
        Self { level: Arc::clone(level), informed, step: Step::Memory }
    }

    /// Works on it; `Continue` when it is done. A level that is solved at the start needs no
    /// bounds.
    pub(crate) fn advance(&mut self, work: &mut Work<'_, '_>) -> Flow<Opened> {
        let squares = self.level.squares().len();
        let price = (squares.min(PART) / SQUARES_PER_UNIT) as u64;
        loop {
            match &mut self.step {
                Step::Memory => {
                    work.take(squares * Board::BYTES_PER_SQUARE)?;
                    self.step = Step::Cells(CellsMaker::new(&self.level));
                }
                Step::Cells(maker) => {
                    work.spend(price)?;
                    if maker.advance(&self.level, PART) {
                        let Step::Cells(maker) = self.take_step() else { unreachable!() };
                        let cells = maker.finish(&self.level);
                        self.step = Step::Board(Board::begin(&self.level, cells));
                    }
                }
                Step::Board(board) => {
                    work.spend(price)?;
                    if !board.advance(&self.level, PART) {
                        continue;
                    }
                    let Step::Board(board) = self.take_step() else { unreachable!() };
                    let board = Arc::new(board);
                    if board.is_solved_at_start() || board.rules == Rules::Boulders {
                        if !board.is_solved_at_start() {
                            prove_steps(&board, work);
                        }
                        return Continue(Opened { board, bound: None });
                    }
                    self.step = Step::Bound(BoundMaker::new(&board));
                }
                Step::Bound(maker) => {
                    let bytes = maker.bytes();
                    let bound = maker.advance(work)?;
                    let board = Arc::clone(bound.board());
                    if let Some(pushes) = bound.pushes(&board.boxes) {
                        prove_pushes(pushes, work);
                    }
                    if !self.informed {
                        work.give_back(bytes);
                    }
                    let bound = Some(bound).filter(|_| self.informed);
                    return Continue(Opened { board, bound });
                }
            }
        }
    }
}

impl Opening {
    /// Takes the contents of the current step.
    fn take_step(&mut self) -> Step {
        std::mem::replace(&mut self.step, Step::Memory)
    }
}

/// Tells how far the player is from his goal, with boulders.
fn prove_steps(board: &Board, work: &mut Work<'_, '_>) {
    let steps = u64::from(board.steps_to_goal(board.player));
    if steps > 0 {
        work.prove(Claim::Moves, steps);
        work.prove(Claim::Actions, steps);
        work.prove(Claim::Robot, 2 * steps);
    }
}
