//! Solves that run beside the requests.
//!
//! A job is one solve on a thread of its own. Whoever started it listens to its events or
//! asks about it from time to time; when nobody does any more, the job is cancelled. A job
//! keeps only its latest snapshot, so a slow listener never makes it wait or pile up
//! memory.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kuraban::{BestCell, Cancel, Figures, Report};
use serde::Serialize;
use tokio::sync::{Notify, Semaphore, oneshot, watch};

use crate::Limits;
use crate::error::ApiError;

/// What is known of a job.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Snapshot {
    /// `waiting`, `running` or `done`.
    pub(crate) state: &'static str,
    pub(crate) seconds: f64,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
    pub(crate) open: u64,
    pub(crate) depth: u64,
    pub(crate) bytes: usize,
    /// Proved lower bounds so far.
    pub(crate) lower_bound: BTreeMap<&'static str, u64>,
    /// The best solution so far.
    pub(crate) best: Option<Best>,
    /// How far a search over features has come.
    pub(crate) best_cell: Option<Cell>,
    /// The farthest position so far.
    pub(crate) farthest: Option<Place>,
    /// Where a solution is made shorter: its gains so far, and the best one as step letters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) gains: Vec<Gain>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) solution: Option<String>,
    /// The answer, when it is done.
    pub(crate) answer: Option<Arc<Done>>,
}

/// The counts of a solution on the way.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Best {
    pub(crate) moves: usize,
    pub(crate) pushes: usize,
}

/// A position: squares are `row * width + column` from zero.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Place {
    pub(crate) boxes: Vec<usize>,
    pub(crate) player: usize,
}

/// The best cell of a search over features.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Cell {
    /// The strategy that got this far.
    strategy: &'static str,
    /// Boxes packed for good; without a plan, boxes on the landmark.
    packed: usize,
    boxes: usize,
    regions: usize,
    /// Steps of the plan that are done, of `plan_steps`; null without a plan.
    plan_step: Option<usize>,
    plan_steps: Option<usize>,
}

impl From<BestCell> for Cell {
    fn from(cell: BestCell) -> Self {
        let BestCell { strategy, packed, boxes, regions, plan } = cell;
        let (plan_step, plan_steps) = plan.unzip();
        Self { strategy, packed, boxes, regions, plan_step, plan_steps }
    }
}

/// The end of a job.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Done {
    #[serde(flatten)]
    pub(crate) report: Report,
    /// The solution step by step, a line each.
    pub(crate) plan: Vec<String>,
    /// Names of the SAT planner's files that can be fetched.
    pub(crate) files: Vec<&'static str>,
    /// Further notes, in words.
    pub(crate) notes: Vec<String>,
    /// The figures of the solution that was to be made shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) before: Option<Figures>,
    /// No better solution differs from it by at most so many boxes at every moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stable: Option<usize>,
    /// The figures at the head of the goal that are proved least, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) least: Vec<&'static str>,
}

/// A better solution on the way.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Gain {
    pub(crate) seconds: f64,
    /// What found it.
    pub(crate) by: &'static str,
    #[serde(flatten)]
    pub(crate) figures: Figures,
}

/// One solve.
pub(crate) struct Job {
    pub(crate) id: String,
    pub(crate) cancel: Cancel,
    pub(crate) snapshot: watch::Sender<Snapshot>,
    /// Where its files are, to be removed with it.
    pub(crate) scratch: Option<PathBuf>,
    stop: Notify,
    listeners: AtomicUsize,
    seen: Mutex<Instant>,
}

impl Job {
    /// Stops the solve, also while it waits.
    pub(crate) fn stop(&self) {
        self.cancel.cancel();
        self.stop.notify_one();
    }

    pub(crate) fn is_done(&self) -> bool {
        self.snapshot.borrow().state == "done"
    }

    /// Somebody asked about it.
    pub(crate) fn touch(&self) {
        *lock(&self.seen) = Instant::now();
    }

    fn idle(&self) -> Duration {
        lock(&self.seen).elapsed()
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        if let Some(folder) = &self.scratch {
            // Best effort: there may be nothing in it.
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

/// A listener to a job; when the last one goes, the job ends.
pub(crate) struct Listening(Arc<Job>);

impl Listening {
    pub(crate) fn new(job: Arc<Job>) -> Self {
        job.listeners.fetch_add(1, Ordering::SeqCst);
        Self(job)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.0.touch();
        if self.0.listeners.fetch_sub(1, Ordering::SeqCst) == 1 && !self.0.is_done() {
            self.0.stop();
        }
    }
}

/// All jobs.
pub(crate) struct Jobs {
    known: Mutex<HashMap<String, Arc<Job>>>,
    slots: Arc<Semaphore>,
    limits: Limits,
}

/// Answers stay this long after the last question about them.
const KEPT: Duration = Duration::from_mins(5);
/// Stack size: room for deep recursion in engines.
const STACK: usize = 64 << 20;

impl Jobs {
    pub(crate) fn new(limits: Limits) -> Self {
        let slots = Arc::new(Semaphore::new(limits.running));
        Self { known: Mutex::default(), slots, limits }
    }

    /// Starts a job, or lets it wait for its turn. `work` gets the job and answers.
    pub(crate) fn start(
        &self,
        scratch: Option<PathBuf>,
        work: impl FnOnce(&Job) -> Done + Send + 'static,
    ) -> Result<Arc<Job>, ApiError> {
        let mut known = lock(&self.known);
        known.retain(|_, job| !job.is_done() || job.idle() < KEPT);
        let unfinished = known.values().filter(|job| !job.is_done()).count();
        if unfinished >= self.limits.unfinished {
            return Err(ApiError::busy(format!(
                "{unfinished} solves are running or waiting; try again when some are done"
            )));
        }
        let waiting = Snapshot { state: "waiting", ..Snapshot::default() };
        let job = Arc::new(Job {
            id: name(),
            cancel: Cancel::default(),
            snapshot: watch::Sender::new(waiting),
            scratch,
            stop: Notify::new(),
            listeners: AtomicUsize::new(0),
            seen: Mutex::new(Instant::now()),
        });
        known.insert(job.id.clone(), job.clone());
        tokio::spawn(run(job.clone(), self.slots.clone(), work));
        tokio::spawn(watch_over(job.clone(), self.limits.unattended));
        Ok(job)
    }

    pub(crate) fn find(&self, id: &str) -> Result<Arc<Job>, ApiError> {
        let job = lock(&self.known).get(id).cloned();
        let job =
            job.ok_or_else(|| ApiError::not_found("there is no such solve any more"))?;
        job.touch();
        Ok(job)
    }

    /// How many jobs run or wait.
    pub(crate) fn unfinished(&self) -> usize {
        lock(&self.known).values().filter(|job| !job.is_done()).count()
    }

    /// Stops everything.
    pub(crate) fn stop_all(&self) {
        for job in lock(&self.known).values() {
            job.stop();
        }
    }
}

/// Waits for a free slot, then works on a thread of its own.
async fn run(
    job: Arc<Job>,
    slots: Arc<Semaphore>,
    work: impl FnOnce(&Job) -> Done + Send + 'static,
) {
    let slot = tokio::select! {
        slot = slots.acquire_owned() => slot.ok(),
        () = job.stop.notified() => None,
    };
    if slot.is_none() {
        finish(&job, without_answer(Report::cancelled()));
        return;
    }
    job.snapshot.send_modify(|snapshot| snapshot.state = "running");
    let (send, receive) = oneshot::channel();
    let working = job.clone();
    let thread = std::thread::Builder::new()
        .name("solve".into())
        .stack_size(STACK)
        .spawn(move || drop(send.send(work(&working))));
    let done = match thread {
        Ok(_) => {
            receive.await.unwrap_or_else(|_| failed("the engine failed; that is a bug"))
        }
        Err(error) => failed(&format!("there is no thread for this solve: {error}")),
    };
    drop(slot);
    finish(&job, done);
}

/// The end of a job that has no answer.
pub(crate) fn failed(why: &str) -> Done {
    without_answer(Report::failed(why.to_owned()))
}

fn without_answer(report: Report) -> Done {
    let (plan, files, notes) = (vec![], vec![], vec![]);
    Done { report, plan, files, notes, before: None, stable: None, least: vec![] }
}

fn finish(job: &Job, done: Done) {
    job.touch();
    job.snapshot.send_modify(|snapshot| {
        snapshot.state = "done";
        snapshot.answer = Some(Arc::new(done));
    });
}

/// Stops a job that nobody has listened to or asked about for a while.
async fn watch_over(job: Arc<Job>, unattended: Duration) {
    while !job.is_done() {
        tokio::time::sleep(unattended / 4).await;
        if job.listeners.load(Ordering::SeqCst) == 0 && job.idle() > unattended {
            job.stop();
        }
    }
}

/// A name that cannot be guessed.
fn name() -> String {
    let random = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", random(), random())
}

/// The data behind these locks is whole after every statement, so a panic elsewhere is no harm.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_cell_has_one_form() {
        let cell = BestCell {
            strategy: "plan-near",
            packed: 17,
            boxes: 22,
            regions: 2,
            plan: Some((19, 26)),
        };
        let text = |cell| serde_json::to_string(&Cell::from(cell)).expect("plain data");
        assert_eq!(
            text(cell),
            r#"{"strategy":"plan-near","packed":17,"boxes":22,"regions":2,"plan_step":19,"plan_steps":26}"#
        );
        let landmark = text(BestCell { plan: None, ..cell });
        assert!(landmark.ends_with(r#""plan_step":null,"plan_steps":null}"#));
    }
}
