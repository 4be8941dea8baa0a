//! The work of each strategy over a fixed set, to the last expansion.
//!
//! A change that only makes things faster or moves code keeps these numbers. One that changes
//! the search changes them, and its commit says why.
#![expect(clippy::print_stdout, reason = "what is skipped is told")]

use kuraban_fess::{FessEngine, Strategy};
use kuraban_level::{Format, Level, Reader, Rules};
use kuraban_search::{Limits, Question, ask};
use kuraban_testkit::{facts, level};

/// Expansions per level at most: some searches are stopped on the way, and exactly there.
const NODES: u64 = 200;
/// The same for strategies that work in rounds, on one level: each round comes more than once.
const ROUNDS_NODES: u64 = 6_000;
/// The same for the few levels that are searched longer, so that turns and tables that
/// only show in long searches have their say.
const LONG_NODES: u64 = 600;
/// Levels of our own collection: every third, from the first.
const OWN_EVERY: usize = 3;
/// Levels made by the generator, solvable ones only.
const GENERATED: usize = 17;
/// Positions the oracle may visit to say that a generated level is solvable.
const ORACLE: usize = 20_000;
/// Levels of `XSokoban`, and those of them that are searched longer.
const XSOKOBAN: [usize; 8] = [1, 4, 7, 17, 38, 51, 78, 82];
const XSOKOBAN_LONG: [usize; 2] = [11, 29];

fn read(file: &str) -> Option<Vec<Level>> {
    let bytes = std::fs::read(file).ok()?;
    let entries = Reader::new(bytes.as_slice(), Format::Auto);
    Some(entries.map(|entry| entry.level.expect("a level")).collect())
}

/// Our own collection.
fn collection() -> Vec<Level> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/kuraban.xsb");
    read(file).expect("our own levels")
}

/// Our own levels and how many expansions each may take.
fn own() -> Vec<(Level, u64)> {
    let own = collection();
    let last = own.len() - 1;
    let solvable = |level: &Level| {
        facts(level, ORACLE).is_some_and(|facts| facts.least.is_some())
            && !level.is_solved_at_start()
    };
    let generated =
        (0..).map(|seed| level(seed, Rules::Boxes)).filter(solvable).take(GENERATED);
    own.into_iter()
        .enumerate()
        .filter(|(index, _)| index % OWN_EVERY == 0 || *index == last)
        .map(|(index, level)| (level, if index == last { LONG_NODES } else { NODES }))
        .chain(generated.map(|level| (level, NODES)))
        .collect()
}

/// Expansions and successors of each usual strategy alone, over all levels. Successors tell
/// searches apart that all end at the limit.
fn signature(levels: &[(Level, u64)]) -> Vec<(&'static str, u64, u64)> {
    signature_of(&Strategy::ALL, levels)
}

/// Strategies that begin searches anew from time to time.
fn in_rounds() -> Vec<Strategy> {
    let [_, heading] = Strategy::kinds();
    [&[Strategy::PLAN_ANEW], heading].concat()
}

fn signature_of(
    strategies: &[Strategy],
    levels: &[(Level, u64)],
) -> Vec<(&'static str, u64, u64)> {
    let one = |&strategy: &Strategy| {
        let engine = FessEngine::with(&[strategy]);
        let (mut expanded, mut generated) = (0, 0);
        for (level, nodes) in levels {
            let question = Question::default().limits(Limits::default().nodes(*nodes));
            let account = ask(&engine, level, &question).account;
            assert!(account.expanded <= *nodes, "the limit holds");
            expanded += account.expanded;
            generated += account.generated;
        }
        (strategy.name(), expanded, generated)
    };
    strategies.iter().map(one).collect()
}

#[test]
fn expansions_on_our_own_levels_are_as_recorded() {
    let levels = own();
    assert_eq!(levels.len(), 40);
    let recorded = [
        ("plan-near", 1137, 59_856),
        ("settle", 688, 44_172),
        ("plan-best", 1142, 59_379),
        ("plan-loose", 1159, 55_422),
        ("plan-parking", 1141, 59_753),
        ("plan-anew", 3914, 846_779),
        ("alternate", 4284, 1_065_208),
        ("goals-worth", 4300, 1_176_237),
        ("alternate-worth", 4284, 1_065_208),
        ("straight-worth", 1024, 62_526),
        ("alternate-near", 4284, 1_068_677),
    ];
    assert_eq!(signature(&levels), recorded);
    let last = collection().pop().expect("a level");
    let recorded = [
        ("plan-anew", 346, 244_693),
        ("alternate", 1986, 1_798_721),
        ("goals-worth", 739, 678_395),
        ("alternate-worth", 977, 803_021),
        ("straight-worth", 28, 14_692),
        ("alternate-near", 1995, 1_808_302),
    ];
    assert_eq!(signature_of(&in_rounds(), &[(last, ROUNDS_NODES)]), recorded);
}

#[test]
fn expansions_on_xsokoban_are_as_recorded() {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/levels/xsokoban.xsb");
    let Some(all) = read(file) else {
        println!(
            "SKIPPED: {file} is not at hand, the signature on XSokoban was not checked"
        );
        return;
    };
    let short = XSOKOBAN.map(|number| (all[number - 1].clone(), NODES));
    let long = XSOKOBAN_LONG.map(|number| (all[number - 1].clone(), LONG_NODES));
    let levels: Vec<_> = short.into_iter().chain(long).collect();
    let recorded = [
        ("plan-near", 1504, 34_402),
        ("settle", 966, 26_690),
        ("plan-best", 1439, 34_340),
        ("plan-loose", 1582, 36_354),
        ("plan-parking", 1622, 41_055),
        ("plan-anew", 2464, 159_885),
        ("alternate", 2800, 178_585),
        ("goals-worth", 2800, 259_080),
        ("alternate-worth", 2800, 175_533),
        ("straight-worth", 1806, 84_108),
        ("alternate-near", 2800, 173_796),
    ];
    assert_eq!(signature(&levels), recorded);
    let last = levels.into_iter().next_back().map(|(level, _)| (level, ROUNDS_NODES));
    let recorded = [
        ("plan-anew", 6000, 92_738),
        ("alternate", 6000, 169_102),
        ("goals-worth", 6000, 133_903),
        ("alternate-worth", 6000, 130_110),
        ("straight-worth", 6000, 114_695),
        ("alternate-near", 6000, 186_292),
    ];
    assert_eq!(signature_of(&in_rounds(), last.as_slice()), recorded);
}
