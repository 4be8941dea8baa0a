//! A position whose walls may be more than the level's.

use kuraban_board::Bits;

use crate::level::map::{Map, opposite};

/// Boxes and player on a board of which some boxes have become walls, or other boxes are gone.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct World<const W: usize> {
    /// What is no wall.
    pub(crate) floor: Bits<W>,
    /// Goals that are no walls.
    pub(crate) goals: Bits<W>,
    /// Boxes that are no walls.
    pub(crate) boxes: Bits<W>,
    /// The player's region.
    pub(crate) cloud: Bits<W>,
}

impl<const W: usize> World<W> {
    /// The level's own walls and goals.
    pub(crate) fn plain(map: &Map<W>, boxes: Bits<W>, player: usize) -> Self {
        let floor = map.board.floor;
        let cloud = map.flood(Bits::of(player), floor.minus(boxes));
        Self { floor, goals: map.board.goals, boxes, cloud }
    }

    /// Cells without wall or box.
    #[inline]
    pub(crate) fn free(&self) -> Bits<W> {
        self.floor.minus(self.boxes)
    }

    /// Whether a box that is pushed onto `to` in direction `dir` is lost at a glance: on a cell
    /// no box can be saved from, in a corner, or stuck with the cells just ahead of it. Its old
    /// place is taken as left. Sound.
    pub(crate) fn locally_dead(&self, map: &Map<W>, to: usize, dir: usize) -> bool {
        if !map.board.live.has(to) {
            return true;
        }
        let goal = self.goals.has(to);
        let ahead = map.near(to, dir);
        let ahead_wall = !self.floor.has(ahead);
        let ahead_box = self.boxes.has(ahead);
        if !ahead_wall && !ahead_box {
            return false;
        }
        for (side, diagonal) in
            [((dir + 1) % 4, 2 * dir + 1), ((dir + 3) % 4, 2 * dir + 7)]
        {
            let beside = map.near(to, side);
            let beside_wall = !self.floor.has(beside);
            if ahead_wall && beside_wall && !goal {
                return true;
            }
            if ahead_box
                && beside_wall
                && !self.floor.has(map.near(ahead, opposite(side)))
                && !(goal && self.goals.has(ahead))
            {
                return true;
            }
            let corner = map.near8(to, diagonal);
            let beside_box = self.boxes.has(beside);
            let corner_box = self.boxes.has(corner);
            if (beside_wall || beside_box) && (corner_box || !self.floor.has(corner)) {
                let astray = |is_box: bool, spot: usize| is_box && !self.goals.has(spot);
                if !goal
                    || astray(ahead_box, ahead)
                    || astray(beside_box, beside)
                    || astray(corner_box, corner)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Free cells where a box would complete a square of four occupied cells with a box off
    /// goal, or stand in a corner off goal.
    pub(crate) fn squares(&self, map: &Map<W>, free: Bits<W>) -> Bits<W> {
        let stride = map.board.layout.stride;
        let plain = self.floor.minus(self.goals);
        let neighbours = |set: Bits<W>| {
            let (up, down) = (set.up(stride), set.down(stride));
            let (left, right) = (set.up(1), set.down(1));
            [
                (left, up, left.up(stride)),
                (right, up, right.up(stride)),
                (left, down, left.down(stride)),
                (right, down, right.down(stride)),
            ]
        };
        let mut squares = Bits::EMPTY;
        let floor = neighbours(self.floor);
        for (index, ((x, y, xy), (px, py, pxy))) in
            neighbours(free).into_iter().zip(neighbours(plain)).enumerate()
        {
            squares |= (plain | px | py | pxy).minus(x | y | xy);
            squares |= plain.minus(floor[index].0 | floor[index].1);
        }
        squares & free
    }

    /// Cells from which some goal could be reached if the player could fly.
    pub(crate) fn goalward(&self, map: &Map<W>) -> Bits<W> {
        let mut reached = self.goals;
        loop {
            let mut next = reached;
            for dir in 0..4 {
                // A box here goes to `reached` in `dir`, the player behind it.
                next |= map.shift(reached, opposite(dir)) & map.shift(self.floor, dir);
            }
            next &= self.floor;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}
