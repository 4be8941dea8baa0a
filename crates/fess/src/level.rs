//! All that is worked out once per level.

use std::sync::Arc;

use kuraban_board::Board;

use crate::hotspots::Hotspots;
use crate::map::Map;
use crate::rooms::Rooms;
use crate::stops::Stops;

/// Tables of a level.
#[derive(Clone, Debug)]
pub(crate) struct Statics<const W: usize> {
    pub(crate) map: Map<W>,
    pub(crate) rooms: Rooms<W>,
    pub(crate) hotspots: Hotspots<W>,
    pub(crate) stops: Stops<W>,
}

impl<const W: usize> Statics<W> {
    pub(crate) fn new(board: Arc<Board<W>>) -> Self {
        let map = Map::new(board);
        let rooms = Rooms::new(&map);
        let hotspots = Hotspots::new(&map);
        let stops = Stops::new(&map);
        Self { map, rooms, hotspots, stops }
    }
}
