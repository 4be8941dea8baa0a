//! Boxes that vanish on squares of the home, in a search for a plan.

use kuraban_board::{Bits, LoneBox};

use super::pulls::Pull;
use super::{Backward, Remaining};

/// A box must vanish at least this far from where it stood, unless rooms lie between.
const APART: u16 = 6;

impl<const W: usize> Backward<W> {
    /// The squares of the home where boxes may vanish: the largest groups of uncovered ones between
    /// which a box can be pushed both ways. None where the player does not reach them all.
    fn sinks(&self, state: &Remaining<W>, zone: Bits<W>) -> Bits<W> {
        let map = &self.shared.statics.map;
        let lone = LoneBox::new(&map.board.layout, map.board.floor.minus(state.boxes));
        let mut rest = state.bases.minus(state.boxes);
        let mut groups = Vec::new();
        while let Some(first) = rest.first() {
            let mut group = rest & lone.reached_from(Bits::of(first));
            if group != Bits::of(first) {
                group &= lone.reaching(Bits::of(first));
            }
            rest = rest.minus(group);
            groups.push(group);
        }
        let most = groups.iter().map(Bits::len).max().unwrap_or(0);
        let mut sinks = Bits::EMPTY;
        for group in groups.into_iter().filter(|group| group.len() == most) {
            sinks |= group;
        }
        if sinks.minus(zone).is_empty() { sinks } else { Bits::EMPTY }
    }

    /// Whether two spots are far enough from each other for a box to vanish on the way.
    fn are_apart(&self, from: usize, to: usize) -> bool {
        let statics = &self.shared.statics;
        if statics.map.walk_distance(from, to) >= APART {
            return true;
        }
        let stride = statics.map.board.layout.stride;
        let crosses = from / stride != to / stride && from % stride != to % stride;
        match (statics.rooms.of(from), statics.rooms.of(to)) {
            (Some(one), Some(other)) => one != other,
            (Some(room), None) => !statics.rooms.areas[room].has(to) && crosses,
            (None, Some(room)) => !statics.rooms.areas[room].has(from) && crosses,
            (None, None) => false,
        }
    }

    /// Lets boxes vanish where they can, and then leaves no other move.
    pub(super) fn eliminate(
        &self,
        state: &Remaining<W>,
        zone: Bits<W>,
        pulls: &mut Vec<Pull<W>>,
    ) {
        let map = &self.shared.statics.map;
        let sinks = self.sinks(state, zone);
        let mut seen = Bits::<W>::EMPTY;
        for pull in pulls.iter_mut() {
            let (from, to) = (usize::from(pull.action.from), usize::from(pull.action.to));
            if !sinks.has(to) || seen.has(from) || !self.are_apart(from, to) {
                continue;
            }
            let (boxes, bases) = (state.boxes.without(from), state.bases.without(to));
            if !self.can_match(boxes, bases) {
                continue;
            }
            seen.insert(from);
            pull.vanishes = true;
            let free = map.board.floor.minus(boxes);
            pull.zone = map.board.flood(Bits::of(pull.action.player(&map.board)), free);
            let player = pull.zone.first().expect("the player stands somewhere");
            pull.state = Remaining { boxes, player, bases };
            pull.counts = self.counts(boxes, map.board.count_parts(free));
        }
        if !seen.is_empty() {
            pulls.retain(|pull| pull.vanishes);
        }
    }

    /// The spots from which a box could vanish with its next move.
    pub(super) fn next_kills(&self, state: &Remaining<W>, zone: Bits<W>) -> Bits<W> {
        let map = &self.shared.statics.map;
        let sinks = self.sinks(state, zone);
        let lone = LoneBox::new(&map.board.layout, map.board.floor.minus(state.boxes));
        let far = |&spot: &usize| {
            sinks.iter().all(|sink| map.walk_distance(sink, spot) >= APART)
        };
        lone.reached_from(sinks).iter().filter(far).collect()
    }
}
