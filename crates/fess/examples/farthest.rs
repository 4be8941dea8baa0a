//! Draws the position that a strategy comes farthest with.
//!
//! `farthest LEVELS STRATEGY SECONDS NUMBER [NUMBER..]`: its best cell, when it was reached, and
//! the position, for each level. Strategies are joined with `+`.
#![expect(clippy::print_stdout, reason = "an example that prints its results")]

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use kuraban_fess::{FessEngine, Strategy};
use kuraban_level::Level;
use kuraban_search::{
    Cancel, Drive, Engine as _, Farthest, Limits, Question, Run, Silent, Stage,
};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [levels, strategies, seconds, numbers @ ..] = arguments.as_slice() else {
        println!("farthest LEVELS STRATEGY SECONDS NUMBER [NUMBER..]");
        return;
    };
    let levels = std::fs::read_to_string(levels).expect("the levels can be read");
    let levels = kuraban_testkit::levels(&levels);
    let strategies: Vec<Strategy> =
        strategies.split('+').map(|name| name.parse().expect("a strategy")).collect();
    let engine = FessEngine::with(&strategies);
    let limits = Limits::default()
        .time(Duration::from_secs_f64(seconds.parse().expect("seconds")))
        .memory(4 << 30);
    for number in numbers.iter().map(|number| number.parse::<usize>().expect("a number"))
    {
        let level = Arc::new(levels[number - 1].clone());
        let begun = Instant::now();
        let clock = || begun.elapsed();
        let run = Run::new(limits, Cancel::default(), &clock);
        let mut search = engine.begin(&level, &Question::default());
        let (mut drive, mut best): (_, Option<(Duration, Farthest)>) =
            (Drive::new(), None);
        loop {
            let flow = drive.turn(&mut *search, &run, Drive::STRETCH, &mut Silent);
            if let Some(reached) = search.farthest()
                && best
                    .as_ref()
                    .is_none_or(|(_, known)| reached.cell.is_beyond(&known.cell))
            {
                best = Some((clock(), reached));
            }
            if flow == ControlFlow::Break(()) {
                break;
            }
        }
        let outcome = drive.outcome();
        let is_solved = matches!(outcome.stage, Stage::Solved(_));
        let (taken, expanded) = (clock().as_secs_f64(), outcome.account.expanded);
        println!("level {number}: solved {is_solved}, {taken:.2} s, {expanded} expanded");
        if let Some((at, farthest)) = best.filter(|_| !is_solved) {
            println!("{:?} after {:.2} s", farthest.cell, at.as_secs_f64());
            print!("{}", draw(&level, &farthest));
        }
    }
}

/// The level with its boxes and its player there.
fn draw(level: &Level, at: &Farthest) -> String {
    let mut rows = String::new();
    for square in 0..level.squares().len() {
        let is_goal = level.square(square).goal;
        let drawn = match level.square(square) {
            at if at.wall => '#',
            _ if at.boxes.contains(&square) && is_goal => '*',
            _ if at.boxes.contains(&square) => '$',
            _ if at.player == square => '@',
            _ if is_goal => '.',
            _ => ' ',
        };
        rows.push(drawn);
        if (square + 1) % level.width() == 0 {
            rows.push('\n');
        }
    }
    rows
}
