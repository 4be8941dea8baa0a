//! Forward search along a packing plan.

use std::sync::Arc;

use kuraban_board::Bits;

use crate::advisors::{self, View};
use crate::expander::{Expander, Place};
use crate::macros::Macro;
use crate::plan::Plan;
use crate::pushes::Child;
use crate::rooms::Sight;
use crate::shared::Shared;
use crate::tree::{Choice, Judgement, Score, Space};
use crate::world::World;

/// What is counted in a position, most important first.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Features {
    /// Steps of the plan that are done, out of turn ones included where the order is loose.
    pub(crate) packed: usize,
    /// Steps of the plan that are done in turn.
    pub(crate) in_turn: usize,
    /// Regions of the free cells.
    pub(crate) regions: usize,
    /// Pairs of rooms that no longer see each other.
    pub(crate) rooms: usize,
    /// Boxes where the plan has no use for them.
    pub(crate) out_of_plan: usize,
    /// Boxes that keep others from goals.
    pub(crate) hotspots: usize,
    /// Pushes to the nearest goals, summed. More is better: it keeps boxes from crowding the
    /// goals before their time.
    pub(crate) distance: usize,
}

impl Features {
    /// One number, less being better.
    pub(crate) fn score(&self) -> Score {
        let part = |value: usize, bits: u32| (value as u64).min((1 << bits) - 1);
        (1023 - part(self.packed, 10)) << 50
            | part(self.regions, 9) << 41
            | part(self.rooms, 8) << 33
            | part(self.out_of_plan, 8) << 25
            | part(self.hotspots, 8) << 17
            | (0x1_ffff - part(self.distance, 17))
    }

    /// What decides on the cell: steps done, regions, boxes out of plan.
    pub(crate) fn cell(score: Score) -> u64 {
        score & (0x3ff << 50 | 0x1ff << 41 | 0xff << 25)
    }

    /// The regions, from a score.
    pub(crate) fn regions_of(score: Score) -> usize {
        (score >> 41 & 0x1ff) as usize
    }

    /// The steps done, from a score.
    pub(crate) fn packed_of(score: Score) -> usize {
        1023 - (score >> 50) as usize
    }
}

/// The forward search's space.
#[derive(Debug)]
pub(crate) struct Forward<const W: usize> {
    shared: Arc<Shared<W>>,
    pub(crate) plan: Plan<W>,
    pub(crate) expander: Expander<W>,
    sight: Sight,
}

/// A move, the features after it, and the advisors that name it, as bits.
pub(crate) type Looked<const W: usize> = (Child<W>, Features, u8);

impl<const W: usize> Forward<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, plan: Plan<W>) -> Self {
        let expander = Expander::new(&shared.statics);
        Self { shared, plan, expander, sight: Sight::default() }
    }

    /// The features of a position with so many regions.
    pub(crate) fn features(&self, boxes: Bits<W>, regions: usize) -> Features {
        let statics = &self.shared.statics;
        let map = &statics.map;
        let in_turn = self.plan.packed(boxes);
        Features {
            packed: self.plan.achieved(boxes, in_turn),
            in_turn,
            regions,
            rooms: self.sight.broken(&statics.rooms, map, boxes),
            out_of_plan: (self.plan.zone(in_turn) & boxes).len(),
            hotspots: statics.hotspots.count(boxes),
            distance: boxes.iter().map(|spot| usize::from(map.near_goal[spot])).sum(),
        }
    }

    /// The moves out of a position with their features, and which of them advisors name.
    pub(crate) fn look(
        &mut self,
        state: &Place<W>,
        known: &dyn Fn(u64) -> bool,
    ) -> Vec<Looked<W>> {
        let shared = Arc::clone(&self.shared);
        let statics = &shared.statics;
        let map = &statics.map;
        let base = World::plain(map, state.boxes, usize::from(state.player));
        let mut children = Vec::new();
        let exempt = map.board.goals | self.plan.targets;
        self.expander.children(statics, &base, exempt, &mut children);
        let mut moves: Vec<Looked<W>> = Vec::with_capacity(children.len());
        for child in children {
            if !known(child.place().key(statics)) {
                let features = self.features(child.boxes, usize::from(child.regions));
                moves.push((child, features, 0));
            }
        }
        let here = self.features(state.boxes, map.count_parts(base.free()));
        let view = View { statics, plan: &self.plan, base: &base, here };
        advisors::name(&view, &mut moves);
        moves
    }
}

impl<const W: usize> Space for Forward<W> {
    type State = Place<W>;

    fn key(&self, state: &Place<W>) -> u64 {
        state.key(&self.shared.statics)
    }

    fn width(&self) -> usize {
        Place::<W>::width(&self.shared.statics.spots)
    }

    fn pack(&self, state: &Place<W>, out: &mut [u16]) {
        state.pack(&self.shared.statics.spots, out);
    }

    fn unpack(&self, packed: &[u16]) -> Place<W> {
        Place::unpack(&self.shared.statics.spots, packed)
    }

    fn score(&mut self, state: &Place<W>) -> Score {
        let map = &self.shared.statics.map;
        let regions = map.count_parts(map.board.floor.minus(state.boxes));
        self.features(state.boxes, regions).score()
    }

    fn cell(&self, score: Score) -> u64 {
        Features::cell(score)
    }

    fn choices(
        &mut self,
        state: &Place<W>,
        known: &dyn Fn(u64) -> bool,
        out: &mut Vec<Choice>,
    ) {
        let moves = self.look(state, known);
        let perimeter = self.shared.perimeter();
        let statics = &self.shared.statics;
        out.extend(moves.into_iter().map(|(child, features, names)| Choice {
            code: child.action.pack(),
            score: features.score(),
            advised: names != 0,
            done: perimeter.has(child.place().key(statics)),
        }));
    }

    fn play(&self, state: &Place<W>, code: u32) -> Place<W> {
        let action = Macro::unpack(code);
        let statics = &self.shared.statics;
        Place::new(statics, action.boxes(state.boxes), action.player(&statics.map))
    }

    fn judge(&mut self, _: &Place<W>, _: u32, child: &Place<W>) -> Judgement {
        let map = &self.shared.statics.map;
        let world = World::plain(map, child.boxes, usize::from(child.player));
        let lost =
            self.shared.deadlocks().is_lost(map, &mut self.expander.pusher, &world);
        if lost { Judgement::Dead } else { Judgement::Alive }
    }

    fn is_done(&self, state: &Place<W>) -> bool {
        self.shared.perimeter().has(self.key(state))
    }
}
