//! Engines that know nothing of turns race like the others.

use std::sync::Arc;
use std::time::Duration;

use kuraban_level::{Dir, Level, Rules};
use kuraban_push::Auto;
use kuraban_search::{
    Cancel, Engine, Found, Limits, Objective, Promise, Run, Silent, Stop, Verdict,
};

/// Knows the answer, after a thousand expansions of nothing.
struct Slow;

impl Engine for Slow {
    fn name(&self) -> &'static str {
        "slow"
    }

    fn promise(&self) -> Promise {
        Promise { rules: &[Rules::Boxes], complete: false, optimal: &[], about: "a test" }
    }

    fn solve(&self, _: &Level, _: Objective, run: &mut Run<'_>) -> Result<Verdict, Stop> {
        for _ in 0..1000 {
            run.tick()?;
        }
        let steps = vec![Dir::Right; 2];
        Ok(Verdict::Solved(Found { steps, optimal: Vec::new() }))
    }
}

/// Never comes to an end.
struct Endless;

impl Engine for Endless {
    fn name(&self) -> &'static str {
        "endless"
    }

    fn promise(&self) -> Promise {
        Promise { rules: &[Rules::Boxes], complete: true, optimal: &[], about: "a test" }
    }

    fn solve(&self, _: &Level, _: Objective, run: &mut Run<'_>) -> Result<Verdict, Stop> {
        loop {
            run.tick()?;
        }
    }
}

fn slow() -> Vec<Arc<dyn Engine>> {
    vec![Arc::new(Slow)]
}

fn endless() -> Vec<Arc<dyn Engine>> {
    vec![Arc::new(Endless)]
}

/// Halls with boxes enough that no search is done with them at once.
const HARD: &str = "\
################
#  .  .   .  . #
# $ $ $ $ $ $  #
#  .  . @ .  . #
# $ $ $ $ $ $  #
#  .  .   .  . #
#              #
################";

fn solve(
    level: &str,
    guests: fn() -> Vec<Arc<dyn Engine>>,
    threads: usize,
    nodes: u64,
) -> Result<Verdict, Stop> {
    let level: Level = level.parse().expect("a level");
    let clock = || Duration::ZERO;
    let mut silent = Silent;
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let mut run = Run::new(limits, Cancel::default(), &clock, &mut silent);
    Auto::new(threads).with_guests(guests).solve(&level, Objective::Any, &mut run)
}

#[test]
fn a_wrong_answer_of_a_guest_does_not_count() {
    // Two steps to the right solve nothing here, so the other members have to.
    for threads in [1, 2] {
        let verdict = solve(
            "#######\n#     #\n#@ $  #\n#    .#\n#     #\n#######",
            slow,
            threads,
            1_000_000,
        );
        assert!(matches!(verdict, Ok(Verdict::Solved(_))), "{verdict:?}");
    }
}

#[test]
fn a_guest_that_never_ends_is_left_behind() {
    for threads in [1, 2, 3] {
        let verdict = solve(
            "#######\n#     #\n#@ $  #\n#    .#\n#     #\n#######",
            endless,
            threads,
            1_000_000,
        );
        assert!(matches!(verdict, Ok(Verdict::Solved(_))), "{verdict:?}");
        let verdict = solve(HARD, endless, threads, 3_000);
        assert!(
            matches!(verdict, Err(Stop::Nodes) | Ok(Verdict::Solved(_))),
            "{verdict:?}"
        );
    }
}
