//! Boxes where the plan has no more use for them.

use kuraban_board::Bits;
use kuraban_board::LoneBox;

use crate::level::map::Map;
use crate::plan::Plan;

/// For each number of steps done, the area where a box is of no more use.
#[derive(Clone, Debug)]
pub(crate) struct OutOfPlan<const W: usize> {
    areas: Vec<Bits<W>>,
    /// Pushes out of that area, per spot.
    ways: Vec<Vec<u16>>,
}

impl<const W: usize> OutOfPlan<W> {
    /// Bytes taken.
    pub(crate) fn bytes(&self) -> usize {
        let ways = self.ways.iter().map(|way| way.len() * size_of::<u16>());
        self.areas.len() * size_of::<Bits<W>>() + ways.sum::<usize>()
    }

    pub(crate) fn new(map: &Map<W>, plan: &Plan<W>) -> Self {
        let areas = useless(map, plan);
        let ways = (0..areas.len())
            .map(|done| {
                let floor = map.board.floor.minus(plan.in_place(done));
                LoneBox::new(&map.board.layout, floor).pushes_from_any(areas[done])
            })
            .collect();
        Self { areas, ways }
    }

    /// How many boxes are in the area after so many steps.
    pub(crate) fn count(&self, boxes: Bits<W>, packed: usize) -> usize {
        (self.area(packed) & boxes).len()
    }

    /// The spots where a box is of no more use after so many steps.
    pub(crate) fn area(&self, packed: usize) -> Bits<W> {
        self.areas.get(packed).copied().unwrap_or(Bits::EMPTY)
    }

    /// Pushes out of that area, per spot.
    pub(crate) fn way_out(&self, packed: usize) -> Option<&[u16]> {
        self.ways.get(packed).map(Vec::as_slice)
    }
}

/// Per step, the live spots from which a box can reach no target of a later step, the boxes placed
/// for good being walls.
///
/// Each area counts one step early: boxes are to leave before the door shuts.
fn useless<const W: usize>(map: &Map<W>, plan: &Plan<W>) -> Vec<Bits<W>> {
    let count = plan.steps.len();
    let mut areas = Vec::with_capacity(count);
    let mut floor = map.board.floor;
    for (index, step) in plan.steps.iter().enumerate().take(count.saturating_sub(1)) {
        if step.until.is_none() {
            floor.remove(step.to);
        }
        let targets = plan.steps[index + 1..].iter().map(|step| step.to).collect();
        let reaching = LoneBox::new(&map.board.layout, floor).reaching(targets);
        areas.push((map.board.live & floor).minus(reaching));
    }
    let mut begin = 0;
    for index in 1..areas.len() {
        if areas[index] != areas[index - 1] {
            let (new, old) = (areas[index], begin);
            begin = index;
            areas[old..index].fill(new);
        }
    }
    areas
}
