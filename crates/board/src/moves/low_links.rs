//! Which spots hold a floor together.

use kuraban_level::Dir;

/// What is done on the way of a search.
pub(crate) trait Visitor {
    /// A spot is entered.
    fn enter(&mut self, spot: usize);

    /// All below a spot is known, and it is left for its parent; `last` is the highest visiting
    /// number so far.
    fn leave(&mut self, spot: usize, parent: usize, last: u16);
}

/// A depth-first search with low links (Hopcroft and Tarjan, 1973): for every spot the order in
/// which it was entered, and the earliest spot next to its subtree. A spot cuts off the subtree of
/// a child if nothing in that subtree is next to a spot above it.
#[derive(Clone, Debug, Default)]
pub(crate) struct LowLinks {
    /// Visiting number, from one; zero where the spot is not free.
    pub(crate) entry: Vec<u16>,
    /// Lowest visiting number that is next to the spot or to one below it.
    pub(crate) low: Vec<u16>,
    /// The spot from which it was entered; the wall for a root.
    pub(crate) parent: Vec<u16>,
    /// Next direction to look in while a spot is on the way.
    next: Vec<u8>,
    count: u16,
}

impl LowLinks {
    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        let numbers =
            self.entry.capacity() + self.low.capacity() + self.parent.capacity();
        numbers * size_of::<u16>() + self.next.capacity()
    }

    /// Forgets everything; there are `len` spots.
    pub(crate) fn clear(&mut self, len: usize) {
        self.entry.clear();
        self.entry.resize(len, 0);
        self.low.resize(len, 0);
        self.parent.resize(len, 0);
        self.next.resize(len, 0);
        self.count = 0;
    }

    #[inline]
    fn enter(&mut self, spot: usize, parent: usize) {
        self.count += 1;
        (self.entry[spot], self.low[spot]) = (self.count, self.count);
        (self.parent[spot], self.next[spot]) = (parent as u16, 0);
    }

    /// Searches what is connected with `root`, whose parent is `wall`. `near` tells the free spot
    /// next to another one in a direction.
    #[inline]
    pub(crate) fn search(
        &mut self,
        root: usize,
        wall: usize,
        near: impl Fn(usize, Dir) -> Option<usize>,
        visitor: &mut impl Visitor,
    ) {
        self.enter(root, wall);
        visitor.enter(root);
        let mut at = root;
        loop {
            let dir = self.next[at];
            if dir < 4 {
                self.next[at] += 1;
                let Some(to) = near(at, Dir::from_index(usize::from(dir))) else {
                    continue;
                };
                if self.entry[to] == 0 {
                    self.enter(to, at);
                    visitor.enter(to);
                    at = to;
                } else if to != usize::from(self.parent[at]) {
                    self.low[at] = self.low[at].min(self.entry[to]);
                }
                continue;
            }
            let parent = usize::from(self.parent[at]);
            visitor.leave(at, parent, self.count);
            if at == root {
                return;
            }
            self.low[parent] = self.low[parent].min(self.low[at]);
            at = parent;
        }
    }

    /// Whether `child` is below `at` and cut off without it.
    #[inline]
    pub(crate) fn hangs(&self, at: usize, child: usize) -> bool {
        self.entry[child] != 0
            && usize::from(self.parent[child]) == at
            && self.low[child] >= self.entry[at]
    }
}
