//! A board that several searches share.

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use kuraban_search::{Pause, Prepared, Turn};

use crate::{Board, Compiler, Layout, Meeting, by_width};

/// A layout, and the board that is compiled from it in the first turns of the searches on it.
pub struct Ground<const W: usize> {
    layout: Arc<Layout>,
    board: Prepared<Compiler<W>>,
    meeting: OnceLock<Arc<Meeting>>,
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
            meeting: OnceLock::new(),
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

    /// Where the searches on the board meet.
    pub fn meeting(&self, board: &Board<W>) -> Arc<Meeting> {
        Arc::clone(self.meeting.get_or_init(|| Arc::new(Meeting::new(board))))
    }
}

/// A layout, and the ground on it that all searches share, of whatever width it is.
#[derive(Clone)]
pub struct Site {
    layout: Arc<Layout>,
    ground: Arc<dyn Any + Send + Sync>,
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("layout", &self.layout).finish_non_exhaustive()
    }
}

impl Site {
    /// Nothing is compiled yet. There is no ground where no bitboard fits.
    pub fn new(layout: Layout) -> Self {
        let ground: Arc<dyn Any + Send + Sync> = by_width!(
            layout.words(),
            W => Ground::<W>::new(layout.clone()),
            else Arc::new(())
        );
        Self { layout: Arc::new(layout), ground }
    }

    /// The layout.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The ground, which must be of this width: that of `by_width!`.
    pub fn ground<const W: usize>(&self) -> Arc<Ground<W>> {
        Arc::clone(&self.ground).downcast().expect("the width of the layout")
    }
}
