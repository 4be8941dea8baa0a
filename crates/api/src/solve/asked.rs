//! What is to be solved, and how.

use std::time::Duration;

use kuraban::{
    Entry, Goal, Level, Limits, Objective, Question, Solution, Solver, Wish, lurd,
};
use serde::Deserialize;

use super::PlannerAsked;
use crate::level::LevelAsked;
use crate::refusal::parse;
use crate::{Desk, Refusal};

/// What to solve, and how.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveAsked {
    #[serde(flatten)]
    level: LevelAsked,
    /// `auto` where nothing is said.
    engine: Option<String>,
    /// Where neither engine nor objective is named, the first solution is shortened for a moment.
    objective: Option<String>,
    /// Stop at the first solution.
    #[serde(default)]
    first: bool,
    /// Seconds.
    time: Option<f64>,
    /// Bytes.
    memory: Option<u64>,
    /// Expansions.
    nodes: Option<u64>,
    /// The SAT planner's settings; only with the engine `sat`.
    sat: Option<PlannerAsked>,
    /// Make a solution shorter instead of looking for one; without engine and objective.
    optimise: Option<OptimiseAsked>,
}

/// What is to be made shorter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptimiseAsked {
    /// Figures in their order, as in `moves,pushes`.
    goal: String,
    /// Step letters; without them the level is solved first.
    solution: Option<String>,
}

impl OptimiseAsked {
    /// What is asked for, the solution played by the referee.
    fn wish(&self, level: &Level) -> Result<Wish, Refusal> {
        let goal = self.goal.parse::<Goal>().map_err(Refusal::invalid)?;
        let mut given = Vec::new();
        if let Some(letters) = &self.solution {
            let steps = lurd::read(letters).map_err(Refusal::invalid)?;
            let dirs: Vec<_> = steps.iter().map(|step| step.dir).collect();
            let solution = Solution::check(level, &dirs);
            given.push(solution.map_err(|error| {
                Refusal::invalid(format_args!("this is no solution: {error}"))
            })?);
        }
        Ok(Wish::default().goal(goal).given(given).starts(STARTS))
    }
}

/// Other first solutions that are looked for while one is made shorter: as many as time allows.
const STARTS: usize = 64;

/// A solve without a time limit ends after this.
const TIME: Duration = Duration::from_mins(1);

/// A question that makes sense: it can begin.
pub struct Solve {
    pub(super) entry: Entry,
    pub(super) level: Level,
    pub(super) question: Question,
    pub(super) task: Task,
}

/// What is to be done.
pub(super) enum Task {
    /// Search, and shorten the first solution for a moment where `shortens`.
    Search {
        solver: Solver,
        shortens: bool,
    },
    Optimise(Wish),
    Plan(PlannerAsked),
}

impl SolveAsked {
    /// Reads a message. A host with an external SAT solver says so.
    pub fn read(
        message: &[u8],
        desk: &Desk<'_>,
        has_external: bool,
    ) -> Result<Solve, Refusal> {
        let asked: Self = parse(message)?;
        let (entry, level) = asked.level.bounded(desk)?;
        asked.solve(entry, level, desk, has_external)
    }

    fn solve(
        self,
        entry: Entry,
        level: Level,
        desk: &Desk<'_>,
        has_external: bool,
    ) -> Result<Solve, Refusal> {
        let name = self.objective.as_deref().unwrap_or("any");
        let objective = name.parse::<Objective>().map_err(Refusal::invalid)?;
        let is_plain = self.engine.is_none() && self.objective.is_none();
        let engine = self.engine.as_deref().unwrap_or("auto");
        let solver = Solver::new(engine).map_err(Refusal::invalid)?;
        if self.optimise.is_some() && !is_plain {
            let why = "`optimise` goes without `engine` and `objective`";
            return Err(Refusal::invalid(why));
        }
        let wish = self.optimise.as_ref().map(|asked| asked.wish(&level)).transpose()?;
        let shortens = is_plain && !self.first && self.nodes.is_none();
        if self.sat.is_some() && engine != "sat" {
            return Err(Refusal::invalid("the settings `sat` are for the engine `sat`"));
        }
        if self.sat.as_ref().is_some_and(|sat| sat.external) && !has_external {
            return Err(Refusal::invalid(
                "the server was started without an external solver",
            ));
        }
        solver.engine().accepts(&level, objective).map_err(Refusal::invalid)?;
        let asked = self.memory.map(|bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        let memory = asked.unwrap_or(usize::MAX).min(desk.limits.memory);
        let time = time_limit(self.time, desk.limits.time)?;
        let mut limits = Limits::default().time(time).memory(memory);
        limits.nodes = self.nodes;
        let task = match (self.sat, wish) {
            (Some(sat), _) => Task::Plan(sat),
            (None, Some(wish)) => Task::Optimise(wish),
            (None, None) => Task::Search { solver, shortens },
        };
        let question = Question::default().objective(objective).limits(limits);
        Ok(Solve { entry, level, question, task })
    }
}

fn time_limit(asked: Option<f64>, most: Duration) -> Result<Duration, Refusal> {
    let time = match asked {
        None => TIME,
        Some(seconds) if seconds >= most.as_secs_f64() => most,
        Some(seconds) => Duration::try_from_secs_f64(seconds).map_err(|_| {
            Refusal::invalid(format_args!("`{seconds}` is no time in seconds"))
        })?,
    };
    Ok(time.min(most))
}

impl Solve {
    /// Whether files of the planner are wanted.
    pub fn wants_files(&self) -> bool {
        matches!(&self.task, Task::Plan(sat) if sat.files)
    }
}
