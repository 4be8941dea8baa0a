//! A quick search for a first solution, beside the exact ones.

use kuraban_search::{Account, Farthest, News, Search, Stage, Turn};

use crate::improve::Known;

/// Work after which a scout leaves the threads to the exact searches.
const PATIENCE: u64 = 4_000_000;

/// A search that gives up after a while, or when another scout has found a solution.
pub(crate) struct Scout {
    search: Box<dyn Search>,
    left: u64,
    known: Known,
}

impl Scout {
    /// Makes a scout of a search; it leaves what it finds to be improved.
    pub(crate) fn new(search: Box<dyn Search>, known: Known) -> Self {
        Self { search, left: PATIENCE, known }
    }
}

impl Search for Scout {
    fn name(&self) -> &'static str {
        self.search.name()
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        if self.left == 0 || self.known.is_found() {
            return Stage::GaveUp;
        }
        let given = turn.left();
        self.left = self.left.saturating_sub(given);
        let mut part = turn.part(given, turn.memory());
        let stage = self.search.advance(&mut part);
        let news = part.take_news();
        turn.take_back(given, part);
        for news in news {
            match news {
                News::Trace(line) => turn.trace(|| line),
                News::Fault(fault) => turn.fail(fault),
                // A scout proves nothing.
                News::Bound(..) | News::Done(_) | News::Elapsed(_) => {}
            }
        }
        match stage {
            Stage::Found(found) | Stage::Solved(found) => {
                self.known.leave(&found.steps);
                Stage::Solved(found)
            }
            // The race would end as `Full`, though the exact searches have memory left.
            Stage::Full => Stage::GaveUp,
            stage => stage,
        }
    }

    fn account(&self) -> Account {
        self.search.account()
    }

    fn farthest(&self) -> Option<Farthest> {
        self.search.farthest()
    }
}
