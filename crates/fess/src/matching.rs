//! Whether every box can still have a goal of its own.

use std::collections::HashMap;

use kuraban_board::Bits;

use crate::lone::Lone;
use crate::map::Map;
use crate::world::World;

/// Whether rows can be given different columns, each row being the set of columns that suit it.
pub(crate) fn has_perfect<const W: usize>(rows: &[Bits<W>]) -> bool {
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

/// Which goals a box can reach from where, for the sets of walls met so far.
#[derive(Debug, Default)]
pub(crate) struct Reach<const W: usize> {
    known: HashMap<Bits<W>, Vec<(usize, Bits<W>)>>,
    row_count: usize,
}

/// Sets of walls remembered at most.
const MOST_KNOWN: usize = 2_000;

impl<const W: usize> Reach<W> {
    /// Whether the boxes of a wallified position can be given different goals that they reach,
    /// each with no other box in its way. Sound where boxes and goals are as many.
    pub(crate) fn can_match(&mut self, map: &Map<W>, world: &World<W>) -> bool {
        if self.known.len() >= MOST_KNOWN {
            self.known.clear();
        }
        self.row_count = self.row_count.max(world.goals.len());
        let columns = self.known.entry(world.floor).or_insert_with(|| {
            let lone = Lone::new(map, world.floor);
            let row = |goal| (goal, lone.reaching(map, Bits::of(goal)));
            world.goals.iter().map(row).collect()
        });
        let rows: Vec<Bits<W>> =
            columns.iter().map(|&(_, reaching)| reaching & world.boxes).collect();
        has_perfect(&rows)
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        self.known.len() * self.row_count * size_of::<(usize, Bits<W>)>()
    }
}
