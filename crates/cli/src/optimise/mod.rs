//! `kuraban optimise`.

mod gains;
mod known;
mod state;
mod told;

use std::io::{self, Write};

use kuraban::{
    Goal, Objective, Optimised, Question, Solution, Status, SystemClock, Wish, optimise,
    trouble::why_lost,
};

use self::gains::Gains;
use self::known::Known;
use self::state::State;
use self::told::{Run, Sums};
use crate::answers::{self, Asked};
use crate::args::{Form, Optimise};
use crate::given::Given;
use crate::say::tell;
use crate::solve::{write_form, write_sok};
use crate::watch::Watch;
use crate::words::{count, heading};
use crate::{exit, files, input, write_json};

/// Other first solutions that are looked for where nobody says how many: as many as time allows.
const STARTS: usize = 64;

pub(crate) fn run(command: &Optimise, out: &mut impl Write) -> io::Result<u8> {
    let Some(known) = Known::read(command)? else { return Ok(exit::INVALID) };
    if let Some(path) = &command.state {
        if std::fs::metadata(path).is_ok_and(|about| !about.is_file()) {
            tell!("error: {}: a state is kept in a plain file", path.display());
            return Ok(exit::INVALID);
        }
        kuraban::can_save(path)
            .map_err(|error| files::cannot_write(&path.display().to_string(), &error))?;
    }
    let path = command.out.as_deref().filter(|path| !files::is_dash(path));
    let Some(path) = path else { return Ok(all(command, &known, out)?.0) };
    files::whole(path, |mut file| {
        let (code, has_answers) = all(command, &known, &mut file)?;
        if !has_answers {
            tell!("note: there is no answer: `{}` is not written", path.display());
        }
        Ok((code, has_answers))
    })
}

/// Asks about all levels. The exit code, and whether there is an answer at all.
fn all(
    command: &Optimise,
    known: &Known,
    out: &mut impl Write,
) -> io::Result<(u8, bool)> {
    let mut nth = 0;
    let (mut worst, mut is_one) = (exit::DONE, true);
    let files = std::slice::from_ref(&command.file);
    let mut sums = Sums::of(&goals(command));
    // What is meant for one level is refused once.
    let is_for_one = command.steps.is_some() || command.state.is_some();
    let asked = (files, &command.input, command.json);
    let code = answers::each(asked, out, |asked, out| {
        if is_for_one && asked.item.several && !command.json {
            return asked.refuse_all(input::SEVERAL, out);
        }
        is_one &= !asked.item.several;
        let code = one(command, asked, known, nth, &mut sums, out)?;
        worst = worst.max(code);
        nth += 1;
        Ok(code)
    })?;
    // An interrupt leaves levels out of a collection; of one level it ends the search.
    let code = if code == exit::LIMIT && is_one && nth > 0 { worst } else { code };
    if nth > 1 && !command.quiet {
        sums.tell();
    }
    if command.table.is_some() && !sums.is_marked() && sums.levels > 0 {
        tell!(
            "warning: --table has no row for these levels, or the goal begins with neither \
             moves nor pushes"
        );
    }
    if !command.solutions.is_empty() && sums.given == 0 && nth > 0 {
        tell!("warning: no solution that was given is one of these levels'");
    }
    Ok((code, sums.levels > 0 || (command.json && nth > 0)))
}

fn one(
    command: &Optimise,
    asked: Asked<'_>,
    known: &Known,
    nth: usize,
    sums: &mut Sums,
    out: &mut impl Write,
) -> io::Result<u8> {
    let Asked { item, level, cancel, .. } = asked;
    if command.state.is_some() && item.several {
        asked.refuse(command.json, input::SEVERAL, out)?;
        return Ok(exit::INVALID);
    }
    if let Some(why) = command.form.misfit(level.rules()) {
        asked.refuse(command.json, why, out)?;
        return Ok(exit::INVALID);
    }
    let given = match known.given(command, asked, nth) {
        Ok(given) => given,
        Err(why) => {
            sums.given += 1;
            asked.refuse(command.json, &why, out)?;
            return Ok(exit::INVALID);
        }
    };
    sums.given += given.len();
    let warning = cut(command, &given);
    if let Some(warning) = warning.as_ref().filter(|_| !command.quiet) {
        tell!("note: {warning}");
    }
    let mut given: Vec<_> = given.into_iter().map(|given| given.solution).collect();
    let question = command.limits.question(Objective::Any, cancel);
    let best = known.best(asked);
    let mut runs: Vec<Run> = Vec::new();
    for goal in goals(command) {
        if command.both && !command.quiet && !command.json && !item.several {
            tell!("goal {goal}:");
        }
        match shorten(command, asked, goal, given.clone(), &question) {
            Ok(mut run) => {
                if let Some(first) = runs.first() {
                    run.done.before = first.done.before;
                }
                // What helped one goal may help the other.
                given.extend(run.done.pool.iter().cloned());
                runs.push(run);
            }
            Err(why) => {
                asked.refuse(command.json, &why, out)?;
                return Ok(exit::INVALID);
            }
        }
    }
    if command.json {
        let mut told = Vec::new();
        for run in &runs {
            let mut run = run.told(command, asked, best)?;
            run.warn(warning.clone());
            told.push(run);
        }
        let other = if told.len() > 1 { told.pop() } else { None };
        if let Some(mut told) = told.pop() {
            told.other = other.map(Box::new);
            write_json(out, &told)?;
        }
    }
    if !command.json {
        print(command, asked, &runs, out)?;
    }
    out.flush()?;
    let mut code = exit::DONE;
    for run in &runs {
        let Optimised { answer, .. } = &run.done;
        sums.add(run, best);
        if !command.quiet && !command.json {
            let number = item.several.then(|| format!("level {}", item.entry.index));
            let goal = command.both.then(|| format!("goal {}", run.goal));
            let name: Vec<_> = number.into_iter().chain(goal).collect();
            let colon = if name.is_empty() { "" } else { ": " };
            let name = name.join(", ") + colon;
            tell!("{}", run.summary(&name, best));
            if answer.status == Status::Unsolvable {
                for why in why_lost(level) {
                    tell!("  {why}");
                }
            }
        }
        code = code.max(answers::code(answer));
    }
    Ok(code)
}

/// The solutions in the form that was asked for, each headed where there are several.
fn print(
    command: &Optimise,
    asked: Asked<'_>,
    runs: &[Run],
    out: &mut impl Write,
) -> io::Result<()> {
    let Asked { item, level, .. } = asked;
    let found =
        runs.iter().filter_map(|run| Some((run, run.done.answer.solution.as_ref()?)));
    if command.form == Form::Sok {
        // A level holds all its solutions.
        let mut all: Vec<_> = found.map(|(_, solution)| solution.lurd()).collect();
        all.dedup();
        if all.is_empty() {
            return Ok(());
        }
        asked.head(out)?;
        return write_sok(item, level, &all, out);
    }
    for (run, solution) in found {
        if item.several || command.both {
            let goal =
                if command.both { format!(" ({})", run.goal) } else { String::new() };
            let title = item.entry.title.as_deref().unwrap_or_default();
            let title = format!("{title}{goal}");
            writeln!(out, "{}", heading(item.entry.index, Some(title.trim())))?;
        }
        write_form(command.form, &command.input, item, level, solution, out)?;
    }
    Ok(())
}

/// The goals that are asked for, one after the other.
fn goals(command: &Optimise) -> Vec<Goal> {
    if command.both {
        vec![Goal::moves(), Goal::pushes()]
    } else {
        vec![command.goal.clone()]
    }
}

/// What is told of steps after the level is solved first: they do not count.
fn cut(command: &Optimise, given: &[Given]) -> Option<String> {
    let rank = |given: &&Given| command.goal.rank(&given.solution.figures());
    let Given { cut: cut @ 1.., .. } = given.iter().min_by_key(rank)? else {
        return None;
    };
    let ends =
        if command.keep_end { "; the player ends where he stands then" } else { "" };
    Some(format!("{} after the level is solved: cut{ends}", count(*cut, "step")))
}

/// Shortens for one goal; the error says why that cannot be done.
fn shorten(
    command: &Optimise,
    asked: Asked<'_>,
    goal: Goal,
    given: Vec<Solution>,
    question: &Question,
) -> Result<Run, String> {
    let Asked { item, level, .. } = asked;
    let path = command.state.as_deref();
    let saved = match path {
        Some(path) => State::read(path, level, &goal)
            .map_err(|why| format!("{}: {why}", path.display()))?,
        None => None,
    };
    let saver =
        path.map(|path| State::saver(path.to_owned(), level, &goal, question.seed));
    let clock = SystemClock::start();
    let watch = Watch::new(level, "optimise", false, question.limits.time).with_bar();
    let is_quiet = command.quiet || item.several || command.json;
    let mut gains = Gains::new(watch, level, &goal, &clock, is_quiet);
    let wish = Wish::default()
        .goal(goal.clone())
        .given(given)
        .range(command.range.clone())
        .keep_end(command.keep_end)
        .tube(command.tube)
        .starts(command.starts.unwrap_or(STARTS))
        .saved(saved);
    let done = optimise(level, wish, question, &clock, &mut gains, saver);
    let gains = gains.end();
    let done = done.map_err(|error| error.to_string())?;
    Ok(Run { goal, done, gains })
}
