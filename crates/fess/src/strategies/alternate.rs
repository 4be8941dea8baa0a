//! The alternating strategy: each end heads for the best boards of the other one.
//!
//! A search from one end opens the board as far as it can, or goes straight for the goals; the one from
//! the other end goes for what came of it; then the first one for the best that the second one has
//! found, and so on. What lies between the two ends shrinks from round to round, until they meet. Where it
//! does not, they head for other positions ([`Conflicts`]).

use std::sync::Arc;

use kuraban_board::{Bits, Position};
use kuraban_search::{BestCell, Stage, Turn};

use crate::shared::Shared;
use crate::spaces::ahead::Ahead;
use crate::spaces::backward::homeward::Homeward;
use crate::spaces::nearness::Nearness;
use crate::spaces::toward_landmark::{Toward, best_cell};
use crate::strategies::conflicts::{Conflicts, End};
use crate::strategies::joined;
use crate::strategies::joint::{Joint, JointSearches, opening};
use crate::strategies::side::Side;
use crate::strategies::{WEIGHTED_EVERY, Work, patience};
use crate::strategy::{Alternation, Begins, Nearer};
use crate::tree::{Expanded, Score, Serving};

/// Moves of the first stretch; stretches grow by half.
const FIRST_STRETCH: u64 = 800;
/// Positions of the last search from the same end that the next one begins with.
const KEPT: usize = 4;

impl Alternation {
    /// What goes first in searches toward a landmark.
    fn serving<const W: usize>(self, shared: &Shared<W>) -> Serving {
        if self.by_worth { Serving::ByWorth(patience(shared)) } else { Serving::Cells }
    }
}

/// The alternating strategy at work.
pub(crate) struct Alternate<const W: usize> {
    shared: Arc<Shared<W>>,
    name: &'static str,
    how: Alternation,
    forward: Joint<Side<Ahead<W>>>,
    backward: Option<Joint<Side<Homeward<W>>>>,
    is_forward: bool,
    /// Whether the search from the other end was exhausted.
    was_exhausted: bool,
    round: u32,
    stretch: u64,
    left: u64,
    /// Expansions and successors so far.
    counts: (u64, u64),
    /// Boxes of the landmark that the search at work is headed for.
    headed_for: Option<Bits<W>>,
    conflicts: Conflicts<W>,
}

impl<const W: usize> Alternate<W> {
    pub(crate) fn new(
        (shared, joint): (&Arc<Shared<W>>, &JointSearches<W>),
        name: &'static str,
        how: Alternation,
        turn: &mut Turn<'_>,
    ) -> Self {
        // From the goals a board is always opened by the joint search. A strategy that begins at the goals
        // has a search of its own from the start, of which only the root is used. With positions that others
        // left in the joint one, `goals-worth` did not solve Sasquatch II 22 in 65,194 expansions; alone it
        // took 1,187.
        let opener = (how.begins == Begins::AtGoals).then(|| joint.back(shared, turn));
        let forward = match how.begins {
            Begins::AtStart if !how.localizes => joint.ahead(shared, turn),
            Begins::AtStart | Begins::AtGoals => {
                Joint::new(opening(shared, how.localizes, turn))
            }
            Begins::Straight => {
                let goals = shared.statics.map.board.goals;
                let order = Toward::new(Arc::clone(shared), goals, Nearer::ByPushes);
                let space = Ahead::by_order(shared, order);
                let ways = (true, how.localizes);
                let serving = how.serving(shared);
                Joint::new(Side::new(space, &[shared.start()], ways, serving, turn))
            }
        };
        let counts = forward.with(Side::news);
        Self {
            shared: Arc::clone(shared),
            name,
            how,
            is_forward: opener.is_none(),
            forward,
            backward: opener,
            was_exhausted: false,
            round: u32::from(how.begins == Begins::Straight),
            stretch: FIRST_STRETCH,
            left: FIRST_STRETCH,
            counts,
            headed_for: None,
            conflicts: Conflicts::new(),
        }
    }

    /// Goes over to the other end; `None` where that has nothing to head for.
    fn change_ends(&mut self, turn: &mut Turn<'_>) -> Option<()> {
        let (reached, other) = if self.is_forward {
            (self.forward.with(|side| side.best_place()), End::Goals)
        } else {
            (self.backward.as_ref()?.with(|side| side.best_place()), End::Start)
        };
        if let (Some(reached), Some(landmark)) = (reached, self.headed_for.take()) {
            self.conflicts.compare(reached.boxes, other, landmark);
        }
        self.is_forward = !self.is_forward;
        self.stretch += self.stretch / 2;
        self.left = self.stretch;
        if self.is_forward {
            self.round += 1;
            self.begin_forward(turn)
        } else {
            self.begin_backward(turn)
        }
    }

    /// How the forward search of this round is guided: by pushes and by boxes in turns.
    fn nearer(&self) -> Nearer {
        if self.round.is_multiple_of(2) { Nearer::ByBoxes } else { Nearer::ByPushes }
    }

    /// The best position that a search from one end has reached, if possible one without conflicts.
    fn landmark(&mut self, end: End, turn: &mut Turn<'_>) -> Option<Position<W>> {
        let best = match end {
            End::Start => self.forward.with(|side| side.best_place()),
            End::Goals => self.backward.as_ref()?.with(|side| side.best_place()),
        }?;
        let is_fit = |place: &Position<W>| self.conflicts.allow(end, place.boxes);
        if is_fit(&best) {
            return Some(best);
        }
        let other = match end {
            End::Start => self.forward.with(|side| side.best_where(is_fit, turn)),
            End::Goals => {
                self.backward.as_ref()?.with(|side| side.best_where(is_fit, turn))
            }
        };
        Some(other.unwrap_or(best))
    }

    fn begin_forward(&mut self, turn: &mut Turn<'_>) -> Option<()> {
        let target = self.landmark(End::Goals, turn)?;
        self.headed_for = Some(target.boxes);
        let shared = &self.shared;
        let start = shared.start();
        let order = Toward::new(Arc::clone(shared), target.boxes, self.nearer());
        let mut space = Ahead::by_order(shared, order);
        let is_reached = |place: &Position<W>| shared.is_pushed(place);
        let mut roots = vec![start];
        roots.extend(
            self.forward
                .with(|side| side.nearest(&mut space, start, KEPT, is_reached, turn)),
        );
        let weighs = self.round.is_multiple_of(WEIGHTED_EVERY);
        let serving = self.how.serving(shared);
        let next = Side::new(space, &roots, (weighs, self.how.localizes), serving, turn);
        self.forward = Joint::new(next);
        Some(())
    }

    fn begin_backward(&mut self, turn: &mut Turn<'_>) -> Option<()> {
        let target = self.landmark(End::Start, turn)?;
        self.headed_for = Some(target.boxes);
        let shared = &self.shared;
        let mut space = Homeward::toward(shared, target.boxes, self.how.backward);
        let mut roots = space.roots(turn);
        if let (Some(old), Some(&first)) = (&self.backward, roots.first()) {
            let is_reached = |place: &Position<W>| shared.is_met(place);
            roots.extend(
                old.with(|side| side.nearest(&mut space, first, KEPT, is_reached, turn)),
            );
        }
        let weighs = (true, self.how.localizes);
        let serving = self.how.serving(shared);
        let next = Side::new(space, &roots, weighs, serving, turn);
        self.backward = Some(Joint::new(next));
        Some(())
    }

    /// The best score of the search from the start.
    fn best(&self) -> Score {
        self.forward.with(|side| side.best())
    }

    fn conclude(&mut self, outcome: Expanded) -> Stage {
        match outcome {
            Expanded::More => {
                self.was_exhausted &= self.left > 0;
                Stage::Working
            }
            Expanded::Exhausted => {
                self.left = 0;
                if std::mem::replace(&mut self.was_exhausted, true) {
                    return Stage::GaveUp;
                }
                Stage::Working
            }
            Expanded::Done(node, last) => {
                let (end, shared) = ((node, last), (&*self.shared, self.name));
                if self.is_forward {
                    return self
                        .forward
                        .with(|side| joined::pushed(shared, side.parts(), end));
                }
                let backward = self.backward.as_ref().expect("it is the one at work");
                backward.with(|side| joined::pulled(shared, side.parts(), end))
            }
        }
    }
}

impl<const W: usize> Work for Alternate<W> {
    fn step(&mut self, turn: &mut Turn<'_>) -> Stage {
        if self.left == 0 && self.change_ends(turn).is_none() {
            return Stage::GaveUp;
        }
        let before = self.best();
        let (outcome, moves) = match &self.backward {
            Some(backward) if !self.is_forward => (
                backward.step(&mut self.counts, turn),
                backward.with(|side| side.moves()),
            ),
            _ => (
                self.forward.step(&mut self.counts, turn),
                self.forward.with(|side| side.moves()),
            ),
        };
        self.left = self.stretch.saturating_sub(moves);
        let is_better = self.best() < before;
        let stage = self.conclude(outcome);
        if is_better { self.tell(stage, turn) } else { stage }
    }

    fn expanded(&self) -> u64 {
        self.counts.0
    }

    fn generated(&self) -> u64 {
        self.counts.1
    }

    fn bytes(&self) -> usize {
        let backward = self.backward.as_ref().map_or(0, |side| side.bytes(Side::bytes));
        self.forward.bytes(Side::bytes) + backward + self.conflicts.bytes()
    }

    fn best_cell(&self) -> Option<BestCell> {
        // A search that opens the board heads for no landmark.
        let best = (self.round > 0).then(|| self.best())?;
        Some(best_cell(&self.shared, self.name, self.nearer(), best))
    }

    fn best_place(&self) -> Option<(Vec<usize>, usize)> {
        let best = self.forward.with(|side| side.best_place())?;
        Some(self.shared.squares(&best))
    }

    fn describe(&self) -> String {
        let met = |overlap: Option<usize>, expanded: u64| match overlap {
            Some(overlap) => {
                format!("{expanded} expanded, {overlap} boxes on its landmark")
            }
            None => format!("{expanded} expanded to open the board"),
        };
        let forward = (self.round > 0)
            .then(|| Nearness::from_start(self.nearer()).overlap_of(self.best()));
        let forward = met(forward, self.forward.with(|side| side.expanded()));
        let backward = self.backward.as_ref().map_or_else(String::new, |backward| {
            backward.with(|side| {
                let overlap = side.parts().1.overlap_of(side.best());
                format!("; backward {}", met(overlap, side.expanded()))
            })
        });
        format!("{}: round {}, forward {forward}{backward}", self.name, self.round)
    }
}

#[cfg(test)]
mod tests {
    use kuraban_board::Board;
    use kuraban_level::Level;
    use kuraban_verify::Solution;

    use super::*;
    use crate::strategies::ROOMS;

    /// Beginning in each way.
    fn works(text: &str) -> (Level, [Alternate<2>; 3]) {
        let level: Level = text.parse().expect("a level");
        let all = [Begins::AtStart, Begins::AtGoals, Begins::Straight];
        let works = all.map(|begins| {
            let shared = Shared::alone(Board::new(&level));
            let how = Alternation {
                begins,
                backward: Nearer::ByPushes,
                localizes: true,
                by_worth: begins != Begins::AtStart,
            };
            kuraban_search::without_limits(|turn| {
                Alternate::new(
                    (&shared, &JointSearches::default()),
                    "alternate",
                    how,
                    turn,
                )
            })
        });
        (level, works)
    }

    #[test]
    fn both_ends_meet() {
        let (level, works) = works(ROOMS);
        for mut work in works {
            // Short stretches, so that both ends head for each other more than once.
            (work.stretch, work.left) = (1, 1);
            let mut turns = (0, work.is_forward);
            let solved = (0..20_000).any(|_| {
                let stage = kuraban_search::without_limits(|turn| work.step(turn));
                if work.is_forward != turns.1 {
                    turns = (turns.0 + 1, work.is_forward);
                }
                let Stage::Solved(found) = stage else { return false };
                Solution::check(&level, &found.steps).expect("a solution");
                true
            });
            assert!(solved && turns.0 >= 2, "{} turns: {}", turns.0, work.describe());
        }
    }

    #[test]
    fn a_position_in_conflict_is_no_landmark() {
        let (_, [mut work, ..]) = works(ROOMS);
        kuraban_search::without_limits(|turn| {
            for _ in 0..50 {
                work.step(turn);
            }
            let best = work.forward.with(|side| side.best_place());
            let best = best.expect("a position").boxes;
            let landmark = work.landmark(End::Start, turn).expect("a position");
            assert_eq!(landmark.boxes, best);
            let spot = best.first().expect("a box");
            for _ in 0..2 {
                work.conflicts.compare(best.without(spot), End::Start, best);
            }
            let landmark = work.landmark(End::Start, turn).expect("a position");
            assert!(!landmark.boxes.has(spot), "{:?}", landmark.boxes);
        });
    }

    #[test]
    fn gives_up_where_both_ends_are_exhausted() {
        let (_, works) = works("######\n#@$  #\n#  . #\n#$  .#\n######");
        for mut work in works {
            let ended = (0..20_000).find_map(|_| {
                match kuraban_search::without_limits(|turn| work.step(turn)) {
                    Stage::Working => None,
                    end => Some(end),
                }
            });
            assert_eq!(ended, Some(Stage::GaveUp), "{}", work.describe());
        }
    }
}
