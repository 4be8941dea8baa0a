//! A board that several searches share.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use kuraban_search::{Pause, Prepared, Turn};

use crate::{Board, Compiler, Layout};

/// A layout, and the board that is compiled from it in the first turns of the searches on it.
pub struct Ground<const W: usize> {
    layout: Arc<Layout>,
    board: Prepared<Compiler<W>>,
}

impl<const W: usize> fmt::Debug for Ground<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ground").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl<const W: usize> Ground<W> {
    /// Nothing is compiled yet. The layout must fit into `W` words.
    pub fn new(layout: Layout) -> Arc<Self> {
        let layout = Arc::new(layout);
        let from = Arc::clone(&layout);
        Arc::new(Self {
            layout,
            board: Prepared::new(move || Compiler::new((*from).clone())),
        })
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The board, compiled as far as the turn goes.
    pub fn board(&self, turn: &mut Turn<'_>) -> ControlFlow<Pause, Arc<Board<W>>> {
        self.board.get(turn)
    }
}
