//! What waits in a tree by what positions are worth.
//!
//! A node is worth as much as the best of its next move and its children. A walk from the root goes to
//! the best each time; but every so many visits a node sends it to one after the other in turn, so that
//! nothing waits for ever (after Shoham and Elidan, *Solving Sokoban with forward-backward reinforcement
//! learning*, 2021).

use kuraban_board::store::Chunks;

/// No node.
const NONE: u32 = u32::MAX;
/// What a node is worth in which nothing waits.
const NOTHING: f32 = f32::NEG_INFINITY;

/// A node with what is below it.
#[derive(Clone, Copy, Debug)]
struct Worth {
    parent: u32,
    /// Its newest child, and the next older child of its parent.
    child: u32,
    sibling: u32,
    visits: u32,
    /// What its next move is worth.
    next: f32,
    /// The best of its next move and its children.
    best: f32,
}

impl Default for Worth {
    fn default() -> Self {
        Self {
            parent: NONE,
            child: NONE,
            sibling: NONE,
            visits: 0,
            next: NOTHING,
            best: NOTHING,
        }
    }
}

/// All nodes of a tree, below a common top.
#[derive(Debug)]
pub(super) struct Values {
    nodes: Chunks<Worth>,
    /// What is above the roots.
    top: Worth,
    /// Visits between two that go to one after the other.
    every: u32,
}

impl Values {
    pub(super) fn new(every: u32) -> Self {
        Self { nodes: Chunks::new(1), top: Worth::default(), every: every.max(1) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.top.best == NOTHING
    }

    /// Bytes in the tables.
    pub(super) fn bytes(&self) -> usize {
        self.nodes.bytes()
    }

    fn at(&self, node: u32) -> &Worth {
        if node == NONE { &self.top } else { &self.nodes.record(node as usize)[0] }
    }

    fn at_mut(&mut self, node: u32) -> &mut Worth {
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
        self.nodes.push(&[Worth { parent, sibling, ..Worth::default() }]);
    }

    /// Tells what the next move of a node is worth; `None` where there is none.
    pub(super) fn put(&mut self, node: u32, worth: Option<f32>) {
        self.at_mut(node).next = worth.unwrap_or(NOTHING);
        let mut above = node;
        loop {
            let at = self.at(above);
            let children = self.children(above).map(|child| self.at(child).best);
            let best = children.fold(at.next, f32::max);
            if at.best.total_cmp(&best).is_eq() {
                return;
            }
            self.at_mut(above).best = best;
            if above == NONE {
                return;
            }
            above = self.at(above).parent;
        }
    }

    /// The node that is to go next.
    pub(super) fn next(&mut self) -> Option<u32> {
        let mut at = NONE;
        loop {
            let every = self.every;
            let here = self.at_mut(at);
            here.visits += 1;
            let is_in_turn = at != NONE && here.visits.is_multiple_of(every);
            let turn = here.visits / every;
            let to = if is_in_turn { self.in_turn(at, turn) } else { self.best(at) }?;
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

    /// Where the best is to be had: of equals the node itself, then the newest child.
    fn best(&self, node: u32) -> Option<u32> {
        let better = |one: (u32, f32), other: (u32, f32)| {
            if other.1 > one.1 { other } else { one }
        };
        self.ways(node).reduce(better).map(|(way, _)| way)
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
    fn values(every: u32) -> Values {
        let mut values = Values::new(every);
        for (node, parent) in [None, None, Some(0), Some(0)].into_iter().enumerate() {
            values.enter(parent);
            values.put(node as u32, Some([1.0, 2.0, 5.0, 3.0][node]));
        }
        values
    }

    #[test]
    fn the_best_goes_first_and_nothing_is_left_behind() {
        let mut values = values(1_000);
        let mut order = Vec::new();
        while let Some(node) = values.next() {
            assert!(!values.is_empty());
            order.push(node);
            values.put(node, None);
        }
        assert_eq!(order, [2, 3, 1, 0]);
        assert!(values.is_empty());
    }

    #[test]
    fn what_is_worth_less_later_lets_others_go_first() {
        let mut values = values(1_000);
        assert_eq!(values.next(), Some(2));
        values.put(2, Some(2.5));
        assert_eq!(values.next(), Some(3));
        values.put(3, Some(0.5));
        assert_eq!(values.next(), Some(2));
        values.put(2, Some(-7.0));
        assert_eq!(values.next(), Some(1));
    }

    #[test]
    fn each_has_its_turn_in_the_end() {
        let mut values = values(3);
        let taken: Vec<u32> = std::iter::repeat_with(|| values.next())
            .take(60)
            .map(|node| node.expect("they all wait"))
            .collect();
        for node in [0, 2, 3] {
            assert!(taken.contains(&node), "{node} in {taken:?}");
        }
        let best = taken.iter().filter(|&&node| node == 2).count();
        assert!(best > 30, "mostly the best: {taken:?}");
    }
}
