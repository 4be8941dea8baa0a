//! Segments: rows that are added block by block and never changed.
//!
//! A block is some lines and a commit line after them, `{"#":[ROWS,CRC]}`, with the number of
//! the lines and the CRC-32 of their bytes. Whatever happens to the end of a file, or to any
//! byte of it, the blocks before that are read, and nothing else.

use std::io::Write as _;

/// How a commit line begins. No row begins like this.
const COMMIT: &[u8] = b"{\"#\":[";

/// The valid blocks of a segment, each as the bytes of its rows. The first block that is cut
/// short or does not fit its commit line ends it.
///
/// ```
/// use kuraban_batch::{Blocks, commit_line};
///
/// let rows = b"{\"n\":1}\n{\"n\":2}\n";
/// let mut bytes = rows.to_vec();
/// bytes.extend(commit_line(2, rows));
/// bytes.extend(b"{\"n\":3}\n");
/// assert_eq!(Blocks::new(&bytes).collect::<Vec<_>>(), [rows]);
/// ```
#[derive(Clone, Debug)]
pub struct Blocks<'a> {
    rest: &'a [u8],
    read: usize,
    rows: u64,
}

impl<'a> Blocks<'a> {
    /// The blocks of these bytes.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { rest: bytes, read: 0, rows: 0 }
    }

    /// How many bytes the blocks so far take, their commit lines included.
    pub const fn read(&self) -> usize {
        self.read
    }
}

impl<'a> Iterator for Blocks<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let (mut at, mut count) = (0, 0u64);
        loop {
            let end = self.rest[at..].iter().position(|&byte| byte == b'\n')? + at + 1;
            let line = &self.rest[at..end];
            if line.starts_with(COMMIT) {
                let rows = &self.rest[..at];
                if count == 0 || line != commit_line(count, rows) {
                    self.rest = &[];
                    return None;
                }
                self.rest = &self.rest[end..];
                self.read += end;
                self.rows += count;
                return Some(rows);
            }
            (at, count) = (end, count + 1);
        }
    }
}

/// The rows of all valid blocks, line by line, without their ends.
pub fn rows(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    Blocks::new(bytes).flat_map(|block| {
        block.split(|&byte| byte == b'\n').filter(|line| !line.is_empty())
    })
}

/// Whether all of these bytes are valid blocks.
pub fn is_whole(bytes: &[u8]) -> bool {
    count(bytes).is_some()
}

/// How many rows there are, where all of these bytes are valid blocks.
pub(crate) fn count(bytes: &[u8]) -> Option<u64> {
    let mut blocks = Blocks::new(bytes);
    blocks.by_ref().for_each(drop);
    (blocks.read() == bytes.len()).then_some(blocks.rows)
}

/// The line that commits so many rows, its end included.
pub fn commit_line(count: u64, rows: &[u8]) -> Vec<u8> {
    let mut line = COMMIT.to_vec();
    writeln!(line, "{count},{}]}}", crc32fast::hash(rows)).expect("writing to memory");
    line
}

/// Rows that wait to be committed as one block.
#[derive(Debug, Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    count: u64,
}

impl Block {
    /// Adds a row, its end included.
    pub(crate) fn add(&mut self, line: &[u8]) {
        self.bytes.extend_from_slice(line);
        self.count += 1;
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The block with its commit line, and how many rows it has; nothing is left.
    pub(crate) fn take(&mut self) -> Option<(Vec<u8>, u64)> {
        let Self { mut bytes, count } = std::mem::take(self);
        if count == 0 {
            return None;
        }
        let commit = commit_line(count, &bytes);
        bytes.extend(commit);
        Some((bytes, count))
    }
}
