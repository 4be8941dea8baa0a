//! Forward search that fills goals, along a packing plan or without one.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::Position;
use kuraban_board::WIDE;
use kuraban_board::moves::Macro;
use kuraban_search::Turn;

use crate::advisors::{self, Candidate, View};
use crate::features::out_of_plan::OutOfPlan;
use crate::features::packed::{self, Loose};
use crate::features::parked::Parked;
use crate::features::settled::Settled;
use crate::features::{Features, distance, regions};
use crate::level::Statics;
use crate::level::hotspots::Hot;
use crate::level::rooms::Sight;
use crate::moves::expander::Expansion;
use crate::moves::pushes::{Child, WIDE_MOVE};
use crate::plan::{Plan, Step};
use crate::shared::Shared;
use crate::spaces::forward::{Forward, Guide};
use crate::strategy::{Along, Counts};
use crate::tree::{Choice, Listing, Score};

/// The guide of such a search.
#[derive(Debug)]
pub(crate) struct ByPlan<const W: usize> {
    shared: Arc<Shared<W>>,
    pub(crate) plan: Plan<W>,
    out_of_plan: OutOfPlan<W>,
    counted: Counted<W>,
    /// Whether room is made around the box that stands in the way of most others.
    unblocks: bool,
    sight: Sight<W>,
}

/// What counts as packed, with what it takes to count it.
#[derive(Debug)]
enum Counted<const W: usize> {
    InTurn,
    OutOfTurn(Loose),
    ParkedAnywhere(Parked<W>),
    Settled(Settled<W>),
}

/// Without a plan, boxes in the way of others tell cells apart up to this number. Guessed.
const MOST_IN_THE_WAY: usize = 7;

/// The space of such a search.
pub(crate) type AlongPlan<const W: usize> = Forward<W, ByPlan<W>>;

impl<const W: usize> ByPlan<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, plan: Plan<W>, along: Along) -> Self {
        let Statics { map, rooms, .. } = &shared.statics;
        let out_of_plan = OutOfPlan::new(map, &plan);
        let counted = match along.counts {
            Counts::InTurn => Counted::InTurn,
            Counts::OutOfTurn => Counted::OutOfTurn(Loose::new(map, &plan)),
            Counts::ParkedAnywhere => Counted::ParkedAnywhere(Parked::new(rooms, &plan)),
            Counts::Settled => Counted::Settled(Settled::default()),
        };
        let (unblocks, sight) = (along.unblocks, Sight::default());
        Self { shared, plan, out_of_plan, counted, unblocks, sight }
    }

    /// The features of a position with so many regions.
    pub(crate) fn features(&self, boxes: Bits<W>, regions: usize) -> Features {
        let statics = &self.shared.statics;
        let packed = self.packed(boxes);
        let hotspots = statics.hotspots.hot(boxes).count();
        let distance = distance::to_near_goals(&statics.map, boxes);
        self.all(boxes, regions, packed, hotspots, distance)
    }

    /// The features after a move out of a position whose features are `here`.
    fn features_after(
        &self,
        here: &Features,
        hot: &Hot<W>,
        child: &Child<W>,
    ) -> Features {
        let Statics { map, hotspots, .. } = &self.shared.statics;
        let (from, to) = (usize::from(child.action.from), usize::from(child.action.to));
        let packed = if self.can_pack(from, to) {
            self.packed(child.boxes)
        } else {
            (here.packed, here.in_turn)
        };
        let near = |spot: usize| usize::from(map.near_goal[spot]);
        let distance = here.distance - near(from) + near(to);
        let (regions, hotspots) = (child.regions.into(), hot.after(hotspots, (from, to)));
        self.all(child.boxes, regions, packed, hotspots, distance)
    }

    /// The features of a position of which some are known.
    fn all(
        &self,
        boxes: Bits<W>,
        regions: usize,
        (packed, in_turn): (usize, usize),
        hotspots: usize,
        distance: usize,
    ) -> Features {
        let Statics { map, rooms, .. } = &self.shared.statics;
        Features {
            packed,
            in_turn,
            regions,
            rooms: self.sight.broken(rooms, map, boxes),
            out_of_plan: match self.counted {
                Counted::Settled(_) => hotspots.min(MOST_IN_THE_WAY),
                _ => self.out_of_plan.count(boxes, in_turn),
            },
            hotspots,
            distance,
        }
    }

    /// What counts as packed, and steps done in turn.
    fn packed(&self, boxes: Bits<W>) -> (usize, usize) {
        let map = &self.shared.statics.map;
        let in_turn = match &self.counted {
            Counted::ParkedAnywhere(parked) => parked.count(&self.plan, boxes),
            Counted::Settled(settled) => {
                settled.count(map, self.shared.deadlocks().reach(), boxes)
            }
            _ => packed::in_turn(&self.plan, boxes),
        };
        let packed = match &self.counted {
            Counted::OutOfTurn(loose) => loose.achieved(&self.plan, boxes, in_turn),
            _ => in_turn,
        };
        (packed, in_turn)
    }

    /// Whether a move between two spots can change what counts as packed.
    fn can_pack(&self, from: usize, to: usize) -> bool {
        let rooms = &self.shared.statics.rooms;
        match self.counted {
            Counted::Settled(_) => true,
            Counted::ParkedAnywhere(_) if rooms.of(from) != rooms.of(to) => true,
            _ => self.plan.targets.has(from) || self.plan.targets.has(to),
        }
    }

    /// Work of scoring a move, where it is worth counting.
    fn price(&self) -> u64 {
        let goals = self.shared.statics.map.board.goals.len() as u64;
        match self.counted {
            _ if W > WIDE => WIDE_MOVE,
            // A new set of filled goals takes a millisecond or so with fifty goals. Most are known.
            Counted::Settled(_) => goals * goals / 1_024,
            _ => 0,
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
        let price = self.price();
        let here = self.features(base.boxes, regions::count(map, base.boxes));
        let hot = statics.hotspots.hot(base.boxes);
        for &child in children {
            if price > 0 && turn.overdraw(price).is_break() {
                return Vec::new();
            }
            if !known(child.place().key(&map.board)) {
                moves.push((child, self.features_after(&here, &hot, &child), 0));
            }
        }
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

    /// With a plan, what is left to be done is known by its steps.
    fn is_aside(&self, boxes: Bits<W>, action: Macro) -> bool {
        let map = &self.shared.statics.map;
        matches!(self.counted, Counted::Settled(_))
            && map.is_far(action, map.board.goals ^ boxes)
    }

    fn exempt(&self) -> Bits<W> {
        self.shared.statics.map.board.goals | self.plan.targets
    }

    fn bytes(&self) -> usize {
        self.plan.steps.len() * size_of::<Step>() + self.out_of_plan.bytes()
    }

    fn choices(&mut self, at: &Expansion<W>, list: &mut Listing<'_, '_>) {
        let moves = self.look(at, list.known, list.turn);
        list.choices.extend(moves.into_iter().map(|(child, features, names)| {
            let done = self.shared.is_met(&child.place());
            let mut choice = Choice::new(child.action.pack(), features.score(), done);
            choice.advised = names != 0;
            choice
        }));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use kuraban_board::Board;
    use kuraban_search::without_limits;

    use super::*;
    use crate::strategies::planned::Planned;
    use crate::strategy::Strategy;

    /// Features after a move are those of the position that it leads to.
    #[test]
    fn features_are_followed() {
        let own = include_str!("../../../../levels/kuraban.xsb");
        let level = kuraban_testkit::levels(own).pop().expect("a level");
        let shared: Arc<Shared<8>> = Shared::alone(Board::new(&level));
        let (mut moves, mut kinds, mut hot) = (0, 0, HashSet::new());
        for strategy in Strategy::ALL {
            let view = without_limits(|turn| {
                Planned::of(&shared, strategy, turn).and_then(|work| work.view(turn))
            });
            let Some((mut space, _)) = view else { continue };
            let mut at = shared.start();
            for step in 0..40 {
                let list = without_limits(|turn| space.look(&at, turn));
                for (child, after, _) in &list {
                    let anew = space.guide.features(child.boxes, child.regions.into());
                    assert_eq!(*after, anew, "{}: {:?}", strategy.name(), child.action);
                    hot.insert(after.hotspots);
                }
                moves += list.len();
                // Whatever packs most, and else something else each time.
                let best = list.iter().max_by_key(|(_, after, _)| after.packed);
                let Some(best) = best else { break };
                let other = &list[step * 7 % list.len()];
                at = if step % 3 == 0 { best } else { other }.0.place();
            }
            kinds += 1;
        }
        assert!(kinds == 5 && moves > 2_000, "{kinds} kinds, {moves} moves");
        assert!(hot.len() > 2, "boxes in the way come and go: {hot:?}");
    }
}
