//! The engine on levels that are read where they are at hand.
#![expect(clippy::print_stdout, reason = "what is skipped is told")]

use std::path::PathBuf;
use std::time::Duration;

use kuraban_fess::{FessEngine, Strategy, diagnosis};
use kuraban_level::{Dir, Level};
use kuraban_search::{Cancel, Engine, Limits, Objective, Run, Silent, Stop, Verdict};
use kuraban_verify::Solution;

fn shared(path: &str) -> Option<String> {
    let folder =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels"));
    let text = std::fs::read_to_string(folder.join(path)).ok();
    if text.is_none() {
        println!("SKIPPED: {path} is not at hand, nothing was tried on it");
    }
    text
}

fn boards(text: &str) -> Vec<Level> {
    text.split("\n\n")
        .map(|part| {
            let rows = part.lines().filter(|line| line.trim_start().starts_with('#'));
            rows.collect::<Vec<_>>().join("\n")
        })
        .filter(|board| !board.is_empty())
        .map(|board| board.parse().expect("a level"))
        .collect()
}

fn solve(engine: &FessEngine, level: &Level, nodes: u64) -> Option<(Vec<Dir>, u64)> {
    let clock = || Duration::ZERO;
    let mut silent = Silent;
    let limits = Limits { time: None, nodes: Some(nodes), memory: Some(1 << 30) };
    let mut run = Run::new(limits, Cancel::default(), &clock, &mut silent);
    match engine.solve(level, Objective::Any, &mut run) {
        Ok(Verdict::Solved(found)) => Some((found.steps, run.statistics.expanded)),
        _ => None,
    }
}

#[test]
fn solves_small_levels_with_every_strategy() {
    let text = "########\n#  .   #\n# $#$  #\n# @  . #\n########";
    for strategy in Strategy::ALL {
        let level: Level = text.parse().expect("a level");
        let (steps, _) = solve(&FessEngine::with(&[strategy]), &level, 20_000)
            .unwrap_or_else(|| panic!("{strategy}"));
        Solution::check(&level, &steps).expect("a solution");
    }
}

#[test]
fn gives_up_where_nothing_can_be_done() {
    let level: Level =
        "#######\n#@ $. #\n# $   #\n#   . #\n#######".parse().expect("a level");
    let solved = solve(&FessEngine::default(), &level, 20_000);
    if let Some((steps, _)) = solved {
        Solution::check(&level, &steps).expect("a solution");
    }
    let lost: Level = "######\n#@$  #\n#  . #\n#$  .#\n######".parse().expect("a level");
    assert_eq!(solve(&FessEngine::default(), &lost, 20_000), None);
}

/// Plans carry most levels in few expansions: ten times more would be a defect.
#[test]
fn follows_plans_nearly_straight() {
    let Some(text) = shared("xsokoban.xsb") else { return };
    let levels = boards(&text);
    let mut total = 0;
    for number in [1, 3, 4, 5, 6, 9, 12, 17, 22, 24, 42, 51, 53, 58, 78, 82] {
        let level = &levels[number - 1];
        let (steps, expanded) = solve(&FessEngine::default(), level, 2_000)
            .unwrap_or_else(|| panic!("{number}"));
        Solution::check(level, &steps).expect("a solution");
        total += expanded;
    }
    assert!(total < 2_000, "{total} expansions");
}

/// Long searches live on little memory per expanded position, what they share included.
#[test]
fn keeps_little_of_a_position() {
    let sets = [shared("xsokoban.xsb"), shared("sasquatch01.xsb")];
    let [Some(xsokoban), Some(sasquatch)] = sets else { return };
    // Levels that last.
    let levels = [&boards(&xsokoban)[28], &boards(&sasquatch)[42]];
    for (level, nodes) in levels.into_iter().zip([10_000, 6_000]) {
        for strategies in
            [&[Strategy::PLAN_NEAR][..], &[Strategy::LANDMARK_ENDS], &Strategy::USUAL]
        {
            let (clock, mut silent) = (|| Duration::ZERO, Silent);
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let mut run = Run::new(limits, Cancel::default(), &clock, &mut silent);
            let engine = FessEngine::with(strategies);
            let stopped = engine.solve(level, Objective::Any, &mut run);
            assert_eq!(stopped, Err(Stop::Nodes), "a level that lasts");
            let each = run.statistics.peak_bytes / nodes as usize;
            assert!(each < 200, "{strategies:?}: {each} bytes per expanded position");
        }
    }
}

/// The rules that are meant to be sound let every known solution pass.
#[test]
fn known_solutions_are_not_rejected() {
    for (name, stride) in [
        ("xsokoban", 7),
        ("sasquatch01", 23),
        ("grigr2001", 23),
        ("microban1", 1),
        ("microban2", 11),
        ("sokhard", 11),
    ] {
        let (Some(text), Some(solutions)) =
            (shared(&format!("{name}.xsb")), shared(&format!("solutions/{name}.csv")))
        else {
            return;
        };
        let levels = boards(&text);
        for line in solutions.lines().skip(1) {
            let number: usize =
                line.split(',').next().and_then(|n| n.parse().ok()).expect("a number");
            let letters = line.rsplit(',').next().expect("the last column");
            let steps: Vec<Dir> = letters.chars().filter_map(Dir::from_letter).collect();
            let rejected = diagnosis::first_rejected(&levels[number - 1], &steps, stride);
            assert_eq!(rejected, None, "{name} {number}");
        }
    }
}
