//! Levels without a solution: every strategy gives up, and none panics.

use kuraban_fess::{FessEngine, Strategy};
use kuraban_level::{Level, Rules};
use kuraban_search::{Limits, Question, Stage, ask};
use kuraban_testkit::{facts, level, shared_levels};
use kuraban_verify::Solution;

/// Expansions per level and strategy at most.
const NODES: u64 = 1_000;
/// Levels made by the generator.
const GENERATED: u64 = 400;
/// Positions the oracle may visit.
const ORACLE: usize = 20_000;

/// Backward searches have no root: from no side of the full goals can the boxes be pulled to
/// where they stand. Searches toward landmarks once panicked on each of these.
const NO_ROOTS: [&str; 5] = [
    "\
#####
#*  #
#.$.#
#$###
#  @#
#####",
    "\
#######
#   *##
# ..$@#
# # $ #
#######",
    "\
######
#  *@#
# ## #
# ##$#
# .  #
######",
    "\
#######
## .$.#
#@ ## #
# $   #
#######",
    "\
########
# *    #
#$ #   #
#  #+  #
########",
];

/// Pulls lead nowhere, or no box can be pushed.
const NO_WAY: [&str; 4] = [
    "\
######
#@$  #
#  . #
#$  .#
######",
    "\
#######
#@    #
# $$  #
# $$  #
#.. ..#
#######",
    "\
########
#  #   #
#@ # $.#
#  #   #
########",
    "\
########
#@  $ .#
###### #
#  $  .#
########",
];

fn parse(text: &str) -> Level {
    text.parse().unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

fn solve(strategy: Strategy, level: &Level) -> Stage {
    let question = Question::default().limits(Limits::default().nodes(NODES));
    ask(&FessEngine::with(&[strategy]), level, &question).stage
}

#[test]
fn every_strategy_gives_up_on_boards_without_a_solution() {
    for text in NO_ROOTS.into_iter().chain(NO_WAY) {
        let level = parse(text);
        for strategy in Strategy::ALL {
            assert_eq!(solve(strategy, &level), Stage::GaveUp, "{strategy}\n{text}");
        }
    }
}

/// Small levels of all kinds: what is solved is solved, and what has no solution is not.
#[test]
fn every_strategy_agrees_with_the_oracle() {
    for seed in 0..GENERATED {
        let level = level(seed, Rules::Boxes);
        let Some(facts) = facts(&level, ORACLE) else { continue };
        for strategy in Strategy::ALL {
            match solve(strategy, &level) {
                Stage::Solved(found) => {
                    assert!(facts.least.is_some(), "{strategy}, seed {seed}");
                    Solution::check(&level, &found.steps).expect("a solution");
                }
                Stage::GaveUp | Stage::Working => {}
                other => panic!("{strategy}, seed {seed}: {other:?}"),
            }
        }
    }
}

#[test]
fn no_strategy_solves_an_unsolvable_collection() {
    let Some(levels) = shared_levels("unsolvable") else { return };
    for (index, level) in levels.iter().enumerate() {
        for strategy in Strategy::ALL {
            let stage = solve(strategy, level);
            let is_open = matches!(stage, Stage::GaveUp | Stage::Working);
            assert!(is_open, "{strategy}, level {}: {stage:?}", index + 1);
        }
    }
}
