//! All that is worked out once per level.

use std::ops::ControlFlow;
use std::sync::Arc;

use kuraban_board::Board;
use kuraban_board::deadlock::subsets::{End, Subsets};
use kuraban_search::{Pause, Turn, without_limits};

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
    pub(crate) fn new(board: &Arc<Board<W>>) -> Self {
        let mut preparation = Preparation::default();
        let made = without_limits(|turn| preparation.advance(board, 1, turn));
        made.continue_value().expect("there are no limits")
    }

    /// Bytes of the tables that grow faster than the board.
    pub(crate) fn bytes(&self) -> usize {
        let pairs = self.pairs.as_ref().map_or(0, |pairs| pairs.bytes());
        self.map.bytes() + self.hotspots.bytes() + pairs
    }
}

/// The tables of a level being made.
#[derive(Debug, Default)]
pub(crate) struct Preparation<const W: usize> {
    map: Option<Map<W>>,
    hotspots: Option<Hotspots<W>>,
}

impl<const W: usize> Preparation<W> {
    /// Makes the tables of a board, as far as the turn goes, for that many searches: each
    /// holds its part of them.
    pub(crate) fn advance(
        &mut self,
        board: &Arc<Board<W>>,
        users: usize,
        turn: &mut Turn<'_>,
    ) -> ControlFlow<Pause, Statics<W>> {
        turn.hold(Map::bytes_on(board) / users.max(1))?;
        let map = self.map.get_or_insert_with(|| Map::begin(Arc::clone(board)));
        let count = map.count() as u64;
        // A square takes some 20 ns in a row. Measured, roughly.
        while !map.is_done() {
            turn.spend(count / 50)?;
            map.add_row();
        }
        let goals = map.board.goals.len() as u64;
        let hotspots = self.hotspots.get_or_insert_with(|| Hotspots::begin(map));
        while !hotspots.is_done() {
            turn.spend(count * goals / 100)?;
            hotspots.add(map);
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
