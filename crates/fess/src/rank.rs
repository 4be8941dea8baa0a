//! How promising a plan is, before anything is tried along it.

use std::cmp::Reverse;

use kuraban_board::Bits;

use crate::features::out_of_plan::OutOfPlan;
use crate::lone::Lone;
use crate::map::Map;
use crate::plan::{Origin, Plan};

/// Less is better, field by field.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Rank {
    /// Boxes that did not vanish: the plan does not know how to bring them.
    kept: usize,
    /// Boxes that stand out of plan at the start, summed over all steps: each has to be moved
    /// out of the way before the step.
    out_of_plan: usize,
    /// Steps that only park a box.
    parked: usize,
    /// Start boxes that can reach the target that is hardest to reach in its turn.
    supply: Reverse<usize>,
}

impl Rank {
    pub(crate) fn of<const W: usize>(map: &Map<W>, plan: &Plan<W>) -> Self {
        let start = map.board.start.boxes;
        let vanished = plan
            .steps
            .iter()
            .filter(|step| matches!(step.origin, Origin::Sink(_)))
            .count();
        let zones = OutOfPlan::new(map, plan);
        let supply = |(done, to): (usize, usize)| {
            let floor = map.board.floor.minus(plan.in_place(done));
            (Lone::new(map, floor).reaching(map, Bits::of(to)) & start).len()
        };
        let lasting = plan.steps.iter().enumerate().filter(|(_, s)| s.until.is_none());
        Self {
            kept: start.len().saturating_sub(vanished),
            out_of_plan: (0..plan.steps.len()).map(|done| zones.count(start, done)).sum(),
            parked: plan.steps.iter().filter(|step| step.until.is_some()).count(),
            supply: Reverse(
                lasting.map(|(done, step)| supply((done, step.to))).min().unwrap_or(0),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;

    /// The deep goal first, or last.
    #[test]
    fn a_plan_that_shuts_a_goal_ranks_behind() {
        let lane = "########\n#      #\n# $$@  #\n###.####\n###.####\n########";
        let level: Level = lane.parse().expect("a level");
        let map = Map::new(Arc::new(Board::<2>::new(&level)));
        let goals: Vec<usize> = map.board.goals.iter().collect();
        let start = map.board.layout.boxes[0];
        let rank = |order: [usize; 2]| {
            // Backward: what is emptied last is filled first.
            let moves = order.map(|goal| (goals[goal], start, true));
            Rank::of(&map, &Plan::new(&moves, Bits::EMPTY, Bits::EMPTY))
        };
        let (good, bad) = (rank([0, 1]), rank([1, 0]));
        assert_eq!((good.kept, bad.kept), (0, 0));
        assert!(good < bad, "{good:?} {bad:?}");
    }
}
