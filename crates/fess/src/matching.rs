//! Whether every box can still have a goal of its own.

use std::collections::HashMap;

use kuraban_board::Bits;

use crate::lone::Lone;
use crate::map::Map;
use crate::world::World;

/// Whether rows can be given different columns, `row(i)` being the columns that suit row `i`.
pub(crate) fn has_perfect<const W: usize>(rows: &[Bits<W>]) -> bool {
    let mut taken: HashMap<usize, usize> = HashMap::with_capacity(rows.len());
    rows.iter().enumerate().all(|(row, _)| {
        let mut seen = Bits::EMPTY;
        augment(rows, row, &mut taken, &mut seen)
    })
}

fn augment<const W: usize>(
    rows: &[Bits<W>],
    row: usize,
    taken: &mut HashMap<usize, usize>,
    seen: &mut Bits<W>,
) -> bool {
    for column in rows[row] {
        if !taken.contains_key(&column) {
            taken.insert(column, row);
            return true;
        }
    }
    while let Some(column) = rows[row].minus(*seen).first() {
        seen.insert(column);
        let other = taken[&column];
        if augment(rows, other, taken, seen) {
            taken.insert(column, row);
            return true;
        }
    }
    false
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
