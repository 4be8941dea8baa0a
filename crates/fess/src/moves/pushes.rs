//! The macro pushes of a position, hopeless ones left out.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::Scene;
use kuraban_board::WIDE;
use kuraban_board::deadlock::subsets::Subsets;
use kuraban_board::deadlock::{freeze, hemmed};
use kuraban_board::moves::{Macro, Made, Mover, Way};
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
            let open = base.free();
            self.mover.moves(
                &map.board,
                Way::Push,
                from,
                open,
                base.zone,
                enter,
                &mut self.found,
            );
            let keep = if W > WIDE { thin(movable.len(), self.found.len()) } else { 1 };
            for (index, &(action, regions, zone)) in self.found.iter().enumerate() {
                if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                    return;
                }
                let to = usize::from(action.to);
                if keep > 1 && !map.board.goals.has(to) && !index.is_multiple_of(keep) {
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
/// Moves of a position on such a board, about: each takes a kilobyte.
const MOST_WIDE: usize = 8_192;

/// One in how many moves of a box is kept, so that all boxes together have not too many.
pub(crate) fn thin(boxes: usize, moves: usize) -> usize {
    moves.div_ceil((MOST_WIDE / boxes.max(1)).max(8))
}
