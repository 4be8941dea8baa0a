//! Records of equal width, in blocks that never move.

/// Records per block, as a power of two.
const SHIFT: usize = 12;
const BLOCK: usize = 1 << SHIFT;
/// Records of the first block, before it is doubled.
const FIRST: usize = 32;

/// A list of records of `width` items each, kept in blocks.
///
/// Growing adds one block and moves nothing, so that the peak of a table is its size and not three
/// times as much. Only the first block begins small and is doubled: most searches are small.
///
/// ```
/// use kuraban_board::store::Chunks;
///
/// let mut pairs = Chunks::<u32>::new(2);
/// pairs.push(&[1, 2]); // may take `pairs.bytes_with(1)` bytes
/// assert_eq!(pairs.record(0), [1, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Chunks<T> {
    blocks: Vec<Vec<T>>,
    width: usize,
    len: usize,
    /// Records that there is room for.
    room: usize,
}

impl<T: Copy + Default> Chunks<T> {
    /// An empty list of records of `width` items.
    pub fn new(width: usize) -> Self {
        Self { blocks: Vec::new(), width, len: 0, room: 0 }
    }

    /// How many records there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Bytes of one record.
    pub fn record_bytes(&self) -> usize {
        self.width * size_of::<T>()
    }

    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.room * self.record_bytes()
    }

    /// Bytes taken when `more` records have found room.
    pub fn bytes_with(&self, more: usize) -> usize {
        let len = self.len + more;
        let room = if len > BLOCK {
            len.next_multiple_of(BLOCK)
        } else {
            len.next_power_of_two().max(FIRST)
        };
        room.max(self.room) * self.record_bytes()
    }

    /// Whether the next record needs more memory.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len == self.room
    }

    #[cold]
    fn grow(&mut self) {
        if self.room == 0 {
            self.room = FIRST;
            self.blocks.push(vec![T::default(); FIRST * self.width]);
        } else if self.room < BLOCK {
            self.room *= 2;
            self.blocks[0].resize(self.room * self.width, T::default());
        } else {
            self.room += BLOCK;
            self.blocks.push(vec![T::default(); BLOCK * self.width]);
        }
    }

    /// Adds a record of default items.
    #[inline]
    pub fn add(&mut self) -> &mut [T] {
        if self.is_full() {
            self.grow();
        }
        self.len += 1;
        let record = self.record_mut(self.len - 1);
        record.fill(T::default());
        record
    }

    /// Appends a record.
    #[inline]
    pub fn push(&mut self, record: &[T]) {
        if self.is_full() {
            self.grow();
        }
        self.len += 1;
        self.record_mut(self.len - 1).copy_from_slice(record);
    }

    /// Takes the last record away; its room is kept.
    #[inline]
    pub fn pop(&mut self) -> Option<&[T]> {
        self.len = self.len.checked_sub(1)?;
        Some(self.record(self.len))
    }

    /// Takes all records away; their room is kept.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// Takes all but the first `len` records away, and gives back the blocks they were in.
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
        let blocks = self.len.div_ceil(BLOCK).max(1);
        if blocks < self.blocks.len() {
            self.blocks.truncate(blocks);
            self.room = blocks * BLOCK;
        }
    }

    /// Lets two records change places.
    pub fn swap(&mut self, one: usize, other: usize) {
        let (low, high) = (one.min(other), one.max(other));
        let [low_at, high_at] =
            [low, high].map(|index| (index & (BLOCK - 1)) * self.width);
        let (front, back) = self.blocks.split_at_mut(high >> SHIFT);
        if let Some(block) = front.get_mut(low >> SHIFT) {
            let there = &mut back[0][high_at..high_at + self.width];
            block[low_at..low_at + self.width].swap_with_slice(there);
        } else if low < high {
            let (front, back) = back[0].split_at_mut(high_at);
            front[low_at..low_at + self.width].swap_with_slice(&mut back[..self.width]);
        }
    }

    /// A record.
    #[inline]
    pub fn record(&self, index: usize) -> &[T] {
        let at = (index & (BLOCK - 1)) * self.width;
        &self.blocks[index >> SHIFT][at..at + self.width]
    }

    /// A record that can be changed.
    #[inline]
    pub fn record_mut(&mut self, index: usize) -> &mut [T] {
        let at = (index & (BLOCK - 1)) * self.width;
        &mut self.blocks[index >> SHIFT][at..at + self.width]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_stay_where_they_were_put() {
        let mut list = Chunks::<u32>::new(3);
        let count = BLOCK as u32 * 2 + 5;
        for number in 0..count {
            let (expected, is_full) = (list.bytes_with(1), list.is_full());
            let before = list.bytes();
            list.push(&[number, 7, number + 1]);
            assert_eq!(list.bytes(), expected);
            assert_eq!(is_full, before != expected);
        }
        list.record_mut(BLOCK)[1] = 8;
        assert_eq!(list.record(BLOCK - 1), [BLOCK as u32 - 1, 7, BLOCK as u32]);
        assert_eq!(list.record(BLOCK), [BLOCK as u32, 8, BLOCK as u32 + 1]);
        assert_eq!((list.len(), list.bytes()), (count as usize, 3 * BLOCK * 12));
        for (one, other) in [(3, 3), (3, 5), (7, BLOCK + 1), (BLOCK, 2)] {
            let [first, second] = [one, other].map(|index| list.record(index).to_vec());
            list.swap(one, other);
            assert_eq!((list.record(one), list.record(other)), (&second[..], &first[..]));
        }
        assert_eq!(list.pop(), Some(&[count - 1, 7, count][..]));
        for (len, blocks) in [(BLOCK * 2, 2), (BLOCK + 1, 2), (BLOCK, 1), (1, 1)] {
            list.truncate(len);
            assert_eq!((list.len(), list.bytes()), (len, blocks * BLOCK * 12));
        }
        list.push(&[1, 2, 3]);
        assert_eq!(
            (list.record(1), list.bytes_with(BLOCK)),
            (&[1, 2, 3][..], 2 * BLOCK * 12)
        );
        list.clear();
        assert!(list.pop().is_none() && !list.is_full());
    }
}
