//! The shortest solutions of a level, told apart.

use std::collections::BTreeSet;

use kuraban::Level;

use crate::plan::{Plan, Ways, Word};
use crate::play::Push;
use crate::table::Table;

/// The classes of shortest solutions, and their plans.
pub(crate) struct Classes {
    /// The pushes of one solution of each plan, in the order in which they were found.
    pub(crate) plans: Vec<Vec<Push>>,
    /// How many classes there are.
    pub(crate) count: usize,
    /// Whether there are more than were counted.
    pub(crate) is_cut: bool,
}

impl Classes {
    /// Goes through the least words of all shortest solutions, up to so many.
    pub(crate) fn new(level: &Level, table: &Table, most: usize) -> Self {
        let mut walk = Walk {
            table,
            level,
            word: Word::empty(level),
            ways: BTreeSet::new(),
            seen: BTreeSet::new(),
            words: 0,
            classes: Self { plans: Vec::new(), count: 0, is_cut: false },
            most,
            // Most branches that do not end in a class end soon; this bounds those that do not.
            steps: 40 * most * (1 + table.to_go(0).unwrap_or(0) as usize),
        };
        if table.to_go(0).is_some() {
            walk.go(0);
        }
        walk.classes
    }

    /// How many pushes the first two plans have in common.
    pub(crate) fn parted(&self) -> usize {
        let [a, b, ..] = &*self.plans else { return 0 };
        a.iter().zip(b).take_while(|(a, b)| a == b).count()
    }
}

struct Walk<'a> {
    level: &'a Level,
    table: &'a Table,
    word: Word<'a>,
    words: usize,
    ways: BTreeSet<Ways>,
    seen: BTreeSet<Plan>,
    classes: Classes,
    most: usize,
    steps: usize,
}

impl Walk<'_> {
    fn go(&mut self, position: usize) {
        if self.table.to_go(position) == Some(0) {
            if self.words == self.most {
                self.classes.is_cut = true;
                return;
            }
            self.words += 1;
            let ways = Ways::of(self.level, &self.word.pushes);
            if self.ways.contains(&ways) {
                return;
            }
            self.classes.count += 1;
            let Some(plan) = ways.plan(self.level) else {
                self.classes.is_cut = true;
                return;
            };
            if self.seen.insert(plan) {
                self.classes.plans.push(self.word.pushes.clone());
            }
            self.ways.insert(ways);
            return;
        }
        let table = self.table;
        for edge in table.best_pushes(position) {
            if self.steps == 0 {
                self.classes.is_cut = true;
            }
            if self.classes.is_cut {
                return;
            }
            self.steps -= 1;
            if self.word.stays_least(edge.push()) {
                self.word.add(edge.push());
                self.go(edge.to());
                self.word.pop();
            }
        }
    }
}
