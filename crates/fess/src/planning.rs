//! Plans being made: by several recipes where there is a choice, and the best is followed.

use std::sync::Arc;

use crate::backward::{self, Aim, Backward, Recipe};
use crate::plan::Plan;
use crate::rank::Rank;
use crate::shared::Shared;
use crate::tree::{Progress, Tree, Ways};

/// Expansions after which a plan search has to make do with what it has.
const MOST: usize = 20_000;
/// A search that took more is not followed by those of other recipes.
const MOST_BEFORE_OTHERS: u64 = 1_000;

/// A plan search's tree and space.
type PlanSearch<const W: usize> = Box<(Tree<Backward<W>>, Backward<W>)>;

/// One plan search after the other.
pub(crate) struct Planning<const W: usize> {
    shared: Arc<Shared<W>>,
    frees_best: bool,
    /// Recipes not begun yet, the next one last.
    ahead: Vec<Recipe>,
    /// How many of the first plans are only there to be different from.
    avoided: usize,
    search: Option<PlanSearch<W>>,
    plans: Vec<Plan<W>>,
    /// Expansions and successors of searches that are over.
    gone: (u64, u64),
}

impl<const W: usize> Planning<W> {
    /// Plans by the first recipes are avoided, one by the others is to be followed. `None` where
    /// nothing can be pulled.
    pub(crate) fn new(
        shared: &Arc<Shared<W>>,
        (avoided, wanted): (&[Recipe], &[Recipe]),
        frees_best: bool,
    ) -> Option<Self> {
        let mut ahead: Vec<Recipe> =
            wanted.iter().rev().chain(avoided.iter().rev()).copied().collect();
        let search = Some(begin(shared, ahead.pop()?, frees_best)?);
        Some(Self {
            shared: Arc::clone(shared),
            frees_best,
            ahead,
            avoided: avoided.len(),
            search,
            plans: Vec::new(),
            gone: (0, 0),
        })
    }

    /// Takes one move; whether the plan search is over.
    pub(crate) fn step(&mut self) -> bool {
        let Some(search) = &mut self.search else { return true };
        let (tree, space) = &mut **search;
        let progress =
            if tree.expanded() > MOST { Progress::Exhausted } else { tree.step(space) };
        let Some(node) = backward::ended(tree, progress) else { return false };
        self.plans.push(backward::plan((tree, space), node));
        self.gone.0 += tree.expanded() as u64;
        self.gone.1 += tree.generated;
        let is_slow = self.gone.0 > MOST_BEFORE_OTHERS && self.plans.len() > self.avoided;
        let next = if is_slow { None } else { self.ahead.pop() };
        self.search = next.and_then(|next| begin(&self.shared, next, self.frees_best));
        self.search.is_none()
    }

    /// The best of the plans found that is none of those to be avoided, or else the best.
    pub(crate) fn best(mut self) -> Option<Plan<W>> {
        let wanted = self.plans.split_off(self.avoided.min(self.plans.len()));
        let map = &self.shared.statics.map;
        let steps = |plan: &Plan<W>| -> Vec<usize> {
            plan.steps.iter().map(|step| step.to).collect()
        };
        let avoided: Vec<Vec<usize>> = self.plans.iter().map(steps).collect();
        wanted
            .into_iter()
            .min_by_key(|plan| (avoided.contains(&steps(plan)), Rank::of(map, plan)))
    }

    /// Expansions and successors so far.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let now = self
            .search
            .as_ref()
            .map_or((0, 0), |search| (search.0.expanded() as u64, search.0.generated));
        (self.gone.0 + now.0, self.gone.1 + now.1)
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.search.as_ref().map_or(0, |search| search.0.bytes())
    }
}

fn begin<const W: usize>(
    shared: &Arc<Shared<W>>,
    recipe: Recipe,
    frees_best: bool,
) -> Option<PlanSearch<W>> {
    let mut space = Backward::new(Arc::clone(shared), Aim::Plan(recipe));
    let mut tree =
        Tree::new(Ways { listed: usize::MAX, renews: false, frees_best, weighs: true });
    let roots = space.roots();
    if roots.is_empty() {
        return None;
    }
    tree.add_roots(&mut space, &roots);
    Some(Box::new((tree, space)))
}

#[cfg(test)]
mod tests {
    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;
    use crate::level::Statics;

    fn plan(text: &str, recipes: (&[Recipe], &[Recipe])) -> Option<Plan<2>> {
        let level: Level = text.parse().expect("a level");
        let shared = Shared::new(Statics::new(Arc::new(Board::new(&level))));
        let mut planning = Planning::new(&shared, recipes, true)?;
        while !planning.step() {}
        planning.best()
    }

    const LANE: &str = "##########\n#        #\n# $$  @  #\n#     ####\n##### ####\n    #.#   \n    #.#   \n    ###   ";

    #[test]
    fn the_deepest_goal_is_filled_first() {
        let plan = plan(LANE, (&[], &[Recipe::NEAR, Recipe::FAR])).expect("a plan");
        let targets: Vec<usize> = plan.steps.iter().map(|step| step.to).collect();
        assert!(targets.len() == 2 && targets[0] > targets[1], "{targets:?}");
    }

    #[test]
    fn plans_that_others_follow_are_avoided() {
        let grouped = "  #####\n###   ###\n# $ . $ #\n#  .#.  #\n# $ . $ #\n###   ###\n  # @ #\n  #####";
        let steps = |text, recipes| plan(text, recipes).expect("a plan").steps;
        let near = [Recipe::NEAR];
        let both = [Recipe::NEAR, Recipe::FAR.second(), Recipe::CLUSTER.second()];
        assert_ne!(steps(grouped, (&near, &both)), steps(grouped, (&[], &near)));
        assert_eq!(steps(LANE, (&near, &near)), steps(LANE, (&[], &near)), "no other");
    }
}
