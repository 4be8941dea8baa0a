//! One box alone on the board.

use std::collections::VecDeque;

use kuraban_level::Dir;

use crate::ring::hangs_together;
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
    /// is left of it.
    pub fn new<const W: usize>(layout: &Layout, floor: Bits<W>) -> Self {
        let mut class = vec![[NO_SIDE; 4]; layout.len];
        for spot in floor {
            let free = floor.without(spot);
            // Mostly the way round is short; then all sides are one class.
            let whole = hangs_together(floor, spot, layout.stride);
            for dir in Dir::ALL {
                let Some(player) = neighbour(layout, floor, spot, !dir) else { continue };
                if class[spot][dir.index()] != NO_SIDE {
                    continue;
                }
                let zone = if whole {
                    free
                } else {
                    flood(Bits::of(player), free, layout.stride)
                };
                for other in Dir::ALL {
                    let place = neighbour(layout, floor, spot, !other);
                    if place.is_some_and(|place| zone.has(place)) {
                        class[spot][other.index()] = dir.index() as u8;
                    }
                }
            }
        }
        Self { class, offset: Dir::ALL.map(|dir| layout.offset(dir)) }
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

/// The neighbouring floor spot.
fn neighbour<const W: usize>(
    layout: &Layout,
    floor: Bits<W>,
    spot: usize,
    dir: Dir,
) -> Option<usize> {
    spot.checked_add_signed(layout.offset(dir))
        .filter(|&to| to < layout.len && floor.has(to))
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
