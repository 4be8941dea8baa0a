//! The landmark strategy: backward to an open board, then forward toward it.

use std::sync::Arc;

use kuraban_search::{BestCell, Stage, Turn};

use crate::shared::Shared;
use crate::spaces::ahead::Ahead;
use crate::spaces::backward::{Aim, Backward, Remaining};
use crate::spaces::toward_landmark::{Nearer, Toward};
use crate::strategies::joined;
use crate::strategies::{LISTED, WEIGHTED_EVERY, Work};
use crate::tree::{Expanded, Tree, Ways};

/// Moves of the first backward stretch; stretches double from round to round.
const FIRST_STRETCH: u64 = 1_000;
/// A forward stretch is so many times as long.
const FORWARD_SHARE: u64 = 2;

/// How forward searches are guided. Measured on 52 levels that take long, 5 CPU s each: 32 solved by
/// pushes, 29 by boxes, 30 by both in turns.
const NEARER: Nearer = Nearer::ByPushes;

/// Forward search toward a landmark.
type Approach<const W: usize> = (Tree, Ahead<W>);

/// The landmark strategy at work. The two searches alternate in growing stretches; the backward
/// tree and what both have reached stay, the forward tree begins anew with each landmark.
pub(crate) struct Landmark<const W: usize> {
    shared: Arc<Shared<W>>,
    name: &'static str,
    backward: Tree,
    opener: Backward<W>,
    exhausted: bool,
    /// How the backward search began.
    begun: Expanded,
    forward: Option<Box<Approach<W>>>,
    /// The node of the backward tree that the forward search is headed for.
    target: Option<u32>,
    round: u32,
    stretch: u64,
    left: u64,
    is_forward: bool,
    /// Counts of forward trees given up.
    gone: (u64, u64),
}

impl<const W: usize> Landmark<W> {
    pub(crate) fn new(
        shared: &Arc<Shared<W>>,
        name: &'static str,
        turn: &mut Turn<'_>,
    ) -> Self {
        let mut opener = Backward::new(Arc::clone(shared), Aim::OpenEnds);
        let mut backward =
            Tree::new(Ways { listed: LISTED, renews: false, weighs: true });
        let roots = opener.roots();
        let exhausted = roots.is_empty();
        let begun = backward.add_roots(&mut opener, &roots, turn);
        Self {
            shared: Arc::clone(shared),
            name,
            backward,
            opener,
            exhausted,
            begun,
            forward: None,
            target: None,
            round: 0,
            stretch: FIRST_STRETCH,
            left: FIRST_STRETCH,
            is_forward: false,
            gone: (0, 0),
        }
    }

    fn step_backward(&mut self, turn: &mut Turn<'_>) -> Stage {
        if self.exhausted {
            self.left = 0;
        } else {
            self.left -= 1;
            let outcome = match std::mem::replace(&mut self.begun, Expanded::More) {
                Expanded::More => self.backward.step(&mut self.opener, turn),
                outcome => outcome,
            };
            match outcome {
                Expanded::More => {}
                Expanded::Exhausted => self.exhausted = true,
                Expanded::Done(node, last) => {
                    let (shared, side) =
                        ((&*self.shared, self.name), (&self.backward, &self.opener));
                    let place = Remaining::place;
                    return joined::pulled(shared, side, (node, last), place);
                }
            }
        }
        if self.left > 0 {
            return Stage::Working;
        }
        // Nothing can be pulled off the goals: the level has no solution.
        let Some(best) = self.backward.best_node() else { return Stage::GaveUp };
        self.is_forward = true;
        self.left = self.stretch * FORWARD_SHARE;
        let weighs = self.round % WEIGHTED_EVERY == WEIGHTED_EVERY - 1;
        let begins_anew = self.target != Some(best)
            || self.round.is_multiple_of(WEIGHTED_EVERY)
            || weighs;
        self.round += 1;
        if !begins_anew && self.forward.is_some() {
            return Stage::Working;
        }
        self.retire();
        self.target = Some(best);
        let boxes = self.backward.state(&self.opener, best).boxes;
        let order = Toward::new(Arc::clone(&self.shared), boxes, NEARER);
        let mut space = Ahead::by_order(&self.shared, order);
        let mut tree = Tree::new(Ways { listed: LISTED, renews: false, weighs });
        let outcome = tree.add_roots(&mut space, &[self.shared.start()], turn);
        self.forward = Some(Box::new((tree, space)));
        let stage = self.conclude(outcome);
        self.tell(stage, turn)
    }

    fn retire(&mut self) {
        if let Some(old) = self.forward.take() {
            self.gone.0 += old.0.expanded() as u64;
            self.gone.1 += old.0.generated;
        }
    }

    fn step_forward(&mut self, turn: &mut Turn<'_>) -> Stage {
        let Some(forward) = &mut self.forward else {
            self.is_forward = false;
            return if self.exhausted { Stage::GaveUp } else { Stage::Working };
        };
        self.left -= 1;
        let (tree, space) = &mut **forward;
        let before = tree.best();
        let outcome = tree.step(space, turn);
        let is_better = tree.best() != before;
        if self.left == 0 {
            self.is_forward = false;
            self.stretch *= 2;
            self.left = self.stretch;
        }
        let stage = self.conclude(outcome);
        if is_better { self.tell(stage, turn) } else { stage }
    }

    /// What the outcome of a forward move means.
    fn conclude(&mut self, outcome: Expanded) -> Stage {
        if let Expanded::Done(node, last) = outcome
            && let Some(forward) = &self.forward
        {
            let (shared, side) = ((&*self.shared, self.name), (&forward.0, &forward.1));
            return joined::pushed(shared, side, (node, last));
        }
        if outcome == Expanded::Exhausted {
            self.retire();
        }
        Stage::Working
    }
}

impl<const W: usize> Work for Landmark<W> {
    fn step(&mut self, turn: &mut Turn<'_>) -> Stage {
        if self.is_forward { self.step_forward(turn) } else { self.step_backward(turn) }
    }

    fn expanded(&self) -> u64 {
        let forward = self.forward.as_ref().map_or(0, |forward| forward.0.expanded());
        self.gone.0 + (self.backward.expanded() + forward) as u64
    }

    fn generated(&self) -> u64 {
        let forward = self.forward.as_ref().map_or(0, |forward| forward.0.generated);
        self.gone.1 + self.backward.generated + forward
    }

    fn bytes(&self) -> usize {
        self.backward.bytes()
            + self.forward.as_ref().map_or(0, |forward| forward.0.bytes())
    }

    fn best_cell(&self) -> Option<BestCell> {
        let best = self.forward.as_ref()?.0.best();
        Some(NEARER.best_cell(&self.shared, self.name, best))
    }

    fn best_place(&self) -> Option<(Vec<usize>, usize)> {
        let (tree, space) = self.forward.as_deref()?;
        Some(self.shared.squares(&tree.state(space, tree.best_node()?)))
    }

    fn describe(&self) -> String {
        let (overlap, expanded, rejected) =
            self.forward.as_ref().map_or((0, 0, 0), |forward| {
                let tree = &forward.0;
                (NEARER.overlap_of(tree.best()), tree.expanded(), tree.rejected)
            });
        format!(
            "{}: round {}, {} expanded backward; {overlap} boxes on it, {expanded} \
             expanded forward, {rejected} turned down",
            self.name,
            self.round,
            self.backward.expanded(),
        )
    }
}
