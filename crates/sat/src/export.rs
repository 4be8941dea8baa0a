//! Formulas on their way to files: after a search, or instead of one.

use std::io::Write;
use std::ops::ControlFlow::{Break, Continue};
use std::path::PathBuf;
use std::time::Duration;

use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{Cancel, Limits, Run, Stop, Turn};

use crate::encode::{Encoded, Encoding};
use crate::error::{Halt, SatError};
use crate::facts::Measure;
use crate::files::{write_file, write_to};
use crate::ladder::{Ladder, stopped};
use crate::planner::{Outcome, Planner, Status, survey};
use crate::solver::{Answer, Embedded, Solver};
use crate::watch::Watch;
use crate::{Files, Formula, Lit, happens, write};

/// The result of writing a formula without solving it.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Exported {
    /// Variables; zero where the formula was not even begun.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
    /// The files that were written.
    pub written: Vec<PathBuf>,
    /// The limit that ended it.
    pub stopped: Option<Stop>,
}

/// Which form of a formula goes to a stream.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// For programs.
    Dimacs,
    /// For people.
    Readable,
}

impl Form {
    fn write(self, formula: &Formula, mut out: &mut dyn Write) -> std::io::Result<()> {
        match self {
            Self::Dimacs => write::dimacs(formula, &mut out),
            Self::Readable => write::readable(formula, &mut out),
        }
    }
}

/// What holds for a formula whose loop formulas are added when models need them.
const LOOPS: &str = "loop formulas are here for small sets of squares only: no model means no \
    plan, but a model may reach squares in a circle; then the loop formula of that set is \
    missing, see docs/sat.md";

/// Time for writing the files beyond that of the search.
const GRACE: Duration = Duration::from_secs(2);

/// How long writing may go on after the search.
struct Rest<'r> {
    run: &'r Run<'r>,
    ends: Option<Duration>,
    /// Whether somebody cancelled before; only the time counts then.
    was_cancelled: bool,
}

impl<'r> Rest<'r> {
    /// Up to the limit of time, or [`GRACE`] where that is longer or the user is in a hurry.
    fn new(run: &'r Run<'r>) -> Self {
        let grace = run.elapsed() + GRACE;
        let was_cancelled = run.stop() == Some(Stop::Cancelled);
        let ends = if was_cancelled {
            Some(grace)
        } else {
            run.limits().time.map(|time| time.max(grace))
        };
        Self { run, ends, was_cancelled }
    }

    fn is_cancelled(&self) -> bool {
        !self.was_cancelled && self.run.stop() == Some(Stop::Cancelled)
    }

    fn stop(&self) -> Option<Stop> {
        if self.is_cancelled() {
            return Some(Stop::Cancelled);
        }
        self.ends.is_some_and(|ends| self.run.elapsed() >= ends).then_some(Stop::Time)
    }
}

impl Planner {
    /// Writes the formula of a bound to the files for formulas, and to `out` in the given
    /// form, without solving it.
    pub fn export(
        &self,
        level: &Level,
        bound: u32,
        out: Option<(Form, &mut dyn Write)>,
        turn: &mut Turn<'_>,
    ) -> Result<Exported, SatError> {
        if level.rules() != Rules::Boxes {
            return Err(SatError::Rules);
        }
        self.files.refuse_clashes(&[])?;
        let mut exported = Exported::default();
        match stopped(self.export_until(level, bound, out, turn, &mut exported))? {
            Ok(()) => {}
            Err(stop) => exported.stopped = Some(stop),
        }
        Ok(exported)
    }

    fn export_until(
        &self,
        level: &Level,
        bound: u32,
        out: Option<(Form, &mut dyn Write)>,
        turn: &mut Turn<'_>,
        exported: &mut Exported,
    ) -> Result<(), Halt> {
        let watch = &mut Watch::new(turn);
        let facts = survey(level, watch)?;
        watch.room_for(self.encoding.estimate(level, &facts, bound));
        if let Some(stop) = watch.stop() {
            return Err(stop.into());
        }
        let pace = &mut |work| watch.keep_on(work);
        let mut encoded = match self.encoding.write_at(level, &facts, bound, &[], pace) {
            Continue(encoded) => encoded,
            Break(stop) => return Err(stop.into()),
        };
        self.warn_of_loops(&mut encoded);
        let run = watch.run();
        let formula = encoded.formula();
        (exported.variables, exported.clauses) = (formula.variables(), formula.len());
        let files =
            [(Form::Dimacs, &self.files.input), (Form::Readable, &self.files.readable)];
        for (form, path) in files {
            let Some(path) = path else { continue };
            write_file(path, &|| run.stop(), |out| form.write(formula, out))?;
            exported.written.push(path.clone());
        }
        match out {
            Some((form, out)) => {
                write_to(out, &|| run.stop(), |out| form.write(formula, out))
            }
            None => Ok(()),
        }
    }

    /// Says in the header of a `push` formula what a reader must know who solves it alone.
    fn warn_of_loops(&self, encoded: &mut Encoded) {
        if self.encoding == Encoding::Push {
            encoded.formula_mut().remark(LOOPS.to_owned());
        }
    }

    /// The files of a search with the embedded solver.
    pub(crate) fn write_files(
        &self,
        ladder: &Ladder,
        watch: &Watch<'_, '_>,
        outcome: &mut Outcome,
    ) -> Result<(), SatError> {
        if self.files == Files::default() {
            return Ok(());
        }
        let rest = Rest::new(watch.run());
        let written = self.write_files_until(ladder, outcome, &rest);
        note_stop(stopped(written)?, outcome);
        Ok(())
    }

    fn write_files_until(
        &self,
        ladder: &Ladder,
        outcome: &mut Outcome,
        rest: &Rest<'_>,
    ) -> Result<(), Halt> {
        let mut encoded = self.encode_last(ladder, outcome, rest)?;
        let why = match ladder.calls.last() {
            None => "no formula had to be solved".to_owned(),
            Some(call) => {
                format!(
                    "the search used others of this level (encoding {})",
                    call.encoding
                )
            }
        };
        let note = format!(
            "this formula was written, not solved; its answer follows from the search: {why}"
        );
        encoded.formula_mut().remark(note.clone());
        self.warn_of_loops(&mut encoded);
        outcome.notes.push(note);
        let formula = encoded.formula();
        let files =
            [(Form::Dimacs, &self.files.input), (Form::Readable, &self.files.readable)];
        for (form, path) in files {
            let Some(path) = path else { continue };
            write_file(path, &|| rest.stop(), |out| form.write(formula, out))?;
        }
        let Some(path) = &self.files.output else { return Ok(()) };
        let (model, known) = match &outcome.status {
            Status::Found { plan, .. } => {
                // Where time counts pushes the solver finds the model by itself again.
                let plan = (self.measure() == Measure::Moves).then_some(&plan[..]);
                let model = model(&ladder.level, formula, plan, rest)?;
                if model.is_none() {
                    let note = "there was no time to write the model of the plan";
                    outcome.notes.push(note.into());
                }
                let known = model.is_some();
                (model, known)
            }
            Status::NotWithin(_) => (None, true),
            Status::Stopped(_) | Status::Failed(_) => (None, false),
        };
        write_file(path, &|| rest.stop(), |mut out| {
            write::answer(model.as_deref(), known, &mut out)
        })
    }

    /// The readable file of a search with a program, which has the others already.
    pub(crate) fn write_readable(
        &self,
        ladder: &Ladder,
        watch: &Watch<'_, '_>,
        outcome: &mut Outcome,
    ) -> Result<(), SatError> {
        let Some(path) = &self.files.readable else { return Ok(()) };
        let rest = Rest::new(watch.run());
        let written = self.encode_last(ladder, outcome, &rest).and_then(|mut encoded| {
            self.warn_of_loops(&mut encoded);
            let formula = encoded.formula();
            write_file(path, &|| rest.stop(), |out| Form::Readable.write(formula, out))
        });
        note_stop(stopped(written)?, outcome);
        Ok(())
    }

    fn encode_last(
        &self,
        ladder: &Ladder,
        outcome: &Outcome,
        rest: &Rest<'_>,
    ) -> Result<Encoded, Halt> {
        let Ladder { level, facts, islands, .. } = ladder;
        let bound = outcome.last_bound;
        if self.encoding.estimate(level, facts, bound) > rest.run.memory() {
            return Err(Stop::Memory.into());
        }
        let mut work = 0;
        let pace = &mut |more| {
            work += more;
            // A look now and then is enough.
            let stop = if work > 1000 { rest.stop() } else { None };
            work %= 1001;
            stop.map_or(Continue(()), Break)
        };
        match self.encoding.write_at(level, facts, bound, islands, pace) {
            Continue(encoded) => Ok(encoded),
            Break(stop) => Err(stop.into()),
        }
    }
}

pub(crate) fn note_stop(written: Result<(), Stop>, outcome: &mut Outcome) {
    if let Err(stop) = written {
        let why = match stop {
            Stop::Cancelled => "you stopped it".to_owned(),
            limit => format!("the limit of {} does not allow it", limit.name()),
        };
        let bound = outcome.last_bound;
        outcome.notes =
            vec![format!("the files for bound {bound} were not all written: {why}")];
    }
}

/// The model of a formula for a given plan: the plan's actions are assumed, the rest
/// follows. `None` where there is no time for it.
fn model(
    level: &Level,
    formula: &Formula,
    plan: Option<&[Dir]>,
    rest: &Rest<'_>,
) -> Result<Option<Vec<bool>>, SatError> {
    let facts = plan.map_or(vec![], |plan| happens::assumptions(level, formula, plan));
    let cancel = Cancel::default();
    let clock = || {
        if rest.is_cancelled() {
            cancel.cancel();
        }
        rest.run.elapsed()
    };
    let limits = Limits::default()
        .time(rest.ends.unwrap_or(Duration::MAX))
        .memory(rest.run.memory());
    let run = Run::new(limits, cancel.clone(), &clock);
    let mut turn = Turn::new(&run, u64::MAX, run.memory());
    let watch = &mut Watch::new(&mut turn);
    let mut solver = Embedded::new();
    if solver.load(formula, watch).is_some() {
        return Ok(None);
    }
    match solver.solve(&facts, watch)? {
        Answer::Satisfiable => Ok(Some(
            (1..=formula.variables() as i32)
                .map(|number| solver.value(Lit::new(number)))
                .collect(),
        )),
        Answer::Unknown(_) => Ok(None),
        Answer::Unsatisfiable => {
            let what = "the formula does not hold for the plan".into();
            let steps = plan.map_or(vec![], <[Dir]>::to_vec);
            Err(SatError::Plan { bound: steps.len() as u32, steps, what })
        }
    }
}
