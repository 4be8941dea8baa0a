//! Many small levels in one process: memory and threads stay as they are.
#![cfg(target_os = "linux")]

use std::fs;

use kuraban::{Level, Limits, Objective, Question, Report, Rules, Solver, Status};
use kuraban_testkit::{Random, Rooms};

/// Levels that are asked about again and again.
const LEVELS: usize = 500;
/// What the memory may grow by after the first rounds, in kilobytes. Measured: 364 in 20,000
/// levels; a million keep to it too, in 39 s of processor time with 5.2 MB at most (release).
const GROWTH: usize = 4_000;

/// Kilobytes of the process in memory.
fn resident() -> usize {
    let status = fs::read_to_string("/proc/self/status").expect("status");
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).expect("a number")
}

fn threads() -> usize {
    fs::read_dir("/proc/self/task").expect("tasks").count()
}

/// Rooms and some boulder puzzles that need a search, most of them solvable.
fn levels() -> Vec<Level> {
    let bfs = Solver::new("bfs").expect("a known name");
    let question = Question::default().limits(Limits::default().nodes(5_000));
    let mut random = Random::new(7);
    let mut levels = Vec::new();
    for number in 0.. {
        let level = match number % 10 {
            0 => kuraban_testkit::level(number, Rules::Boulders),
            1..5 => Rooms::CROWDED.next(&mut random),
            _ => Rooms::SMALL.next(&mut random),
        };
        let answer = bfs.solve(&level, &question).expect("an answer");
        let wanted = levels.len().is_multiple_of(4) || answer.solution.is_some();
        if wanted && answer.account.expanded >= 20 {
            levels.push(level);
        }
        if levels.len() == LEVELS {
            break;
        }
    }
    levels
}

/// Asks `auto` about every level, for any solution or for the fewest pushes, on one thread or two.
fn ask_all(solver: &Solver, levels: &[Level], round: usize) {
    for (number, level) in levels.iter().enumerate() {
        let boxes = level.rules() == Rules::Boxes;
        let least = boxes && (number + round).is_multiple_of(4);
        let objective = if least { Objective::Pushes } else { Objective::Any };
        let threads = if (number + round).is_multiple_of(16) { 2 } else { 1 };
        let limits = Limits::default().nodes(2_000).memory(1 << 26);
        let question = Question::default().objective(objective).limits(limits);
        let answer = solver.solve(level, &question.threads(threads)).expect("an answer");
        assert!(!matches!(answer.status, Status::Error(_)), "{number}: {answer:?}");
        let report = Report::of(level, &answer);
        assert_eq!(report.solution.is_some(), answer.solution.is_some());
    }
}

fn stays_as_it_is(count: usize) {
    let solver = Solver::new("auto").expect("a known name");
    let levels = levels();
    // Two rounds fill what the allocator and the threads keep.
    ask_all(&solver, &levels, 0);
    ask_all(&solver, &levels, 1);
    let before = (resident(), threads());
    for round in 2..count / LEVELS {
        ask_all(&solver, &levels, round);
        let after = (resident(), threads());
        assert!(after.0 <= before.0 + GROWTH, "round {round}: {before:?} {after:?}");
        assert_eq!(after.1, before.1, "round {round}: threads");
    }
}

#[test]
fn thousands_of_levels_leave_nothing_behind() {
    stays_as_it_is(20_000);
}

/// A million. Run it by itself:
///
/// ```sh
/// cargo test --release -p kuraban --test many -- --ignored
/// ```
#[test]
#[ignore = "takes long"]
fn a_million_levels_leave_nothing_behind() {
    stays_as_it_is(1_000_000);
}
