//! The search for the bound: formulas for rising numbers of steps until one has a model.

use std::path::PathBuf;
use std::time::Duration;

use kuraban_level::{Dir, Level};
use kuraban_search::{Claim, Stop};
use kuraban_verify::Solution;

use crate::encode::moves::Moves;
use crate::encode::{Encoded, Encoding, Island};
use crate::error::{Halt, SatError};
use crate::facts::Facts;
use crate::solver::{Answer, Embedded, External, Solver};
use crate::watch::{Pause, Watch};

/// One call of a SAT solver.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// How the formula was written.
    pub encoding: Encoding,
    /// Steps or pushes it speaks of.
    pub bound: u32,
    /// Variables.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// Conflicts of this call, where the solver tells.
    pub conflicts: Option<u64>,
    /// What it took, the writing of the formula included.
    pub seconds: f64,
    /// What the solver said: `sat`, `unsat`, `unknown`, or `error` where it went wrong.
    pub answer: &'static str,
}

/// An external program and where its files are.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) path: PathBuf,
    pub(crate) input: PathBuf,
    pub(crate) output: PathBuf,
}

/// What one bound came to.
#[derive(Debug)]
enum Step {
    Plan(Vec<Dir>),
    Nothing,
    OutOfShare,
}

/// Formulas of one level, solved one after the other.
pub(crate) struct Search<'s, 'r> {
    pub(crate) level: &'s Level,
    pub(crate) facts: &'s Facts,
    pub(crate) watch: &'s Watch<'s, 'r>,
    pub(crate) program: Option<Program>,
    #[cfg(feature = "cadical")]
    pub(crate) cadical: bool,
    pub(crate) calls: Vec<Call>,
    /// Loop formulas that models needed; they hold for every bound.
    pub(crate) islands: Vec<Island>,
}

impl<'s, 'r> Search<'s, 'r> {
    /// A search with the embedded solver.
    pub(crate) fn new(
        level: &'s Level,
        facts: &'s Facts,
        watch: &'s Watch<'s, 'r>,
    ) -> Self {
        Self {
            level,
            facts,
            watch,
            program: None,
            #[cfg(feature = "cadical")]
            cadical: false,
            calls: Vec::new(),
            islands: Vec::new(),
        }
    }

    /// A shortest plan of at least `from` and at most `to` steps. Below `from` there must be
    /// none.
    ///
    /// Every bound gets a fresh formula and a fresh solver. One growing formula, whose goal is
    /// assumed, keeps what was learnt but cannot know its horizon: with it Microban 1-25 took
    /// two to ten times as long on most levels.
    pub(crate) fn fewest_moves(
        &mut self,
        from: u32,
        to: u32,
    ) -> Result<Option<Vec<Dir>>, Halt> {
        for bound in from..=to {
            self.room_for(Encoding::Move, bound)?;
            let mut moves = Moves::new(self.facts, bound);
            moves.end_with_a_push();
            let encoded = Encoded::Move(moves);
            if let Step::Plan(plan) = self.solve(Encoding::Move, bound, encoded, None)? {
                return Ok(Some(plan));
            }
            self.watch.prove(Claim::Moves, bound + 1);
        }
        Ok(None)
    }

    /// A plan with the fewest pushes, at most `to`; `Ok(None)` also where `share` of the time
    /// was not enough.
    pub(crate) fn fewest_pushes(
        &mut self,
        to: u32,
        share: Option<Duration>,
    ) -> Result<Option<Vec<Dir>>, Halt> {
        let Some(mut bound) = self.facts.matching else { return Ok(None) };
        let ends = share.map(|share| self.watch.elapsed() + share);
        while bound <= to {
            let left = ends.map(|ends| ends.saturating_sub(self.watch.elapsed()));
            if left == Some(Duration::ZERO) {
                break;
            }
            self.room_for(Encoding::Push, bound)?;
            let encoded =
                Encoding::Push.write(self.level, self.facts, bound, &self.islands);
            match self.solve(Encoding::Push, bound, encoded, left)? {
                Step::Plan(plan) => return Ok(Some(plan)),
                Step::Nothing => bound += 2,
                Step::OutOfShare => break,
            }
            self.watch.prove(Claim::Pushes, bound);
        }
        Ok(None)
    }

    /// A plan by the formula that is exported for this encoding and bound.
    pub(crate) fn exactly(
        &mut self,
        encoding: Encoding,
        bound: u32,
        share: Option<Duration>,
    ) -> Result<Option<Vec<Dir>>, Halt> {
        self.room_for(encoding, bound)?;
        let encoded = encoding.write(self.level, self.facts, bound, &self.islands);
        match self.solve(encoding, bound, encoded, share)? {
            Step::Plan(plan) => Ok(Some(plan)),
            Step::Nothing | Step::OutOfShare => Ok(None),
        }
    }

    fn room_for(&self, encoding: Encoding, bound: u32) -> Result<(), Halt> {
        let bytes = encoding.estimate(self.level, self.facts, bound);
        self.watch.hold(bytes.saturating_add(self.facts.bytes()));
        self.watch.stop().map_or(Ok(()), |stop| Err(stop.into()))
    }

    /// Solves one formula; adds loop formulas while models need them.
    fn solve(
        &mut self,
        encoding: Encoding,
        bound: u32,
        mut encoded: Encoded<'_>,
        share: Option<Duration>,
    ) -> Result<Step, Halt> {
        let watch = self.watch;
        watch.at(bound, || format!("bound {bound}: {} clauses", encoded.formula().len()));
        watch.begin(share);
        let mut solver: Box<dyn Solver + '_> = match &self.program {
            #[cfg(feature = "cadical")]
            None if self.cadical => Box::new(crate::solver::Cadical::new(watch)),
            None => Box::new(Embedded::new(watch)),
            Some(it) => Box::new(External::new(&it.path, &it.input, &it.output, watch)),
        };
        let mut conflicts = 0;
        loop {
            let began = watch.elapsed();
            solver.load(encoded.formula());
            let answer = solver.solve(&[]);
            // Embedded solvers count on, programs begin anew.
            let total = solver.conflicts();
            let before = if self.program.is_some() { 0 } else { conflicts };
            conflicts = total.unwrap_or(0);
            self.calls.push(Call {
                encoding,
                bound,
                variables: encoded.formula().variables(),
                clauses: encoded.formula().len(),
                conflicts: total.map(|total| total - before),
                seconds: watch.elapsed().saturating_sub(began).as_secs_f64(),
                answer: answer.as_ref().map_or("error", |answer| answer.name()),
            });
            match answer? {
                Answer::Satisfiable => match encoded.plan(|lit| solver.value(lit)) {
                    Ok(plan) => return self.played(bound, &plan).map(Step::Plan),
                    Err(island) => {
                        let Encoded::Push(pushes) = &mut encoded else {
                            unreachable!("only `push` has islands")
                        };
                        pushes.add_island(&island);
                        self.islands.push(island);
                    }
                },
                Answer::Unsatisfiable => return Ok(Step::Nothing),
                Answer::Unknown(Pause::Share) => return Ok(Step::OutOfShare),
                Answer::Unknown(Pause::Stop(stop)) => return Err(stop.into()),
            }
        }
    }

    /// The plan, played by the referee.
    fn played(&self, bound: u32, plan: &[Dir]) -> Result<Vec<Dir>, Halt> {
        match Solution::check(self.level, plan) {
            Ok(solution) => Ok(solution.steps().iter().map(|step| step.dir).collect()),
            Err(refusal) => {
                let (steps, what) = (plan.to_vec(), refusal.to_string());
                Err(SatError::Plan { bound, steps, what }.into())
            }
        }
    }

    /// The stop behind a halt, if it is no error.
    pub(crate) fn stopped<T>(
        result: Result<T, Halt>,
    ) -> Result<Result<T, Stop>, SatError> {
        match result {
            Ok(value) => Ok(Ok(value)),
            Err(Halt::Stop(stop)) => Ok(Err(stop)),
            Err(Halt::Error(error)) => Err(error),
        }
    }
}
