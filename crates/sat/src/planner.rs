//! The planner of seed 003: shortest plans within a number of steps, and the files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{Claim, Run, Stop};

use crate::certificate::Trust;
use crate::encode::Encoding;
use crate::error::{Halt, SatError};
use crate::facts::{Facts, Measure};
use crate::files::Files;
use crate::search::{Call, Program, Search};
use crate::watch::Watch;

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
    /// A solver crashed or lied, or the planner is wrong; only from [`Planner::attempt`].
    Failed(String),
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
        self.plan_keeping(level, run, &mut Vec::new())
    }

    /// Looks for a plan, or certifies one; what a solver or the planner itself did wrong is an
    /// outcome too, so that the calls until then are not lost.
    pub fn attempt(
        &self,
        level: &Level,
        certificate: Option<(&Path, Trust)>,
        run: &mut Run<'_>,
    ) -> Result<Outcome, SatError> {
        let mut calls = Vec::new();
        let asked = match certificate {
            Some((folder, trust)) => self.certify(level, folder, trust, run),
            None => self.plan_keeping(level, run, &mut calls),
        };
        match asked {
            Err(error) if error.is_fault() => {
                let last_bound = calls.last().map_or(self.max_steps, |call| call.bound);
                let status = Status::Failed(error.to_string());
                Ok(Outcome { status, calls, last_bound, notes: vec![] })
            }
            other => other,
        }
    }

    /// Looks for a plan; after an error `calls` holds those that were made.
    fn plan_keeping(
        &self,
        level: &Level,
        run: &mut Run<'_>,
        calls: &mut Vec<Call>,
    ) -> Result<Outcome, SatError> {
        if level.rules() != Rules::Boxes {
            return Err(SatError::Rules);
        }
        let mut kept = Vec::new();
        if let Backend::External(path) = &self.solver {
            kept.push(("the solver", path.as_path()));
        }
        self.files.refuse_clashes(&kept)?;
        if let Err(stop) = run.hold(Facts::estimate(level)) {
            let last_bound = self.max_steps;
            let status = Status::Stopped(stop);
            return Ok(Outcome { status, calls: vec![], last_bound, notes: vec![] });
        }
        let facts = Facts::new(level);
        let watch = Watch::new(run);
        let mut search = Search::new(level, &facts, &watch);
        let planned = match &self.solver {
            Backend::Embedded => self.embedded(&mut search),
            #[cfg(feature = "cadical")]
            Backend::Cadical => {
                search.cadical = true;
                self.embedded(&mut search)
            }
            Backend::External(path) => self.external(path, &mut search),
        };
        match planned {
            Ok(mut outcome) => {
                if let Status::NotWithin(bound) = outcome.status {
                    search.watch.prove(self.claim(), bound.saturating_add(1));
                }
                outcome.calls = search.calls;
                Ok(outcome)
            }
            Err(error) => {
                *calls = search.calls;
                Err(error)
            }
        }
    }

    pub(crate) fn measure(&self) -> Measure {
        if self.encoding == Encoding::Push { Measure::Pushes } else { Measure::Moves }
    }

    fn claim(&self) -> Claim {
        match self.measure() {
            Measure::Moves => Claim::Moves,
            Measure::Pushes => Claim::Pushes,
        }
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
        if let Some(least) = least {
            search.watch.prove(self.claim(), least);
        }
        let bounds = self.bounds_to_ask(least);
        let mut last_bound = self.max_steps;
        let mut status = Status::NotWithin(self.max_steps);
        for bound in bounds {
            last_bound = bound;
            match Search::stopped(search.exactly(self.encoding, bound, None))? {
                Ok(Some(plan)) => {
                    let shortest = !self.asks_once() || Some(plan.len() as u32) == least;
                    status = Status::Found { plan, shortest };
                    break;
                }
                Ok(None) if self.asks_once() => {}
                Ok(None) => {
                    // All plans have an even or all an odd number of pushes.
                    let next = if self.encoding == Encoding::Push { 2 } else { 1 };
                    search.watch.prove(self.claim(), bound.saturating_add(next));
                }
                Err(stop) => {
                    status = Status::Stopped(stop);
                    break;
                }
            }
        }
        if self.measure() == Measure::Moves {
            let unsatisfiable = match &status {
                Status::Found { shortest: true, .. } => last_bound.checked_sub(1),
                Status::NotWithin(bound) => Some(*bound),
                _ => None,
            };
            doubt(path, unsatisfiable.filter(|&bound| Some(bound) >= least), search)?;
        }
        let mut outcome = Outcome { status, calls: vec![], last_bound, notes: vec![] };
        self.write_readable(search, &mut outcome)?;
        Ok(outcome)
    }

    /// Whether a program is asked for any plan at once. Pushes cannot be wasted in general, so
    /// "at most" is no single question for `push`.
    fn asks_once(&self) -> bool {
        self.any && self.measure() == Measure::Moves
    }

    /// The bounds an external program is asked about, in order. Without any hope there is still
    /// one, so that the files hold it.
    fn bounds_to_ask(&self, least: Option<u32>) -> Box<dyn Iterator<Item = u32>> {
        let most = self.max_steps;
        let least = least.unwrap_or(most).min(most);
        match (self.encoding, self.any) {
            (Encoding::Basic, true) => Box::new(std::iter::once(most)),
            // Exactly so many: a plan can be prolonged by two steps.
            (Encoding::Move, true) => Box::new((most.saturating_sub(1)..=most).rev()),
            (Encoding::Basic | Encoding::Move, false) => Box::new(least..=most),
            (Encoding::Push, _) => Box::new((least..=most).step_by(2)),
        }
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
