//! States packed to the board.

/// How a state (boxes, the player's cell, a small extra number) becomes a key.
///
/// Two ways, whichever is shorter on the board at hand: one bit per cell, or the ascending
/// cell numbers of the boxes in as many bits as a cell number needs. Boxes differ only by
/// their cells, so equal states have equal keys.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    cells: usize,
    boxes: usize,
    cell_bits: u32,
    /// Bits of the last field: the player's cell, and the extra number above it.
    tail_bits: u32,
    as_set: bool,
    bytes: usize,
}

impl Layout {
    pub(crate) fn new(cells: usize, boxes: usize, extra_bits: u32) -> Self {
        let cell_bits = (usize::BITS - (cells - 1).leading_zeros()).max(1);
        let tail_bits = cell_bits + extra_bits;
        let as_list = (boxes * cell_bits as usize + tail_bits as usize).div_ceil(8);
        let as_set = (cells + tail_bits as usize).div_ceil(8);
        Self {
            cells,
            boxes,
            cell_bits,
            tail_bits,
            as_set: as_set < as_list,
            bytes: as_set.min(as_list),
        }
    }

    /// Whether a key is a list of cells in a single word.
    #[inline]
    fn fits_a_word(&self) -> bool {
        !self.as_set && self.bytes <= 8
    }

    /// Length of a key.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Appends the key of a state; the boxes ascend.
    #[inline]
    pub(crate) fn write(
        &self,
        boxes: &[u32],
        player: u32,
        extra: u32,
        key: &mut Vec<u8>,
    ) {
        debug_assert!(boxes.len() == self.boxes && boxes.is_sorted());
        if self.fits_a_word() {
            let mut word = u64::from(player) | u64::from(extra) << self.cell_bits;
            for &at in boxes.iter().rev() {
                word = word << self.cell_bits | u64::from(at);
            }
            // A copy of fixed length is much cheaper than one of just the bytes.
            let end = key.len() + self.bytes;
            key.extend_from_slice(&word.to_le_bytes());
            key.truncate(end);
            return;
        }
        let mut bits = BitWriter { out: key, word: 0, filled: 0 };
        if self.as_set {
            let mut from = 0;
            for &at in boxes {
                bits.skip(at - from);
                bits.put(1, 1);
                from = at + 1;
            }
            bits.skip(self.cells as u32 - from);
        } else {
            for &at in boxes {
                bits.put(u64::from(at), self.cell_bits);
            }
        }
        let tail = u64::from(player) | u64::from(extra) << self.cell_bits;
        bits.put(tail, self.tail_bits);
        bits.finish();
    }

    /// Reads boxes, player and extra number.
    #[inline]
    pub(crate) fn read(&self, key: &[u8], boxes: &mut Vec<u32>) -> (u32, u32) {
        boxes.clear();
        if self.fits_a_word() {
            let mask = !(u64::MAX << self.cell_bits);
            let mut word = word_of(key);
            for _ in 0..self.boxes {
                boxes.push((word & mask) as u32);
                word >>= self.cell_bits;
            }
            return ((word & mask) as u32, (word >> self.cell_bits) as u32);
        }
        let tail_at = if self.as_set {
            for (index, &byte) in key.iter().enumerate() {
                let mut byte = byte;
                while byte != 0 {
                    let at = index * 8 + byte.trailing_zeros() as usize;
                    if at >= self.cells {
                        break;
                    }
                    boxes.push(at as u32);
                    byte &= byte - 1;
                }
            }
            self.cells
        } else {
            let width = self.cell_bits as usize;
            for index in 0..self.boxes {
                boxes.push(bits(key, index * width, self.cell_bits) as u32);
            }
            self.boxes * width
        };
        let tail = bits(key, tail_at, self.tail_bits);
        let player = tail & !(u64::MAX << self.cell_bits);
        (player as u32, (tail >> self.cell_bits) as u32)
    }
}

/// At most eight bytes as a number, the first one lowest.
#[inline]
pub(crate) fn word_of(bytes: &[u8]) -> u64 {
    let half = |at: usize| {
        let half = bytes[at..at + 4].try_into().expect("four bytes");
        u64::from(u32::from_le_bytes(half))
    };
    match bytes.len() {
        // The halves may share bytes, which are the same in both.
        4.. => {
            let second = bytes.len().min(8) - 4;
            half(0) | half(second) << (8 * second)
        }
        _ => bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte)),
    }
}

/// Whether two keys of the same length are equal: for short ones without a call.
#[inline]
pub(crate) fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() <= 8 { word_of(a) == word_of(b) } else { a == b }
}

/// A field of at most 32 bits.
#[inline]
fn bits(key: &[u8], at: usize, width: u32) -> u64 {
    let first = at / 8;
    let mut word = [0; 8];
    let take = (key.len() - first).min(8);
    word[..take].copy_from_slice(&key[first..first + take]);
    u64::from_le_bytes(word) >> (at % 8) & !(u64::MAX << width)
}

/// Writes fields of at most 32 bits one after another, lowest bits first.
struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    word: u64,
    filled: u32,
}

impl BitWriter<'_> {
    #[inline]
    fn put(&mut self, value: u64, width: u32) {
        self.word |= value << self.filled;
        self.filled += width;
        if self.filled >= 32 {
            self.out.extend_from_slice(&(self.word as u32).to_le_bytes());
            self.word >>= 32;
            self.filled -= 32;
        }
    }

    fn skip(&mut self, mut width: u32) {
        while width > 0 {
            let part = width.min(32);
            self.put(0, part);
            width -= part;
        }
    }

    fn finish(self) {
        let bytes = self.filled.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.word.to_le_bytes()[..bytes]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_keys_are_words() {
        let bytes = [1, 2, 3, 4, 5, 6, 7, 8];
        for length in 0..=8 {
            let mut padded = [0; 8];
            padded[..length].copy_from_slice(&bytes[..length]);
            assert_eq!(word_of(&bytes[..length]), u64::from_le_bytes(padded));
            for at in 0..length {
                let mut other = bytes;
                other[at] = 0;
                assert!(!is_same(&bytes[..length], &other[..length]));
            }
        }
    }

    #[test]
    fn keys_can_be_read_back() {
        for cells in [1usize, 2, 7, 8, 9, 31, 32, 33, 63, 64, 65, 200, 1000] {
            for count in (0..cells).step_by(cells / 5 + 1) {
                for extra_bits in [0, 3] {
                    let layout = Layout::new(cells, count, extra_bits);
                    let boxes: Vec<u32> =
                        (0..count).map(|at| (at + (cells - count) / 2) as u32).collect();
                    let player = (cells - 1) as u32;
                    let extra = if extra_bits == 0 { 0 } else { 5 };
                    let mut key = Vec::new();
                    layout.write(&boxes, player, extra, &mut key);
                    assert_eq!(key.len(), layout.bytes(), "{layout:?}");
                    let mut read = vec![99];
                    assert_eq!(
                        layout.read(&key, &mut read),
                        (player, extra),
                        "{layout:?}"
                    );
                    assert_eq!(read, boxes);
                }
            }
        }
    }
}
