//! One box alone on the board.

use std::collections::VecDeque;

use kuraban_level::Dir;

use crate::{Bits, Layout};

/// More pushes than any box can need: it can never get there.
pub const FAR: u16 = u16::MAX;

/// No player can stand on that side.
const NO_SIDE: u8 = u8::MAX;

/// What a box alone on the board can do, the player having to walk round it.
///
/// A *side* of a box is the direction it is pushed in by a player standing there. Sides between
/// which the player can walk with only this box in the way form one class, named after its
/// first side.
#[derive(Clone, Debug)]
pub struct LoneBox {
    class: Vec<[u8; 4]>,
    offset: [isize; 4],
}

impl LoneBox {
    /// Finds the classes of sides for a box on each spot of `floor`: that of the layout, or what
    /// is left of it. Takes time linear in the floor.
    pub fn new<const W: usize>(layout: &Layout, floor: Bits<W>) -> Self {
        let offset = Dir::ALL.map(|dir| layout.offset(dir));
        let near = |spot: usize, dir: Dir| {
            spot.checked_add_signed(offset[dir.index()])
                .filter(|&to| to < layout.len && floor.has(to))
        };
        let blocks = Blocks::new(layout.len, floor.iter(), near);
        let mut class = vec![[NO_SIDE; 4]; layout.len];
        for spot in floor {
            let mut known = [None; 4];
            for dir in Dir::ALL {
                let Some(player) = near(spot, !dir) else { continue };
                let block = Some(blocks.of(spot, player));
                known[dir.index()] = block;
                let first = known.iter().position(|&other| other == block);
                class[spot][dir.index()] = first.unwrap_or(dir.index()) as u8;
            }
        }
        Self { class, offset }
    }

    /// Whether the player can walk between two sides of a box on `spot`, no other box in the
    /// way.
    pub fn sides_connect(&self, spot: usize, one: Dir, other: Dir) -> bool {
        let class = self.class[spot];
        class[one.index()] != NO_SIDE && class[one.index()] == class[other.index()]
    }

    fn class_at(&self, spot: isize, dir: Dir) -> u8 {
        usize::try_from(spot)
            .ok()
            .and_then(|spot| self.class.get(spot))
            .map_or(NO_SIDE, |sides| sides[dir.index()])
    }

    /// Whether the spot is floor: some player can stand beside a box there, except on boards
    /// of a single cell, where it does not matter.
    fn is_floor(&self, spot: isize) -> bool {
        usize::try_from(spot)
            .ok()
            .and_then(|spot| self.class.get(spot))
            .is_some_and(|sides| *sides != [NO_SIDE; 4])
    }

    /// Fewest pushes from `start`, the player on any side at first, to each spot.
    pub fn pushes_from(&self, start: usize) -> Vec<u16> {
        self.walk(start, |spot, class, visit| {
            for dir in Dir::ALL {
                if self.class[spot][dir.index()] == class {
                    let to = spot as isize + self.offset[dir.index()];
                    if self.is_floor(to) {
                        visit(to as usize, self.class_at(to, dir));
                    }
                }
            }
        })
    }

    /// Fewest pushes from each spot, the player on any side at first, to `goal`.
    pub fn pushes_to(&self, goal: usize) -> Vec<u16> {
        self.walk(goal, |spot, class, visit| {
            for dir in Dir::ALL {
                if self.class[spot][dir.index()] == class {
                    let from = spot as isize - self.offset[dir.index()];
                    let behind = self.class_at(from, dir);
                    if behind != NO_SIDE {
                        visit(from as usize, behind);
                    }
                }
            }
        })
    }

    /// Breadth-first over spots and classes of sides.
    fn walk(
        &self,
        from: usize,
        next: impl Fn(usize, u8, &mut dyn FnMut(usize, u8)),
    ) -> Vec<u16> {
        let mut least = vec![FAR; self.class.len()];
        let mut seen = vec![0u8; self.class.len()];
        let mut queue = VecDeque::new();
        for class in self.class[from] {
            if class != NO_SIDE && seen[from] & 1 << class == 0 {
                seen[from] |= 1 << class;
                queue.push_back((from, class, 0u16));
            }
        }
        least[from] = 0;
        while let Some((spot, class, pushes)) = queue.pop_front() {
            least[spot] = least[spot].min(pushes);
            next(spot, class, &mut |to, class| {
                if class != NO_SIDE && seen[to] & 1 << class == 0 {
                    seen[to] |= 1 << class;
                    queue.push_back((to, class, pushes.saturating_add(1).min(FAR - 1)));
                }
            });
        }
        least
    }
}

/// The blocks of a floor: two neighbours of a spot are connected without it exactly if the steps
/// to them lie in one block (a biconnected component). Found by one depth-first search with low
/// links (Hopcroft and Tarjan, 1973).
struct Blocks {
    /// Visiting number, from one; zero before.
    entry: Vec<u32>,
    /// The block of the step by which a spot was first reached.
    block: Vec<u32>,
}

impl Blocks {
    fn new(
        len: usize,
        floor: impl Iterator<Item = usize>,
        near: impl Fn(usize, Dir) -> Option<usize>,
    ) -> Self {
        const ROOT: u32 = u32::MAX;
        let mut entry = vec![0; len];
        let mut low = vec![0; len];
        let mut parent = vec![ROOT; len];
        let mut order: Vec<u32> = Vec::new();
        // Spots on the way from the root, each with the next direction to look in.
        let mut way: Vec<(u32, u8)> = Vec::new();
        for root in floor {
            if entry[root] == 0 {
                order.push(root as u32);
                (entry[root], low[root]) = (order.len() as u32, order.len() as u32);
                way.push((root as u32, 0));
            }
            while let Some((at, dir)) = way.last_mut() {
                let spot = *at as usize;
                if *dir == 4 {
                    way.pop();
                    if parent[spot] != ROOT {
                        let above = parent[spot] as usize;
                        low[above] = low[above].min(low[spot]);
                    }
                    continue;
                }
                let step = near(spot, Dir::from_index(usize::from(*dir)));
                *dir += 1;
                let Some(to) = step else { continue };
                if entry[to] == 0 {
                    order.push(to as u32);
                    (entry[to], low[to]) = (order.len() as u32, order.len() as u32);
                    parent[to] = spot as u32;
                    way.push((to as u32, 0));
                } else if parent[spot] != to as u32 {
                    low[spot] = low[spot].min(entry[to]);
                }
            }
        }
        // A step belongs to the block of the step before it, unless nothing below leads back
        // above the spot between them.
        let mut block = vec![0; len];
        for &spot in &order {
            let spot = spot as usize;
            let above = parent[spot];
            let is_new = above == ROOT || low[spot] >= entry[above as usize];
            block[spot] = if is_new { entry[spot] } else { block[above as usize] };
        }
        Self { entry, block }
    }

    /// The block of the step between two neighbours: that of the one reached later.
    fn of(&self, one: usize, other: usize) -> u32 {
        let later = if self.entry[one] > self.entry[other] { one } else { other };
        self.block[later]
    }
}

/// The free spots connected with `seed`, by steps of the whole set at once.
#[inline]
pub(crate) fn flood<const W: usize>(
    seed: Bits<W>,
    free: Bits<W>,
    stride: usize,
) -> Bits<W> {
    let mut zone = seed & free;
    loop {
        let wide = zone | zone.up(1) | zone.down(1);
        let next = (wide | zone.up(stride) | zone.down(stride)) & free;
        let wide = next | next.up(1) | next.down(1);
        let after = (wide | next.up(stride) | next.down(stride)) & free;
        if after == next {
            return next;
        }
        zone = after;
    }
}
