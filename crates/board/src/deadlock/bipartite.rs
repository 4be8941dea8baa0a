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
    let mut matched =
        Matched { rows, holder: HashMap::with_capacity(rows.len()), taken: Bits::EMPTY };
    (0..rows.len()).all(|row| {
        let mut seen = Bits::EMPTY;
        matched.augment(row, &mut seen)
    })
}

struct Matched<'a, const W: usize> {
    rows: &'a [Bits<W>],
    /// Per taken column, the row that has it.
    holder: HashMap<usize, usize>,
    taken: Bits<W>,
}

impl<const W: usize> Matched<'_, W> {
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

/// Per goal, from where a box can reach it.
type Columns<const W: usize> = Arc<[Bits<W>]>;

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
    fn columns(&self, board: &Board<W>, scene: &Scene<W>) -> Columns<W> {
        if let Some(columns) = self.known().get(&scene.floor) {
            return Arc::clone(columns);
        }
        let lone = LoneBox::new(&board.layout, scene.floor);
        let reaching = |goal| lone.reaching(Bits::of(goal));
        let columns: Columns<W> = scene.goals.iter().map(reaching).collect();
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
        let columns = self.columns(board, scene);
        let rows: Vec<Bits<W>> =
            columns.iter().map(|&reaching| reaching & scene.boxes).collect();
        has_perfect(&rows)
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.columns.load(Ordering::Relaxed) * size_of::<Bits<W>>()
    }
}
