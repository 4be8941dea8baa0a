//! Asks engines for proofs: `prove FILE SECONDS ENGINE...` runs them on every board of an XSB
//! collection (boards are divided by other lines) and counts the proofs that there is no
//! solution.
#![expect(clippy::print_stdout, reason = "an example prints")]

use std::time::{Duration, Instant};

use kuraban_level::Level;
use kuraban_search::{Cancel, Limits, Objective, Run, Silent, Verdict};

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, seconds, names @ ..] = &arguments[..] else {
        return Err("usage: prove FILE SECONDS ENGINE...".into());
    };
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let seconds: u64 = seconds.parse().map_err(|_| "the seconds are no number")?;
    let boards = boards(&text);
    for engine in kuraban_classic::engines() {
        if !names.iter().any(|name| name == engine.name()) {
            continue;
        }
        let (mut proved, mut expanded, begin) = (0, 0, Instant::now());
        for (index, board) in boards.iter().enumerate() {
            let level: Level = board.parse().map_err(|error| format!("{error}"))?;
            let begin = Instant::now();
            let clock = move || begin.elapsed();
            let limits =
                Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
            let mut listener = Silent;
            let mut run = Run::new(limits, Cancel::default(), &clock, &mut listener);
            match engine.solve(&level, Objective::Any, &mut run) {
                Ok(Verdict::Unsolvable) => proved += 1,
                other => println!("{} {}: {other:?}", engine.name(), index + 1),
            }
            expanded += run.statistics.expanded;
        }
        println!(
            "{}: {proved} of {} proved, {expanded} expanded, {:.1} s",
            engine.name(),
            boards.len(),
            begin.elapsed().as_secs_f64()
        );
    }
    Ok(())
}

fn boards(text: &str) -> Vec<String> {
    let is_row = |line: &str| {
        line.contains('#') && line.chars().all(|letter| " #.$*@+-_".contains(letter))
    };
    let mut boards = vec![String::new()];
    for line in text.lines() {
        if is_row(line) {
            let last = boards.last_mut().expect("there is one");
            last.push_str(line);
            last.push('\n');
        } else if boards.last().is_some_and(|board| !board.is_empty()) {
            boards.push(String::new());
        }
    }
    boards.retain(|board| !board.is_empty());
    boards
}
