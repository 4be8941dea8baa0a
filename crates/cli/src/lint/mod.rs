//! `kuraban lint`.

pub(crate) mod args;
pub(crate) mod picture;
mod told;

use std::io::{self, Write};

use kuraban::{
    Dialect, Entry, Format, Level, Reader, Rules, SystemClock, WriteOptions, Writer,
};
use kuraban_lint::{Budget, Collection, Fix, FixKind, RULES, Report, Severity, Subject};
use serde_json::json;

use self::args::Lint;
use crate::answers::Asked;
use crate::draw::form::Form;
use crate::given::{Given, Givens};
use crate::input::{self, Item, Next};
use crate::say::{self, tell};
use crate::words::{clean, columns, wrapped};
use crate::{diagnose, exit, files, interrupt, write_json};

pub(crate) fn run(command: &Lint, out: &mut impl Write) -> io::Result<u8> {
    if let Some(id) = &command.explain {
        return explain(id, command.json, out);
    }
    if let Some(path) = &command.picture
        && let Err(why) = Form::of(Some(path), picture::FORMS)
    {
        tell!("error: {why}");
        return Ok(exit::INVALID);
    }
    let Some(output) = &command.output else {
        return check(command, out, None);
    };
    if files::is_dash(output) {
        return check(command, &mut io::sink(), Some(out));
    }
    let mut code = exit::DONE;
    files::whole(output, |file| {
        code = check(command, out, Some(file))?;
        Ok(((), code < exit::INVALID))
    })?;
    if code >= exit::INVALID {
        tell!("{}: not written, as not all levels could be read", output.display());
    }
    Ok(code)
}

/// Tells what rules mean.
fn explain(id: &str, json: bool, out: &mut impl Write) -> io::Result<u8> {
    let rules = RULES.iter().filter(|rule| id == "all" || rule.id == id);
    for (number, rule) in rules.enumerate() {
        if json {
            let rule = json!({
                "id": rule.id, "name": rule.name, "severity": rule.severity,
                "on_request": rule.asked == kuraban_lint::Asked::OnRequest,
                "needs_table": rule.needs_table, "about": rule.about,
            });
            write_json(out, &rule)?;
            continue;
        }
        let blank = if number == 0 { "" } else { "\n" };
        writeln!(out, "{blank}{} {} ({})", rule.id, rule.name, rule.severity)?;
        writeln!(out, "{}", wrapped("  ", rule.about, columns().min(100)))?;
        if rule.needs_table {
            let table = "Needs the table of all positions, which only small levels have.";
            writeln!(out, "{}", wrapped("  ", table, columns().min(100)))?;
        }
    }
    Ok(exit::DONE)
}

/// Checks all levels; `fixed` takes those that were changed.
fn check(
    command: &Lint,
    out: &mut impl Write,
    mut fixed: Option<&mut dyn Write>,
) -> io::Result<u8> {
    let mut collection = Collection::default();
    for file in &command.library {
        if !add_library(&mut collection, file)? {
            return Ok(exit::INVALID);
        }
    }
    let Some(givens) = Givens::read_or_take(&command.intended, &command.files)? else {
        return Ok(exit::INVALID);
    };
    let cancel = kuraban::Cancel::default();
    interrupt::cancels(&cancel);
    let mut worst = exit::DONE;
    let mut sums = told::Sums::default();
    let mut writer = Writer::new(Dialect::Xsb, WriteOptions::default());
    let (mut nth, mut changes) = (0, 0);
    let several_files = command.files.len() > 1;
    input::each(&command.files, &command.input, |item| {
        if item.first {
            collection.begin_file();
            collection.with_author(names_author(item.preamble));
            if let Some(fixed) = &mut fixed
                && nth == 0
            {
                fixed.write_all(writer.begin(item.preamble).as_bytes())?;
            }
        }
        let level = match &item.entry.level {
            Ok(level) => level,
            Err(problems) => {
                worst = worst.max(exit::INVALID);
                let mut report = Report::invalid(&item.entry, problems.to_string());
                report.file = item.file_name();
                if command.json {
                    write_json(out, &report)?;
                }
                say::text(&diagnose::problems(item.file, &item.entry));
                sums.add(&report);
                return Ok(Next::Go);
            }
        };
        let is_last = std::cell::Cell::new(false);
        let asked = Asked { item, level, cancel: &cancel, is_last: &is_last };
        if givens.is_of_one() && item.several {
            worst = asked.refuse_all(input::SEVERAL, out)?;
            return Ok(Next::Stop);
        }
        let intended = match intended(&givens, asked, nth) {
            Ok(intended) => intended,
            Err(why) => {
                asked.refuse(command.json, &why, out)?;
                worst = worst.max(exit::INVALID);
                return Ok(Next::Go);
            }
        };
        nth += 1;
        let clock = SystemClock::start();
        let mut budget = Budget::new(command.question(&cancel), &clock, command.depth());
        let subject = Subject::new(&item.entry, level, &collection, intended.as_ref());
        let mut report = subject.check(&command.rules, &mut budget);
        report.file = item.file_name();
        worst = worst.max(code(&report, command.strict));
        sums.add(&report);
        let checked = subject.checked(&report, &budget);
        if let Some(fixed) = &mut fixed {
            let fix = offered(&report, command.fix);
            changes += usize::from(fix.is_some());
            if !put(fix, item, level, &mut writer, *fixed)? {
                worst = worst.max(exit::INVALID);
            }
        }
        report.findings.retain(|finding| finding.severity >= command.severity);
        if let Some(path) = &command.picture {
            picture::write(path, &report, (&item.entry, level, item.several), out)?;
        }
        let is_drawn = command.picture.as_deref().is_some_and(files::is_dash);
        if is_drawn {
            // Nothing but the picture goes to standard output.
        } else if command.json {
            write_json(out, &report)?;
        } else {
            told::tell(&report, item, level, out)?;
        }
        out.flush()?;
        let label = label(item, several_files);
        let title = item.entry.title.as_deref();
        collection.add(label, item.entry.index, title, level, checked);
        Ok(if cancel.is_cancelled() { Next::Stop } else { Next::Go })
    })?;
    if let Some(fixed) = fixed {
        fixed.write_all(writer.end().as_bytes())?;
        if let (Some(kind), false) = (command.fix, command.quiet) {
            tell!("{}", told::fixed(kind, changes, sums.levels()));
        }
    }
    if cancel.is_cancelled() {
        worst = worst.max(exit::LIMIT);
    }
    if !command.quiet && !command.json {
        sums.tell();
    }
    Ok(worst)
}

/// How a level is called in findings of others.
fn label(item: &Item<'_>, several_files: bool) -> String {
    let title = item.entry.title.as_deref();
    let title = title.map_or(String::new(), |title| format!(" ({})", clean(title)));
    let file =
        if several_files { format!(" of {}", clean(item.file)) } else { String::new() };
    format!("level {}{file}{title}", item.entry.index)
}

/// Whether the lines above the first level name an author for all.
fn names_author(preamble: &[String]) -> bool {
    input::of_file(preamble, &["author"]).is_some()
}

/// The author's solution: the one that was given, else the first that stands with the level.
fn intended(
    givens: &Givens,
    asked: Asked<'_>,
    nth: usize,
) -> Result<Option<kuraban::Solution>, String> {
    let given = givens.of(asked, nth)?;
    if let Some(given) = given.into_iter().next() {
        return Ok(Some(given.solution));
    }
    let games = asked.item.entry.games.iter();
    let mut solved =
        games.filter_map(|game| Given::play(asked.level, &game.letters).ok());
    Ok(solved.next().map(|given| given.solution))
}

/// The exit code of a report.
fn code(report: &Report, strict: bool) -> u8 {
    let bad = if strict { Severity::Warning } else { Severity::Error };
    let found = report.worst().is_some_and(|worst| worst >= bad);
    let unsettled = strict && !report.unsettled.is_empty();
    match (unsettled, found) {
        (true, _) => exit::LIMIT,
        (false, true) => exit::UNSOLVABLE,
        (false, false) => exit::DONE,
    }
}

/// The change that was asked for, where a finding offers it.
fn offered(report: &Report, kind: Option<FixKind>) -> Option<&Fix> {
    let mut fixes = report.findings.iter().filter_map(|finding| finding.fix.as_ref());
    fixes.find(|fix| Some(fix.kind) == kind)
}

/// Writes a level with a change, or as it is; `false` where it cannot be, which is told.
fn put(
    fix: Option<&Fix>,
    item: &Item<'_>,
    level: &Level,
    writer: &mut Writer,
    out: &mut dyn Write,
) -> io::Result<bool> {
    match changed(fix, item, level, writer) {
        Ok(text) => out.write_all(text.as_bytes()).map(|()| true),
        Err(why) => {
            tell!("error: {}, level {}: {why}", item.file, item.entry.index);
            Ok(false)
        }
    }
}

/// The level with a change, or as it is. Its solutions are left out where the level changed.
fn changed(
    fix: Option<&Fix>,
    item: &Item<'_>,
    level: &Level,
    writer: &mut Writer,
) -> Result<String, String> {
    if level.rules() == Rules::Boulders {
        return Err("boulder puzzles are not written".to_owned());
    }
    let mut entry: Entry = item.entry.clone();
    let level = match fix {
        Some(fix) => {
            entry.games.clear();
            &fix.level
        }
        None => level,
    };
    writer.write(&entry, level, &[]).map_err(|error| error.to_string())
}

/// Adds the levels of a library; `false` where it cannot be read, which is told.
fn add_library(collection: &mut Collection, file: &str) -> io::Result<bool> {
    let fail = |why: &dyn std::fmt::Display| {
        tell!("error: --library {}: {why}", clean(file));
        Ok(false)
    };
    let entries = match Reader::open(file, Format::Auto) {
        Ok(entries) => entries,
        Err(error) => return fail(&input::in_words(error)),
    };
    for entry in entries {
        if let (true, Err(problems)) = (entry.is_file_problem(), &entry.level) {
            return fail(problems);
        }
        let Ok(level) = &entry.level else { continue };
        let title = entry.title.as_deref();
        let title = title.map_or(String::new(), |title| format!(" ({})", clean(title)));
        let label = format!("level {} of {}{title}", entry.index, clean(file));
        collection.add_known(label, level);
    }
    Ok(true)
}
