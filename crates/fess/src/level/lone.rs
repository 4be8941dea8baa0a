//! Where one box can go when some other boxes have become walls.

use kuraban_board::{Bits, FAR};

use crate::level::cuts::Cuts;
use crate::level::map::{Map, opposite};

/// No player can stand on that side.
const NO_SIDE: u8 = u8::MAX;

/// The moves of a single box on a reduced floor, the player having to walk round it. Made from
/// one search for cuts, in time linear in the floor.
#[derive(Clone, Debug)]
pub(crate) struct Lone<const W: usize> {
    floor: Bits<W>,
    class: Vec<[u8; 4]>,
}

impl<const W: usize> Lone<W> {
    pub(crate) fn new(map: &Map<W>, floor: Bits<W>) -> Self {
        let mut cuts = Cuts::default();
        cuts.search(map, floor);
        let mut class = vec![[NO_SIDE; 4]; map.board.layout.len];
        for spot in floor {
            for side in 0..4 {
                if class[spot][side] == NO_SIDE {
                    let sides = cuts.connected_sides(map, spot, side);
                    for (other, class) in class[spot].iter_mut().enumerate() {
                        if sides & 1 << other != 0 {
                            *class = side as u8;
                        }
                    }
                }
            }
        }
        Self { floor, class }
    }

    /// The spots a box can be pushed to from a spot of `starts`, the player on any side at
    /// first; with the number of pushes told to `visit`.
    fn spread(
        &self,
        map: &Map<W>,
        starts: Bits<W>,
        backward: bool,
        mut visit: impl FnMut(usize, u16),
    ) {
        let mut seen = vec![0u8; self.class.len()];
        let mut queue: Vec<(u16, u8, u16)> = Vec::new();
        for start in starts & self.floor {
            visit(start, 0);
            for class in self.class[start] {
                if class != NO_SIDE && seen[start] & 1 << class == 0 {
                    seen[start] |= 1 << class;
                    queue.push((start as u16, class, 0));
                }
            }
        }
        let mut head = 0;
        while let Some(&(at, class, pushes)) = queue.get(head) {
            head += 1;
            let at = usize::from(at);
            for side in 0..4 {
                if self.class[at][side] != class {
                    continue;
                }
                let to = map.near(at, if backward { side } else { opposite(side) });
                if !self.floor.has(to) {
                    continue;
                }
                let there = self.class[to][side];
                if there != NO_SIDE && seen[to] & 1 << there == 0 {
                    seen[to] |= 1 << there;
                    visit(to, pushes + 1);
                    queue.push((to as u16, there, pushes + 1));
                }
            }
        }
    }

    /// The spots that a box from `starts` can be pushed to.
    pub(crate) fn reached_from(&self, map: &Map<W>, starts: Bits<W>) -> Bits<W> {
        let mut reached = Bits::EMPTY;
        self.spread(map, starts, false, |spot, _| reached.insert(spot));
        reached
    }

    /// The spots from which a box can be pushed to one of `ends`.
    pub(crate) fn reaching(&self, map: &Map<W>, ends: Bits<W>) -> Bits<W> {
        let mut reaching = Bits::EMPTY;
        self.spread(map, ends, true, |spot, _| reaching.insert(spot));
        reaching
    }

    /// Fewest pushes from the nearest spot of `starts` to each spot.
    pub(crate) fn pushes_from(&self, map: &Map<W>, starts: Bits<W>) -> Vec<u16> {
        let mut pushes = vec![FAR; self.class.len()];
        self.spread(map, starts, false, |spot, count| {
            pushes[spot] = pushes[spot].min(count);
        });
        pushes
    }
}
