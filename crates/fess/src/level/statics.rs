//! All that is worked out once per level.

use std::sync::Arc;

use kuraban_board::Board;
use kuraban_board::deadlock::subsets::{End, Subsets};

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

/// Boards with more live cells get no table of pairs.
const MOST_CELLS: usize = 400;

impl<const W: usize> Statics<W> {
    pub(crate) fn new(board: Arc<Board<W>>) -> Self {
        let map = Map::new(board);
        let rooms = Rooms::new(&map);
        let hotspots = Hotspots::new(&map);
        let stops = Stops::new(&map);
        let spots = Spots::new(&map.board);
        let small = map.board.live_spots().len() <= MOST_CELLS;
        let pairs = small.then(|| Arc::new(Subsets::pairs(&map.board, End::Goals)));
        Self { map, rooms, hotspots, stops, spots, pairs }
    }
}
