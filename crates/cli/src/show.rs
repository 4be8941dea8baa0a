//! `kuraban show`.

use std::io::{self, Write};
use std::time::Duration;

use kuraban::{
    Alphabet, Cancel, Entry, Facts, Level, Limits, PackingPlan, Rules, Run, Strategy,
    SystemClock, Turn, write,
};
use serde::Serialize;
use serde_json::{Value, json};

use crate::args::Show;
use crate::difficulty::explain;
use crate::input::{self, Item, Next};
use crate::say;
use crate::words::{clean, columns, count, heading, wrapped};
use crate::{diagnose, exit, plan, write_json};

/// What `--json` prints of a level.
#[derive(Serialize)]
struct Shown {
    /// `ok` or `invalid`.
    status: &'static str,
    /// Why it is not a level.
    reason: Option<String>,
    #[serde(flatten)]
    facts: Facts,
    /// With `--plan`; null where there is nothing to be planned.
    #[serde(skip_serializing_if = "Option::is_none")]
    plan: Option<Value>,
    /// With `--difficulty`; null where no solution was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Value>,
}

/// The same fields for something that is not a level: what is not known is null.
fn invalid(command: &Show, item: &Item<'_>, reason: &str) -> Value {
    let level: Level = "#####\n#@$.#\n#####".parse().expect("this is a level");
    let entry = &item.entry;
    let (status, reason) = ("invalid", Some(reason.to_owned()));
    let plan = command.plan.map(|_| Value::Null);
    let difficulty = command.judge.time.map(|_| Value::Null);
    let facts = Facts::new(entry, &level);
    let warnings = entry.warnings.clone();
    let dialect = (!entry.is_file_problem()).then(|| entry.dialect.name());
    let mut shown = json!(Shown { status, reason, facts, plan, difficulty });
    let known = ["status", "reason", "index", "title", "author", "detected"];
    for (name, value) in shown.as_object_mut().into_iter().flatten() {
        if !known.contains(&name.as_str()) {
            *value = Value::Null;
        }
    }
    shown["dialect"] = json!(dialect);
    shown["warnings"] = json!(warnings);
    if let Some(file) = item.file_name() {
        shown["file"] = json!(file);
    }
    shown
}

/// The plan of a strategy, unless it takes too long.
pub(crate) fn planned(level: &Level, strategy: Strategy) -> Option<PackingPlan> {
    const TIME: Duration = Duration::from_secs(10);
    let (clock, cancel) = (SystemClock::start(), Cancel::default());
    let run = Run::new(Limits::default().time(TIME), cancel, &clock);
    PackingPlan::new(level, strategy, &mut Turn::new(&run, u64::MAX, run.memory()))
}

pub(crate) fn run(command: &Show, out: &mut impl Write) -> io::Result<u8> {
    let mut worst = exit::DONE;
    let colours = say::colours(&io::stdout());
    input::each(&command.files, &command.input, |item| {
        match &item.entry.level {
            Ok(level) if command.json => {
                let mut facts = Facts::new(&item.entry, level);
                facts.file = item.file_name();
                let plan = command.plan.map(|strategy| json!(planned(level, strategy)));
                let (status, reason) = ("ok", None);
                let difficulty =
                    command.judge.time.map(|time| json!(explain(level, time)));
                write_json(out, &Shown { status, reason, facts, plan, difficulty })?;
            }
            Ok(level) => {
                tell(command, item, level, colours, out)?;
                if let Some(strategy) = command.plan {
                    out.flush()?;
                    let plan = planned(level, strategy);
                    plan::tell(level, plan.as_ref(), colours, out)?;
                }
            }
            Err(problems) => {
                worst = exit::INVALID;
                if command.json {
                    write_json(out, &invalid(command, item, &problems.to_string()))?;
                } else {
                    out.flush()?;
                }
                say::text(&diagnose::problems(item.file, &item.entry));
            }
        }
        Ok(Next::Go)
    })?;
    Ok(worst)
}

fn tell(
    command: &Show,
    item: &Item<'_>,
    level: &Level,
    colours: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let entry = &item.entry;
    let facts = Facts::new(entry, level);
    if item.several {
        let blank = if item.first { "" } else { "\n" };
        writeln!(out, "{blank}{}", heading(entry.index, entry.title.as_deref()))?;
    } else if let Some(title) = &entry.title {
        writeln!(out, "{}", clean(title))?;
    }
    draw(command, entry, level, &facts, colours, out)?;
    writeln!(out)?;
    let found = if entry.detected { " (detected)" } else { "" };
    let dialect = format!("{}{found}", entry.dialect.name());
    let mut lines: Vec<(&str, String)> = vec![
        ("size", format!("{} x {}", facts.width, facts.height)),
        ("dialect", dialect),
    ];
    if let Some(author) = &facts.author {
        lines.push(("author", clean(author).into_owned()));
    }
    lines.push(("player", level.square_name(level.player())));
    if level.rules() == Rules::Boulders {
        lines.push(("boulders", level.boxes().len().to_string()));
        lines.push(("goal", level.square_name(level.goals()[0])));
        lines.push((
            "legend",
            "@ player, O boulder, x goal, Q boulder on the goal".into(),
        ));
    } else {
        lines.push((
            "boxes",
            format!("{} ({} on goals)", level.boxes().len(), facts.boxes_on_goals),
        ));
        lines.push((
            "dead",
            format!("{} where a box is lost", count(facts.dead_squares.len(), "square")),
        ));
        lines.push(("rooms", format!("{} when solved", facts.end_rooms)));
        let bound = match facts.lower_bound.pushes {
            Some(pushes) => format!("at least {}", count(pushes as usize, "push")),
            None => "boxes and goals cannot be matched: unsolvable".into(),
        };
        lines.push(("bound", bound));
    }
    if facts.already_solved {
        lines.push(("state", "already solved".into()));
    }
    if facts.solutions + facts.snapshots > 0 {
        let (solutions, snapshots) = (facts.solutions, facts.snapshots);
        let solutions = count(solutions, "solution");
        lines.push(("with it", format!("{solutions}, {}", count(snapshots, "snapshot"))));
    }
    if let Some(time) = command.judge.time {
        out.flush()?;
        match level.rules() {
            Rules::Boulders => {
                lines.push(("how hard", "boulder puzzles are not judged".into()));
            }
            Rules::Boxes => lines.extend(how_hard(level, &facts, time)),
        }
    }
    for note in &entry.notes {
        lines.push(("note", clean(note.trim()).into_owned()));
    }
    lines.push(("id", facts.id.clone()));
    for (name, value) in lines {
        writeln!(out, "{}", wrapped(&format!("{name:<9} "), &value, columns()))?;
    }
    for warning in &facts.warnings {
        writeln!(out, "{}", wrapped("warning   ", warning, columns()))?;
    }
    Ok(())
}

/// How hard a level is, and why.
fn how_hard(level: &Level, facts: &Facts, time: Duration) -> Vec<(&'static str, String)> {
    let Some(difficulty) = explain(level, time) else {
        let bound = facts.lower_bound.pushes;
        let found = bound.map_or("there is no solution", |_| "no solution was found");
        return vec![("how hard", format!("not known: {found}"))];
    };
    let reasons = difficulty.reasons.iter().map(|reason| ("", reason.clone()));
    [("how hard", difficulty.words())].into_iter().chain(reasons).collect()
}

/// The board; dead squares are marked with a letter on request, and shaded on a terminal.
fn draw(
    command: &Show,
    entry: &Entry,
    level: &Level,
    facts: &Facts,
    colours: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let alphabet = match command.input.format() {
        kuraban::Format::Custom(alphabet) => *alphabet,
        _ => Alphabet::of(entry.dialect),
    };
    for (number, row) in write::rows(level, &alphabet).iter().enumerate() {
        let mut line = String::new();
        for (column, letter) in row.chars().enumerate() {
            let at = number * level.width() + column;
            let dead = facts.dead_squares.binary_search(&at).is_ok();
            let empty = dead
                && level.square(at) == kuraban::Square::FLOOR
                && at != level.player();
            let letter = if command.dead && empty { 'x' } else { letter };
            if colours && dead {
                line.push_str("\x1b[48;5;238m");
                line.push(letter);
                line.push_str("\x1b[0m");
            } else {
                line.push(letter);
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
