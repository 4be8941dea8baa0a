//! The table of positions against brute force.

use std::time::Duration;

use kuraban_classic::{NoPositions, Positions, Scope};
use kuraban_level::{Level, Rules};
use kuraban_search::{Cancel, Limits, Run, Stop};
use kuraban_testkit::{facts, hall, least};

/// Levels with more states are left out.
const MOST: usize = 2_000;

fn levels() -> impl Iterator<Item = (Level, kuraban_testkit::Facts)> {
    (0..200).filter_map(|seed| {
        let level = kuraban_testkit::level(seed, Rules::Boxes);
        let facts = facts(&level, MOST)?;
        Some((level, facts))
    })
}

#[test]
fn every_position_has_the_distance_that_brute_force_finds() {
    let (mut lost, mut live) = (0, 0);
    for (level, facts) in levels() {
        let all = Positions::of(&level, Scope::Reachable, MOST).expect("a table");
        assert_eq!(all.len(), facts.reachable_push_states);
        assert_eq!(all.find(&level), Some(0), "the start is the first");
        // Brute force from every position takes too long for all levels.
        for position in (0..all.len()).step_by(all.len() / 8 + 1) {
            let drawn = all.position(position);
            let pushes = least(&drawn).map(|least| least.pushes as u32);
            assert_eq!(all.pushes_to_go(position), pushes, "{position} of {level:?}");
            assert_eq!(all.find(&drawn), Some(position));
            match pushes {
                Some(_) => live += 1,
                None => lost += 1,
            }
        }
    }
    assert!(lost > 100 && live > 100, "{lost} {live}");
}

#[test]
fn solvable_positions_are_the_ones_with_a_solution() {
    let (mut farther, mut none) = (0, 0);
    for (level, _) in levels() {
        let reachable = Positions::of(&level, Scope::Reachable, MOST).expect("a table");
        let solvable = Positions::of(&level, Scope::Solvable, 100_000).expect("a table");
        for position in 0..reachable.len() {
            let found = solvable.find(&reachable.position(position));
            let pushes = found.and_then(|found| solvable.pushes_to_go(found));
            assert_eq!(reachable.pushes_to_go(position), pushes);
        }
        let most =
            |all: &Positions| (0..all.len()).filter_map(|n| all.pushes_to_go(n)).max();
        farther += usize::from(most(&solvable) > most(&reachable));
        none += usize::from(solvable.is_empty());
    }
    assert!(farther > 20 && none > 0, "{farther} {none}");
}

#[test]
fn pushes_lead_from_position_to_position() {
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &clock);
    for (level, _) in levels().step_by(4) {
        let all = Positions::of(&level, Scope::Reachable, MOST).expect("a table");
        let mut best: Vec<Option<u32>> = vec![None; all.len()];
        all.pushes(&run, |from, at, dir, to| {
            let ((before, _), (after, _)) = (all.squares(from), all.squares(to));
            let target = level.step(at, dir).expect("no wall");
            assert!(before.contains(&at) && after.contains(&target));
            if let Some(pushes) = all.pushes_to_go(to) {
                let known = best[from].unwrap_or(u32::MAX);
                best[from] = Some(known.min(pushes + 1));
            }
        })
        .expect("no limit");
        for (position, best) in best.into_iter().enumerate() {
            match all.pushes_to_go(position) {
                Some(0) => {}
                pushes => assert_eq!(pushes, best, "{position} of {level:?}"),
            }
        }
    }
}

#[test]
fn what_is_too_large_is_refused() {
    let level = hall(8, 8, 3);
    let small = Positions::of(&level, Scope::Reachable, 1000);
    assert_eq!(small.err(), Some(NoPositions::TooMany(1000)));
    let boulders = kuraban_testkit::level(1, Rules::Boulders);
    let refused = Positions::of(&boulders, Scope::Reachable, 1000);
    assert_eq!(refused.err(), Some(NoPositions::Boulders));
    let exact: Level = "######\n#@$ .#\n######".parse().expect("a level");
    assert!(Positions::of(&exact, Scope::Reachable, 3).is_ok());
    assert!(Positions::of(&exact, Scope::Reachable, 2).is_err());
}

#[test]
fn limits_and_cancel_hold() {
    let level = hall(14, 14, 6);
    let clock = || Duration::ZERO;
    let stopped = |limits: Limits, cancel: Cancel| {
        let run = Run::new(limits, cancel, &clock);
        Positions::within(&level, Scope::Reachable, usize::MAX, &run).err()
    };
    let memory = stopped(Limits::default().memory(4 << 20), Cancel::default());
    assert_eq!(memory, Some(NoPositions::Stopped(Stop::Memory)));
    let nodes = stopped(Limits::default().nodes(1000), Cancel::default());
    assert_eq!(nodes, Some(NoPositions::Stopped(Stop::Nodes)));
    let cancel = Cancel::default();
    cancel.cancel();
    let cancelled = stopped(Limits::default(), cancel);
    assert_eq!(cancelled, Some(NoPositions::Stopped(Stop::Cancelled)));
}
