//! Forward search without a plan, in an order that can be chosen.

use std::fmt;
use std::sync::Arc;

use kuraban_board::Bits;

use crate::deadlock::Allowance;
use crate::expander::{Expander, Place};
use crate::macros::Macro;
use crate::pushes::Child;
use crate::shared::Shared;
use crate::tree::{Choice, Judgement, Score, Space};
use crate::world::World;

/// What makes one position better than another.
pub(crate) trait Order<const W: usize>: fmt::Debug + Send {
    /// The score of a position, which is then the one that moves lead out of.
    fn here(&mut self, boxes: Bits<W>, regions: usize) -> Score;

    /// The score after a move out of the position scored last.
    fn after(&mut self, child: &Child<W>) -> Score;

    /// The cell of a score.
    fn cell(&self, score: Score) -> u64;

    /// Whether a move is to be made before all others.
    fn favours(&self, _: Macro) -> bool {
        false
    }
}

/// The space of such a search. One advisor: it names the first move that the order favours, or
/// else the best one if it makes things better.
#[derive(Debug)]
pub(crate) struct Ahead<const W: usize> {
    shared: Arc<Shared<W>>,
    order: Box<dyn Order<W>>,
    expander: Expander<W>,
    allowance: Allowance,
    children: Vec<Child<W>>,
}

impl<const W: usize> Ahead<W> {
    pub(crate) fn new(shared: &Arc<Shared<W>>, order: Box<dyn Order<W>>) -> Self {
        let expander = Expander::new(&shared.statics);
        let (allowance, children) = (Allowance::default(), Vec::new());
        Self { shared: Arc::clone(shared), order, expander, allowance, children }
    }
}

impl<const W: usize> Space for Ahead<W> {
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
        self.order.here(state.boxes, regions)
    }

    fn cell(&self, score: Score) -> u64 {
        self.order.cell(score)
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
        self.children.clear();
        let exempt = statics.map.board.floor;
        self.expander.children(statics, &base, exempt, &mut self.children);
        let here = self.score(state);
        let first = out.len();
        let mut favoured = None;
        for child in &self.children {
            let place = child.place();
            if known(place.key(statics)) {
                continue;
            }
            if favoured.is_none() && self.order.favours(child.action) {
                favoured = Some(out.len());
            }
            let score = self.order.after(child);
            let done = shared.is_met(&place);
            out.push(Choice { code: child.action.pack(), score, advised: false, done });
        }
        if let Some(favoured) = favoured {
            out[favoured].advised = true;
        } else if let Some(best) =
            out[first..].iter_mut().min_by_key(|choice| choice.score)
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
