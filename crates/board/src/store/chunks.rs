//! Records of equal width, in blocks that never move.

/// Records per block, as a power of two.
const SHIFT: usize = 13;
const BLOCK: usize = 1 << SHIFT;

/// A list of records of `width` items each, kept in blocks.
///
/// Growing adds one block and moves nothing, so that the peak of a table is its size and not three
/// times as much. The list does not grow by itself: whoever fills it asks for the memory first.
///
/// ```
/// use kuraban_board::store::Chunks;
///
/// let mut pairs = Chunks::<u32>::new(2);
/// if pairs.is_full() {
///     pairs.grow(); // takes `pairs.block_bytes()` bytes
/// }
/// pairs.push(&[1, 2]);
/// assert_eq!(pairs.record(0), [1, 2]);
/// ```
#[derive(Debug)]
pub struct Chunks<T> {
    blocks: Vec<Box<[T]>>,
    width: usize,
    len: usize,
}

impl<T: Copy + Default> Chunks<T> {
    /// An empty list of records of `width` items.
    pub fn new(width: usize) -> Self {
        Self { blocks: Vec::new(), width, len: 0 }
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

    /// Bytes of one block.
    pub fn block_bytes(&self) -> usize {
        BLOCK * self.record_bytes()
    }

    /// Whether the next record needs another block.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.len == self.blocks.len() * BLOCK
    }

    /// Adds a block.
    pub fn grow(&mut self) {
        self.blocks.push(vec![T::default(); BLOCK * self.width].into_boxed_slice());
    }

    /// Appends a record; the list must not be full.
    #[inline]
    pub fn push(&mut self, record: &[T]) {
        let at = (self.len & (BLOCK - 1)) * self.width;
        self.blocks[self.len >> SHIFT][at..at + self.width].copy_from_slice(record);
        self.len += 1;
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
            if list.is_full() {
                list.grow();
            }
            list.push(&[number, 7, number + 1]);
        }
        list.record_mut(BLOCK)[1] = 8;
        assert_eq!(list.record(BLOCK - 1), [BLOCK as u32 - 1, 7, BLOCK as u32]);
        assert_eq!(list.record(BLOCK), [BLOCK as u32, 8, BLOCK as u32 + 1]);
        assert_eq!((list.len(), list.block_bytes()), (count as usize, BLOCK * 12));
        assert_eq!(list.pop(), Some(&[count - 1, 7, count][..]));
        list.clear();
        assert!(list.pop().is_none() && !list.is_full());
    }
}
