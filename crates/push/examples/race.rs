//! Runs one engine over a collection: a line per level, every solution replayed.
//!
//! `race FILE ENGINE SECONDS [THREADS] [OBJECTIVE] [MEMORY_MIB] [FIRST-LAST]`
#![expect(clippy::print_stdout, reason = "an example that prints its results")]

use std::time::{Duration, Instant};

use kuraban_level::Level;
use kuraban_push::{Auto, Detectors, Optimal, Pull, Push, Weighted};
use kuraban_search::{Cancel, Engine, Limits, Objective, Run, Silent, Verdict};
use kuraban_verify::Solution;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default: &str| -> String {
        arguments.get(index).cloned().unwrap_or_else(|| default.into())
    };
    let text = std::fs::read(argument(0, "")).expect("the collection can be read");
    let text = String::from_utf8_lossy(&text);
    let name = argument(1, "pull");
    let seconds: f64 = argument(2, "3").parse().expect("seconds");
    let objective: Objective = argument(4, "any").parse().expect("an objective");
    let memory: usize = argument(5, "4096").parse().expect("MiB");
    let range = argument(6, "1-99999");
    let (first, last) = range.split_once('-').expect("FIRST-LAST");
    let (first, last): (usize, usize) =
        (first.parse().expect("number"), last.parse().expect("number"));
    let detectors = Detectors::without(&std::env::var("OFF").unwrap_or_default());
    let mut engines: Vec<Box<dyn Engine>> = vec![
        Box::new(Pull { detectors }),
        Box::new(Push { detectors }),
        Box::new(Weighted { detectors }),
        Box::new(Optimal { detectors }),
    ];
    engines.push(Box::new(Auto::new(argument(3, "1").parse().expect("threads"))));
    let engine = engines.iter().find(|engine| engine.name() == name).expect("an engine");
    let (mut solved, mut proved, mut count, mut expanded) = (0, 0, 0, 0);
    let begin = Instant::now();
    for (index, board) in boards(&text).iter().enumerate() {
        if index + 1 < first || index + 1 > last {
            continue;
        }
        let level: Level = match board.parse() {
            Ok(level) => level,
            Err(why) => {
                println!("{}\tbad\t{why}", index + 1);
                continue;
            }
        };
        count += 1;
        let start = Instant::now();
        let clock = || start.elapsed();
        let limits = Limits {
            time: Some(Duration::from_secs_f64(seconds)),
            nodes: std::env::var("NODES").ok().and_then(|nodes| nodes.parse().ok()),
            memory: Some(memory << 20),
        };
        let mut silent = Silent;
        let mut run = Run::new(limits, Cancel::default(), &clock, &mut silent);
        let verdict = engine.solve(&level, objective, &mut run);
        let word = match &verdict {
            Ok(Verdict::Solved(found)) => match Solution::check(&level, &found.steps) {
                Ok(solution) => {
                    solved += 1;
                    proved += usize::from(!found.optimal.is_empty());
                    let figures = solution.figures();
                    let claims: Vec<&str> =
                        found.optimal.iter().map(|claim| claim.name()).collect();
                    format!(
                        "solved\t{}\t{}\t{}",
                        figures.pushes,
                        figures.moves,
                        claims.join("+")
                    )
                }
                Err(why) => format!("WRONG {why}"),
            },
            Ok(Verdict::Unsolvable) => {
                proved += 1;
                "unsolvable".into()
            }
            Ok(Verdict::GaveUp) => "gave up".into(),
            Err(stop) => format!("limit {} {:?}", stop.name(), run.bounds()),
        };
        expanded += run.statistics.expanded;
        println!(
            "{}\t{:.3}\t{}\t{}\t{}\t{word}",
            index + 1,
            start.elapsed().as_secs_f64(),
            run.statistics.expanded,
            run.statistics.generated,
            run.statistics.peak_bytes >> 20,
        );
    }
    println!(
        "{name}: {solved} of {count} solved, {proved} proved, {expanded} expanded, {:.1} s",
        begin.elapsed().as_secs_f64()
    );
}

/// The boards of a collection: runs of lines that hold a wall and no letters.
fn boards(text: &str) -> Vec<String> {
    let mut boards = Vec::new();
    let mut board = String::new();
    for line in text.lines().chain([""]) {
        let is_row =
            line.contains('#') && line.chars().all(|letter| "#@+$*. -_".contains(letter));
        if is_row {
            board.push_str(line);
            board.push('\n');
        } else if !board.is_empty() {
            if board.contains(['@', '+']) {
                boards.push(std::mem::take(&mut board));
            }
            board.clear();
        }
    }
    boards
}
