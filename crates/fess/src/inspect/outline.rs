//! What the search sees in a level before it begins: rooms, hot spots, the packing plan.

use std::sync::Arc;

use kuraban_board::{Bits, FAR, Ground, Layout};
use kuraban_level::Level;
use kuraban_search::Turn;

use crate::level::{Preparation, Statics};
use crate::plan::{Origin, Plan, Step};
use crate::shared::Shared;
use crate::strategies::planned::Planned;
use crate::strategy::Strategy;

/// What becomes of a box in a step of a plan.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// It stands there from the start.
    Stands,
    /// It is pushed there and stays.
    Packed,
    /// It is pushed there and moved on later.
    Parked,
}

/// One step of a plan. Squares are the level's.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Placed {
    /// What becomes of the box.
    pub kind: Kind,
    /// Where it comes from: a start square or a parking place. Missing where any box will do.
    pub from: Option<usize>,
    /// The square it is on after the step.
    pub to: usize,
    /// Fewest pushes from there to here if there were no other box.
    pub pushes: Option<usize>,
    /// The step that moves it on, counted from zero.
    pub until: Option<usize>,
}

/// Rooms, hot spots and plan of a level. Squares are the level's, ascending.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Outline {
    /// The squares of each room: wide parts of the floor.
    pub rooms: Vec<Vec<usize>>,
    /// Where a box would keep one of the boxes, as they stand at the start, from a goal.
    pub hotspots: Vec<usize>,
    /// The steps of the packing plan in their order; `None` where there is none.
    pub steps: Option<Vec<Placed>>,
    /// Expansions that the plan took.
    pub expanded: u64,
}

impl Outline {
    /// Works out rooms, hot spots and the plan that `strategy` would follow. `None` for levels
    /// that have nothing to be planned: solved or refuted at a glance, or too large.
    pub fn new(level: &Level, strategy: Strategy, turn: &mut Turn<'_>) -> Option<Self> {
        let layout = Layout::new(level);
        if layout.refuted.is_some()
            || layout.boxes.is_empty()
            || level.is_solved_at_start()
        {
            return None;
        }
        match layout.words() {
            0..=16 => outline::<16>(layout, strategy, turn),
            17..=64 => outline::<64>(layout, strategy, turn),
            _ => None,
        }
    }
}

fn outline<const W: usize>(
    layout: Layout,
    strategy: Strategy,
    turn: &mut Turn<'_>,
) -> Option<Outline> {
    let ground = Ground::<W>::new(layout);
    let board = ground.board(turn).continue_value()?;
    let statics = Preparation::default().advance(&board, 1, turn).continue_value()?;
    let shared = Shared::new(statics, ground.meeting(&board), Arc::default());
    let statics = &shared.statics;
    let square = |spot| statics.map.board.layout.square(spot);
    let squares = |set: Bits<W>| set.iter().map(square).collect::<Vec<_>>();
    let planned = strategy.plans().then(|| Planned::of(&shared, strategy, turn));
    let planned = planned.flatten().and_then(|planned| planned.view(turn));
    let (steps, expanded) = match planned {
        Some((view, expanded)) => (Some(placed(statics, &view.guide.plan)), expanded),
        None => (None, 0),
    };
    Some(Outline {
        rooms: statics.rooms.spots().iter().map(|&room| squares(room)).collect(),
        hotspots: squares(statics.hotspots.spots(statics.map.board.start.boxes)),
        steps,
        expanded,
    })
}

fn placed<const W: usize>(statics: &Statics<W>, plan: &Plan<W>) -> Vec<Placed> {
    let map = &statics.map;
    let square = |spot| map.board.layout.square(spot);
    let each = |step: &Step| {
        let from = match step.origin {
            Origin::Initial | Origin::Any => None,
            Origin::Sink(spot) | Origin::Spot(spot) => Some(spot),
        };
        let kind = match (step.origin, step.until) {
            (Origin::Initial, _) => Kind::Stands,
            (_, None) => Kind::Packed,
            (_, Some(_)) => Kind::Parked,
        };
        let pushes = from.map(|from| map.push_distance(from, step.to));
        let pushes = pushes.filter(|&pushes| pushes != FAR).map(usize::from);
        let (from, to) = (from.map(square), square(step.to));
        Placed { kind, from, to, pushes, until: step.until }
    };
    plan.steps.iter().map(each).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room, and goals in a dead end.
    const LEVEL: &str = "\
#########
#   #####
# $ $...#
#@$ #####
#   #
#####
";

    #[test]
    fn goals_are_filled_from_behind() {
        let level: Level = LEVEL.parse().expect("a level");
        for strategy in Strategy::ALL {
            let outline = kuraban_search::without_limits(|turn| {
                Outline::new(&level, strategy, turn).expect("an outline")
            });
            assert!(!outline.rooms.is_empty());
            let Some(steps) = outline.steps else {
                assert!(!strategy.plans(), "{strategy}");
                continue;
            };
            let packed: Vec<usize> = steps
                .iter()
                .filter(|step| step.until.is_none())
                .map(|step| step.to)
                .collect();
            let mut goals = packed.clone();
            goals.sort_unstable();
            assert_eq!(goals, level.goals(), "{strategy}");
            let mut deepest_first = level.goals().to_vec();
            deepest_first.reverse();
            assert_eq!(packed, deepest_first, "{strategy}");
            let origins: Vec<usize> = steps.iter().filter_map(|step| step.from).collect();
            assert!(origins.iter().any(|from| level.boxes().contains(from)));
        }
    }

    #[test]
    fn a_solved_level_has_no_outline() {
        let level: Level = "#####\n#@ *#\n#####".parse().expect("a level");
        let outline = kuraban_search::without_limits(|turn| {
            Outline::new(&level, Strategy::PLAN_NEAR, turn)
        });
        assert_eq!(outline, None);
    }
}
