//! The planner: shortest plans within a number of steps, and the files.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{Account, Claim, Stop, Turn};

use crate::certificate::Trust;
use crate::encode::Encoding;
use crate::error::{Halt, SatError};
use crate::export::note_stop;
use crate::facts::{Facts, Measure, Survey};
use crate::files::Files;
use crate::ladder::{Call, Ladder, Program, stopped};
use crate::watch::{Pause, Watch};

/// Who solves the formulas.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum Backend {
    /// The embedded solver.
    #[default]
    Embedded,
    /// CaDiCaL, built in.
    #[cfg(feature = "cadical")]
    Cadical,
    /// A program: MiniSat, CaDiCaL, Kissat or one with the same command line.
    External(PathBuf),
}

/// The planner. It works in one turn, to the end of its run, however much work the turn
/// has. It tells the turn what it proves on the way.
///
/// ```
/// use kuraban_level::Level;
/// use kuraban_sat::{Planner, Status};
/// use kuraban_search::{Cancel, Limits, Run, Turn};
///
/// let level: Level = "######\n#+   #\n#$$$.#\n#.   #\n######".parse()?;
/// let clock = || std::time::Duration::ZERO;
/// let run = Run::new(Limits::default(), Cancel::default(), &clock);
/// let mut turn = Turn::new(&run, u64::MAX, run.memory());
/// let outcome = Planner::default().plan(&level, &mut turn)?;
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

/// The result of the planner.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// A plan, played by the referee.
    Found {
        /// Its steps.
        plan: Vec<Dir>,
        /// Whether it is proved that none is shorter (with `push`: has fewer pushes).
        shortest: bool,
    },
    /// There is no plan of at most that many steps. This says nothing about longer ones.
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
    /// Conflicts of the embedded solver, the bound and the bytes it came to.
    pub account: Account,
    /// What a user should know about the files, in words.
    pub notes: Vec<String>,
}

impl Planner {
    /// Steps a plan may have by default.
    pub const MAX_STEPS: u32 = 50;
    /// For a first plan by pushes when any will do.
    const ANY_SHARE: Duration = Duration::from_secs(5);
    /// Time for checking what an external program said.
    const DOUBT_SHARE: Duration = Duration::from_millis(500);

    /// Looks for a plan.
    pub fn plan(&self, level: &Level, turn: &mut Turn<'_>) -> Result<Outcome, SatError> {
        self.plan_keeping(level, turn, &mut Tried::default())
    }

    /// Looks for a plan, or certifies one; an error of a solver or of the planner itself is
    /// an outcome too, so the calls before it are not lost.
    pub fn attempt(
        &self,
        level: &Level,
        certificate: Option<(&Path, Trust)>,
        turn: &mut Turn<'_>,
    ) -> Result<Outcome, SatError> {
        let mut tried = Tried::default();
        let asked = match certificate {
            Some((folder, trust)) => self.certify(level, folder, trust, turn),
            None => self.plan_keeping(level, turn, &mut tried),
        };
        match asked {
            Err(error) if error.is_fault() => {
                let Tried { calls, account } = tried;
                let last_bound = calls.last().map_or(self.max_steps, |call| call.bound);
                let status = Status::Failed(error.to_string());
                Ok(Outcome { status, calls, last_bound, account, notes: vec![] })
            }
            other => other,
        }
    }

    /// Looks for a plan; after an error `tried` holds what was done.
    fn plan_keeping(
        &self,
        level: &Level,
        turn: &mut Turn<'_>,
        tried: &mut Tried,
    ) -> Result<Outcome, SatError> {
        if level.rules() != Rules::Boxes {
            return Err(SatError::Rules);
        }
        let mut kept = Vec::new();
        if let Backend::External(path) = &self.solver {
            kept.push(("the solver", path.as_path()));
        }
        self.files.refuse_clashes(&kept)?;
        let mut watch = Watch::new(turn);
        let facts = match survey(level, &mut watch) {
            Ok(facts) => facts,
            Err(stop) => {
                let mut outcome = Self::outcome(Status::Stopped(stop), self.max_steps);
                if self.files != Files::default() {
                    note_stop(Err(stop), &mut outcome);
                }
                outcome.account = watch.account();
                return Ok(outcome);
            }
        };
        let mut ladder = Ladder::new(Arc::new(level.clone()), facts);
        let planned = match &self.solver {
            Backend::Embedded => self.embedded(&mut ladder, &mut watch),
            #[cfg(feature = "cadical")]
            Backend::Cadical => {
                ladder.cadical = true;
                self.embedded(&mut ladder, &mut watch)
            }
            Backend::External(path) => self.external(path, &mut ladder, &mut watch),
        };
        match planned {
            Ok(mut outcome) => {
                if let Status::NotWithin(bound) = outcome.status {
                    watch.prove(self.claim(), bound.saturating_add(1));
                }
                outcome.calls = ladder.calls;
                outcome.account = watch.account();
                Ok(outcome)
            }
            Err(error) => {
                *tried = Tried { calls: ladder.calls, account: watch.account() };
                Err(error)
            }
        }
    }

    fn outcome(status: Status, last_bound: u32) -> Outcome {
        let account = Account::default();
        Outcome { status, calls: vec![], last_bound, account, notes: vec![] }
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

    fn embedded(
        &self,
        ladder: &mut Ladder,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Outcome, SatError> {
        let found = stopped(self.search_embedded(ladder, watch))?;
        let last = ladder.calls.last().map_or(self.max_steps, |call| call.bound);
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
        let mut outcome = Self::outcome(status, last_bound);
        self.write_files(ladder, watch, &mut outcome)?;
        Ok(outcome)
    }

    /// A plan and whether it is proved to be a shortest one.
    fn search_embedded(
        &self,
        ladder: &mut Ladder,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Option<(Vec<Dir>, bool)>, Halt> {
        if self.measure() == Measure::Pushes {
            let Some(mut bound) = ladder.facts.matching else { return Ok(None) };
            let plan = ladder.fewest_pushes(&mut bound, self.max_steps, None, watch)?;
            return Ok(plan.map(|plan| (plan, true)));
        }
        let Some(mut least) = ladder.facts.lower_bound(Measure::Moves) else {
            return Ok(None);
        };
        watch.prove(Claim::Moves, least);
        if self.any && least <= self.max_steps {
            let mut bound = ladder.facts.matching.unwrap_or(0);
            let share = Some(watch.share(Self::ANY_SHARE));
            let plan = ladder.fewest_pushes(&mut bound, self.max_steps, share, watch)?;
            if let Some(plan) = plan.filter(|plan| plan.len() as u32 <= self.max_steps) {
                let shortest = plan.len() as u32 == least;
                return Ok(Some((plan, shortest)));
            }
        }
        let plan = ladder.fewest_moves(&mut least, self.max_steps, watch)?;
        Ok(plan.map(|plan| (plan, true)))
    }

    fn external(
        &self,
        path: &Path,
        ladder: &mut Ladder,
        watch: &mut Watch<'_, '_>,
    ) -> Result<Outcome, SatError> {
        let scratch = Scratch::new();
        let or_scratch = |given: &Option<PathBuf>, name: &str| {
            given.clone().unwrap_or_else(|| scratch.file(name))
        };
        ladder.program = Some(Program {
            path: path.into(),
            input: or_scratch(&self.files.input, "input.cnf"),
            output: or_scratch(&self.files.output, "output.cnf"),
        });
        let least = ladder.facts.lower_bound(self.measure());
        if let Some(least) = least {
            watch.prove(self.claim(), least);
        }
        let bounds = self.bounds_to_ask(least);
        let mut last_bound = self.max_steps;
        let mut status = Status::NotWithin(self.max_steps);
        for bound in bounds {
            last_bound = bound;
            match stopped(ladder.exactly(self.encoding, bound, None, watch))? {
                Ok(Some(plan)) => {
                    let shortest = !self.asks_once() || Some(plan.len() as u32) == least;
                    status = Status::Found { plan, shortest };
                    break;
                }
                Ok(None) if self.asks_once() => {}
                Ok(None) => {
                    // All plans have an even or all an odd number of pushes.
                    let next = if self.encoding == Encoding::Push { 2 } else { 1 };
                    watch.prove(self.claim(), bound.saturating_add(next));
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
            let bound = unsatisfiable.filter(|&bound| Some(bound) >= least);
            doubt(path, bound, ladder, watch)?;
        }
        let mut outcome = Self::outcome(status, last_bound);
        self.write_readable(ladder, watch, &mut outcome)?;
        Ok(outcome)
    }

    /// Whether a program is asked for any plan at once. A plan cannot always waste pushes,
    /// so "at most" is no single question for `push`.
    fn asks_once(&self) -> bool {
        self.any && self.measure() == Measure::Moves
    }

    /// The bounds an external program is asked about, in order. Even in a hopeless case
    /// there is one, so that the files have a formula.
    fn bounds_to_ask(&self, least: Option<u32>) -> Box<dyn Iterator<Item = u32>> {
        let most = self.max_steps;
        let least = least.unwrap_or(most).min(most);
        match (self.encoding, self.any) {
            (Encoding::Basic, true) => Box::new(std::iter::once(most)),
            // Exactly that many: a plan can be extended by two steps.
            (Encoding::Move, true) => Box::new((most.saturating_sub(1)..=most).rev()),
            (Encoding::Basic | Encoding::Move, false) => Box::new(least..=most),
            (Encoding::Push, _) => Box::new((least..=most).step_by(2)),
        }
    }
}

/// What is known about a level, unless the run is over before that.
pub(crate) fn survey(
    level: &Level,
    watch: &mut Watch<'_, '_>,
) -> Result<Arc<Facts>, Stop> {
    watch.room_for(Facts::estimate(level));
    if let Some(Pause::Stop(stop)) = watch.pause() {
        return Err(stop);
    }
    Survey::new(level).finish(&mut |work| watch.spend(work)).map(Arc::new)
}

/// What was done before an error.
#[derive(Default)]
struct Tried {
    calls: Vec<Call>,
    account: Account,
}

/// Checks whether a program wrongly called formulas unsatisfiable, as far as the embedded
/// solver can tell in a moment.
fn doubt(
    program: &Path,
    bound: Option<u32>,
    ladder: &mut Ladder,
    watch: &mut Watch<'_, '_>,
) -> Result<(), SatError> {
    ladder.program = None;
    let calls = ladder.calls.len();
    // A plan of `k` steps can be extended to `k + 2`: two bounds stand for all below.
    for bound in bound.into_iter().flat_map(|bound| [Some(bound), bound.checked_sub(1)]) {
        let Some(bound) = bound else { continue };
        let share = Some(watch.share(Planner::DOUBT_SHARE));
        let plan = stopped(ladder.exactly(Encoding::Move, bound, share, watch))?;
        let plan = plan.unwrap_or_default();
        if let Some(plan) = plan {
            let what = format!("there is a plan of {} steps", plan.len());
            return Err(SatError::Wrong { program: program.into(), bound, what });
        }
    }
    ladder.calls.truncate(calls);
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
