//! No rule rejects a position on the way of a known solution.

use std::ops::ControlFlow::Continue;

use kuraban_board::bound::frozen::FrozenBound;
use kuraban_board::bound::penalties::Penalties;
use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::sealed::SealedGoals;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::deadlock::{Rule, Toolbox, freeze};
use kuraban_board::{Board, Layout, Position, Scene};
use kuraban_level::{Dir, Rules};
use kuraban_search::without_limits;
use kuraban_testkit::{Random, Rooms, Solved, own_solved, shared_solved, solution};

/// Sets of three are checked where their table takes no longer than this many bytes.
const TRIPLES: usize = 4 << 20;
/// Penalties are checked after every so many pushes.
const PENALTIES_EVERY: u32 = 40;
/// They are asked so often there, so that groups are learned.
const LOOKS: usize = 100;

/// Plays the steps on the board and hands over every position after a push, with the spot the
/// pushed box came to and the spot it came from.
fn after_pushes<const W: usize>(
    board: &Board<W>,
    steps: &[Dir],
    mut look: impl FnMut(Position<W>, usize, usize),
) -> Option<Position<W>> {
    let mut at = board.start;
    for &dir in steps {
        let to = board.floor_step(at.player, dir)?;
        at.player = to;
        if at.boxes.has(to) {
            let beyond = board.floor_step(to, dir)?;
            at.boxes = at.boxes.without(to).with(beyond);
            look(at, beyond, to);
        }
    }
    Some(at)
}

fn check<const W: usize>(label: &str, layout: Layout, steps: &[Dir]) {
    let board = Board::<W>::from_layout(layout);
    let mut toolbox = Toolbox::new(&board);
    let backward = without_limits(|turn| {
        let mut pairs = Subsets::pairs(&board, End::Starts, turn)?;
        if Subsets::triples_bytes(&board) < TRIPLES {
            pairs.add_triples(&board, End::Starts, turn)?;
        }
        Continue(pairs)
    });
    let backward = backward.continue_value().expect("no limit");
    let mut penalties = [End::Goals, End::Starts].map(|end| penalties(&board, end));
    let mut frozen_bound = FrozenBound::default();
    let mut sealed = SealedGoals::default();
    let mut pushes = 0;
    if after_pushes(&board, steps, |_, _, _| pushes += 1).is_none() {
        pushes = u32::MAX;
    }
    let mut push = 0;
    let end = after_pushes(&board, steps, |at, moved, from| {
        push += 1;
        let label = format!("{label}, push {push}");
        let scene = Scene::plain(&board, at.boxes, at.player);
        for rule in Rule::ALL {
            assert_eq!(toolbox.ask(rule, &scene), None, "{label}: {rule:?}");
        }
        assert!(board.live.has(from), "{label}: dead spot");
        let frozen = freeze::frozen(&board, at.boxes);
        let least = frozen_bound.total(&board, at.boxes, frozen);
        assert!(least.is_some_and(|least| least <= pushes - push), "{label}: {least:?}");
        assert!(!sealed.is_lost(&board, at.boxes, frozen), "{label}: sealed goals");
        assert!(!backward.is_lost(&board, at.boxes, moved, at.player), "{label}: mirror");
        let ways = [(&board.to_goal, pushes - push), (&board.from_start, push)];
        for (penalties, (distances, most)) in penalties.iter_mut().zip(ways) {
            if push % PENALTIES_EVERY != 0 {
                continue;
            }
            let Some(penalties) = penalties else { continue };
            let matching = Matcher::new(distances, board.layout.len, at.boxes).total();
            let matching = matching.unwrap_or_else(|| panic!("{label}: no assignment"));
            for _ in 0..LOOKS {
                let extra = without_limits(|turn| {
                    penalties.total(&board, at, matching as u16, Some(moved), turn)
                });
                let extra = extra.continue_value().expect("no limit");
                let extra = extra.unwrap_or_else(|| panic!("{label}: lost by a penalty"));
                let bound = matching + u32::from(extra);
                assert!(bound <= most, "{label}: {bound} with penalties");
            }
        }
    });
    // Dead ends are filled, so a solution that strolls into one leaves the board: no matter.
    if let Some(end) = end {
        assert_eq!(end.boxes, board.goals, "{label}: the solution solves the board");
    }
}

/// The penalties of a board, with triples and larger groups where the ends are goals.
fn penalties<const W: usize>(board: &Board<W>, end: End) -> Option<Penalties<W>> {
    let made = without_limits(|turn| {
        let mut made = Penalties::new(board, end, usize::MAX, turn)?;
        if let Some(made) = &mut made
            && end == End::Goals
        {
            made.add_triples(board, usize::MAX);
            made.learn(board);
        }
        Continue(made)
    });
    made.continue_value().expect("no limit")
}

fn check_level(solved: &Solved) {
    let Solved { label, level, steps } = solved;
    let layout = Layout::new(level);
    assert_eq!(layout.refuted, None, "{label}");
    match layout.words() {
        0..=1 => check::<1>(label, layout, steps),
        2 => check::<2>(label, layout, steps),
        3..=4 => check::<4>(label, layout, steps),
        5..=8 => check::<8>(label, layout, steps),
        9..=16 => check::<16>(label, layout, steps),
        _ => check::<64>(label, layout, steps),
    }
}

fn check_collection(name: &str, every: usize) {
    let Some(levels) = shared_solved(name) else { return };
    levels.iter().step_by(every).for_each(check_level);
}

/// The solutions of our own levels stand in their file.
#[test]
fn our_own_levels() {
    let levels = own_solved();
    assert!(levels.len() > 60, "{} levels", levels.len());
    levels.iter().for_each(check_level);
}

/// Solutions of levels made by chance, found by trying everything.
#[test]
fn generated_levels() {
    let mut random = Random::new(11);
    let rooms = (0..600).map(|_| Rooms::SMALL.next(&mut random));
    let others = (0..600).map(|seed| kuraban_testkit::level(seed, Rules::Boxes));
    let mut checked = 0;
    for (number, level) in rooms.chain(others).enumerate() {
        let Some(steps) = solution(&level) else { continue };
        checked += usize::from(!steps.is_empty());
        check_level(&Solved { label: format!("generated {number}"), level, steps });
    }
    assert!(checked > 200, "{checked} levels with a solution");
}

#[test]
fn microban1() {
    check_collection("microban1", 1);
}

#[test]
fn microban2() {
    check_collection("microban2", 1);
}

#[test]
fn microban3() {
    check_collection("microban3", 1);
}

#[test]
fn microban4() {
    check_collection("microban4", 1);
}

#[test]
fn sokhard() {
    check_collection("sokhard", 1);
}

#[test]
fn xsokoban() {
    check_collection("xsokoban", 4);
}

#[test]
fn sasquatch() {
    check_collection("sasquatch01", 2);
}

#[test]
fn grigr2001() {
    check_collection("grigr2001", 1);
}
