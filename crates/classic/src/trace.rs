//! What a search does, told expansion by expansion.

use kuraban_search::Run;

use crate::space::{Space, Successors};

/// Collects what became of the successors of one state, where a trace is wanted.
pub(crate) struct Tracer {
    is_new: Option<Vec<bool>>,
}

impl Tracer {
    pub(crate) fn new(space: &dyn Space, run: &Run<'_>) -> Self {
        Self { is_new: (run.traces() && space.is_traced()).then(Vec::new) }
    }

    /// The next successor was new, or was seen before.
    #[inline]
    pub(crate) fn note(&mut self, is_new: bool) {
        if let Some(list) = &mut self.is_new {
            list.push(is_new);
        }
    }

    /// Tells the state and its actions: possible, already seen or impossible. Where the actions
    /// are no short list the impossible ones are left out.
    pub(crate) fn tell(
        &self,
        space: &mut dyn Space,
        key: &[u8],
        successors: &Successors,
        run: &mut Run<'_>,
    ) {
        let Some(is_new) = &self.is_new else { return };
        let (number, depth) = (run.statistics.expanded, run.statistics.depth);
        let state = space.describe(key);
        run.trace(|| format!("expansion {number}, depth {depth}: {state}"));
        let what = |index: usize| match is_new.get(index) {
            Some(true) if successors.edges[index].is_final => "possible, the goal",
            Some(true) => "possible",
            Some(false) => "already seen",
            None => "possible, not looked at",
        };
        let all = space.actions();
        if all.is_empty() {
            for (index, edge) in successors.edges.iter().enumerate() {
                run.trace(|| format!("  {} {}", space.name(edge.action), what(index)));
            }
        }
        for action in all {
            let index = successors.edges.iter().position(|edge| edge.action == action);
            let told = index.map_or("impossible", what);
            run.trace(|| format!("  {} {told}", space.name(action)));
        }
    }
}
