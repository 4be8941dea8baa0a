//! Long work in one piece that still sees the end of the run.

use std::ops::ControlFlow::{self, Continue};

use kuraban_board::Cell;
use kuraban_search::Stop;

/// Told of work that is about to be done; `Break` means that the run is over and the work is for
/// nothing.
pub(crate) type Pace<'a> = &'a mut dyn FnMut(u64) -> ControlFlow<Stop>;

/// The pace of those who are not limited.
pub(crate) fn unhurried(_: u64) -> ControlFlow<Stop> {
    Continue(())
}

/// Looks up now and then while something is written for all cells in order: every few cells,
/// each of which takes a microsecond or two (measured).
pub(crate) fn rest(pace: Pace<'_>, at: Cell) -> ControlFlow<Stop> {
    const STRIDE: usize = 32;
    if at.index().is_multiple_of(STRIDE) { pace(STRIDE as u64) } else { Continue(()) }
}
