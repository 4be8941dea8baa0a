//! Forward search without a plan, in an order that can be chosen.

use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::WIDE;
use kuraban_board::moves::Macro;

use crate::features::regions;
use crate::moves::expander::Expansion;
use crate::moves::pushes::{Child, WIDE_MOVE};
use crate::shared::Shared;
use crate::spaces::forward::{Forward, Guide};
use crate::tree::{Choice, Listing, Score, Worth, advise_best};

/// What makes one position better than another.
pub(crate) trait Order<const W: usize>: Send {
    /// The score of a position, which is then the one that moves lead out of.
    fn here(&mut self, boxes: Bits<W>, regions: usize) -> Score;

    /// The score after a move out of the position scored last.
    fn after(&mut self, child: &Child<W>) -> Score;

    /// The cell of a score.
    fn cell(&self, score: Score) -> u64;

    /// What a position with this score is worth.
    fn worth(&self, _: Score) -> Worth {
        Worth::EQUAL
    }

    /// Bytes taken.
    fn bytes(&self) -> usize {
        0
    }

    /// Whether a move is made far from all that is left to be done in a position.
    fn is_aside(&self, _: Bits<W>, _: Macro) -> bool {
        false
    }

    /// Whether a move is to be made before all others.
    fn favours(&self, _: Macro) -> bool {
        false
    }
}

/// The guide of such a search. One advisor: it names the first move that the order favours, or
/// else the best one if it makes things better.
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
    fn score(&mut self, boxes: Bits<W>) -> Score {
        let regions = regions::count(&self.shared.statics.map, boxes);
        self.order.here(boxes, regions)
    }

    fn cell(&self, score: Score) -> u64 {
        self.order.cell(score)
    }

    fn worth(&self, score: Score) -> Worth {
        self.order.worth(score)
    }

    fn is_aside(&self, boxes: Bits<W>, action: Macro) -> bool {
        self.order.is_aside(boxes, action)
    }

    fn exempt(&self) -> Bits<W> {
        self.shared.statics.map.board.floor
    }

    fn bytes(&self) -> usize {
        self.order.bytes()
    }

    fn choices(&mut self, at: &Expansion<W>, list: &mut Listing<'_, '_>) {
        let here = self.score(at.base.boxes);
        let mut favoured = None;
        for child in &at.children {
            if W > WIDE && list.turn.overdraw(WIDE_MOVE).is_break() {
                return;
            }
            let place = child.place();
            if (list.known)(place.key(&self.shared.statics.map.board)) {
                continue;
            }
            if favoured.is_none() && self.order.favours(child.action) {
                favoured = Some(list.choices.len());
            }
            let (code, score) = (child.action.pack(), self.order.after(child));
            let done = self.shared.is_met(&place);
            list.choices.push(Choice::new(code, score, done));
        }
        match favoured {
            Some(favoured) => list.choices[favoured].advised = true,
            None => advise_best(list.choices.iter_mut(), here),
        }
    }
}
