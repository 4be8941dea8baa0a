//! No goal of its own for every box, boxes that never move again being in the way.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::rules::{About, Asker};
use crate::{Bits, Board, LoneBox, Scene};

pub(super) const ABOUT: About = About {
    name: "bipartite",
    sentence: "boxes that cannot move any more keep others from their goals",
};

pub(super) fn asker<const W: usize>(board: &Board<W>) -> Asker<'_, W> {
    let reach = Reach::default();
    Box::new(move |case| (!reach.can_match(board, &case.walled)).then_some(case.frozen))
}

/// Whether rows can be given different columns, each row being the set of columns that suit it.
pub fn has_perfect<const W: usize>(rows: &[Bits<W>]) -> bool {
    let mut matched = Matched::new(rows);
    (0..rows.len()).all(|row| matched.add(row))
}

/// How many rows must go without a column.
pub fn unmatched<const W: usize>(rows: &[Bits<W>]) -> usize {
    let mut matched = Matched::new(rows);
    (0..rows.len()).filter(|&row| !matched.add(row)).count()
}

struct Matched<'a, const W: usize> {
    rows: &'a [Bits<W>],
    /// Per taken column, the row that has it.
    holder: HashMap<usize, usize>,
    taken: Bits<W>,
}

impl<'a, const W: usize> Matched<'a, W> {
    fn new(rows: &'a [Bits<W>]) -> Self {
        Self { rows, holder: HashMap::with_capacity(rows.len()), taken: Bits::EMPTY }
    }

    /// Gives one more row a column; whether there is one.
    fn add(&mut self, row: usize) -> bool {
        let mut seen = Bits::EMPTY;
        self.augment(row, &mut seen)
    }

    fn augment(&mut self, row: usize, seen: &mut Bits<W>) -> bool {
        if let Some(column) = self.rows[row].minus(self.taken).first() {
            self.taken.insert(column);
            self.holder.insert(column, row);
            return true;
        }
        while let Some(column) = self.rows[row].minus(*seen).first() {
            seen.insert(column);
            let other = self.holder[&column];
            if self.augment(other, seen) {
                self.holder.insert(column, row);
                return true;
            }
        }
        false
    }
}

/// From where boxes can reach goals: each set once, with the number of goals it is for.
pub type Columns<const W: usize> = Arc<[(Bits<W>, usize)]>;

/// For each goal, the boxes that can reach it.
pub fn rows<const W: usize>(columns: &Columns<W>, boxes: Bits<W>) -> Vec<Bits<W>> {
    let each = |&(reaching, goals)| std::iter::repeat_n(reaching & boxes, goals);
    columns.iter().flat_map(each).collect()
}

/// Which goals a box can reach from where, for the sets of walls met so far.
#[derive(Debug, Default)]
pub struct Reach<const W: usize> {
    known: Mutex<HashMap<Bits<W>, Columns<W>>>,
    /// Columns in all of them.
    columns: AtomicUsize,
}

/// Sets of walls remembered at most.
const MOST_KNOWN: usize = 2_000;

impl<const W: usize> Reach<W> {
    fn known(&self) -> MutexGuard<'_, HashMap<Bits<W>, Columns<W>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From where a box can reach each goal of a wallified position.
    pub fn columns(&self, board: &Board<W>, scene: &Scene<W>) -> Columns<W> {
        if let Some(columns) = self.known().get(&scene.floor) {
            return Arc::clone(columns);
        }
        let lone = LoneBox::new(&board.layout, scene.floor);
        let mut sets: Vec<(Bits<W>, usize)> = Vec::new();
        for reaching in lone.reaching_each(scene.goals) {
            match sets.iter_mut().find(|(set, _)| *set == reaching) {
                Some((_, goals)) => *goals += 1,
                None => sets.push((reaching, 1)),
            }
        }
        let columns: Columns<W> = sets.into();
        let mut known = self.known();
        if known.len() >= MOST_KNOWN {
            known.clear();
            self.columns.store(0, Ordering::Relaxed);
        }
        if known.insert(scene.floor, Arc::clone(&columns)).is_none() {
            self.columns.fetch_add(columns.len(), Ordering::Relaxed);
        }
        columns
    }

    /// Whether the boxes of a wallified position can be given different goals that they reach,
    /// each with no other box in its way. Sound where boxes and goals are as many.
    pub fn can_match(&self, board: &Board<W>, scene: &Scene<W>) -> bool {
        has_perfect(&rows(&self.columns(board, scene), scene.boxes))
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.columns.load(Ordering::Relaxed) * size_of::<(Bits<W>, usize)>()
    }
}
