//! What is to be shortened, on a board as small as fits.

use std::ops::Range;
use std::sync::Arc;

use kuraban_board::{Site, by_width, look, too_large};
use kuraban_level::{Level, Rules};
use kuraban_search::{Account, Search, Stage, Turn};
use kuraban_verify::Solution;

use crate::goal::Prices;
use crate::{Goal, Team};

/// What is to be shortened.
///
/// ```
/// use std::sync::Arc;
/// use kuraban_level::{Dir, Level};
/// use kuraban_optimise::{Goal, Optimiser, Task};
/// use kuraban_search::{Silent, Run, Limits, Cancel, drive};
/// use kuraban_verify::Solution;
///
/// let level: Level = "#######\n#     #\n#@ $ .#\n#     #\n#######".parse()?;
/// let detour = [Dir::Up, Dir::Down, Dir::Right, Dir::Right, Dir::Right];
/// let given = Solution::check(&level, &detour)?;
/// let task = Task::new(Arc::new(level), Goal::moves()).given(vec![given]);
/// let mut optimiser = Optimiser::new(task)?;
/// let clock = || std::time::Duration::ZERO;
/// let run = Run::new(Limits::default(), Cancel::default(), &clock);
/// let outcome = drive(&mut optimiser, &run, &mut Silent);
/// assert_eq!(outcome.best.expect("a solution").steps, [Dir::Right; 3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
pub struct Task {
    /// The level.
    pub level: Arc<Level>,
    /// What is to become less.
    pub goal: Goal,
    /// Known solutions of the level.
    pub given: Vec<Solution>,
    /// The pushes of the best given solution that may change, counted from zero; all of them by
    /// default.
    pub range: Option<Range<usize>>,
    /// Whether the player has to end where it ends now.
    pub keep_end: bool,
    /// Boxes that may stand elsewhere in searches for the whole solution, at most.
    pub differ: Option<usize>,
    /// Whether the given solutions are as a search found them. Then it pays to bring down their
    /// pushes first, whatever the goal is.
    pub is_raw: bool,
    /// Other first solutions that are looked for, at most.
    pub starts: usize,
    /// Begins the searches for them, and for other ways to go on from a position.
    pub starter: Option<Starter>,
    /// Threads that may be used.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Where an earlier run of the same task ended.
    pub saved: Option<SavedRun>,
    /// Is told what another run needs to go on from here: after every gain, and now and then.
    pub saver: Option<Saver>,
}

/// Begins a search for a solution of a level, by number: each is another one. `None` where there is
/// none with this number.
pub type Starter =
    Arc<dyn Fn(&Arc<Level>, usize) -> Option<Box<dyn Search>> + Send + Sync>;

/// Hears what a later run needs to go on.
pub type Saver = Box<dyn FnMut(&SavedRun) + Send>;

/// Where a run stands: enough for another one to go on, but no tables.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct SavedRun {
    /// Good solutions, the best one first.
    pub pool: Vec<Solution>,
    /// What was tried in vain: solution and circumstances, the number of the arm, and how often its
    /// patience was doubled.
    pub tried: Vec<(u64, usize, u32)>,
    /// How many starts were taken.
    pub starts: usize,
}

impl SavedRun {
    /// Where a run stands that has these solutions, has tried this, and has taken that many
    /// starts.
    pub fn new(
        pool: Vec<Solution>,
        tried: Vec<(u64, usize, u32)>,
        starts: usize,
    ) -> Self {
        Self { pool, tried, starts }
    }
}

impl Task {
    /// Shortens nothing yet: solutions are given, or found by starts.
    pub fn new(level: Arc<Level>, goal: Goal) -> Self {
        Self {
            level,
            goal,
            given: Vec::new(),
            range: None,
            keep_end: false,
            differ: None,
            is_raw: false,
            starts: 0,
            starter: None,
            threads: 1,
            seed: 0,
            saved: None,
            saver: None,
        }
    }

    /// Sets the known solutions.
    #[must_use]
    pub fn given(mut self, given: Vec<Solution>) -> Self {
        self.given = given;
        self
    }

    /// Sets the pushes that may change, counted from zero.
    #[must_use]
    pub fn range(mut self, range: Range<usize>) -> Self {
        self.range = Some(range);
        self
    }

    /// Lets the player end where it ends now.
    #[must_use]
    pub fn keep_end(mut self, keep_end: bool) -> Self {
        self.keep_end = keep_end;
        self
    }

    /// Sets how many boxes may stand elsewhere in searches for the whole solution, at most.
    #[must_use]
    pub fn differ(mut self, differ: usize) -> Self {
        self.differ = Some(differ);
        self
    }

    /// Sets whether the given solutions are as a search found them.
    #[must_use]
    pub fn raw(mut self, is_raw: bool) -> Self {
        self.is_raw = is_raw;
        self
    }

    /// Sets how many other first solutions are looked for, and what begins the searches.
    #[must_use]
    pub fn starts(mut self, starts: usize, starter: Starter) -> Self {
        (self.starts, self.starter) = (starts, Some(starter));
        self
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// Why solutions of a level cannot be shortened.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
#[expect(missing_docs, reason = "the messages explain variants and fields")]
pub enum TaskError {
    #[error("solutions of boulder puzzles cannot be shortened")]
    Boulders,
    #[error("the board needs {0} squares; solutions are shortened on boards of up to {most}. The engines `bfs`, `astar` and `greedy` solve larger ones, and `verify` replays them", most = kuraban_board::LARGEST)]
    TooLarge(usize),
    #[error("{from} to {to} is no range of the pushes of the solution: it has {0}", from = .1.start + 1, to = .1.end)]
    Range(usize, Range<usize>),
    #[error("a figure of the solution is too large for a goal of so many figures")]
    TooLong,
}

/// No better solution differs from this one by more than so many boxes at every moment.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Stable {
    /// The boxes.
    pub boxes: usize,
}

/// A [`Team`] of any width.
trait AnyTeam: Search {
    fn stable(&self) -> Option<Stable>;
    fn kept(&self) -> Vec<Solution>;
}

impl<const W: usize> AnyTeam for Team<W> {
    fn stable(&self) -> Option<Stable> {
        Self::stable(self)
    }

    fn kept(&self) -> Vec<Solution> {
        Self::kept(self)
    }
}

/// Shortens solutions. A search: it takes turns, and tells every gain.
pub struct Optimiser {
    task: Option<Task>,
    team: Option<Box<dyn AnyTeam>>,
    /// Boxes that can move: when all of them might have stood elsewhere, nothing was left out.
    boxes: usize,
}

impl Optimiser {
    /// Looks whether the task can be done. Nothing is done yet.
    pub fn new(task: Task) -> Result<Self, TaskError> {
        if task.level.rules() == Rules::Boulders {
            return Err(TaskError::Boulders);
        }
        if let Some(squares) = too_large(&task.level) {
            return Err(TaskError::TooLarge(squares));
        }
        let prices = Prices::new(&task.goal);
        if !task.given.iter().all(|given| prices.holds(&task.goal, &given.figures())) {
            return Err(TaskError::TooLong);
        }
        let rank = |given: &&Solution| task.goal.rank(&given.figures());
        if let (Some(range), Some(best)) =
            (&task.range, task.given.iter().min_by_key(rank))
        {
            let pushes = best.figures().pushes;
            if range.is_empty() || range.end > pushes {
                return Err(TaskError::Range(pushes, range.clone()));
            }
        }
        Ok(Self { task: Some(task), team: None, boxes: usize::MAX })
    }

    /// How far from the best solution no better one was found: that far there is none.
    pub fn stable(&self) -> Option<Stable> {
        self.team.as_ref()?.stable()
    }

    /// Whether no solution at all is better by the goal: none was left out.
    pub fn is_least(&self) -> bool {
        self.stable().is_some_and(|stable| stable.boxes >= self.boxes)
    }

    /// The solutions that were kept, the best one first.
    pub fn kept(&self) -> Vec<Solution> {
        self.team.as_ref().map_or_else(Vec::new, |team| team.kept())
    }
}

impl Search for Optimiser {
    fn name(&self) -> &'static str {
        "optimise"
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if let Some(task) = self.task.take() {
            let layout = match look(&task.level, turn) {
                Ok(layout) => layout,
                Err(Stage::Full) => {
                    self.task = Some(task);
                    return Stage::Full;
                }
                Err(stage) => return stage,
            };
            let site = Site::new(layout);
            self.boxes = site.layout().boxes.len();
            self.team = Some(by_width!(
                site.layout().words(),
                W => Box::new(Team::<W>::new(site.ground(), task)),
                else return Stage::GaveUp
            ));
        }
        self.team.as_mut().map_or(Stage::GaveUp, |team| team.advance(turn))
    }

    fn account(&self) -> Account {
        self.team.as_ref().map_or_else(Account::default, |team| team.account())
    }
}
