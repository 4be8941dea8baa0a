//! What an engine tells, on its way to the page.

use std::ops::ControlFlow;
use std::time::Instant;

use kuraban::{Event, Level, Listener, Solution};

use crate::job::{Best, Cell, Gain, Job, Place};

/// Passes what a run tells on to its job.
pub(crate) struct Pass<'a> {
    job: &'a Job,
    level: &'a Level,
    /// Whether every gain is kept, and the best solution as letters.
    gains: bool,
    started: Instant,
}

impl<'a> Pass<'a> {
    pub(crate) fn new(job: &'a Job, level: &'a Level) -> Self {
        Self { job, level, gains: false, started: Instant::now() }
    }

    /// Keeps every gain, and the best solution as letters.
    pub(crate) fn with_gains(mut self) -> Self {
        self.gains = true;
        self
    }

    fn solved(&self, solution: &Solution, by: &'static str) {
        let figures = solution.figures();
        let best = Best { moves: figures.moves, pushes: figures.pushes };
        self.job.snapshot.send_modify(|snapshot| {
            snapshot.best = Some(best);
            if self.gains {
                let seconds = self.started.elapsed().as_secs_f64();
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
                    self.solved(&solution, found.by);
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
