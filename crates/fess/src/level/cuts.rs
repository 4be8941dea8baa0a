//! Where a box would cut the free cells apart.

use kuraban_board::Bits;

use crate::level::map::Map;

/// One depth-first search over a set of free cells (Tarjan's low links), which then answers in
/// constant time for every cell: into how many parts do the free cells fall if a box is put
/// there, and which of its four sides lie in one part?
#[derive(Clone, Debug)]
pub(crate) struct Cuts<const W: usize> {
    /// Visiting number, from one; zero where the cell is not free.
    entry: Vec<u16>,
    /// Highest visiting number below the cell in the search tree.
    last: Vec<u16>,
    low: Vec<u16>,
    parent: Vec<u16>,
    /// Next direction to look at while a cell is on the stack.
    next: Vec<u8>,
    /// The cell and all below it.
    below: Vec<Bits<W>>,
    root: Vec<u16>,
    regions: usize,
}

impl<const W: usize> Default for Cuts<W> {
    fn default() -> Self {
        Self {
            entry: Vec::new(),
            last: Vec::new(),
            low: Vec::new(),
            parent: Vec::new(),
            next: Vec::new(),
            below: Vec::new(),
            root: Vec::new(),
            regions: 0,
        }
    }
}

/// A part next to a cell: zero is the part that holds the cell's parent.
type Part = u16;

impl<const W: usize> Cuts<W> {
    /// Searches the cells of `free`.
    pub(crate) fn search(&mut self, map: &Map<W>, free: Bits<W>) {
        let len = map.board.layout.len;
        self.entry.clear();
        self.entry.resize(len, 0);
        self.last.resize(len, 0);
        self.low.resize(len, 0);
        self.parent.resize(len, 0);
        self.next.resize(len, 0);
        self.below.resize(len, Bits::EMPTY);
        self.root.resize(len, 0);
        self.regions = 0;
        let mut count = 0;
        for root in free {
            if self.entry[root] == 0 {
                self.regions += 1;
                self.search_from(map, free, root, &mut count);
            }
        }
    }

    fn search_from(&mut self, map: &Map<W>, free: Bits<W>, root: usize, count: &mut u16) {
        *count += 1;
        (self.entry[root], self.low[root], self.next[root]) = (*count, *count, 0);
        self.parent[root] = map.wall as u16;
        (self.below[root], self.root[root]) = (Bits::of(root), root as u16);
        let mut at = root;
        loop {
            let dir = usize::from(self.next[at]);
            if dir < 4 {
                self.next[at] += 1;
                let to = map.near(at, dir);
                if !free.has(to) {
                    continue;
                }
                if self.entry[to] == 0 {
                    *count += 1;
                    (self.entry[to], self.low[to], self.next[to]) = (*count, *count, 0);
                    self.parent[to] = at as u16;
                    (self.below[to], self.root[to]) = (Bits::of(to), root as u16);
                    at = to;
                } else if to != usize::from(self.parent[at]) {
                    self.low[at] = self.low[at].min(self.entry[to]);
                }
            } else {
                self.last[at] = *count;
                if at == root {
                    return;
                }
                let parent = usize::from(self.parent[at]);
                self.low[parent] = self.low[parent].min(self.low[at]);
                let below = self.below[at];
                self.below[parent] |= below;
                at = parent;
            }
        }
    }

    /// How many regions they have when a box stands on the free cell `at`.
    pub(crate) fn regions_with(&self, map: &Map<W>, at: usize) -> usize {
        let above = usize::from(usize::from(self.parent[at]) != map.wall);
        let below = (0..4).filter(|&dir| self.hangs(at, map.near(at, dir))).count();
        self.regions - 1 + above + below
    }

    /// Whether `child` is below `at` in the search tree and cut off without it.
    fn hangs(&self, at: usize, child: usize) -> bool {
        self.entry[child] != 0
            && usize::from(self.parent[child]) == at
            && self.low[child] >= self.entry[at]
    }

    /// The part in which a free neighbour of the free cell `at` lies when a box stands on `at`.
    fn part(&self, map: &Map<W>, at: usize, neighbour: usize) -> Part {
        let entry = self.entry[neighbour];
        for dir in 0..4 {
            let child = map.near(at, dir);
            if self.hangs(at, child)
                && self.entry[child] <= entry
                && entry <= self.last[child]
            {
                return child as u16 + 1;
            }
        }
        0
    }

    /// The sides (as bits) of a box on the free cell `at` that are connected with `side`, itself
    /// included; none where that side is not free.
    pub(crate) fn connected_sides(&self, map: &Map<W>, at: usize, side: usize) -> u8 {
        let place = map.near(at, side);
        if self.entry[place] == 0 {
            return 0;
        }
        let part = self.part(map, at, place);
        let mut sides = 0;
        for other in 0..4 {
            let place = map.near(at, other);
            if self.entry[place] != 0 && self.part(map, at, place) == part {
                sides |= 1 << other;
            }
        }
        sides
    }

    /// The free cells connected with the free neighbour `neighbour` of the free cell `at` when a
    /// box stands on `at`.
    pub(crate) fn region(&self, map: &Map<W>, at: usize, neighbour: usize) -> Bits<W> {
        let part = self.part(map, at, neighbour);
        if part > 0 {
            return self.below[usize::from(part) - 1];
        }
        let mut rest = self.below[usize::from(self.root[at])].without(at);
        for dir in 0..4 {
            let child = map.near(at, dir);
            if self.hangs(at, child) {
                rest = rest.minus(self.below[child]);
            }
        }
        rest
    }
}
