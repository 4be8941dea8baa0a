//! Lists that grow without being copied.

/// A list in blocks of equal length: nothing is moved when it grows, and no more than one block
/// is ever empty.
#[derive(Clone, Debug)]
pub(crate) struct Chunks<T> {
    blocks: Vec<Vec<T>>,
}

/// Entries of a block, a power of two.
const BLOCK: usize = 1 << 10;

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self { blocks: Vec::new() }
    }
}

impl<T> Chunks<T> {
    /// How many entries there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        match self.blocks.last() {
            Some(last) => (self.blocks.len() - 1) * BLOCK + last.len(),
            None => 0,
        }
    }

    pub(crate) fn push(&mut self, entry: T) {
        match self.blocks.last_mut() {
            Some(last) if last.len() < BLOCK => {
                if last.len() == last.capacity() {
                    // Only small lists get here: whole blocks are made at once.
                    last.reserve_exact(last.len());
                }
                last.push(entry);
            }
            Some(_) => {
                let mut block = Vec::with_capacity(BLOCK);
                block.push(entry);
                self.blocks.push(block);
            }
            None => self.blocks.push(vec![entry]),
        }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> &T {
        &self.blocks[index / BLOCK][index % BLOCK]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: usize) -> &mut T {
        &mut self.blocks[index / BLOCK][index % BLOCK]
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        let full = self.blocks.len().saturating_sub(1) * BLOCK;
        (full + self.blocks.last().map_or(0, Vec::capacity)) * size_of::<T>()
    }
}

/// Rows of equal width, in blocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    width: usize,
    blocks: Vec<Vec<u16>>,
}

impl Rows {
    /// No rows yet, of so many words each.
    pub(crate) fn new(width: usize) -> Self {
        Self { width, blocks: Vec::new() }
    }

    /// Adds a row of zeros.
    pub(crate) fn add(&mut self) -> &mut [u16] {
        let block = BLOCK * self.width;
        if self.blocks.last().is_none_or(|last| last.len() == block) {
            // The first block grows as it likes: most searches are small.
            let room = if self.blocks.is_empty() { 0 } else { block };
            self.blocks.push(Vec::with_capacity(room));
        }
        let last = self.blocks.last_mut().expect("one was just made sure of");
        let begin = last.len();
        last.resize(begin + self.width, 0);
        &mut last[begin..]
    }

    #[inline]
    pub(crate) fn get(&self, row: usize) -> &[u16] {
        let begin = row % BLOCK * self.width;
        &self.blocks[row / BLOCK][begin..begin + self.width]
    }

    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        let full = self.blocks.len().saturating_sub(1) * BLOCK * self.width;
        (full + self.blocks.last().map_or(0, Vec::capacity)) * size_of::<u16>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_where_they_were_put() {
        let mut list = Chunks::default();
        for number in 0..5 * BLOCK as u32 / 2 {
            assert_eq!(list.len(), number as usize);
            list.push(number);
        }
        *list.get_mut(BLOCK) += 7;
        assert_eq!((*list.get(BLOCK - 1), *list.get(BLOCK)), (1023, 1031));
        assert_eq!(list.bytes(), 3 * BLOCK * 4);
    }

    #[test]
    fn rows_are_found_again() {
        let mut rows = Rows::new(3);
        for number in 0..2_500 {
            rows.add().copy_from_slice(&[number, 7, number + 1]);
        }
        for number in [0, 1_023, 1_024, 2_499] {
            assert_eq!(rows.get(usize::from(number)), [number, 7, number + 1]);
        }
    }
}
