//! The pulls of a backward search.

use kuraban_board::WIDE;
use kuraban_board::moves::{Macro, Way};
use kuraban_board::{Bits, Position};
use kuraban_search::Turn;

use super::counts::Counts;
use super::{Backward, Remaining};
use crate::moves::pushes::{Thin, WIDE_MOVE};
use crate::moves::stops::pointless_pull;

/// A pull, the regions after it, boxes and player's zone after it.
pub(super) type Moved<const W: usize> = (Macro, u16, Bits<W>, Bits<W>);

pub(super) struct Pull<const W: usize> {
    pub(super) action: Macro,
    pub(super) vanishes: bool,
    pub(super) state: Remaining<W>,
    pub(super) zone: Bits<W>,
    /// Regions with the box standing where it was pulled to.
    pub(super) regions_there: u16,
    pub(super) counts: Counts,
    pub(super) advised: bool,
}

impl<const W: usize> Backward<W> {
    /// The pulls that make sense, with the regions and the position after each.
    pub(super) fn moves(
        &mut self,
        state: &Remaining<W>,
        turn: &mut Turn<'_>,
    ) -> Vec<(Macro, u16, Position<W>)> {
        let each = |(action, regions, boxes, zone): Moved<W>| {
            let player = zone.first().expect("the player stands somewhere");
            (action, regions, Position { boxes, player })
        };
        self.sensible(state, turn).into_iter().map(each).collect()
    }

    fn sensible(&mut self, state: &Remaining<W>, turn: &mut Turn<'_>) -> Vec<Moved<W>> {
        let map = &self.shared.statics.map;
        let board = &map.board;
        let zone = self.zone(state);
        let mut enter = Bits::EMPTY;
        for base in state.bases {
            enter |= map.pushed_to[base];
        }
        enter &= board.live;
        let mut moves = Vec::new();
        let needed = self.needed(state);
        self.mover.turn_to(board.floor.minus(state.boxes));
        for from in state.boxes {
            self.found.clear();
            self.mover.moves(board, Way::Pull, from, zone, enter, &mut self.found);
            let mut thin = Thin::new(from, state.boxes.len(), state.bases, &self.found);
            for &(action, regions, after) in &self.found {
                if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                    return Vec::new();
                }
                let to = usize::from(action.to);
                if !thin.keeps(to) {
                    continue;
                }
                let boxes = action.boxes(state.boxes);
                let leaves_all = needed.iter().all(|&(only, base)| {
                    only.is_some_and(|only| only != from) || map.pushed_to[base].has(to)
                });
                if state.bases.has(to) || leaves_all && self.is_sensible(to, boxes, after)
                {
                    moves.push((action, regions, boxes, after));
                }
            }
        }
        moves
    }

    pub(super) fn pulls(
        &mut self,
        state: &Remaining<W>,
        turn: &mut Turn<'_>,
    ) -> Vec<Pull<W>> {
        let moves = self.sensible(state, turn);
        let pull = |(action, regions, boxes, zone): Moved<W>| {
            let player = zone.first().expect("the player stands somewhere");
            Pull {
                action,
                vanishes: false,
                state: Remaining { boxes, player, bases: state.bases },
                zone,
                regions_there: regions,
                counts: self.counts(boxes, usize::from(regions)),
                advised: false,
            }
        };
        let mut pulls = Vec::with_capacity(moves.len());
        for moved in moves {
            if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                break;
            }
            pulls.push(pull(moved));
        }
        pulls
    }

    /// The bases that at most one box can have come from, with that box.
    fn needed(&self, state: &Remaining<W>) -> Vec<(Option<usize>, usize)> {
        let map = &self.shared.statics.map;
        let alone = |base: usize| {
            let mut boxes = (map.pushed_to[base] & state.boxes).iter();
            let only = boxes.next();
            boxes.next().is_none().then_some((only, base))
        };
        state.bases.iter().filter_map(alone).collect()
    }

    fn is_sensible(&self, to: usize, boxes: Bits<W>, zone: Bits<W>) -> bool {
        let map = &self.shared.statics.map;
        let board = &map.board;
        let free = board.floor.minus(boxes);
        if !self.home.boxes.has(to)
            && (self.shared.statics.stops.pull.has(to) || pointless_pull(map, free, to))
        {
            return false;
        }
        let home = boxes.minus(self.home.boxes).is_empty() && zone.has(self.home.player);
        home || map.can_pull(boxes, zone)
    }
}
