//! The macro pushes of a position, hopeless ones left out.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::deadlock::subsets::Subsets;
use kuraban_search::{Turn, without_limits};

use crate::level::Statics;
use crate::level::map::{Map, opposite};
use crate::level::stops::Stops;
use crate::moves::macros::{Macro, Made, Mover, Way};
use crate::moves::stops::pointless_push;
use crate::moves::world::World;

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<const W: usize> {
    pub(crate) action: Macro,
    /// Regions of the free cells.
    pub(crate) regions: u16,
    pub(crate) boxes: Bits<W>,
    pub(crate) cloud: Bits<W>,
}

/// Makes the pushes; keeps tables between calls.
#[derive(Debug)]
pub(crate) struct Pusher<const W: usize> {
    mover: Mover<W>,
    found: Vec<Made<W>>,
    pairs: Option<Arc<Subsets<W>>>,
    /// A list for small searches, kept for its room.
    spare: Vec<Child<W>>,
}

impl<const W: usize> Pusher<W> {
    pub(crate) fn new(statics: &Statics<W>) -> Self {
        let pairs = statics.pairs.clone();
        Self { mover: Mover::default(), found: Vec::new(), pairs, spare: Vec::new() }
    }

    /// An empty list that has been used before.
    pub(crate) fn take_spare(&mut self) -> Vec<Child<W>> {
        let mut spare = std::mem::take(&mut self.spare);
        spare.clear();
        spare
    }

    /// Gives such a list back.
    pub(crate) fn give_back(&mut self, spare: Vec<Child<W>>) {
        self.spare = spare;
    }

    /// All pushes of the boxes `movable`, for searches on small parts of a board.
    pub(crate) fn all(
        &mut self,
        map: &Map<W>,
        base: &World<W>,
        walled: &World<W>,
        movable: Bits<W>,
        out: &mut Vec<Child<W>>,
    ) {
        without_limits(|turn| {
            self.children(map, base, walled, movable, None, Bits::EMPTY, out, turn);
        });
    }

    /// The pushes of the boxes `movable` in `base`, of which `walled` is the wallified form.
    /// With `stops`, stopping places that are no use are left out, except on the cells of
    /// `exempt`.
    #[expect(clippy::too_many_arguments, reason = "the position in its parts")]
    pub(crate) fn children(
        &mut self,
        map: &Map<W>,
        base: &World<W>,
        walled: &World<W>,
        movable: Bits<W>,
        stops: Option<&Stops<W>>,
        exempt: Bits<W>,
        out: &mut Vec<Child<W>>,
        turn: &mut Turn<'_>,
    ) {
        let allowed = walled.goalward(map) & map.board.live;
        let free = walled.free();
        for from in movable & walled.boxes {
            let rest = World { boxes: walled.boxes.without(from), ..*walled };
            let begins = (0..4).any(|side| {
                let (player, to) = (map.near(from, side), map.near(from, opposite(side)));
                walled.cloud.has(player)
                    && free.has(to)
                    && !rest.locally_dead(map, to, opposite(side))
            });
            if !begins {
                continue;
            }
            let enter = allowed.minus(rest.squares(map, free.with(from)));
            self.found.clear();
            let open = base.free();
            self.mover.moves(
                map,
                Way::Push,
                from,
                open,
                base.cloud,
                enter,
                &mut self.found,
            );
            let keep = if W > WIDE { thin(movable.len(), self.found.len()) } else { 1 };
            for (index, &(action, regions, cloud)) in self.found.iter().enumerate() {
                if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                    return;
                }
                let to = usize::from(action.to);
                if keep > 1 && !map.board.goals.has(to) && !index.is_multiple_of(keep) {
                    continue;
                }
                let boxes = action.boxes(base.boxes);
                let player = action.player(map);
                if let Some(pairs) = &self.pairs
                    && pairs.is_lost(&map.board, boxes, to, player)
                {
                    continue;
                }
                let after = World { boxes: rest.boxes.with(to), ..*walled };
                if let Some(stops) = stops
                    && !exempt.has(to)
                    && (stops.push.has(to) || pointless_push(map, &after, cloud, to))
                {
                    continue;
                }
                if is_frozen(map, &after, to) || is_enclosed(map, &after, cloud, to) {
                    continue;
                }
                out.push(Child { action, regions, boxes, cloud });
            }
        }
    }
}

/// Words of a board above which it is wide: a position has so many moves there that making them
/// takes tens of milliseconds, and thorough tests take too long.
pub(crate) const WIDE: usize = 16;
/// Work of a move on such a board. Measured, roughly.
pub(crate) const WIDE_MOVE: u64 = 8;
/// Moves of a position on such a board, about: each takes a kilobyte.
const MOST_WIDE: usize = 8_192;

/// One in how many moves of a box is kept, so that all boxes together have not too many.
pub(crate) fn thin(boxes: usize, moves: usize) -> usize {
    moves.div_ceil((MOST_WIDE / boxes.max(1)).max(8))
}

/// Whether the box on `at` can never move again and some box frozen with it is off goal. Sound.
fn is_frozen<const W: usize>(map: &Map<W>, world: &World<W>, at: usize) -> bool {
    let free = world.free();
    let blocked = |dir: usize| {
        !free.has(map.near(at, dir)) || !free.has(map.near(at, opposite(dir)))
    };
    if !blocked(0) || !blocked(1) {
        return false;
    }
    let mut left = world.boxes;
    loop {
        let free = world.floor.minus(left);
        let axis = |dir: usize| map.shift(free, dir) & map.shift(free, opposite(dir));
        let movable = left & (axis(0) | axis(1));
        if movable.is_empty() {
            return !left.minus(world.goals).is_empty();
        }
        left = left.minus(movable);
    }
}

/// Whether a free cell beside the box on `at` that the player cannot enter is hemmed in for good
/// by boxes of which one is off goal. Sound.
fn is_enclosed<const W: usize>(
    map: &Map<W>,
    world: &World<W>,
    cloud: Bits<W>,
    at: usize,
) -> bool {
    let free = world.free();
    let mut around = [map.wall; 8];
    for (index, spot) in around.iter_mut().enumerate() {
        *spot = map.near8(at, index);
    }
    around.iter().any(|&spot| {
        if !free.has(spot) || cloud.has(spot) || world.goals.has(spot) {
            return false;
        }
        let taken = |spot: usize| !free.has(spot);
        let wall = |spot: usize| !world.floor.has(spot);
        let astray = |spot: usize| world.boxes.has(spot) && !world.goals.has(spot);
        if !(0..4).all(|dir| taken(map.near(spot, dir)))
            || !(0..4).any(|dir| astray(map.near(spot, dir)))
        {
            return false;
        }
        let diagonal = |index: usize| map.near8(spot, index);
        if (taken(diagonal(1)) && taken(diagonal(5)))
            || (taken(diagonal(3)) && taken(diagonal(7)))
        {
            return true;
        }
        (0..4).any(|dir| {
            let (one, other) = (diagonal(2 * dir + 3), diagonal(2 * dir + 5));
            wall(map.near(spot, dir))
                && taken(one)
                && taken(other)
                && (wall(one) || wall(other))
        })
    })
}
