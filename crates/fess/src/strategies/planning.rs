//! The plan search of a level, from its first move to the plan.

use std::sync::Arc;

use kuraban_board::Position;
use kuraban_search::Turn;

use crate::plan::Plan;
use crate::shared::Shared;
use crate::spaces::backward::for_plan::{ForPlan, ended};
use crate::strategy::First;
use crate::tree::{Expanded, Space as _, Tree, Ways};

/// Expansions after which a plan search has to make do with what it has.
const MOST: usize = 20_000;

/// A plan search.
pub(crate) struct Planning<const W: usize> {
    tree: Tree,
    space: ForPlan<W>,
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
        let roots = space.roots();
        if roots.is_empty() {
            return None;
        }
        let ways =
            Ways { listed: usize::MAX, renews: false, weighs: true, localizes: false };
        let mut tree = Tree::new(ways);
        tree.add_roots(&mut space, &roots, turn);
        Some(Self { tree, space })
    }

    /// Takes one move; the plan when the search is over.
    pub(crate) fn step(&mut self, turn: &mut Turn<'_>) -> Option<Plan<W>> {
        let outcome = if self.tree.expanded() > MOST {
            Expanded::Exhausted
        } else {
            self.tree.step(&mut self.space, turn)
        };
        let node = ended(&self.tree, outcome)?;
        Some(self.space.plan(&self.tree, node))
    }

    /// Expansions and successors so far.
    pub(crate) fn counts(&self) -> (u64, u64) {
        (self.tree.expanded() as u64, self.tree.generated)
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.tree.bytes() + self.space.bytes()
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
                std::iter::repeat_with(|| planning.step(turn)).find_map(|plan| plan)
            });
            let steps = plan.expect("a plan").steps;
            let targets: Vec<usize> = steps.iter().map(|step| step.to).collect();
            assert!(targets.len() == 2 && targets[0] > targets[1], "{targets:?}");
        }
    }
}
