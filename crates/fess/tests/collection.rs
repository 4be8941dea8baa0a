//! The engine on levels that are read where they are at hand.

use kuraban_fess::{FessEngine, Strategy, diagnosis};
use kuraban_level::{Dir, Level};
use kuraban_search::{Limits, Question, Stage, Stop, ask};
use kuraban_testkit::{Solved, shared_levels, shared_solved};
use kuraban_verify::Solution;

fn solve(engine: &FessEngine, level: &Level, nodes: u64) -> Option<(Vec<Dir>, u64)> {
    let limits = Limits::default().nodes(nodes).memory(1 << 30);
    let outcome = ask(engine, level, &Question::default().limits(limits));
    match outcome.stage {
        Stage::Solved(found) => Some((found.steps, outcome.account.expanded)),
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

/// Plans carry most levels in few expansions: ten times more would be a defect.
#[test]
fn follows_plans_nearly_straight() {
    let Some(levels) = shared_levels("xsokoban") else { return };
    let mut total = 0;
    for number in [1, 3, 4, 5, 6, 9, 12, 17, 22, 24, 42, 51, 53, 58, 78, 82] {
        let level = &levels[number - 1];
        let [filling, _] = Strategy::kinds();
        let (steps, expanded) = solve(&FessEngine::with(filling), level, 2_000)
            .unwrap_or_else(|| panic!("{number}"));
        Solution::check(level, &steps).expect("a solution");
        total += expanded;
    }
    assert!(total < 2_000, "{total} expansions");
}

/// Many strategies search so many times as long: each has its tables.
const MANY: u64 = 5;

/// Long searches live on little memory per expanded position, what they share included.
#[test]
fn keeps_little_of_a_position() {
    let sets = [shared_levels("xsokoban"), shared_levels("sasquatch01")];
    let [Some(xsokoban), Some(sasquatch)] = sets else { return };
    // Levels that last.
    let levels = [&xsokoban[28], &sasquatch[42]];
    for (level, nodes) in levels.into_iter().zip([10_000, 6_000]) {
        // All together also pay for the cells of `settle`: hundreds with queues of their own,
        // where others have dozens.
        for (strategies, most) in [
            (&[Strategy::PLAN_NEAR][..], 200),
            (&[Strategy::ALTERNATE_WORTH], 200),
            (&Strategy::ALL, 240),
        ] {
            let bytes = |nodes| {
                let question = Question::default().limits(Limits::default().nodes(nodes));
                let outcome = ask(&FessEngine::with(strategies), level, &question);
                assert_eq!(outcome.stop, Some(Stop::Nodes), "a level that lasts");
                outcome.account.peak_bytes
            };
            // The tables of the level, of plans and of landmarks do not grow. When half is done, they
            // are there.
            let nodes = if strategies.len() > 1 { MANY * nodes } else { nodes };
            let begun = nodes / 2;
            let each = (bytes(nodes) - bytes(begun)) / (nodes - begun) as usize;
            assert!(each < most, "{strategies:?}: {each} bytes per expanded position");
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
        let Some(levels) = shared_solved(name) else { return };
        for Solved { label, level, steps } in &levels {
            let rejected = diagnosis::first_rejected(level, steps, stride);
            assert_eq!(rejected, None, "{label}");
        }
    }
}
