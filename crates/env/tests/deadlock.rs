//! Only lost positions end episodes.

use std::sync::Arc;

use kuraban_env::{Batch, Buffers, Levels, Observation, Options, Reset, Seen};
use kuraban_level::{Level, Rules};
use kuraban_testkit::{Random, least};

fn options() -> Options {
    Options {
        observation: Observation::Codes,
        end_on_deadlock: true,
        max_steps: 200,
        ..Options::default()
    }
}

/// The reward and the end after each of some actions.
fn play(text: &str, actions: &[i64]) -> Vec<(f64, bool)> {
    let level: Level = text.parse().expect("a level");
    let levels = Arc::new(Levels::new([level]).expect("levels"));
    let mut batch = Batch::new(&levels, 1, 1, options()).expect("a batch");
    let mut seen = vec![0; batch.observation_bytes()];
    let mut told = Buffers::of(1);
    batch.reset(&Reset::default(), &mut seen, told.all()).expect("a reset");
    let mut step = |&action: &i64| {
        batch.step(&[action], Seen::Last, &mut seen, told.all(), None).expect("a step");
        assert!(!told.solved[0]);
        (told.rewards[0], told.terminated[0])
    };
    actions.iter().map(&mut step).collect()
}

#[test]
fn dead_squares_frozen_boxes_and_lost_goals_end_the_episode() {
    let ends = |text, actions: &[i64]| -> Vec<bool> {
        play(text, actions).into_iter().map(|(_, ended)| ended).collect()
    };
    // A box comes to a wall without a goal.
    let wall = "########\n#      #\n# @$ . #\n#      #\n########";
    assert_eq!(ends(wall, &[3, 1, 0]), [false; 3]);
    let upward = "######\n#    #\n# $  #\n# @. #\n######";
    assert_eq!(ends(upward, &[0]), [true]);
    // Two boxes side by side at a wall, one of them on a goal.
    let pair = "#######\n#  *  #\n#   $ #\n#  .@ #\n#######";
    assert_eq!(ends(pair, &[0]), [true]);
    // A box is pushed off a goal that no box can be brought back to.
    let lane = "#######\n#@* ###\n# #   #\n#  $. #\n#     #\n#######";
    assert_eq!(ends(lane, &[3]), [true]);
}

/// Random play on small levels: what ends unsolved has no solution, by brute force.
#[test]
fn what_ends_is_lost() {
    let (mut lost, mut pushed_on) = (0, 0);
    for seed in 0..120 {
        let level = kuraban_testkit::level(seed, Rules::Boxes);
        if level.boxes().is_empty() || level.is_solved_at_start() {
            continue;
        }
        let levels = Arc::new(Levels::new([&level]).expect("levels"));
        let mut batch = Batch::new(&levels, 1, 1, options()).expect("a batch");
        let mut seen = vec![0; batch.observation_bytes()];
        let mut told = Buffers::of(1);
        batch.reset(&Reset::default(), &mut seen, told.all()).expect("a reset");
        let mut random = Random::new(seed);
        for _ in 0..60 {
            let action = [random.below(4) as i64];
            batch.step(&action, Seen::Last, &mut seen, told.all(), None).expect("a step");
            if told.terminated[0] && !told.solved[0] {
                let position = Level::from_codes(levels.width(), &seen).expect("a level");
                assert_eq!(least(&position), None, "seed {seed}");
                lost += 1;
            } else if told.boxes_on_target[0] > 0 {
                pushed_on += 1;
            }
        }
    }
    assert!(lost > 50 && pushed_on > 50, "{lost} {pushed_on}");
}
