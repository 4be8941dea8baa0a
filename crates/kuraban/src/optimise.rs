//! Shorter solutions out of known ones.

use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use kuraban_level::{Level, Symmetry};
use kuraban_optimise::{
    Figure, Goal, Optimiser, SavedRun, Saver, Starter, Task, TaskError,
};
use kuraban_search::{
    Account, Clock, Drive, Found, Listener, Objective, Question, Run, Search, Stage, Turn,
};
use kuraban_verify::{Figures, Solution};

use crate::{Answer, AskError, Asking, Solver, engine};

/// What is to be shortened, and in what.
///
/// ```
/// use kuraban::{Goal, Wish};
///
/// let wish = Wish::default().goal("pushes,moves".parse()?).starts(2);
/// assert_eq!(wish.goal, Goal::pushes());
/// # Ok::<(), kuraban::NoGoal>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Wish {
    /// What is to become less.
    pub goal: Goal,
    /// Known solutions; where there are none, the level is solved first.
    pub given: Vec<Solution>,
    /// The pushes of the best given solution that may change, counted from zero.
    pub range: Option<Range<usize>>,
    /// Whether the player has to end where it ends now.
    pub keep_end: bool,
    /// Boxes that may stand elsewhere in searches for the whole solution, at most.
    pub tube: Option<usize>,
    /// Other first solutions that are looked for and shortened, at most.
    pub starts: usize,
    /// Where an earlier run with the same wish ended.
    pub saved: Option<SavedRun>,
}

impl Wish {
    /// Sets what is to become less.
    #[must_use]
    pub fn goal(mut self, goal: Goal) -> Self {
        self.goal = goal;
        self
    }

    /// Sets the known solutions.
    #[must_use]
    pub fn given(mut self, given: Vec<Solution>) -> Self {
        self.given = given;
        self
    }

    /// Sets the pushes that may change, counted from zero.
    #[must_use]
    pub fn range(mut self, range: Option<Range<usize>>) -> Self {
        self.range = range;
        self
    }

    /// Sets whether the player has to end where it ends now.
    #[must_use]
    pub fn keep_end(mut self, keep_end: bool) -> Self {
        self.keep_end = keep_end;
        self
    }

    /// Sets how many boxes may stand elsewhere in searches for the whole solution, at most.
    #[must_use]
    pub fn tube(mut self, tube: Option<usize>) -> Self {
        self.tube = tube;
        self
    }

    /// Sets how many other first solutions are looked for.
    #[must_use]
    pub fn starts(mut self, starts: usize) -> Self {
        self.starts = starts;
        self
    }

    /// Sets where an earlier run ended.
    #[must_use]
    pub fn saved(mut self, saved: Option<SavedRun>) -> Self {
        self.saved = saved;
        self
    }
}

/// A level's best solution after shortening.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Optimised {
    /// What is known now.
    pub answer: Answer,
    /// The figures of the best solution before.
    pub before: Option<Figures>,
    /// No better solution differs from this one by at most so many boxes at every moment.
    pub stable: Option<usize>,
    /// The figures at the head of the goal that are proved least, in its order: no solution has
    /// less of the first, none with as little of it has less of the second, and so on.
    pub least: Vec<Figure>,
    /// Good solutions, the best one first.
    pub pool: Vec<Solution>,
}

/// Shortens solutions of a level until a limit is reached, or until nothing is left to try. The
/// clock and the listener are the host's; the objective of the question does not matter. A saver
/// is told what another run needs to go on, after every gain and now and then.
///
/// ```
/// use kuraban::{Level, Question, Silent, SystemClock, Wish, optimise};
///
/// let level: Level = "#######\n#     #\n#@ $ .#\n#     #\n#######".parse()?;
/// let (wish, question) = (Wish::default(), Question::default());
/// let clock = SystemClock::start();
/// let done = optimise(&level, wish, &question, &clock, &mut Silent, None)?;
/// assert_eq!(done.answer.solution.expect("a solution").lurd(), "rRR");
/// assert_eq!(done.stable, Some(1));
/// assert_eq!(done.least.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn optimise(
    level: &Level,
    wish: Wish,
    question: &Question,
    clock: &dyn Clock,
    listener: &mut dyn Listener,
    saver: Option<Saver>,
) -> Result<Optimised, AskError> {
    let mut optimising = Optimising::begin(level, wish, question, clock, saver)?;
    while optimising.turn(Drive::STRETCH, listener)?.is_continue() {}
    Ok(optimising.optimised())
}

/// Solutions being shortened in turns, as [`optimise`] does it in one go.
pub struct Optimising<'a> {
    level: Arc<Level>,
    wish: Wish,
    question: Question,
    clock: &'a dyn Clock,
    saver: Option<Saver>,
    /// Whether the first solution is our own.
    is_raw: bool,
    phase: Phase<'a>,
}

/// What is being done.
enum Phase<'a> {
    /// There is no solution yet.
    Solving(Option<Asking<'a>>),
    /// There is none to be shortened.
    Unsolved(Answer),
    Shortening(Box<Course<'a>>),
}

/// Solutions on their way to shorter ones.
struct Course<'a> {
    optimiser: Optimiser,
    run: Run<'a>,
    drive: Drive,
    before: Option<Figures>,
    first: Option<Found>,
    /// Expansions for the first solution.
    expanded: u64,
}

impl<'a> Optimising<'a> {
    /// Begins; what cannot be done is refused before anything is solved.
    pub fn begin(
        level: &Level,
        mut wish: Wish,
        question: &Question,
        clock: &'a dyn Clock,
        saver: Option<Saver>,
    ) -> Result<Self, AskError> {
        let question = question.clone().objective(Objective::Any);
        let is_raw = wish.given.is_empty() && wish.saved.is_none();
        if let Some(saved) = &wish.saved {
            wish.given.extend(saved.pool.iter().cloned());
        }
        let is_solved = !wish.given.is_empty();
        let mut optimising = Self {
            level: Arc::new(level.clone()),
            wish,
            question,
            clock,
            saver,
            is_raw,
            phase: Phase::Solving(None),
        };
        optimising.optimiser(Vec::new(), 0, None)?;
        if is_solved {
            optimising.shorten(0)?;
        } else {
            let Self { level, question, .. } = &optimising;
            let asking = Solver::new("auto")?.begin(level, question, clock, false)?;
            optimising.phase = Phase::Solving(Some(asking));
        }
        Ok(optimising)
    }

    fn optimiser(
        &self,
        given: Vec<Solution>,
        starts: usize,
        saver: Option<Saver>,
    ) -> Result<Optimiser, TaskError> {
        let Wish { goal, range, keep_end, tube, saved, .. } = &self.wish;
        let mut task = Task::new(Arc::clone(&self.level), goal.clone())
            .given(given)
            .keep_end(*keep_end)
            .raw(self.is_raw)
            .starts(starts, starter())
            .threads(self.question.threads)
            .seed(self.question.seed);
        (task.range, task.differ) = (range.clone(), *tube);
        (task.saved, task.saver) = (saved.clone(), saver);
        Optimiser::new(task)
    }

    /// Begins to shorten what is given, after so many expansions.
    fn shorten(&mut self, expanded: u64) -> Result<(), AskError> {
        let given = std::mem::take(&mut self.wish.given);
        let best = given.iter().min_by_key(|given| self.wish.goal.rank(&given.figures()));
        let (before, first) = (best.map(Solution::figures), best.map(Found::of));
        let mut limits = self.question.limits;
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(expanded));
        let saver = self.saver.take();
        self.phase = Phase::Shortening(Box::new(Course {
            optimiser: self.optimiser(given, self.wish.starts, saver)?,
            run: Run::new(limits, self.question.cancel.clone(), self.clock),
            drive: Drive::new(),
            before,
            first,
            expanded,
        }));
        Ok(())
    }

    /// Gives one turn of that much work, in units of about a microsecond. `Break`: there is nothing
    /// left to do.
    pub fn turn(
        &mut self,
        work: u64,
        listener: &mut dyn Listener,
    ) -> Result<ControlFlow<()>, AskError> {
        let answer = match &mut self.phase {
            Phase::Unsolved(_) => return Ok(ControlFlow::Break(())),
            Phase::Shortening(course) => {
                let Course { optimiser, run, drive, .. } = &mut **course;
                return Ok(drive.turn(optimiser, run, work, listener));
            }
            Phase::Solving(asking) => {
                let turn = asking.as_mut().map(|asking| asking.turn(work, listener));
                if turn.is_some_and(|turn| turn.is_continue()) {
                    return Ok(ControlFlow::Continue(()));
                }
                asking.take().expect("it is taken once").answer()
            }
        };
        let Some(solution) = answer.solution.clone() else {
            self.phase = Phase::Unsolved(answer);
            return Ok(ControlFlow::Break(()));
        };
        self.wish.given.push(solution);
        self.shorten(answer.account.expanded)?;
        Ok(ControlFlow::Continue(()))
    }

    /// What is known now.
    pub fn optimised(self) -> Optimised {
        let unsolved = |answer| {
            let (stable, least, pool) = (None, Vec::new(), Vec::new());
            Optimised { answer, before: None, stable, least, pool }
        };
        let course = match self.phase {
            Phase::Unsolved(answer) => return unsolved(answer),
            Phase::Solving(asking) => {
                return unsolved(asking.expect("it is taken once").answer());
            }
            Phase::Shortening(course) => *course,
        };
        let Course { optimiser, run, drive, before, first, expanded } = course;
        let mut outcome = drive.outcome();
        outcome.account.expanded += expanded;
        // A limit that ends it at once loses nothing.
        outcome.best = outcome.best.or(first);
        let elapsed = run.elapsed();
        let answer = Answer::conclude(&self.level, "optimise", false, outcome, elapsed);
        let stable = optimiser.stable().map(|stable| stable.boxes);
        let least = least(&self.wish.goal, optimiser.is_least(), &answer);
        Optimised { answer, before, stable, least, pool: optimiser.kept() }
    }
}

/// The figures at the head of a goal that are proved least.
fn least(goal: &Goal, is_whole: bool, answer: &Answer) -> Vec<Figure> {
    let figures = goal.figures();
    if is_whole && answer.solution.is_some() {
        return figures.to_vec();
    }
    // A claim for each figure, in the order of the goal.
    let claims = goal.claims();
    let proved = claims.iter().rposition(|claim| answer.optimal.contains(claim));
    figures[..proved.map_or(0, |last| last + 1)].to_vec()
}

/// Engines that find different first solutions, the quickest ones first.
const STARTERS: [&str; 8] = [
    "fess:plan-best",
    "fess:alternate",
    "push",
    "fess:plan-near",
    "pull",
    "fess:plan-loose",
    "weighted",
    "fess:plan-parking",
];

/// Begins searches for solutions: all starters on the level as it is, then on its other pictures.
fn starter() -> Starter {
    let question = Question::default();
    Arc::new(move |level: &Arc<Level>, number| {
        let symmetry = *Symmetry::ALL.get(number / STARTERS.len())?;
        let engine = engine(STARTERS[number % STARTERS.len()]).ok()?;
        let seen = Arc::new(symmetry.level(level));
        engine.accepts(&seen, Objective::Any).ok()?;
        let search = engine.begin(&seen, &question);
        Some(Box::new(Turned { search, symmetry }) as Box<dyn Search>)
    })
}

/// A search on another picture of the level.
struct Turned {
    search: Box<dyn Search>,
    symmetry: Symmetry,
}

impl Turned {
    fn undo(&self, mut found: Found) -> Found {
        for dir in &mut found.steps {
            *dir = self.symmetry.undo(*dir);
        }
        found
    }
}

impl Search for Turned {
    fn name(&self) -> &'static str {
        self.search.name()
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        match self.search.advance(turn) {
            Stage::Found(found) => Stage::Found(self.undo(found)),
            Stage::Solved(found) => Stage::Solved(self.undo(found)),
            stage => stage,
        }
    }

    fn account(&self) -> Account {
        self.search.account()
    }
}
