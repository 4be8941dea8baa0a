//! What each engine does, pinned: the expansions over a fixed set of levels.
//!
//! A refactoring keeps these figures; a change of a search changes them, and says so.

use crate::common::run;
use kuraban_level::{Level, Rules, Square};
use kuraban_search::{Limits, Objective};

const LEVELS: [&str; 8] = [
    "#######\n#@ $ .#\n#######",
    "######\n#    #\n# $$ #\n#.. @#\n######",
    "########\n#  .   #\n# $#$  #\n# .@   #\n########",
    "  #####\n###   #\n#.@$  #\n### $.#\n#.##$ #\n# # . #\n#$ *  #\n#     #\n#######",
    "#######\n#  #  #\n# $@$ #\n#. # .#\n#######",
    "########\n#.  #  #\n#.$$ @ #\n#   #  #\n########",
    "#######\n#. @ .#\n# $#$ #\n#  #  #\n#     #\n#######",
    "######\n#@   #\n# $$ #\n#  . #\n#.   #\n######",
];

/// A board of boulders: player, goal square, boulders.
fn boulders() -> Level {
    let mut squares = vec![Square::FLOOR; 20];
    for at in [6, 7, 8, 11, 13] {
        squares[at] = Square::BOX;
    }
    squares[2].goal = true;
    Level::new(Rules::Boulders, 5, squares, &[17]).expect("a level")
}

fn signature(objective: Objective) -> Vec<(&'static str, u64)> {
    let levels: Vec<Level> = LEVELS
        .iter()
        .map(|text| text.parse().expect("a level"))
        .chain([boulders()])
        .collect();
    kuraban_classic::engines()
        .iter()
        .map(|engine| {
            let expanded = levels
                .iter()
                .filter(|level| engine.accepts(level, objective).is_ok())
                .map(|level| {
                    let ran = run(engine.as_ref(), level, objective, Limits::default());
                    ran.account.expanded
                })
                .sum();
            (engine.name(), expanded)
        })
        .collect()
}

#[test]
fn every_engine_keeps_its_signature() {
    assert_eq!(
        signature(Objective::Pushes),
        [
            ("bfs", 1716),
            ("dfs", 56132),
            ("iddfs", 12539),
            ("astar", 90),
            ("idastar", 91),
            ("greedy", 38),
            ("reverse", 987),
            ("bidirectional", 135),
        ]
    );
}

#[test]
fn no_engine_is_another_by_another_name() {
    let mut figures: Vec<u64> =
        signature(Objective::Any).into_iter().map(|(_, expanded)| expanded).collect();
    figures.sort_unstable();
    figures.dedup();
    assert_eq!(figures.len(), kuraban_classic::engines().len());
}
