//! When two solutions are the same: classes and plans.
//!
//! Two neighbouring pushes of different boxes *commute* if they can be made the other way round
//! and lead to the same position. Solutions that differ by such exchanges only are of one
//! *class*. Its normal form is the word in which each push stands before every later one that
//! belongs to a box with a smaller start square and could be brought before it: the lexicographic
//! normal form of traces (Anisimov and Knuth 1979), with boxes as letters. The *plan* of a
//! solution tells for each box where it rests between the sessions of the normal form, and where
//! it ends.

use std::collections::BTreeMap;

use kuraban::Level;

use crate::play::{Play, Push};

/// A push and the box it belongs to, by start square.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct Named {
    pub(crate) start: usize,
    pub(crate) push: Push,
}

/// For each box, by start square: where it rests after each session, the last being its end.
pub(crate) type Plan = BTreeMap<usize, Vec<usize>>;

/// A word of pushes with the position before each of them.
#[derive(Clone)]
pub(crate) struct Word<'a> {
    level: &'a Level,
    pub(crate) pushes: Vec<Named>,
    /// One more than there are pushes.
    before: Vec<Play<'a>>,
}

impl<'a> Word<'a> {
    /// No pushes.
    pub(crate) fn empty(level: &'a Level) -> Self {
        Self { level, pushes: Vec::new(), before: vec![Play::new(level)] }
    }

    /// The normal form of pushes that can be made one after the other.
    pub(crate) fn normal(level: &'a Level, pushes: &[Push]) -> Self {
        let mut word = Self::empty(level);
        for &push in pushes {
            word.add(push);
        }
        word
    }

    /// The start square of the box on a square, at the end of the word.
    fn start_of(&self, at: usize) -> usize {
        let mut at = at;
        for named in self.pushes.iter().rev() {
            if self.level.step(named.push.at, named.push.dir) == Some(at) {
                at = named.push.at;
            }
        }
        at
    }

    /// How far back a push of a box at the end can be brought, and the place it belongs in the
    /// normal form.
    fn place_of(&self, named: Named) -> usize {
        let mut place = self.pushes.len();
        for index in (0..self.pushes.len()).rev() {
            let other = self.pushes[index];
            if other.start == named.start || !self.commute(index, named.push) {
                break;
            }
            if named.start < other.start {
                place = index;
            }
        }
        place
    }

    /// Whether a push that can be made after the push with this index could be made before it, and
    /// the other after that, with the same result.
    fn commute(&self, index: usize, push: Push) -> bool {
        let first = self.pushes[index].push;
        let mut swapped = self.before[index].clone();
        if !swapped.push(push) || !swapped.push(first) {
            return false;
        }
        let mut straight = self.before[index + 1].clone();
        straight.push(push) && straight.is_same(&swapped)
    }

    /// Whether a push can follow so that the word stays in normal form.
    pub(crate) fn stays_normal(&self, push: Push) -> bool {
        let named = Named { start: self.start_of(push.at), push };
        self.place_of(named) == self.pushes.len()
    }

    /// Adds a push at its place in the normal form. It has to be possible at the end.
    pub(crate) fn add(&mut self, push: Push) {
        let named = Named { start: self.start_of(push.at), push };
        let place = self.place_of(named);
        self.pushes.insert(place, named);
        self.before.truncate(place + 1);
        for index in place..self.pushes.len() {
            let mut next = self.before[index].clone();
            next.make(self.pushes[index].push);
            self.before.push(next);
        }
    }

    /// Takes the last push back.
    pub(crate) fn pop(&mut self) {
        self.pushes.pop();
        self.before.pop();
    }

    /// The position at the end.
    #[cfg(test)]
    pub(crate) fn end(&self) -> &Play<'a> {
        self.before.last().expect("there is always one")
    }

    /// Where each box rests and ends.
    pub(crate) fn plan(&self) -> Plan {
        let mut plan = Plan::new();
        for session in self.pushes.chunk_by(|a, b| a.start == b.start) {
            let last = session.last().expect("chunks are not empty");
            let to = self.level.step(last.push.at, last.push.dir);
            let rests = plan.entry(last.start).or_default();
            rests.push(to.expect("a push leads to a square"));
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::pushes_of;
    use kuraban_testkit::{Random, own_solved};

    /// Swaps neighbouring pushes at random, where that changes nothing.
    fn shuffled(
        level: &Level,
        pushes: &[Push],
        random: &mut Random,
    ) -> (Vec<Push>, usize) {
        let (mut pushes, mut swaps) = (pushes.to_vec(), 0);
        for _ in 0..4 * pushes.len() {
            let index = random.below(pushes.len() - 1);
            let mut before = Play::new(level);
            for &push in &pushes[..index] {
                assert!(before.push(push));
            }
            let (a, b) = (pushes[index], pushes[index + 1]);
            let follows = level.step(a.at, a.dir) == Some(b.at);
            let (mut straight, mut swapped) = (before.clone(), before);
            if !follows
                && swapped.push(b)
                && swapped.push(a)
                && straight.push(a)
                && straight.push(b)
                && straight.is_same(&swapped)
            {
                pushes.swap(index, index + 1);
                swaps += 1;
            }
        }
        (pushes, swaps)
    }

    #[test]
    fn commuting_pushes_make_no_difference() {
        let mut random = Random::new(7);
        let mut swapped = 0;
        for solved in own_solved().iter().take(40) {
            let level = &solved.level;
            let pushes = pushes_of(level, solved.steps.iter().copied());
            if pushes.len() < 2 || pushes.len() > 150 {
                continue;
            }
            let normal = Word::normal(level, &pushes);
            for _ in 0..3 {
                let (other, swaps) = shuffled(level, &pushes, &mut random);
                swapped += swaps;
                let other = Word::normal(level, &other);
                assert_eq!(normal.pushes, other.pushes, "{}", solved.label);
                assert_eq!(normal.plan(), other.plan());
                assert!(normal.end().is_same(other.end()));
            }
        }
        assert!(swapped > 500, "{swapped}");
    }

    #[test]
    fn a_detour_is_another_plan() {
        let level: Level = "#######\n#     #\n#@$  .#\n#     #\n#######".parse().unwrap();
        let plan = |lurd: &str| {
            let steps = lurd.chars().filter_map(kuraban::Dir::from_letter);
            Word::normal(&level, &pushes_of(&level, steps)).plan()
        };
        assert_eq!(plan("RRR"), plan("RRR"));
        assert_eq!(plan("RRR")[&15], [18]);
        let two: Level = "#######\n#@$ . #\n# $ . #\n#     #\n#######".parse().unwrap();
        let word = |lurd: &str| {
            let steps = lurd.chars().filter_map(kuraban::Dir::from_letter);
            Word::normal(&two, &pushes_of(&two, steps))
        };
        // One box first, the other first, or by turns: all the same plan.
        let by_turns = word("RldRluRldRR");
        assert_eq!(word("RRlldRR").pushes, by_turns.pushes);
        assert_eq!(by_turns.plan().len(), 2);
    }
}
