//! Where a box would cut the free spots apart.

use kuraban_level::Dir;

use super::low_links::{LowLinks, Visitor};
use crate::{Bits, Board};

/// One depth-first search over a set of free spots, which then answers in constant time for every
/// spot: into how many parts do the free spots fall if a box is put there, and which of its four
/// sides lie in one part?
#[derive(Clone, Debug, Default)]
pub struct Cuts<const W: usize> {
    links: LowLinks,
    /// Highest visiting number below the spot in the search tree.
    last: Vec<u16>,
    /// The spot and all below it.
    below: Vec<Bits<W>>,
    root: Vec<u16>,
    regions: usize,
}

/// A part next to a spot: zero is the part that holds the spot's parent.
type Part = u16;

impl<const W: usize> Cuts<W> {
    /// Searches the spots of `free`.
    pub fn search(&mut self, board: &Board<W>, free: Bits<W>) {
        let len = board.layout.len;
        self.links.clear(len);
        self.last.resize(len, 0);
        self.below.resize(len, Bits::EMPTY);
        self.root.resize(len, 0);
        self.regions = 0;
        let near = |at: usize, dir: Dir| {
            let to = board.near(at, dir);
            free.has(to).then_some(to)
        };
        let Self { links, last, below, root: roots, regions } = self;
        for root in free {
            if links.entry[root] == 0 {
                *regions += 1;
                let mut collector = Collector { root, roots, last, below };
                links.search(root, board.wall, near, &mut collector);
            }
        }
    }

    /// How many regions they have when a box stands on the free spot `at`.
    pub fn regions_with(&self, board: &Board<W>, at: usize) -> usize {
        let above = usize::from(usize::from(self.links.parent[at]) != board.wall);
        let hanging = |&dir: &Dir| self.links.hangs(at, board.near(at, dir));
        self.regions - 1 + above + Dir::ALL.iter().copied().filter(hanging).count()
    }

    /// The part in which a free neighbour of the free spot `at` lies when a box stands on `at`.
    fn part(&self, board: &Board<W>, at: usize, neighbour: usize) -> Part {
        let entry = self.links.entry[neighbour];
        for dir in Dir::ALL {
            let child = board.near(at, dir);
            if self.links.hangs(at, child)
                && self.links.entry[child] <= entry
                && entry <= self.last[child]
            {
                return child as u16 + 1;
            }
        }
        0
    }

    /// The sides (as bits) of a box on the free spot `at` that are connected with `side`, itself
    /// included; none where that side is not free.
    pub fn connected_sides(&self, board: &Board<W>, at: usize, side: Dir) -> u8 {
        let place = board.near(at, side);
        if self.links.entry[place] == 0 {
            return 0;
        }
        let part = self.part(board, at, place);
        let mut sides = 0;
        for other in Dir::ALL {
            let place = board.near(at, other);
            if self.links.entry[place] != 0 && self.part(board, at, place) == part {
                sides |= 1 << other.index();
            }
        }
        sides
    }

    /// The free spots connected with the free neighbour `neighbour` of the free spot `at` when a
    /// box stands on `at`.
    pub fn region(&self, board: &Board<W>, at: usize, neighbour: usize) -> Bits<W> {
        let part = self.part(board, at, neighbour);
        if part > 0 {
            return self.below[usize::from(part) - 1];
        }
        let mut rest = self.below[usize::from(self.root[at])].without(at);
        for dir in Dir::ALL {
            let child = board.near(at, dir);
            if self.links.hangs(at, child) {
                rest = rest.minus(self.below[child]);
            }
        }
        rest
    }
}

/// Collects what lies below each spot.
struct Collector<'a, const W: usize> {
    root: usize,
    roots: &'a mut [u16],
    last: &'a mut [u16],
    below: &'a mut [Bits<W>],
}

impl<const W: usize> Visitor for Collector<'_, W> {
    #[inline]
    fn enter(&mut self, spot: usize) {
        self.below[spot] = Bits::of(spot);
        self.roots[spot] = self.root as u16;
    }

    #[inline]
    fn leave(&mut self, spot: usize, parent: usize, last: u16) {
        self.last[spot] = last;
        if spot != self.root {
            let below = self.below[spot];
            self.below[parent] |= below;
        }
    }
}
