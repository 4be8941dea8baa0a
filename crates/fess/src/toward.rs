//! Forward search toward a landmark: an open position that the solved one can be pulled to.

use std::sync::Arc;

use kuraban_board::bound::warm::Matcher;
use kuraban_board::{Bits, Board};

use crate::deadlock::Allowance;
use crate::expander::{Expander, Place};
use crate::macros::Macro;
use crate::map::opposite;
use crate::shared::Shared;
use crate::tree::{Choice, Judgement, Score, Space};
use crate::world::World;

/// The landmark search's space.
#[derive(Debug)]
pub(crate) struct Toward<const W: usize> {
    shared: Arc<Shared<W>>,
    landmark: Bits<W>,
    matcher: Matcher<W>,
    pub(crate) expander: Expander<W>,
    allowance: Allowance,
}

impl<const W: usize> Toward<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, landmark: Bits<W>) -> Self {
        let board = &shared.statics.map.board;
        // The same board with the landmark for goals has the distances that are needed.
        let mut layout = board.layout.clone();
        layout.goals = landmark.iter().collect();
        let other = Board::<W>::from_layout(layout);
        let matcher = Matcher::new(&other.to_goal, board.layout.len, board.start.boxes);
        let expander = Expander::new(&shared.statics);
        Self { shared, landmark, matcher, expander, allowance: Allowance::default() }
    }

    /// How many boxes are on cells of the landmark, from a score.
    pub(crate) fn overlap_of(score: Score) -> usize {
        1023 - (score >> 26 & 0x3ff) as usize
    }

    /// The regions, from a score.
    pub(crate) fn regions_of(score: Score) -> usize {
        (score >> 36 & 0x1ff) as usize
    }

    /// Most important first: whether the boxes can reach the landmark, regions, boxes on it, bad
    /// spots, pushes to it.
    fn rank(&self, boxes: Bits<W>, regions: usize, distance: Option<u32>) -> Score {
        let part = |value: usize, bits: u32| (value as u64).min((1 << bits) - 1);
        u64::from(distance.is_none()) << 46
            | part(regions, 9) << 36
            | (1023 - part((boxes & self.landmark).len(), 10)) << 26
            | part(self.bad_spots(boxes), 9) << 17
            | part(distance.unwrap_or(0) as usize, 17)
    }

    /// Boxes off the landmark that touch a wall or a box, and cells of the landmark that no box
    /// can be pushed onto as things stand.
    fn bad_spots(&self, boxes: Bits<W>) -> usize {
        let map = &self.shared.statics.map;
        let floor = map.board.floor;
        let free = floor.minus(boxes);
        let [a, b, c, d] = [0, 1, 2, 3].map(|dir| map.shift(free, dir));
        let touching = boxes.minus(self.landmark | (a & b & c & d));
        let mut open = Bits::EMPTY;
        for dir in 0..4 {
            let next = floor & map.shift(free, opposite(dir));
            open |= map.shift(next, opposite(dir));
        }
        touching.len() + self.landmark.minus(boxes | open).len()
    }
}

impl<const W: usize> Space for Toward<W> {
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
        self.matcher.go_to(state.boxes);
        self.rank(state.boxes, regions, self.matcher.total())
    }

    fn cell(&self, score: Score) -> u64 {
        score & (0x1ff << 36 | 0x3ff << 26)
    }

    fn choices(
        &mut self,
        state: &Place<W>,
        known: &dyn Fn(u64) -> bool,
        out: &mut Vec<Choice>,
    ) {
        self.allowance.earn();
        let shared = Arc::clone(&self.shared);
        let statics = &shared.statics;
        let base = World::plain(&statics.map, state.boxes, usize::from(state.player));
        let mut children = Vec::new();
        let exempt = statics.map.board.floor;
        self.expander.children(statics, &base, exempt, &mut children);
        let here = self.score(state);
        let first = out.len();
        for child in children {
            let place = child.place();
            if known(place.key(statics)) {
                continue;
            }
            let (from, to) =
                (usize::from(child.action.from), usize::from(child.action.to));
            let distance = if from == to {
                self.matcher.total()
            } else {
                self.matcher.total_after(from, to)
            };
            let score = self.rank(child.boxes, usize::from(child.regions), distance);
            let done = shared.is_met(&place);
            out.push(Choice { code: child.action.pack(), score, advised: false, done });
        }
        if let Some(best) = out[first..].iter_mut().min_by_key(|choice| choice.score)
            && best.score < here
        {
            best.advised = true;
        }
    }

    fn play(&self, state: &Place<W>, code: u32) -> Place<W> {
        let action = Macro::unpack(code);
        let statics = &self.shared.statics;
        Place::new(statics, action.boxes(state.boxes), action.player(&statics.map))
    }

    fn judge(&mut self, _: &Place<W>, code: u32, child: &Place<W>) -> Judgement {
        let statics = &self.shared.statics;
        let world = World::plain(&statics.map, child.boxes, usize::from(child.player));
        let pusher = &mut self.expander.pusher;
        let moved = usize::from(Macro::unpack(code).to);
        let lost = self.shared.deadlocks().is_lost(statics, pusher, &world, moved);
        if lost { Judgement::Dead } else { Judgement::Alive }
    }

    fn examine(&mut self, state: &Place<W>, below: u8) -> bool {
        let statics = &self.shared.statics;
        let world = World::plain(&statics.map, state.boxes, usize::from(state.player));
        let (pusher, allowance) = (&mut self.expander.pusher, &mut self.allowance);
        self.shared.deadlocks().examine(statics, pusher, &world, below, allowance)
    }

    fn is_done(&self, state: &Place<W>) -> bool {
        self.shared.is_met(state)
    }

    fn enter(&self, from: &Place<W>, code: u32, state: &Place<W>) {
        self.shared.enter_pushed(from, code, state);
    }
}
