//! Forward search along a packing plan.

use std::sync::{Arc, Mutex, PoisonError};

use kuraban_board::Bits;

use crate::advisors::{self, View};
use crate::deadlock::Deadlocks;
use crate::level::Statics;
use crate::macros::Macro;
use crate::pi;
use crate::plan::Plan;
use crate::pushes::{Child, Pusher};
use crate::rooms::Sight;
use crate::tree::{Choice, Judgement, Score, Space};
use crate::wallify::wallify;
use crate::world::World;

/// Boxes and the lowest spot of the player's region.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Place<const W: usize> {
    pub(crate) boxes: Bits<W>,
    pub(crate) player: u16,
}

/// What is counted in a position, most important first.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Features {
    /// Steps of the plan that are done.
    pub(crate) packed: usize,
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

    /// The steps done, from a score.
    pub(crate) fn packed_of(score: Score) -> usize {
        1023 - (score >> 50) as usize
    }
}

/// The forward search's space.
#[derive(Debug)]
pub(crate) struct Forward<const W: usize> {
    statics: Arc<Statics<W>>,
    pub(crate) plan: Plan<W>,
    pusher: Pusher<W>,
    pub(crate) deadlocks: Arc<Mutex<Deadlocks<W>>>,
    children: Vec<Child<W>>,
    sight: Sight,
    /// Expansions with a corral to be dealt with first.
    pub(crate) corrals: u64,
}

impl<const W: usize> Forward<W> {
    pub(crate) fn new(
        statics: Arc<Statics<W>>,
        plan: Plan<W>,
        deadlocks: Arc<Mutex<Deadlocks<W>>>,
    ) -> Self {
        let pusher = Pusher::new(&statics);
        Self {
            statics,
            plan,
            pusher,
            deadlocks,
            children: Vec::new(),
            sight: Sight::default(),
            corrals: 0,
        }
    }

    /// The start position.
    pub(crate) fn start(&self) -> Place<W> {
        let start = self.statics.map.board.start;
        self.place(start.boxes, start.player)
    }

    /// The position in its one form.
    pub(crate) fn place(&self, boxes: Bits<W>, player: usize) -> Place<W> {
        let world = World::plain(&self.statics.map, boxes, player);
        let player = world.cloud.first().expect("the player stands somewhere") as u16;
        Place { boxes, player }
    }

    /// The features of a position with so many regions.
    pub(crate) fn features(&self, boxes: Bits<W>, regions: usize) -> Features {
        let statics = &self.statics;
        let map = &statics.map;
        let packed = self.plan.packed(boxes);
        Features {
            packed,
            regions,
            rooms: self.sight.broken(&statics.rooms, map, boxes),
            out_of_plan: (self.plan.zone(packed) & boxes).len(),
            hotspots: statics.hotspots.count(boxes),
            distance: boxes.iter().map(|spot| usize::from(map.near_goal[spot])).sum(),
        }
    }

    /// The moves out of a position with their features, and which of them advisors name.
    pub(crate) fn look(
        &mut self,
        state: &Place<W>,
        known: &dyn Fn(u64) -> bool,
    ) -> Vec<(Child<W>, Features, u8)> {
        let map = &self.statics.map;
        let base = World::plain(map, state.boxes, usize::from(state.player));
        let Some(walled) = wallify(map, &base) else { return Vec::new() };
        let fence = pi::fence(map, &walled);
        self.corrals += u64::from(fence.is_some());
        let movable = fence.unwrap_or(walled.boxes);
        let exempt = map.board.goals | self.plan.targets;
        self.children.clear();
        let stops = Some(&self.statics.stops);
        self.pusher.children(
            map,
            &base,
            &walled,
            movable,
            stops,
            exempt,
            &mut self.children,
        );
        let mut moves: Vec<(Child<W>, Features, u8)> = Vec::with_capacity(self.children.len());
        for child in &self.children {
            let player = child.cloud.first().expect("the player stands somewhere");
            let key = map.board.boxes_key(child.boxes) ^ map.board.player_key(player);
            if !known(key) {
                let features = self.features(child.boxes, usize::from(child.regions));
                moves.push((*child, features, 0));
            }
        }
        let here = self.features(state.boxes, map.count_parts(base.free()));
        let view = View { statics: &self.statics, plan: &self.plan, base: &base, here };
        advisors::name(&view, &mut moves);
        moves
    }
}

impl<const W: usize> Space for Forward<W> {
    type State = Place<W>;

    fn key(&self, state: &Place<W>) -> u64 {
        let board = &self.statics.map.board;
        board.boxes_key(state.boxes) ^ board.player_key(usize::from(state.player))
    }

    fn score(&mut self, state: &Place<W>) -> Score {
        let map = &self.statics.map;
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
        let goals = self.statics.map.board.goals;
        out.extend(self.look(state, known).into_iter().map(|(child, features, names)| {
            Choice {
                code: child.action.pack(),
                score: features.score(),
                advised: names != 0,
                done: child.boxes == goals,
            }
        }));
    }

    fn play(&self, state: &Place<W>, code: u32) -> Place<W> {
        let action = Macro::unpack(code);
        self.place(action.boxes(state.boxes), action.player(&self.statics.map))
    }

    fn judge(&mut self, _: &Place<W>, _: u32, child: &Place<W>) -> Judgement {
        let world =
            World::plain(&self.statics.map, child.boxes, usize::from(child.player));
        let mut deadlocks = self.deadlocks.lock().unwrap_or_else(PoisonError::into_inner);
        if deadlocks.is_lost(&self.statics.map, &mut self.pusher, &world) {
            Judgement::Dead
        } else {
            Judgement::Alive
        }
    }

    fn is_done(&self, state: &Place<W>) -> bool {
        state.boxes == self.statics.map.board.goals
    }
}
