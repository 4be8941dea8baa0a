//! `kuraban solve`.

use std::fmt::Write as _;
use std::io::{self, Write};

use kuraban::{
    Alphabet, Answer, Format, Found, Level, Objective, Question, Report, Rules, Solution,
    Solver, Status, SystemClock, Writer, lurd, output, play, shorten, trouble::why_lost,
};
use serde::Serialize;

use crate::answers::{self, Asked};
use crate::args::{Form, Input, Solve};
use crate::given::Givens;
use crate::input::Item;
use crate::say::{self, tell};
use crate::watch::Watch;
use crate::words::{bounds, count, half_movements, stopped};
use crate::{diagnose, exit, write_json};

/// A report with its solution in the form that was asked for, line by line.
#[derive(Serialize)]
struct Formed<'a> {
    #[serde(flatten)]
    report: &'a Report,
    output: Option<Vec<&'a str>>,
}

pub(crate) fn run(command: &Solve, out: &mut impl Write) -> io::Result<u8> {
    if let Some(why) = command.ignores() {
        tell!("error: {why}");
        return Ok(exit::INVALID);
    }
    let Some(known) = Givens::read_or_take(&command.known, &command.files)? else {
        return Ok(exit::INVALID);
    };
    let mut nth = 0;
    answers::each((&command.files, &command.input, command.json), out, |asked, out| {
        nth += 1;
        one(command, &known, nth - 1, asked, out)
    })
}

/// The question about a level; the error says why a known solution is none.
fn question(
    command: &Solve,
    known: &Givens,
    nth: usize,
    asked: Asked<'_>,
) -> Result<Question, String> {
    let objective = command.objective();
    let question = command.limits.question(objective, asked.cancel).ties(command.ties());
    if known.is_empty() {
        return Ok(question);
    }
    if asked.level.rules() != Rules::Boxes {
        return Err("--known is for levels with boxes".to_owned());
    }
    let given = known.of(asked, nth).map_err(|why| format!("--known: {why}"))?;
    let best = given.iter().min_by_key(|given| objective.rank(&given.solution.figures()));
    let Some(best) = best else {
        let (file, index) = (asked.item.file, asked.item.entry.index);
        tell!("warning: {file}: --known has no solution of level {index}");
        return Ok(question);
    };
    Ok(question.known(&Found::of(&best.solution).steps))
}

/// What became of the known solution, in words; nothing where it stands unproved.
fn fate(level: &Level, question: &Question, answer: &Answer) -> Option<String> {
    let known = Solution::check(level, question.known.as_ref()?).ok()?;
    let first = |solution: &Solution| question.objective.rank(&solution.figures()).0;
    let (old, new) = (first(&known), first(answer.solution.as_ref()?));
    let objective = question.objective;
    let counted = match objective {
        Objective::Robot => "half movements".to_owned(),
        other => other.to_string(),
    };
    if new < old {
        return Some(format!(
            "better than the known solution: {new} {counted}, not {old}"
        ));
    }
    let is_least = answer.optimal.contains(&objective.claim()?);
    is_least.then(|| format!("no solution has fewer {counted} than the known one"))
}

fn one(
    command: &Solve,
    known: &Givens,
    nth: usize,
    asked: Asked<'_>,
    out: &mut impl Write,
) -> io::Result<u8> {
    let Asked { item, level, .. } = asked;
    if let Some(why) = command.output.misfit(level.rules()) {
        asked.refuse(command.json, why, out)?;
        return Ok(exit::INVALID);
    }
    let question = match question(command, known, nth, asked) {
        Ok(question) => question,
        Err(why) => {
            asked.refuse(command.json, &why, out)?;
            return Ok(exit::INVALID);
        }
    };
    let trace = command.trace || (item.entry.wants_trace && !command.quiet);
    let engine = command.engine();
    let mut watch = Watch::new(level, engine, trace, question.limits.time);
    let clock = SystemClock::start();
    let answered = Solver::new(engine)
        .and_then(|solver| solver.solve_with(level, &question, &clock, &mut watch))
        .map(|first| {
            if command.shortens() {
                shorten(level, first, &question, &clock, &mut watch)
            } else {
                first
            }
        });
    watch.finish();
    let answer = match answered {
        Ok(answer) => answer,
        Err(error) => {
            asked.refuse(command.json, &error.to_string(), out)?;
            return Ok(exit::INVALID);
        }
    };
    if command.trace && watch.missed_trace() {
        tell!(
            "note: `{engine}` tells no trace here; the classic engines do, as --engine bfs"
        );
    }
    let code = answers::code(&answer);
    let mut report = asked.report(&answer);
    if answer.status == Status::Unsolvable {
        report.lost_because = why_lost(level);
    }
    let solution = answer.solution.as_ref();
    if command.json && command.output == Form::Lurd {
        write_json(out, &report)?;
    } else if command.json {
        let mut text = Vec::new();
        if let Some(solution) = solution {
            write_form(command.output, &command.input, item, level, solution, &mut text)?;
        }
        let text = String::from_utf8_lossy(&text);
        let output = solution.map(|_| text.lines().collect());
        write_json(out, &Formed { report: &report, output })?;
    } else {
        asked.head(out)?;
        if let Some(solution) = solution {
            write_form(command.output, &command.input, item, level, solution, out)?;
        }
    }
    out.flush()?;
    if !command.quiet && !command.json {
        say::text(&diagnose::warnings(item.file, &item.entry));
        tell!("{}", summary(item, &report));
        if let Some(fate) = fate(level, &question, &answer) {
            tell!("note: {fate}");
        }
        for why in &report.lost_because {
            tell!("  {why}");
        }
        if let (Form::Robot, Some(half_moves)) = (command.output, report.robot_half_moves)
        {
            tell!("note: the robot first faces left; {}", half_movements(half_moves));
        }
    }
    Ok(code)
}

/// Writes a solution in a form.
pub(crate) fn write_form(
    form: Form,
    input: &Input,
    item: &Item<'_>,
    level: &Level,
    solution: &Solution,
    out: &mut impl Write,
) -> io::Result<()> {
    match form {
        Form::Lurd => writeln!(out, "{}", solution.lurd()),
        Form::Plan => lines(&output::plan(level, solution), out),
        Form::Robot => lines(&output::robot(solution), out),
        Form::Actions => {
            let quoted: Vec<_> = output::actions(level, solution)
                .iter()
                .map(|a| format!("'{a}'"))
                .collect();
            writeln!(out, "[{}]", quoted.join(", "))
        }
        Form::Boards => {
            let alphabet = match input.format() {
                Format::Custom(alphabet) => *alphabet,
                _ => Alphabet::of(item.entry.dialect),
            };
            lines(&output::boards(level, &alphabet, solution), out)
        }
        Form::Sok => write_sok(item, level, &[solution.lurd()], out),
    }
}

/// Writes a level with solutions. Snapshots stay; other solutions make way for these.
pub(crate) fn write_sok(
    item: &Item<'_>,
    level: &Level,
    solutions: &[String],
    out: &mut impl Write,
) -> io::Result<()> {
    let dialect = match level.rules() {
        Rules::Boxes => kuraban::Dialect::Xsb,
        Rules::Boulders => kuraban::Dialect::Boulder,
    };
    let options = kuraban::WriteOptions { alone: item.several, ..Default::default() };
    let mut writer = Writer::new(dialect, options);
    let mut entry = item.entry.clone();
    entry.games.retain(|game| {
        !lurd::read(&game.letters).is_ok_and(|steps| play(level, &steps).solves())
    });
    match writer.write(&entry, level, solutions) {
        Ok(text) => out.write_all(text.as_bytes()),
        Err(error) => Err(io::Error::other(error.to_string())),
    }
}

fn lines<T: AsRef<str>>(list: &[T], out: &mut impl Write) -> io::Result<()> {
    list.iter().try_for_each(|line| writeln!(out, "{}", line.as_ref()))
}

/// One line for people: what is known, and what it took.
fn summary(item: &Item<'_>, report: &Report) -> String {
    let reason = report.reason.as_deref();
    let known = match &*report.status {
        "solved" => solved(report),
        "unsolvable" => {
            format!("no solution: proved, {}", count(report.expanded as usize, "state"))
        }
        "limit" => {
            let reason = reason.map_or_else(|| "stopped".to_owned(), stopped);
            format!("not solved: {reason}{}", bounds(report))
        }
        "error" => return format!("bug: {}: {}", item.file, reason.unwrap_or_default()),
        other => other.to_owned(),
    };
    let name =
        if item.several { format!("level {}: ", report.index) } else { String::new() };
    // Of several searches, the one that found the solution or the proof.
    let asked = report.engine.as_deref().unwrap_or_default();
    let engine = match report.found_by.as_ref().or(report.proved_by.as_ref()) {
        // `bfs` is one search, and `fess:alternate` names its own.
        Some(by) if asked.rsplit(':').next() != Some(by) => format!("{asked}: {by}"),
        _ => asked.to_owned(),
    };
    let Report { expanded, seconds, .. } = report;
    format!("{name}{known} ({engine}, {expanded} expanded, {seconds:.3} s)")
}

fn solved(report: &Report) -> String {
    let (Some(moves), Some(pushes)) = (report.moves, report.pushes) else {
        return String::new();
    };
    if moves == 0 {
        return "already solved".to_owned();
    }
    let (moves, pushes) = (count(moves, "move"), count(pushes, "push"));
    let mut text = format!("solved in {moves} (of which {pushes})");
    if let Some(actions) = report.actions_count {
        let _ = write!(text, ", {actions} actions");
    }
    if !report.optimal.is_empty() {
        let _ = write!(text, "; proved least: {}", report.optimal.join("; "));
    }
    if let Some(reason) = &report.reason {
        let (stopped, bounds) = (stopped(reason), bounds(report));
        let _ = write!(text, "; {stopped} before more was proved{bounds}");
    }
    text
}
