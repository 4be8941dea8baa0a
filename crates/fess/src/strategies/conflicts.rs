//! What keeps two ends from meeting.
//!
//! Two positions may differ in a box or two, and yet there may be no way from one to the other: where
//! boxes went to their spots one after the other, the last one may block the way of the first. Both ends
//! then hold on to what they have, since all else fits. So what differs is kept as a conflict, and from
//! then on the ends head for positions that have something else there.

use kuraban_board::Bits;

/// One of the two ends.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum End {
    Start,
    Goals,
}

/// Spots in which the ends differ, and the boxes of one of them there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Conflict<const W: usize> {
    end: End,
    spots: Bits<W>,
    boxes: Bits<W>,
}

/// The conflicts found so far: at most one a stretch.
#[derive(Debug)]
pub(super) struct Conflicts<const W: usize> {
    /// The fewest spots in which a stretch has left the two ends to differ.
    fewest: usize,
    known: Vec<Conflict<W>>,
}

impl<const W: usize> Conflicts<W> {
    pub(super) fn new() -> Self {
        Self { fewest: usize::MAX, known: Vec::new() }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<Conflict<W>>()
    }

    /// Hears of the boxes in the best position that came of a stretch, and in the one of the other end that
    /// it was headed for. Where these are no nearer to each other than two such positions were before,
    /// what differs is a conflict.
    pub(super) fn compare(&mut self, reached: Bits<W>, end: End, headed_for: Bits<W>) {
        let spots = reached ^ headed_for;
        if spots.is_empty() {
            // The boxes stand alike: only the player is somewhere else.
            return;
        }
        if spots.len() < self.fewest {
            self.fewest = spots.len();
            return;
        }
        let conflict = Conflict { end, spots, boxes: headed_for & spots };
        if !self.known.contains(&conflict) {
            self.known.push(conflict);
        }
    }

    /// Whether a position that a search from this end has reached takes part in no conflict.
    pub(super) fn allow(&self, end: End, boxes: Bits<W>) -> bool {
        let mut known = self.known.iter().filter(|conflict| conflict.end == end);
        known.all(|conflict| boxes & conflict.spots != conflict.boxes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn boxes(spots: &[usize]) -> Bits<2> {
        spots.iter().copied().collect()
    }

    #[test]
    fn what_differs_is_a_conflict_where_the_ends_come_no_nearer() {
        let mut conflicts = Conflicts::new();
        let (start, goals) = (boxes(&[1, 2, 7]), boxes(&[1, 3, 7]));
        conflicts.compare(boxes(&[1, 2, 8]), End::Goals, goals);
        conflicts.compare(start, End::Goals, goals);
        assert!(conflicts.allow(End::Goals, goals), "they came nearer");
        conflicts.compare(start, End::Goals, goals);
        conflicts.compare(start, End::Goals, goals);
        assert_eq!(conflicts.known.len(), 1, "once is enough");
        assert!(!conflicts.allow(End::Goals, goals));
        assert!(!conflicts.allow(End::Goals, boxes(&[3, 4, 5])), "whatever is elsewhere");
        assert!(conflicts.allow(End::Goals, boxes(&[1, 2, 7])));
        assert!(conflicts.allow(End::Goals, boxes(&[1, 2, 3])));
        assert!(conflicts.allow(End::Start, start), "nobody was headed for it");
        conflicts.compare(goals, End::Start, start);
        assert!(!conflicts.allow(End::Start, start));
        assert!(conflicts.allow(End::Start, goals));
        conflicts.compare(goals, End::Goals, goals);
        assert!(conflicts.allow(End::Goals, boxes(&[1, 2, 3])), "nothing differs");
    }
}
