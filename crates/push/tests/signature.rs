//! The work of each engine over a fixed set, to the last expansion.
//!
//! A change that only makes things faster keeps these numbers; one that changes the search
//! changes them, and says so where it is recorded.

mod common;

use std::time::Duration;

use common::Random;
use kuraban_level::{Format, Level, Reader};

use kuraban_push::{Auto, Optimal, Pull, Push};
use kuraban_search::{Cancel, Engine, Limits, Objective, Run, Silent};

/// Expansions per small level at most: some are stopped on the way, and exactly there.
const NODES: u64 = 3_000;
/// Expansions per level of our own collection: enough for every table and detector to have its
/// say.
const LARGE_NODES: u64 = 12_000;
/// Each so-manieth of them is taken.
const LARGE_EVERY: usize = 7;

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

/// Levels and how many expansions each may take.
fn levels() -> Vec<(Level, u64)> {
    let mut random = Random(2026);
    let mut levels: Vec<_> = (0..1500).map(|_| (random.level(), NODES)).collect();
    let drawn = [DENSE, SCATTERED, ROOM].map(|text| text.parse().expect("a level"));
    levels.extend(drawn.map(|level| (level, NODES)));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/kuraban.xsb");
    let bytes = std::fs::read(file).expect("our own levels");
    let own = Reader::new(bytes.as_slice(), Format::Auto)
        .step_by(LARGE_EVERY)
        .map(|entry| entry.level.expect("a level"));
    levels.extend(own.map(|level| (level, LARGE_NODES)));
    levels
}

fn signature(engine: &dyn Engine, objective: Objective) -> u64 {
    let clock = || Duration::ZERO;
    let mut total = 0;
    for (level, nodes) in levels() {
        let mut silent = Silent;
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let mut run = Run::new(limits, Cancel::default(), &clock, &mut silent);
        let _ = engine.solve(&level, objective, &mut run);
        assert!(run.statistics.expanded <= nodes, "the limit holds");
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
    assert_eq!(signatures, [43_344, 4832, 95_646, 103_897, 7442]);
}
