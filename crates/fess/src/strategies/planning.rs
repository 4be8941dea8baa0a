//! The plan search of a level, from its first move to the plan.

use std::sync::Arc;

use kuraban_board::Position;
use kuraban_search::Turn;

use crate::plan::Plan;
use crate::shared::Shared;
use crate::spaces::backward::for_plan::{ForPlan, ended};
use crate::strategy::First;
use crate::tree::{Expanded, Serving, Space as _, Tree, Ways};

/// Expansions after which a plan search has to make do with what it has. Measured on 63 hard levels: no
/// plan that leads home took more than 5,916.
const MOST: usize = 8_000;

/// A plan search, and then the plan that it has made.
pub(crate) struct Planning<const W: usize> {
    work: Option<Box<(Tree, ForPlan<W>)>>,
    plan: Plan<W>,
    /// Expansions and successors so far.
    counts: (u64, u64),
}

impl<const W: usize> Planning<W> {
    /// Begins a plan that empties these goals first, and leads on from `home`. `None` where nothing can
    /// be pulled.
    pub(crate) fn new(
        shared: &Arc<Shared<W>>,
        first: First,
        home: Position<W>,
        turn: &mut Turn<'_>,
    ) -> Option<Self> {
        let mut space = ForPlan::new(shared, first, home);
        let roots = space.roots(turn);
        if roots.is_empty() {
            return None;
        }
        let ways = Ways {
            listed: usize::MAX,
            renews: false,
            weighs: true,
            localizes: false,
            serving: Serving::Cells,
        };
        let mut tree = Tree::new(ways);
        tree.add_roots(&mut space, &roots, turn);
        let work = Some(Box::new((tree, space)));
        Some(Self { work, plan: Plan::default(), counts: (0, 0) })
    }

    /// Takes one move, unless the search is over; then the plan.
    pub(crate) fn step(&mut self, turn: &mut Turn<'_>) -> Option<&Plan<W>> {
        if let Some(work) = &mut self.work {
            let (tree, space) = &mut **work;
            let outcome = if tree.expanded() > MOST {
                Expanded::Exhausted
            } else {
                tree.step(space, turn)
            };
            self.counts = (tree.expanded() as u64, tree.generated);
            self.plan = space.plan(tree, ended(tree, outcome)?);
            self.work = None;
        }
        Some(&self.plan)
    }

    /// Expansions and successors so far.
    pub(crate) fn counts(&self) -> (u64, u64) {
        self.counts
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.work.as_ref().map_or(0, |work| work.0.bytes() + work.1.bytes())
    }
}

#[cfg(test)]
mod tests {
    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;

    const LANE: &str = "##########\n#        #\n# $$  @  #\n#     ####\n##### ####\n    #.#   \n    #.#   \n    ###   ";

    #[test]
    fn the_deepest_goal_is_filled_first() {
        let level: Level = LANE.parse().expect("a level");
        let shared: Arc<Shared<2>> = Shared::alone(Board::new(&level));
        for first in [First::Near, First::Far] {
            let plan = kuraban_search::without_limits(|turn| {
                let mut planning =
                    Planning::new(&shared, first, shared.start(), turn).expect("pulls");
                let mut step = || planning.step(turn).cloned();
                std::iter::repeat_with(&mut step).find_map(|plan| plan)
            });
            let steps = plan.expect("a plan").steps;
            let targets: Vec<usize> = steps.iter().map(|step| step.to).collect();
            assert!(targets.len() == 2 && targets[0] > targets[1], "{targets:?}");
        }
    }
}
