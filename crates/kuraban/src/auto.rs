//! `auto`: the engine that chooses.

use kuraban_level::{Level, Rules};
use kuraban_search::{Engine, Objective, Promise, Run, Stop, Verdict};

/// Chooses an engine by rules and objective.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Auto;

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
            about: "chooses by level and objective",
        }
    }

    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let bfs = crate::engine("bfs").expect("bfs is one of the engines");
        bfs.solve(level, objective, run)
    }
}
