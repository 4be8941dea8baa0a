//! Searches that share what they know of a level.

use std::sync::Arc;
use std::time::Duration;

use kuraban_board::{Layout, Site};
use kuraban_fess::{FessEngine, Strategy, teams};
use kuraban_level::Level;
use kuraban_search::{
    Cancel, Limits, Outcome, Question, Run, Search, Silent, Stage, Turn, ask, drive,
};
use kuraban_testkit::own;
use kuraban_verify::Solution;

const PARTS: [&[Strategy]; 4] = [
    &[Strategy::PLAN_NEAR, Strategy::PLAN_BEST],
    &[Strategy::GOALS_WORTH],
    &[Strategy::ALTERNATE],
    &[Strategy::PLAN_LOOSE, Strategy::PLAN_PARKING],
];

fn team(level: &Level) -> Vec<Box<dyn Search>> {
    teams(&Arc::new(level.clone()), &Site::new(Layout::new(level)), &PARTS)
}

fn run(search: &mut dyn Search, limits: Limits) -> Outcome {
    let clock = || Duration::ZERO;
    drive(search, &Run::new(limits, Cancel::default(), &clock), &mut Silent)
}

/// Four threads on one memory: whatever comes out has to be right, and no thread may be hurt by
/// another one that ends.
#[test]
fn threads_share_a_level() {
    let limits = Limits::default().nodes(1_000);
    let mut solved = 0;
    for (number, level) in own().iter().enumerate().step_by(3) {
        std::thread::scope(|scope| {
            let members: Vec<_> = team(level)
                .into_iter()
                .map(|mut search| scope.spawn(move || run(&mut *search, limits).stage))
                .collect();
            for member in members {
                let stage = member.join().expect("no thread panics");
                if let Stage::Solved(found) = stage {
                    let checked = Solution::check(level, &found.steps);
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
    let limits = Limits::default().nodes(1_000);
    let levels = own();
    let runs: [Vec<_>; 2] = std::array::from_fn(|_| {
        let each = |level: &Level| -> Vec<_> {
            let ended = |mut search: Box<dyn Search>| {
                let outcome = run(&mut *search, limits);
                (outcome.stage, outcome.account)
            };
            team(level).into_iter().map(ended).collect()
        };
        levels.iter().step_by(5).map(each).collect()
    });
    assert_eq!(runs[0], runs[1]);
}

/// Long searches live on little memory per expanded position, whatever the strategy and what
/// is shared included.
#[test]
fn keeps_little_of_a_position() {
    let levels = own();
    let question = Question::default().limits(Limits::default().nodes(3_000));
    let (mut expanded, mut bytes) = (0, 0);
    // Those that take the searches longest.
    for level in &levels[33..36] {
        for strategy in Strategy::ALL {
            let account = ask(&FessEngine::with(&[strategy]), level, &question).account;
            let (nodes, peak) = (account.expanded, account.peak_bytes);
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

/// Whoever watches sees positions of the level, boxes that became walls included.
#[test]
fn the_farthest_position_is_one_of_the_level() {
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &clock);
    let mut told = 0;
    for level in own().iter().rev().take(3) {
        for mut search in team(level) {
            for _ in 0..500 {
                let mut turn = Turn::new(&run, 200, usize::MAX);
                if !search.advance(&mut turn).goes_on() {
                    break;
                }
                let Some(reached) = search.farthest() else { continue };
                told += usize::from(reached.boxes != level.boxes());
                assert_eq!(reached.boxes.len(), level.boxes().len());
                assert_eq!(reached.cell.boxes, level.boxes().len());
                assert!(reached.boxes.is_sorted_by(|one, two| one < two));
                let is_wall = |&at: &usize| level.squares()[at].wall;
                assert!(!reached.boxes.iter().any(is_wall), "{reached:?}");
                assert!(!is_wall(&reached.player), "{reached:?}");
                assert!(!reached.boxes.contains(&reached.player), "{reached:?}");
            }
        }
    }
    assert!(told > 10, "only {told} positions with boxes pushed");
}
