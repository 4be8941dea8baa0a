//! Asking about one level after the other.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use kuraban::{
    Cancel, Clock as _, Entry, Level, Question, Report, Solver, SystemClock,
    panic_message,
};
use serde::Serialize;

use crate::attempt::Attempt;
use crate::place::who;
use crate::pool::{Event, Options};
use crate::run::VERSION;
use crate::segment::Block;
use crate::{Description, Error, LevelLine, Row, Run, check, levels};

/// A block of this many bytes is committed at once.
pub(crate) const FULL: usize = 256 << 10;

/// Answers the levels of a run, wherever it is: it needs `run.json` and no folder.
///
/// ```
/// # use kuraban_batch::{Asked, Plan, Run, Worker};
/// # let folder = std::env::temp_dir().join(format!("kuraban-worker-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// # let (levels, folder) = (folder.join("levels.xsb"), folder.join("run"));
/// # std::fs::write(&levels, "#####\n#@$.#\n#####\n")?;
/// # let run = Run::create(&folder, &[levels], &Plan::new(Asked::default()))?;
/// // Here: what travels.
/// let (description, part) = (run.description().text(), run.part_bytes(0)?);
/// // There: the work.
/// let worker = Worker::read(&description, &Default::default())?;
/// let segment = worker.solve_part(&part, &mut |_| {})?.expect("nobody cancels");
/// // Here: what came back.
/// assert!(run.adopt(0, &segment)?);
/// # std::fs::remove_dir_all(folder.parent().expect("a folder"))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Worker {
    solver: Solver,
    question: Question,
    pass: u32,
}

impl Worker {
    /// A worker for the last pass of a run, with the text of its `run.json`. It must have been
    /// made by this version of Kuraban: another might answer otherwise.
    pub fn read(description: &str, cancel: &Cancel) -> Result<Self, Error> {
        let description = Description::read(description)?;
        if !description.is_of_this_version() {
            return Err(Error::Version { run: description.kuraban, this: VERSION });
        }
        Self::new(&description, cancel)
    }

    /// A worker for the last pass of a run, whatever version made it.
    pub fn new(description: &Description, cancel: &Cancel) -> Result<Self, Error> {
        let pass = description.last();
        if pass.question.hash() != pass.question_hash {
            return Err(Error::QuestionHash);
        }
        Ok(Self {
            solver: Solver::new(&pass.question.engine)?,
            question: pass.question.question(cancel),
            pass: pass.pass,
        })
    }

    /// The row of a level; `None` where the work was cancelled. Whatever is wrong with the level
    /// or the engine stands in the row.
    pub fn answer(&self, line: &LevelLine) -> Option<Row> {
        #[cfg(feature = "failpoints")]
        if std::env::var("KURABAN_DEADLY").is_ok_and(|n| n == line.n.to_string()) {
            std::process::abort();
        }
        #[cfg(feature = "failpoints")]
        if std::env::var("KURABAN_GREEDY").is_ok_and(|n| n == line.n.to_string()) {
            std::hint::black_box(vec![1_u8; 2 << 30]);
        }
        let clock = SystemClock::start();
        let before = clock.thread_cpu();
        let report = catch_unwind(AssertUnwindSafe(|| self.report(line))).unwrap_or_else(
            |panic| Report::failed(format!("panic: {}", panic_message(&*panic))),
        );
        if self.question.cancel.is_cancelled()
            && report.reason.as_deref() == Some("cancelled")
        {
            return None;
        }
        let mut row = Row::new(line, self.pass, report);
        let used =
            clock.thread_cpu().zip(before).map(|(now, then)| now.saturating_sub(then));
        row.cpu_seconds = used.map(|used| used.as_secs_f64());
        Some(row)
    }

    fn report(&self, line: &LevelLine) -> Report {
        match line.level() {
            Err(why) => Report::failed(format!("the run's level cannot be read: {why}")),
            Ok(level) => match self.solver.solve(&level, &self.question) {
                Ok(answer) => Report::of(&level, &answer),
                Err(why) => refused(level, why.to_string()),
            },
        }
    }

    /// The row of a level that is not to be tried again: so many processes died over it.
    pub(crate) fn give_up(&self, line: &LevelLine, deaths: usize) -> Row {
        self.failed(line, format!("process died {deaths} times"))
    }

    /// The row of a level that says what went wrong.
    pub(crate) fn failed(&self, line: &LevelLine, why: String) -> Row {
        let mut row = Row::new(line, self.pass, Report::failed(why));
        if let Ok(level) = line.level() {
            row.rules = level.rules().name().into();
            (row.boxes, row.goals) = (level.boxes().len(), level.goals().len());
        }
        row
    }

    /// Solves a part that came as bytes, level by level, and tells how many are done. `None`
    /// where the work was cancelled.
    pub fn solve_part(
        &self,
        part: &[u8],
        heard: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<u8>>, Error> {
        let mut done = 0;
        segment(part, |line| {
            let row = self.answer(line)?;
            done += 1;
            heard(done);
            Some(row)
        })
    }

    /// The rows of levels that are not to be tried again, in the form of
    /// [`solve_part`](Worker::solve_part): each has the status `error`, as the processes
    /// died that were at it.
    pub fn give_up_part(&self, part: &[u8], deaths: usize) -> Result<Vec<u8>, Error> {
        let given_up = segment(part, |line| Some(self.give_up(line, deaths)))?;
        Ok(given_up.expect("nobody cancels"))
    }
}

/// The rows of a part as a segment; `None` where there is none for some level.
fn segment(
    part: &[u8],
    mut row: impl FnMut(&LevelLine) -> Option<Row>,
) -> Result<Option<Vec<u8>>, Error> {
    let mut segment = Vec::new();
    let mut block = Block::default();
    for line in levels::read_part(part, 0)? {
        let Some(row) = row(&line) else { return Ok(None) };
        block.add(&row.line());
        if block.bytes() >= FULL {
            segment.extend(block.take().expect("there is a row").0);
        }
    }
    segment.extend(block.take().into_iter().flat_map(|(bytes, _)| bytes));
    Ok(Some(segment))
}

/// The report on a level that the engine does not take.
fn refused(level: Level, why: String) -> Report {
    let (rules, boxes) = (level.rules().name(), level.boxes().len());
    let goals = level.goals().len();
    let mut report = Report::invalid(&Entry::bare(kuraban::Dialect::Xsb, Ok(level)), why);
    report.rules = Some(rules.into());
    (report.boxes, report.goals) = (Some(boxes), Some(goals));
    report
}

/// What became of one part.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Shard {
    /// Which one.
    pub part: usize,
    /// Its rows on the disk.
    pub rows: u64,
    /// Those that an earlier attempt had left, or another had sealed.
    pub adopted: u64,
    /// Those that say of a bug or a crash.
    pub errors: u64,
    /// Whether the part is sealed: it is, unless the work was cancelled.
    pub sealed: bool,
    /// How long it took.
    pub seconds: f64,
}

impl Run {
    /// Solves one part of the last pass, whoever else may be at it, and seals it. A part that
    /// is sealed already costs nothing.
    pub fn shard(
        &self,
        part: usize,
        options: &Options,
        heard: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Shard, Error> {
        self.has_part(part)?;
        let started = Instant::now();
        let rows = self.description().last().sizes[part];
        if self.list()?.is_sealed(part) {
            let seconds = Duration::ZERO.as_secs_f64();
            return Ok(Shard {
                part,
                rows,
                adopted: rows,
                errors: 0,
                sealed: true,
                seconds,
            });
        }
        let mut options = options.clone();
        (options.parts, options.forced) = (Some(vec![part]), true);
        let done = self.run(&options, heard)?;
        Ok(Shard {
            part,
            rows: done.rows + done.adopted,
            adopted: done.adopted,
            errors: done.errors(),
            sealed: done.complete,
            seconds: started.elapsed().as_secs_f64(),
        })
    }

    /// Seals a part that was solved elsewhere, once everything in it is checked: checksums,
    /// identities, that each level is there once, and every solution by playing it. `false` where
    /// the part was sealed already.
    pub fn adopt(&self, part: usize, segment: &[u8]) -> Result<bool, Error> {
        let lines = self.part(part)?;
        let place = self.place();
        if place.sealed(part).exists() {
            return Ok(false);
        }
        let checked =
            check::segment(&lines, segment, self.description().last().pass, true);
        if let Some(why) = checked.faults.into_iter().next() {
            return Err(Error::Part { part, why });
        }
        let results = place.results();
        std::fs::create_dir_all(&results).map_err(Error::io("create", &results))?;
        let (mut attempt, _) = Attempt::begin(&place, part, (&who(), &[]), &lines)?;
        for row in &checked.rows {
            attempt.add(row.n, &row.line());
        }
        attempt.seal()
    }
}
