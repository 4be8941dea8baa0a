//! Backward to the start by the shortest way, and nothing else.

use std::sync::Arc;

use kuraban_search::BestCell;

use crate::contest::Contest;
use crate::homeward::Homeward;
use crate::joined;
use crate::shared::Shared;
use crate::strategy::{Status, Strategy, Work};
use crate::tree::Progress;

/// Macro pulls, best first by the pushes that a matching of boxes with start squares needs. It
/// ends at the start, or at any position that a forward search has reached.
pub(crate) struct GreedyPulls<const W: usize> {
    shared: Arc<Shared<W>>,
    search: Contest<Homeward<W>>,
}

impl<const W: usize> GreedyPulls<W> {
    pub(crate) fn new(shared: &Arc<Shared<W>>) -> Self {
        let space = Homeward::greedy(shared);
        let roots = space.roots();
        let search = Contest::new(vec![(space, roots)], 1, false);
        Self { shared: Arc::clone(shared), search }
    }
}

impl<const W: usize> Work for GreedyPulls<W> {
    fn step(&mut self) -> Status {
        match self.search.step() {
            Progress::Working => Status::Working,
            Progress::Exhausted => Status::GaveUp,
            Progress::Done(node, last) => {
                let side = self.search.side();
                let steps =
                    joined::pulled(&self.shared, side, node, last, |place| *place);
                Status::Solved(steps)
            }
        }
    }

    fn expanded(&self) -> u64 {
        self.search.expanded()
    }

    fn generated(&self) -> u64 {
        self.search.generated()
    }

    fn bytes(&self) -> usize {
        self.search.bytes()
    }

    fn best_cell(&self) -> Option<BestCell> {
        None
    }

    fn describe(&self) -> String {
        let (expanded, best) = (self.search.expanded(), self.search.best());
        let overlap = Homeward::<W>::overlap_of(best);
        format!(
            "{}: {expanded} expanded, {overlap} boxes on start squares",
            Strategy::GreedyPulls
        )
    }
}
