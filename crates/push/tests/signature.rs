//! The work of each engine over a fixed set, to the last expansion.
//!
//! A change that only makes things faster keeps these numbers; one that changes the search
//! changes them, and says so where it is recorded.

mod common;

use std::time::Duration;

use common::Random;
use kuraban_push::{Auto, Optimal, Pull, Push};
use kuraban_search::{Cancel, Engine, Limits, Objective, Run, Silent};

/// Expansions per level at most: some levels are stopped on the way, and exactly there.
const NODES: u64 = 3_000;

/// A dense level that no engine finishes at once.
const DENSE: &str = "\
#########
#  . .  #
# $$#$$ #
# . # . #
#. $@$ .#
# . # . #
# $$#$$ #
#  . .  #
#########";

/// Goals in a corner, boxes all over the place.
const SCATTERED: &str = "\
############
#   #      #
# $   $  # #
# # $ ## $ #
#   $    $ #
##  #@#   ##
# $    $   #
# # ## # $ #
# . .  ....#
#  . #  .. #
############";

/// A room with a single way in.
const ROOM: &str = "\
############
##         #
#  $ $ $   #
# ## ##### #
#  $ $ $ @ #
##     ### #
#   ..     #
#   ..  ####
#   ..  #
#########";

fn signature(engine: &dyn Engine, objective: Objective) -> u64 {
    let mut random = Random(2026);
    let mut levels: Vec<_> = (0..1500).map(|_| random.level()).collect();
    levels.extend([DENSE, SCATTERED, ROOM].map(|text| text.parse().expect("a level")));
    let clock = || Duration::ZERO;
    let mut total = 0;
    for level in levels {
        let mut silent = Silent;
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let mut run = Run::new(limits, Cancel::default(), &clock, &mut silent);
        let _ = engine.solve(&level, objective, &mut run);
        assert!(run.statistics.expanded <= NODES, "the limit holds");
        total += run.statistics.expanded;
    }
    total
}

#[test]
fn expansions_are_as_recorded() {
    let signatures = [
        signature(&Pull::default(), Objective::Any),
        signature(&Push::default(), Objective::Any),
        signature(&Optimal::default(), Objective::Pushes),
        signature(&Optimal::default(), Objective::Moves),
        signature(&Auto::new(1), Objective::Any),
    ];
    assert_eq!(signatures, [2325, 3550, 14468, 14710, 2325]);
}
