//! Searches that can be left and gone on with.

use std::sync::Arc;

use kuraban_board::{Board, Push};
use kuraban_level::Dir;
use kuraban_search::{BestCell, Claim, Found};

use crate::best_first::{Order, Progress, Search, Settings};
use crate::meeting::Meeting;
use crate::path;

/// Where a member stands after a turn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Stage {
    /// There is more to do.
    Working,
    /// A solution, and there is more to do.
    Found(Found),
    /// A solution; the member is done.
    Solved(Found),
    /// There is no solution, proved; the member is done.
    Unsolvable,
    /// Its memory is used up; the member is done.
    Full,
    /// It is out of ideas, which proves nothing; the member is done.
    GaveUp,
}

/// A search that works in turns and keeps its memory between them.
pub trait Member: Send {
    /// Stable short name.
    fn name(&self) -> &'static str;

    /// Works for about this many microseconds, counted in expansions and not by the clock: the
    /// same calls do the same work on every machine.
    fn step(&mut self, work: u64) -> Stage;

    /// Expansions so far.
    fn expanded(&self) -> u64;

    /// Successors generated so far.
    fn generated(&self) -> u64;

    /// Bytes in its tables.
    fn bytes(&self) -> usize;

    /// The best cell so far, where it searches a feature space.
    fn best_cell(&self) -> Option<BestCell> {
        None
    }

    /// Whether another member left something for it: it should have its turn soon.
    fn is_called(&self) -> bool {
        false
    }

    /// What it has proved so far: no solution has less than this.
    fn bound(&mut self) -> Option<(Claim, u64)> {
        None
    }
}

/// Microseconds for which an expansion of single pushes is counted. Measured, roughly.
const EXPANSION: u64 = 3;

/// Expansions between two looks for letters.
const TOUCH: u64 = 64;
/// Expansions after which it is worth while to look out for the other direction.
const MEET_AFTER: u64 = 20_000;

/// The steps that make these pushes, if they solve the level.
fn solution<const W: usize>(board: &Board<W>, pushes: &[Push]) -> Option<Vec<Dir>> {
    let steps = path::steps(board, pushes)?;
    let end = pushes
        .iter()
        .fold(board.start.boxes, |boxes, &push| board.pushed(boxes, push).boxes);
    (end == board.goals).then_some(steps)
}

/// A best-first search as a member.
pub(crate) struct Single<const W: usize, const PULL: bool> {
    name: &'static str,
    board: Arc<Board<W>>,
    search: Search<W, PULL>,
    order: Order,
    memory: usize,
    proved: u64,
    done: bool,
    meeting: Option<Arc<Meeting>>,
    /// Pushes of the shortest solution that was made of two halves here.
    shortest: usize,
}

impl<const W: usize, const PULL: bool> Single<W, PULL> {
    pub(crate) fn new(
        name: &'static str,
        board: Arc<Board<W>>,
        settings: Settings,
        memory: usize,
    ) -> Self {
        // Tables have to leave room for nodes.
        let tables_bytes = settings.tables_bytes.min(memory / 8);
        let settings = Settings { tables_bytes, ..settings };
        let search = Search::new(Arc::clone(&board), settings);
        Self {
            name,
            board,
            search,
            order: settings.order,
            memory,
            proved: 0,
            done: false,
            meeting: None,
            shortest: usize::MAX,
        }
    }

    /// Lets the search meet others.
    pub(crate) fn meeting(mut self, meeting: Option<&Arc<Meeting>>) -> Self {
        if let Some(meeting) = meeting {
            self.search.meet_at(Arc::clone(meeting));
            self.meeting = Some(Arc::clone(meeting));
        }
        self
    }

    /// Looks at what other searches left: the rest of a way to one of this search's nodes.
    fn read_letters(&mut self, meeting: &Meeting) -> Option<Vec<Dir>> {
        meeting.collect(PULL).into_iter().find_map(|(node, theirs)| {
            let mine = self.search.pushes(node);
            if mine.len() + theirs.len() >= self.shortest {
                return None;
            }
            let (mut way, rest) = if PULL { (theirs, mine) } else { (mine, theirs) };
            way.extend(rest);
            let steps = solution(&self.board, &way)?;
            self.shortest = way.len();
            Some(steps)
        })
    }

    /// Keeps up with the other direction; tells the steps of a solution made of both halves.
    fn keep_in_touch(&mut self) -> Option<Vec<Dir>> {
        let meeting = self.meeting.clone()?;
        if let Some((mine, theirs)) = self.search.met.take() {
            meeting.post(!PULL, theirs, self.search.pushes(mine));
        }
        if self.search.expanded >= MEET_AFTER {
            meeting.open();
        }
        if !meeting.has_letters(PULL) {
            return None;
        }
        self.read_letters(&meeting)
    }
}

impl<const W: usize, const PULL: bool> Member for Single<W, PULL> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn step(&mut self, work: u64) -> Stage {
        for count in 0..work.div_ceil(EXPANSION) {
            if (count % TOUCH == 0 || self.search.met.is_some())
                && let Some(steps) = self.keep_in_touch()
            {
                let found = Found { steps, optimal: Vec::new() };
                if self.order == Order::Optimal {
                    return Stage::Found(found);
                }
                self.done = true;
                return Stage::Solved(found);
            }
            if self.search.bytes() > self.memory {
                return Stage::Full;
            }
            match self.search.expand() {
                Progress::Working => {}
                Progress::Exhausted => {
                    self.done = true;
                    return Stage::Unsolvable;
                }
                Progress::Solved(id) => {
                    self.done = true;
                    let steps: Vec<Dir> =
                        path::steps(&self.board, &self.search.pushes(id))
                            .expect("the pushes of a search can be made");
                    let optimal = match self.order {
                        Order::Optimal => vec![Claim::Pushes],
                        Order::Greedy | Order::Weighted(_) => Vec::new(),
                    };
                    return Stage::Solved(Found { steps, optimal });
                }
            }
        }
        Stage::Working
    }

    fn expanded(&self) -> u64 {
        self.search.expanded
    }

    fn generated(&self) -> u64 {
        self.search.generated
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
    }

    fn is_called(&self) -> bool {
        // Optimal searches meet often before it counts; they read when it is their turn.
        self.order != Order::Optimal
            && self.meeting.as_ref().is_some_and(|meeting| meeting.has_letters(PULL))
    }

    fn bound(&mut self) -> Option<(Claim, u64)> {
        if self.order != Order::Optimal {
            return None;
        }
        // What waits after the end says nothing any more.
        if !self.done {
            self.proved = self.proved.max(self.search.lowest().unwrap_or(0) as u64);
        }
        Some((Claim::Pushes, self.proved))
    }
}
