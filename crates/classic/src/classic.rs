//! What the classic searches have in common as searches that take turns.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::Arc;

use kuraban_level::Level;
use kuraban_search::{Account, Claim, Found, Objective, Pause, Search, Stage, Turn};

use crate::board::Board;
use crate::opening::{Opened, Opening};
use crate::work::{Flow, Work};

/// What a search does after the opening.
pub(crate) trait Explorer: Send {
    /// Works until there is something to tell.
    fn advance(&mut self, work: &mut Work<'_, '_>) -> Flow<Stage>;
}

/// Makes what a search does after the opening.
type Start = Box<dyn FnOnce(Opened) -> Box<dyn Explorer> + Send>;

/// A classic search.
pub(crate) struct Classic {
    name: &'static str,
    objective: Objective,
    account: Account,
    phase: Phase,
}

enum Phase {
    Opening(Box<Opening>, Option<Start>),
    Exploring(Box<dyn Explorer>),
}

impl Classic {
    /// A search by the engine of this name. `informed` where it goes by the bound.
    pub(crate) fn new(
        name: &'static str,
        level: &Arc<Level>,
        objective: Objective,
        informed: bool,
        start: impl FnOnce(Opened) -> Box<dyn Explorer> + Send + 'static,
    ) -> Self {
        let opening = Opening::new(level, informed);
        Self {
            name,
            objective,
            account: Account::default(),
            phase: Phase::Opening(Box::new(opening), Some(Box::new(start))),
        }
    }

    fn work(&mut self, turn: &mut Turn<'_>) -> Flow<Stage> {
        let work = &mut Work::new(turn, &mut self.account);
        loop {
            match &mut self.phase {
                Phase::Exploring(explorer) => return explorer.advance(work),
                Phase::Opening(opening, start) => {
                    let opened = opening.advance(work)?;
                    if opened.board.is_solved_at_start() {
                        let found = already_solved(&opened.board);
                        return Continue(Stage::Solved(found));
                    }
                    let start = start.take().expect("a search starts once");
                    self.phase = Phase::Exploring(start(opened));
                }
            }
        }
    }
}

/// The solution of a level that is solved at the start: empty, and least in everything.
fn already_solved(board: &Board) -> Found {
    let optimal = Claim::all_by(board.rules);
    Found { steps: Vec::new(), optimal, by: "" }
}

impl Search for Classic {
    fn name(&self) -> &'static str {
        self.name
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        let mut stage = match self.work(turn) {
            Continue(stage) => stage,
            Break(Pause::Memory) => Stage::Full,
            Break(Pause::Turn | Pause::Stop(_)) => Stage::Working,
        };
        if let Stage::Found(found) | Stage::Solved(found) = &mut stage {
            found.by = self.name;
        }
        let proves = match &stage {
            Stage::Unsolvable => true,
            Stage::Solved(found) => {
                self.objective != Objective::Any && !found.optimal.is_empty()
            }
            _ => false,
        };
        if proves {
            self.account.proved_by = Some(self.name);
        }
        stage
    }

    fn account(&self) -> Account {
        self.account
    }
}
