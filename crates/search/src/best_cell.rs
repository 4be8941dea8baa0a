//! How far a search over a feature space has come.

/// The best cell of a search over a feature space: how far it has come, in words for people.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct BestCell {
    /// The strategy that got this far.
    pub strategy: &'static str,
    /// Boxes that stand where the strategy wants them: packed for good in the order of its plan,
    /// or on the landmark that it is headed for.
    pub packed: usize,
    /// Boxes of the level.
    pub boxes: usize,
    /// Regions that boxes cut the free squares into.
    pub regions: usize,
    /// The steps of the plan that are done, parking included, and how many there are; only where
    /// the strategy follows a plan.
    pub plan: Option<(usize, usize)>,
}

impl BestCell {
    /// Whether this is farther than `other`: plans before landmarks, then more boxes packed, more
    /// steps of a plan of any length, fewer regions.
    pub fn is_beyond(&self, other: &Self) -> bool {
        let rank = |cell: &Self| {
            let (done, _) = cell.plan.unwrap_or_default();
            (cell.plan.is_some(), cell.packed, done, usize::MAX - cell.regions)
        };
        rank(self) > rank(other)
    }
}

/// The position that a search over a feature space has come farthest with.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Farthest {
    /// How far that is.
    pub cell: BestCell,
    /// Squares of the level with a box, ascending.
    pub boxes: Vec<usize>,
    /// A square of the player's zone.
    pub player: usize,
}

impl Farthest {
    /// The farther of two; the first where they are equal.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        if other.cell.is_beyond(&self.cell) { other } else { self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_boxes_packed_is_farther() {
        let cell = BestCell {
            strategy: "plan",
            packed: 3,
            boxes: 9,
            regions: 2,
            plan: Some((4, 12)),
        };
        assert!(BestCell { packed: 4, regions: 5, ..cell }.is_beyond(&cell));
        assert!(BestCell { plan: Some((5, 12)), ..cell }.is_beyond(&cell));
        assert!(BestCell { regions: 1, ..cell }.is_beyond(&cell));
        assert!(!cell.is_beyond(&cell));
        assert!(cell.is_beyond(&BestCell { packed: 8, plan: None, ..cell }));
    }
}
