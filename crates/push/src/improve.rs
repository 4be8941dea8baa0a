//! Shorter solutions out of a known one, window by window.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kuraban_board::{Bits, Board, Push};
use kuraban_level::Dir;
use kuraban_search::Found;

use crate::member::{Member, Stage};
use crate::path;
use crate::walker::{Least, Walker};

/// Pushes of a window, from pass to pass.
const LENGTHS: [usize; 4] = [10, 20, 40, 80];
/// Expansions for a window in the first round; each round without a gain gives twice as many.
const PATIENCE: u64 = 4_000;
/// Expansions for a window at most.
const MOST_PATIENCE: u64 = 128_000;
/// Microseconds for which setting up a window is counted.
const SETUP: u64 = 1_000;

/// Where a first solution is left by whoever finds one, and taken by whoever improves it.
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
    /// Microseconds of work after which it is left as it is.
    pub(crate) work: u64,
}

/// Takes a stretch of a solution and looks for the least way from its first to its last
/// position; what it finds is kept if the whole is shorter for it. Windows slide over the
/// solution and grow when nothing more is gained.
pub(crate) struct Improver<const W: usize> {
    board: Arc<Board<W>>,
    task: Improvement,
    memory: usize,
    way: Vec<Push>,
    rank: (usize, usize),
    /// Which of [`LENGTHS`] is on, where its next window starts, and whether this round has
    /// gained anything.
    length: usize,
    at: usize,
    gained: bool,
    patience: u64,
    window: Option<(Walker<W>, std::ops::Range<usize>)>,
    expanded: u64,
    generated: u64,
}

impl<const W: usize> Improver<W> {
    pub(crate) fn new(board: Arc<Board<W>>, task: Improvement, memory: usize) -> Self {
        Self {
            board,
            task,
            memory,
            way: Vec::new(),
            rank: (usize::MAX, usize::MAX),
            length: 0,
            at: 0,
            gained: false,
            patience: PATIENCE,
            window: None,
            expanded: 0,
            generated: 0,
        }
    }

    fn rank_of(&self, pushes: &[Push], steps: &[Dir]) -> (usize, usize) {
        match self.task.least {
            Least::Pushes => (pushes.len(), steps.len()),
            _ => (steps.len(), pushes.len()),
        }
    }

    /// Begins with a solution, if it stays on the board: dead ends are filled there.
    fn adopt(&mut self, steps: &[Dir]) -> Option<()> {
        let way = pushes_of(&self.board, steps)?;
        let steps = path::steps(&self.board, &way)?;
        self.rank = self.rank_of(&way, &steps);
        self.way = way;
        Some(())
    }

    /// The position before a push of the way.
    fn position(&self, count: usize) -> (Bits<W>, usize) {
        let start = (self.board.start.boxes, self.board.start.player);
        self.way[..count].iter().fold(start, |(boxes, _), &push| {
            let next = self.board.pushed(boxes, push);
            (next.boxes, next.player)
        })
    }

    /// Sets up the next window; `None` when all rounds are over.
    fn open_window(&mut self) -> Option<()> {
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
        let (from, to) = (self.position(range.start), self.position(range.end));
        let mut layout = self.board.layout.clone();
        layout.boxes = from.0.iter().collect();
        layout.goals = to.0.iter().collect();
        layout.player = from.1;
        let board = Arc::new(Board::from_layout(layout));
        self.window = Some((Walker::new(board, self.task.least, self.memory), range));
        Some(())
    }

    /// Puts the window's way in the place of the old one if that is shorter.
    fn replace(
        &mut self,
        pushes: &[Push],
        range: std::ops::Range<usize>,
    ) -> Option<Found> {
        let mut way = self.way.clone();
        way.splice(range, pushes.iter().copied());
        let steps = path::steps(&self.board, &way)?;
        let rank = self.rank_of(&way, &steps);
        if rank >= self.rank {
            return None;
        }
        (self.way, self.rank, self.gained) = (way, rank, true);
        Some(Found { steps, optimal: Vec::new() })
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

impl<const W: usize> Member for Improver<W> {
    fn name(&self) -> &'static str {
        "improve"
    }

    fn step(&mut self, work: u64) -> Stage {
        let mut left = work.min(self.task.work);
        self.task.work -= left;
        if left == 0 {
            return Stage::GaveUp;
        }
        if self.way.is_empty() {
            let Some(steps) = self.task.known.take() else {
                let over = self.task.known.is_abandoned();
                return if over { Stage::GaveUp } else { Stage::Working };
            };
            if self.adopt(&steps).is_none() || self.way.is_empty() {
                return Stage::GaveUp;
            }
        }
        while left > 0 {
            let Some((walker, range)) = &mut self.window else {
                left = left.saturating_sub(SETUP);
                if self.open_window().is_none() {
                    return Stage::GaveUp;
                }
                continue;
            };
            let before = (walker.expanded(), walker.generated());
            let end = walker.expand();
            self.expanded += walker.expanded() - before.0;
            self.generated += walker.generated() - before.1;
            left = left.saturating_sub(Walker::<W>::EXPANSION);
            let full = walker.expanded() >= self.patience || walker.bytes() > self.memory;
            match end {
                Ok(None) if !full => {}
                Ok(Some(end)) => {
                    let (pushes, range) = (walker.pushes(end), range.clone());
                    self.window = None;
                    if let Some(found) = self.replace(&pushes, range) {
                        return Stage::Found(found);
                    }
                }
                Ok(None) | Err(_) => self.window = None,
            }
        }
        Stage::Working
    }

    fn expanded(&self) -> u64 {
        self.expanded
    }

    fn generated(&self) -> u64 {
        self.generated
    }

    fn bytes(&self) -> usize {
        self.window.as_ref().map_or(0, |(walker, _)| walker.bytes())
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::{Level, lurd};
    use kuraban_verify::Solution;

    use super::*;

    /// Improves until nothing more is gained; tells the figures at the end.
    fn improved(level: &Level, steps: &[Dir], least: Least) -> (usize, usize) {
        let known = Known::default();
        known.leave(steps);
        let task = Improvement { known, least, work: u64::MAX };
        let board = Arc::new(Board::<2>::new(level));
        let mut improver = Improver::new(board, task, 1 << 26);
        let mut figures = (usize::MAX, usize::MAX);
        loop {
            match improver.step(10_000) {
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
