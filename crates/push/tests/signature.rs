//! The work of each engine over a fixed set, to the last expansion.
//!
//! A change that only makes things faster keeps these numbers; one that changes the search
//! changes them, and says so where it is recorded.

use kuraban_level::Level;
use kuraban_push::{OPTIMAL, PULL, PUSH};
use kuraban_search::{Engine, Limits, Objective, Question, ask};
use kuraban_testkit::{Random, Rooms, SCATTERED, own};

/// Expansions per small level at most: some are stopped on the way, and exactly there.
const NODES: u64 = 3_000;
/// Expansions per level of our own collection: enough for every table and rule to have its
/// say.
const LARGE_NODES: u64 = 12_000;
/// One in so many of them is taken.
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
    let mut random = Random::recorded(2026);
    let mut levels: Vec<_> =
        (0..1500).map(|_| (Rooms::SMALL.next(&mut random), NODES)).collect();
    let drawn = [DENSE, SCATTERED, ROOM].map(|text| text.parse().expect("a level"));
    levels.extend(drawn.map(|level| (level, NODES)));
    let own = own().into_iter().step_by(LARGE_EVERY);
    levels.extend(own.map(|level| (level, LARGE_NODES)));
    levels
}

fn signature(engine: &dyn Engine, objective: Objective) -> u64 {
    let mut total = 0;
    for (level, nodes) in levels() {
        let question = Question::default().objective(objective);
        let question = question.limits(Limits::default().nodes(nodes));
        let expanded = ask(engine, &level, &question).account.expanded;
        assert!(expanded <= nodes, "the limit holds");
        total += expanded;
    }
    total
}

#[test]
fn expansions_are_as_recorded() {
    let signatures = [
        signature(&PULL, Objective::Any),
        signature(&PUSH, Objective::Any),
        signature(&OPTIMAL, Objective::Pushes),
        signature(&OPTIMAL, Objective::Moves),
    ];
    assert_eq!(signatures, [43_344, 4831, 90_721, 97_795]);
}
