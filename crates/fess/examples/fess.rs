//! Runs the engine over a collection: a line per level, every solution replayed.
//!
//! `fess FILE SECONDS [FIRST-LAST] [MEMORY_MIB]`; seconds are CPU seconds where the system tells
//! them. With `TRACE` set, the engine's trace is printed; `STRATEGIES` names the strategies.
#![expect(clippy::print_stdout, reason = "an example that prints its results")]

use std::time::{Duration, Instant};

use kuraban_fess::{FessEngine, Strategy};
use kuraban_level::Level;
use kuraban_search::{Cancel, Engine, Event, Limits, Listener, Objective, Run, Verdict};
use kuraban_verify::Solution;

struct Watch {
    traces: bool,
    last: String,
}

impl Listener for Watch {
    fn hear(&mut self, event: &Event<'_>) {
        if let Event::Trace(line) = event {
            if self.traces {
                println!("    {line}");
            }
            (*line).clone_into(&mut self.last);
        }
    }

    fn wants_trace(&self) -> bool {
        true
    }
}

/// Time this thread has run, or else time passed.
fn cpu_time(start: Instant) -> Duration {
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next().and_then(|nanos| nanos.parse().ok()))
        .map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let argument = |index: usize, default: &str| -> String {
        arguments.get(index).cloned().unwrap_or_else(|| default.into())
    };
    let text = std::fs::read(argument(0, "")).expect("the collection can be read");
    let text = String::from_utf8_lossy(&text);
    let seconds: f64 = argument(1, "10").parse().expect("seconds");
    let wanted: Vec<(usize, usize)> = argument(2, "1-99999")
        .split(',')
        .map(|part| {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            (first.parse().expect("a number"), last.parse().expect("a number"))
        })
        .collect();
    let memory: usize = argument(3, "2048").parse().expect("MiB");
    let engine = std::env::var("STRATEGIES").map_or_else(
        |_| FessEngine::default(),
        |names| {
            let strategies: Vec<Strategy> =
                names.split(',').map(|name| name.parse().expect("a strategy")).collect();
            FessEngine::with(&strategies)
        },
    );
    let (mut solved, mut count, mut expanded, mut total) = (0, 0, 0, 0.0);
    let mut missed = Vec::new();
    for (index, board) in boards(&text).iter().enumerate() {
        let number = index + 1;
        if !wanted.iter().any(|&(first, last)| first <= number && number <= last) {
            continue;
        }
        let level: Level = match board.parse() {
            Ok(level) => level,
            Err(why) => {
                println!("{number}\tbad\t{why}");
                continue;
            }
        };
        count += 1;
        let start = Instant::now();
        let begin = cpu_time(start);
        let clock = || cpu_time(start).saturating_sub(begin);
        let limits = Limits {
            time: Some(Duration::from_secs_f64(seconds)),
            nodes: None,
            memory: Some(memory << 20),
        };
        let mut watch =
            Watch { traces: std::env::var("TRACE").is_ok(), last: String::new() };
        let mut run = Run::new(limits, Cancel::default(), &clock, &mut watch);
        let verdict = engine.solve(&level, Objective::Any, &mut run);
        let used = clock().as_secs_f64();
        let (nodes, bytes) = (run.statistics.expanded, run.statistics.peak_bytes);
        let word = match &verdict {
            Ok(Verdict::Solved(found)) => match Solution::check(&level, &found.steps) {
                Ok(solution) => {
                    solved += 1;
                    format!("solved\t{}", solution.figures().pushes)
                }
                Err(why) => format!("WRONG {why}"),
            },
            Ok(Verdict::Unsolvable) => "unsolvable\t-".into(),
            Ok(Verdict::GaveUp) => "gave up\t-".into(),
            Err(stop) => format!("limit {}\t-", stop.name()),
        };
        if !word.starts_with("solved") {
            missed.push(number);
        }
        expanded += nodes;
        total += used;
        println!("{number}\t{word}\t{nodes}\t{used:.3}\t{}\t{}", bytes >> 10, watch.last);
    }
    println!(
        "{solved} of {count} solved, {expanded} expanded, {total:.1} CPU s; missed {missed:?}"
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
