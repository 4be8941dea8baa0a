//! Boxes where the plan has no more use for them.

use kuraban_board::Bits;

use crate::level::lone::Lone;
use crate::level::map::Map;
use crate::plan::Plan;

/// Per number of steps done, the zone where a box is of no more use.
#[derive(Clone, Debug)]
pub(crate) struct OutOfPlan<const W: usize> {
    zones: Vec<Bits<W>>,
    /// Pushes out of that zone, per spot.
    ways: Vec<Vec<u16>>,
}

impl<const W: usize> OutOfPlan<W> {
    pub(crate) fn new(map: &Map<W>, plan: &Plan<W>) -> Self {
        let zones = useless(map, plan);
        let ways = (0..zones.len())
            .map(|done| {
                let floor = map.board.floor.minus(plan.in_place(done));
                Lone::new(map, floor).pushes_from(map, zones[done])
            })
            .collect();
        Self { zones, ways }
    }

    /// How many boxes are in the zone after so many steps.
    pub(crate) fn count(&self, boxes: Bits<W>, packed: usize) -> usize {
        (self.zone(packed) & boxes).len()
    }

    /// The spots where a box is of no more use after so many steps.
    pub(crate) fn zone(&self, packed: usize) -> Bits<W> {
        self.zones.get(packed).copied().unwrap_or(Bits::EMPTY)
    }

    /// Pushes out of that zone, per spot.
    pub(crate) fn way_out(&self, packed: usize) -> Option<&[u16]> {
        self.ways.get(packed).map(Vec::as_slice)
    }
}

/// Per step, the live spots from which no later target can be reached once the boxes placed for
/// good are walls; each zone is in force from where the one before it began, so that boxes are
/// cleared away before the door shuts.
fn useless<const W: usize>(map: &Map<W>, plan: &Plan<W>) -> Vec<Bits<W>> {
    let count = plan.steps.len();
    let mut zones = Vec::with_capacity(count);
    let mut floor = map.board.floor;
    for (index, step) in plan.steps.iter().enumerate().take(count.saturating_sub(1)) {
        if step.until.is_none() {
            floor.remove(step.to);
        }
        let targets = plan.steps[index + 1..].iter().map(|step| step.to).collect();
        let reaching = Lone::new(map, floor).reaching(map, targets);
        zones.push((map.board.live & floor).minus(reaching));
    }
    let mut begin = 0;
    for index in 1..zones.len() {
        if zones[index] != zones[index - 1] {
            let (new, old) = (zones[index], begin);
            begin = index;
            zones[old..index].fill(new);
        }
    }
    zones
}
