//! What the tests of the engines share.

use std::time::Duration;

use kuraban_level::Level;
use kuraban_search::{Cancel, Engine, Limits, Objective, Run, Silent, Stop, Verdict};

/// What came of a run.
pub(crate) struct Ran {
    pub(crate) verdict: Result<Verdict, Stop>,
    pub(crate) expanded: u64,
    pub(crate) bounds: Vec<(kuraban_search::Claim, u64)>,
    pub(crate) best: Option<kuraban_search::Found>,
}

/// Runs an engine within limits, with a clock that stands still.
pub(crate) fn run(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
    limits: Limits,
) -> Ran {
    let clock = || Duration::ZERO;
    let mut listener = Silent;
    let mut run = Run::new(limits, Cancel::default(), &clock, &mut listener);
    let verdict = engine.solve(level, objective, &mut run);
    Ran {
        verdict,
        expanded: run.statistics.expanded,
        bounds: run.bounds().iter().map(|(&claim, &bound)| (claim, bound)).collect(),
        best: run.best().cloned(),
    }
}
