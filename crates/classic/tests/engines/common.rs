//! What the tests of the engines share.

use std::sync::Arc;
use std::time::Duration;

use kuraban_level::Level;
use kuraban_search::{
    Cancel, Engine, Limits, Objective, Outcome, Question, Run, Search, Silent, drive,
};

/// Begins a search.
pub(crate) fn begin(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
) -> Box<dyn Search> {
    let question = Question::default().objective(objective);
    engine.begin(&Arc::new(level.clone()), &question)
}

/// Runs an engine within limits, with a clock that stands still.
pub(crate) fn run(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
    limits: Limits,
) -> Outcome {
    let clock = || Duration::ZERO;
    let run = Run::new(limits, Cancel::default(), &clock);
    drive(&mut *begin(engine, level, objective), &run, &mut Silent)
}
