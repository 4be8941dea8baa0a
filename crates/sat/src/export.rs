//! Formulas on their way to files: after a search, or instead of one.

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{Cancel, Limits, Run, Silent, Stop};

use crate::encode::Encoded;
use crate::error::{Halt, SatError};
use crate::facts::{Facts, Measure};
use crate::files::{write_file, write_to};
use crate::planner::{Outcome, Planner, Status};
use crate::search::Search;
use crate::solver::{Answer, Embedded, Solver};
use crate::watch::Watch;
use crate::{Files, Formula, Lit, happens, write};

/// What writing a formula without solving it came to.
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

/// What writing the files may take beyond the time of the search.
const GRACE: Duration = Duration::from_secs(2);

/// How long writing may go on after the search.
struct Rest<'s, 'r> {
    watch: &'s Watch<'s, 'r>,
    ends: Option<Duration>,
    cancel: Option<Cancel>,
    memory: Option<usize>,
}

impl<'s, 'r> Rest<'s, 'r> {
    /// Up to the limit of time, or [`GRACE`] where that is longer or the user is in a hurry.
    fn new(watch: &'s Watch<'s, 'r>) -> Self {
        let (limits, cancel) = watch.limits();
        let grace = watch.elapsed() + GRACE;
        let (ends, cancel) = if cancel.is_cancelled() {
            (Some(grace), None)
        } else {
            (limits.time.map(|time| time.max(grace)), Some(cancel))
        };
        Self { watch, ends, cancel, memory: limits.memory }
    }

    fn stop(&self) -> Option<Stop> {
        if self.cancel.as_ref().is_some_and(Cancel::is_cancelled) {
            return Some(Stop::Cancelled);
        }
        self.ends.is_some_and(|ends| self.watch.elapsed() >= ends).then_some(Stop::Time)
    }
}

impl Planner {
    /// Writes the formula of a bound to the files for formulas, and to `out` in the form that
    /// is said there, without solving it.
    pub fn export(
        &self,
        level: &Level,
        bound: u32,
        out: Option<(Form, &mut dyn Write)>,
        run: &mut Run<'_>,
    ) -> Result<Exported, SatError> {
        if level.rules() != Rules::Boxes {
            return Err(SatError::Rules);
        }
        self.files.refuse_clashes(&[])?;
        let mut exported = Exported::default();
        match Search::stopped(self.export_until(level, bound, out, run, &mut exported))? {
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
        run: &mut Run<'_>,
        exported: &mut Exported,
    ) -> Result<(), Halt> {
        run.hold(Facts::estimate(level))?;
        let facts = Facts::new(level);
        let watch = Watch::new(run);
        watch.hold(self.encoding.estimate(level, &facts, bound));
        if let Some(stop) = watch.stop() {
            return Err(stop.into());
        }
        let encoded = self.encoding.write(level, &facts, bound, &[]);
        let formula = encoded.formula();
        (exported.variables, exported.clauses) = (formula.variables(), formula.len());
        let files =
            [(Form::Dimacs, &self.files.input), (Form::Readable, &self.files.readable)];
        for (form, path) in files {
            let Some(path) = path else { continue };
            write_file(path, &|| watch.stop(), |out| form.write(formula, out))?;
            exported.written.push(path.clone());
        }
        match out {
            Some((form, out)) => {
                write_to(out, &|| watch.stop(), |out| form.write(formula, out))
            }
            None => Ok(()),
        }
    }

    /// The files of a search with the embedded solver.
    pub(crate) fn write_files(
        &self,
        search: &Search<'_, '_>,
        outcome: &mut Outcome,
    ) -> Result<(), SatError> {
        if self.files == Files::default() {
            return Ok(());
        }
        let rest = Rest::new(search.watch);
        let written = self.write_files_until(search, outcome, &rest);
        note_stop(Search::stopped(written)?, outcome);
        Ok(())
    }

    fn write_files_until(
        &self,
        search: &Search<'_, '_>,
        outcome: &mut Outcome,
        rest: &Rest<'_, '_>,
    ) -> Result<(), Halt> {
        let mut encoded = self.encode_last(search, outcome, rest)?;
        let why = match search.calls.last() {
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
                let model = model(search.level, formula, plan, rest)?;
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
        search: &Search<'_, '_>,
        outcome: &mut Outcome,
    ) -> Result<(), SatError> {
        let Some(path) = &self.files.readable else { return Ok(()) };
        let rest = Rest::new(search.watch);
        let written = self.encode_last(search, outcome, &rest).and_then(|encoded| {
            let formula = encoded.formula();
            write_file(path, &|| rest.stop(), |out| Form::Readable.write(formula, out))
        });
        note_stop(Search::stopped(written)?, outcome);
        Ok(())
    }

    fn encode_last<'s>(
        &self,
        search: &Search<'s, '_>,
        outcome: &Outcome,
        rest: &Rest<'_, '_>,
    ) -> Result<Encoded<'s>, Halt> {
        let (level, facts, bound) = (search.level, search.facts, outcome.last_bound);
        let bytes = self.encoding.estimate(level, facts, bound);
        if rest.memory.is_some_and(|memory| bytes > memory) {
            return Err(Stop::Memory.into());
        }
        Ok(self.encoding.write(level, facts, bound, &search.islands))
    }
}

fn note_stop(written: Result<(), Stop>, outcome: &mut Outcome) {
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

/// The model of a formula that belongs to a plan: what happens is assumed, the rest follows.
/// `None` where there is no time for it.
fn model(
    level: &Level,
    formula: &Formula,
    plan: Option<&[Dir]>,
    rest: &Rest<'_, '_>,
) -> Result<Option<Vec<bool>>, SatError> {
    let facts = plan.map_or(vec![], |plan| happens::assumptions(level, formula, plan));
    let clock = || rest.watch.elapsed();
    let mut listener = Silent;
    let limits = Limits { time: rest.ends, nodes: None, memory: rest.memory };
    let cancel = rest.cancel.clone().unwrap_or_default();
    let mut run = Run::new(limits, cancel, &clock, &mut listener);
    let watch = Watch::new(&mut run);
    let mut solver = Embedded::new(&watch);
    solver.load(formula);
    match solver.solve(&facts)? {
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
