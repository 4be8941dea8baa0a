//! How many steps of the plan are done.

use kuraban_board::Bits;
use kuraban_board::LoneBox;

use crate::level::map::Map;
use crate::plan::{Plan, Step};

/// How many steps are done in turn. A step is done when a box is where it put one, or when a
/// later step that is done has moved that box on. Which box it is does not matter.
pub(crate) fn in_turn<const W: usize>(plan: &Plan<W>, boxes: Bits<W>) -> usize {
    let missing = |step: &Step| !boxes.has(step.to);
    let (first, rest) = plan.steps.split_at(plan.initial);
    let permanent = first.iter().filter(|step| step.until.is_none());
    let (in_place, all) = permanent.fold((0, 0), |(in_place, all), step| {
        (in_place + usize::from(!missing(step)), all + 1)
    });
    if in_place < all {
        return in_place;
    }
    let mut packed = plan.steps.len();
    for (index, step) in rest.iter().enumerate().rev() {
        if missing(step) && step.until.is_none_or(|until| until >= packed) {
            packed = plan.initial + index;
        }
    }
    let astray = first
        .iter()
        .filter(|step| missing(step) && step.until.is_some_and(|until| until >= packed));
    packed.saturating_sub(astray.count())
}

/// Which steps count even out of turn: those that fill a goal early, and whose box alone shuts
/// off no goal of an earlier step.
#[derive(Clone, Debug)]
pub(crate) struct Loose {
    /// Per step, the earlier ones that have to be done before it.
    needed: Vec<Vec<u16>>,
}

impl Loose {
    pub(crate) fn new<const W: usize>(map: &Map<W>, plan: &Plan<W>) -> Self {
        let sources = map.board.start.boxes;
        let mut needed = vec![Vec::new(); plan.steps.len()];
        let mut floor = map.board.floor;
        for (index, step) in plan.steps.iter().enumerate() {
            if step.until.is_some() {
                continue;
            }
            for (later, other) in plan.steps.iter().enumerate().skip(index + 1) {
                let shuts = || {
                    let lone = LoneBox::new(&map.board.layout, floor.without(other.to));
                    !lone.reached_from(sources).has(step.to)
                };
                if other.until.is_none() && shuts() {
                    needed[later].push(index as u16);
                }
            }
            floor.remove(step.to);
        }
        Self { needed }
    }

    /// How many steps are done, `packed` of them in turn: those, and the later ones that count
    /// early.
    pub(crate) fn achieved<const W: usize>(
        &self,
        plan: &Plan<W>,
        boxes: Bits<W>,
        packed: usize,
    ) -> usize {
        if packed < plan.initial {
            return packed;
        }
        let early = (packed + 1..plan.steps.len()).filter(|&later| {
            let step = &plan.steps[later];
            step.until.is_none()
                && boxes.has(step.to)
                && self.needed[later].iter().all(|&index| {
                    usize::from(index) < packed
                        || boxes.has(plan.steps[usize::from(index)].to)
                })
        });
        packed + early.count()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;

    /// A plan that fills goals in this order, given by their numbers.
    fn plan(text: &str, order: &[usize]) -> (Plan<2>, Loose, Vec<usize>) {
        let level: Level = text.parse().expect("a level");
        let map = Map::new(Arc::new(Board::<2>::new(&level)));
        let goals: Vec<usize> = map.board.goals.iter().collect();
        let start = map.board.layout.boxes[0];
        let moves: Vec<_> =
            order.iter().rev().map(|&goal| (goals[goal], start, true)).collect();
        let plan = Plan::new(&moves, Bits::EMPTY, Bits::EMPTY);
        let loose = Loose::new(&map, &plan);
        (plan, loose, goals)
    }

    #[test]
    fn a_goal_filled_early_counts_where_it_shuts_nothing() {
        let row =
            "#########\n#   @   #\n# $ $ $ #\n#   #   #\n#  ...  #\n#       #\n#########";
        let (plan, loose, goals) = plan(row, &[1, 0, 2]);
        let early = Bits::of(goals[0]);
        assert_eq!((in_turn(&plan, early), loose.achieved(&plan, early, 0)), (0, 1));
    }

    #[test]
    fn a_goal_filled_early_does_not_count_where_it_shuts_another() {
        let lane = "########\n#      #\n# $$@  #\n###.####\n###.####\n########";
        let (plan, loose, goals) = plan(lane, &[1, 0]);
        let early = Bits::of(goals[0]);
        assert_eq!((in_turn(&plan, early), loose.achieved(&plan, early, 0)), (0, 0));
        let both = early.with(goals[1]);
        assert_eq!(loose.achieved(&plan, both, in_turn(&plan, both)), 2);
    }
}
