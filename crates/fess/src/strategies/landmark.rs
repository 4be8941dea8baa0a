//! The landmark strategy: backward to an open board, then forward toward it.

use std::sync::Arc;

use kuraban_search::{BestCell, Stage, Turn};

use crate::shared::Shared;
use crate::spaces::ahead::Ahead;
use crate::spaces::backward::homeward::Homeward;
use crate::spaces::nearness::Nearness;
use crate::spaces::toward_landmark::{Toward, best_cell};
use crate::strategies::joined;
use crate::strategies::joint::{Joint, JointSearches};
use crate::strategies::side::Side;
use crate::strategies::{WEIGHTED_EVERY, Work};
use crate::strategy::Nearer;
use crate::tree::{Expanded, Score, Serving};

/// Moves of the first backward stretch; stretches double from round to round.
const FIRST_STRETCH: u64 = 1_000;
/// A forward stretch is so many times as long.
const FORWARD_SHARE: u64 = 2;

/// How forward searches are guided. Measured on 52 levels that take long, 5 CPU s each: 32 solved by
/// pushes, 29 by boxes, 30 by both in turns.
const NEARER: Nearer = Nearer::ByPushes;

/// The landmark strategy at work. The two searches alternate in growing stretches; the backward
/// tree and what both have reached stay, the forward tree begins anew with each landmark.
pub(crate) struct Landmark<const W: usize> {
    shared: Arc<Shared<W>>,
    name: &'static str,
    backward: Joint<Side<Homeward<W>>>,
    exhausted: bool,
    forward: Option<Box<Side<Ahead<W>>>>,
    /// The best score of the backward search when it found what the forward search is headed for.
    target: Option<Score>,
    round: u32,
    stretch: u64,
    /// Moves of the backward search until its stretch ends.
    until: u64,
    /// Moves left of the forward stretch.
    left: u64,
    is_forward: bool,
    /// Expansions and successors so far.
    counts: (u64, u64),
}

impl<const W: usize> Landmark<W> {
    pub(crate) fn new(
        (shared, joint): (&Arc<Shared<W>>, &JointSearches<W>),
        name: &'static str,
        turn: &mut Turn<'_>,
    ) -> Self {
        Self {
            shared: Arc::clone(shared),
            name,
            backward: joint.back(shared, turn),
            exhausted: false,
            forward: None,
            target: None,
            round: 0,
            stretch: FIRST_STRETCH,
            until: FIRST_STRETCH,
            left: 0,
            is_forward: false,
            counts: (0, 0),
        }
    }

    fn step_backward(&mut self, turn: &mut Turn<'_>) -> Stage {
        if !self.exhausted {
            match self.backward.step(&mut self.counts, turn) {
                Expanded::More => {}
                Expanded::Exhausted => self.exhausted = true,
                Expanded::Done(node, last) => {
                    let (shared, end) = ((&*self.shared, self.name), (node, last));
                    return self
                        .backward
                        .with(|side| joined::pulled(shared, side.parts(), end));
                }
            }
        }
        if self.backward.with(|side| side.moves()) < self.until && !self.exhausted {
            return Stage::Working;
        }
        let (best, landmark) =
            self.backward.with(|side| (side.best(), side.best_place()));
        // Nothing can be pulled off the goals: the level has no solution.
        let Some(landmark) = landmark else { return Stage::GaveUp };
        self.is_forward = true;
        self.left = self.stretch * FORWARD_SHARE;
        let best = Some(best);
        let weighs = self.round % WEIGHTED_EVERY == WEIGHTED_EVERY - 1;
        let begins_anew =
            self.target != best || self.round.is_multiple_of(WEIGHTED_EVERY) || weighs;
        self.round += 1;
        if !begins_anew && self.forward.is_some() {
            return Stage::Working;
        }
        self.target = best;
        let order = Toward::new(Arc::clone(&self.shared), landmark.boxes, NEARER);
        let space = Ahead::by_order(&self.shared, order);
        let forward = Side::new(
            space,
            &[self.shared.start()],
            (weighs, false),
            Serving::Cells,
            turn,
        );
        self.forward = Some(Box::new(forward));
        self.tell(Stage::Working, turn)
    }

    fn step_forward(&mut self, turn: &mut Turn<'_>) -> Stage {
        let Some(forward) = &mut self.forward else {
            self.is_forward = false;
            self.until = self.backward.with(|side| side.moves()) + self.left;
            return if self.exhausted { Stage::GaveUp } else { Stage::Working };
        };
        self.left -= 1;
        let before = forward.best();
        let outcome = forward.step(turn);
        let (expanded, generated) = forward.news();
        self.counts = (self.counts.0 + expanded, self.counts.1 + generated);
        let is_better = forward.best() != before;
        if self.left == 0 {
            self.is_forward = false;
            self.stretch *= 2;
            self.until = self.backward.with(|side| side.moves()) + self.stretch;
        }
        let stage = self.conclude(outcome);
        if is_better { self.tell(stage, turn) } else { stage }
    }

    /// What the outcome of a forward move means.
    fn conclude(&mut self, outcome: Expanded) -> Stage {
        if let Expanded::Done(node, last) = outcome
            && let Some(forward) = &self.forward
        {
            let (shared, end) = ((&*self.shared, self.name), (node, last));
            return joined::pushed(shared, forward.parts(), end);
        }
        if outcome == Expanded::Exhausted {
            self.forward = None;
        }
        Stage::Working
    }
}

impl<const W: usize> Work for Landmark<W> {
    fn step(&mut self, turn: &mut Turn<'_>) -> Stage {
        if self.is_forward { self.step_forward(turn) } else { self.step_backward(turn) }
    }

    fn expanded(&self) -> u64 {
        self.counts.0
    }

    fn generated(&self) -> u64 {
        self.counts.1
    }

    fn bytes(&self) -> usize {
        self.backward.bytes(Side::bytes)
            + self.forward.as_ref().map_or(0, |forward| forward.bytes())
    }

    fn best_cell(&self) -> Option<BestCell> {
        let best = self.forward.as_ref()?.best();
        Some(best_cell(&self.shared, self.name, NEARER, best))
    }

    fn best_place(&self) -> Option<(Vec<usize>, usize)> {
        Some(self.shared.squares(&self.forward.as_ref()?.best_place()?))
    }

    fn describe(&self) -> String {
        let forward = self.forward.as_ref().map_or_else(String::new, |forward| {
            let overlap = Nearness::from_start(NEARER).overlap_of(forward.best());
            let (expanded, rejected) = (forward.expanded(), forward.rejected());
            format!("; {overlap} boxes on it, {expanded} expanded forward, {rejected} turned down")
        });
        let backward = self.backward.with(|side| side.expanded());
        format!(
            "{}: round {}, {backward} expanded backward{forward}",
            self.name, self.round
        )
    }
}
