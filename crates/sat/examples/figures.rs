//! Measures the planner on level files: `figures any|moves|pushes SECONDS FILE...`.
//!
//! Prints a line for each level and a summary; the tables of the documentation come from here.

#![expect(clippy::print_stdout, reason = "a program for people")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use kuraban_sat::SatEngine;
use kuraban_search::{
    Cancel, Engine, Limits, Objective, Question, Run, Silent, Stage, drive,
};
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
        for (number, level) in (1..).zip(kuraban_testkit::levels(&text)) {
            let began = Instant::now();
            let clock = || began.elapsed();
            let run = Run::new(Limits::default().time(limit), Cancel::default(), &clock);
            let question = Question::default().objective(objective);
            let mut search = SatEngine.begin(&Arc::new(level.clone()), &question);
            let outcome = drive(&mut *search, &run, &mut Silent);
            let seconds = began.elapsed();
            total += seconds;
            levels += 1;
            let said = match outcome.stage {
                Stage::Solved(found) => {
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
                other => format!("{other:?} {:?} {:?}", outcome.stop, outcome.bounds),
            };
            let conflicts = outcome.account.expanded;
            println!("{file} {number}: {said} {conflicts} conflicts {seconds:.3?}");
        }
    }
    println!("{solved} of {levels} in {total:.2?}");
}
