//! The planner as an engine.

use std::time::Duration;

use kuraban_level::{Level, Rules};
use kuraban_search::{Claim, Engine, Found, Objective, Promise, Run, Stop, Verdict};
use kuraban_verify::Solution;

use crate::error::{Halt, SatError};
use crate::facts::{Facts, Measure};
use crate::search::Search;
use crate::watch::Watch;

/// The SAT planner as an engine. It proves "no plan of fewer steps", never "no plan".
#[derive(Clone, Copy, Debug, Default)]
pub struct SatEngine;

impl SatEngine {
    /// Nobody waits for plans of more steps.
    const MAX_BOUND: u32 = 10_000;
    /// For a first plan, by pushes, before the fewest moves are looked for.
    const FIRST_SHARE: Duration = Duration::from_secs(1);
}

impl Engine for SatEngine {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: false,
            optimal: &[Objective::Moves, Objective::Pushes],
            about: "formulas for rising numbers of steps or pushes, solved by a SAT solver",
        }
    }

    fn refuses(&self, level: &Level, objective: Objective) -> Option<String> {
        if level.rules() != Rules::Boxes {
            return Some(format!(
                "the engine `sat` does not play by the rules of {}",
                level.rules().name()
            ));
        }
        match objective {
            Objective::Any | Objective::Pushes | Objective::Moves => None,
            other => Some(format!(
                "the engine `sat` knows the objectives any, pushes and moves, not `{other}`"
            )),
        }
    }

    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        if self.refuses(level, objective).is_some() {
            return Ok(Verdict::GaveUp);
        }
        run.hold(Facts::estimate(level))?;
        let facts = Facts::new(level);
        let (Some(pushes), Some(moves)) =
            (facts.lower_bound(Measure::Pushes), facts.lower_bound(Measure::Moves))
        else {
            return Ok(Verdict::GaveUp);
        };
        run.prove(Claim::Pushes, pushes.into());
        run.prove(Claim::Moves, moves.into());
        let by_moves = objective == Objective::Moves;
        let first = {
            let watch = Watch::new(run);
            let mut search = Search::new(level, &facts, &watch);
            let share = by_moves.then_some(Self::FIRST_SHARE);
            match settle(search.fewest_pushes(Self::MAX_BOUND, share))? {
                Ok(first) => first,
                Err(wrong) => return Ok(wrong),
            }
        };
        let mut optimal = vec![Claim::Pushes];
        if !by_moves {
            return Ok(first.map_or(Verdict::GaveUp, |steps| {
                optimal.extend((steps.len() as u32 == moves).then_some(Claim::Moves));
                Verdict::Solved(Found { steps, optimal })
            }));
        }
        let mut to = Self::MAX_BOUND;
        if let Some(steps) = first {
            // Only shorter ones are looked for; if there are none, this is a shortest plan.
            to = (steps.len() as u32).saturating_sub(1);
            run.found(Found { steps, optimal });
        }
        let known = run.bounds().get(&Claim::Pushes).copied().unwrap_or(0) as u32;
        let shortest = {
            let watch = Watch::new(run);
            let mut search = Search::new(level, &facts, &watch);
            match settle(search.fewest_moves(moves.max(known), to))? {
                Ok(shortest) => shortest,
                Err(wrong) => return Ok(wrong),
            }
        };
        let found = match (shortest, run.best()) {
            (Some(steps), _) => {
                let pushes = Solution::check(level, &steps)
                    .map_or(usize::MAX, |solution| solution.figures().pushes);
                let optimal = if pushes as u64 == u64::from(known) {
                    LEAST_IN_BOTH.to_vec()
                } else {
                    vec![Claim::Moves]
                };
                Found { steps, optimal }
            }
            (None, Some(best)) => {
                Found { steps: best.steps.clone(), optimal: LEAST_IN_BOTH.to_vec() }
            }
            (None, None) => return Ok(Verdict::GaveUp),
        };
        Ok(Verdict::Solved(found))
    }
}

/// What holds of a plan with the fewest moves of all and the fewest pushes of all.
const LEAST_IN_BOTH: [Claim; 4] =
    [Claim::Moves, Claim::Pushes, Claim::MovesThenPushes, Claim::PushesThenMoves];

/// Stops go up. A model that is no plan is handed on as it is: whoever asks plays it and calls it
/// a bug. Nothing else goes wrong, as no files or programs are used.
fn settle<T>(result: Result<T, Halt>) -> Result<Result<T, Verdict>, Stop> {
    match result {
        Ok(value) => Ok(Ok(value)),
        Err(Halt::Stop(stop)) => Err(stop),
        Err(Halt::Error(SatError::Plan { steps, .. })) => {
            Ok(Err(Verdict::Solved(Found { steps, optimal: Vec::new() })))
        }
        Err(Halt::Error(_)) => Ok(Err(Verdict::GaveUp)),
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Dir;
    use kuraban_search::{Cancel, Limits};

    use super::*;

    #[test]
    fn a_model_that_is_no_plan_is_no_panic() {
        let error =
            SatError::Plan { bound: 1, steps: vec![Dir::Up], what: "wall".into() };
        let wrong = Verdict::Solved(Found { steps: vec![Dir::Up], optimal: vec![] });
        assert_eq!(settle::<()>(Err(error.into())), Ok(Err(wrong)));
        assert_eq!(settle::<()>(Err(Stop::Time.into())), Err(Stop::Time));
    }

    #[test]
    fn large_rooms_are_played() {
        let inside = " ".repeat(33);
        let row = |text: &str| format!("#{text}{}#\n", &inside[text.len()..]);
        let wall = "#".repeat(35) + "\n";
        let rows = row("").repeat(31);
        let level: Level = format!("{wall}{}{rows}{}{wall}", row("@$."), row(" *"))
            .parse()
            .expect("a level");
        let clock = || Duration::ZERO;
        for objective in [Objective::Any, Objective::Moves, Objective::Pushes] {
            let mut listener = kuraban_search::Silent;
            let (limits, cancel) = (Limits::default(), Cancel::default());
            let mut run = Run::new(limits, cancel, &clock, &mut listener);
            let found = SatEngine.solve(&level, objective, &mut run);
            let Ok(Verdict::Solved(Found { steps, .. })) = found else {
                panic!("{found:?}")
            };
            assert_eq!(steps, [Dir::Right], "{objective}");
        }
    }
}
