//! Asking an engine, and answering only what the referee has seen.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use kuraban_board::bound::matching::least_assignment;
use kuraban_board::{Cells, PushDistances};
use kuraban_level::{Level, Rules};
use kuraban_search::{
    Cancel, Claim, Clock, Found, Limits, Listener, Objective, Run, Silent, Statistics,
    Stop, Verdict,
};
use kuraban_verify::Solution;

use crate::{choose_engine, machine_threads};

/// What to solve for, and how far to go.
#[derive(Clone, Debug)]
pub struct Question {
    /// The engine's name.
    pub engine: String,
    /// What the solution is to be least in.
    pub objective: Objective,
    /// How far to go.
    pub limits: Limits,
    /// Threads that engines may use.
    pub threads: usize,
    /// Stops the search from outside.
    pub cancel: Cancel,
}

impl Default for Question {
    fn default() -> Self {
        Self {
            engine: "auto".into(),
            objective: Objective::Any,
            limits: Limits::default(),
            threads: machine_threads(),
            cancel: Cancel::default(),
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Status {
    /// There is a solution.
    Solved,
    /// It was proved that there is none.
    Unsolvable,
    /// A limit was reached, or the engine gave up: nothing is known.
    Limit,
    /// The question does not fit the level.
    Invalid(String),
    /// An engine answered something that the referee does not accept: a bug.
    Error(String),
}

/// What is known after a search. Whatever is in it was proved or played.
#[derive(Clone, Debug)]
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
    /// Which engine answered.
    pub engine: String,
    /// What it did.
    pub statistics: Statistics,
    /// How long it took.
    pub elapsed: Duration,
}

/// Solves a level without anybody watching.
pub fn solve(level: &Level, question: &Question) -> Answer {
    let start = Instant::now();
    solve_with(level, question, &move || start.elapsed(), &mut Silent)
}

/// Solves a level. The clock and the listener are the host's.
pub fn solve_with(
    level: &Level,
    question: &Question,
    clock: &dyn Clock,
    listener: &mut dyn Listener,
) -> Answer {
    let name = question.engine.as_str();
    let engine = match choose_engine(name, question.threads) {
        Ok(engine) => engine,
        Err(why) => {
            let why = format!("there is no engine `{name}`: {why}");
            return Answer::empty(Status::Invalid(why), name);
        }
    };
    if let Some(why) = engine.refuses(level, question.objective) {
        return Answer::empty(Status::Invalid(why), name);
    }
    let mut run = Run::new(question.limits, question.cancel.clone(), clock, listener);
    if level.is_solved_at_start() {
        let found = Found { steps: Vec::new(), optimal: everything(level.rules()) };
        return Answer::conclude(level, name, true, &run, Ok(Verdict::Solved(found)));
    }
    let outcome = engine.solve(level, question.objective, &mut run);
    let complete = engine.promise().complete;
    Answer::conclude(level, name, complete, &run, outcome)
}

/// What holds of the empty solution.
fn everything(rules: Rules) -> Vec<Claim> {
    let mut claims = vec![
        Claim::Moves,
        Claim::Pushes,
        Claim::Robot,
        Claim::PushesThenMoves,
        Claim::MovesThenPushes,
    ];
    if rules == Rules::Boulders {
        claims.push(Claim::Actions);
    }
    claims
}

impl Answer {
    /// Turns what an engine says into what is known.
    pub(crate) fn conclude(
        level: &Level,
        engine: &str,
        complete: bool,
        run: &Run<'_>,
        outcome: Result<Verdict, Stop>,
    ) -> Self {
        let mut answer = Self {
            bounds: run.bounds().clone(),
            statistics: run.statistics,
            elapsed: run.elapsed(),
            ..Self::empty(Status::Limit, engine)
        };
        let found: Option<Found> = match outcome {
            Ok(Verdict::Solved(found)) => Some(found),
            Ok(Verdict::Unsolvable) if complete => {
                answer.status = Status::Unsolvable;
                return answer;
            }
            Ok(Verdict::Unsolvable | Verdict::GaveUp) => {
                answer.reason = Some("gave up");
                run.best().cloned()
            }
            Err(stop) => {
                answer.reason = Some(stop.name());
                run.best().cloned()
            }
        };
        if let Some(found) = found {
            match Solution::check(level, &found.steps) {
                Ok(solution) => {
                    answer.status = Status::Solved;
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
        answer
    }

    pub(crate) fn empty(status: Status, engine: &str) -> Self {
        Self {
            status,
            reason: None,
            solution: None,
            optimal: Vec::new(),
            bounds: BTreeMap::new(),
            engine: engine.to_owned(),
            statistics: Statistics::default(),
            elapsed: Duration::ZERO,
        }
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

    /// A solution that needs no more than any must is least.
    fn claim_what_meets_its_bound(&mut self) {
        let Some(figures) = self.solution.as_ref().map(Solution::figures) else { return };
        for (claim, value) in [
            (Claim::Moves, figures.moves),
            (Claim::Pushes, figures.pushes),
            (Claim::Robot, figures.robot_half_moves),
        ] {
            if self.bounds.get(&claim) == Some(&(value as u64))
                && !self.optimal.contains(&claim)
            {
                self.optimal.push(claim);
            }
        }
        self.optimal.sort_unstable();
    }

    /// What is proved least is its own lower bound.
    fn add_bounds_of_claims(&mut self, level: &Level) {
        let Some(solution) = &self.solution else { return };
        let figures = solution.figures();
        let actions = match level.rules() {
            Rules::Boulders => crate::output::actions(level, solution).len() - 1,
            Rules::Boxes => 0,
        };
        for claim in self.optimal.clone() {
            match claim {
                Claim::Moves => self.raise(claim, figures.moves as u64),
                Claim::Pushes => self.raise(claim, figures.pushes as u64),
                Claim::Robot => self.raise(claim, figures.robot_half_moves as u64),
                Claim::Actions => self.raise(claim, actions as u64),
                Claim::PushesThenMoves | Claim::MovesThenPushes => {}
            }
        }
    }
}

/// The least pushes that any assignment of boxes to goals needs, each box by itself; `None`
/// where some box or goal is left over.
pub(crate) fn least_pushes(level: &Level) -> Option<u64> {
    let cells = Cells::new(level);
    if cells.boxes.len() != cells.goals.len() || !cells.sealed_parts_solved {
        return None;
    }
    let distances = PushDistances::new(&cells);
    least_assignment(cells.boxes.len(), |row, goal| {
        distances.to_goal(goal, cells.boxes[row])
    })
    .map(u64::from)
}
