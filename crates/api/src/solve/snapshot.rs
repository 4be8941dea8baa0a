//! What a solve tells, on its way and in the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use kuraban::{BestCell, Figures, Report};
use serde::Serialize;

/// What is known of a solve.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Snapshot {
    /// `waiting`, `running` or `done`.
    pub state: &'static str,
    /// Since it began.
    pub seconds: f64,
    /// Positions expanded.
    pub expanded: u64,
    /// Successors of them.
    pub generated: u64,
    /// Positions that wait.
    pub open: u64,
    /// How deep it is.
    pub depth: u64,
    /// What its tables take.
    pub bytes: usize,
    /// Proved lower bounds so far.
    pub lower_bound: BTreeMap<&'static str, u64>,
    /// The best solution so far.
    pub best: Option<Best>,
    /// How far a search over features has come.
    pub best_cell: Option<Cell>,
    /// The farthest position so far.
    pub farthest: Option<Place>,
    /// Where a solution is made shorter: its gains so far.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gains: Vec<Gain>,
    /// The best solution there, as step letters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The answer, when it is done.
    pub answer: Option<Arc<Done>>,
}

/// The counts of a solution on the way.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Best {
    /// Steps of the player.
    pub moves: usize,
    /// Those that push a box.
    pub pushes: usize,
}

/// A position: squares are `row * width + column` from zero.
#[derive(Clone, Debug, Serialize)]
pub struct Place {
    /// Where boxes stand.
    pub boxes: Vec<usize>,
    /// Where the player stands.
    pub player: usize,
}

/// The best cell of a search over features.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Cell {
    /// The strategy that got this far.
    strategy: &'static str,
    /// Boxes packed for good; without a plan, boxes on the landmark.
    packed: usize,
    boxes: usize,
    regions: usize,
    /// Steps of the plan that are done, of `plan_steps`; null without a plan.
    plan_step: Option<usize>,
    plan_steps: Option<usize>,
}

impl From<BestCell> for Cell {
    fn from(cell: BestCell) -> Self {
        let BestCell { strategy, packed, boxes, regions, plan } = cell;
        let (plan_step, plan_steps) = plan.unzip();
        Self { strategy, packed, boxes, regions, plan_step, plan_steps }
    }
}

/// The end of a solve.
#[derive(Clone, Debug, Serialize)]
pub struct Done {
    /// What came of it.
    #[serde(flatten)]
    pub report: Report,
    /// The solution step by step, a line each.
    pub plan: Vec<String>,
    /// Names of the SAT planner's files that can be fetched.
    pub files: Vec<&'static str>,
    /// Further notes, in words.
    pub notes: Vec<String>,
    /// The figures of the solution that was to be made shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Figures>,
    /// No better solution differs from it by at most so many boxes at every moment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stable: Option<usize>,
    /// The figures at the head of the goal that are proved least, in its order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub least: Vec<&'static str>,
}

/// A better solution on the way.
#[derive(Clone, Debug, Serialize)]
pub struct Gain {
    /// When, since it began.
    pub seconds: f64,
    /// What found it.
    pub by: &'static str,
    /// Its figures.
    #[serde(flatten)]
    pub figures: Figures,
}

impl Done {
    /// The end of a solve that failed.
    pub fn failed(why: &str) -> Self {
        Self::without_answer(Report::failed(why.to_owned()))
    }

    /// The end of a solve that never began.
    pub fn cancelled() -> Self {
        Self::without_answer(Report::cancelled())
    }

    fn without_answer(report: Report) -> Self {
        let (plan, files, notes) = (vec![], vec![], vec![]);
        Self { report, plan, files, notes, before: None, stable: None, least: vec![] }
    }
}

/// Whoever keeps the snapshot of a solve.
pub trait Follower {
    /// Something is known now.
    fn change(&self, change: &mut dyn FnMut(&mut Snapshot));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_cell_has_one_form() {
        let cell = BestCell {
            strategy: "plan-near",
            packed: 17,
            boxes: 22,
            regions: 2,
            plan: Some((19, 26)),
        };
        let text = |cell| serde_json::to_string(&Cell::from(cell)).expect("plain data");
        assert_eq!(
            text(cell),
            r#"{"strategy":"plan-near","packed":17,"boxes":22,"regions":2,"plan_step":19,"plan_steps":26}"#
        );
        let landmark = text(BestCell { plan: None, ..cell });
        assert!(landmark.ends_with(r#""plan_step":null,"plan_steps":null}"#));
    }
}
