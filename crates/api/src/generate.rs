//! New levels.

use std::ops::ControlFlow;
use std::time::Duration;

use kuraban::{Cancel, Limits, Run};
use kuraban_generate::write::entry;
use kuraban_generate::{Order, Preset, Recipe, Wants};
use serde::Deserialize;

use crate::{Desk, ReadAnswer, Refusal};

/// What level is wanted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GenerateAsked {
    /// From 0 to 100.
    difficulty: u8,
    /// Another seed makes another level.
    #[serde(default)]
    seed: u32,
}

/// A level is looked for so long.
const PATIENCE: Duration = Duration::from_secs(5);
/// It may be so much easier or harder than was asked for.
const NEAR: f64 = 3.0;
/// From this difficulty on rooms are larger.
const LARGER: u8 = 33;

/// Makes a level.
pub(crate) fn generate(
    asked: &GenerateAsked,
    desk: &Desk<'_>,
) -> Result<ReadAnswer, Refusal> {
    if asked.difficulty > 100 {
        return Err(Refusal::invalid("a difficulty lies between 0 and 100"));
    }
    let limits = Limits::default().time(PATIENCE);
    let run = Run::new(limits, Cancel::default(), desk.clock);
    let mut found = None;
    let order = Order { count: 1, ..Order::default() };
    recipe(asked)
        .fill(&order, &run, |made| {
            found = Some(made);
            ControlFlow::Continue(())
        })
        .map_err(Refusal::invalid)?;
    let why = "no such level was found in time: try another difficulty";
    let made = found.ok_or_else(|| Refusal::invalid(why))?;
    Ok(ReadAnswer::of(&entry(&made)))
}

fn recipe(asked: &GenerateAsked) -> Recipe {
    let middle = f64::from(asked.difficulty);
    let band = (middle - NEAR).max(0.0)..=(middle + NEAR).min(100.0);
    let small = Preset::Small.recipe();
    let (size, boxes) =
        if asked.difficulty < LARGER { (small.size, 2..=3) } else { ((6, 6), 3..=3) };
    Recipe {
        size,
        boxes,
        // Enough for a room of the greatest difficulty.
        effort: 1_000_000,
        wants: Wants { difficulty: Some(band), ..Wants::default() },
        seed: u64::from(asked.seed),
        ..small
    }
}
