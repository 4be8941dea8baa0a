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

/// Spots in which the ends differ, and their boxes there.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Conflict<const W: usize> {
    spots: Bits<W>,
    from_start: Bits<W>,
    from_goals: Bits<W>,
}

/// The conflicts found so far: at most one a stretch.
#[derive(Debug)]
pub(super) struct Conflicts<const W: usize> {
    /// The fewest spots in which the best positions of both ends have differed.
    fewest: usize,
    known: Vec<Conflict<W>>,
}

impl<const W: usize> Conflicts<W> {
    pub(super) fn new() -> Self {
        Self { fewest: usize::MAX, known: Vec::new() }
    }

    /// Hears of the boxes in the best positions of both ends after a stretch. Where these came no
    /// nearer to each other than before, what differs is a conflict.
    pub(super) fn compare(&mut self, from_start: Bits<W>, from_goals: Bits<W>) {
        let spots = from_start ^ from_goals;
        if spots.len() < self.fewest {
            self.fewest = spots.len();
            return;
        }
        let conflict = Conflict {
            spots,
            from_start: from_start & spots,
            from_goals: from_goals & spots,
        };
        if !self.known.contains(&conflict) {
            self.known.push(conflict);
        }
    }

    /// Whether a position that a search from this end has reached takes part in no conflict.
    pub(super) fn allow(&self, end: End, boxes: Bits<W>) -> bool {
        self.known.iter().all(|conflict| {
            let kept = match end {
                End::Start => conflict.from_start,
                End::Goals => conflict.from_goals,
            };
            boxes & conflict.spots != kept
        })
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
        conflicts.compare(boxes(&[1, 2, 8]), goals);
        conflicts.compare(start, goals);
        assert!(conflicts.allow(End::Goals, goals), "they came nearer");
        conflicts.compare(start, goals);
        conflicts.compare(start, goals);
        assert_eq!(conflicts.known.len(), 1, "once is enough");
        assert!(!conflicts.allow(End::Goals, goals));
        assert!(!conflicts.allow(End::Goals, boxes(&[3, 4, 5])), "whatever is elsewhere");
        assert!(conflicts.allow(End::Goals, boxes(&[1, 2, 7])));
        assert!(conflicts.allow(End::Goals, boxes(&[1, 2, 3])));
        assert!(!conflicts.allow(End::Start, start));
        assert!(conflicts.allow(End::Start, goals));
    }
}
