//! `kuraban generate`: levels of a wanted difficulty. The crate `generate` makes them; here they
//! are asked for and written.

pub(crate) mod args;
mod clean;
mod out;
mod told;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use kuraban::{Cancel, Clock, Level, Limits, Reader, Run, SystemClock, machine_threads};
use kuraban_generate::{Label, Made, Maker, Order, Recipe, Short, Source, Wants};
use kuraban_lint::Collection;

use crate::say::tell;
use crate::{exit, interrupt};
use args::{Engine, Generate};
use clean::Clean;
use out::{Outputs, Refused};

pub(crate) fn run(command: &Generate, out: &mut impl Write) -> io::Result<u8> {
    let asked = recipe(command).and_then(|recipe| {
        let outputs = Outputs::plan(command)?;
        recipe.check().map_err(|why| why.to_string())?;
        Ok((recipe, outputs, known(&command.avoid)?))
    });
    let (mut recipe, outputs, known) = match asked {
        Ok(asked) => asked,
        Err(why) => {
            tell!("error: {why}");
            return Ok(exit::INVALID);
        }
    };
    recipe.wants.off_goals |= outputs.is_boxoban();
    let cancel = Cancel::default();
    interrupt::cancels(&cancel);
    let clock = SystemClock::start();
    let mut limits = Limits::default();
    limits.time = command.time.filter(|time| !time.is_zero());
    let run = Run::new(limits, cancel, &clock);
    let threads = command.threads.map_or_else(machine_threads, usize::from);
    let clean = command.clean.then(|| Clean::new(&run));
    let is_unwanted = |level: &Level| {
        known.is_known(level) || clean.as_ref().is_some_and(|clean| !clean.takes(level))
    };
    let avoids = command.clean || !command.avoid.is_empty();
    let avoid: Option<&dyn Fn(&Level) -> bool> =
        if avoids { Some(&is_unwanted) } else { None };
    let order = Order { from: command.from, count: command.count, threads, avoid };
    let mut failed = None;
    let watch = told::Watch::start(command);
    let mut filled = outputs.open(command, (&recipe, &run), out, |take| {
        let mut hand_over = |made: Made| match take(&made) {
            Ok(()) => ControlFlow::Continue(()),
            Err(refused) => {
                failed = Some(refused);
                ControlFlow::Break(())
            }
        };
        let mut kept = Vec::new();
        let keep = |made: Made| {
            watch.found_one();
            if !command.rising {
                return hand_over(made);
            }
            kept.push(made);
            ControlFlow::Continue(())
        };
        let filled = if let Some(rooms) = command.archive() {
            recipe.fill_archive(rooms, &order, &run, keep)
        } else {
            recipe.fill(&order, &run, keep)
        };
        let filled = filled.map_err(io::Error::other);
        kept.sort_by(|a, b| ease(a).total_cmp(&ease(b)));
        for made in kept {
            if hand_over(made).is_break() {
                break;
            }
        }
        filled
    })?;
    match failed {
        Some(Refused::Io(error)) => return Err(error),
        Some(Refused::Level(why)) => {
            tell!("error: {why}");
            return Ok(exit::INVALID);
        }
        Some(Refused::Stopped) => {
            filled.levels -= 1;
            filled.short = Some(Short::Stopped);
        }
        None => {}
    }
    drop(watch);
    if !command.quiet {
        told::ended(command, &filled, clock.elapsed().as_secs_f64());
    }
    Ok(if filled.levels < command.count { exit::LIMIT } else { exit::DONE })
}

/// What levels are sorted by: their difficulty, then their pushes.
fn ease(made: &Made) -> f64 {
    let difficulty = made.labels.difficulty.as_ref();
    let value = difficulty.map_or(0.0, |difficulty| difficulty.value);
    value + made.labels.solution.figures().pushes as f64 / 1e6
}

/// What is wanted, in the generator's words.
fn recipe(command: &Generate) -> Result<Recipe, String> {
    let mut recipe = command.preset.recipe();
    match &command.engine {
        Some(Engine::Maker(maker)) => {
            recipe.maker = *maker;
            // What a preset without annealing says of it is nothing.
            recipe.effort = recipe.effort.max(DEFAULT_EFFORT);
        }
        Some(Engine::Vary(file)) => {
            recipe.maker = Maker::Vary;
            let (level, credit) = nth(file, command.level)?;
            recipe.source = Some(Source { level, credit, edits: command.edits });
        }
        Some(Engine::Unsolvable) => recipe.unsolvable = 1.0,
        Some(Engine::Archive) | None => {}
    }
    if let Some(effort) = command.effort {
        recipe.effort = effort.saturating_mul(1000);
    }
    recipe.size = command.size.unwrap_or(recipe.size);
    recipe.boxes = command.boxes.clone().unwrap_or(recipe.boxes);
    recipe.aim = command.aim;
    recipe.label = command.label;
    recipe.flat = command.flat;
    if command.rising {
        // The order needs the difficulty.
        recipe.label = match command.label {
            Label::None => {
                return Err("--rising needs what --label none keeps back".to_owned());
            }
            Label::Greedy => Label::Pushes,
            Label::Moves => Label::All,
            label => label,
        };
    }
    recipe.seed = command.seed;
    if command.unsolvable > 0.0 {
        recipe.unsolvable = command.unsolvable;
    }
    // Who asks for something himself does not want what the preset wants.
    let asks = command.engine.is_some() || command.flat || command.effort.is_some();
    let bands = [&command.pushes, &command.moves, &command.box_lines];
    let own = asks || bands.into_iter().any(Option::is_some);
    let preset = recipe.wants.difficulty.take().filter(|_| !own);
    recipe.wants = Wants {
        difficulty: command.difficulty.clone().or(preset),
        pushes: command.pushes.clone(),
        moves: command.moves.clone(),
        box_lines: command.box_lines.clone(),
        ..recipe.wants
    };
    Ok(recipe)
}

/// Positions for an attempt of `evolve` where the preset says none.
const DEFAULT_EFFORT: usize = 300_000;

/// A level of a file, and what it is called and by whom.
fn nth(file: &str, number: NonZeroUsize) -> Result<(Level, String), String> {
    let entry = reader(file)?.nth(number.get() - 1);
    let entry = entry.ok_or_else(|| format!("{file}: there is no level {number}"))?;
    let title = entry.title.map(|title| format!("{title:?}"));
    let author = entry.author.map(|author| format!("by {author}"));
    let credit: Vec<String> = title.into_iter().chain(author).collect();
    match entry.level {
        Ok(level) => Ok((level, credit.join(" "))),
        Err(problems) => Err(format!("{file}: {problems}")),
    }
}

/// The levels of some files, to be avoided.
fn known(files: &[String]) -> Result<Collection, String> {
    let mut known = Collection::default();
    for file in files {
        for entry in reader(file)? {
            if let Ok(level) = entry.level {
                known.add_known(String::new(), &level);
            } else if entry.is_file_problem() {
                return Err(format!("{file}: there is no level"));
            }
        }
    }
    Ok(known)
}

/// The levels of a file; `-` is standard input.
fn reader(file: &str) -> Result<Reader<'static>, String> {
    let input: Box<dyn io::BufRead> = if file == "-" {
        Box::new(io::BufReader::new(io::stdin()))
    } else {
        let opened = std::fs::File::open(file);
        Box::new(io::BufReader::new(opened.map_err(|error| format!("{file}: {error}"))?))
    };
    Ok(Reader::new(input, kuraban::Format::Auto))
}
