//! Macro moves: one box, any number of pushes or pulls, the other boxes still.

use kuraban_level::Dir;

use super::cuts::Cuts;
use crate::{Bits, Board, Push};

/// Pushing or pulling.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Way {
    /// The player goes behind the box.
    Push,
    /// The player goes before it.
    Pull,
}

/// A macro move.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Macro {
    /// Where the box stands before.
    pub from: u16,
    /// Where it stands afterwards.
    pub to: u16,
    /// Direction from the box to the player afterwards.
    pub side: Dir,
}

impl Macro {
    /// A single push as a macro move.
    pub fn push<const W: usize>(board: &Board<W>, Push { from, dir }: Push) -> Self {
        let to = board.step(usize::from(from), dir) as u16;
        Self { from, to, side: !dir }
    }

    /// The pull that undoes a single push.
    pub fn pull<const W: usize>(board: &Board<W>, push: Push) -> Self {
        let Self { from, to, side } = Self::push(board, push);
        Self { from: to, to: from, side }
    }

    /// The move as one number. Spots are below 4096.
    pub fn pack(self) -> u32 {
        u32::from(self.from) << 14 | u32::from(self.to) << 2 | self.side.index() as u32
    }

    /// The move of a number made by [`Macro::pack`].
    pub fn unpack(code: u32) -> Self {
        Self {
            from: (code >> 14 & 0xfff) as u16,
            to: (code >> 2 & 0xfff) as u16,
            side: Dir::from_index(code as usize & 3),
        }
    }

    /// Boxes after the move.
    pub fn boxes<const W: usize>(self, boxes: Bits<W>) -> Bits<W> {
        boxes.without(usize::from(self.from)).with(usize::from(self.to))
    }

    /// Where the player stands afterwards.
    pub fn player<const W: usize>(self, board: &Board<W>) -> usize {
        board.near(usize::from(self.to), self.side)
    }
}

/// Makes macro moves; keeps its tables between calls.
#[derive(Clone, Debug)]
pub struct Mover<const W: usize> {
    free: Bits<W>,
    /// Cuts of the free spots, searched for when a box can move.
    cuts: Cuts<W>,
    is_searched: bool,
    seen: Vec<u8>,
    queue: Vec<(u16, Dir)>,
}

/// A macro move with the number of regions after it and the player's zone.
pub type Made<const W: usize> = (Macro, u16, Bits<W>);

impl<const W: usize> Default for Mover<W> {
    fn default() -> Self {
        Self {
            free: Bits::EMPTY,
            cuts: Cuts::default(),
            is_searched: false,
            seen: Vec::new(),
            queue: Vec::new(),
        }
    }
}

impl<const W: usize> Mover<W> {
    /// Bytes taken.
    pub fn bytes(&self) -> usize {
        self.cuts.bytes()
            + self.seen.capacity()
            + self.queue.capacity() * size_of::<(u16, Dir)>()
    }

    /// Turns to a position with these free spots: the moves asked for next are moves in it.
    pub fn turn_to(&mut self, free: Bits<W>) {
        self.free = free;
        self.is_searched = false;
    }

    /// Appends all macro moves of the box on `from` with the regions after each. `zone` is the
    /// player's zone; `enter` where a box may go, be it in passing. The moves are sorted by
    /// destination and side, and there is one for each destination and zone of the player.
    pub fn moves(
        &mut self,
        board: &Board<W>,
        way: Way,
        from: usize,
        zone: Bits<W>,
        enter: Bits<W>,
        out: &mut Vec<Made<W>>,
    ) {
        let free = self.free;
        let can_begin = Dir::ALL.into_iter().any(|side| {
            zone.has(board.near(from, side))
                && match way {
                    Way::Push => {
                        enter.has(board.near(from, !side))
                            && free.has(board.near(from, !side))
                    }
                    Way::Pull => {
                        let to = board.near(from, side);
                        enter.has(to) && free.has(board.near(to, side))
                    }
                }
        });
        if !can_begin {
            return;
        }
        if !self.is_searched {
            self.cuts.search(board, free);
            self.is_searched = true;
        }
        let within = free.with(from);
        self.seen.clear();
        self.seen.resize(board.layout.len, 0);
        self.queue.clear();
        for side in Dir::ALL {
            if zone.has(board.near(from, side)) {
                self.seen[from] |= 1 << side.index();
                self.queue.push((from as u16, side));
            }
        }
        let first = out.len();
        let mut head = 0;
        while let Some(&(at, side)) = self.queue.get(head) {
            head += 1;
            let at = usize::from(at);
            let to = match way {
                Way::Push => board.near(at, !side),
                Way::Pull => {
                    let to = board.near(at, side);
                    if !within.has(board.near(to, side)) {
                        continue;
                    }
                    to
                }
            };
            if !within.has(to) || !enter.has(to) || self.seen[to] & 1 << side.index() != 0
            {
                continue;
            }
            let apart = self.cuts.apart(board, from, to);
            let sides = apart.connected_sides(side);
            let zone = self.cuts.region(&apart, side);
            let action = Macro { from: from as u16, to: to as u16, side };
            out.push((action, apart.regions as u16, zone));
            self.seen[to] |= sides;
            for other in Dir::ALL {
                if sides & 1 << other.index() != 0 {
                    self.queue.push((to as u16, other));
                }
            }
        }
        out[first..].sort_unstable_by_key(|made| made.0);
    }
}

impl<const W: usize> Mover<W> {
    /// All macro pulls of a position, in place of what is in `out`.
    pub fn pulls(
        &mut self,
        board: &Board<W>,
        boxes: Bits<W>,
        zone: Bits<W>,
        out: &mut Vec<Made<W>>,
    ) {
        self.turn_to(board.floor.minus(boxes));
        out.clear();
        for from in boxes & board.around(zone) {
            self.moves(board, Way::Pull, from, zone, board.live, out);
        }
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::Level;
    use std::collections::BTreeSet;

    use super::*;

    const LEVELS: [&str; 2] = [
        "#########\n#   #   #\n# $   $ #\n#  $#   #\n## ### ##\n#@  # . #\n# $ ..  #\n#  # .  #\n#########",
        "  ######\n###    ###\n#   ##   #\n# $ #  $ #\n#  $@ $  #\n# # ## # #\n#  ....  #\n##########",
    ];

    /// The moves found by flooding the board after every push or pull: destination, lowest spot
    /// of the player's zone, number of regions.
    fn by_flooding(
        board: &Board<4>,
        way: Way,
        from: usize,
        others: Bits<4>,
        zone: Bits<4>,
    ) -> BTreeSet<(usize, usize, usize)> {
        let floor = board.floor;
        let mut seen = BTreeSet::from([(from, zone.first().unwrap())]);
        let mut queue = vec![(from, zone)];
        let mut found = BTreeSet::new();
        while let Some((at, zone)) = queue.pop() {
            for side in Dir::ALL {
                let player = board.near(at, side);
                if !zone.has(player) {
                    continue;
                }
                let (to, stands) = match way {
                    Way::Push => (board.near(at, !side), at),
                    Way::Pull => (player, board.near(player, side)),
                };
                if !floor.has(to)
                    || others.has(to)
                    || !floor.has(stands)
                    || others.has(stands)
                {
                    continue;
                }
                let free = floor.minus(others).without(to);
                let zone = board.flood(Bits::of(stands), free);
                let lowest = zone.first().unwrap();
                if seen.insert((to, lowest)) {
                    queue.push((to, zone));
                    found.insert((to, lowest, board.count_parts(free)));
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
            let board = Board::<4>::new(&level);
            let spots: Vec<usize> = board.floor.iter().collect();
            let mut mover = Mover::default();
            for _ in 0..400 {
                let count = 2 + random(10);
                let boxes: Bits<4> =
                    (0..count).map(|_| spots[random(spots.len())]).collect();
                let free = board.floor.minus(boxes);
                let Some(player) = free.iter().nth(random(free.len())) else { continue };
                let zone = board.flood(Bits::of(player), free);
                mover.turn_to(free);
                for from in boxes {
                    for way in [Way::Push, Way::Pull] {
                        let mut made = Vec::new();
                        let all = board.floor;
                        mover.moves(&board, way, from, zone, all, &mut made);
                        let ours: BTreeSet<(usize, usize, usize)> = made
                            .iter()
                            .map(|(action, regions, zone)| {
                                let lowest = zone.first().unwrap();
                                assert!(zone.has(action.player(&board)));
                                (usize::from(action.to), lowest, usize::from(*regions))
                            })
                            .collect();
                        assert_eq!(ours.len(), made.len(), "no move twice");
                        let others = boxes.without(from);
                        assert_eq!(ours, by_flooding(&board, way, from, others, zone));
                        total += ours.len();
                    }
                }
            }
        }
        assert!(total > 10_000, "only {total} moves compared");
    }

    #[test]
    fn codes_keep_moves() {
        let action = Macro { from: 4095, to: 17, side: Dir::Left };
        assert_eq!(Macro::unpack(action.pack()), action);
        assert_eq!(Macro::unpack(action.pack() | 1 << 26), action);
    }
}
