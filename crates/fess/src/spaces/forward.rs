//! Forward search by macro moves, in the order that a guide gives.

use std::collections::VecDeque;
use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::Position;
use kuraban_board::Scene;
use kuraban_board::WIDE;
use kuraban_board::moves::Macro;
use kuraban_search::Turn;

use crate::moves::expander::{Expander, Expansion};
use crate::shared::Shared;
use crate::tree::{Judgement, Keep, Listing, Score, Space, Worth};

/// What a forward search prefers: all in which forward searches differ.
pub(crate) trait Guide<const W: usize> {
    /// The score of a position, by its boxes.
    fn score(&mut self, boxes: Bits<W>) -> Score;

    /// The cell of a score.
    fn cell(&self, score: Score) -> u64;

    /// What a position with this score is worth.
    fn worth(&self, _: Score) -> Worth {
        Worth::EQUAL
    }

    /// Whether a move is made far from all that is left to be done in a position.
    fn is_aside(&self, boxes: Bits<W>, action: Macro) -> bool;

    /// Where boxes may stop even if stopping there is no use.
    fn exempt(&self) -> Bits<W>;

    /// Bytes taken.
    fn bytes(&self) -> usize;

    /// Lists the moves out of a position, except those to positions already known.
    fn choices(&mut self, at: &Expansion<W>, list: &mut Listing<'_, '_>);
}

/// The space of all forward searches.
#[derive(Debug)]
pub(crate) struct Forward<const W: usize, G> {
    shared: Arc<Shared<W>>,
    expander: Expander<W>,
    /// The last expansions: where a move is lost that an advisor named, the same moves are listed
    /// again, mostly at once.
    recent: VecDeque<Expansion<W>>,
    pub(crate) guide: G,
}

/// Expansions that are kept. With four, a quarter of all are found again (measured).
const RECENT: usize = 4;
/// Bytes of an expansion that is kept, at most. Guessed.
const KEPT_BYTES: usize = 1 << 17;

impl<const W: usize, G: Guide<W>> Forward<W, G> {
    pub(crate) fn new(shared: &Arc<Shared<W>>, guide: G) -> Self {
        let expander = Expander::new(&shared.statics);
        let recent = VecDeque::new();
        Self { shared: Arc::clone(shared), expander, recent, guide }
    }

    /// Expansions with a corral to be dealt with first.
    pub(crate) fn corrals(&self) -> u64 {
        self.expander.corrals
    }

    /// A position and the moves out of it.
    pub(super) fn expand(
        &mut self,
        position: &Position<W>,
        turn: &mut Turn<'_>,
    ) -> Expansion<W> {
        let is_same = |known: &Expansion<W>| {
            known.base.boxes == position.boxes && known.base.zone.has(position.player)
        };
        let known = self.recent.iter().position(is_same);
        if let Some(known) = known.and_then(|place| self.recent.remove(place)) {
            return known;
        }
        let exempt = self.guide.exempt();
        self.expander.expand(&self.shared.statics, position, exempt, turn)
    }
}

impl<const W: usize, G: Guide<W>> Space for Forward<W, G> {
    type State = Position<W>;

    fn keeper(&self) -> &impl Keep<Position<W>> {
        &self.shared.statics
    }

    fn score(&mut self, state: &Position<W>) -> Score {
        self.guide.score(state.boxes)
    }

    fn cell(&self, score: Score) -> u64 {
        self.guide.cell(score)
    }

    fn worth(&self, score: Score) -> Worth {
        self.guide.worth(score)
    }

    fn choices(&mut self, state: &Position<W>, list: &mut Listing<'_, '_>) {
        let at = self.expand(state, list.turn);
        self.guide.choices(&at, list);
        // On wide boards moves may be missing.
        if W <= WIDE && size_of_val(&*at.children) <= KEPT_BYTES {
            self.recent.truncate(RECENT - 1);
            self.recent.push_front(at);
        }
    }

    fn play(&self, state: &Position<W>, code: u32) -> Position<W> {
        let (action, board) = (Macro::unpack(code), &self.shared.statics.map.board);
        Position::new(board, action.boxes(state.boxes), action.player(board))
    }

    fn are_far(&self, one: u32, other: u32) -> bool {
        self.shared.statics.map.are_far(Macro::unpack(one), Macro::unpack(other))
    }

    fn is_aside(&self, state: &Position<W>, code: u32) -> bool {
        self.guide.is_aside(state.boxes, Macro::unpack(code))
    }

    fn judge(&mut self, _: &Position<W>, code: u32, child: &Position<W>) -> Judgement {
        let statics = &self.shared.statics;
        let scene = Scene::plain(&statics.map.board, child.boxes, child.player);
        let pusher = &mut self.expander.pusher;
        let moved = usize::from(Macro::unpack(code).to);
        let lost = self.shared.deadlocks().is_lost(statics, pusher, &scene, moved);
        if lost { Judgement::Dead } else { Judgement::Alive }
    }

    fn bytes(&self) -> usize {
        let lists = self.recent.iter().map(|known| size_of_val(&*known.children));
        self.expander.pusher.bytes() + lists.sum::<usize>() + self.guide.bytes()
    }

    fn is_done(&self, state: &Position<W>) -> bool {
        self.shared.is_met(state)
    }

    fn enter(&self, from: &Position<W>, code: u32, state: &Position<W>) {
        self.shared.enter_pushed(from, code, state);
    }
}
