//! Macro moves: one box, any number of pushes or pulls, the other boxes still.

use kuraban_board::Bits;

use crate::level::cuts::Cuts;
use crate::level::map::{Map, opposite};

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
                    Way::Push => {
                        enter.has(map.near(from, opposite(side)))
                            && free.has(map.near(from, opposite(side)))
                    }
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
                Way::Push => map.near(at, opposite(side)),
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;

    const LEVELS: [&str; 2] = [
        "#########\n#   #   #\n# $   $ #\n#  $#   #\n## ### ##\n#@  # . #\n# $ ..  #\n#  # .  #\n#########",
        "  ######\n###    ###\n#   ##   #\n# $ #  $ #\n#  $@ $  #\n# # ## # #\n#  ....  #\n##########",
    ];

    /// The moves found by flooding the board after every push or pull: destination, lowest spot
    /// of the player's region, number of regions.
    fn by_flooding(
        map: &Map<4>,
        way: Way,
        from: usize,
        others: Bits<4>,
        cloud: Bits<4>,
    ) -> BTreeSet<(usize, usize, usize)> {
        let floor = map.board.floor;
        let mut seen = BTreeSet::from([(from, cloud.first().unwrap())]);
        let mut queue = vec![(from, cloud)];
        let mut found = BTreeSet::new();
        while let Some((at, cloud)) = queue.pop() {
            for side in 0..4 {
                let player = map.near(at, side);
                if !cloud.has(player) {
                    continue;
                }
                let (to, stands) = match way {
                    Way::Push => (map.near(at, opposite(side)), at),
                    Way::Pull => (player, map.near(player, side)),
                };
                if !floor.has(to)
                    || others.has(to)
                    || !floor.has(stands)
                    || others.has(stands)
                {
                    continue;
                }
                let free = floor.minus(others).without(to);
                let cloud = map.flood(Bits::of(stands), free);
                let lowest = cloud.first().unwrap();
                if seen.insert((to, lowest)) {
                    queue.push((to, cloud));
                    found.insert((to, lowest, map.count_parts(free)));
                }
            }
        }
        found
    }

    #[test]
    fn moves_agree_with_flooding() {
        let mut seed = 12345u64;
        let mut random = |below: usize| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % below
        };
        let mut total = 0;
        for text in LEVELS {
            let level: Level = text.parse().expect("a level");
            let map = Map::<4>::new(Arc::new(Board::new(&level)));
            let spots: Vec<usize> = map.board.floor.iter().collect();
            let mut mover = Mover::default();
            for _ in 0..400 {
                let count = 2 + random(10);
                let boxes: Bits<4> =
                    (0..count).map(|_| spots[random(spots.len())]).collect();
                let free = map.board.floor.minus(boxes);
                let Some(player) = free.iter().nth(random(free.len())) else { continue };
                let cloud = map.flood(Bits::of(player), free);
                for from in boxes {
                    for way in [Way::Push, Way::Pull] {
                        let mut made = Vec::new();
                        let all = map.board.floor;
                        mover.moves(&map, way, from, free, cloud, all, &mut made);
                        let ours: BTreeSet<(usize, usize, usize)> = made
                            .iter()
                            .map(|(action, regions, cloud)| {
                                let lowest = cloud.first().unwrap();
                                assert!(cloud.has(action.player(&map)));
                                (usize::from(action.to), lowest, usize::from(*regions))
                            })
                            .collect();
                        assert_eq!(ours.len(), made.len(), "no move twice");
                        let others = boxes.without(from);
                        assert_eq!(ours, by_flooding(&map, way, from, others, cloud));
                        total += ours.len();
                    }
                }
            }
        }
        assert!(total > 10_000, "only {total} moves compared");
    }

    #[test]
    fn codes_keep_moves() {
        let action = Macro { from: 4095, to: 17, side: 3 };
        assert_eq!(Macro::unpack(action.pack()), action);
        assert_eq!(Macro::unpack(action.pack() | 1 << 26), action);
    }
}
