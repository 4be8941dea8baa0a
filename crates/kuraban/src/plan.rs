//! What the feature-space search sees in a level before it begins.

use kuraban_fess::{Kind, Outline, Placed, Strategy};
use kuraban_level::{Level, Rules};
use kuraban_search::Turn;
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::report::Word;

/// Rooms, hot spots and the packing plan of a level, as `show --plan` prints them. Squares are
/// `row * width + column` from zero.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
pub struct PackingPlan {
    /// The strategy of the engine `fess` whose plan it is.
    pub strategy: Word,
    /// The squares of each room: wide parts of the floor.
    #[cfg_attr(feature = "serde", serde(default))]
    pub rooms: Vec<Vec<usize>>,
    /// Where a box would keep one of the boxes, as they stand at the start, from a goal.
    #[cfg_attr(feature = "serde", serde(default))]
    pub hotspots: Vec<usize>,
    /// The steps in their order; missing where no plan was found.
    pub steps: Option<Vec<PlanStep>>,
    /// Squares where boxes wait before they are moved on, ascending.
    #[cfg_attr(feature = "serde", serde(default))]
    pub parking: Vec<usize>,
    /// Expansions that the plan took.
    #[cfg_attr(feature = "serde", serde(default))]
    pub expanded: u64,
}

/// What a step of a packing plan does with its box.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Placing {
    /// It stands there from the start.
    Stands,
    /// It comes there for good.
    Packed,
    /// It waits there.
    Parked,
}

/// A step of a packing plan: a box comes to stand on a square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
pub struct PlanStep {
    /// Counted from one.
    pub step: usize,
    /// Whether the box stands there from the start, comes for good, or waits.
    pub kind: Placing,
    /// The box, by its start square. The plan cares only about squares: any other box that
    /// can get there will do.
    #[cfg_attr(feature = "serde", serde(rename = "box"))]
    pub start: Option<usize>,
    /// Where it comes from: its start square or a parking place.
    pub from: Option<usize>,
    /// The square it is on after the step.
    pub to: usize,
    /// Fewest pushes if there were no other box.
    pub pushes: Option<usize>,
    /// The step that moves it on.
    pub until: Option<usize>,
}

impl PackingPlan {
    /// The plan that a strategy would follow; `None` for levels with nothing to be planned, for
    /// boulder puzzles, and where the turn is too short.
    pub fn new(level: &Level, strategy: Strategy, turn: &mut Turn<'_>) -> Option<Self> {
        if level.rules() == Rules::Boulders {
            return None;
        }
        let outline = Outline::new(level, strategy, turn)?;
        let steps = outline.steps.map(|steps| named(level, &steps));
        let mut parking: Vec<usize> = steps
            .iter()
            .flatten()
            .filter(|step| step.kind == Placing::Parked)
            .map(|step| step.to)
            .collect();
        parking.sort_unstable();
        parking.dedup();
        Some(Self {
            strategy: strategy.name().into(),
            rooms: outline.rooms,
            hotspots: outline.hotspots,
            steps,
            parking,
            expanded: outline.expanded,
        })
    }
}

/// Follows boxes from step to step.
fn named(level: &Level, steps: &[Placed]) -> Vec<PlanStep> {
    let mut starts: Vec<Option<usize>> = vec![None; level.squares().len()];
    for &at in level.boxes() {
        starts[at] = Some(at);
    }
    let mut named = Vec::with_capacity(steps.len());
    for (index, placed) in steps.iter().enumerate() {
        let start = match (placed.kind, placed.from) {
            (Kind::Stands, _) => starts[placed.to],
            (_, Some(from)) => starts[from].take(),
            (_, None) => None,
        };
        starts[placed.to] = start;
        named.push(PlanStep {
            step: index + 1,
            kind: match placed.kind {
                Kind::Stands => Placing::Stands,
                Kind::Packed => Placing::Packed,
                Kind::Parked => Placing::Parked,
            },
            start,
            from: placed.from,
            to: placed.to,
            pushes: placed.pushes,
            until: placed.until.map(|until| until + 1),
        });
    }
    named
}
