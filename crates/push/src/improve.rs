//! Shorter solutions out of a known one, window by window.

use std::ops::ControlFlow::{Break, Continue};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_board::deadlock::RuleSet;
use kuraban_board::{Bits, Board, Ground, Push};
use kuraban_level::Dir;
use kuraban_search::{Account, Found, Search, Stage, Turn};

use crate::path;
use crate::walker::{Least, Walker};

/// Pushes of a window, from pass to pass.
const LENGTHS: [usize; 4] = [10, 20, 40, 80];
/// Expansions for a window in the first round; each round without a gain gives twice as many.
const PATIENCE: u64 = 4_000;
/// Expansions for a window at most.
const MOST_PATIENCE: u64 = 128_000;
/// Work of setting up a window.
const SETUP: u64 = 1_000;

/// Holds the first solution that a scout finds, until the improver takes it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known(Arc<Mutex<Slot>>);

#[derive(Debug, Default)]
enum Slot {
    #[default]
    Nothing,
    Steps(Vec<Dir>),
    Taken,
}

impl Known {
    /// Leaves a solution; the first one stays.
    pub(crate) fn leave(&self, steps: &[Dir]) {
        let mut slot = self.lock();
        if matches!(*slot, Slot::Nothing) {
            *slot = Slot::Steps(steps.to_vec());
        }
    }

    /// Whether a solution was ever left.
    pub(crate) fn is_found(&self) -> bool {
        !matches!(*self.lock(), Slot::Nothing)
    }

    fn take(&self) -> Option<Vec<Dir>> {
        let mut slot = self.lock();
        match std::mem::replace(&mut *slot, Slot::Taken) {
            Slot::Steps(steps) => Some(steps),
            other => {
                *slot = other;
                None
            }
        }
    }

    /// Puts a solution back that was taken too early.
    fn put_back(&self, steps: Vec<Dir>) {
        *self.lock() = Slot::Steps(steps);
    }

    /// Whether nobody is left who could leave a solution.
    fn is_abandoned(&self) -> bool {
        Arc::strong_count(&self.0) == 1
    }

    fn lock(&self) -> MutexGuard<'_, Slot> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is to be improved, and how.
#[derive(Clone, Debug)]
pub(crate) struct Improvement {
    /// Where the solution is left.
    pub(crate) known: Known,
    /// Pushes first, or moves first.
    pub(crate) least: Least,
    /// Work after which the solution stays as it is.
    pub(crate) work: u64,
}

/// Takes a window of a solution and looks for the least way from its first position to its last.
/// The way is kept if it makes the whole solution shorter. Windows slide over the solution, and
/// grow from pass to pass.
pub(crate) struct Improver<const W: usize> {
    ground: Arc<Ground<W>>,
    task: Improvement,
    rules: RuleSet,
    way: Vec<Push>,
    rank: (usize, usize),
    /// The pass, as an index of [`LENGTHS`].
    length: usize,
    /// Where its next window starts.
    at: usize,
    /// Whether this round has gained anything.
    gained: bool,
    patience: u64,
    window: Option<(Walker<W>, std::ops::Range<usize>)>,
    /// What was done in windows that are closed.
    gone: Account,
}

impl<const W: usize> Improver<W> {
    pub(crate) fn new(ground: Arc<Ground<W>>, task: Improvement, rules: RuleSet) -> Self {
        Self {
            ground,
            task,
            rules,
            way: Vec::new(),
            rank: (usize::MAX, usize::MAX),
            length: 0,
            at: 0,
            gained: false,
            patience: PATIENCE,
            window: None,
            gone: Account::default(),
        }
    }

    fn rank_of(&self, pushes: &[Push], steps: &[Dir]) -> (usize, usize) {
        match self.task.least {
            Least::Pushes => (pushes.len(), steps.len()),
            _ => (steps.len(), pushes.len()),
        }
    }

    /// Begins with a solution, if it stays on the board: dead ends are filled there.
    fn adopt(&mut self, board: &Board<W>, steps: &[Dir]) -> Option<()> {
        let way = pushes_of(board, steps)?;
        let steps = path::steps(board, &way)?;
        self.rank = self.rank_of(&way, &steps);
        self.way = way;
        Some(())
    }

    /// The position before a push of the way.
    fn position(&self, board: &Board<W>, count: usize) -> (Bits<W>, usize) {
        let start = (board.start.boxes, board.start.player);
        self.way[..count].iter().fold(start, |(boxes, _), &push| {
            let next = board.pushed(boxes, push);
            (next.boxes, next.player)
        })
    }

    /// Sets up the next window; `None` when all rounds are over.
    fn open_window(&mut self, board: &Board<W>) -> Option<()> {
        if self.at > 0 && self.at + LENGTHS[self.length] / 2 >= self.way.len() {
            self.at = 0;
            let whole = LENGTHS[self.length] >= self.way.len();
            self.length = if whole { LENGTHS.len() } else { self.length + 1 };
        }
        if self.length == LENGTHS.len() {
            if !self.gained {
                self.patience *= 2;
            }
            if self.patience > MOST_PATIENCE {
                return None;
            }
            (self.length, self.gained) = (0, false);
        }
        let range = self.at..(self.at + LENGTHS[self.length]).min(self.way.len());
        self.at += LENGTHS[self.length] / 2;
        let (from, to) =
            (self.position(board, range.start), self.position(board, range.end));
        let mut layout = board.layout.clone();
        layout.boxes = from.0.iter().collect();
        layout.goals = to.0.iter().collect();
        layout.player = from.1;
        let walker = Walker::new(Ground::new(layout), self.task.least, self.rules);
        self.window = Some((walker, range));
        Some(())
    }

    fn close_window(&mut self) {
        if let Some((walker, _)) = self.window.take() {
            self.gone.add(&walker.account().closed());
        }
    }

    /// Replaces a window by a new way, if the whole solution is shorter then.
    fn replace(
        &mut self,
        board: &Board<W>,
        pushes: &[Push],
        range: std::ops::Range<usize>,
    ) -> Option<Found> {
        let mut way = self.way.clone();
        way.splice(range, pushes.iter().copied());
        let steps = path::steps(board, &way)?;
        let rank = self.rank_of(&way, &steps);
        if rank >= self.rank {
            return None;
        }
        (self.way, self.rank, self.gained) = (way, rank, true);
        Some(Found { steps, optimal: Vec::new(), by: self.name() })
    }
}

/// The pushes among steps; `None` where they leave the board.
fn pushes_of<const W: usize>(board: &Board<W>, steps: &[Dir]) -> Option<Vec<Push>> {
    let mut at = board.start;
    let mut pushes = Vec::new();
    for &dir in steps {
        let to = board.floor_step(at.player, dir)?;
        if at.boxes.has(to) {
            let push = Push { from: to as u16, dir };
            pushes.push(push);
            at = board.pushed(at.boxes, push);
        }
        at.player = to;
    }
    Some(pushes)
}

impl<const W: usize> Search for Improver<W> {
    fn name(&self) -> &'static str {
        "improve"
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if self.task.work == 0 {
            return Stage::GaveUp;
        }
        self.task.work = self.task.work.saturating_sub(turn.left());
        let steps = if self.way.is_empty() {
            match self.task.known.take() {
                Some(steps) => Some(steps),
                None if self.task.known.is_abandoned() => return Stage::GaveUp,
                None => return Stage::Working,
            }
        } else {
            None
        };
        let board = match self.ground.board(turn) {
            Continue(board) => board,
            Break(pause) => {
                if let Some(steps) = steps {
                    self.task.known.put_back(steps);
                }
                return pause.stage();
            }
        };
        if let Some(steps) = steps
            && (self.adopt(&board, &steps).is_none() || self.way.is_empty())
        {
            return Stage::GaveUp;
        }
        loop {
            let Some((walker, range)) = &mut self.window else {
                if turn.spend(SETUP).is_break() {
                    return Stage::Working;
                }
                if self.open_window(&board).is_none() {
                    return Stage::GaveUp;
                }
                continue;
            };
            // At most the work that this window has left, at least some.
            let left = self.patience.saturating_sub(walker.account().expanded);
            let given = (left * Walker::<W>::EXPANSION).min(turn.left()).max(1);
            let mut part = turn.part(given, turn.memory());
            let stage = walker.advance(&mut part);
            let _ = part.take_news();
            turn.take_back(given, part);
            let is_over = walker.account().expanded >= self.patience;
            match stage {
                Stage::Working if !is_over => {
                    if turn.left() == 0 || turn.look().is_break() {
                        return Stage::Working;
                    }
                }
                Stage::Solved(_) => {
                    let (pushes, range) = (walker.pushes().to_vec(), range.clone());
                    self.close_window();
                    if let Some(found) = self.replace(&board, &pushes, range) {
                        return Stage::Found(found);
                    }
                }
                _ => self.close_window(),
            }
        }
    }

    fn account(&self) -> Account {
        let mut account = self.gone;
        if let Some((walker, _)) = &self.window {
            account.add(&walker.account());
        }
        account
    }
}

#[cfg(test)]
mod tests {
    use kuraban_board::Layout;
    use kuraban_level::{Level, lurd};
    use kuraban_search::{Cancel, Limits, Run};
    use kuraban_verify::Solution;

    use super::*;

    /// Improves until nothing more is gained; tells the figures at the end.
    fn improved(level: &Level, steps: &[Dir], least: Least) -> (usize, usize) {
        let known = Known::default();
        known.leave(steps);
        let task = Improvement { known, least, work: u64::MAX };
        let ground = Ground::<2>::new(Layout::new(level));
        let mut improver = Improver::new(ground, task, RuleSet::ALL);
        let clock = || std::time::Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let mut figures = (usize::MAX, usize::MAX);
        loop {
            match improver.advance(&mut Turn::new(&run, 10_000, 1 << 26)) {
                Stage::Working => {}
                Stage::Found(found) => {
                    let solution =
                        Solution::check(level, &found.steps).expect("a solution");
                    figures = (solution.figures().pushes, solution.figures().moves);
                }
                stage => {
                    assert_eq!(stage, Stage::GaveUp);
                    return figures;
                }
            }
        }
    }

    #[test]
    fn takes_the_detours_out_of_a_solution() {
        let level: Level =
            "#########\n#       #\n# @$  . #\n#       #\n#       #\n#########"
                .parse()
                .unwrap();
        // The box goes down and up again before it goes where it belongs.
        let detour = lurd::read("RurDlddrUluRR").expect("steps");
        let steps: Vec<Dir> = detour.iter().map(|step| step.dir).collect();
        assert!(Solution::check(&level, &steps).is_ok());
        assert_eq!(improved(&level, &steps, Least::Pushes), (3, 3));
        assert_eq!(improved(&level, &steps, Least::Moves), (3, 3));
    }
}
