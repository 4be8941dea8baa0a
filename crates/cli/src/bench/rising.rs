//! When a search came farthest: whether it still rose at its end hints at whether it lacked time or
//! guidance. Plans count before landmarks, and boxes on one landmark are compared with those on another,
//! so it is no measure.

use std::ops::ControlFlow;
use std::time::Duration;

use kuraban::{BestCell, Event, Listener};

use crate::watch::standing;

/// How far a search over a feature space has come.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Farthest {
    /// Its best cell, in words.
    pub(crate) cell: String,
    /// Seconds after which it was reached, to a tenth or so.
    pub(crate) at: f64,
}

/// Hears of best cells.
#[derive(Debug, Default)]
pub(crate) struct Rising {
    best: Option<(BestCell, Duration)>,
}

impl Rising {
    pub(crate) fn farthest(self) -> Option<Farthest> {
        let (cell, at) = self.best?;
        Some(Farthest { cell: standing(&cell), at: at.as_secs_f64() })
    }
}

impl Listener for Rising {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if let Event::Progress { account, elapsed } = event
            && let Some(cell) = account.best_cell
            && self.best.is_none_or(|(best, _)| cell.is_beyond(&best))
        {
            self.best = Some((cell, *elapsed));
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use kuraban::Account;

    use super::*;

    #[test]
    fn the_best_cell_is_kept_with_the_time_when_it_was_reached() {
        let mut rising = Rising::default();
        for (packed, seconds) in [(3, 1), (5, 2), (5, 3), (4, 4)] {
            let mut account = Account::default();
            let (strategy, boxes, regions) = ("alternate", 9, 1);
            account.best_cell =
                Some(BestCell { strategy, packed, boxes, regions, plan: None });
            let elapsed = Duration::from_secs(seconds);
            let _ = rising.hear(&Event::Progress { account: &account, elapsed });
        }
        let cell = "alternate 5/9 on its landmark".to_owned();
        assert_eq!(rising.farthest(), Some(Farthest { cell, at: 2.0 }));
        assert_eq!(Rising::default().farthest(), None);
    }
}
