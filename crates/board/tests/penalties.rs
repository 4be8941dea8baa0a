//! Bounds with penalties against the truth, on small random levels whose every position is known.

use std::collections::HashMap;

use kuraban_board::bound::penalties::Penalties;
use kuraban_board::bound::warm::Matcher;
use kuraban_board::deadlock::subsets::End;
use kuraban_board::{Board, Distances, Layout, Position, Push};
use kuraban_level::{Dir, Level};
use kuraban_search::without_limits;
use kuraban_testkit::{Random, Rooms};

/// All positions that pushes can lead to, each with those one push on, by their numbers.
struct Space {
    positions: Vec<Position<1>>,
    after: Vec<Vec<usize>>,
}

impl Space {
    fn new(board: &Board<1>) -> Self {
        let mut space =
            Self { positions: vec![board.settle(board.start).0], after: vec![] };
        let mut numbers = HashMap::from([(space.positions[0], 0)]);
        while let Some(&Position { boxes, player }) =
            space.positions.get(space.after.len())
        {
            let zone = board.zone(boxes, player);
            let mut after = Vec::new();
            for dir in Dir::ALL {
                for spot in board.pushable(boxes, zone, board.floor, dir) {
                    let next = board.pushed(boxes, Push { from: spot as u16, dir });
                    let next = board.settle(next).0;
                    let number = *numbers.entry(next).or_insert_with(|| {
                        space.positions.push(next);
                        space.positions.len() - 1
                    });
                    after.push(number);
                }
            }
            space.after.push(after);
        }
        space
    }

    /// Pushes from the start, and to the nearest solved position.
    fn pushes(&self, board: &Board<1>) -> (Vec<Option<u32>>, Vec<Option<u32>>) {
        let mut before = vec![Vec::new(); self.positions.len()];
        for (number, after) in self.after.iter().enumerate() {
            for &next in after {
                before[next].push(number);
            }
        }
        let is_end = |&number: &usize| self.positions[number].boxes == board.goals;
        let ends = (0..self.positions.len()).filter(is_end).collect();
        (breadth_first(&self.after, vec![0]), breadth_first(&before, ends))
    }
}

fn breadth_first(steps: &[Vec<usize>], mut layer: Vec<usize>) -> Vec<Option<u32>> {
    let mut pushes = vec![None; steps.len()];
    for &number in &layer {
        pushes[number] = Some(0);
    }
    for depth in 1.. {
        let mut next = Vec::new();
        for number in layer {
            for &to in &steps[number] {
                if pushes[to].is_none() {
                    pushes[to] = Some(depth);
                    next.push(to);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    pushes
}

/// The penalties of pairs.
fn penalties(board: &Board<1>, end: End) -> Penalties<1> {
    let made = without_limits(|turn| Penalties::new(board, end, usize::MAX, turn));
    made.continue_value().flatten().expect("a small board")
}

fn total(
    penalties: &mut Penalties<1>,
    board: &Board<1>,
    at: Position<1>,
    distances: &Distances,
) -> Option<u16> {
    let matcher = Matcher::new(distances, board.layout.len, at.boxes);
    let matching = matcher.total().expect("boxes can be paired with their ends") as u16;
    let total = without_limits(|turn| penalties.total(board, at, matching, None, turn));
    total.continue_value().expect("no limit")
}

#[test]
fn no_bound_is_above_the_truth_and_some_reach_it() {
    let mut random = Random::new(16);
    let (mut checked, mut raised, mut reached, mut backward) = (0, 0, 0, 0);
    let (mut by_triples, mut by_groups) = (0, 0);
    for number in 0..1_200 {
        let rooms = if number % 2 == 0 { Rooms::CROWDED } else { Rooms::SMALL };
        let level = rooms.next(&mut random);
        let layout = Layout::new(&level);
        if layout.boxes.len() < 2 || layout.words() > 1 || layout.refuted.is_some() {
            continue;
        }
        let board = Board::<1>::from_layout(layout);
        if !(board.start.boxes | board.goals).minus(board.live).is_empty() {
            continue;
        }
        let space = Space::new(&board);
        let (made, left) = space.pushes(&board);
        let mut by_pairs = penalties(&board, End::Goals);
        let mut to_goals = penalties(&board, End::Goals);
        to_goals.add_triples(&board, usize::MAX);
        let mut learning = penalties(&board, End::Goals);
        learning.learn(&board);
        let mut to_starts = penalties(&board, End::Starts);
        for (number, &at) in space.positions.iter().enumerate() {
            let Some(left) = left[number] else { continue };
            let least = |distances| {
                let matcher = Matcher::new(distances, board.layout.len, at.boxes);
                matcher.total().expect("it is on the way of a solution")
            };
            let total = |penalties: &mut Penalties<1>, distances: &Distances| {
                total(penalties, &board, at, distances)
            };
            let extra = total(&mut to_goals, &board.to_goal).expect("it can be solved");
            let bound = least(&board.to_goal) + u32::from(extra);
            assert!(bound <= left, "{bound} > {left}\n{level:?} {at:?}");
            checked += 1;
            raised += usize::from(extra > 0);
            reached += usize::from(extra > 0 && bound == left);
            let by_pairs =
                total(&mut by_pairs, &board.to_goal).expect("it can be solved");
            by_triples += usize::from(extra > by_pairs);
            // Groups are learned now and then: the more often it is asked, the more of them.
            let asked = (0..40).map(|_| total(&mut learning, &board.to_goal));
            let extra = asked.last().flatten().expect("it can be solved");
            let bound = least(&board.to_goal) + u32::from(extra);
            assert!(bound <= left, "learned: {bound} > {left}\n{level:?} {at:?}");
            by_groups += usize::from(extra > by_pairs);
            let extra = total(&mut to_starts, &board.from_start).expect("it was reached");
            let bound = least(&board.from_start) + u32::from(extra);
            let made = made[number].expect("it was reached");
            assert!(bound <= made, "backward: {bound} > {made}\n{level:?} {at:?}");
            backward += usize::from(extra > 0);
        }
    }
    assert!(checked > 2_000 && backward > 50, "{checked} positions, {backward} backward");
    assert!(raised > 300 && reached > 100, "{raised} raised, {reached} exact");
    assert!(by_triples > 20, "{by_triples} raised by triples");
    assert!(by_groups > 50, "{by_groups} raised by what was learned");
}

/// The second box cannot be pushed on before the first one is out of the way, which takes two pushes
/// more than each needs alone.
#[test]
fn boxes_that_must_go_round_each_other_cost_pushes() {
    let level: Level = "\
        ########\n\
        #      #\n\
        #      #\n\
        # @$$..#\n\
        #      #\n\
        ########"
        .parse()
        .expect("a level");
    let board = Board::<1>::new(&level);
    let mut table = penalties(&board, End::Goals);
    assert_eq!(total(&mut table, &board, board.start, &board.to_goal), Some(2));
    let matcher = Matcher::new(&board.to_goal, board.layout.len, board.start.boxes);
    assert_eq!(matcher.total(), Some(4));
    assert_eq!(Space::new(&board).pushes(&board).1[0], Some(6));
}
