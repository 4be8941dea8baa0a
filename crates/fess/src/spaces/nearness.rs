//! How near a position is to a landmark, as a score.

use crate::strategy::Nearer;
use crate::tree::{Counts, Field, Score, Terms, Worth, power};

/// What is counted in a position on the way to a landmark.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Near {
    /// Pushes that are left; `None` where there is no way.
    pub(crate) distance: Option<u32>,
    pub(crate) regions: usize,
    /// Boxes on spots of the landmark.
    pub(crate) overlap: usize,
    /// What stands in the way of the landmark.
    pub(crate) bad_spots: usize,
    /// How far the boxes are from all goals.
    pub(crate) spread: usize,
}

/// The fields of such a score, most important first: whether there is a way, regions, spread; then
/// pushes left and boxes on the landmark, or the other way round; bad spots come right after boxes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearness {
    nearer: Nearer,
    weights: &'static Terms,
    out_of_reach: Field,
    regions: Field,
    spread: Field,
    distance: Field,
    overlap: Field,
    bad_spots: Field,
}

/// Pushes of a box that count as one. Guessed.
const FAR: usize = 10;
/// The weights of what is counted on the way from the start to a landmark, and of where a move is made.
/// Learned by `examples/learn.rs` from the solutions of Microban II and III, Grigr2001, `SokHard` and
/// `XSokoban`.
pub(crate) const FROM_START: Terms =
    [-2.997, -7.427, -20.863, -3.424, 32.662, -0.915, -2.249];
/// The same from the goals, where bad spots do not count.
pub(crate) const FROM_GOALS: Terms =
    [-0.628, -4.823, -17.859, 0.0, 33.113, -1.082, -2.404];

impl Nearness {
    /// For searches from the start, in which bad spots count.
    pub(crate) const fn from_start(nearer: Nearer) -> Self {
        Self::new(nearer, 9, 0, &FROM_START)
    }

    /// For searches from the goals, in which spread counts.
    pub(crate) const fn from_goals(nearer: Nearer) -> Self {
        Self::new(nearer, 0, 20, &FROM_GOALS)
    }

    const fn new(
        nearer: Nearer,
        bad_spot_bits: u32,
        spread_bits: u32,
        weights: &'static Terms,
    ) -> Self {
        let (distance, bad_spots, overlap, last);
        match nearer {
            Nearer::ByBoxes => {
                distance = Field::lowest(17);
                bad_spots = distance.above(bad_spot_bits);
                overlap = bad_spots.above(10).more_is_better();
                last = overlap;
            }
            Nearer::ByPushes => {
                bad_spots = Field::lowest(bad_spot_bits);
                overlap = bad_spots.above(10).more_is_better();
                distance = overlap.above(17);
                last = distance;
            }
        }
        let spread = last.above(spread_bits).more_is_better();
        let regions = spread.above(9);
        let out_of_reach = regions.above(1);
        Self {
            nearer,
            weights,
            out_of_reach,
            regions,
            spread,
            distance,
            overlap,
            bad_spots,
        }
    }

    /// The score of a position.
    pub(crate) fn score(&self, near: &Near) -> Score {
        self.out_of_reach.put(usize::from(near.distance.is_none()))
            | self.regions.put(near.regions)
            | self.spread.put(near.spread)
            | self.distance.put(near.distance.unwrap_or(0) as usize)
            | self.overlap.put(near.overlap)
            | self.bad_spots.put(near.bad_spots)
    }

    /// The cell of a score: regions, and what makes one position nearer than another.
    pub(crate) fn cell(&self, score: Score) -> u64 {
        let nearer = match self.nearer {
            Nearer::ByBoxes => self.overlap,
            Nearer::ByPushes => self.distance,
        };
        score & (self.regions.mask() | nearer.mask())
    }

    /// What a position with this score is worth, with so many boxes: boxes on the landmark, regions, pushes
    /// left, bad spots, and what grows fastest where the last boxes come to the landmark.
    pub(crate) fn worth(&self, score: Score, boxes: usize) -> Worth {
        let part = |field: Field, whole: usize| field.of(score) as f32 / whole as f32;
        let astray = boxes.saturating_sub(self.overlap.of(score));
        let has_way = self.out_of_reach.of(score) == 0;
        let counts = || -> Counts {
            [
                part(self.overlap, boxes),
                part(self.regions, boxes),
                part(self.distance, boxes * FAR),
                part(self.bad_spots, boxes),
                power(0.95, astray),
            ]
        };
        Worth::of_counts(has_way.then(counts), self.weights)
    }

    /// How many boxes are on spots of the landmark, from a score.
    pub(crate) fn overlap_of(&self, score: Score) -> usize {
        self.overlap.of(score)
    }

    /// The regions, from a score.
    pub(crate) fn regions_of(&self, score: Score) -> usize {
        self.regions.of(score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_or_pushes_come_first() {
        let score = |nearness: &Nearness, distance, regions, overlap| {
            let distance = Some(distance);
            nearness.score(&Near { distance, regions, overlap, ..Near::default() })
        };
        for (nearer, boxes_first) in [(Nearer::ByBoxes, true), (Nearer::ByPushes, false)]
        {
            for nearness in [Nearness::from_start(nearer), Nearness::from_goals(nearer)] {
                let (packed, near) =
                    (score(&nearness, 9, 2, 7), score(&nearness, 3, 2, 5));
                assert_eq!(packed < near, boxes_first, "{nearness:?}");
                assert!(score(&nearness, 99, 1, 0) < packed.min(near), "regions decide");
                let lost = nearness.score(&Near::default());
                assert!(packed < lost, "a position with a way goes first");
                let read = (nearness.overlap_of(packed), nearness.regions_of(packed));
                assert_eq!(read, (7, 2));
                let same =
                    nearness.cell(packed) == nearness.cell(score(&nearness, 8, 2, 7));
                assert_eq!(same, boxes_first, "cells by what comes first");
            }
        }
    }

    #[test]
    fn what_is_nearer_is_worth_more() {
        let by_pushes = Nearer::ByPushes;
        for nearness in [Nearness::from_start(by_pushes), Nearness::from_goals(by_pushes)]
        {
            let worth = |distance, regions, overlap, bad_spots| {
                let near = Near { distance, regions, overlap, bad_spots, spread: 0 };
                nearness.worth(nearness.score(&near), 8)
            };
            let here = worth(Some(9), 2, 5, 1);
            let is_less = |other: Worth| other.sum() < here.sum();
            assert!(
                is_less(worth(Some(10), 2, 5, 1)) && is_less(worth(Some(9), 3, 5, 1))
            );
            assert!(is_less(worth(Some(9), 2, 4, 1)), "{nearness:?}");
            assert!(is_less(here.after(true, false)) && is_less(here.after(false, true)));
            assert!(is_less(worth(None, 1, 8, 0)), "no way");
            let far = worth(Some(100_000), 200, 0, 200);
            assert!(worth(None, 1, 8, 0).sum() < far.sum(), "no way");
            // From the goals bad spots do not count.
            let counts = is_less(worth(Some(9), 2, 5, 2));
            assert_eq!(counts, nearness.weights == &FROM_START);
        }
    }
}
