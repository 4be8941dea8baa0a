//! The solution that a picture is to show: given, stored with the level, or found.

use std::path::Path;
use std::time::Duration;

use kuraban::{Limits, Question, Solver, Status, Step, SystemClock, lurd, play, shorten};

use crate::answers::Asked;
use crate::exit;
use crate::input;
use crate::solutions::Solutions;
use crate::watch::Watch;
use crate::words::{clean, illegal_step, stopped};

/// Why there is no solution to be shown, with the exit code.
pub(crate) type Missing = (u8, String);

fn invalid(why: impl Into<String>) -> Missing {
    (exit::INVALID, why.into())
}

/// The steps of a level: those of `given`, or stored with it, or found within a time. `nth` counts the
/// levels that are looked at, from zero.
pub(crate) fn steps(
    asked: Asked<'_>,
    nth: usize,
    given: Option<&str>,
    time: Duration,
) -> Result<Vec<Step>, Missing> {
    if let Some(given) = given {
        return given_steps(asked, nth, given);
    }
    for game in &asked.item.entry.games {
        let steps = lurd::read(&game.letters).unwrap_or_default();
        let played = play(asked.level, &steps);
        if played.solves() {
            return Ok(played.steps);
        }
    }
    found(asked, time)
}

/// Whether solutions are given as a file, and not as letters.
pub(crate) fn is_file(given: &str) -> bool {
    given == "-" || Path::new(given).exists()
}

/// Letters, or those that a file has for the level.
fn given_steps(asked: Asked<'_>, nth: usize, given: &str) -> Result<Vec<Step>, Missing> {
    let letters = if is_file(given) {
        let text = input::text_file(given).map_err(|error| invalid(error.to_string()))?;
        let read = Solutions::read(&text)
            .map_err(|why| invalid(format!("{given}: not a file of solutions: {why}")))?;
        let games = read.of(asked.item, nth);
        let index = asked.item.entry.index;
        let none = || invalid(format!("{given}: no solution of level {index}"));
        games.into_iter().next().ok_or_else(none)?.letters
    } else {
        given.to_owned()
    };
    let steps = lurd::read(&letters).map_err(|error| {
        invalid(if is_file(given) {
            format!("{given}: level {}: {error}", asked.item.entry.index)
        } else {
            format!("`{}` is no file, and these are no steps: {error}", clean(given))
        })
    })?;
    let played = play(asked.level, &steps);
    match played.illegal {
        Some((index, why)) => Err(invalid(illegal_step(index, &why))),
        None => Ok(played.steps),
    }
}

/// What the solver finds.
fn found(asked: Asked<'_>, time: Duration) -> Result<Vec<Step>, Missing> {
    let level = asked.level;
    let limits = Limits::default().time(time);
    let question = Question::default()
        .threads(kuraban::machine_threads())
        .limits(limits)
        .cancel(asked.cancel.clone());
    let mut watch = Watch::new(level, "auto", false, question.limits.time);
    let clock = SystemClock::start();
    let answered = Solver::new("auto")
        .and_then(|solver| solver.solve_with(level, &question, &clock, &mut watch))
        .map(|first| shorten(level, first, &question, &clock, &mut watch));
    watch.finish();
    let answer = answered.map_err(|error| invalid(error.to_string()))?;
    if let Some(solution) = answer.solution {
        return Ok(solution.steps().to_vec());
    }
    let reason = stopped(answer.reason.unwrap_or("gave up"));
    Err(match answer.status {
        Status::Unsolvable => {
            (exit::UNSOLVABLE, "no solution: proved, so there is none to be drawn".into())
        }
        Status::Limit => (
            exit::LIMIT,
            format!("no solution was found ({reason}); give one, or more --time"),
        ),
        Status::Error(why) => (exit::BUG, why),
        _ => (exit::BUG, "solved without a solution".into()),
    })
}
