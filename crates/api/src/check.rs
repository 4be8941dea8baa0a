//! What the designer's rules have to say about a level.

use std::time::Duration;

use kuraban::{Limits, Question};
use kuraban_lint::{Budget, Collection, Depth, Report, Selection, Subject};
use serde::Deserialize;

use crate::level::LevelAsked;
use crate::{Desk, Refusal};

/// What to check.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CheckAsked {
    /// Families and rules, as `kuraban lint --rules` takes them.
    #[serde(default)]
    rules: String,
    #[serde(flatten)]
    level: LevelAsked,
}

/// Time for a level, all experiments together.
const TIME: Duration = Duration::from_secs(5);
/// Memory for its tables.
const MEMORY: usize = 512 << 20;
/// Checks a level.
pub(crate) fn check(asked: &CheckAsked, desk: &Desk<'_>) -> Result<Report, Refusal> {
    let selection = asked.rules.parse::<Selection>().map_err(Refusal::invalid)?;
    let (entry, level) = asked.level.bounded(desk)?;
    let limits = Limits::default().time(TIME).memory(MEMORY);
    let question = Question::default().limits(limits);
    let mut budget = Budget::new(question, desk.clock, Depth::USUAL);
    let collection = Collection::default();
    let subject = Subject::new(&entry, &level, &collection, None);
    Ok(subject.check(&selection, &mut budget))
}
