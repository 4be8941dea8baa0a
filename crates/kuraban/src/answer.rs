//! Asking an engine, and answering only what the referee has seen.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use kuraban_board::bound::matching::least_assignment;
use kuraban_board::{Cells, NEVER, PushDistances, nearest_goal};
use kuraban_level::{Level, Rules};
use kuraban_optimise::TaskError;
use kuraban_search::{
    Account, Claim, Clock, Drive, Engine, Found, Listener, Outcome, Question, Refusal,
    Run, Search, Silent, Stage, Stop,
};
use kuraban_verify::Solution;

use crate::clock::SystemClock;
use crate::{NoEngine, engine};

/// How a search ended.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Status {
    /// There is a solution.
    Solved,
    /// It was proved that there is none.
    Unsolvable,
    /// A limit was reached, or the engine gave up: nothing is known.
    Limit,
    /// An engine failed, or answered something that the referee does not accept: a bug.
    Error(String),
}

impl Status {
    /// The stable name, as reports write it.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Limit => "limit",
            Self::Error(_) => "error",
        }
    }
}

/// What is known after a search. Everything in it was proved or replayed.
///
/// ```
/// use kuraban::{Claim, Level, Objective, Question, Status, solve};
///
/// let level: Level = "######\n#@$ .#\n######".parse()?;
/// let question = Question::default().objective(Objective::Pushes);
/// let answer = solve(&level, &question)?;
/// assert_eq!(answer.status, Status::Solved);
/// assert_eq!(answer.bounds[&Claim::Pushes], 2);
/// assert!(answer.optimal.contains(&Claim::Pushes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// How the search ended.
    pub status: Status,
    /// Why it ended early: a limit, or `gave up`.
    pub reason: Option<&'static str>,
    /// The solution, played by the referee.
    pub solution: Option<Solution>,
    /// What is proved least about it.
    pub optimal: Vec<Claim>,
    /// Proved lower bounds of any solution.
    pub bounds: BTreeMap<Claim, u64>,
    /// The engine that was asked.
    pub engine: String,
    /// The search that found the solution.
    pub found_by: Option<&'static str>,
    /// The search that proved what was asked for: that there is no solution, or none better.
    pub proved_by: Option<&'static str>,
    /// What was done.
    pub account: Account,
    /// How long it took.
    pub elapsed: Duration,
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AskError {
    /// There is no such engine.
    #[error(transparent)]
    NoEngine(#[from] NoEngine),
    /// The engine cannot be used for this level and objective.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Solutions of this level cannot be shortened as asked.
    #[error(transparent)]
    Task(#[from] TaskError),
}

/// An engine that was chosen once, to be asked about many levels.
///
/// ```
/// use kuraban::{Level, Question, Solver};
///
/// let solver = Solver::new("bfs")?;
/// for text in ["#####\n#@$.#\n#####", "######\n#@$ .#\n######"] {
///     let level: Level = text.parse()?;
///     let answer = solver.solve(&level, &Question::default())?;
///     assert!(answer.solution.is_some());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    /// The name that was asked for, strategies included.
    name: String,
    engine: Box<dyn Engine>,
}

impl Solver {
    /// The engine with this name, as `kuraban engines` lists them.
    pub fn new(name: &str) -> Result<Self, AskError> {
        Ok(Self { name: name.to_owned(), engine: engine(name)? })
    }

    /// The engine.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// Solves a level without a listener.
    pub fn solve(&self, level: &Level, question: &Question) -> Result<Answer, AskError> {
        self.solve_with(level, question, &SystemClock::start(), &mut Silent)
    }

    /// Solves a level. The clock and the listener are the host's.
    pub fn solve_with(
        &self,
        level: &Level,
        question: &Question,
        clock: &dyn Clock,
        listener: &mut dyn Listener,
    ) -> Result<Answer, AskError> {
        let mut asking = self.begin(level, question, clock, listener.wants_trace())?;
        while asking.turn(Drive::STRETCH, listener).is_continue() {}
        Ok(asking.answer())
    }

    /// Begins to solve a level, in turns that the host gives.
    pub fn begin<'a>(
        &self,
        level: &Level,
        question: &Question,
        clock: &'a dyn Clock,
        is_traced: bool,
    ) -> Result<Asking<'a>, AskError> {
        self.engine.accepts(level, question.objective)?;
        let run = Run::new(question.limits, question.cancel.clone(), clock);
        let level = Arc::new(level.clone());
        Ok(Asking {
            search: self.engine.begin(&level, question),
            level,
            run: run.traced(is_traced),
            drive: Drive::new(),
            name: self.name.clone(),
            engine: self.engine.name(),
            is_complete: self.engine.promise().complete,
        })
    }
}

/// A level being solved in turns: for hosts that have other things to do in between.
///
/// ```
/// use kuraban::{Level, Question, Silent, Solver};
///
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let clock = || std::time::Duration::ZERO;
/// let mut asking = Solver::new("auto")?.begin(&level, &Question::default(), &clock, false)?;
/// while asking.turn(1_000, &mut Silent).is_continue() {
///     // Look after other things.
/// }
/// assert!(asking.answer().solution.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Asking<'a> {
    level: Arc<Level>,
    search: Box<dyn Search>,
    run: Run<'a>,
    drive: Drive,
    name: String,
    engine: &'static str,
    is_complete: bool,
}

impl Asking<'_> {
    /// Gives one turn of that much work, in units of about a microsecond. `Break`: there is nothing
    /// left to do.
    pub fn turn(&mut self, work: u64, listener: &mut dyn Listener) -> ControlFlow<()> {
        self.drive.turn(&mut *self.search, &self.run, work, listener)
    }

    /// What is known now.
    pub fn answer(self) -> Answer {
        let (outcome, elapsed) = (self.drive.outcome(), self.run.elapsed());
        let mut answer = Answer::conclude(
            &self.level,
            self.engine,
            self.is_complete,
            outcome,
            elapsed,
        );
        answer.engine = self.name;
        answer
    }
}

/// Solves a level with the engine `auto`, without a listener.
pub fn solve(level: &Level, question: &Question) -> Result<Answer, AskError> {
    Solver::new("auto")?.solve(level, question)
}

impl Answer {
    /// Turns the outcome of a search into an answer.
    pub(crate) fn conclude(
        level: &Level,
        engine: &'static str,
        complete: bool,
        outcome: Outcome,
        elapsed: Duration,
    ) -> Self {
        let Outcome { stage, stop, best, bounds, account } = outcome;
        let mut answer = Self {
            status: Status::Limit,
            reason: stop.map(Stop::name),
            solution: None,
            optimal: Vec::new(),
            bounds,
            engine: engine.to_owned(),
            found_by: None,
            proved_by: None,
            account,
            elapsed,
        };
        let found: Option<Found> = match stage {
            Stage::Solved(found) => Some(found),
            Stage::Unsolvable if complete => {
                answer.status = Status::Unsolvable;
                answer.proved_by = account.proved_by.or(Some(engine));
                return answer;
            }
            Stage::Unsolvable | Stage::GaveUp => {
                answer.reason = Some("gave up");
                best
            }
            Stage::Failed(fault) => {
                answer.status =
                    Status::Error(format!("`{}` failed: {}", fault.by, fault.what));
                best
            }
            Stage::Working | Stage::Found(_) | Stage::Full => best,
        };
        if let Some(found) = found {
            match Solution::check(level, &found.steps) {
                Ok(solution) => {
                    answer.status = Status::Solved;
                    let by = if found.by.is_empty() { engine } else { found.by };
                    answer.found_by = Some(by);
                    answer.optimal = found.optimal;
                    answer.optimal.sort_unstable();
                    answer.optimal.dedup();
                    answer.solution = Some(solution);
                }
                Err(refusal) => {
                    answer.status = Status::Error(format!(
                        "the engine `{engine}` handed over steps that fail their replay: {refusal}"
                    ));
                    return answer;
                }
            }
        }
        answer.add_static_bounds(level);
        answer.add_bounds_of_claims(level);
        answer.claim_what_meets_its_bound();
        if !answer.optimal.is_empty() {
            answer.proved_by = account.proved_by.or(answer.found_by);
        }
        answer
    }

    fn raise(&mut self, claim: Claim, at_least: u64) {
        let bound = self.bounds.entry(claim).or_insert(at_least);
        *bound = (*bound).max(at_least);
    }

    /// Every box must get to a goal, and every push is a move.
    fn add_static_bounds(&mut self, level: &Level) {
        if level.rules() == Rules::Boxes
            && let Some(pushes) = least_pushes(level)
        {
            self.raise(Claim::Pushes, pushes);
        }
        let pushes = self.bounds.get(&Claim::Pushes).copied();
        if let Some(pushes) = pushes {
            self.raise(Claim::Moves, pushes);
        }
    }

    /// A solution that meets its lower bound is least.
    fn claim_what_meets_its_bound(&mut self) {
        let Some(figures) = self.solution.as_ref().map(Solution::figures) else { return };
        for claim in Claim::ALL {
            let figure = claim.figure(&figures);
            if figure.is_some()
                && self.bounds.get(&claim).copied() == figure
                && !self.optimal.contains(&claim)
            {
                self.optimal.push(claim);
            }
        }
        self.optimal.sort_unstable();
    }

    /// A figure that is proved least is also a lower bound.
    fn add_bounds_of_claims(&mut self, level: &Level) {
        let Some(solution) = &self.solution else { return };
        let figures = solution.figures();
        // The referee counts no actions.
        let actions = || crate::output::actions(level, solution).len() as u64 - 1;
        let proved: Vec<(Claim, u64)> = self
            .optimal
            .iter()
            .filter_map(|&claim| match claim {
                Claim::Actions => Some((claim, actions())),
                _ => Some((claim, claim.figure(&figures)?)),
            })
            .collect();
        for (claim, figure) in proved {
            self.raise(claim, figure);
        }
    }
}

/// Boards with more squares get no bound: it would take longer than a tenth of a second.
const MOST_SQUARES: usize = 500_000;
/// Where squares times boxes exceed this, boxes are not matched to goals: it would take
/// longer than a tenth of a second. Measured, roughly.
const MOST_MATCHED: usize = 1_000_000;

/// Pushes that any solution needs: those of the cheapest assignment of boxes to goals, each
/// box alone on the board. On huge boards, those to the nearest goals. `None` where some
/// box or goal is left over.
pub(crate) fn least_pushes(level: &Level) -> Option<u64> {
    if level.squares().len() > MOST_SQUARES {
        return None;
    }
    let cells = Cells::new(level);
    let count = cells.boxes.len();
    if count != cells.goals.len() || !cells.sealed_parts_solved {
        return None;
    }
    if cells.len() * count > MOST_MATCHED || count * count > MOST_MATCHED / 50 {
        let nearest = nearest_goal(&cells);
        let pushes = cells.boxes.iter().map(|at| nearest[at.index()]);
        return pushes.map(|pushes| (pushes != NEVER).then_some(u64::from(pushes))).sum();
    }
    let distances = PushDistances::new(&cells);
    least_assignment(count, |row, goal| distances.to_goal(goal, cells.boxes[row]))
        .map(u64::from)
}
