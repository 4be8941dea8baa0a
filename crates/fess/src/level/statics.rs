//! All that is worked out once per level.

use std::ops::ControlFlow;
use std::sync::Arc;

use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_board::{Board, Compiler, Layout};
use kuraban_search::{Pause, Prepare, Turn};

use crate::level::hotspots::Hotspots;
use crate::level::map::Map;
use crate::level::rooms::Rooms;
use crate::level::spots::Spots;
use crate::level::stops::Stops;

/// Tables of a level.
#[derive(Clone, Debug)]
pub(crate) struct Statics<const W: usize> {
    pub(crate) map: Map<W>,
    pub(crate) rooms: Rooms<W>,
    pub(crate) hotspots: Hotspots<W>,
    pub(crate) stops: Stops<W>,
    /// How positions are kept.
    pub(crate) spots: Spots,
    /// Pairs of boxes that are lost together.
    pub(crate) pairs: Option<Arc<Subsets<W>>>,
}

/// Boards with more live spots get no table of pairs.
const MOST_CELLS: usize = 400;

impl<const W: usize> Statics<W> {
    /// All tables, in one go.
    pub(crate) fn new(board: Arc<Board<W>>) -> Self {
        let mut preparation = Preparation::from_board(board);
        let made = kuraban_search::without_limits(|turn| preparation.advance(turn));
        made.continue_value().expect("there are no limits")
    }
}

/// The tables of a level being made.
#[derive(Debug)]
pub(crate) struct Preparation<const W: usize> {
    compiler: Option<Compiler<W>>,
    map: Option<Map<W>>,
    hotspots: Option<Hotspots<W>>,
}

impl<const W: usize> Preparation<W> {
    pub(crate) fn new(layout: Layout) -> Self {
        Self { compiler: Some(Compiler::new(layout)), map: None, hotspots: None }
    }

    pub(crate) fn from_board(board: Arc<Board<W>>) -> Self {
        Self { compiler: None, map: Some(Map::begin(board)), hotspots: None }
    }
}

impl<const W: usize> Prepare for Preparation<W> {
    type Made = Statics<W>;

    fn advance(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause, Statics<W>> {
        if let Some(compiler) = &mut self.compiler {
            let board = compiler.advance(turn)?;
            self.map = Some(Map::begin(Arc::new(board)));
            self.compiler = None;
        }
        let map = self.map.as_mut().expect("it was begun");
        turn.hold(map.bytes())?;
        let count = map.count() as u64;
        // A square takes some 20 ns in a row. Measured, roughly.
        loop {
            turn.spend(count / 50)?;
            if !map.add_row() {
                break;
            }
        }
        let goals = map.board.goals.len() as u64;
        let hotspots = self.hotspots.get_or_insert_with(|| Hotspots::begin(map));
        loop {
            turn.spend(count * goals / 100)?;
            if !hotspots.add(map) {
                break;
            }
        }
        let small = map.board.live_spots().len() <= MOST_CELLS;
        let pairs = if small {
            Some(Arc::new(Subsets::pairs(&map.board, End::Goals, turn)?))
        } else {
            None
        };
        let map = self.map.take().expect("it is there");
        let statics = Statics {
            rooms: Rooms::new(&map),
            hotspots: self.hotspots.take().expect("it is there"),
            stops: Stops::new(&map),
            spots: Spots::new(&map.board),
            pairs,
            map,
        };
        ControlFlow::Continue(statics)
    }
}
