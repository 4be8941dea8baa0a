//! What a search may use now.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::drive::PROGRESS_EVERY;
use crate::{Account, Cancel, Claim, Clock, Fault, Limits, Stage, Stop};

/// What all turns of a run have in common: limits, cancel token, clock, and what is used up.
pub struct Run<'a> {
    limits: Limits,
    cancel: Cancel,
    clock: &'a dyn Clock,
    traces: bool,
    /// Expansions of all searches; counted only where they are limited.
    expanded: AtomicU64,
    /// Whether an expansion was refused. A search that ends with the last expansion allowed
    /// has not reached its limit.
    refused: AtomicBool,
    /// Nanoseconds of all threads; counted only where they are limited.
    cpu: AtomicU64,
    over: AtomicBool,
}

impl<'a> Run<'a> {
    /// A run that begins now, without a trace.
    pub fn new(limits: Limits, cancel: Cancel, clock: &'a dyn Clock) -> Self {
        Self {
            limits,
            cancel,
            clock,
            traces: false,
            expanded: AtomicU64::new(0),
            refused: AtomicBool::new(false),
            cpu: AtomicU64::new(0),
            over: AtomicBool::new(false),
        }
    }

    /// Sets whether searches write a trace.
    #[must_use]
    pub fn traced(mut self, traces: bool) -> Self {
        self.traces = traces;
        self
    }

    /// The token that stops this run.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// The limits of this run.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Time since the run began.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Bytes that all tables may take together.
    pub fn memory(&self) -> usize {
        self.limits.memory.unwrap_or(usize::MAX)
    }

    /// Ends the run now, as if it had been cancelled.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// The limit that was reached, if any. Looks at the clock.
    pub fn stop(&self) -> Option<Stop> {
        let Limits { time, cpu, .. } = self.limits;
        let used = || Duration::from_nanos(self.cpu.load(Ordering::Relaxed));
        if self.over.load(Ordering::Relaxed) || self.cancel.is_cancelled() {
            Some(Stop::Cancelled)
        } else if self.refused.load(Ordering::Relaxed) {
            Some(Stop::Nodes)
        } else if time.is_some_and(|limit| self.clock.elapsed() >= limit) {
            Some(Stop::Time)
        } else if cpu.is_some_and(|limit| used() >= limit) {
            Some(Stop::Cpu)
        } else {
            None
        }
    }

    /// Processor time of this thread, where it is limited and can be told.
    fn thread_cpu(&self) -> Duration {
        match self.limits.cpu {
            Some(_) => self.clock.thread_cpu().unwrap_or_default(),
            None => Duration::ZERO,
        }
    }
}

/// Does something with a turn that never ends: for tests, tools, and work that is bounded anyway.
pub fn without_limits<T>(work: impl FnOnce(&mut Turn<'_>) -> T) -> T {
    let stands_still = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &stands_still);
    work(&mut Turn::new(&run, u64::MAX, usize::MAX))
}

/// Why a search has to return.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Pause {
    /// The work of this turn is used up; there will be another turn.
    Turn,
    /// A limit of the run was reached.
    Stop(Stop),
    /// What was asked for does not fit into the memory of this search.
    Memory,
}

impl Pause {
    /// The stage of a search that cannot go on in this turn.
    pub fn stage(self) -> Stage {
        match self {
            Self::Turn | Self::Stop(_) => Stage::Working,
            Self::Memory => Stage::Full,
        }
    }
}

/// Something that a search tells on the way.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum News {
    /// No solution has less of this.
    Bound(Claim, u64),
    /// A line of the trace.
    Trace(String),
    /// A member of a race failed.
    Fault(Fault),
    /// What was done so far; for turns with a listener.
    Done(Account),
    /// Time goes by; for turns with a listener.
    Elapsed(Duration),
}

/// What a search may use now: work, time, memory.
///
/// Work is counted in units of about a microsecond of a usual machine. Searches price what
/// they do by constants, so the same turns do the same work on every machine. A turn also
/// checks the clock and the cancel token, so limits hold whatever the price.
///
/// A search asks before every expansion ([`Turn::expand`]), inside every long preparation
/// ([`Turn::spend`]), and before a table grows ([`Turn::hold`]).
pub struct Turn<'a> {
    run: &'a Run<'a>,
    work: u64,
    memory: usize,
    /// Work done beyond this turn.
    debt: u64,
    until_look: u64,
    /// Processor time of this thread that is counted already.
    counted: Duration,
    news: Vec<News>,
    ear: Option<Ear<'a>>,
}

/// Whoever listens to a long turn, and when the time was told last.
struct Ear<'a> {
    hear: &'a mut dyn FnMut(News),
    told: Duration,
}

impl<'a> Turn<'a> {
    /// Work between two checks of the clock. One check takes about 30 ns (measured).
    const LOOK_EVERY: u64 = 200;
    /// A turn ends when it holds this much news.
    const MOST_NEWS: usize = 4096;

    /// A turn of that much work. The tables of the search may take `memory` bytes.
    pub fn new(run: &'a Run<'a>, work: u64, memory: usize) -> Self {
        Self {
            run,
            work,
            memory,
            debt: 0,
            until_look: 0,
            counted: run.thread_cpu(),
            news: Vec::new(),
            ear: None,
        }
    }

    /// Passes news on at once instead of keeping it: for a turn that is a whole run.
    #[must_use]
    pub fn heard_by(mut self, hear: &'a mut dyn FnMut(News)) -> Self {
        self.ear = Some(Ear { hear, told: Duration::ZERO });
        self
    }

    /// Spends work. `Break`: keep what you have and return [`crate::Stage::Working`].
    #[inline]
    pub fn spend(&mut self, work: u64) -> ControlFlow<Pause> {
        if self.until_look < work {
            self.look()?;
            self.until_look = Self::LOOK_EVERY;
        }
        self.until_look = self.until_look.saturating_sub(work);
        if self.work == 0 {
            return Break(Pause::Turn);
        }
        self.work = self.work.saturating_sub(work);
        Continue(())
    }

    /// Spends the work of one expansion, and counts it. `Break`: do not expand; keep what you
    /// have and return [`crate::Stage::Working`].
    #[inline]
    pub fn expand(&mut self, work: u64) -> ControlFlow<Pause> {
        self.spend(work)?;
        self.count()
    }

    /// Counts an expansion whose work is spent already. `Break` where it is one too many.
    #[inline]
    pub fn count(&mut self) -> ControlFlow<Pause> {
        if let Some(limit) = self.run.limits.nodes {
            let expanded = self.run.expanded.fetch_add(1, Ordering::Relaxed);
            if expanded >= limit {
                self.run.expanded.store(limit, Ordering::Relaxed);
                self.run.refused.store(true, Ordering::Relaxed);
                return Break(Pause::Stop(Stop::Nodes));
            }
        }
        Continue(())
    }

    /// Spends work inside something that cannot be interrupted, beyond this turn if need
    /// be. `Break` only when the run is over and nobody wants the result any more.
    #[inline]
    pub fn overdraw(&mut self, work: u64) -> ControlFlow<Pause> {
        if self.until_look < work {
            if let Break(Pause::Stop(stop)) = self.look() {
                // Whoever asks next hears of it, too.
                self.until_look = 0;
                return Break(Pause::Stop(stop));
            }
            self.until_look = Self::LOOK_EVERY;
        }
        self.until_look = self.until_look.saturating_sub(work);
        self.debt += work.saturating_sub(self.work);
        self.work = self.work.saturating_sub(work);
        Continue(())
    }

    /// Looks at clock and cancel token now.
    pub fn look(&mut self) -> ControlFlow<Pause> {
        if self.run.limits.cpu.is_some() {
            let now = self.run.thread_cpu();
            let more = now.saturating_sub(self.counted).as_nanos() as u64;
            self.run.cpu.fetch_add(more, Ordering::Relaxed);
            self.counted = now;
        }
        if let Some(ear) = &mut self.ear {
            let elapsed = self.run.elapsed();
            if elapsed >= ear.told + PROGRESS_EVERY {
                ear.told = elapsed;
                (ear.hear)(News::Elapsed(elapsed));
            }
        }
        if let Some(stop) = self.run.stop() {
            return Break(Pause::Stop(stop));
        }
        if self.news.len() >= Self::MOST_NEWS {
            return Break(Pause::Turn);
        }
        Continue(())
    }

    /// Whether the tables of the search may take that many bytes in all. `Break`: do not
    /// grow; return [`crate::Stage::Full`].
    #[inline]
    pub fn hold(&self, bytes: usize) -> ControlFlow<Pause> {
        if bytes > self.memory { Break(Pause::Memory) } else { Continue(()) }
    }

    /// Bytes that the tables of the search may take.
    pub fn memory(&self) -> usize {
        self.memory
    }

    /// The work that was done beyond this turn.
    pub fn debt(&self) -> u64 {
        self.debt
    }

    /// The work that is left.
    pub fn left(&self) -> u64 {
        self.work
    }

    /// The run that this is a turn of.
    pub fn run(&self) -> &'a Run<'a> {
        self.run
    }

    /// Tells a proved lower bound.
    pub fn prove(&mut self, claim: Claim, at_least: u64) {
        self.tell(News::Bound(claim, at_least));
    }

    /// Whether a trace is wanted.
    #[inline]
    pub fn traces(&self) -> bool {
        self.run.traces
    }

    /// Tells one line of the trace, made only where it is wanted.
    #[inline]
    pub fn trace(&mut self, line: impl FnOnce() -> String) {
        if self.run.traces {
            self.tell(News::Trace(line()));
        }
    }

    /// Tells what was done so far, if this turn has a listener.
    pub fn done_so_far(&mut self, account: Account) {
        if self.ear.is_some() {
            self.tell(News::Done(account));
        }
    }

    /// Tells that a search within the search failed.
    pub fn fail(&mut self, fault: Fault) {
        self.tell(News::Fault(fault));
    }

    /// Tells anything.
    pub(crate) fn tell(&mut self, news: News) {
        match &mut self.ear {
            Some(ear) => (ear.hear)(news),
            None => self.news.push(news),
        }
    }

    /// Spends work that other turns have done for this one, in any thread.
    pub fn use_up(&mut self, work: u64) {
        self.debt += work.saturating_sub(self.work);
        self.work = self.work.saturating_sub(work);
        self.counted = self.run.thread_cpu();
    }

    /// Takes what was told.
    pub fn take_news(&mut self) -> Vec<News> {
        std::mem::take(&mut self.news)
    }

    /// Begins a part of this turn, in this thread, for a search within the search. Nothing of
    /// this turn may be used until [`Turn::take_back`].
    #[must_use]
    pub fn part(&self, work: u64, memory: usize) -> Turn<'a> {
        Turn { counted: self.counted, ..Turn::new(self.run, work.min(self.work), memory) }
    }

    /// Ends a part that was given that much work. This turn gets back the work it did not
    /// use, and passes on its news.
    pub fn take_back(&mut self, given: u64, mut part: Turn<'_>) {
        let used = given.min(self.work).saturating_sub(part.work);
        self.work -= used;
        self.debt += part.debt;
        self.counted = part.counted;
        for news in part.take_news() {
            self.tell(news);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_work_of_a_turn_is_used_up() {
        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let mut turn = Turn::new(&run, 10, usize::MAX);
        let count = (0..99).take_while(|_| turn.spend(3).is_continue()).count();
        assert_eq!((count, turn.spend(1)), (4, Break(Pause::Turn)));
    }

    #[test]
    fn expansions_are_counted_to_the_last_one() {
        let clock = || Duration::ZERO;
        let limits = Limits::default().nodes(5);
        let run = Run::new(limits, Cancel::default(), &clock);
        for expected in [3, 2, 0] {
            let mut turn = Turn::new(&run, 3, usize::MAX);
            let count = (0..99).take_while(|_| turn.expand(1).is_continue()).count();
            assert_eq!(count, expected);
        }
        assert_eq!(run.stop(), Some(Stop::Nodes));
    }

    #[test]
    fn time_and_cancel_are_seen_inside_a_turn() {
        let ticks = AtomicU64::new(0);
        let clock = || Duration::from_millis(ticks.fetch_add(1, Ordering::Relaxed));
        let limits = Limits::default().time(Duration::from_millis(20));
        let cancel = Cancel::default();
        let run = Run::new(limits, cancel.clone(), &clock);
        let mut turn = Turn::new(&run, u64::MAX, usize::MAX);
        let ended = (0..).find_map(|_| turn.spend(50).break_value());
        assert_eq!(ended, Some(Pause::Stop(Stop::Time)));
        cancel.cancel();
        assert_eq!(turn.spend(1_000), Break(Pause::Stop(Stop::Cancelled)));
    }

    #[test]
    fn what_cannot_be_left_is_owed() {
        let clock = || Duration::ZERO;
        let cancel = Cancel::default();
        let run = Run::new(Limits::default(), cancel.clone(), &clock);
        let mut turn = Turn::new(&run, 10, usize::MAX);
        assert!(turn.overdraw(25).is_continue() && turn.overdraw(5).is_continue());
        assert_eq!((turn.left(), turn.debt()), (0, 20));
        cancel.cancel();
        assert_eq!(turn.overdraw(999), Break(Pause::Stop(Stop::Cancelled)));
    }

    #[test]
    fn a_part_gives_back_what_it_did_not_use() {
        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let mut turn = Turn::new(&run, 100, usize::MAX);
        let mut part = turn.part(60, 1 << 20);
        assert!(part.spend(25).is_continue() && part.hold(1 << 21).is_break());
        part.prove(Claim::Moves, 7);
        turn.take_back(60, part);
        assert_eq!(turn.left(), 75);
        assert_eq!(turn.take_news(), [News::Bound(Claim::Moves, 7)]);
    }

    #[test]
    fn processor_time_is_added_up() {
        struct Busy(AtomicU64);
        impl Clock for Busy {
            fn elapsed(&self) -> Duration {
                Duration::ZERO
            }
            fn thread_cpu(&self) -> Option<Duration> {
                Some(Duration::from_millis(self.0.fetch_add(10, Ordering::Relaxed)))
            }
        }
        let clock = Busy(AtomicU64::new(5_000));
        let limits = Limits::default().cpu(Duration::from_millis(35));
        let run = Run::new(limits, Cancel::default(), &clock);
        let mut turn = Turn::new(&run, u64::MAX, usize::MAX);
        let looks = (0..99).take_while(|_| turn.look().is_continue()).count();
        assert_eq!((looks, run.stop()), (3, Some(Stop::Cpu)));
    }
}
