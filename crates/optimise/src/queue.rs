//! Which state is expanded next.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// States by cost. Where every push adds to the first figure, all ways to a state come from
/// states with less of it: a list for each value is enough, in any order. So do layers of layers:
/// by what a state will cost at least, and then by what it has cost.
#[derive(Debug)]
pub(crate) enum Queue {
    /// States by their layer; those before the first are done.
    Layers { lists: Vec<Vec<u32>>, first: usize, len: usize },
    /// States by their whole cost.
    Heap(BinaryHeap<Reverse<(u128, u32)>>),
}

impl Queue {
    /// An empty queue; `rises` says whether every push adds to the first figure.
    pub(crate) fn new(rises: bool) -> Self {
        if rises {
            Self::Layers { lists: Vec::new(), first: 0, len: 0 }
        } else {
            Self::Heap(BinaryHeap::new())
        }
    }

    /// Puts a state in; into the layer that is being worked on at the earliest.
    pub(crate) fn put(&mut self, cost: u128, layer: usize, state: u32) {
        match self {
            Self::Layers { lists, first, len } => {
                let layer = layer.max(*first);
                if lists.len() <= layer {
                    lists.resize_with(layer + 1, Vec::new);
                }
                lists[layer].push(state);
                *len += 1;
            }
            Self::Heap(heap) => heap.push(Reverse((cost, state))),
        }
    }

    /// The next state. It may have been put in more than once.
    pub(crate) fn next(&mut self) -> Option<u32> {
        match self {
            Self::Layers { lists, first, len } => {
                while *first < lists.len() {
                    if let Some(state) = lists[*first].pop() {
                        *len -= 1;
                        return Some(state);
                    }
                    lists[*first] = Vec::new();
                    *first += 1;
                }
                None
            }
            Self::Heap(heap) => heap.pop().map(|Reverse((_, state))| state),
        }
    }

    /// How many wait.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Layers { len, .. } => *len,
            Self::Heap(heap) => heap.len(),
        }
    }

    /// Bytes taken, roughly: lists double when they grow.
    pub(crate) fn bytes(&self) -> usize {
        let lists = match self {
            Self::Layers { lists, .. } => lists.len(),
            Self::Heap(_) => 0,
        };
        self.bytes_for(self.len(), lists)
    }

    /// Bytes taken at most when so many more are put in, none in a layer after the last.
    pub(crate) fn bytes_with(&self, more: usize, last: usize) -> usize {
        self.bytes_for(self.len() + more, last + 1)
    }

    fn bytes_for(&self, len: usize, lists: usize) -> usize {
        match self {
            Self::Layers { .. } => {
                lists * size_of::<Vec<u32>>() + 2 * len * size_of::<u32>()
            }
            Self::Heap(_) => 2 * len * size_of::<Reverse<(u128, u32)>>(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_kinds_give_the_cheapest_first() {
        let all = [(5, 1), (3, 2), (9, 3), (3, 4), (4, 5)];
        for rises in [true, false] {
            let mut queue = Queue::new(rises);
            for (cost, state) in all {
                queue.put(cost, cost as usize, state);
            }
            assert_eq!(queue.len(), 5);
            let costs: Vec<u128> = std::iter::from_fn(|| queue.next())
                .map(|state| all.iter().find(|(_, known)| *known == state).unwrap().0)
                .collect();
            assert_eq!(costs, [3, 3, 4, 5, 9]);
        }
    }
}
