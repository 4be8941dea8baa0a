//! What an engine tells, on its way to the page.

use std::ops::ControlFlow;

use kuraban::{Clock, Event, Level, Listener, Solution};

use super::{Best, Cell, Follower, Gain, Place};

/// Passes what a run tells on to its follower.
pub(crate) struct Pass<'a> {
    pub(crate) follower: &'a dyn Follower,
    pub(crate) level: &'a Level,
    pub(crate) clock: &'a dyn Clock,
    /// Whether every gain is kept, and the best solution as letters.
    pub(crate) gains: bool,
}

impl Pass<'_> {
    fn solved(&self, solution: &Solution, by: &'static str) {
        let figures = solution.figures();
        let best = Best { moves: figures.moves, pushes: figures.pushes };
        self.follower.change(&mut |snapshot| {
            snapshot.best = Some(best);
            if self.gains {
                let seconds = self.clock.elapsed().as_secs_f64();
                snapshot.gains.push(Gain { seconds, by, figures });
                snapshot.solution = Some(solution.lurd());
            }
        });
    }
}

impl Listener for Pass<'_> {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Progress { account, elapsed } => {
                self.follower.change(&mut |snapshot| {
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
                self.follower
                    .change(&mut |snapshot| snapshot.farthest = Some(place.clone()));
            }
            Event::Solution(found) => {
                // A solution that the referee does not accept is not told.
                if let Ok(solution) = Solution::check(self.level, &found.steps) {
                    self.solved(&solution, found.by);
                }
            }
            Event::Bound(claim, at_least) => {
                self.follower.change(&mut |snapshot| {
                    snapshot.lower_bound.insert(claim.name(), *at_least);
                });
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
