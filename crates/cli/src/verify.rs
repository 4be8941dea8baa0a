//! `kuraban verify` and `kuraban metrics`: the referee by hand.

use std::io::{self, Write};
use std::path::Path;

use kuraban::{
    Alphabet, Checked, Format, LetterFigures, Level, Report, lurd, output, play,
};
use serde::Serialize;

use crate::args::{Metrics, Verify};
use crate::input::{self, Item, Next};
use crate::say::{self, tell};
use crate::solutions::Solutions;
use crate::words::{clean, count, half_movements, illegal_step};
use crate::{diagnose, exit, write_json};

pub(crate) fn run(command: &Verify, out: &mut impl Write) -> io::Result<u8> {
    let Some(argument) = &command.steps else {
        return many(command, &Solutions::Stored, out);
    };
    let text = input::text_argument(argument)?;
    if lurd::read(&text).is_ok() {
        return single(command, &text, out);
    }
    let file = match argument.as_str() {
        "-" => text.clone(),
        path if Path::new(path).is_file() => input::text_file(path)?,
        _ => return single(command, &text, out),
    };
    match Solutions::read(&file) {
        Ok(solutions) => many(command, &solutions, out),
        Err(_) if argument == "-" => single(command, &text, out),
        Err(why) => {
            tell!("error: {}: not a file of solutions: {why}", clean(argument));
            Ok(exit::INVALID)
        }
    }
}

/// Replays one solution of one level.
fn single(command: &Verify, text: &str, out: &mut impl Write) -> io::Result<u8> {
    let mut code = exit::DONE;
    input::each(std::slice::from_ref(&command.file), &command.input, |item| {
        let mut refuse = |out: &mut dyn Write, message: String| -> io::Result<Next> {
            code = exit::INVALID;
            if command.json {
                let mut out = out;
                write_json(&mut out, &Report::invalid(&item.entry, message))?;
            }
            Ok(Next::Stop)
        };
        let level = match &item.entry.level {
            Ok(level) => level,
            Err(problems) => {
                say::text(&diagnose::problems(item.file, &item.entry));
                return refuse(out, problems.to_string());
            }
        };
        if item.several {
            let message = input::SEVERAL;
            tell!("error: {}: {message}", item.file);
            return refuse(out, message.into());
        }
        let (checked, standing) = check(command, item, level, text);
        code = standing.code();
        if let Some(reason) = &checked.reason {
            tell!("error: not a solution string: {reason}");
        }
        if command.json {
            write_json(out, &checked)?;
        } else if checked.reason.is_none() {
            tell(&checked, out)?;
        }
        Ok(Next::Stop)
    })?;
    Ok(code)
}

/// How a game stands. The worst of several counts; a snapshot counts only where it is alone.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Standing {
    /// Legal and unfinished, and its heading says no more.
    Snapshot,
    Solves,
    Unfinished,
    Illegal,
}

impl Standing {
    fn code(self) -> u8 {
        match self {
            Self::Solves => exit::DONE,
            Self::Snapshot | Self::Unfinished => exit::UNSOLVABLE,
            Self::Illegal => exit::INVALID,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Solves => "solved",
            Self::Unfinished => "unfinished",
            Self::Illegal => "illegal",
        }
    }
}

/// Replays step letters on a level.
fn check(
    command: &Verify,
    item: &Item<'_>,
    level: &Level,
    letters: &str,
) -> (Checked, Standing) {
    let alphabet = match command.input.format() {
        Format::Custom(alphabet) => *alphabet,
        _ => Alphabet::of(item.entry.dialect),
    };
    let steps = match lurd::read(letters) {
        Ok(steps) => steps,
        Err(error) => {
            let played = play(level, &[]);
            let board = output::draw_position(level, &alphabet, &played.position);
            let refused = Checked::refused(&played, board, error.to_string());
            return (refused, Standing::Illegal);
        }
    };
    let played = play(level, &steps);
    let standing = match (&played.illegal, played.solves()) {
        (Some(_), _) => Standing::Illegal,
        (None, true) => Standing::Solves,
        (None, false) => Standing::Unfinished,
    };
    let board = output::draw_position(level, &alphabet, &played.position);
    (Checked::new(&played, board), standing)
}

/// The solutions of one level, as `--json` prints them.
#[derive(Serialize)]
struct Verified<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    index: usize,
    title: Option<&'a str>,
    /// That of the worst: `solved`, `unfinished`, `illegal`; `snapshot` where there is nothing
    /// else; or `none`.
    status: &'static str,
    solutions: Vec<Game>,
}

/// One of them.
#[derive(Serialize)]
struct Game {
    /// Its heading in the file.
    heading: Option<String>,
    /// Its own standing.
    status: &'static str,
    #[serde(flatten)]
    checked: Checked,
}

/// Replays the solutions of all levels.
fn many(command: &Verify, solutions: &Solutions, out: &mut impl Write) -> io::Result<u8> {
    let mut code = exit::DONE;
    let (mut levels, mut without, mut games) = (0, 0, [0; 4]);
    let mut all_worst = None;
    input::each(std::slice::from_ref(&command.file), &command.input, |item| {
        levels += 1;
        let level = match &item.entry.level {
            Ok(level) => level,
            Err(problems) => {
                code = exit::INVALID;
                if command.json {
                    let mut report = Report::invalid(&item.entry, problems.to_string());
                    report.file = item.file_name();
                    write_json(out, &report)?;
                }
                say::text(&diagnose::problems(item.file, &item.entry));
                return Ok(Next::Go);
            }
        };
        let (index, title) = (item.entry.index, item.entry.title.as_deref());
        let mut worst = None;
        let mut all = Vec::new();
        for game in solutions.of(item, levels - 1) {
            let (checked, mut standing) = check(command, item, level, &game.letters);
            if standing == Standing::Unfinished && game.is_snapshot() {
                standing = Standing::Snapshot;
            }
            games[standing as usize] += 1;
            worst = worst.max(Some(standing));
            if !command.json {
                tell_row(index, title, &checked, standing, out)?;
            }
            all.push(Game { heading: game.title, status: standing.name(), checked });
        }
        all_worst = all_worst.max(worst);
        without += usize::from(worst <= Some(Standing::Snapshot));
        if command.json {
            let status = worst.map_or("none", Standing::name);
            let file = item.file_name();
            write_json(out, &Verified { file, index, title, status, solutions: all })?;
        }
        Ok(Next::Go)
    })?;
    out.flush()?;
    if let Some(worst) = all_worst {
        code = code.max(worst.code());
    } else if code == exit::DONE {
        tell!("error: {}: there is no solution to be replayed", command.file);
        return Ok(exit::INVALID);
    }
    if !command.json {
        let more = |number, what| match number {
            0 => String::new(),
            some => format!(", {some} {what}"),
        };
        let without = match without {
            0 => String::new(),
            some => format!("; {} without a solution", count(some, "level")),
        };
        let [snapshots, solved, unfinished, illegal] = games;
        let levels = count(levels, "level");
        let [unfinished, illegal, snapshots] = [
            more(unfinished, "unfinished"),
            more(illegal, "illegal"),
            match snapshots {
                0 => String::new(),
                some => format!(", {}", count(some, "snapshot")),
            },
        ];
        tell!("{levels}: {solved} solved{unfinished}{illegal}{snapshots}{without}");
    }
    Ok(code)
}

/// One line for one solution of many.
fn tell_row(
    index: usize,
    title: Option<&str>,
    checked: &Checked,
    standing: Standing,
    out: &mut impl Write,
) -> io::Result<()> {
    let (moves, pushes) =
        (count(checked.figures.moves, "move"), count(checked.figures.pushes, "push"));
    let told = match (checked.first_illegal_index, &checked.reason) {
        (_, Some(reason)) => reason.clone(),
        (Some(index), None) => {
            let why = checked.illegal_because.as_deref().unwrap_or_default();
            illegal_step(index, &why)
        }
        (None, None) => format!("{moves}, {pushes}"),
    };
    let title = title.map_or(String::new(), |title| format!("  {}", clean(title)));
    writeln!(out, "{index:>4}  {:<10}  {told}{title}", standing.name())
}

fn tell(checked: &Checked, out: &mut impl Write) -> io::Result<()> {
    for row in &checked.board {
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out)?;
    if let Some(index) = checked.first_illegal_index {
        let why = checked.illegal_because.as_deref().unwrap_or("");
        writeln!(out, "illegal   {}", illegal_step(index, &why))?;
        writeln!(out, "legal     {}", checked.solution)?;
    } else if checked.solves {
        writeln!(out, "solved    {}", checked.solution)?;
    } else {
        writeln!(out, "legal, but not solved: {}", checked.solution)?;
    }
    if !checked.case_errors.is_empty() {
        let errors: Vec<_> =
            checked.case_errors.iter().map(|index| (index + 1).to_string()).collect();
        let steps = if errors.len() == 1 { "step" } else { "steps" };
        writeln!(out, "case      wrong at {steps} {}", errors.join(", "))?;
    }
    let (moves, pushes) =
        (count(checked.figures.moves, "move"), count(checked.figures.pushes, "push"));
    writeln!(out, "counts    {moves} (of which {pushes})")?;
    writeln!(
        out,
        "boxes     {}, {}, {}",
        count(checked.figures.box_lines, "line"),
        count(checked.figures.box_changes, "change"),
        count(checked.figures.pushing_sessions, "pushing session")
    )?;
    writeln!(out, "player    {}", count(checked.figures.player_lines, "line"))?;
    writeln!(out, "robot     {}", half_movements(checked.figures.robot_half_moves))
}

#[derive(Serialize)]
struct Counted {
    moves: usize,
    pushes: usize,
    push_runs: usize,
    robot_half_moves: usize,
}

pub(crate) fn metrics(command: &Metrics, out: &mut impl Write) -> io::Result<u8> {
    let text = input::text_argument(&command.steps)?;
    let steps = match lurd::read(&text) {
        Ok(steps) => steps,
        Err(error) => {
            tell!("error: not a solution string: {error}");
            return Ok(exit::INVALID);
        }
    };
    let LetterFigures { moves, pushes, push_runs, robot_half_moves } =
        LetterFigures::of(&steps);
    if command.json {
        write_json(out, &Counted { moves, pushes, push_runs, robot_half_moves })?;
    } else {
        let (moves, pushes) = (count(moves, "move"), count(pushes, "push"));
        writeln!(out, "{moves} (of which {pushes}), {}", count(push_runs, "push run"))?;
        writeln!(out, "robot: {}", half_movements(robot_half_moves))?;
    }
    Ok(exit::DONE)
}
