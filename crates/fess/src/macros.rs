//! Macro moves: one box, any number of pushes or pulls, the other boxes still.

use kuraban_board::Bits;

use crate::cuts::Cuts;
use crate::map::{Map, OPPOSITE};

/// Pushing or pulling.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Way {
    Push,
    Pull,
}

/// A macro move.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) struct Macro {
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// Direction from the box to the player afterwards.
    pub(crate) side: u8,
}

impl Macro {
    /// The move as one number. Spots are below 4096.
    pub(crate) fn pack(self) -> u32 {
        u32::from(self.from) << 14 | u32::from(self.to) << 2 | u32::from(self.side)
    }

    pub(crate) fn unpack(code: u32) -> Self {
        Self {
            from: (code >> 14 & 0xfff) as u16,
            to: (code >> 2 & 0xfff) as u16,
            side: (code & 3) as u8,
        }
    }

    /// Boxes after the move.
    pub(crate) fn boxes<const W: usize>(self, boxes: Bits<W>) -> Bits<W> {
        boxes.without(usize::from(self.from)).with(usize::from(self.to))
    }

    /// Where the player stands afterwards.
    pub(crate) fn player<const W: usize>(self, map: &Map<W>) -> usize {
        map.near(usize::from(self.to), usize::from(self.side))
    }
}

/// Makes macro moves; keeps its tables between calls.
#[derive(Clone, Debug)]
pub(crate) struct Mover<const W: usize> {
    cuts: Cuts<W>,
    seen: Vec<u8>,
    queue: Vec<(u16, u8)>,
}

/// A macro move with the number of regions after it and the player's region.
pub(crate) type Made<const W: usize> = (Macro, u16, Bits<W>);

impl<const W: usize> Default for Mover<W> {
    fn default() -> Self {
        Self { cuts: Cuts::default(), seen: Vec::new(), queue: Vec::new() }
    }
}

impl<const W: usize> Mover<W> {
    /// Appends all macro moves of the box on `from` with the regions after each.
    /// `free` are the free cells without that box's; `cloud` the player's region; `enter` where
    /// a box may go, be it in passing. The moves are sorted by destination and side, and
    /// there is one for each destination and region of the player.
    #[expect(clippy::too_many_arguments, reason = "the position in its parts")]
    pub(crate) fn moves(
        &mut self,
        map: &Map<W>,
        way: Way,
        from: usize,
        free: Bits<W>,
        cloud: Bits<W>,
        enter: Bits<W>,
        out: &mut Vec<Made<W>>,
    ) {
        let can_begin = (0..4).any(|side| {
            cloud.has(map.near(from, side))
                && match way {
                    Way::Push => enter.has(map.near(from, OPPOSITE[side])) && free.has(map.near(from, OPPOSITE[side])),
                    Way::Pull => {
                        let to = map.near(from, side);
                        enter.has(to) && free.has(map.near(to, side))
                    }
                }
        });
        if !can_begin {
            return;
        }
        let within = free.with(from);
        self.cuts.search(map, within);
        self.seen.clear();
        self.seen.resize(map.board.layout.len, 0);
        self.queue.clear();
        for side in 0..4 {
            if cloud.has(map.near(from, side)) {
                self.seen[from] |= 1 << side;
                self.queue.push((from as u16, side as u8));
            }
        }
        let first = out.len();
        let mut head = 0;
        while let Some(&(at, side)) = self.queue.get(head) {
            head += 1;
            let (at, side) = (usize::from(at), usize::from(side));
            let to = match way {
                Way::Push => map.near(at, OPPOSITE[side]),
                Way::Pull => {
                    let to = map.near(at, side);
                    if !within.has(map.near(to, side)) {
                        continue;
                    }
                    to
                }
            };
            if !within.has(to) || !enter.has(to) || self.seen[to] & 1 << side != 0 {
                continue;
            }
            let sides = self.cuts.connected_sides(map, to, side);
            let regions = self.cuts.regions_with(map, to) as u16;
            let cloud = self.cuts.region(map, to, map.near(to, side));
            let action = Macro { from: from as u16, to: to as u16, side: side as u8 };
            out.push((action, regions, cloud));
            self.seen[to] |= sides;
            for other in 0..4 {
                if sides & 1 << other != 0 {
                    self.queue.push((to as u16, other as u8));
                }
            }
        }
        out[first..].sort_unstable_by_key(|made| made.0);
    }
}
