//! Where a box would cut the free spots apart.

use kuraban_level::Dir;

use super::low_links::{LowLinks, Visitor};
use crate::{Bits, Board};

/// One depth-first search over the free spots of a position, which then answers in constant time
/// for every box and every spot: into which parts do the free spots fall if the box is put there?
#[derive(Clone, Debug, Default)]
pub(super) struct Cuts<const W: usize> {
    links: LowLinks,
    /// Highest visiting number below the spot in the search tree.
    last: Vec<u16>,
    /// The spot and all below it.
    below: Vec<Bits<W>>,
    root: Vec<u16>,
    regions: usize,
}

/// A part of the free spots without the spot on which the box is put: [`ABOVE`]; one more than a
/// child of that spot; [`OTHER`] with a root; or [`JOINED`].
type Part = u16;

/// The part that holds the parent of the spot.
const ABOVE: Part = 0;
/// A region to which the spot does not belong, with the root of its search.
const OTHER: Part = 1 << 14;
/// What the spot that the box leaves holds together.
const JOINED: Part = u16::MAX - 1;
/// Not free.
const NO_PART: Part = u16::MAX;

/// Up to four spots or parts.
#[derive(Clone, Copy, Debug, Default)]
struct Few {
    list: [u16; 4],
    len: usize,
}

impl Few {
    #[inline]
    fn push(&mut self, one: u16) {
        self.list[self.len] = one;
        self.len += 1;
    }

    #[inline]
    fn all(&self) -> &[u16] {
        &self.list[..self.len]
    }
}

/// The free spots after a box was taken from one spot and put on another.
#[derive(Debug)]
pub(super) struct Apart {
    from: usize,
    at: usize,
    /// Children of the spot in the search that hang on it alone.
    hanging: Few,
    /// Parts that the spot left by the box holds together.
    joined: Few,
    /// The part on each side of the box.
    sides: [Part; 4],
    /// How many parts there are.
    pub(super) regions: usize,
}

impl Apart {
    /// The sides of the box (as bits) that are connected with `side`, itself included; none where
    /// that side is not free.
    #[inline]
    pub(super) fn connected_sides(&self, side: Dir) -> u8 {
        let part = self.sides[side.index()];
        if part == NO_PART {
            return 0;
        }
        let sides = self.sides.iter().enumerate();
        sides
            .filter(|&(_, &side)| side == part)
            .fold(0, |bits, (side, _)| bits | 1 << side)
    }
}

impl<const W: usize> Cuts<W> {
    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        let numbers = self.last.capacity() + self.root.capacity();
        self.links.bytes()
            + numbers * size_of::<u16>()
            + self.below.capacity() * size_of::<Bits<W>>()
    }

    /// Searches the spots of `free`.
    pub(super) fn search(&mut self, board: &Board<W>, free: Bits<W>) {
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

    /// The parts when the box on `from`, which is not free, is put on `at`: a free spot, or `from`
    /// itself.
    #[inline]
    pub(super) fn apart(&self, board: &Board<W>, from: usize, at: usize) -> Apart {
        let mut apart = Apart {
            from,
            at,
            hanging: Few::default(),
            joined: Few::default(),
            sides: [NO_PART; 4],
            regions: self.regions,
        };
        if at != from {
            for dir in Dir::ALL {
                let child = board.near(at, dir);
                if self.links.hangs(at, child) {
                    apart.hanging.push(child as u16);
                }
            }
            for dir in Dir::ALL {
                let spot = board.near(from, dir);
                if spot != at && self.is_free(spot) {
                    let part = self.part(&apart, spot);
                    if !apart.joined.all().contains(&part) {
                        apart.joined.push(part);
                    }
                }
            }
            let above = usize::from(usize::from(self.links.parent[at]) != board.wall);
            apart.regions = self.regions + above + apart.hanging.len - apart.joined.len;
        }
        for dir in Dir::ALL {
            let spot = board.near(at, dir);
            apart.sides[dir.index()] = if spot == from {
                JOINED
            } else if self.is_free(spot) {
                let part = self.part(&apart, spot);
                if apart.joined.all().contains(&part) { JOINED } else { part }
            } else {
                NO_PART
            };
        }
        apart
    }

    /// The free spots connected with those on one side of the box.
    #[inline]
    pub(super) fn region(&self, apart: &Apart, side: Dir) -> Bits<W> {
        match apart.sides[side.index()] {
            JOINED => {
                let parts = apart.joined.all().iter();
                parts.fold(Bits::of(apart.from), |all, &part| {
                    all | self.spots(apart, part)
                })
            }
            NO_PART => Bits::EMPTY,
            part => self.spots(apart, part),
        }
    }

    fn is_free(&self, spot: usize) -> bool {
        self.links.entry[spot] != 0
    }

    /// The part of a free spot, before parts are joined.
    #[inline]
    fn part(&self, apart: &Apart, spot: usize) -> Part {
        if apart.at == apart.from || self.root[spot] != self.root[apart.at] {
            return OTHER | self.root[spot];
        }
        let entry = self.links.entry[spot];
        let holds = |&&child: &&u16| {
            let child = usize::from(child);
            (self.links.entry[child]..=self.last[child]).contains(&entry)
        };
        apart.hanging.all().iter().find(holds).map_or(ABOVE, |child| child + 1)
    }

    /// The spots of a part, before parts are joined.
    #[inline]
    fn spots(&self, apart: &Apart, part: Part) -> Bits<W> {
        if part & OTHER != 0 {
            return self.below[usize::from(part & !OTHER)];
        }
        if part != ABOVE {
            return self.below[usize::from(part) - 1];
        }
        let whole = self.below[usize::from(self.root[apart.at])].without(apart.at);
        let hanging = apart.hanging.all().iter();
        hanging.fold(whole, |rest, &child| rest.minus(self.below[usize::from(child)]))
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
