//! A best-first search that takes turns and looks out for searches from the other end.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;

use kuraban_board::{Board, Ground, Push};
use kuraban_level::Dir;
use kuraban_search::{Account, Claim, Found, Pause, Search, Stage, Turn};

use crate::best_first::{BestFirst, Order, Progress, Settings};
use crate::meeting::Meeting;
use crate::path;

/// Work of an expansion by single pushes. Measured, roughly.
const EXPANSION: u64 = 3;
/// Expansions between two looks at the memory; there is room for all of them.
pub(crate) const HOLD_EVERY: u64 = 8;
/// Expansions between two looks for letters.
const TOUCH: u64 = 64;
/// Expansions after which it is worth while to look out for the other direction.
const MEET_AFTER: u64 = 20_000;

/// A best-first search on one board.
pub(crate) struct Single<const W: usize, const PULL: bool> {
    name: &'static str,
    ground: Arc<Ground<W>>,
    settings: Settings,
    search: Option<BestFirst<W, PULL>>,
    meeting: Option<Arc<Meeting>>,
    /// Pushes of the shortest solution that was made of two halves here.
    shortest: usize,
}

impl<const W: usize, const PULL: bool> Single<W, PULL> {
    /// A search that may meet another one.
    pub(crate) fn new(
        name: &'static str,
        ground: &Arc<Ground<W>>,
        settings: Settings,
        meeting: Option<&Arc<Meeting>>,
    ) -> Self {
        let (ground, meeting) = (Arc::clone(ground), meeting.cloned());
        Self { name, ground, settings, search: None, meeting, shortest: usize::MAX }
    }

    fn prepare(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        if self.search.is_none() {
            let board = self.ground.board(turn)?;
            let meeting = self.meeting.clone();
            let search = BestFirst::new(board, self.settings, meeting, turn)?;
            self.search = Some(search);
        }
        Continue(())
    }

    /// Keeps up with the other direction; tells the steps of a solution made of both halves.
    fn keep_in_touch(&mut self, memory: usize) -> Option<Vec<Dir>> {
        let (meeting, search) = (self.meeting.as_ref()?, self.search.as_mut()?);
        if let Some((mine, theirs)) = search.met.take() {
            meeting.post(!PULL, theirs, search.pushes(mine));
        }
        if search.expanded >= MEET_AFTER && memory / 4 > Meeting::BYTES {
            meeting.open();
        }
        if !meeting.has_letters(PULL) {
            return None;
        }
        // What other searches left is the rest of a way to one of this search's nodes.
        meeting.collect(PULL).into_iter().find_map(|(node, theirs)| {
            let mine = search.pushes(node);
            if mine.len() + theirs.len() >= self.shortest {
                return None;
            }
            let (mut way, rest) = if PULL { (theirs, mine) } else { (mine, theirs) };
            way.extend(rest);
            let steps = solution(search.board(), &way)?;
            self.shortest = way.len();
            Some(steps)
        })
    }

    /// Tells what is proved by what still waits.
    fn prove(&mut self, turn: &mut Turn<'_>) {
        if self.settings.order == Order::Optimal
            && let Some(search) = &mut self.search
            && let Some(lowest) = search.lowest()
        {
            turn.prove(Claim::Pushes, lowest as u64);
        }
    }

    fn found(&self, steps: Vec<Dir>, optimal: Vec<Claim>) -> Found {
        Found { steps, optimal, by: self.name }
    }

    /// Bytes in the tables; the table of the meeting is shared by two.
    fn bytes(&self) -> usize {
        let table = self.meeting.as_ref().map_or(0, |meeting| meeting.bytes() / 2);
        self.search.as_ref().map_or(0, BestFirst::bytes).saturating_add(table)
    }
}

/// The steps that make these pushes, if they solve the level.
fn solution<const W: usize>(board: &Board<W>, pushes: &[Push]) -> Option<Vec<Dir>> {
    let steps = path::steps(board, pushes)?;
    let end = pushes
        .iter()
        .fold(board.start.boxes, |boxes, &push| board.pushed(boxes, push).boxes);
    (end == board.goals).then_some(steps)
}

impl<const W: usize, const PULL: bool> Search for Single<W, PULL> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if let Break(pause) = self.prepare(turn) {
            return pause.stage();
        }
        let is_optimal = self.settings.order == Order::Optimal;
        for count in 0.. {
            let has_met = self.search.as_ref().is_some_and(|search| search.met.is_some());
            if (count % TOUCH == 0 || has_met)
                && let Some(steps) = self.keep_in_touch(turn.memory())
            {
                let found = self.found(steps, Vec::new());
                return if is_optimal {
                    Stage::Found(found)
                } else {
                    Stage::Solved(found)
                };
            }
            if count % HOLD_EVERY == 0 && turn.hold(self.bytes()).is_break() {
                return Stage::Full;
            }
            if turn.expand(EXPANSION).is_break() {
                break;
            }
            let Some(search) = &mut self.search else { break };
            match search.expand(turn) {
                Progress::Working => {}
                Progress::Exhausted => return Stage::Unsolvable,
                Progress::Solved(id) => {
                    let steps = path::steps(search.board(), &search.pushes(id))
                        .expect("the pushes of a search can be made");
                    let optimal = if is_optimal { vec![Claim::Pushes] } else { vec![] };
                    return Stage::Solved(self.found(steps, optimal));
                }
            }
        }
        self.prove(turn);
        Stage::Working
    }

    fn account(&self) -> Account {
        self.search.as_ref().map_or_else(Account::default, |search| {
            Account::new(search.expanded, search.generated, self.bytes())
        })
    }

    fn is_called(&self) -> bool {
        // Optimal searches meet often before it counts; they read when it is their turn.
        self.settings.order != Order::Optimal
            && self.meeting.as_ref().is_some_and(|meeting| meeting.has_letters(PULL))
    }
}
