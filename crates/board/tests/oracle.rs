//! Detectors against the truth, on small random levels whose every position is known.

use std::collections::{HashMap, HashSet};

use kuraban_board::deadlock::bipartite::Bipartite;
use kuraban_board::deadlock::corral::{Corral, pi_corral};
use kuraban_board::deadlock::enclosed::Enclosed;
use kuraban_board::deadlock::explain::why;
use kuraban_board::deadlock::filling::Filling;
use kuraban_board::deadlock::freeze;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::{Bits, Board, Layout, Position, Push};
use kuraban_level::{Dir, Level, Rules, Square};

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        (self.0 >> 33) as usize % limit
    }
}

/// A room of random walls, with two to four boxes.
fn random_level(random: &mut Random) -> Option<Level> {
    let (width, height) = (6 + random.below(3), 6 + random.below(2));
    let inside = |at: usize| {
        let (row, column) = (at / width, at % width);
        row > 0 && column > 0 && row + 1 < height && column + 1 < width
    };
    let mut squares: Vec<Square> =
        (0..width * height)
            .map(|at| {
                if inside(at) && random.below(5) > 0 {
                    Square::FLOOR
                } else {
                    Square::WALL
                }
            })
            .collect();
    let mut pick = |squares: &[Square], free: &dyn Fn(&Square) -> bool| {
        let places: Vec<usize> = (0..squares.len())
            .filter(|&at| !squares[at].wall && free(&squares[at]))
            .collect();
        (!places.is_empty()).then(|| places[random.below(places.len())])
    };
    let boxes = 2 + pick(&squares, &|_| true)? % 3;
    for _ in 0..boxes {
        let at = pick(&squares, &|square| !square.has_box)?;
        squares[at].has_box = true;
        let at = pick(&squares, &|square| !square.goal)?;
        squares[at].goal = true;
    }
    let player = pick(&squares, &|square| !square.has_box)?;
    Level::new(Rules::Boxes, width, squares, &[player]).ok()
}

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

/// Whether a level can be solved, by playing every step there is on the level itself.
fn is_solvable(level: &Level) -> bool {
    let start = (level.boxes().to_vec(), level.player());
    let mut seen = HashSet::from([start.clone()]);
    let mut work = vec![start];
    while let Some((boxes, player)) = work.pop() {
        if boxes == level.goals() {
            return true;
        }
        for dir in Dir::ALL {
            let Some(to) = level.step(player, dir) else { continue };
            let mut boxes = boxes.clone();
            if let Some(pushed) = boxes.iter_mut().find(|at| **at == to) {
                match level.step(to, dir) {
                    Some(beyond) => *pushed = beyond,
                    None => continue,
                }
                boxes.sort_unstable();
                if boxes.windows(2).any(|two| two[0] == two[1]) {
                    continue;
                }
            }
            if seen.insert((boxes.clone(), to)) {
                work.push((boxes, to));
            }
        }
    }
    false
}

#[test]
fn nothing_solvable_is_rejected_and_something_lost_is() {
    let mut random = Random(42);
    let (mut levels, mut solvable, mut lost, mut seen) = (0, 0u32, 0u32, 0u32);
    while levels < 1500 {
        let Some(level) = random_level(&mut random) else { continue };
        let layout = Layout::new(&level);
        if layout.boxes.is_empty() || layout.words() > 1 {
            continue;
        }
        levels += 1;
        let refuted = layout.refuted.is_some();
        let board = Board::<1>::from_layout(layout);
        let all = positions(&board);
        let start = board.settle(board.start).0;
        assert_eq!(!refuted && all[&start], is_solvable(&level), "reduction:\n{level:?}");
        if refuted {
            continue;
        }
        let mut forward = Subsets::pairs(&board, End::Goals);
        let mut backward = Subsets::pairs(&board, End::Starts);
        forward.add_triples(&board, End::Goals);
        backward.add_triples(&board, End::Starts);
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
