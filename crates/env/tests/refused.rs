//! What cannot be done is refused, and changes nothing.

use std::sync::Arc;

use kuraban_env::{
    Actions, Autoreset, Batch, BatchError, Buffers, Levels, Observation, Options,
    OptionsError, Reset, Seeds, Seen,
};
use kuraban_level::Level;

fn levels() -> Arc<Levels> {
    let level: Level = "######\n#@$ .#\n######".parse().expect("a level");
    Arc::new(Levels::new([level]).expect("levels"))
}

fn batch(options: Options) -> (Batch, Vec<u8>, Buffers) {
    let batch = Batch::new(&levels(), 2, 1, options).expect("a batch");
    let seen = vec![0; batch.observation_bytes()];
    (batch, seen, Buffers::of(2))
}

#[test]
fn options_that_make_no_sense() {
    let steps = |least, most| {
        let options =
            Options { min_steps: Some(least), max_steps: most, ..Options::default() };
        Batch::new(&levels(), 1, 1, options).err()
    };
    assert_eq!(steps(5, 4), Some(OptionsError::Steps { least: 5, most: 4 }));
    assert!(steps(0, 4).is_some() && steps(4, 4).is_none());
    let none = Batch::new(&levels(), 0, 1, Options::default()).err();
    assert_eq!(none, Some(OptionsError::NoBoards));
    let huge = Options { observation: Observation::Rgb, ..Options::default() };
    let huge = Batch::new(&levels(), usize::MAX / 2, 1, huge).err();
    assert!(matches!(huge, Some(OptionsError::TooLarge { .. })));
}

#[test]
fn wrong_actions_and_lengths() {
    let (mut batch, mut seen, mut told) = batch(Options::default());
    let early = batch.step(&[0, 0], Seen::Last, &mut seen, told.all(), None);
    assert_eq!(early, Err(BatchError::NotReset));
    let mask = Reset { mask: Some(&[true, false]), ..Reset::default() };
    assert_eq!(batch.reset(&mask, &mut seen, told.all()), Err(BatchError::NotReset));
    batch.reset(&Reset::default(), &mut seen, told.all()).expect("a reset");
    let before = batch.codes(0).to_vec();
    for action in [4, -1, i64::MAX, i64::MIN] {
        let wrong = batch.step(&[3, action], Seen::Last, &mut seen, told.all(), None);
        assert_eq!(wrong, Err(BatchError::Action { board: 1, action, count: 4 }));
    }
    let short = batch.step(&[0], Seen::Last, &mut seen, told.all(), None);
    assert!(matches!(short, Err(BatchError::Length { found: 1, expected: 2, .. })));
    let mut small = vec![0; 3];
    assert!(batch.step(&[0, 0], Seen::Last, &mut small, told.all(), None).is_err());
    let mut one = Buffers::of(1);
    assert!(batch.step(&[0, 0], Seen::Last, &mut seen, one.all(), None).is_err());
    for wrong in [
        Reset { seeds: Some(Seeds::Each(&[1])), ..Reset::default() },
        Reset { mask: Some(&[true]), ..Reset::default() },
        Reset { levels: Some(&[0, 1]), ..Reset::default() },
    ] {
        assert!(batch.reset(&wrong, &mut seen, told.all()).is_err(), "{wrong:?}");
    }
    assert_eq!(batch.codes(0), before);
}

#[test]
fn without_autoreset_an_ended_board_waits() {
    let options =
        Options { autoreset: Autoreset::Disabled, max_steps: 9, ..Options::default() };
    let (mut batch, mut seen, mut told) = batch(options);
    batch.reset(&Reset::default(), &mut seen, told.all()).expect("a reset");
    for _ in 0..2 {
        batch.step(&[0, 3], Seen::Last, &mut seen, told.all(), None).expect("a step");
    }
    assert_eq!(told.terminated, [false, true]);
    let over = batch.step(&[0, 0], Seen::Last, &mut seen, told.all(), None);
    assert_eq!(over, Err(BatchError::Over(1)));
    let mask = Reset { mask: Some(&[false, true]), ..Reset::default() };
    batch.reset(&mask, &mut seen, told.all()).expect("a reset");
    assert_eq!(told.solved, [false, false]);
    batch.step(&[0, 0], Seen::Last, &mut seen, told.all(), None).expect("a step");
}

#[test]
fn moves_of_gym_do_not_push() {
    let options = Options { actions: Actions::Gym, ..Options::default() };
    let (mut batch, mut seen, mut told) = batch(options);
    batch.reset(&Reset::default(), &mut seen, told.all()).expect("a reset");
    batch.step(&[8, 4], Seen::Last, &mut seen, told.all(), None).expect("a step");
    assert_eq!(batch.codes(0)[7..11], [5, 4, 1, 2]);
    assert_eq!(batch.codes(1)[7..11], [1, 5, 4, 2]);
}
