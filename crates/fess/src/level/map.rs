//! What is fixed about a level.

use std::collections::VecDeque;
use std::sync::Arc;

use kuraban_board::moves::Macro;
use kuraban_board::{Bits, Board, FAR};
use kuraban_level::Dir;

/// A move is near what is at most so many steps away from where it begins or ends. Measured with
/// `alternate-near` on 61 levels that take long, 4 CPU s each: 31 solved with five, 26 with three, 28
/// with eight.
const NEAR: u16 = 5;

/// Tables of a level that every part of the search reads.
#[derive(Clone, Debug)]
pub(crate) struct Map<const W: usize> {
    pub(crate) board: Arc<Board<W>>,
    /// Position of floor spots in square tables.
    number: Vec<u16>,
    count: usize,
    push: Vec<u16>,
    walk: Vec<u16>,
    /// Per spot, those a lone box on it can be pushed to.
    pub(crate) pushed_to: Vec<Bits<W>>,
    /// Per spot, those at most [`NEAR`] steps away from it.
    near: Vec<Bits<W>>,
    /// Pushes to the nearest goal.
    pub(crate) near_goal: Vec<u16>,
    /// Pushes to all goals that can be reached, summed.
    pub(crate) sum_goals: Vec<u32>,
}

impl<const W: usize> Map<W> {
    /// The whole map, in one go.
    #[cfg(test)]
    pub(crate) fn new(board: Arc<Board<W>>) -> Self {
        let mut map = Self::begin(board);
        while map.add_row() {}
        map
    }

    /// A map without distances: rows are to be added.
    pub(crate) fn begin(board: Arc<Board<W>>) -> Self {
        let layout = &board.layout;
        let len = layout.len;
        let mut number = vec![0; len];
        for (index, &spot) in layout.floor.iter().enumerate() {
            number[spot] = index as u16;
        }
        let count = layout.floor.len();
        Self {
            number,
            count,
            push: Vec::with_capacity(count * count),
            walk: Vec::with_capacity(count * count),
            pushed_to: vec![Bits::EMPTY; len],
            near: vec![Bits::EMPTY; len],
            near_goal: vec![FAR; len],
            sum_goals: vec![0; len],
            board,
        }
    }

    /// Bytes that the map of a board takes when all rows are there.
    pub(crate) fn bytes_on(board: &Board<W>) -> usize {
        let count = board.layout.floor.len();
        2 * (count * count * size_of::<u16>() + board.layout.len * size_of::<Bits<W>>())
    }

    /// Bytes that the map takes when all rows are there.
    pub(crate) fn bytes(&self) -> usize {
        Self::bytes_on(&self.board)
    }

    /// Floor squares.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether all rows are there.
    pub(crate) fn is_done(&self) -> bool {
        self.push.len() == self.count * self.count
    }

    /// Measures the ways from one more floor square; whether there was one.
    pub(crate) fn add_row(&mut self) -> bool {
        let board = Arc::clone(&self.board);
        let floor = &board.layout.floor;
        let Some(&from) = floor.get(self.push.len() / self.count.max(1)) else {
            return false;
        };
        let row = board.lone.pushes_from(from);
        self.push.extend(floor.iter().map(|&to| row[to]));
        self.pushed_to[from] =
            floor.iter().copied().filter(|&to| row[to] != FAR).collect();
        for goal in board.goals {
            if row[goal] != FAR {
                self.near_goal[from] = self.near_goal[from].min(row[goal]);
                self.sum_goals[from] += u32::from(row[goal]);
            }
        }
        self.add_walks(from);
        true
    }

    fn add_walks(&mut self, from: usize) {
        let mut row = vec![FAR; self.count];
        row[usize::from(self.number[from])] = 0;
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            let steps = row[usize::from(self.number[at])] + 1;
            for dir in Dir::ALL {
                let to = self.board.near(at, dir);
                let place = usize::from(self.number[to]);
                if to != self.board.wall && row[place] == FAR {
                    row[place] = steps;
                    queue.push_back(to);
                }
            }
        }
        let floor = self.board.layout.floor.iter().copied().zip(&row);
        self.near[from] =
            floor.filter(|&(_, &steps)| steps <= NEAR).map(|(spot, _)| spot).collect();
        self.walk.append(&mut row);
    }

    /// Pushes of a lone box, from any side; [`FAR`] where it cannot go.
    #[inline]
    pub(crate) fn push_distance(&self, from: usize, to: usize) -> u16 {
        self.push
            [usize::from(self.number[from]) * self.count + usize::from(self.number[to])]
    }

    /// Whether a player in `zone` can pull one of the boxes.
    pub(crate) fn can_pull(&self, boxes: Bits<W>, zone: Bits<W>) -> bool {
        Dir::ALL.into_iter().any(|dir| {
            let two = zone & self.board.shift(zone, !dir);
            self.board.shift(two, !dir).meets(boxes)
        })
    }

    /// Whether a move is made far from all these spots: whoever stands where it begins or ends has
    /// a long walk to each of them.
    #[inline]
    pub(crate) fn is_far(&self, action: Macro, spots: Bits<W>) -> bool {
        let near = |end: u16| self.near[usize::from(end)].meets(spots);
        !near(action.from) && !near(action.to)
    }

    /// Whether two moves are made far from each other.
    pub(crate) fn are_far(&self, one: Macro, other: Macro) -> bool {
        self.is_far(one, Bits::of(usize::from(other.from)).with(usize::from(other.to)))
    }

    /// Steps of the player with no box around.
    #[inline]
    pub(crate) fn walk_distance(&self, from: usize, to: usize) -> u16 {
        self.walk
            [usize::from(self.number[from]) * self.count + usize::from(self.number[to])]
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;

    use super::*;

    #[test]
    fn moves_are_near_where_some_ends_are() {
        let level: Level =
            "##############\n#@$         .#\n#            #\n##############"
                .parse()
                .expect("a level");
        let map = Map::new(Arc::new(Board::<2>::new(&level)));
        let spot = |column: usize| {
            let at = |&spot: &usize| map.board.layout.square(spot) == 14 + column;
            map.board.floor.iter().find(at).expect("floor") as u16
        };
        let action = |from, to| Macro { from: spot(from), to: spot(to), side: Dir::Left };
        assert!(
            !map.are_far(action(2, 3), action(8, 9)),
            "five steps lie between 3 and 8"
        );
        assert!(map.are_far(action(2, 3), action(9, 10)));
        assert!(!map.are_far(action(2, 9), action(10, 11)), "the box came near");
        let spots = |columns: [usize; 2]| -> Bits<2> {
            columns.into_iter().map(|at| usize::from(spot(at))).collect()
        };
        assert!(map.is_far(action(2, 3), spots([9, 12])));
        assert!(!map.is_far(action(2, 3), spots([8, 12])), "one is near");
        assert!(map.is_far(action(2, 3), Bits::EMPTY), "there is nothing to be near to");
    }
}
