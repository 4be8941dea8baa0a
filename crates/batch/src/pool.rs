//! The local executor: workers that solve, and one thread that owns all files.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::ffi::OsString;
use std::fs;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use kuraban::{Cancel, Word, machine_threads};

use crate::attempt::{Attempt, tidy};
use crate::isolate::Crew;
use crate::place::{Listing, Place, who};
use crate::slots::{self, DEADLY, Slots};
use crate::worker::FULL;
use crate::{Error, LevelLine, Pass, Row, Run, Worker};

/// Room for the calls of a search, as a main thread has it.
const STACK: usize = 8 << 20;
/// A row that took longer is committed at once: losing it would hurt.
const DEAR: Duration = Duration::from_millis(100);
/// The files are looked after at least this often.
const TICK: Duration = Duration::from_millis(50);
/// Names are read again when they are older than this, and older than so many times what
/// reading them took.
const STALE: Duration = Duration::from_millis(100);
const SELDOM: u32 = 20;
/// Levels that wait for a worker, at least, besides two for each.
const AHEAD: usize = 32;

/// How to work on a run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// Levels that are solved side by side, each by one thread.
    pub threads: usize,
    /// Only these parts; those that are sealed cost nothing.
    pub parts: Option<Vec<usize>>,
    /// Work on parts that somebody else is at, too.
    pub forced: bool,
    /// Solve in processes of their own, one for each worker: this program with these arguments
    /// calls [`serve`](crate::serve). Only on Unix.
    pub isolate: Option<Vec<OsString>>,
    /// Rows are on the disk this long after they are known; zero is at once.
    pub sync: Duration,
    /// No longer than this.
    pub stop_after: Option<Duration>,
    /// Stops the work: what is known is committed, what is being solved is forgotten.
    pub cancel: Cancel,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            threads: machine_threads(),
            parts: None,
            forced: false,
            isolate: None,
            sync: Duration::from_secs(1),
            stop_after: None,
            cancel: Cancel::default(),
        }
    }
}

/// What happens, for hosts that show it.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// How far the run is; told some times a second.
    Progress(&'a Progress),
    /// A part has its name.
    Sealed {
        /// Which one.
        part: usize,
        /// Whether by us.
        first: bool,
    },
    /// A level is not tried again: it was being solved when several processes died.
    Deadly {
        /// Which one.
        n: u64,
    },
}

/// How far the run is. Only rows on the disk count.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Progress {
    /// Levels with a row on the disk.
    pub done: u64,
    /// All levels of the pass, or of the parts that were asked for.
    pub total: u64,
    /// Rows made by this call, by their status.
    pub by_status: BTreeMap<Word, u64>,
    /// Time since this call.
    pub elapsed: Duration,
    /// Time until the end, once something is known.
    pub eta: Option<Duration>,
    /// The level that has been at work longest, and for how long.
    pub slowest: Option<(u64, Duration)>,
    /// Parts that others are at, when nothing else is left.
    pub waiting_for: usize,
}

impl Progress {
    /// Rows made by this call that are on the disk.
    pub fn here(&self) -> u64 {
        self.by_status.values().sum()
    }
}

/// What a call of [`Run::run`] did.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct Summary {
    /// Whether all parts that were asked for are sealed.
    pub complete: bool,
    /// Rows made by this call.
    pub rows: u64,
    /// Rows that earlier attempts had left in parts that were not sealed.
    pub adopted: u64,
    /// All of these by their status.
    pub by_status: BTreeMap<Word, u64>,
}

impl Summary {
    /// What the next pass has come to.
    fn add(&mut self, next: Self) {
        self.complete = next.complete;
        self.rows += next.rows;
        self.adopted += next.adopted;
        for (status, count) in next.by_status {
            *self.by_status.entry(status).or_default() += count;
        }
    }

    /// Rows that tell of a bug or a crash.
    pub fn errors(&self) -> u64 {
        self.by_status.get("error").copied().unwrap_or_default()
    }
}

impl Run {
    /// Works on the last pass until it is complete, or until it is stopped. Any number of
    /// processes may do so at once: each takes parts that nobody is at. Parts of earlier passes
    /// that were damaged and put aside come first.
    pub fn run(
        &self,
        options: &Options,
        heard: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Summary, Error> {
        let mut mended = Summary::default();
        let earlier =
            self.description().passes.split_last().map_or(&[][..], |(_, all)| all);
        for pass in earlier.iter().filter(|_| options.parts.is_none()) {
            let done = self.until(pass).work(options, heard)?;
            let is_complete = done.complete;
            mended.add(done);
            if !is_complete {
                return Ok(mended);
            }
        }
        mended.add(self.work(options, heard)?);
        Ok(mended)
    }

    /// Works on the last pass.
    fn work(
        &self,
        options: &Options,
        heard: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Summary, Error> {
        for &part in options.parts.iter().flatten() {
            self.has_part(part)?;
        }
        // A complete run is left alone: names are read, and nothing else.
        let listing = self.list()?;
        let pass = self.description().last();
        let parts = options.parts.clone().unwrap_or_else(|| (0..pass.parts()).collect());
        if parts.iter().all(|&part| listing.is_sealed(part)) {
            if !listing.open.is_empty() {
                tidy(&self.place())?;
            }
            return Ok(Summary { complete: true, ..Summary::default() });
        }
        let stop = Cancel::default();
        let worker = Worker::new(self.description(), &stop)?;
        let place = self.place();
        let results = place.results();
        fs::create_dir_all(&results).map_err(Error::io("create", &results))?;
        let me = who();
        let threads = options.threads.max(1);
        let crew = options.isolate.as_deref();
        let crew =
            crew.map(|command| Crew::new(command, self.description(), &stop, threads));
        let crew = crew.transpose()?;
        // What cannot be started is told before anything is written.
        let members = (0..threads)
            .map(|worker| crew.as_ref().map(|crew| crew.start(worker)).transpose());
        let mut members = members.collect::<Result<Vec<_>, _>>()?.into_iter();
        let slots = Slots::make(&place, &me, threads)?;

        slots::bury(&place, pass.pass, &listing.slots)?;
        tidy(&place)?;
        let shared = Shared::new(threads, options.sync.is_zero());
        let total = parts.iter().map(|&part| pass.sizes[part]).sum();
        let mut keeper = Keeper {
            run: self,
            pass,
            options,
            shared: &shared,
            crashes: slots::crashes(&place, pass.pass),
            place,
            me,
            listed: Instant::now(),
            stale: STALE,
            sealed: parts.iter().filter(|&&part| listing.is_sealed(part)).count(),
            asked: parts.len(),
            todo: VecDeque::new(),
            busy: VecDeque::new(),
            open: BTreeMap::new(),
            listing,
            progress: Progress { total, ..Progress::default() },
            done_before: 0,
            summary: Summary::default(),
            started: Instant::now(),
            told: None,
        };
        keeper.sort_parts(&parts);
        keeper.spread_parts();
        let done = thread::scope(|scope| {
            for index in 0..threads {
                let (worker, slots, shared) = (&worker, &slots, &shared);
                let (crew, mut member) = (crew.as_ref(), members.next().flatten());
                let work = move || match crew {
                    None => shared.work(index, slots, worker, |line| worker.answer(line)),
                    Some(crew) => {
                        shared.work(index, slots, worker, |line| {
                            crew.answer(index, &mut member, line, worker)
                        });
                        crew.end(index, member);
                    }
                };
                let spawned =
                    thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work);
                if let Err(error) = spawned {
                    stop.cancel();
                    shared.close();
                    return Err(Error::io("start a thread for", keeper.run.folder())(
                        error,
                    ));
                }
            }
            let kept = keeper.keep(heard);
            // What is still being solved is forgotten.
            stop.cancel();
            crew.iter().for_each(Crew::stop);
            shared.close();
            kept
        });
        drop(slots);
        done?;
        if keeper.summary.complete {
            tidy(&keeper.place)?;
        }
        Ok(keeper.summary)
    }
}

/// A level that waits for a worker.
struct Task {
    part: usize,
    line: LevelLine,
    /// How often a process died over it.
    crashes: usize,
}

impl Task {
    /// Whether it may be this level that kills.
    const fn is_suspect(&self) -> bool {
        0 < self.crashes && self.crashes < DEADLY
    }
}

/// A row that waits to be written.
struct Done {
    part: usize,
    n: u64,
    line: Vec<u8>,
    status: Word,
}

/// What workers and the keeper of the files share.
struct Shared {
    state: Mutex<State>,
    /// Tasks have come, or there will be no more.
    tasks: Condvar,
    /// The keeper has something to do.
    keeper: Condvar,
    low: usize,
    /// Every row is to be on the disk at once.
    at_once: bool,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Task>,
    done: Vec<Done>,
    /// Bytes of the rows in `done`.
    bytes: usize,
    /// A row should be on the disk soon.
    urgent: bool,
    closed: bool,
    running: Vec<Option<(u64, Instant)>>,
    /// Workers without a level.
    idle: usize,
    /// Somebody is at a level that may kill. Of those only one is tried at a time: otherwise
    /// the others would be blamed with it.
    suspect: bool,
}

impl Shared {
    fn new(threads: usize, at_once: bool) -> Self {
        let state = State { running: vec![None; threads], ..State::default() };
        Self {
            state: Mutex::new(state),
            tasks: Condvar::new(),
            keeper: Condvar::new(),
            low: AHEAD.max(2 * threads),
            at_once,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        self.state().closed = true;
        self.tasks.notify_all();
    }

    /// The next level for a worker; `None` where there will be none.
    fn next(&self, index: usize) -> Option<Task> {
        let mut state = self.state();
        state.running[index] = None;
        loop {
            if state.closed {
                return None;
            }
            let busy = state.suspect;
            let next = state.queue.iter().position(|task| !(busy && task.is_suspect()));
            if let Some(task) = next.and_then(|next| state.queue.remove(next)) {
                state.suspect |= task.is_suspect();
                state.running[index] = Some((task.line.n, Instant::now()));
                if state.queue.len() == self.low / 2 {
                    self.keeper.notify_one();
                }
                return Some(task);
            }
            state.idle += 1;
            self.keeper.notify_one();
            state = self.tasks.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Solves levels until there are no more.
    fn work(
        &self,
        index: usize,
        slots: &Slots,
        worker: &Worker,
        mut answer: impl FnMut(&LevelLine) -> Option<Row>,
    ) {
        while let Some(task) = self.next(index) {
            let is_suspect = task.is_suspect();
            let Task { part, line, crashes } = task;
            let began = Instant::now();
            let row = if crashes >= DEADLY {
                worker.give_up(&line, crashes)
            } else {
                slots.set(index, line.n);
                match answer(&line) {
                    Some(row) => row,
                    None => continue,
                }
            };
            let bytes = row.line();
            if is_suspect {
                slots.clear(index);
            }
            let mut state = self.state();
            if is_suspect {
                state.suspect = false;
                self.tasks.notify_all();
            }
            state.bytes += bytes.len();
            let full = state.bytes >= FULL;
            // A level that seems to kill is settled before the next one is begun.
            let urgent = crashes > 0 || self.at_once || began.elapsed() >= DEAR;
            state.urgent |= urgent;
            state.done.push(Done { part, n: line.n, line: bytes, status: row.status });
            if urgent || full {
                self.keeper.notify_one();
            }
        }
    }
}

/// A part that is being worked on.
struct Open {
    attempt: Attempt,
    /// When its oldest row that is not on the disk became known.
    since: Option<Instant>,
    /// Rows that are not on the disk, by their status.
    waiting: Vec<Word>,
}

/// Owns all files; runs on the thread of the caller.
struct Keeper<'a> {
    run: &'a Run,
    pass: &'a Pass,
    options: &'a Options,
    shared: &'a Shared,
    place: Place,
    me: String,
    crashes: HashMap<u64, usize>,
    listing: Listing,
    listed: Instant,
    /// How long the names stay good.
    stale: Duration,
    /// Parts that are sealed, and that were asked for.
    sealed: usize,
    asked: usize,
    /// Parts to begin, and those that others are at.
    todo: VecDeque<usize>,
    busy: VecDeque<usize>,
    open: BTreeMap<usize, Open>,
    progress: Progress,
    /// Levels of sealed parts.
    done_before: u64,
    summary: Summary,
    started: Instant,
    told: Option<Instant>,
}

impl Keeper<'_> {
    /// Sets aside parts that are sealed or that others are at.
    fn sort_parts(&mut self, parts: &[usize]) {
        for &part in parts {
            if self.listing.is_sealed(part) {
                self.done_before += self.pass.sizes[part];
            } else if self.is_busy(part) {
                self.busy.push_back(part);
            } else {
                self.todo.push_back(part);
            }
        }
    }

    /// Brings parts that were begun to the front. The rest begins at some place of its own, so that
    /// processes that start together do not all take the same parts.
    fn spread_parts(&mut self) {
        let begun = |part: &usize| self.listing.open.contains_key(part);
        let (first, mut rest): (Vec<usize>, Vec<usize>) =
            self.todo.drain(..).partition(begun);
        if !rest.is_empty() {
            let some = RandomState::new().build_hasher().finish() as usize % rest.len();
            rest.rotate_left(some);
        }
        self.todo = first.into_iter().chain(rest).collect();
    }

    /// Whether somebody else is at a part.
    fn is_busy(&self, part: usize) -> bool {
        let others = self.listing.open.get(&part);
        !self.options.forced
            && others.is_some_and(|others| {
                others.iter().any(|who| *who != self.me && self.place.is_alive(who))
            })
    }

    fn keep(&mut self, heard: &mut dyn FnMut(&Event<'_>)) -> Result<(), Error> {
        loop {
            self.take_rows(heard)?;
            self.tell(heard, false);
            let late = self
                .options
                .stop_after
                .is_some_and(|most| self.started.elapsed() >= most);
            if late || self.options.cancel.is_cancelled() {
                break;
            }
            self.begin_parts(heard)?;
            if self.open.is_empty() && self.todo.is_empty() && self.busy.is_empty() {
                break;
            }
            let state = self.shared.state();
            let hungry =
                state.idle > 0 && !self.todo.is_empty() && state.queue.is_empty();
            if !hungry && !state.urgent && state.bytes < FULL {
                // Whatever happens in between is seen after a tick.
                let tick = TICK.min(self.options.sync.max(Duration::from_millis(1)));
                drop(self.shared.keeper.wait_timeout(state, tick));
            }
        }
        self.take_rows(heard)?;
        for part in self.open.keys().copied().collect::<Vec<_>>() {
            self.commit(part)?;
        }
        self.tell(heard, true);
        self.summary.complete = self.sealed == self.asked;
        Ok(())
    }

    /// Takes the rows that are known, commits those that are due, and seals what is complete.
    fn take_rows(&mut self, heard: &mut dyn FnMut(&Event<'_>)) -> Result<(), Error> {
        let (rows, urgent) = {
            let mut state = self.shared.state();
            state.bytes = 0;
            (std::mem::take(&mut state.done), std::mem::take(&mut state.urgent))
        };
        let now = Instant::now();
        for Done { part, n, line, status } in rows {
            let open = self.open.get_mut(&part).expect("rows are of open parts");
            open.attempt.add(n, &line);
            open.since.get_or_insert(now);
            open.waiting.push(status);
        }
        for part in self.open.keys().copied().collect::<Vec<_>>() {
            let open = &self.open[&part];
            if open.attempt.is_complete() {
                self.seal(part, heard)?;
            } else if open.since.is_some_and(|since| since.elapsed() >= self.options.sync)
                || open.attempt.waiting() >= FULL
                || urgent
            {
                self.commit(part)?;
            }
        }
        Ok(())
    }

    fn commit(&mut self, part: usize) -> Result<(), Error> {
        let open = self.open.get_mut(&part).expect("an open part");
        open.attempt.commit()?;
        open.since = None;
        for status in open.waiting.drain(..) {
            self.summary.rows += 1;
            *self.summary.by_status.entry(status.clone()).or_default() += 1;
            *self.progress.by_status.entry(status).or_default() += 1;
        }
        Ok(())
    }

    fn seal(
        &mut self,
        part: usize,
        heard: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Error> {
        self.commit(part)?;
        let Open { attempt, .. } = self.open.remove(&part).expect("an open part");
        let first = attempt.seal()?;
        self.sealed += 1;
        self.done_before += self.pass.sizes[part];
        heard(&Event::Sealed { part, first });
        Ok(())
    }

    /// Begins parts until there is enough to do.
    fn begin_parts(&mut self, heard: &mut dyn FnMut(&Event<'_>)) -> Result<(), Error> {
        let relist = self.listed.elapsed() >= self.stale
            || (self.todo.is_empty() && !self.busy.is_empty() && self.open.is_empty());
        if relist && !(self.todo.is_empty() && self.busy.is_empty()) {
            self.look_again()?;
        }
        while self.shared.state().queue.len() < self.shared.low {
            let Some(part) = self.todo.pop_front() else { break };
            if self.place.sealed(part).exists() {
                self.sealed += 1;
                self.done_before += self.pass.sizes[part];
            } else {
                self.begin(part, heard)?;
            }
        }
        Ok(())
    }

    /// Reads the names again: others may have sealed parts, begun some, or died.
    fn look_again(&mut self) -> Result<(), Error> {
        let began = Instant::now();
        self.listing = self.place.list()?;
        self.listed = Instant::now();
        self.stale = STALE.max(began.elapsed() * SELDOM);
        slots::bury(&self.place, self.pass.pass, &self.listing.slots)?;
        self.crashes = slots::crashes(&self.place, self.pass.pass);
        let parts: Vec<usize> = self.todo.drain(..).chain(self.busy.drain(..)).collect();
        self.sealed += parts.iter().filter(|&&part| self.listing.is_sealed(part)).count();
        self.sort_parts(&parts);
        Ok(())
    }

    fn begin(
        &mut self,
        part: usize,
        heard: &mut dyn FnMut(&Event<'_>),
    ) -> Result<(), Error> {
        let lines = self.run.part(part)?;
        let others = self.listing.open.get(&part).map_or(&[][..], Vec::as_slice);
        let (attempt, adopted) =
            Attempt::begin(&self.place, part, (&self.me, others), &lines)?;
        self.summary.adopted += adopted.len() as u64;
        for Row { status, .. } in adopted {
            *self.summary.by_status.entry(status).or_default() += 1;
        }
        let mut tasks: Vec<Task> = lines
            .into_iter()
            .filter(|line| !attempt.has(line.n))
            .map(|line| {
                let crashes = self.crashes.get(&line.n).copied().unwrap_or_default();
                Task { part, line, crashes }
            })
            .collect();
        // Levels that seem to kill come first, so that little is at stake.
        tasks.sort_by_key(|task| task.crashes == 0);
        for task in tasks.iter().filter(|task| task.crashes >= DEADLY) {
            heard(&Event::Deadly { n: task.line.n });
        }
        let open = Open { attempt, since: None, waiting: Vec::new() };
        self.open.insert(part, open);
        if tasks.is_empty() {
            return self.seal(part, heard);
        }
        self.shared.state().queue.extend(tasks);
        self.shared.tasks.notify_all();
        Ok(())
    }

    /// Tells how far the run is, not too often.
    fn tell(&mut self, heard: &mut dyn FnMut(&Event<'_>), last: bool) {
        /// Time between two tellings.
        const PAUSE: Duration = Duration::from_millis(100);
        if !last && self.told.is_some_and(|told| told.elapsed() < PAUSE) {
            return;
        }
        self.told = Some(Instant::now());
        let committed: u64 =
            self.open.values().map(|open| open.attempt.committed()).sum();
        let progress = &mut self.progress;
        progress.done = self.done_before + committed;
        progress.elapsed = self.started.elapsed();
        let here = progress.here();
        let rest = progress.total.saturating_sub(progress.done);
        // By the clock, as a busy machine is slower than its processors. The time of levels that
        // are being solved counts: those that take long tell that the rest will.
        progress.eta =
            (here > 0).then(|| progress.elapsed.mul_f64(rest as f64 / here as f64));
        let running = self.shared.state().running.clone();
        let oldest = running.into_iter().flatten().min_by_key(|&(_, since)| since);
        progress.slowest = oldest.map(|(n, since)| (n, since.elapsed()));
        let idle = self.open.is_empty() && self.todo.is_empty();
        progress.waiting_for = if idle { self.busy.len() } else { 0 };
        heard(&Event::Progress(progress));
    }
}
