//! Solves that run beside the requests.
//!
//! A job is one solve on a thread of its own. Whoever started it listens to its events or
//! asks about it from time to time; when nobody does any more, the job is cancelled. A job
//! keeps only its latest snapshot, so a slow listener never makes it wait or pile up
//! memory.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use kuraban::Cancel;
use kuraban_api::{Done, Follower, Kind, Refusal, Snapshot};
use tokio::sync::{Notify, Semaphore, oneshot, watch};

use crate::Limits;

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

impl Follower for Job {
    fn change(&self, change: &mut dyn FnMut(&mut Snapshot)) {
        self.snapshot.send_modify(|snapshot| change(snapshot));
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
    ) -> Result<Arc<Job>, Refusal> {
        let mut known = lock(&self.known);
        known.retain(|_, job| !job.is_done() || job.idle() < KEPT);
        let unfinished = known.values().filter(|job| !job.is_done()).count();
        if unfinished >= self.limits.unfinished {
            return Err(Refusal::new(
                Kind::Busy,
                format!(
                    "{unfinished} solves are running or waiting; try again when some are done"
                ),
            ));
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

    pub(crate) fn find(&self, id: &str) -> Result<Arc<Job>, Refusal> {
        let job = lock(&self.known).get(id).cloned();
        let job =
            job.ok_or_else(|| Refusal::not_found("there is no such solve any more"))?;
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
        finish(&job, Done::cancelled());
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
        Ok(_) => receive
            .await
            .unwrap_or_else(|_| Done::failed("the engine failed; that is a bug")),
        Err(error) => {
            Done::failed(&format!("there is no thread for this solve: {error}"))
        }
    };
    drop(slot);
    finish(&job, done);
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
