//! Making runs and working on them.

use std::io::Write;
use std::path::Path;
use std::time::Duration;

use kuraban::Cancel;
use kuraban_batch::{Error, Filter, Options, Plan, Run};
use serde::Serialize;

use super::args::{Limits, New, Work};
use super::progress::Progress;
use super::{Failed, in_words};
use crate::say::tell;
use crate::{commit, exit, interrupt, write_json};

/// `new` and `run` in one; the same command again goes on.
pub(super) fn start(new: &New, work: &Work, out: &mut impl Write) -> Result<u8, Failed> {
    let cancel = stops();
    let run = match Run::open(&new.run) {
        Ok(run) => {
            same(&run, new)?;
            run
        }
        Err(Error::NoRun(_)) => {
            match make(new, work.threads(), &cancel) {
                Ok(run) => {
                    tell!("{}", in_words::made(&run));
                    run
                }
                // Another process with the same words was faster, or it is no run at all.
                Err(Failed::Batch(Error::NotEmpty(folder))) => {
                    let taken = Run::open(&new.run);
                    let run = taken.map_err(|_| Error::NotEmpty(folder))?;
                    same(&run, new)?;
                    run
                }
                Err(error) => return Err(error),
            }
        }
        Err(error) => return Err(error.into()),
    };
    self::work(&run, work, &cancel, out)
}

/// What an interrupt cancels.
pub(super) fn stops() -> Cancel {
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    cancel
}

/// Refuses to go on with a run that is about something else.
fn same(run: &Run, new: &New) -> Result<(), Failed> {
    let description = run.description();
    let before = &description.passes[0].question;
    let mut asked = new.asked(1);
    if new.limits.memory.is_none() {
        asked.memory = before.memory;
    }
    let filter = new.filter.as_ref().map(ToString::to_string);
    let what = if asked.objective != before.objective {
        format!("it is for the objective `{}`", before.objective)
    } else if asked.ties != before.ties {
        format!("its ties are `{}`", before.ties)
    } else if asked != *before {
        "it asks something else: `kuraban batch again` begins another pass".to_owned()
    } else if description.dedup != new.dedup || description.filter != filter {
        "it takes other levels of the files".to_owned()
    } else {
        let differs = run.differs_from(&new.sources)?;
        let Some(what) = differs else { return Ok(()) };
        format!("{what}; `kuraban batch run {}` goes on with it", new.run.display())
    };
    let place = new.run.display();
    Err(Error::Usage(format!("`{place}` is another run: {what}; or name a new folder"))
        .into())
}

/// Makes a run.
pub(super) fn make(new: &New, threads: usize, cancel: &Cancel) -> Result<Run, Failed> {
    let mut plan = Plan::new(new.asked(threads));
    (plan.part_size, plan.dedup) = (new.part_size, new.dedup);
    plan.format = new.format.clone();
    plan.commit = commit().map(str::to_owned);
    plan.filter.clone_from(&new.filter);
    plan.cancel = cancel.clone();
    Ok(Run::create(&new.run, &new.sources, &plan)?)
}

/// What a call has done, for programs.
#[derive(Serialize)]
struct Done<'a> {
    complete: bool,
    missing_parts: usize,
    levels: u64,
    rows: u64,
    adopted: u64,
    by_status: &'a std::collections::BTreeMap<kuraban::Word, u64>,
}

pub(super) fn work(
    run: &Run,
    work: &Work,
    cancel: &Cancel,
    out: &mut impl Write,
) -> Result<u8, Failed> {
    let mut options = options(work.threads(), work.sync, work.isolate)?;
    options.parts = work.parts.clone().map(|parts| parts.0);
    (options.stop_after, options.cancel) = (work.stop_after, cancel.clone());
    if !run.description().is_of_this_version() {
        tell!(
            "warning: the run was made by kuraban {}; rows of this version may differ",
            run.description().kuraban
        );
    }
    let mut progress = Progress::new(work.progress);
    let done = run.run(&options, &mut |event| progress.hear(event));
    progress.finish();
    let done = done?;
    let missing_parts = run.missing()?.len();
    if work.json {
        let levels = run.description().last().levels();
        let (complete, rows) = (done.complete, done.rows);
        let by_status = &done.by_status;
        let adopted = done.adopted;
        let done = Done { complete, missing_parts, levels, rows, adopted, by_status };
        write_json(out, &done)?;
    } else {
        tell!("{}", in_words::done(run, &done, missing_parts));
    }
    Ok(match (done.errors(), done.complete) {
        (1.., _) => exit::BUG,
        (0, true) => exit::DONE,
        (0, false) => exit::LIMIT,
    })
}

/// How to work; with `isolate`, by workers that are this program once more.
pub(super) fn options(
    threads: usize,
    sync: Duration,
    isolate: bool,
) -> Result<Options, Failed> {
    let mut options = Options::default();
    (options.threads, options.sync) = (threads, sync);
    if isolate {
        let this = std::env::current_exe()?;
        options.isolate = Some(vec![this.into(), "batch".into(), "worker".into()]);
    }
    Ok(options)
}

/// Solves one part and prints one JSON object.
pub(super) fn shard(
    run: &Path,
    part: usize,
    mut options: Options,
    out: &mut impl Write,
) -> Result<u8, Failed> {
    let run = Run::open(run)?;
    options.cancel = stops();
    let done = run.shard(part, &options, &mut |_| {})?;
    write_json(out, &done)?;
    Ok(match (done.errors, done.sealed) {
        (1.., _) => exit::BUG,
        (0, true) => exit::DONE,
        (0, false) => exit::LIMIT,
    })
}

pub(super) fn again(
    run: &Path,
    filter: &Filter,
    limits: &Limits,
    part_size: usize,
) -> Result<u8, Failed> {
    let run = Run::open(run)?;
    let asked = run.description().last().question.clone();
    let run = run.again(filter, limits.over(asked, limits.is_bare()), part_size)?;
    tell!("{}", in_words::made(&run));
    Ok(exit::DONE)
}
