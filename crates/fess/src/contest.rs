//! Searches for several landmarks of which the one that gets nearest goes on.

use crate::expander::Place;
use crate::tree::{Progress, Score, Space, Tree, Ways};

/// Moves of a position listed at a time.
const LISTED: usize = 8;
/// Boards of a pool differ in at least one box of so many.
const APART: usize = 5;

/// Searches from one end, each for a landmark of its own. Each has a trial; then all are given
/// up but the one that came nearest to its landmark.
pub(crate) struct Contest<S: Space> {
    sides: Vec<(Tree<S>, S)>,
    current: usize,
    trial: u64,
    left: u64,
    /// How the searches began, where there is something to tell.
    begun: Vec<Progress>,
    /// Expansions and successors of those given up.
    gone: (u64, u64),
}

impl<const W: usize, S: Space<State = Place<W>>> Contest<S> {
    /// Begins with one search or several, each in a space of its own and with roots of its own,
    /// that have a trial of so many moves each.
    pub(crate) fn new(spaces: Vec<(S, Vec<Place<W>>)>, trial: u64, weighs: bool) -> Self {
        let (mut sides, mut begun) = (Vec::new(), Vec::new());
        for (mut space, roots) in spaces {
            let ways = Ways { listed: LISTED, renews: false, frees_best: true, weighs };
            let mut tree = Tree::new(ways);
            begun.push(if roots.is_empty() {
                Progress::Exhausted
            } else {
                tree.add_roots(&mut space, &roots)
            });
            sides.push((tree, space));
        }
        let trial = trial.max(1);
        Self { sides, current: 0, trial, left: trial, begun, gone: (0, 0) }
    }

    /// Takes one move of the search whose turn it is.
    pub(crate) fn step(&mut self) -> Progress {
        if self.left == 0 {
            self.left = self.trial;
            self.current += 1;
        }
        if self.current == self.sides.len() {
            self.keep_best();
        }
        self.left -= u64::from(self.sides.len() > 1);
        let begun = std::mem::replace(&mut self.begun[self.current], Progress::Working);
        let (tree, space) = &mut self.sides[self.current];
        let progress = match begun {
            Progress::Working => tree.step(space),
            begun => begun,
        };
        if progress == Progress::Exhausted && self.sides.len() > 1 {
            self.give_up(self.current);
            self.left = self.trial;
            return Progress::Working;
        }
        progress
    }

    fn keep_best(&mut self) {
        while self.sides.len() > 1 {
            let worst =
                (0..self.sides.len()).rev().max_by_key(|&at| self.sides[at].0.best());
            self.give_up(worst.unwrap_or(0));
        }
        self.current = 0;
    }

    fn give_up(&mut self, at: usize) {
        let (tree, _) = self.sides.remove(at);
        self.begun.remove(at);
        self.gone.0 += tree.expanded() as u64;
        self.gone.1 += tree.generated;
    }

    /// The search whose turn it is.
    pub(crate) fn side(&self) -> (&Tree<S>, &S) {
        let at = self.current.min(self.sides.len() - 1);
        (&self.sides[at].0, &self.sides[at].1)
    }

    /// The best score of the search whose turn it is.
    pub(crate) fn best(&self) -> Score {
        self.side().0.best()
    }

    /// Expansions so far.
    pub(crate) fn expanded(&self) -> u64 {
        let own: usize = self.sides.iter().map(|side| side.0.expanded()).sum();
        self.gone.0 + own as u64
    }

    /// Successors generated so far.
    pub(crate) fn generated(&self) -> u64 {
        self.gone.1 + self.sides.iter().map(|side| side.0.generated).sum::<u64>()
    }

    /// Bytes in the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.sides.iter().map(|side| side.0.bytes()).sum()
    }

    /// The best positions of the search that came nearest, each with other boxes than those
    /// before it; none where it had no root.
    pub(crate) fn pool(&mut self, count: usize) -> Vec<Place<W>> {
        self.keep_best();
        let (tree, space) = &mut self.sides[0];
        let Some(best) = tree.best_node() else { return Vec::new() };
        let first = tree.state(space, best);
        if count == 1 {
            return vec![first];
        }
        let mut scored: Vec<(Score, u32)> = (0..tree.expanded() as u32)
            .map(|node| {
                let place = tree.state(space, node);
                (space.score(&place), node)
            })
            .collect();
        scored.sort_unstable();
        let mut kept = vec![first];
        for (_, node) in scored {
            if kept.len() >= count {
                break;
            }
            let place = tree.state(space, node);
            let apart = place.boxes.len().div_ceil(APART);
            if kept.iter().all(|other| place.boxes.minus(other.boxes).len() >= apart) {
                kept.push(place);
            }
        }
        kept
    }

    /// The few positions of the search that came nearest which are best in the eyes of another
    /// one, each with boxes of its own and none with those of `root`.
    pub(crate) fn nearest<T: Space<State = Place<W>>>(
        &mut self,
        other: &mut T,
        root: Place<W>,
        count: usize,
        is_reached: impl Fn(&Place<W>) -> bool,
    ) -> Vec<Place<W>> {
        self.keep_best();
        let (tree, space) = &self.sides[0];
        let mut scored: Vec<(Score, u32)> = (0..tree.expanded() as u32)
            .map(|node| (other.score(&tree.state(space, node)), node))
            .collect();
        scored.sort_unstable();
        let mut kept: Vec<Place<W>> = Vec::new();
        for (_, node) in scored {
            if kept.len() >= count {
                break;
            }
            let place = tree.state(space, node);
            let is_new = place.boxes != root.boxes
                && kept.iter().all(|known| place.boxes != known.boxes);
            if is_new && is_reached(&place) {
                kept.push(place);
            }
        }
        kept
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;
    use crate::ahead::Ahead;
    use crate::level::Statics;
    use crate::shared::Shared;
    use crate::toward::Toward;

    #[test]
    fn the_one_that_comes_nearest_goes_on() {
        let level: Level =
            "#########\n#       #\n# $   $ #\n#   @   #\n#  . .  #\n#########"
                .parse()
                .expect("a level");
        let shared: Arc<Shared<2>> =
            Shared::new(Statics::new(Arc::new(Board::new(&level))));
        let board = &shared.statics.map.board;
        let boxes = board.start.boxes;
        // One landmark where a box is already, one far from both.
        let first = boxes.first().expect("there are two");
        let stride = board.layout.stride;
        let near = boxes.without(first).with(first + 1);
        let far = boxes.iter().map(|spot| spot + stride + 1).collect();
        let space = |landmark| {
            let order = Toward::new(Arc::clone(&shared), landmark);
            (Ahead::new(&shared, Box::new(order)), vec![shared.start()])
        };
        let mut contest = Contest::new(vec![space(far), space(near)], 2, true);
        for _ in 0..4 {
            assert_eq!(contest.step(), Progress::Working);
        }
        let before = contest.expanded();
        let best = contest.sides[1].0.best();
        let pool = contest.pool(2);
        assert_eq!((contest.sides.len(), contest.best()), (1, best));
        assert_eq!(pool[0].boxes, near, "the landmark was reached");
        assert_eq!(pool.len(), 2);
        assert_ne!(pool[0].boxes, pool[1].boxes);
        assert_eq!(contest.expanded(), before, "what was given up counts");
    }
}
