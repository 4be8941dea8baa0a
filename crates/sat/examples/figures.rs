//! Measures the planner on level files: `figures moves|pushes|growing SECONDS FILE...`.
//!
//! Prints a line for each level and a summary; the tables of the documentation come from here.

#![expect(clippy::print_stdout, reason = "a program for people")]

use std::time::{Duration, Instant};

use kuraban_level::Level;
use kuraban_sat::SatEngine;
use kuraban_search::{Cancel, Engine, Limits, Objective, Run, Silent, Verdict};
use kuraban_verify::Solution;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, objective, seconds, files @ ..] = &arguments[..] else {
        println!("usage: figures any|moves|pushes SECONDS FILE...");
        return;
    };
    let objective: Objective = objective.parse().expect("an objective");
    let limit = Duration::from_secs_f64(seconds.parse().expect("seconds"));
    let (mut solved, mut levels, mut total) = (0, 0, Duration::ZERO);
    for file in files {
        let text = std::fs::read_to_string(file).expect("a readable file");
        for (number, board) in (1..).zip(boards(&text)) {
            let level: Level = board.parse().expect("a level");
            let began = Instant::now();
            let clock = || began.elapsed();
            let limits = Limits { time: Some(limit), ..Limits::default() };
            let mut listener = Silent;
            let mut run = Run::new(limits, Cancel::default(), &clock, &mut listener);
            let verdict = SatEngine.solve(&level, objective, &mut run);
            let seconds = began.elapsed();
            total += seconds;
            levels += 1;
            let said = match verdict {
                Ok(Verdict::Solved(found)) => {
                    let solution =
                        Solution::check(&level, &found.steps).expect("a true solution");
                    solved += 1;
                    let figures = solution.figures();
                    let claims: Vec<_> = found.optimal.iter().map(|c| c.name()).collect();
                    format!(
                        "{} moves {} pushes {claims:?}",
                        figures.moves, figures.pushes
                    )
                }
                Ok(other) => format!("{other:?}"),
                Err(stop) => format!("{stop:?} {:?}", run.bounds()),
            };
            let conflicts = run.statistics.expanded;
            println!("{file} {number}: {said} {conflicts} conflicts {seconds:.3?}");
        }
    }
    println!("{solved} of {levels} in {total:.2?}");
}

/// The boards of a collection, in XSB letters; seed 003's letters are understood too.
fn boards(text: &str) -> Vec<String> {
    let mut boards = vec![String::new()];
    for line in text.lines() {
        let is_board = line.contains('#')
            && line.chars().all(|letter| "#@$.*+-_ SsCcX".contains(letter));
        let last = boards.last_mut().expect("there is one from the start");
        if is_board {
            let letters = line.chars().map(|letter| match letter {
                'S' => '@',
                's' => '+',
                'C' => '$',
                'c' => '*',
                'X' => '.',
                other => other,
            });
            last.extend(letters.chain(['\n']));
        } else if !last.is_empty() {
            boards.push(String::new());
        }
    }
    boards.retain(|board| !board.is_empty());
    boards
}
