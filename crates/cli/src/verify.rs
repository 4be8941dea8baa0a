//! `kuraban verify` and `kuraban metrics`: the referee by hand.

use std::io::{self, Write};

use kuraban::{Alphabet, Checked, Format, LetterFigures, Report, lurd, output, play};
use serde::Serialize;

use crate::args::{Metrics, Verify};
use crate::input::{self, Next};
use crate::words::count;
use crate::{diagnose, exit, write_json};

pub(crate) fn run(command: &Verify, out: &mut impl Write) -> io::Result<u8> {
    let text = input::text_argument(&command.steps)?;
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
                eprint!("{}", diagnose::problems(item.file, &item.entry));
                return refuse(out, problems.to_string());
            }
        };
        if item.several {
            let message = "the file holds several levels: say which with --level";
            eprintln!("error: {}: {message}", item.file);
            return refuse(out, message.into());
        }
        let alphabet = match command.input.format() {
            Format::Custom(alphabet) => *alphabet,
            _ => Alphabet::of(item.entry.dialect),
        };
        let steps = match lurd::read(&text) {
            Ok(steps) => steps,
            Err(error) => {
                eprintln!("error: not a solution string: {error}");
                code = exit::INVALID;
                if command.json {
                    let board = output::draw_position(
                        level,
                        &alphabet,
                        &play(level, &[]).position,
                    );
                    let checked =
                        Checked::refused(&play(level, &[]), board, error.to_string());
                    write_json(out, &checked)?;
                }
                return Ok(Next::Stop);
            }
        };
        let played = play(level, &steps);
        code = match (&played.illegal, played.solves()) {
            (Some(_), _) => exit::INVALID,
            (None, true) => exit::DONE,
            (None, false) => exit::UNSOLVABLE,
        };
        let board = output::draw_position(level, &alphabet, &played.position);
        let checked = Checked::new(&played, board);
        if command.json {
            write_json(out, &checked)?;
        } else {
            tell(&checked, out)?;
        }
        Ok(Next::Stop)
    })?;
    Ok(code)
}

fn tell(checked: &Checked, out: &mut impl Write) -> io::Result<()> {
    for row in &checked.board {
        writeln!(out, "{}", row.trim_end())?;
    }
    writeln!(out)?;
    if let Some(index) = checked.first_illegal_index {
        let why = checked.illegal_because.as_deref().unwrap_or("");
        writeln!(out, "illegal   step {index} (counted from 0): {why}")?;
        writeln!(out, "legal     {}", checked.solution)?;
    } else if checked.solves {
        writeln!(out, "solved    {}", checked.solution)?;
    } else {
        writeln!(out, "legal, but not solved: {}", checked.solution)?;
    }
    if !checked.case_errors.is_empty() {
        let errors: Vec<_> =
            checked.case_errors.iter().map(ToString::to_string).collect();
        writeln!(out, "case      wrong at {}", errors.join(", "))?;
    }
    let (moves, pushes) = (count(checked.moves, "move"), count(checked.pushes, "push"));
    writeln!(out, "counts    {moves} (of which {pushes})")?;
    writeln!(
        out,
        "boxes     {}, {}, {}",
        count(checked.box_lines, "line"),
        count(checked.box_changes, "change"),
        count(checked.pushing_sessions, "pushing session")
    )?;
    writeln!(out, "player    {}", count(checked.player_lines, "line"))?;
    writeln!(out, "robot     {} half movements", checked.robot_half_moves)
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
            eprintln!("error: not a solution string: {error}");
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
        writeln!(out, "{robot_half_moves} half movements of the robot")?;
    }
    Ok(exit::DONE)
}
