//! What all forward searches have in common: how a move is played and tested.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::Position;
use kuraban_board::Scene;
use kuraban_board::moves::Macro;
use kuraban_search::Turn;

use crate::moves::expander::Expander;
use crate::moves::pushes::Child;
use crate::shared::Shared;
use crate::tree::Judgement;

/// The moving parts of a forward search.
#[derive(Debug)]
pub(crate) struct Front<const W: usize> {
    shared: Arc<Shared<W>>,
    expander: Expander<W>,
}

impl<const W: usize> Front<W> {
    pub(crate) fn new(shared: &Arc<Shared<W>>) -> Self {
        let expander = Expander::new(&shared.statics);
        Self { shared: Arc::clone(shared), expander }
    }

    /// Expansions with a corral to be dealt with first.
    pub(crate) fn corrals(&self) -> u64 {
        self.expander.corrals
    }

    /// Appends the moves out of a position; stopping places that are no use are left out, except
    /// on the spots of `exempt`.
    pub(crate) fn children(
        &mut self,
        base: &Scene<W>,
        exempt: Bits<W>,
        turn: &mut Turn<'_>,
        out: &mut Vec<Child<W>>,
    ) {
        self.expander.children(&self.shared.statics, base, exempt, turn, out);
    }

    /// The position after a move.
    pub(crate) fn play(&self, state: &Position<W>, code: u32) -> Position<W> {
        let action = Macro::unpack(code);
        let statics = &self.shared.statics;
        Position::new(
            &statics.map.board,
            action.boxes(state.boxes),
            action.player(&statics.map.board),
        )
    }

    /// The thorough tests of the position after a move.
    pub(crate) fn judge(&mut self, code: u32, child: &Position<W>) -> Judgement {
        let statics = &self.shared.statics;
        let scene = Scene::plain(&statics.map.board, child.boxes, child.player);
        let pusher = &mut self.expander.pusher;
        let moved = usize::from(Macro::unpack(code).to);
        let lost = self.shared.deadlocks().is_lost(statics, pusher, &scene, moved);
        if lost { Judgement::Dead } else { Judgement::Alive }
    }
}
