//! Open lists of small integer keys.

use crate::store::Id;

/// Nodes by two keys, both small numbers: the lowest first key, then the lowest second key,
/// then the one put in last. Last in, first out beats the opposite order in greedy search.
#[derive(Debug, Default)]
pub(crate) struct Buckets {
    rows: Vec<Row>,
    lowest: usize,
    len: usize,
    peak: usize,
}

#[derive(Debug, Default)]
struct Row {
    buckets: Vec<Vec<Id>>,
    lowest: usize,
    len: usize,
}

impl Buckets {
    /// Bytes taken at most for each that waits.
    pub(crate) const ID_BYTES: usize = 2 * size_of::<Id>();

    /// Bytes taken at most: buckets double and are kept.
    pub(crate) fn bytes(&self) -> usize {
        self.peak * Self::ID_BYTES
    }

    /// All that wait, in the order in which they would be taken.
    pub(crate) fn best_first(&self) -> impl Iterator<Item = Id> {
        let buckets = self.rows.iter().flat_map(|row| &row.buckets);
        buckets.flat_map(|bucket| bucket.iter().rev().copied())
    }

    /// Gives those that wait new numbers, in the same order; those that get none wait no more. Room
    /// that is not needed is given back.
    pub(crate) fn renumber(&mut self, mut number: impl FnMut(Id) -> Option<Id>) {
        let mut len = 0;
        for row in &mut self.rows {
            row.len = 0;
            for bucket in &mut row.buckets {
                bucket.retain_mut(|id| number(*id).map(|new| *id = new).is_some());
                bucket.shrink_to_fit();
                row.len += bucket.len();
            }
            row.lowest = 0;
            len += row.len;
        }
        (self.lowest, self.len, self.peak) = (0, len, len);
    }

    #[inline]
    pub(crate) fn put(&mut self, first: usize, second: usize, id: Id) {
        if self.rows.len() <= first {
            self.rows.resize_with(first + 1, Row::default);
        }
        let row = &mut self.rows[first];
        if row.buckets.len() <= second {
            row.buckets.resize_with(second + 1, Vec::new);
        }
        row.buckets[second].push(id);
        row.lowest = if row.len == 0 { second } else { row.lowest.min(second) };
        row.len += 1;
        self.lowest = if self.len == 0 { first } else { self.lowest.min(first) };
        self.len += 1;
        self.peak = self.peak.max(self.len);
    }

    /// The lowest first key.
    pub(crate) fn lowest(&mut self) -> Option<usize> {
        if self.len == 0 {
            return None;
        }
        while self.rows[self.lowest].len == 0 {
            self.lowest += 1;
        }
        Some(self.lowest)
    }

    #[inline]
    pub(crate) fn take(&mut self) -> Option<Id> {
        let first = self.lowest()?;
        let row = &mut self.rows[first];
        while row.buckets[row.lowest].is_empty() {
            row.lowest += 1;
        }
        row.len -= 1;
        self.len -= 1;
        row.buckets[row.lowest].pop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_lowest_and_of_those_the_last() {
        let mut queue = Buckets::default();
        for (first, second, id) in [(3, 0, 1), (2, 5, 2), (2, 4, 3), (2, 4, 4), (9, 9, 5)]
        {
            queue.put(first, second, id);
        }
        let order: Vec<Id> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(order, [4, 3, 2, 1, 5]);
        for (first, second, id) in [(3, 0, 1), (2, 5, 2), (2, 4, 3), (2, 4, 4), (9, 9, 5)]
        {
            queue.put(first, second, id);
        }
        assert!(queue.best_first().eq([4, 3, 2, 1, 5]));
        queue.renumber(|id| (id != 3 && id != 5).then_some(id * 10));
        assert_eq!(queue.bytes(), 3 * Buckets::ID_BYTES);
        let order: Vec<Id> = std::iter::from_fn(|| queue.take()).collect();
        assert_eq!(order, [40, 20, 10]);
        queue.put(1, 1, 7);
        assert_eq!(
            (queue.lowest(), queue.take(), queue.take()),
            (Some(1), Some(7), None)
        );
    }
}
