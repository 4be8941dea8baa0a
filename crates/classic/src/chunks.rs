//! Vectors that grow without ever being copied.

use kuraban_search::{Run, Stop};

/// Items per chunk, as a power of two.
const SHIFT: usize = 13;
const CHUNK: usize = 1 << SHIFT;

/// A vector of records of `stride` items each, kept in chunks.
///
/// Growing allocates one chunk and moves nothing, so that the peak of a table is its size and not
/// three times as much.
#[derive(Debug)]
pub(crate) struct Chunks<T> {
    parts: Vec<Box<[T]>>,
    stride: usize,
    len: usize,
}

impl<T: Copy + Default> Chunks<T> {
    pub(crate) fn new(stride: usize) -> Self {
        Self { parts: Vec::new(), stride, len: 0 }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Bytes of one record.
    pub(crate) fn record_bytes(&self) -> usize {
        self.stride * size_of::<T>()
    }

    /// Makes room for one more record; asks the run where that takes a new chunk.
    #[inline]
    pub(crate) fn reserve(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        if self.len == self.parts.len() * CHUNK { self.grow(run) } else { Ok(()) }
    }

    #[cold]
    fn grow(&mut self, run: &mut Run<'_>) -> Result<(), Stop> {
        run.hold(run.statistics.bytes + CHUNK * self.record_bytes())?;
        self.parts.push(vec![T::default(); CHUNK * self.stride].into_boxed_slice());
        Ok(())
    }

    /// Appends a record; there must be room for it.
    #[inline]
    pub(crate) fn push(&mut self, record: &[T]) {
        let at = (self.len & (CHUNK - 1)) * self.stride;
        self.parts[self.len >> SHIFT][at..at + self.stride].copy_from_slice(record);
        self.len += 1;
    }

    /// Takes the last record away; its room is kept.
    pub(crate) fn pop(&mut self) -> Option<&[T]> {
        self.len = self.len.checked_sub(1)?;
        Some(self.record(self.len))
    }

    #[inline]
    pub(crate) fn record(&self, index: usize) -> &[T] {
        let at = (index & (CHUNK - 1)) * self.stride;
        &self.parts[index >> SHIFT][at..at + self.stride]
    }

    #[inline]
    pub(crate) fn record_mut(&mut self, index: usize) -> &mut [T] {
        let at = (index & (CHUNK - 1)) * self.stride;
        &mut self.parts[index >> SHIFT][at..at + self.stride]
    }
}
