//! The planner of seed 003: shortest plans within a number of steps, and the files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{Claim, Limits, Run, Silent, Stop};

use crate::encode::Encoding;
use crate::error::{Halt, SatError};
use crate::facts::{Facts, Measure};
use crate::search::{Call, Program, Search};
use crate::solver::{Answer, Embedded, Solver};
use crate::watch::Watch;
use crate::{Formula, Lit, happens, write};

/// Who solves the formulas.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Backend {
    /// The embedded solver.
    #[default]
    Embedded,
    /// CaDiCaL, built in.
    #[cfg(feature = "cadical")]
    Cadical,
    /// A program: MiniSat, CaDiCaL, Kissat or one that is called like them.
    External(PathBuf),
}

/// Files that are to hold the last formula.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Files {
    /// DIMACS, what a solver reads.
    pub input: Option<PathBuf>,
    /// The answer, in MiniSat's form.
    pub output: Option<PathBuf>,
    /// The formula with names.
    pub readable: Option<PathBuf>,
}

/// The planner.
///
/// ```
/// use kuraban_level::Level;
/// use kuraban_sat::{Planner, Status};
/// use kuraban_search::{Cancel, Limits, Run, Silent};
///
/// let level: Level = "######\n#+   #\n#$$$.#\n#.   #\n######".parse()?;
/// let clock = || std::time::Duration::ZERO;
/// let mut listener = Silent;
/// let mut run = Run::new(Limits::default(), Cancel::default(), &clock, &mut listener);
/// let outcome = Planner::default().plan(&level, &mut run)?;
/// let Status::Found { plan, shortest } = outcome.status else { panic!("there is a plan") };
/// assert_eq!((plan.len(), shortest), (13, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Planner {
    /// Which formula is written to files and given to an external solver. The embedded one is
    /// given whatever it solves fastest.
    pub encoding: Encoding,
    /// The most steps (with `push`: pushes) a plan may have.
    pub max_steps: u32,
    /// Whether any plan within the bound will do, instead of a shortest one.
    pub any: bool,
    /// Who solves.
    pub solver: Backend,
    /// Which files are written.
    pub files: Files,
}

impl Default for Planner {
    fn default() -> Self {
        Self {
            encoding: Encoding::Basic,
            max_steps: Self::MAX_STEPS,
            any: false,
            solver: Backend::Embedded,
            files: Files::default(),
        }
    }
}

/// What the planner came to.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// A plan, played by the referee.
    Found {
        /// Its steps.
        plan: Vec<Dir>,
        /// Whether it is proved that none is shorter (with `push`: has fewer pushes).
        shortest: bool,
    },
    /// There is no plan of at most so many steps. This says nothing about longer ones.
    NotWithin(u32),
    /// A limit was reached, or somebody cancelled.
    Stopped(Stop),
}

/// Answer and statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The answer.
    pub status: Status,
    /// Every call of a solver, in order.
    pub calls: Vec<Call>,
    /// The bound of the formula that the files hold, and of the last question.
    pub last_bound: u32,
    /// What a user should know about the files, in words.
    pub notes: Vec<String>,
}

impl Planner {
    /// Steps a plan may have if nothing else is said, as in seed 003.
    pub const MAX_STEPS: u32 = 50;
    /// For a first plan by pushes when any will do.
    const ANY_SHARE: Duration = Duration::from_secs(5);
    /// For doubting what an external program said.
    const DOUBT_SHARE: Duration = Duration::from_millis(500);

    /// Looks for a plan.
    pub fn plan(&self, level: &Level, run: &mut Run<'_>) -> Result<Outcome, SatError> {
        if level.rules() != Rules::Boxes {
            return Err(SatError::Rules);
        }
        if let Err(stop) = run.hold(Facts::estimate(level)) {
            let last_bound = self.max_steps;
            let status = Status::Stopped(stop);
            return Ok(Outcome { status, calls: vec![], last_bound, notes: vec![] });
        }
        let facts = Facts::new(level);
        let watch = Watch::new(run);
        let mut search = Search::new(level, &facts, &watch);
        match &self.solver {
            Backend::Embedded => self.embedded(&mut search),
            #[cfg(feature = "cadical")]
            Backend::Cadical => {
                search.cadical = true;
                self.embedded(&mut search)
            }
            Backend::External(path) => self.external(path, &mut search),
        }
    }

    pub(crate) fn measure(&self) -> Measure {
        if self.encoding == Encoding::Push { Measure::Pushes } else { Measure::Moves }
    }

    fn embedded(&self, search: &mut Search<'_, '_>) -> Result<Outcome, SatError> {
        let found = Search::stopped(self.search_embedded(search))?;
        let last = search.calls.last().map_or(self.max_steps, |call| call.bound);
        let (status, last_bound) = match found {
            Ok(Some((plan, shortest))) => {
                let bound = match self.measure() {
                    Measure::Moves => plan.len() as u32,
                    Measure::Pushes => last,
                };
                (Status::Found { plan, shortest }, bound)
            }
            Ok(None) => (Status::NotWithin(self.max_steps), self.max_steps),
            Err(stop) => (Status::Stopped(stop), last.min(self.max_steps)),
        };
        let mut outcome = Outcome { status, calls: vec![], last_bound, notes: vec![] };
        self.write_files(search, &mut outcome)?;
        outcome.calls = std::mem::take(&mut search.calls);
        Ok(outcome)
    }

    /// A plan and whether it is proved to be a shortest one.
    fn search_embedded(
        &self,
        search: &mut Search<'_, '_>,
    ) -> Result<Option<(Vec<Dir>, bool)>, Halt> {
        if self.measure() == Measure::Pushes {
            let plan = search.fewest_pushes(self.max_steps, None)?;
            return Ok(plan.map(|plan| (plan, true)));
        }
        let Some(least) = search.facts.lower_bound(Measure::Moves) else {
            return Ok(None);
        };
        search.watch.prove(Claim::Moves, least);
        if self.any && least <= self.max_steps {
            let plan = search.fewest_pushes(self.max_steps, Some(Self::ANY_SHARE))?;
            if let Some(plan) = plan.filter(|plan| plan.len() as u32 <= self.max_steps) {
                let shortest = plan.len() as u32 == least;
                return Ok(Some((plan, shortest)));
            }
        }
        let plan = search.fewest_moves(least, self.max_steps)?;
        Ok(plan.map(|plan| (plan, true)))
    }

    fn external(
        &self,
        path: &Path,
        search: &mut Search<'_, '_>,
    ) -> Result<Outcome, SatError> {
        let scratch = Scratch::new();
        let or_scratch = |given: &Option<PathBuf>, name: &str| {
            given.clone().unwrap_or_else(|| scratch.file(name))
        };
        search.program = Some(Program {
            path: path.into(),
            input: or_scratch(&self.files.input, "input.cnf"),
            output: or_scratch(&self.files.output, "output.cnf"),
        });
        let least = search.facts.lower_bound(self.measure());
        // Without any hope there is still one call, so that the files hold it.
        let mut bound = least.unwrap_or(self.max_steps).min(self.max_steps);
        let stride = if self.measure() == Measure::Pushes { 2 } else { 1 };
        let status = loop {
            match Search::stopped(search.exactly(self.encoding, bound, None))? {
                Ok(Some(plan)) => break Status::Found { plan, shortest: true },
                Ok(None) if bound + stride > self.max_steps => {
                    break Status::NotWithin(self.max_steps);
                }
                Ok(None) => bound += stride,
                Err(stop) => break Status::Stopped(stop),
            }
            let claim = if stride == 1 { Claim::Moves } else { Claim::Pushes };
            search.watch.prove(claim, bound);
        };
        if self.measure() == Measure::Moves {
            let unsatisfiable = match &status {
                Status::Found { .. } => bound.checked_sub(1),
                Status::NotWithin(bound) => Some(*bound),
                Status::Stopped(_) => None,
            };
            doubt(path, unsatisfiable.filter(|&bound| Some(bound) >= least), search)?;
        }
        if let Some(path) = &self.files.readable {
            let encoded =
                self.encoding.write(search.level, search.facts, bound, &search.islands);
            write_readable(encoded.formula(), path)?;
        }
        let calls = std::mem::take(&mut search.calls);
        Ok(Outcome { status, calls, last_bound: bound, notes: vec![] })
    }

    /// The files of a search with the embedded solver.
    fn write_files(
        &self,
        search: &Search<'_, '_>,
        outcome: &mut Outcome,
    ) -> Result<(), SatError> {
        if self.files == Files::default() {
            return Ok(());
        }
        let (level, facts) = (search.level, search.facts);
        let mut encoded =
            self.encoding.write(level, facts, outcome.last_bound, &search.islands);
        let note = format!(
            "this formula was written, not solved: its answer follows from the search, which \
             used other formulas of the same level (encoding {})",
            search.calls.last().map_or(self.encoding, |call| call.encoding)
        );
        encoded.formula_mut().remark(note.clone());
        outcome.notes.push(note);
        let formula = encoded.formula();
        if let Some(path) = &self.files.input {
            let mut text = Vec::new();
            write::dimacs(formula, &mut text).expect("writing to memory");
            write_file(path, &text)?;
        }
        if let Some(path) = &self.files.readable {
            write_readable(formula, path)?;
        }
        if let Some(path) = &self.files.output {
            let model = match &outcome.status {
                Status::Found { plan, .. } => {
                    // Where time counts pushes the solver finds the model by itself again.
                    let plan = (self.measure() == Measure::Moves).then_some(&plan[..]);
                    Some(model(level, formula, plan)?)
                }
                _ => None,
            };
            let known = !matches!(outcome.status, Status::Stopped(_));
            let mut text = Vec::new();
            write::answer(model.as_deref(), known, &mut text).expect("writing to memory");
            write_file(path, &text)?;
        }
        Ok(())
    }
}

/// Looks whether a program called formulas unsatisfiable that are not, as far as the embedded
/// solver finds out in a moment.
fn doubt(
    program: &Path,
    bound: Option<u32>,
    search: &mut Search<'_, '_>,
) -> Result<(), SatError> {
    search.program = None;
    let calls = search.calls.len();
    // A plan of `k` steps is one of `k + 2`: two bounds stand for all below.
    for bound in bound.into_iter().flat_map(|bound| [Some(bound), bound.checked_sub(1)]) {
        let Some(bound) = bound else { continue };
        let share = Some(Planner::DOUBT_SHARE);
        let plan = match search.exactly(Encoding::Move, bound, share) {
            Ok(plan) => plan,
            Err(Halt::Stop(_)) => None,
            Err(Halt::Error(error)) => return Err(error),
        };
        if let Some(plan) = plan {
            let what = format!("there is a plan of {} steps", plan.len());
            return Err(SatError::Wrong { program: program.into(), bound, what });
        }
    }
    search.calls.truncate(calls);
    Ok(())
}

/// The model of a formula that belongs to a plan: what happens is assumed, the rest follows.
fn model(
    level: &Level,
    formula: &Formula,
    plan: Option<&[Dir]>,
) -> Result<Vec<bool>, SatError> {
    let facts = plan.map_or(vec![], |plan| happens::assumptions(level, formula, plan));
    let clock = || Duration::ZERO;
    let mut listener = Silent;
    let mut run = Run::new(
        Limits::default(),
        kuraban_search::Cancel::default(),
        &clock,
        &mut listener,
    );
    let watch = Watch::new(&mut run);
    let mut solver = Embedded::new(&watch);
    solver.load(formula);
    if solver.solve(&facts)? != Answer::Satisfiable {
        let what = "the formula does not hold for the plan".into();
        let bound = plan.map_or(0, |plan| plan.len() as u32);
        return Err(SatError::Plan { bound, what });
    }
    Ok((1..=formula.variables() as i32)
        .map(|number| solver.value(Lit::new(number)))
        .collect())
}

pub(crate) fn write_file(path: &Path, text: &[u8]) -> Result<(), SatError> {
    fs::write(path, text).map_err(|error| SatError::Write { path: path.into(), error })
}

fn write_readable(formula: &Formula, path: &Path) -> Result<(), SatError> {
    let mut text = Vec::new();
    write::readable(formula, &mut text).expect("writing to memory");
    write_file(path, &text)
}

/// Names of temporary files; they are removed in the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("kuraban-{}-{number}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn file(&self, name: &str) -> PathBuf {
        // If this fails, writing the file fails too and is reported there.
        let _ = fs::create_dir_all(&self.0);
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Best effort: the folder may never have been made.
        let _ = fs::remove_dir_all(&self.0);
    }
}
