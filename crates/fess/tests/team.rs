//! Engines that share what they know of a level.

use std::time::Duration;

use kuraban_fess::{FessEngine, Strategy};
use kuraban_level::{Dir, Level};
use kuraban_search::{Cancel, Engine, Limits, Objective, Run, Silent, Stop, Verdict};
use kuraban_verify::Solution;

const PARTS: [&[Strategy]; 4] = [
    &[Strategy::PLAN_NEAR, Strategy::PLAN_BEST],
    &[Strategy::LANDMARK_ENDS],
    &[Strategy::ALTERNATE],
    &[Strategy::PLAN_LOOSE, Strategy::PLAN_PARKING],
];

fn collection() -> Vec<Level> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/kuraban.xsb");
    let text = std::fs::read_to_string(path).expect("our own levels");
    let mut boards = vec![String::new()];
    for line in text.lines() {
        let is_row =
            line.contains('#') && line.chars().all(|letter| "#@+$*. -_".contains(letter));
        let last = boards.last_mut().expect("there is always one");
        if is_row {
            last.push_str(line);
            last.push('\n');
        } else if !last.is_empty() {
            boards.push(String::new());
        }
    }
    boards
        .iter()
        .filter(|board| !board.is_empty())
        .filter_map(|b| b.parse().ok())
        .collect()
}

fn solve(
    engine: &FessEngine,
    level: &Level,
    limits: Limits,
) -> (Option<Vec<Dir>>, u64, usize) {
    let (clock, mut silent) = (|| Duration::ZERO, Silent);
    let mut run = Run::new(limits, Cancel::default(), &clock, &mut silent);
    let steps = match engine.solve(level, Objective::Any, &mut run) {
        Ok(Verdict::Solved(found)) => Some(found.steps),
        Ok(_) | Err(Stop::Nodes | Stop::Memory) => None,
        Err(stop) => panic!("{}", stop.name()),
    };
    (steps, run.statistics.expanded, run.statistics.peak_bytes)
}

/// Four threads on one memory: whatever comes out has to be right, and no thread may be hurt by
/// another one that ends.
#[test]
fn threads_share_a_level() {
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let mut solved = 0;
    for (number, level) in collection().iter().enumerate().step_by(3) {
        let team = FessEngine::team(&PARTS);
        std::thread::scope(|scope| {
            let members: Vec<_> = team
                .iter()
                .map(|engine| scope.spawn(|| solve(engine, level, limits).0))
                .collect();
            for member in members {
                let steps = member.join().expect("no thread panics");
                if let Some(steps) = steps {
                    let checked = Solution::check(level, &steps);
                    assert!(checked.is_ok(), "level {}: {checked:?}", number + 1);
                    solved += 1;
                }
            }
        });
    }
    assert!(solved > 30, "only {solved} solutions");
}

/// One after the other in one thread, a team does the same every time.
#[test]
fn a_team_in_one_thread_is_deterministic() {
    let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    let levels = collection();
    let runs: [Vec<_>; 2] = std::array::from_fn(|_| {
        let each = |level: &Level| -> Vec<_> {
            let team = FessEngine::team(&PARTS);
            team.iter().map(|engine| solve(engine, level, limits)).collect()
        };
        levels.iter().step_by(5).map(each).collect()
    });
    assert_eq!(runs[0], runs[1]);
}

/// A level that its members were not made for is no harm.
#[test]
fn a_team_given_another_level_works_alone() {
    let levels = collection();
    let team = FessEngine::team(&PARTS);
    for level in &levels[..4] {
        for engine in &team {
            let (steps, ..) = solve(engine, level, Limits::default());
            Solution::check(level, &steps.expect("an easy level")).expect("a solution");
        }
    }
}

/// Long searches live on little memory per expanded position, whatever the strategy and what
/// is shared included.
#[test]
fn keeps_little_of_a_position() {
    let levels = collection();
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let (mut expanded, mut bytes) = (0, 0);
    // Those that take the searches longest.
    for level in &levels[33..36] {
        for strategy in Strategy::ALL {
            let (_, nodes, peak) = solve(&FessEngine::with(&[strategy]), level, limits);
            if nodes >= 700 {
                let each = peak / nodes as usize;
                assert!(each < 300, "{strategy}: {each} bytes per expanded position");
                expanded += nodes as usize;
                bytes += peak;
            }
        }
    }
    assert!(expanded > 10_000, "only {expanded} positions in long searches");
    let each = bytes / expanded;
    assert!(each < 200, "{each} bytes per expanded position");
}
