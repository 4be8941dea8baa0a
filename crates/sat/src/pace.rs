//! Long work that cannot pause, but still notices the end of the run.

use std::ops::ControlFlow::{self, Continue};

use kuraban_board::Cell;
use kuraban_search::Stop;

/// Is told of work about to be done; `Break` means that the run is over and the work is
/// useless.
pub(crate) type Pace<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<Stop>;

/// The pace of work without limits.
pub(crate) fn unhurried(_: u64) -> ControlFlow<Stop> {
    Continue(())
}

/// Checks the run every few cells while something is written for all cells in order. A cell
/// takes a microsecond or two (measured).
pub(crate) fn rest(pace: Pace<'_>, at: Cell) -> ControlFlow<Stop> {
    const STRIDE: usize = 32;
    if at.index().is_multiple_of(STRIDE) { pace(STRIDE as u64) } else { Continue(()) }
}
