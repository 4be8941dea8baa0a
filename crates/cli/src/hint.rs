//! `kuraban hint`: the next push, or why there is none.

use std::io::{self, Write};

use kuraban::{
    Answer, Hint, Level, Objective, Solver, Step, SystemClock, after, lurd, shorten,
};
use serde::Serialize;

use crate::answers::{self, Asked};
use crate::args;
use crate::input;
use crate::watch::Watch;
use crate::words::{count, illegal_step, stopped};
use crate::{exit, write_json};

/// A hint with what its file says, as `--json` prints it.
#[derive(Serialize)]
struct Told<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    index: usize,
    title: Option<&'a str>,
    /// How many steps were made before.
    after: usize,
    #[serde(flatten)]
    hint: &'a Hint,
    /// Where the position is lost: the number of steps after which it surely was not.
    solvable_after: Option<usize>,
}

pub(crate) fn run(command: &args::Hint, out: &mut impl Write) -> io::Result<u8> {
    let text = input::text_argument(&command.steps)?;
    let files = std::slice::from_ref(&command.file);
    answers::each((files, &command.input, command.json), out, |asked, out| {
        let refuse = |why: &str, out: &mut _| {
            asked.refuse(command.json, why, out).map(|()| exit::INVALID)
        };
        let steps = match lurd::read(&text) {
            Ok(steps) => steps,
            Err(error) => return refuse(&format!("not a game: {error}"), out),
        };
        if asked.item.several && !steps.is_empty() {
            if !command.json {
                return asked.refuse_all(input::SEVERAL, out);
            }
            return refuse(input::SEVERAL, out);
        }
        let level = match after(asked.level, &steps) {
            Ok(level) => level,
            Err(step) => return refuse(&illegal_step(step.index, &step.why), out),
        };
        let hint = match hint(command, asked, &level, true) {
            Ok(hint) => hint,
            Err(why) => return refuse(&why, out),
        };
        let good = (hint.solvable == Some(false) && !steps.is_empty())
            .then(|| last_good(command, asked, &steps))
            .flatten();
        if command.json {
            let entry = &asked.item.entry;
            let told = Told {
                file: asked.item.file_name(),
                index: entry.index,
                title: entry.title.as_deref(),
                after: steps.len(),
                hint: &hint,
                solvable_after: good,
            };
            write_json(out, &told)?;
        } else {
            asked.head(out)?;
            tell(&hint, &level, out)?;
            if let Some(good) = good {
                let back = count(steps.len() - good, "step");
                writeln!(out, "Take back {back}: after step {good} it can be solved.")?;
            }
        }
        out.flush()?;
        Ok(match (&*hint.status, hint.solvable) {
            ("error", _) => exit::BUG,
            (_, Some(true)) => exit::DONE,
            (_, Some(false)) => exit::UNSOLVABLE,
            (_, None) => exit::LIMIT,
        })
    })
}

fn tell(hint: &Hint, level: &Level, out: &mut impl Write) -> io::Result<()> {
    if let Some(steps) = &hint.steps {
        writeln!(out, "{steps}")?;
    }
    writeln!(out, "{}", hint.words(level))?;
    match (&hint.reason, hint.moves_left, hint.pushes_left) {
        (_, Some(moves @ 1..), Some(pushes)) => {
            let (moves, pushes) = (count(moves, "move"), count(pushes, "push"));
            writeln!(
                out,
                "It can be solved from here: {moves} (of which {pushes}) are enough."
            )
        }
        (Some(reason), None, _) if hint.solvable.is_none() => {
            writeln!(out, "The search: {}.", stopped(reason))
        }
        _ => Ok(()),
    }
}

/// What is seen at once, or what a search finds; `shortens` says whether a short way is wanted.
fn hint(
    command: &args::Hint,
    asked: Asked<'_>,
    level: &Level,
    shortens: bool,
) -> Result<Hint, String> {
    if let Some(hint) = Hint::at_once(level) {
        return Ok(hint);
    }
    let answer = answer(command, asked, level, shortens)?;
    Ok(Hint::of(level, &answer))
}

fn answer(
    command: &args::Hint,
    asked: Asked<'_>,
    level: &Level,
    shortens: bool,
) -> Result<Answer, String> {
    let question = command.limits.question(Objective::Any, asked.cancel);
    let mut watch = Watch::new(level, "auto", false, question.limits.time);
    let clock = SystemClock::start();
    let answered = Solver::new("auto")
        .and_then(|solver| solver.solve_with(level, &question, &clock, &mut watch))
        .map(|first| match question.limits.nodes {
            None if shortens => shorten(level, first, &question, &clock, &mut watch),
            _ => first,
        });
    watch.finish();
    answered.map_err(|error| error.to_string())
}

/// The most steps after which a solution is known. What is lost stays lost, so the steps are
/// halved again and again; where the search finds nothing, fewer steps are tried.
fn last_good(command: &args::Hint, asked: Asked<'_>, steps: &[Step]) -> Option<usize> {
    let solvable = |made: usize| {
        let level = after(asked.level, &steps[..made]).ok()?;
        hint(command, asked, &level, false).ok()?.solvable.filter(|&solvable| solvable)
    };
    solvable(0)?;
    let (mut good, mut bad) = (0, steps.len());
    while bad - good > 1 && !asked.cancel.is_cancelled() {
        let middle = good.midpoint(bad);
        if solvable(middle).is_some() { good = middle } else { bad = middle }
    }
    Some(good)
}
