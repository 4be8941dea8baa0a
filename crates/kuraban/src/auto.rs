//! `auto`: the engine that chooses.

use kuraban_level::{Level, Rules};
use kuraban_search::{Engine, Objective, Promise, Run, Stop, Verdict};

/// Chooses by rules and objective: boulder puzzles are searched breadth-first, levels with boxes
/// by the race of the push and pull searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Auto {
    race: kuraban_push::Auto,
}

impl Auto {
    pub(crate) fn new(threads: usize) -> Self {
        Self { race: kuraban_push::Auto::new(threads) }
    }
}

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes, Rules::Boulders],
            complete: true,
            optimal: &[
                Objective::Pushes,
                Objective::Moves,
                Objective::Robot,
                Objective::Actions,
            ],
            about: "several searches at once, chosen by level and objective",
        }
    }

    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        match level.rules() {
            Rules::Boxes => self.race.solve(level, objective, run),
            Rules::Boulders => {
                let bfs = crate::engine("bfs", 1).expect("bfs is one of the engines");
                bfs.solve(level, objective, run)
            }
        }
    }
}
