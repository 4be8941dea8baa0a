//! Every engine and objective against brute force on small levels of every kind, solvable
//! or not. A level that fails is made smaller before it is shown.

mod check;

use check::disagreement;
use kuraban::{Alphabet, Dialect, Level, Rules, output};
use kuraban_testkit::from_bytes;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// Levels from bytes, and generated ones that are mostly solvable.
const FROM_BYTES: u32 = 1_000;
const GENERATED: u64 = 600;

fn drawn(level: &Level) -> String {
    let solution = kuraban::Solution::check(level, &[]);
    let boards = solution.map(|solution| {
        output::boards(level, &Alphabet::of(Dialect::Xsb), &solution).join("\n")
    });
    boards.unwrap_or_else(|_| format!("{level:?}"))
}

#[test]
fn engines_agree_with_brute_force_on_any_bytes() {
    let config = Config { failure_persistence: None, ..Config::with_cases(FROM_BYTES) };
    let rng = proptest::test_runner::TestRng::deterministic_rng(config.rng_algorithm);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let bytes = vec(any::<u8>(), 8..50);
    let tried = std::cell::Cell::new(0);
    let outcome = runner.run(&bytes, |bytes| {
        let Some(level) = from_bytes(&bytes) else { return Ok(()) };
        tried.set(tried.get() + 1);
        match disagreement(&level) {
            None => Ok(()),
            Some(why) => Err(TestCaseError::fail(format!("{}\n{why}", drawn(&level)))),
        }
    });
    assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    assert!(tried.get() > 100, "only {} of the bytes were levels", tried.get());
}

#[test]
fn engines_agree_with_brute_force_on_generated_levels() {
    for rules in [Rules::Boxes, Rules::Boulders] {
        for seed in 0..GENERATED {
            let level = kuraban_testkit::level(seed, rules);
            let wrong = disagreement(&level);
            assert_eq!(wrong, None, "seed {seed}: {}", drawn(&level));
        }
    }
}

/// Inputs that once broke an engine stay here.
#[test]
fn what_broke_once_does_not_again() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/regressions/solver");
    for file in std::fs::read_dir(folder).expect("the folder is there").flatten() {
        let bytes = std::fs::read(file.path()).expect("a file");
        if let Some(level) = from_bytes(&bytes) {
            assert_eq!(disagreement(&level), None, "{}", file.path().display());
        }
    }
}
