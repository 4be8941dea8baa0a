//! The pulls that go first.

use kuraban_board::moves::Way;
use kuraban_board::{Bits, FAR};

use super::pulls::Pull;
use super::{Backward, Remaining};
use crate::advisors::{best_of, shows_more};
use crate::features::regions;
use crate::strategy::First;

impl<const W: usize> Backward<W> {
    /// Names the moves that go first.
    pub(super) fn advise(
        &self,
        first: First,
        state: &Remaining<W>,
        zone: Bits<W>,
        pulls: &mut [Pull<W>],
    ) {
        let map = &self.shared.statics.map;
        let pockets = self.shared.statics.stops.pockets;
        let goals = map.board.goals;
        if pulls.iter().any(|pull| pull.vanishes) {
            let stray = pulls.iter().position(|pull| {
                let from = usize::from(pull.action.from);
                !goals.has(from) && !state.bases.has(from)
            });
            let named = stray.or_else(|| {
                best_of(pulls, &mut |pull| {
                    let (from, to) =
                        (usize::from(pull.action.from), usize::from(pull.action.to));
                    let walk = map.walk_distance(from, to);
                    let order = match first {
                        First::Far => u16::MAX - walk,
                        First::Near => walk,
                    };
                    Some((pockets.has(from), pull.regions_there, order))
                })
            });
            if let Some(index) = named {
                pulls[index].advised = true;
            }
            return;
        }
        let here = self.counts(state.boxes, regions::count(map, state.boxes));
        let next = self.next_kills(state, zone);
        let named = [
            best_of(pulls, &mut |pull| {
                let (from, to) =
                    (usize::from(pull.action.from), usize::from(pull.action.to));
                let after = pull.counts;
                let helps = goals.has(from)
                    && after.regions <= here.regions
                    && after.rooms <= here.rooms
                    && after.distance > here.distance;
                let far = FAR - map.push_distance(to, from);
                helps.then(|| {
                    (pockets.has(from), !next.has(to), after.regions, after.rooms, far)
                })
            }),
            best_of(pulls, &mut |pull| {
                (pull.counts.regions < here.regions).then(|| pull.counts.score())
            }),
            best_of(pulls, &mut |pull| {
                (pull.counts.rooms < here.rooms).then(|| pull.counts.score())
            }),
            best_of(pulls, &mut |pull| {
                let after = (pull.state.boxes, pull.zone);
                let to = usize::from(pull.action.to);
                shows_more(map, (state.boxes, zone), after, to, Way::Pull)
                    .then(|| pull.counts.score())
            }),
        ];
        for index in named.into_iter().flatten() {
            pulls[index].advised = true;
        }
    }
}
