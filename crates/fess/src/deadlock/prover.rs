//! Proofs that a few boxes of a position are lost together.
//!
//! The boxes are found from below, by conflicts (after the pattern searches of Junghanns and
//! Schaeffer): a box off goal is tried alone; as long as there is a way to put the boxes tried on
//! goals, the box that stands in that way is tried with them, or else another one off goal.

use kuraban_board::Bits;

use crate::map::Map;
use crate::pushes::Pusher;
use crate::world::World;

use super::alone::{self, Answer};
use super::conflict;
use super::patterns::Patterns;

/// Boxes of a pattern at most.
const MOST_BOXES: usize = 12;
/// What the replay of a way on the full board costs, in positions looked at.
const REPLAY: usize = 5;

/// Positions that a proof has met, all of them lost: boxes and player's region.
type Met<const W: usize> = Vec<(Bits<W>, Bits<W>)>;

/// Positions that may be looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    all: usize,
    /// For one set of boxes.
    each: usize,
}

impl Budget {
    /// The same for all as for one set of boxes.
    #[cfg(test)]
    pub(super) fn of(all: usize) -> Self {
        Self { all, each: all }
    }
}

/// What a search may spend on proofs: one position looked at for every so many expanded.
#[derive(Debug, Default)]
pub(crate) struct Allowance {
    expanded: u64,
    spent: u64,
}

impl Allowance {
    const SHARE: u64 = 20;
    /// Less is not worth a try.
    const LEAST: usize = 50;

    /// Counts an expansion.
    pub(crate) fn earn(&mut self) {
        self.expanded += 1;
    }

    /// What may be spent on a position below which so many were expanded: the more there were,
    /// the more often it has been asked about, and the more it is worth.
    pub(super) fn budget(&self, below: u8) -> Option<Budget> {
        let (all, each) = match below {
            0 => (60, 40),
            1..=64 => (100, 40),
            _ => (500, 200),
        };
        let left = (self.expanded / Self::SHARE).saturating_sub(self.spent) as usize;
        (left >= Self::LEAST).then_some(Budget { all: all.min(left), each })
    }

    pub(super) fn spend(&mut self, looked: usize) {
        self.spent += looked as u64;
    }
}

/// A proof under way.
pub(super) struct Prover<'a, const W: usize> {
    map: &'a Map<W>,
    pusher: &'a mut Pusher<W>,
    world: &'a World<W>,
    budget: Budget,
    spent: usize,
}

impl<'a, const W: usize> Prover<'a, W> {
    pub(super) fn new(
        map: &'a Map<W>,
        pusher: &'a mut Pusher<W>,
        world: &'a World<W>,
        budget: Budget,
    ) -> Self {
        Self { map, pusher, world, budget, spent: 0 }
    }

    /// Positions looked at so far.
    pub(super) fn spent(&self) -> usize {
        self.spent
    }

    /// Tries to show that the position is lost; the pattern goes to `patterns`. `turn` chooses
    /// the box to begin with, so that asking again is not asking the same.
    pub(super) fn prove(&mut self, patterns: &Patterns<W>, turn: usize) -> bool {
        if self.map.board.layout.len > conflict::MOST_SPOTS {
            return false;
        }
        let astray: Vec<usize> =
            self.world.boxes.minus(self.map.board.goals).iter().collect();
        for index in 0..astray.len() {
            let seed = astray[(index + turn) % astray.len()];
            if let Some((lost, met)) = self.grow(seed, &astray) {
                patterns.add(&self.shrink(lost, met));
                return true;
            }
            if self.spent >= self.budget.all {
                return false;
            }
        }
        false
    }

    /// The position with these boxes only.
    fn only(&self, boxes: Bits<W>) -> World<W> {
        let cloud = self.map.flood(self.world.cloud, self.map.board.floor.minus(boxes));
        World { floor: self.map.board.floor, goals: self.map.board.goals, boxes, cloud }
    }

    fn ask(&mut self, boxes: Bits<W>) -> Answer<W> {
        let left = self.budget.all.saturating_sub(self.spent);
        let only = self.only(boxes);
        let (answer, looked) = alone::search(
            self.map,
            self.pusher,
            &only,
            &alone::crosswise,
            left.min(self.budget.each),
        );
        self.spent += looked;
        answer
    }

    /// Boxes, `seed` among them, that cannot all be put on goals.
    fn grow(&mut self, seed: usize, astray: &[usize]) -> Option<(Bits<W>, Met<W>)> {
        let mut some = Bits::of(seed);
        while some.len() <= MOST_BOXES {
            match self.ask(some) {
                Answer::Dead(met) => return Some((some, met)),
                Answer::Open => return None,
                Answer::Alive(steps) => {
                    let player = self.world.cloud.first()?;
                    let boxes = self.world.boxes;
                    self.spent += REPLAY;
                    let next = conflict::first(self.map, boxes, some, player, &steps)
                        .or_else(|| astray.iter().copied().find(|&spot| !some.has(spot)));
                    some.insert(next?);
                }
            }
        }
        None
    }

    /// What a proof without the boxes that are not needed has met; half as much again may be
    /// spent on it.
    fn shrink(&mut self, lost: Bits<W>, met: Met<W>) -> Met<W> {
        let (mut kept, mut met) = (lost, met);
        self.budget.all += self.budget.all / 2;
        for spot in lost {
            if kept.len() > 1
                && let Answer::Dead(fewer) = self.ask(kept.without(spot))
            {
                kept.remove(spot);
                met = fewer;
            }
        }
        met
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;
    use crate::level::Statics;

    /// Four boxes in a square are lost, whatever a fifth does: the pattern is of these four.
    #[test]
    fn only_the_boxes_that_matter_are_learned() {
        let text = "\
########
#      #
# $$ $ #
# $$   #
#@ ... #
#  ..  #
########";
        let level: Level = text.parse().expect("a level");
        let board = Board::from_layout(Layout::new(&level));
        let statics = Statics::<2>::new(Arc::new(board));
        let map = &statics.map;
        let start = map.board.start;
        let world = World::plain(map, start.boxes, start.player);
        let mut pusher = Pusher::new(&statics);
        let patterns = Patterns::default();
        let mut prover = Prover::new(map, &mut pusher, &world, Budget::of(200));
        assert!(prover.prove(&patterns, 0));
        let boxes: Vec<usize> = start.boxes.iter().collect();
        for &spot in &boxes {
            let is_part = patterns.has(start.boxes, start.player, spot);
            let lost = patterns.has(start.boxes.without(spot), start.player, boxes[0]);
            assert_eq!((is_part, lost), (spot != boxes[2], spot == boxes[2]), "{spot}");
        }
    }

    #[test]
    fn the_allowance_grows_with_the_search() {
        let mut allowance = Allowance::default();
        assert!(allowance.budget(64).is_none());
        for _ in 0..20 * 70 {
            allowance.earn();
        }
        assert_eq!(allowance.budget(64).map(|budget| budget.all), Some(70));
        allowance.spend(30);
        assert!(allowance.budget(250).is_none());
    }
}
