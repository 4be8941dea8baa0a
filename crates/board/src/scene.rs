//! A position whose walls may be more than the level's.

use kuraban_level::Dir;

use crate::{Bits, Board};

/// Boxes and player on a board of which some boxes have become walls, or other boxes are gone.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Scene<const W: usize> {
    /// What is no wall.
    pub floor: Bits<W>,
    /// Goals that are no walls.
    pub goals: Bits<W>,
    /// Boxes that are no walls.
    pub boxes: Bits<W>,
    /// The player's zone.
    pub zone: Bits<W>,
}

impl<const W: usize> Scene<W> {
    /// The level's own walls and goals, and nothing else.
    pub fn of(board: &Board<W>) -> Self {
        let (boxes, zone) = (Bits::EMPTY, Bits::EMPTY);
        Self { floor: board.floor, goals: board.goals, boxes, zone }
    }

    /// A position on the level's own floor.
    pub fn plain(board: &Board<W>, boxes: Bits<W>, player: usize) -> Self {
        Self { boxes, zone: board.zone(boxes, player), ..Self::of(board) }
    }

    /// Spots without wall or box.
    #[inline]
    pub fn free(&self) -> Bits<W> {
        self.floor.minus(self.boxes)
    }

    /// Whether a box that is pushed onto `to` in direction `dir` is lost at a glance: on a spot
    /// no box can be saved from, in a corner, or stuck with the spots just ahead of it. The
    /// spot it came from counts as free. Sound.
    pub fn locally_dead(&self, board: &Board<W>, to: usize, dir: Dir) -> bool {
        if !board.live.has(to) {
            return true;
        }
        let goal = self.goals.has(to);
        let ahead = board.near(to, dir);
        let ahead_wall = !self.floor.has(ahead);
        let ahead_box = self.boxes.has(ahead);
        if !ahead_wall && !ahead_box {
            return false;
        }
        for (side, diagonal) in [
            (dir.clockwise(), 2 * dir.index() + 1),
            (!dir.clockwise(), 2 * dir.index() + 7),
        ] {
            let beside = board.near(to, side);
            let beside_wall = !self.floor.has(beside);
            if ahead_wall && beside_wall && !goal {
                return true;
            }
            if ahead_box
                && beside_wall
                && !self.floor.has(board.near(ahead, !side))
                && !(goal && self.goals.has(ahead))
            {
                return true;
            }
            let corner = board.near8(to, diagonal);
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

    /// Free spots where a box would complete a square of four occupied spots with a box off
    /// goal, or stand in a corner off goal.
    pub fn squares(&self, board: &Board<W>, free: Bits<W>) -> Bits<W> {
        let stride = board.layout.stride;
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

    /// Spots from which some goal could be reached if the player could stand anywhere.
    pub fn goalward(&self, board: &Board<W>) -> Bits<W> {
        let mut reached = self.goals;
        loop {
            let mut next = reached;
            for dir in Dir::ALL {
                // A box here goes to `reached` in `dir`, the player behind it.
                next |= board.shift(reached, !dir) & board.shift(self.floor, dir);
            }
            next &= self.floor;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}
