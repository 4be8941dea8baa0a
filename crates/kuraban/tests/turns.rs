//! The length of the turns makes no difference: neither to what is found nor to the work it takes.

use std::sync::Arc;
use std::time::Duration;

use kuraban::{
    Account, Cancel, Engine, Level, Limits, Question, Run, Stage, Turn, engine,
};
use kuraban_testkit::{Random, Rooms, own};

/// How a search ended: its last stage, expansions and successors.
type End = (Stage, u64, u64);

/// Gives a search turns of that much work until it ends or has expanded `nodes` positions.
/// Tells how it ended and what work it did. More than `most` turns are a search that does
/// not get on.
fn in_turns(
    engine: &dyn Engine,
    level: &Arc<Level>,
    nodes: u64,
    work: u64,
    most: u64,
) -> (End, u64) {
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default().nodes(nodes), Cancel::default(), &clock);
    let mut search = engine.begin(level, &Question::default());
    let mut used = 0;
    for _ in 0..most {
        let mut turn = Turn::new(&run, work, run.memory());
        let stage = search.advance(&mut turn);
        used += work - turn.left() + turn.debt();
        if !stage.goes_on() || run.stop().is_some() {
            let Account { expanded, generated, .. } = search.account();
            return ((stage, expanded, generated), used);
        }
    }
    panic!("{}: no end after {most} turns of {work}:\n{level:?}", engine.name());
}

/// Compares turns of several lengths with one go; the expansions of all searches.
fn compare(level: Level, nodes: u64) -> u64 {
    // Single searches: in a race of several, whose turn it is depends on the work of each turn.
    let mut names: Vec<String> = ["push", "pull", "weighted"].map(String::from).into();
    let fess = engine("fess").expect("a known name");
    names.extend(fess.strategies().iter().map(|(name, _)| format!("fess:{name}")));
    let level = Arc::new(level);
    let mut all = 0;
    for name in &names {
        let engine = engine(name).expect("a known name");
        let (whole, used) = in_turns(&*engine, &level, nodes, u64::MAX, 1_000);
        all += whole.1;
        for work in [1, 100] {
            // Every turn spends at least one unit, but for the news that end one.
            let (parts, _) = in_turns(&*engine, &level, nodes, work, used + 1_000);
            assert_eq!(parts, whole, "{name}, turns of {work}:\n{level:?}");
        }
    }
    all
}

#[test]
fn turns_of_any_length_do_the_same_in_small_rooms() {
    let mut random = Random::new(3);
    let levels = (0..400).map(|_| Rooms::CROWDED.next(&mut random));
    let all: u64 = levels.map(|level| compare(level, 3_000)).sum();
    assert!(all > 2_000, "{all} expansions");
}

/// Tables of larger boards are made in many turns.
#[test]
fn turns_of_any_length_do_the_same_on_larger_boards() {
    let large = own().into_iter().skip(40).step_by(3);
    let all: u64 = large.map(|level| compare(level, 40)).sum();
    assert!(all > 2_000, "{all} expansions");
}
