//! What an engine tells, on its way to the page.

use std::ops::ControlFlow;

use kuraban::{Event, Level, Listener, Solution};

use crate::job::{Best, Cell, Job, Place};

/// Passes what a run tells on to its job.
pub(crate) struct Pass<'a> {
    pub(crate) job: &'a Job,
    pub(crate) level: &'a Level,
}

impl Listener for Pass<'_> {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Progress { account, elapsed } => {
                self.job.snapshot.send_modify(|snapshot| {
                    snapshot.seconds = elapsed.as_secs_f64();
                    snapshot.expanded = account.expanded;
                    snapshot.generated = account.generated;
                    snapshot.open = account.open;
                    snapshot.depth = account.depth;
                    snapshot.bytes = account.bytes;
                    snapshot.best_cell = account.best_cell.map(Cell::from);
                });
            }
            Event::Farthest(reached) => {
                let place =
                    Place { boxes: reached.boxes.clone(), player: reached.player };
                self.job.snapshot.send_modify(|snapshot| snapshot.farthest = Some(place));
            }
            Event::Solution(found) => {
                // A solution that the referee does not accept is not told.
                if let Ok(solution) = Solution::check(self.level, &found.steps) {
                    let figures = solution.figures();
                    let best = Best { moves: figures.moves, pushes: figures.pushes };
                    self.job.snapshot.send_modify(|snapshot| snapshot.best = Some(best));
                }
            }
            Event::Bound(claim, at_least) => {
                self.job.snapshot.send_modify(|snapshot| {
                    snapshot.lower_bound.insert(claim.name(), *at_least);
                });
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
