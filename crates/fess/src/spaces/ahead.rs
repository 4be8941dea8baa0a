//! Forward search without a plan, in an order that can be chosen.

use std::fmt;
use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::Position;
use kuraban_board::Scene;
use kuraban_board::WIDE;
use kuraban_board::moves::Macro;
use kuraban_search::Turn;

use crate::features::regions;
use crate::moves::expander::Expander;
use crate::moves::pushes::{Child, WIDE_MOVE};
use crate::shared::Shared;
use crate::spaces::forward::{Forward, Guide};
use crate::tree::{Choice, Score, advise_best};

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

/// The guide of such a search. One advisor: it names the first move that the order favours, or
/// else the best one if it makes things better.
#[derive(Debug)]
pub(crate) struct ByOrder<const W: usize> {
    shared: Arc<Shared<W>>,
    order: Box<dyn Order<W>>,
}

/// The space of such a search.
pub(crate) type Ahead<const W: usize> = Forward<W, ByOrder<W>>;

impl<const W: usize> Ahead<W> {
    pub(crate) fn by_order(
        shared: &Arc<Shared<W>>,
        order: impl Order<W> + 'static,
    ) -> Self {
        let order = Box::new(order);
        Self::new(shared, ByOrder { shared: Arc::clone(shared), order })
    }
}

impl<const W: usize> Guide<W> for ByOrder<W> {
    fn score(&mut self, position: &Position<W>) -> Score {
        let regions = regions::count(&self.shared.statics.map, position.boxes);
        self.order.here(position.boxes, regions)
    }

    fn cell(&self, score: Score) -> u64 {
        self.order.cell(score)
    }

    fn choices(
        &mut self,
        expander: &mut Expander<W>,
        position: &Position<W>,
        known: &dyn Fn(u64) -> bool,
        turn: &mut Turn<'_>,
        out: &mut Vec<Choice>,
    ) {
        let shared = Arc::clone(&self.shared);
        let statics = &shared.statics;
        let board = &statics.map.board;
        let base = Scene::plain(board, position.boxes, position.player);
        let mut children = Vec::new();
        expander.children(statics, &base, board.floor, turn, &mut children);
        let here = self.score(position);
        let first = out.len();
        let mut favoured = None;
        for child in &children {
            if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                return;
            }
            let place = child.place();
            if known(place.key(board)) {
                continue;
            }
            if favoured.is_none() && self.order.favours(child.action) {
                favoured = Some(out.len());
            }
            let score = self.order.after(child);
            let done = shared.is_met(&place);
            out.push(Choice { code: child.action.pack(), score, advised: false, done });
        }
        match favoured {
            Some(favoured) => out[favoured].advised = true,
            None => advise_best(&mut out[first..], here),
        }
    }
}
