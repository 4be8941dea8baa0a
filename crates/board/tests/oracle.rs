//! Detectors against the truth, on small random levels whose every position is known.

use std::collections::HashMap;

use kuraban_board::deadlock::bipartite::Bipartite;
use kuraban_board::deadlock::corral::{Corral, pi_corral};
use kuraban_board::deadlock::enclosed::Enclosed;
use kuraban_board::deadlock::explain::why;
use kuraban_board::deadlock::filling::Filling;
use kuraban_board::deadlock::freeze;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::{Bits, Board, Layout, Position, Push};
use kuraban_level::Dir;
use kuraban_search::without_limits;
use kuraban_testkit::{Random, Rooms, solution};

/// Every position that can be reached, and whether it can be solved.
fn positions(board: &Board<1>) -> HashMap<Position<1>, bool> {
    let start = board.settle(board.start).0;
    let mut order = vec![start];
    let mut number = HashMap::from([(start, 0usize)]);
    let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < order.len() {
        let Position { boxes, player } = order[at];
        let zone = board.zone(boxes, player);
        for dir in Dir::ALL {
            for spot in board.pushable(boxes, zone, board.floor, dir) {
                let next = board.pushed(boxes, Push { from: spot as u16, dir });
                let next = board.settle(next).0;
                let id = *number.entry(next).or_insert(order.len());
                if id == order.len() {
                    order.push(next);
                    parents.push(Vec::new());
                }
                parents[id].push(at);
            }
        }
        at += 1;
    }
    let mut solvable = vec![false; order.len()];
    let mut work: Vec<usize> =
        (0..order.len()).filter(|&id| order[id].boxes == board.goals).collect();
    while let Some(id) = work.pop() {
        if !std::mem::replace(&mut solvable[id], true) {
            work.extend(&parents[id]);
        }
    }
    order.into_iter().zip(solvable).collect()
}

#[test]
fn nothing_solvable_is_rejected_and_something_lost_is() {
    let mut random = Random::new(42);
    let (mut levels, mut solvable, mut lost, mut seen) = (0, 0u32, 0u32, 0u32);
    while levels < 1500 {
        let level = Rooms::CROWDED.next(&mut random);
        let layout = Layout::new(&level);
        if layout.boxes.is_empty() || layout.words() > 1 {
            continue;
        }
        levels += 1;
        let refuted = layout.refuted.is_some();
        let board = Board::<1>::from_layout(layout);
        let all = positions(&board);
        let start = board.settle(board.start).0;
        let solvable_by_all = solution(&level).is_some();
        assert_eq!(!refuted && all[&start], solvable_by_all, "reduction:\n{level:?}");
        if refuted {
            continue;
        }
        let mut forward = without_limits(|turn| Subsets::pairs(&board, End::Goals, turn))
            .continue_value()
            .expect("no limit");
        let mut backward =
            without_limits(|turn| Subsets::pairs(&board, End::Starts, turn))
                .continue_value()
                .expect("no limit");
        let _ = without_limits(|turn| forward.add_triples(&board, End::Goals, turn));
        let _ = without_limits(|turn| backward.add_triples(&board, End::Starts, turn));
        let mut enclosed = Enclosed::default();
        for (position, &can) in &all {
            let boxes = position.boxes;
            if !can {
                lost += 1;
                seen +=
                    u32::from(random.below(50) == 0 && why(&board, *position).is_some());
                continue;
            }
            solvable += 1;
            assert!(boxes.minus(board.live).is_empty(), "live spots");
            let frozen = freeze::frozen(&board, boxes);
            assert!(frozen.minus(board.goals).is_empty(), "freeze");
            let mut bipartite = Bipartite::new(End::Goals);
            assert!(!bipartite.is_lost(&board, boxes, frozen), "bipartite");
            assert!(!Filling::default().is_lost(&board, boxes, frozen), "filling");
            let stuck = freeze::stuck(&board, boxes);
            assert!(stuck.minus(board.start.boxes).is_empty(), "stuck");
            let mut mirror = Bipartite::new(End::Starts);
            assert!(!mirror.is_lost(&board, boxes, stuck), "mirrored bipartite");
            let zone = board.zone(boxes, position.player);
            let corral = pi_corral(&board, boxes, zone);
            assert!(!matches!(corral, Some(Corral::Lost(_))), "corral");
            for moved in boxes {
                let player = position.player;
                assert!(!forward.is_lost(&board, boxes, moved, player), "subsets");
                assert!(!backward.is_lost(&board, boxes, moved, player), "mirror");
                assert_eq!(
                    enclosed.lost_boxes(&board, boxes, zone, moved),
                    None,
                    "enclosed"
                );
            }
            if let Some(Corral::Only(movers)) = corral
                && boxes != board.goals
            {
                // One of the pushes that are left has to lead on.
                assert!(leads_on(&board, boxes, zone, movers, &all), "corral pruning");
            }
        }
    }
    assert!(solvable > 2_000 && lost > 2_000, "{solvable} solvable, {lost} lost");
    assert!(
        u64::from(seen) * 100 > u64::from(lost),
        "{seen} of every fiftieth of {lost} seen"
    );
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
