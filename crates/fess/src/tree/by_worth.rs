//! What waits in a tree by what positions are worth.
//!
//! A node is worth as much as the best of its next move and its children. A walk from above the roots goes
//! to the best each time; but every so many visits a node sends it to one after the other in turn, so
//! that nothing waits for ever (after Shoham and Elidan, *Solving Sokoban with forward-backward reinforcement
//! learning*, 2021).

use kuraban_board::store::Chunks;

/// No node.
const NONE: u32 = u32::MAX;
/// What a node is worth in which nothing waits.
const NOTHING: f32 = f32::NEG_INFINITY;

/// A node with what is below it.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    /// Its newest child, and the next older child of its parent.
    child: u32,
    sibling: u32,
    visits: u32,
    /// What its next move is worth.
    next: f32,
    /// The best of its next move and its children, and where that is to be had: there or in a child.
    best: f32,
    way: u32,
}

impl Default for Link {
    fn default() -> Self {
        Self {
            parent: NONE,
            child: NONE,
            sibling: NONE,
            visits: 0,
            next: NOTHING,
            best: NOTHING,
            way: NONE,
        }
    }
}

/// All nodes of a tree, below a common top.
#[derive(Debug)]
pub(super) struct ByWorth {
    nodes: Chunks<Link>,
    /// What is above the roots.
    top: Link,
    /// Visits between two that go to one after the other.
    every: u32,
    /// Nodes looked at since this was asked last.
    looked: u64,
}

impl ByWorth {
    pub(super) fn new(every: u32) -> Self {
        let (nodes, top) = (Chunks::new(1), Link::default());
        Self { nodes, top, every: every.max(1), looked: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.top.best == NOTHING
    }

    /// Nodes looked at since this was asked last.
    pub(super) fn news(&mut self) -> u64 {
        std::mem::take(&mut self.looked)
    }

    /// Bytes in the tables.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes()
    }

    fn at(&self, node: u32) -> &Link {
        if node == NONE { &self.top } else { &self.nodes.record(node as usize)[0] }
    }

    fn at_mut(&mut self, node: u32) -> &mut Link {
        if node == NONE {
            &mut self.top
        } else {
            &mut self.nodes.record_mut(node as usize)[0]
        }
    }

    /// Makes the next node known, a root or a child.
    pub(super) fn enter(&mut self, parent: Option<u32>) {
        let (node, parent) = (self.nodes.len() as u32, parent.unwrap_or(NONE));
        let sibling = std::mem::replace(&mut self.at_mut(parent).child, node);
        self.nodes.push(&[Link { parent, sibling, ..Link::default() }]);
    }

    /// Tells what the next move of a node is worth; `None` where there is none.
    pub(super) fn put(&mut self, node: u32, worth: Option<f32>) {
        self.at_mut(node).next = worth.unwrap_or(NOTHING);
        let mut above = node;
        loop {
            let (way, best) = self.best(above);
            self.looked += self.children(above).count() as u64 + 1;
            let at = self.at_mut(above);
            let is_as_before = at.best.total_cmp(&best).is_eq();
            (at.way, at.best) = (way, best);
            if is_as_before || above == NONE {
                return;
            }
            above = at.parent;
        }
    }

    /// The node that is to go next.
    pub(super) fn next(&mut self) -> Option<u32> {
        let mut at = NONE;
        loop {
            let every = self.every;
            let here = self.at_mut(at);
            here.visits += 1;
            let (visits, best, way) = (here.visits, here.best, here.way);
            self.looked += 1;
            let to = if visits.is_multiple_of(every) {
                self.looked += self.children(at).count() as u64;
                self.in_turn(at, visits / every)?
            } else {
                (best > NOTHING).then_some(way)?
            };
            if to == at {
                return Some(at);
            }
            at = to;
        }
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let known = |&node: &u32| node != NONE;
        let first = Some(self.at(node).child).filter(known);
        std::iter::successors(first, move |&node| {
            Some(self.at(node).sibling).filter(known)
        })
    }

    /// The node itself and its children, each with what is to be had there, if anything is.
    fn ways(&self, node: u32) -> impl Iterator<Item = (u32, f32)> {
        let children = self.children(node).map(|child| (child, self.at(child).best));
        let all = std::iter::once((node, self.at(node).next)).chain(children);
        all.filter(|&(_, worth)| worth > NOTHING)
    }

    /// The best that is to be had, and where: of equals in the node itself, then in the newest child.
    fn best(&self, node: u32) -> (u32, f32) {
        let here = (node, self.at(node).next);
        let children = self.children(node).map(|child| (child, self.at(child).best));
        children.fold(here, |one, other| if other.1 > one.1 { other } else { one })
    }

    fn in_turn(&self, node: u32, turn: u32) -> Option<u32> {
        let count = self.ways(node).count();
        let chosen = (turn as usize).checked_rem(count)?;
        self.ways(node).nth(chosen).map(|(way, _)| way)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two roots; the first one has two children.
    fn worths(every: u32) -> ByWorth {
        let mut worths = ByWorth::new(every);
        for (node, parent) in [None, None, Some(0), Some(0)].into_iter().enumerate() {
            worths.enter(parent);
            worths.put(node as u32, Some([1.0, 2.0, 5.0, 3.0][node]));
        }
        worths
    }

    #[test]
    fn the_best_goes_first_and_nothing_is_left_behind() {
        let mut worths = worths(1_000);
        let mut order = Vec::new();
        while let Some(node) = worths.next() {
            assert!(!worths.is_empty());
            order.push(node);
            worths.put(node, None);
        }
        assert_eq!(order, [2, 3, 1, 0]);
        assert!(worths.is_empty());
    }

    #[test]
    fn what_is_worth_less_later_lets_others_go_first() {
        let mut worths = worths(1_000);
        assert_eq!(worths.next(), Some(2));
        worths.put(2, Some(2.5));
        assert_eq!(worths.next(), Some(3));
        worths.put(3, Some(0.5));
        assert_eq!(worths.next(), Some(2));
        worths.put(2, Some(-7.0));
        assert_eq!(worths.next(), Some(1));
    }

    #[test]
    fn each_has_its_turn_in_the_end() {
        let mut worths = worths(3);
        let taken: Vec<u32> = std::iter::repeat_with(|| worths.next())
            .take(60)
            .map(|node| node.expect("they all wait"))
            .collect();
        for node in 0..4 {
            assert!(taken.contains(&node), "{node} in {taken:?}");
        }
        let best = taken.iter().filter(|&&node| node == 2).count();
        assert!(best > 30, "mostly the best: {taken:?}");
    }

    /// What a node is worth, worked out anew.
    fn anew(worths: &ByWorth, node: u32) -> f32 {
        let children = worths.children(node).map(|child| anew(worths, child));
        children.fold(worths.at(node).next, f32::max)
    }

    #[test]
    fn worths_are_kept_up() {
        let mut random = kuraban_testkit::Random::new(5);
        let mut worths = ByWorth::new(7);
        for node in 0..300 {
            let parent = (node > 2).then(|| random.below(node as usize) as u32);
            worths.enter(parent);
            for changed in [node, random.below(node as usize + 1) as u32] {
                let worth = random.below(100) as f32;
                worths.put(changed, (worth > 20.0).then_some(worth));
            }
        }
        assert!(worths.news() > 300 && worths.bytes() >= 300 * size_of::<Link>());
        for node in 0..300 {
            let (kept, anew) = (worths.at(node).best, anew(&worths, node));
            assert!(kept.total_cmp(&anew).is_eq(), "{node}: {kept} for {anew}");
        }
        let top = (0..3).map(|root| anew(&worths, root)).fold(NOTHING, f32::max);
        assert!(worths.top.best.total_cmp(&top).is_eq());
    }
}
