//! `kuraban bench`: every engine on every level, every solution replayed, everything recorded
//! as soon as it is known.

mod cactus;
mod compare;
mod record;
mod rising;
mod rows;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use kuraban::{Cancel, Clock as _, Entry, Report, Solver, SystemClock, identity};

use crate::args::{Bench, BenchAction};
use crate::input::{self, Next};
use crate::say::{self, tell};
use crate::words::{columns, narrow};
use crate::{diagnose, exit, files, interrupt};
use record::Record;
use rising::Rising;
pub(crate) use rows::{Key, Row, Settings};

/// Times below a millisecond count as one.
pub(crate) const LEAST: f64 = 0.001;
/// Room for the calls of a search, as the main thread has it.
const STACK: usize = 8 << 20;

/// One engine on one level.
struct Task {
    key: Key,
    entry: Entry,
}

/// What is known so far.
struct Known {
    rows: BTreeMap<Key, Row>,
    record: Option<Record>,
    code: u8,
    /// Why nothing more can be recorded.
    error: Option<io::Error>,
}

pub(crate) fn run(command: &Bench, out: &mut impl Write) -> io::Result<u8> {
    if let Some(BenchAction::Compare { a, b, output }) = &command.action {
        return compare::run(a, b, output.as_deref(), out);
    }
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let started = Instant::now();
    let settings = Settings::of(command);
    let (record, rows) = match &command.out {
        Some(folder) => match Record::open(folder, command, &settings)? {
            Ok((record, rows)) => (Some(record), rows),
            Err(why) => {
                tell!("error: {why}");
                return Ok(exit::INVALID);
            }
        },
        None => (None, BTreeMap::new()),
    };
    let known = Mutex::new(Known { rows, record, code: exit::DONE, error: None });
    let bench = Running { command, settings: &settings, cancel: &cancel, known: &known };
    bench.all()?;
    let known = known.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = known.error {
        return Err(error);
    }
    let rows: Vec<Row> = known.rows.into_values().collect();
    let objective = command.objective.name();
    let interrupted = cancel.is_cancelled();
    let summary = record::summary(command, &rows, started.elapsed(), interrupted);
    out.write_all(narrow(&summary, columns()).as_bytes())?;
    out.flush()?;
    if let Some(folder) = &command.out {
        let plot = cactus::plot(&rows, objective);
        for (name, text) in [("summary.md", summary), ("cactus.svg", plot)] {
            files::whole(&folder.join(name), |file| {
                file.write_all(text.as_bytes()).map(|()| ((), true))
            })?;
        }
    }
    Ok(if interrupted { known.code.max(exit::LIMIT) } else { known.code })
}

/// A benchmark at work.
#[derive(Clone, Copy)]
struct Running<'a> {
    command: &'a Bench,
    settings: &'a Settings,
    cancel: &'a Cancel,
    known: &'a Mutex<Known>,
}

impl Running<'_> {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands the levels out to the workers, in order.
    fn all(self) -> io::Result<()> {
        let (sender, tasks) = sync_channel(0);
        let tasks = Mutex::new(tasks);
        thread::scope(|scope| {
            for _ in 0..self.settings.jobs {
                let worker = thread::Builder::new().stack_size(STACK);
                worker.spawn_scoped(scope, || self.work(&tasks))?;
            }
            let command = self.command;
            let handed = input::each(&command.files, &command.input, |item| {
                if item.entry.level.is_err() {
                    say::text(&diagnose::problems(item.file, &item.entry));
                    self.known().code = exit::INVALID;
                    return Ok(Next::Go);
                }
                for engine in &command.engines {
                    let key = Key::of(item.file, item.entry.index, engine);
                    let id = item.entry.level.as_ref().ok().map(identity::exact);
                    let done =
                        self.known().rows.get(&key).map(|row| row.report.id.clone());
                    if done.is_some_and(|done| done == id) {
                        continue;
                    }
                    let task = Task { key, entry: item.entry.clone() };
                    if self.cancel.is_cancelled() || sender.send(task).is_err() {
                        return Ok(Next::Stop);
                    }
                }
                Ok(Next::Go)
            });
            drop(sender);
            handed
        })
    }

    fn work(self, tasks: &Mutex<Receiver<Task>>) {
        loop {
            let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(task) = task else { return };
            // Tasks that come after an interrupt are taken and left.
            if !self.cancel.is_cancelled() {
                self.one(task);
            }
        }
    }

    fn one(self, Task { key, entry }: Task) {
        let Ok(level) = &entry.level else { return };
        let limits = &self.command.limits;
        let question = limits.question(self.command.objective, self.cancel);
        let question = question.threads(self.settings.threads).ties(self.command.ties);
        let before = self.cpu();
        let (clock, mut rising) = (SystemClock::start(), Rising::default());
        let answer = Solver::new(&key.engine)
            .and_then(|solver| solver.solve_with(level, &question, &clock, &mut rising));
        let report = match answer {
            Ok(answer) => Report::of(level, &answer).with_entry(&entry),
            Err(error) => Report::invalid(&entry, error.to_string()),
        };
        let cpu = before.and_then(|before| Some(self.cpu()?.saturating_sub(before)));
        // What an interrupt has cut short says nothing about the engine.
        if self.cancel.is_cancelled() && report.reason.as_deref() == Some("cancelled") {
            return;
        }
        let cpu = cpu.map(|cpu| cpu.as_secs_f64());
        let row = Row { key, report, cpu, farthest: rising.farthest() };
        let mut known = self.known();
        if row.report.status == "error" {
            known.code = known.code.max(exit::BUG);
        }
        tell!("{}", row.told());
        if let Some(record) = &mut known.record
            && let Err(error) = record.add(&row, self.settings)
        {
            known.error.get_or_insert(error);
            self.cancel.cancel();
        }
        known.rows.insert(row.key.clone(), row);
    }

    /// Processor time that belongs to this level alone.
    fn cpu(self) -> Option<Duration> {
        match (self.settings.threads, self.settings.jobs) {
            (1, _) => SystemClock::start().thread_cpu(),
            (_, 1) => process_cpu(),
            _ => None,
        }
    }
}

#[cfg(unix)]
fn process_cpu() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.try_into().ok()
}

#[cfg(not(unix))]
const fn process_cpu() -> Option<Duration> {
    None
}
