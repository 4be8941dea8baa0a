//! Runs in words.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kuraban::Word;
use kuraban_batch::{Checked, Run, Stats, Status, Summary};

use kuraban::words::ending;

use crate::words::{clean, grouped, span};

/// What a new run, or its new pass, holds.
pub(super) fn made(run: &Run) -> String {
    let description = run.description();
    let pass = description.last();
    let mut text = format!(
        "`{}`: {} in {}",
        run.folder().display(),
        counted(pass.levels(), "level"),
        counted(pass.parts() as u64, "part")
    );
    if pass.pass > 1 {
        let _ = write!(text, ", pass {}", pass.pass);
        return text;
    }
    for (count, what) in [
        (description.duplicates, "duplicates left out"),
        (description.left_out, "left out by the filter"),
        (description.skipped, "skipped that are no files (see invalid.jsonl)"),
        (description.invalid, "that are no levels (see invalid.jsonl)"),
    ] {
        if count > 0 {
            let _ = write!(text, ", {} {what}", grouped(count));
        }
    }
    text
}

/// `1 level`, `2,000 levels`.
fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), ending(number as usize, noun))
}

/// Counts by status.
fn counts(by_status: &BTreeMap<Word, u64>) -> String {
    let words: Vec<String> =
        by_status.iter().map(|(status, &n)| format!("{} {status}", grouped(n))).collect();
    words.join(", ")
}

/// What a call has done, and how many parts are missing after it.
pub(super) fn done(run: &Run, done: &Summary, missing: usize) -> String {
    let pass = run.description().last();
    let levels = counted(pass.levels(), "level");
    let word = match (done.complete, missing) {
        (true, 0) => "complete".to_owned(),
        (true, _) => format!(
            "the parts named are complete, {} of {} still missing",
            grouped(missing as u64),
            counted(pass.parts() as u64, "part")
        ),
        (false, _) => "stopped; the same command goes on".to_owned(),
    };
    if done.rows + done.adopted == 0 && done.complete {
        return format!("{word}: {levels}, nothing was left to do");
    }
    let adopted = match done.adopted {
        0 => String::new(),
        some => format!(" and {} taken over", grouped(some)),
    };
    let counts = match &*counts(&done.by_status) {
        "" => String::new(),
        counts => format!(" ({counts})"),
    };
    format!("{word}: {} made{adopted}{counts} of {levels}", counted(done.rows, "row"))
}

pub(super) fn status(run: &Run, status: &Status) -> String {
    let percent = status.done * 100 / status.levels.max(1);
    let (done, levels) = (grouped(status.done), grouped(status.levels));
    let mut text = format!(
        "pass {}: {done} of {levels} levels ({percent}%), {} of {} parts sealed\n",
        status.pass, status.sealed, status.parts
    );
    if !status.by_status.is_empty() {
        let _ = writeln!(text, "{}", counts(&status.by_status));
    }
    if status.attempts > 0 {
        let begun = counted(status.attempts as u64, "attempt");
        let _ = writeln!(text, "{begun} not finished, {} at work now", status.alive);
    }
    let _ = write!(text, "CPU time {}", span(status.cpu_seconds));
    if let Some(rate) = status.rate {
        let _ = write!(text, " ({} levels a second)", few(rate));
    }
    let left = status.cpu_seconds_left.filter(|_| status.done < status.levels);
    if let Some(left) = left {
        let _ = write!(text, ", about {} more", span(left));
    }
    if let (Some(_), Some(eta)) = (left, status.eta_seconds) {
        let workers = counted(status.workers as u64, "worker");
        let _ = write!(text, ": {} for the {workers} here", span(eta));
    }
    text.push('\n');
    if status.earlier_missing > 0 {
        let parts = counted(status.earlier_missing as u64, "part");
        let _ = writeln!(text, "earlier passes: {parts} missing");
    }
    if status.done < status.levels || status.earlier_missing > 0 {
        let _ = writeln!(text, "`kuraban batch run {}` goes on", run.folder().display());
    }
    text
}

/// A rate, with digits that matter.
fn few(rate: f64) -> String {
    if rate < 10.0 { format!("{rate:.2}") } else { grouped(rate as u64) }
}

pub(super) fn checked(run: &Run, checked: &Checked, replay: bool) -> String {
    let mut text = counted(checked.rows, "row");
    if replay {
        let _ = write!(text, ", {} played", counted(checked.replayed, "solution"));
    }
    let faults = match checked.faults.len() {
        0 => "nothing is wrong".to_owned(),
        some => counted(some as u64, "fault"),
    };
    let missing = match checked.missing {
        0 => String::new(),
        some => format!("; missing: {}", counted(some as u64, "part")),
    };
    let next = match (checked.mended, checked.faults.len()) {
        (0, 0) => String::new(),
        (0, _) => format!(
            "\n`kuraban batch check {} --mend` puts damaged parts aside",
            run.folder().display()
        ),
        (some, _) => format!(
            "\nput aside: {}; `kuraban batch run {}` makes anew what they lack",
            counted(some as u64, "part"),
            run.folder().display()
        ),
    };
    format!("{text}: {faults}{missing}{next}")
}

pub(super) fn stats(stats: &Stats) -> String {
    let share = |count: u64| 100.0 * count as f64 / stats.answered.max(1) as f64;
    let mut text = format!(
        "{} of {} levels: {}\n",
        grouped(stats.answered),
        grouped(stats.levels),
        counts(&stats.by_status)
    );
    let _ = writeln!(
        text,
        "settled {} ({:.2}%)",
        grouped(stats.settled),
        share(stats.settled)
    );
    for (claim, &count) in &stats.proved {
        let _ = writeln!(
            text,
            "proved least in {claim}: {} ({:.2}%)",
            grouped(count),
            share(count)
        );
    }
    let _ = writeln!(text, "CPU time {}\n", span(stats.cpu_seconds));
    text += "| figure | levels | 5% | 25% | 50% | 75% | 95% | 99% | most |\n\
             | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n";
    for (name, spread) in &stats.quantiles {
        let digits = if *name == "cpu_seconds" { 4 } else { 0 };
        let quantiles =
            [spread.q05, spread.q25, spread.q50, spread.q75, spread.q95, spread.q99];
        let cells: Vec<String> = quantiles
            .into_iter()
            .chain([spread.most])
            .map(|value| format!("{value:.digits$}"))
            .collect();
        let _ = writeln!(text, "| {name} | {} | {} |", spread.count, cells.join(" | "));
    }
    text += "\n| boxes | answers |\n| ---: | --- |\n";
    for (boxes, by_status) in &stats.by_boxes {
        let _ = writeln!(text, "| {boxes} | {} |", counts(by_status));
    }
    text +=
        "\n| dearest level | status | CPU | expanded |\n| --- | --- | ---: | ---: |\n";
    for dear in &stats.dearest {
        let title = dear.title.as_deref().unwrap_or_default();
        let name = format!("{} {} {title}", dear.file, dear.index);
        let _ = writeln!(
            text,
            "| {} | {} | {:.3} s | {} |",
            clean(name.trim()),
            dear.status,
            dear.cpu_seconds,
            dear.expanded
        );
    }
    text
}
