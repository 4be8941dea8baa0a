//! Detectors against the truth, on small random levels whose every position is known.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;

use kuraban_board::deadlock::corral::{Corral, pi_corral};
use kuraban_board::deadlock::sealed::SealedGoals;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::deadlock::{Rule, Toolbox, freeze};
use kuraban_board::{Bits, Board, Layout, Position, Push, Scene};
use kuraban_level::Dir;
use kuraban_search::without_limits;
use kuraban_testkit::{Random, Rooms, explore, solution};

/// Every position that can be reached, and whether it can be solved.
fn positions(board: &Board<1>) -> Vec<(Position<1>, bool)> {
    let pushes = |&Position { boxes, player }: &Position<1>| {
        let zone = board.zone(boxes, player);
        let in_dir = |dir| {
            let spots = board.pushable(boxes, zone, board.floor, dir).iter();
            let push = move |spot| board.pushed(boxes, Push { from: spot as u16, dir });
            spots.map(move |spot| board.settle(push(spot)).0)
        };
        Dir::ALL.into_iter().flat_map(in_dir).collect()
    };
    let is_solved = |position: &Position<1>| position.boxes == board.goals;
    let start = board.settle(board.start).0;
    explore(start, usize::MAX, pushes, is_solved).expect("there is no limit")
}

#[test]
fn nothing_solvable_is_rejected_and_something_lost_is() {
    let mut random = Random::new(42);
    let (mut levels, mut solvable, mut lost) = (0, 0u32, 0u32);
    let mut seen = HashMap::from(Rule::ALL.map(|rule| (rule, 0u32)));
    while levels < 1500 {
        let level = Rooms::CROWDED.next(&mut random);
        let layout = Layout::new(&level);
        if layout.boxes.is_empty() || layout.words() > 1 {
            continue;
        }
        levels += 1;
        let refuted = layout.refuted.is_some();
        let board = Board::<1>::from_layout(layout);
        let positions = positions(&board);
        let solvable_by_all = solution(&level).is_some();
        assert_eq!(!refuted && positions[0].1, solvable_by_all, "reduction:\n{level:?}");
        if refuted {
            continue;
        }
        let mut toolbox = Toolbox::new(&board);
        let mut sealed = SealedGoals::default();
        let backward = without_limits(|turn| {
            let mut pairs = Subsets::pairs(&board, End::Starts, turn)?;
            pairs.add_triples(&board, End::Starts, turn)?;
            Continue(pairs)
        });
        let backward = backward.continue_value().expect("no limit");
        let all: HashMap<_, _> = positions.iter().copied().collect();
        for (position, can) in positions {
            let boxes = position.boxes;
            let scene = Scene::plain(&board, boxes, position.player);
            if !can {
                lost += 1;
                let says = |rule: &Rule| toolbox.ask(*rule, &scene).is_some();
                for rule in Rule::ALL.into_iter().filter(says) {
                    *seen.entry(rule).or_default() += 1;
                }
                continue;
            }
            solvable += 1;
            for rule in Rule::ALL {
                assert_eq!(toolbox.ask(rule, &scene), None, "{rule:?}\n{level:?}");
            }
            let frozen = freeze::frozen(&board, boxes);
            assert!(!sealed.is_lost(&board, boxes, frozen), "sealed goals");
            for moved in boxes {
                let player = position.player;
                assert!(!backward.is_lost(&board, boxes, moved, player), "mirror");
            }
            if let Some(Corral::Only(movers)) = pi_corral(&board, &scene)
                && boxes != board.goals
            {
                // One of the pushes that are left has to lead on.
                let goes_on = leads_on(&board, boxes, scene.zone, movers, &all);
                assert!(goes_on, "corral pruning");
            }
        }
    }
    assert!(solvable > 2_000 && lost > 2_000, "{solvable} solvable, {lost} lost");
    // Every rule has positions that it sees.
    assert!(seen.values().all(|&count| count > 0), "{seen:?} of {lost}");
}

fn leads_on(
    board: &Board<1>,
    boxes: Bits<1>,
    zone: Bits<1>,
    movers: Bits<1>,
    all: &HashMap<Position<1>, bool>,
) -> bool {
    Dir::ALL.into_iter().any(|dir| {
        (board.pushable(boxes, zone, board.floor, dir) & movers).iter().any(|spot| {
            let next = board.pushed(boxes, Push { from: spot as u16, dir });
            all[&board.settle(next).0]
        })
    })
}
