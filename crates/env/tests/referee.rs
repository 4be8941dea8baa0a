//! Every step against the referee, which shares no code with the batch.

use std::sync::Arc;

use kuraban_env::{
    Actions, Autoreset, Batch, Buffers, Finals, Levels, Observation, Options, Order,
    Reset, Seeds, Seen,
};
use kuraban_level::{Dir, Level, Rules};
use kuraban_testkit::Random;
use kuraban_verify::Replay;
use proptest::prelude::*;

fn levels(seed: u64) -> Vec<Level> {
    let ours = kuraban_testkit::own().into_iter().take(4);
    let small =
        (0..12).map(|n| kuraban_testkit::level(seed.wrapping_mul(12) + n, Rules::Boxes));
    ours.chain(small).collect()
}

/// The board of a replay, padded as the batch pads it.
fn drawn(position: &Replay<'_>, levels: &Levels) -> Vec<u8> {
    let level = position.to_level();
    Levels::new([&level])
        .map(|alone| {
            let mut codes = vec![0; levels.squares()];
            for row in 0..alone.height() {
                let from = &alone.codes(0)[row * alone.width()..][..alone.width()];
                codes[row * levels.width()..][..from.len()].copy_from_slice(from);
            }
            codes
        })
        .expect("one level")
}

/// What an action should do.
fn play(position: &mut Replay<'_>, level: &Level, actions: Actions, action: i64) {
    use Dir::{Down, Left, Right, Up};
    let (dir, pushes) = match (actions, action) {
        (Actions::Gym, 0) => return,
        (Actions::Gym, n) => ([Up, Down, Left, Right][(n as usize - 1) % 4], n < 5),
        (Actions::Envpool, n) => ([Up, Down, Left, Right][n as usize], true),
        (Actions::Jumanji, n) => ([Up, Right, Down, Left][n as usize], true),
    };
    let meets_box =
        level.step(position.player(), dir).is_some_and(|to| position.has_box(to));
    if pushes || !meets_box {
        let _ = position.step(dir);
    }
}

fn on_goals(position: &Replay<'_>, level: &Level) -> usize {
    level.goals().iter().filter(|&&at| position.has_box(at)).count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn a_step_is_what_the_referee_makes_it(
        seed in 0u64..1000,
        actions in prop::sample::select(Actions::ALL.to_vec()),
        observation in prop::sample::select(Observation::ALL[..4].to_vec()),
        seen in prop::sample::select(vec![Seen::Last, Seen::BeforeLast, Seen::Never]),
        autoreset in prop::sample::select(vec![Autoreset::NextStep, Autoreset::SameStep]),
        order in prop::sample::select(vec![Order::Random, Order::Sequential]),
        threads in 1usize..4,
    ) {
        let all = levels(seed);
        let levels = Arc::new(Levels::new(&all).expect("levels"));
        let options =
            Options { actions, observation, max_steps: 40, order, autoreset, ..Options::default() };
        let boards = 7;
        let mut batch = Batch::new(&levels, boards, threads, options).expect("a batch");
        let bytes = batch.observation_bytes();
        let mut buffers = [vec![9; bytes], vec![9; bytes]];
        let mut told = Buffers::of(boards);
        let mut finals = (vec![7; bytes], vec![-1; boards], vec![-1; boards], vec![false; boards]);
        let reset = Reset { seeds: Some(Seeds::One(seed)), ..Reset::default() };
        batch.reset(&reset, &mut buffers[0], told.all()).expect("a reset");
        let begin = |level: i32| Replay::new(&all[level as usize]);
        let mut games: Vec<(usize, Replay<'_>, usize, bool)> =
            told.level.iter().map(|&n| (n as usize, begin(n), 0, false)).collect();
        let mut random = Random::new(seed + 1);
        for round in 1..150 {
            let chosen: Vec<i64> =
                (0..boards).map(|_| random.below(actions.count()) as i64).collect();
            let which = if seen == Seen::BeforeLast { round % 2 } else { 0 };
            let told_finals = Finals {
                observations: &mut finals.0,
                level: &mut finals.1,
                boxes_on_target: &mut finals.2,
                solved: &mut finals.3,
            };
            // The second buffer holds nothing yet.
            let seen = if round == 1 { Seen::Never } else { seen };
            batch
                .step(&chosen, seen, &mut buffers[which], told.all(), Some(told_finals))
                .expect("a step");
            for (board, game) in games.iter_mut().enumerate() {
                let size = bytes / boards;
                let picture = |codes: &[u8]| observation.draw(levels.width(), codes);
                let at_board = |all: &[u8]| all[board * size..][..size].to_vec();
                if game.3 {
                    let n = told.level[board];
                    *game = (n as usize, begin(n), 0, false);
                    prop_assert!(told.rewards[board].abs() < 1e-9);
                    prop_assert!(!told.terminated[board] && !told.truncated[board]);
                } else {
                    let level = &all[game.0];
                    let before = on_goals(&game.1, level) as f64;
                    play(&mut game.1, level, actions, chosen[board]);
                    game.2 += 1;
                    let solved = game.1.is_solved();
                    let change = on_goals(&game.1, level) as f64 - before;
                    let reward = -0.1 + change + if solved { 10.0 } else { 0.0 };
                    prop_assert!((told.rewards[board] - reward).abs() < 1e-9);
                    prop_assert_eq!(told.terminated[board], solved);
                    prop_assert_eq!(told.truncated[board], !solved && game.2 == 40);
                    game.3 = solved || game.2 == 40;
                    if game.3 && autoreset == Autoreset::SameStep {
                        prop_assert_eq!(at_board(&finals.0), picture(&drawn(&game.1, &levels)));
                        prop_assert_eq!(finals.1[board] as usize, game.0);
                        prop_assert_eq!(finals.2[board] as usize, on_goals(&game.1, level));
                        prop_assert_eq!(finals.3[board], solved);
                        let n = told.level[board];
                        *game = (n as usize, begin(n), 0, false);
                    }
                }
                let level = &all[game.0];
                prop_assert_eq!(told.level[board] as usize, game.0);
                prop_assert_eq!(told.boxes_on_target[board] as usize, on_goals(&game.1, level));
                prop_assert_eq!(told.solved[board], game.1.is_solved());
                let codes = drawn(&game.1, &levels);
                prop_assert_eq!(batch.codes(board), &codes[..]);
                prop_assert_eq!(at_board(&buffers[which]), picture(&codes));
            }
        }
    }
}

/// Plays random actions and returns everything that was told of the first boards.
fn tell(boards: usize, threads: usize, seeds: Seeds<'_>, keep: usize) -> Vec<String> {
    let all = levels(3);
    let levels = Arc::new(Levels::new(&all).expect("levels"));
    let options = Options {
        observation: Observation::Codes,
        max_steps: 30,
        min_steps: Some(5),
        ..Options::default()
    };
    let mut batch = Batch::new(&levels, boards, threads, options).expect("a batch");
    let mut seen = vec![0; batch.observation_bytes()];
    let mut told = Buffers::of(boards);
    let reset = Reset { seeds: Some(seeds), ..Reset::default() };
    batch.reset(&reset, &mut seen, told.all()).expect("a reset");
    let mut lines = Vec::new();
    for round in 0..100 {
        let actions: Vec<i64> = (0..boards)
            .map(|board| ((round * 7 + board * 3 + round / 5) % 4) as i64)
            .collect();
        batch.step(&actions, Seen::Last, &mut seen, told.all(), None).expect("a step");
        let seen = &seen[..keep * levels.squares()];
        let level = &told.level[..keep];
        lines.push(format!("{level:?} {:?} {seen:?}", &told.truncated[..keep]));
    }
    lines
}

#[test]
fn boards_do_not_depend_on_each_other_or_on_threads() {
    let one = tell(3, 1, Seeds::One(5), 3);
    assert_eq!(one, tell(50, 1, Seeds::One(5), 3));
    assert_eq!(one, tell(50, 4, Seeds::One(5), 3));
    assert_ne!(one, tell(3, 1, Seeds::One(6), 3));
    assert_eq!(tell(1, 1, Seeds::One(8), 1), tell(2, 1, Seeds::Each(&[8, 1]), 1));
}

#[test]
fn episodes_end_between_the_least_and_the_most_steps() {
    let levels = Arc::new(Levels::new(levels(1)).expect("levels"));
    let options = Options {
        max_steps: 9,
        min_steps: Some(4),
        end_on_deadlock: false,
        ..Options::default()
    };
    let mut batch = Batch::new(&levels, 1, 1, options).expect("a batch");
    let mut seen = vec![0; batch.observation_bytes()];
    let mut told = Buffers::of(1);
    batch.reset(&Reset::default(), &mut seen, told.all()).expect("a reset");
    let mut lengths = std::collections::BTreeSet::new();
    let mut steps = 0;
    for _ in 0..2000 {
        // Up and up again: nothing is solved.
        batch.step(&[0], Seen::Last, &mut seen, told.all(), None).expect("a step");
        steps += 1;
        if told.truncated[0] {
            lengths.insert(steps);
            steps = -1;
        }
        if told.terminated[0] {
            steps = -1;
        }
    }
    assert_eq!(lengths, (4..=9).collect());
}

#[test]
fn sequential_boards_play_every_level_once() {
    let all = levels(2);
    let levels = Arc::new(Levels::new(&all).expect("levels"));
    let options = Options {
        order: Order::Sequential,
        max_steps: 1,
        autoreset: Autoreset::SameStep,
        ..Options::default()
    };
    let boards = 5;
    let mut batch = Batch::new(&levels, boards, 2, options).expect("a batch");
    let mut seen = vec![0; batch.observation_bytes()];
    let mut told = Buffers::of(boards);
    batch.reset(&Reset::default(), &mut seen, told.all()).expect("a reset");
    let mut played = told.level.clone();
    while played.len() < 3 * all.len() {
        batch.step(&[0; 5], Seen::Last, &mut seen, told.all(), None).expect("a step");
        played.extend(&told.level);
    }
    let expected: Vec<i32> = (0..played.len()).map(|n| (n % all.len()) as i32).collect();
    assert_eq!(played, expected);
}
