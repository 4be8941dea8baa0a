//! `auto`: the engine that chooses.

use std::sync::Arc;

use kuraban_fess::{FessEngine, Strategy};
use kuraban_level::{Level, Rules};
use kuraban_search::{Claim, Engine, Objective, Promise, Run, Stop, Verdict};

/// What takes part in the race for large levels besides the race's own searches: the usual
/// strategies of the feature-space search, in two halves that two threads can work on and that
/// share their memory.
fn guests() -> Vec<Arc<dyn Engine>> {
    let along_plans = &[Strategy::PLAN_NEAR, Strategy::PLAN_LOOSE, Strategy::PLAN_BEST];
    let other_ways =
        &[Strategy::ALTERNATE, Strategy::LANDMARK_ENDS, Strategy::PLAN_PARKING];
    let team = FessEngine::team(&[along_plans, other_ways]);
    team.into_iter().map(|engine| Arc::new(engine) as Arc<dyn Engine>).collect()
}

/// Chooses by rules and objective: boulder puzzles are searched breadth-first, levels with boxes
/// by the race of the push, pull and feature-space searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Auto {
    race: kuraban_push::Auto,
}

impl Auto {
    pub(crate) fn new(threads: usize) -> Self {
        Self { race: kuraban_push::Auto::new(threads).with_guests(guests) }
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
        let classic = |name| crate::engine(name, 1).expect("it is one of the engines");
        if level.rules() == Rules::Boulders {
            return classic("bfs").solve(level, objective, run);
        }
        let verdict = self.race.solve(level, objective, run)?;
        let Verdict::Solved(found) = &verdict else { return Ok(verdict) };
        let wanted = match objective {
            Objective::Pushes => Claim::Pushes,
            Objective::Moves => Claim::Moves,
            Objective::Robot => Claim::Robot,
            Objective::Any | Objective::Actions => return Ok(verdict),
        };
        if found.optimal.contains(&wanted) {
            return Ok(verdict);
        }
        // Boards of more squares than bitboards hold are raced without a proof.
        run.found(found.clone());
        classic("astar").solve(level, objective, run)
    }
}
