//! The macro pushes of a position, hopeless ones left out.

use std::sync::Arc;

use kuraban_board::Scene;
use kuraban_board::WIDE;
use kuraban_board::deadlock::subsets::Subsets;
use kuraban_board::deadlock::{freeze, hemmed};
use kuraban_board::moves::{Macro, Made, Mover, Way};
use kuraban_board::{Bits, Board};
use kuraban_level::Dir;
use kuraban_search::{Turn, without_limits};

use crate::level::Statics;
use crate::level::map::Map;
use crate::level::stops::Stops;
use crate::moves::stops::pointless_push;

/// A move and the position after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Child<const W: usize> {
    pub(crate) action: Macro,
    /// Regions of the free spots.
    pub(crate) regions: u16,
    pub(crate) boxes: Bits<W>,
    pub(crate) zone: Bits<W>,
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

    /// Bytes taken between expansions.
    pub(crate) fn bytes(&self) -> usize {
        self.mover.bytes()
            + self.found.capacity() * size_of::<Made<W>>()
            + self.spare.capacity() * size_of::<Child<W>>()
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
        base: &Scene<W>,
        walled: &Scene<W>,
        movable: Bits<W>,
        out: &mut Vec<Child<W>>,
    ) {
        without_limits(|turn| {
            self.children(map, base, walled, movable, None, Bits::EMPTY, out, turn);
        });
    }

    /// The pushes of the boxes `movable` in `base`, of which `walled` is the wallified form.
    /// With `stops`, stopping places that are no use are left out, except on the spots of
    /// `exempt`.
    #[expect(clippy::too_many_arguments, reason = "the position in its parts")]
    pub(crate) fn children(
        &mut self,
        map: &Map<W>,
        base: &Scene<W>,
        walled: &Scene<W>,
        movable: Bits<W>,
        stops: Option<&Stops<W>>,
        exempt: Bits<W>,
        out: &mut Vec<Child<W>>,
        turn: &mut Turn<'_>,
    ) {
        let allowed = walled.goalward(&map.board) & map.board.live;
        let free = walled.free();
        self.mover.turn_to(base.free());
        for from in movable & walled.boxes {
            let rest = Scene { boxes: walled.boxes.without(from), ..*walled };
            let begins = Dir::ALL.into_iter().any(|side| {
                let (player, to) =
                    (map.board.near(from, side), map.board.near(from, !side));
                walled.zone.has(player)
                    && free.has(to)
                    && !rest.locally_dead(&map.board, to, !side)
            });
            if !begins {
                continue;
            }
            let enter = allowed.minus(rest.squares(&map.board, free.with(from)));
            self.found.clear();
            let found = &mut self.found;
            self.mover.moves(&map.board, Way::Push, from, base.zone, enter, found);
            let mut thin = Thin::new(from, movable.len(), map.board.goals, &self.found);
            for &(action, regions, zone) in &self.found {
                if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                    return;
                }
                let to = usize::from(action.to);
                if !thin.keeps(to) {
                    continue;
                }
                let boxes = action.boxes(base.boxes);
                let player = action.player(&map.board);
                if let Some(pairs) = &self.pairs
                    && pairs.is_lost(&map.board, boxes, to, player)
                {
                    continue;
                }
                let after = Scene { boxes: rest.boxes.with(to), ..*walled };
                if let Some(stops) = stops
                    && !exempt.has(to)
                    && (stops.push.has(to) || pointless_push(map, &after, zone, to))
                {
                    continue;
                }
                if freeze::freezes(&map.board, &after, to)
                    || hemmed::is_lost(&map.board, &Scene { zone, ..after }, to)
                {
                    continue;
                }
                out.push(Child { action, regions, boxes, zone });
            }
        }
    }
}

/// Work of a move on a wide board. Measured, roughly.
pub(crate) const WIDE_MOVE: u64 = 8;
/// Moves of a position on such a board, at most: each takes a kilobyte or two.
const MOST_WIDE: usize = 8_192;

/// Bytes of the lists that an expansion makes and drops again: moves with the boxes and the zone after
/// each, twice.
pub(crate) fn scratch<const W: usize>(board: &Board<W>) -> usize {
    let moves = board.goals.len() * board.layout.floor.len();
    let most = if W > WIDE { moves.min(MOST_WIDE) } else { moves };
    4 * most * size_of::<Bits<W>>()
}

/// Chooses moves on wide boards, so that all boxes together have at most [`MOST_WIDE`], half of
/// them to spots that are wanted. On other boards it keeps every move.
pub(crate) struct Thin<const W: usize> {
    wanted: Bits<W>,
    /// One in how many moves is kept: of those to other spots, and to wanted ones.
    one_in: [usize; 2],
    /// Moves of each kind so far. They begin with the box, so that each box gets other spots.
    seen: [usize; 2],
}

impl<const W: usize> Thin<W> {
    /// For the moves of the box on `from`, one of `boxes`.
    pub(crate) fn new(
        from: usize,
        boxes: usize,
        wanted: Bits<W>,
        moves: &[Made<W>],
    ) -> Self {
        let mut one_in = [1; 2];
        if W > WIDE {
            let each = (MOST_WIDE / 2 / boxes.max(1)).max(1);
            let is_wanted = |made: &&Made<W>| wanted.has(usize::from(made.0.to));
            let count = moves.iter().filter(is_wanted).count();
            one_in = [moves.len() - count, count].map(|moves| moves.div_ceil(each));
        }
        Self { wanted, one_in, seen: [from; 2] }
    }

    /// Whether to keep the next move, which is to this spot.
    #[inline]
    pub(crate) fn keeps(&mut self, to: usize) -> bool {
        if W <= WIDE {
            return true;
        }
        let kind = usize::from(self.wanted.has(to));
        self.seen[kind] += 1;
        self.seen[kind].is_multiple_of(self.one_in[kind])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_on_wide_boards_share_a_number_of_moves() {
        let made = |to: u16| (Macro { from: 0, to, side: Dir::Up }, 1, Bits::<64>::EMPTY);
        let moves: Vec<_> = (0..3_000).map(made).collect();
        let wanted: Bits<64> = (0..3_000).step_by(2).take(400).collect();
        for boxes in [1, 3, 40, 200, 3_000] {
            let (mut all, mut others) = (0, 0);
            for from in 0..boxes {
                let mut thin = Thin::new(from, boxes, wanted, &moves);
                let kept = (0..3_000).filter(|&to| thin.keeps(to));
                let kept: Vec<usize> = kept.collect();
                all += kept.len();
                others += kept.iter().filter(|&&to| !wanted.has(to)).count();
            }
            assert!(all <= MOST_WIDE, "{all} moves of {boxes} boxes");
            assert!(all == boxes * 3_000 || others > MOST_WIDE / 4, "{others} of {all}");
        }
    }
}
