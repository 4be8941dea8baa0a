//! When two solutions are the same: ways and plans.
//!
//! Solutions in which every box goes the same *ways*, push by push, are of one class, in whatever
//! order the boxes take their turns. A class has a schedule of its own: a box is pushed on as long
//! as it can be and the rest can still follow, and of the others the first one in reading order
//! comes next. The *plan* of a solution tells for each box where it rests between the sessions of
//! that schedule, and where it ends. Ways, schedule and plan do not change when neighbouring pushes
//! are exchanged.

use std::collections::{BTreeMap, HashSet};

use kuraban::{Dir, Level};

use crate::play::{Play, Push, start_of};

/// Longer solutions are not compared: it would take too long, and too much of the stack.
pub(crate) const MOST_PUSHES: usize = 1_000;

/// Pushes that are tried for one schedule: most need hardly more than they have. Guessed.
const MOST_TRIES: usize = 20 * MOST_PUSHES;

/// For each box that is pushed, by start square: its pushes.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Ways(BTreeMap<usize, Vec<Dir>>);

/// For each box that is pushed, by start square: where it rests after each session, the last being
/// its end.
pub(crate) type Plan = BTreeMap<usize, Vec<usize>>;

impl Ways {
    /// The ways of some pushes, made one after the other.
    pub(crate) fn of(level: &Level, pushes: &[Push]) -> Self {
        let mut starts: Vec<usize> = (0..level.squares().len()).collect();
        let mut ways: BTreeMap<usize, Vec<Dir>> = BTreeMap::new();
        for &Push { at, dir } in pushes {
            ways.entry(starts[at]).or_default().push(dir);
            if let Some(to) = level.step(at, dir) {
                starts[to] = starts[at];
            }
        }
        Self(ways)
    }

    /// Where boxes rest and end, in the schedule of these ways; `None` where it takes too long to find.
    /// The ways have to come from a solution.
    pub(crate) fn plan(&self, level: &Level) -> Option<Plan> {
        let ways: Vec<(usize, &[Dir])> =
            self.0.iter().map(|(&at, way)| (at, &**way)).collect();
        let mut schedule = Schedule {
            done: vec![0; ways.len()],
            at: ways.iter().map(|&(at, _)| at).collect(),
            ways,
            order: Vec::new(),
            failed: HashSet::new(),
            tries: MOST_TRIES,
            level,
        };
        if !schedule.go(&Play::new(level), None) {
            return None;
        }
        let mut plan = Plan::new();
        for session in schedule.order.chunk_by(|a, b| a.0 == b.0) {
            let &(start, to) = session.last().expect("chunks are not empty");
            plan.entry(start).or_default().push(to);
        }
        Some(plan)
    }
}

/// Looks for an order in which boxes can go their ways.
struct Schedule<'a> {
    level: &'a Level,
    ways: Vec<(usize, &'a [Dir])>,
    /// Pushes made by each box.
    done: Vec<usize>,
    /// Where each box stands.
    at: Vec<usize>,
    /// The boxes in the order of their pushes, with where each push leads.
    order: Vec<(usize, usize)>,
    /// What has been tried in vain: pushes made, and the box pushed last.
    failed: HashSet<(Vec<usize>, Option<usize>)>,
    /// Pushes that may still be tried.
    tries: usize,
}

impl Schedule<'_> {
    /// Whether the rest can be made from a position, as far as the tries go.
    fn go(&mut self, play: &Play<'_>, last: Option<usize>) -> bool {
        if (0..self.ways.len()).all(|index| self.done[index] == self.ways[index].1.len())
        {
            return true;
        }
        if self.failed.contains(&(self.done.clone(), last)) {
            return false;
        }
        let zone = play.zone();
        let others = (0..self.ways.len()).filter(|&index| Some(index) != last);
        for index in last.into_iter().chain(others) {
            let (start, way) = self.ways[index];
            let (Some(&dir), at) = (way.get(self.done[index]), self.at[index]) else {
                continue;
            };
            let push = Push { at, dir };
            if !play.is_possible(push, &zone) {
                continue;
            }
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            let to = self.level.step(at, dir).expect("the push is possible");
            let mut next = play.clone();
            next.make(push);
            self.done[index] += 1;
            self.at[index] = to;
            self.order.push((start, to));
            if self.go(&next, Some(index)) {
                return true;
            }
            self.order.pop();
            self.at[index] = at;
            self.done[index] -= 1;
        }
        self.failed.insert((self.done.clone(), last));
        false
    }
}

/// Pushes one after the other, with the position before each of them.
///
/// Two neighbouring pushes of different boxes *commute* if they can be made the other way round
/// and lead to the same position. A word is *least* if no push can be brought back past others that
/// it commutes with and before one of a box with a larger start square. Every class of solutions
/// holds a least word, and so does every beginning of it: whoever goes through all solutions can
/// leave the others out.
pub(crate) struct Word<'a> {
    level: &'a Level,
    pub(crate) pushes: Vec<Push>,
    /// The start squares of the boxes pushed.
    starts: Vec<usize>,
    /// One more than there are pushes.
    before: Vec<Play<'a>>,
}

impl<'a> Word<'a> {
    /// No pushes.
    pub(crate) fn empty(level: &'a Level) -> Self {
        let before = vec![Play::new(level)];
        Self { level, pushes: Vec::new(), starts: Vec::new(), before }
    }

    /// Whether the word stays least with one more push, which has to be possible.
    pub(crate) fn stays_least(&self, push: Push) -> bool {
        let start = start_of(self.level, &self.pushes, push.at);
        for index in (0..self.pushes.len()).rev() {
            let other = self.starts[index];
            if other == start || !self.commute(index, push) {
                return true;
            }
            if start < other {
                return false;
            }
        }
        true
    }

    /// Whether a push that can be made after the push with this index could be made before it, and
    /// the other after that, with the same result.
    fn commute(&self, index: usize, push: Push) -> bool {
        let mut swapped = self.before[index].clone();
        if !swapped.push(push) || !swapped.push(self.pushes[index]) {
            return false;
        }
        let mut straight = self.before[index + 1].clone();
        straight.push(push) && straight.is_same(&swapped)
    }

    /// Adds a push, which has to be possible.
    pub(crate) fn add(&mut self, push: Push) {
        self.starts.push(start_of(self.level, &self.pushes, push.at));
        self.pushes.push(push);
        let mut next = self.before.last().expect("there is always one").clone();
        next.make(push);
        self.before.push(next);
    }

    /// Takes the last push back.
    pub(crate) fn pop(&mut self) {
        self.starts.pop();
        self.pushes.pop();
        self.before.pop();
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

    fn end<'a>(level: &'a Level, pushes: &[Push]) -> Play<'a> {
        let mut play = Play::new(level);
        for &push in pushes {
            assert!(play.push(push));
        }
        play
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
            let (ways, at_end) = (Ways::of(level, &pushes), end(level, &pushes));
            // Some schedules take too long to find.
            let Some(plan) = ways.plan(level) else { continue };
            assert!(!plan.is_empty());
            for _ in 0..3 {
                let (other, swaps) = shuffled(level, &pushes, &mut random);
                swapped += swaps;
                assert_eq!(ways, Ways::of(level, &other), "{}", solved.label);
                assert_eq!(Some(&plan), Ways::of(level, &other).plan(level).as_ref());
                assert!(at_end.is_same(&end(level, &other)));
            }
        }
        assert!(swapped > 500, "{swapped}");
    }

    #[test]
    fn turns_are_no_plan_of_their_own_but_other_rests_are() {
        let level: Level =
            "#######\n#     #\n# $ . #\n#@$ . #\n#     #\n#######".parse().unwrap();
        let plan = |lurd: &str| {
            let steps = lurd.chars().filter_map(Dir::from_letter);
            let pushes = pushes_of(&level, steps);
            Ways::of(&level, &pushes).plan(&level).expect("a short solution")
        };
        // The lower box first, the upper one first, or by turns.
        let lower_first = plan("RRlluRR");
        assert_eq!(lower_first, plan("uRRlldRR"));
        assert_eq!(lower_first, plan("RluRldrRllurR"));
        assert_eq!(lower_first.values().map(Vec::len).collect::<Vec<_>>(), [1, 1]);
        // The lower box ends above, the upper one below.
        let crossed = plan("RRdrUluuldlDRR");
        assert_ne!(lower_first, crossed);
    }
}
