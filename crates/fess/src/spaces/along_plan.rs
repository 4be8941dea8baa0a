//! Forward search along a packing plan.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::Position;
use kuraban_board::WIDE;
use kuraban_search::Turn;

use crate::advisors::{self, Candidate, View};
use crate::features::out_of_plan::OutOfPlan;
use crate::features::packed::{self, Loose};
use crate::features::parked::Parked;
use crate::features::{Features, distance, regions};
use crate::level::rooms::Sight;
use crate::moves::expander::Expansion;
use crate::moves::pushes::WIDE_MOVE;
use crate::plan::Plan;
use crate::shared::Shared;
use crate::spaces::forward::{Forward, Guide};
use crate::tree::{Choice, Listing, Score};

/// The guide of such a search.
#[derive(Debug)]
pub(crate) struct ByPlan<const W: usize> {
    shared: Arc<Shared<W>>,
    pub(crate) plan: Plan<W>,
    out_of_plan: OutOfPlan<W>,
    /// Where steps count that are done out of turn.
    loose: Option<Loose>,
    /// Where boxes may be parked anywhere in a room.
    parked: Option<Parked<W>>,
    /// Whether room is made around the box that stands in the way of most others.
    unblocks: bool,
    sight: Sight,
}

/// The space of such a search.
pub(crate) type AlongPlan<const W: usize> = Forward<W, ByPlan<W>>;

impl<const W: usize> ByPlan<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, plan: Plan<W>) -> Self {
        let out_of_plan = OutOfPlan::new(&shared.statics.map, &plan);
        let sight = Sight::default();
        Self {
            shared,
            plan,
            out_of_plan,
            loose: None,
            parked: None,
            unblocks: false,
            sight,
        }
    }

    /// Lets steps count that are done out of turn.
    pub(crate) fn loosen(&mut self) {
        self.loose = Some(Loose::new(&self.shared.statics.map, &self.plan));
    }

    /// Lets boxes be parked anywhere in a room.
    pub(crate) fn park_anywhere(&mut self) {
        self.parked = Some(Parked::new(&self.shared.statics.rooms, &self.plan));
    }

    /// Makes room around the box that stands in the way of most others.
    pub(crate) fn unblock(&mut self) {
        self.unblocks = true;
    }

    /// The features of a position with so many regions.
    pub(crate) fn features(&self, boxes: Bits<W>, regions: usize) -> Features {
        let statics = &self.shared.statics;
        let map = &statics.map;
        let in_turn = match &self.parked {
            Some(parked) => parked.count(&self.plan, boxes),
            None => packed::in_turn(&self.plan, boxes),
        };
        let achieved = |loose: &Loose| loose.achieved(&self.plan, boxes, in_turn);
        Features {
            packed: self.loose.as_ref().map_or(in_turn, achieved),
            in_turn,
            regions,
            rooms: self.sight.broken(&statics.rooms, map, boxes),
            out_of_plan: self.out_of_plan.count(boxes, in_turn),
            hotspots: statics.hotspots.count(boxes),
            distance: distance::to_near_goals(map, boxes),
        }
    }

    /// The moves out of a position with their features, and which of them advisors name; without
    /// those to positions already known.
    fn look(
        &self,
        Expansion { base, children }: &Expansion<W>,
        known: &dyn Fn(u64) -> bool,
        turn: &mut Turn<'_>,
    ) -> Vec<Candidate<W>> {
        let statics = &self.shared.statics;
        let map = &statics.map;
        let mut moves: Vec<Candidate<W>> = Vec::with_capacity(children.len());
        for &child in children {
            if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                return Vec::new();
            }
            if !known(child.place().key(&map.board)) {
                let features = self.features(child.boxes, usize::from(child.regions));
                moves.push((child, features, 0));
            }
        }
        let here = self.features(base.boxes, regions::count(map, base.boxes));
        let view = View {
            statics,
            plan: &self.plan,
            out_of_plan: &self.out_of_plan,
            base,
            here,
            unblocks: self.unblocks,
        };
        advisors::name(&view, &mut moves);
        moves
    }
}

impl<const W: usize> AlongPlan<W> {
    /// The moves out of a position with their features, and which of them advisors name.
    pub(crate) fn look(
        &mut self,
        position: &Position<W>,
        turn: &mut Turn<'_>,
    ) -> Vec<Candidate<W>> {
        let at = self.expand(position, turn);
        self.guide.look(&at, &|_| false, turn)
    }
}

impl<const W: usize> Guide<W> for ByPlan<W> {
    fn score(&mut self, boxes: Bits<W>) -> Score {
        let regions = regions::count(&self.shared.statics.map, boxes);
        self.features(boxes, regions).score()
    }

    fn cell(&self, score: Score) -> u64 {
        Features::cell(score)
    }

    fn exempt(&self) -> Bits<W> {
        self.shared.statics.map.board.goals | self.plan.targets
    }

    fn choices(&mut self, at: &Expansion<W>, list: &mut Listing<'_, '_>) {
        let moves = self.look(at, list.known, list.turn);
        list.choices.extend(moves.into_iter().map(|(child, features, names)| Choice {
            code: child.action.pack(),
            score: features.score(),
            advised: names != 0,
            done: self.shared.is_met(&child.place()),
        }));
    }
}
