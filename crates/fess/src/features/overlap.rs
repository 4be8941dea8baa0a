//! How many boxes are where the landmark has boxes.

use kuraban_board::Bits;

/// Boxes on spots of the landmark, whichever they are.
pub(crate) fn count<const W: usize>(landmark: Bits<W>, boxes: Bits<W>) -> usize {
    (boxes & landmark).len()
}
