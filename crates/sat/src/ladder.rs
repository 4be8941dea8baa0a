//! Formulas for rising numbers of steps, solved until one has a model.

use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::sync::Arc;

use kuraban_level::{Dir, Level};
use kuraban_search::{Claim, Stop};
use kuraban_verify::Solution;

use crate::encode::{Encoded, Encoding, Island};
use crate::error::{Halt, SatError};
use crate::facts::Facts;
use crate::solver::{Answer, Embedded, External, Solver};
use crate::watch::{Pause, Share, Watch};

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

/// How the wanted plans end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Ending {
    /// In any way: the formula is the one that is exported.
    Any,
    /// With a push, as every shortest plan does.
    Push,
}

/// The result of one bound.
#[derive(Debug)]
enum Step {
    Plan(Vec<Dir>),
    Nothing,
    OutOfShare,
}

/// Formulas of one level, solved one after the other.
///
/// Every long piece of work returns [`Halt::Turn`] when the turn is used up. Called again
/// with the same question, it goes on where it was.
pub(crate) struct Ladder {
    pub(crate) level: Arc<Level>,
    pub(crate) facts: Arc<Facts>,
    pub(crate) program: Option<Program>,
    #[cfg(feature = "cadical")]
    pub(crate) cadical: bool,
    /// Formulas with more clauses are not made.
    pub(crate) most_clauses: usize,
    pub(crate) calls: Vec<Call>,
    /// Loop formulas that models needed; they hold for every bound.
    pub(crate) islands: Vec<Island>,
    rung: Option<Rung>,
}

/// The formula that is worked on.
struct Rung {
    encoding: Encoding,
    bound: u32,
    encoded: Encoded,
    is_written: bool,
    solver: Option<Box<dyn Solver + Send>>,
    /// Conflicts and seconds of the calls before this one, and of this one so far.
    conflicts: u64,
    seconds: f64,
}

impl Ladder {
    /// With the embedded solver.
    pub(crate) fn new(level: Arc<Level>, facts: Arc<Facts>) -> Self {
        Self {
            level,
            facts,
            program: None,
            #[cfg(feature = "cadical")]
            cadical: false,
            most_clauses: usize::MAX,
            calls: Vec::new(),
            islands: Vec::new(),
            rung: None,
        }
    }

    /// A shortest plan of at least `bound` and at most `to` steps. Below `bound`, which rises
    /// while the search goes on, there must be none.
    ///
    /// Every bound gets a fresh formula and a fresh solver. A single growing formula, with
    /// the goal as an assumption, keeps what was learnt but does not know its horizon: with
    /// it Microban 1-25 took two to ten times as long on most levels.
    pub(crate) fn fewest_moves(
        &mut self,
        bound: &mut u32,
        to: u32,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Option<Vec<Dir>>, Halt> {
        while *bound <= to {
            let step = self.solve((Encoding::Move, *bound), Ending::Push, None, watch)?;
            if let Step::Plan(plan) = step {
                return Ok(Some(plan));
            }
            *bound += 1;
            watch.prove(Claim::Moves, *bound);
        }
        Ok(None)
    }

    /// A plan with the fewest pushes, at least `bound` and at most `to`; `Ok(None)` also where
    /// the share was not enough.
    pub(crate) fn fewest_pushes(
        &mut self,
        bound: &mut u32,
        to: u32,
        share: Option<Share>,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Option<Vec<Dir>>, Halt> {
        while *bound <= to && !share.is_some_and(|share| watch.is_over(share)) {
            match self.solve((Encoding::Push, *bound), Ending::Any, share, watch)? {
                Step::Plan(plan) => return Ok(Some(plan)),
                Step::Nothing => *bound += 2,
                Step::OutOfShare => break,
            }
            watch.prove(Claim::Pushes, *bound);
        }
        self.rung = None;
        Ok(None)
    }

    /// A plan by the formula that is exported for this encoding and bound.
    pub(crate) fn exactly(
        &mut self,
        encoding: Encoding,
        bound: u32,
        share: Option<Share>,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Option<Vec<Dir>>, Halt> {
        match self.solve((encoding, bound), Ending::Any, share, watch)? {
            Step::Plan(plan) => Ok(Some(plan)),
            Step::Nothing | Step::OutOfShare => Ok(None),
        }
    }

    /// Solves one formula.
    fn solve(
        &mut self,
        (encoding, bound): (Encoding, u32),
        ending: Ending,
        share: Option<Share>,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Step, Halt> {
        let mut rung = match self.rung.take() {
            Some(rung) => rung,
            None => self.begin(encoding, bound, watch)?,
        };
        let step = self.write(&mut rung, ending, watch).and_then(|()| {
            watch.begin(share);
            self.ask(&mut rung, watch)
        });
        watch.begin(None);
        if matches!(step, Err(Halt::Turn)) {
            self.rung = Some(rung);
        }
        step
    }

    fn begin(
        &self,
        encoding: Encoding,
        bound: u32,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Rung, Halt> {
        let bytes = encoding.estimate(&self.level, &self.facts, bound);
        watch.room_for(bytes.saturating_add(self.facts.bytes()));
        if let Some(pause) = watch.look() {
            return Err(pause.into());
        }
        let pace = &mut |work| watch.keep_on(work);
        match encoding.begin(&self.level, &self.facts, bound, &self.islands, pace) {
            Break(stop) => Err(stop.into()),
            Continue(encoded) => Ok(Rung {
                encoding,
                bound,
                encoded,
                is_written: false,
                solver: None,
                conflicts: 0,
                seconds: 0.0,
            }),
        }
    }

    /// Writes what is left of the formula.
    fn write(
        &self,
        rung: &mut Rung,
        ending: Ending,
        watch: &mut Watch<'_, '_>,
    ) -> Result<(), Halt> {
        while !rung.is_written {
            if let Some(pause) = watch.spend(1) {
                return Err(pause.into());
            }
            match rung.encoded.write_layer(&mut |work| watch.keep_on(work)) {
                Break(stop) => return Err(stop.into()),
                Continue(more) => rung.is_written = !more,
            }
            if rung.encoded.formula().len() > self.most_clauses {
                return Err(Halt::TooLarge(rung.bound));
            }
            if let (true, Ending::Push, Encoded::Move(moves)) =
                (rung.is_written, ending, &mut rung.encoded)
            {
                moves.end_with_a_push();
            }
            if rung.is_written {
                let (bound, clauses) = (rung.bound, rung.encoded.formula().len());
                watch.at(bound, || format!("bound {bound}: {clauses} clauses"));
                watch.hold(rung.encoded.formula().bytes() + self.facts.bytes());
            }
        }
        Ok(())
    }

    /// Has the formula solved.
    fn ask(&mut self, rung: &mut Rung, watch: &mut Watch<'_, '_>) -> Result<Step, Halt> {
        #[cfg(feature = "cadical")]
        if self.cadical && self.program.is_none() {
            return self.ask_solver(rung, &mut crate::solver::Cadical::new(), watch);
        }
        let mut solver = rung.solver.take().unwrap_or_else(|| match &self.program {
            None => Box::new(Embedded::new()),
            Some(it) => Box::new(External::new(&it.path, &it.input, &it.output)),
        });
        let step = self.ask_solver(rung, &mut *solver, watch);
        rung.solver = Some(solver);
        step
    }

    /// Has the formula solved; adds loop formulas while models need them.
    fn ask_solver(
        &mut self,
        rung: &mut Rung,
        solver: &mut dyn Solver,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Step, Halt> {
        loop {
            let began = watch.elapsed();
            let answer = match solver.load(rung.encoded.formula(), watch) {
                Some(pause) => Ok(Answer::Unknown(pause)),
                None => solver.solve(&[], watch),
            };
            rung.seconds += watch.elapsed().saturating_sub(began).as_secs_f64();
            if let Ok(Answer::Unknown(Pause::Turn)) = answer {
                return Err(Halt::Turn);
            }
            // Embedded solvers keep counting, programs count from zero.
            let total = solver.conflicts();
            let before = if self.program.is_some() { 0 } else { rung.conflicts };
            rung.conflicts = total.unwrap_or(0);
            self.calls.push(Call {
                encoding: rung.encoding,
                bound: rung.bound,
                variables: rung.encoded.formula().variables(),
                clauses: rung.encoded.formula().len(),
                conflicts: total.map(|total| total - before),
                seconds: std::mem::take(&mut rung.seconds),
                answer: answer.as_ref().map_or("error", |answer| answer.name()),
            });
            match answer? {
                Answer::Satisfiable => match rung.encoded.plan(|lit| solver.value(lit)) {
                    Ok(plan) => return self.played(rung.bound, &plan).map(Step::Plan),
                    Err(island) => {
                        let Encoded::Push(pushes) = &mut rung.encoded else {
                            unreachable!("only `push` has islands")
                        };
                        pushes.add_island(&island);
                        self.islands.push(island);
                    }
                },
                Answer::Unsatisfiable => return Ok(Step::Nothing),
                Answer::Unknown(Pause::Share) => return Ok(Step::OutOfShare),
                Answer::Unknown(pause) => return Err(pause.into()),
            }
        }
    }

    /// The plan, played by the referee.
    fn played(&self, bound: u32, plan: &[Dir]) -> Result<Vec<Dir>, Halt> {
        match Solution::check(&self.level, plan) {
            Ok(solution) => Ok(solution.steps().iter().map(|step| step.dir).collect()),
            Err(refusal) => {
                let (steps, what) = (plan.to_vec(), refusal.to_string());
                Err(SatError::Plan { bound, steps, what }.into())
            }
        }
    }
}

/// The stop behind a halt that is no error. Only for searches that have a single turn.
pub(crate) fn stopped<T>(result: Result<T, Halt>) -> Result<Result<T, Stop>, SatError> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(Halt::Stop(stop)) => Ok(Err(stop)),
        Err(Halt::Error(error)) => Err(error),
        Err(Halt::Turn | Halt::TooLarge(_)) => {
            unreachable!("neither turns nor clauses are limited")
        }
    }
}
