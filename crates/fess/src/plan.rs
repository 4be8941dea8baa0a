//! The packing plan: in which order goals and parking places are filled.

use kuraban_board::Bits;

/// Where the box of a step comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Origin {
    /// It stands there from the start.
    Initial,
    /// Any box will do.
    Any,
    /// Any box that can come from this start square, where one vanished.
    Sink(usize),
    /// From this spot.
    Spot(usize),
}

/// A box is to be on `to`, until step `until` moves it on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Step {
    pub(crate) to: usize,
    pub(crate) origin: Origin,
    pub(crate) until: Option<usize>,
}

/// The steps, those of boxes that stand in place from the start first. A search without a plan has
/// one without steps.
#[derive(Clone, Debug)]
pub(crate) struct Plan<const W: usize> {
    pub(crate) steps: Vec<Step>,
    /// How many steps are of boxes that stand there from the start.
    pub(crate) initial: usize,
    /// Spots that are the end of a step.
    pub(crate) targets: Bits<W>,
}

impl<const W: usize> Default for Plan<W> {
    fn default() -> Self {
        Self { steps: Vec::new(), initial: 0, targets: Bits::EMPTY }
    }
}

impl<const W: usize> Plan<W> {
    /// Makes the plan from the moves of a backward search, each `(from, to, eliminated)`, and
    /// the boxes left at its end, which may be away from `home`. In that case, or where no box
    /// was eliminated, only the order of the goals is taken from it: nothing is known about the
    /// way there.
    pub(crate) fn new(
        moves: &[(usize, usize, bool)],
        left: Bits<W>,
        home: Bits<W>,
    ) -> Self {
        let mut steps: Vec<Step> = left
            .iter()
            .map(|to| Step { to, origin: Origin::Initial, until: None })
            .collect();
        steps.reverse();
        let eliminated = moves.iter().any(|&(_, _, eliminated)| eliminated);
        for &(from, to, eliminated) in moves.iter().rev() {
            if from != to {
                let origin = if eliminated { Origin::Sink(to) } else { Origin::Spot(to) };
                steps.push(Step { to: from, origin, until: None });
            }
        }
        merge(&mut steps);
        set_untils(&mut steps);
        let leads_home = left.minus(home).is_empty();
        if !(eliminated && leads_home) {
            steps.retain(|step| step.until.is_none());
            for step in &mut steps {
                step.origin = Origin::Any;
            }
        }
        permanent_first(&mut steps);
        set_untils(&mut steps);
        let initial = steps.iter().filter(|step| step.origin == Origin::Initial).count();
        let targets = steps.iter().map(|step| step.to).collect();
        Self { steps, initial, targets }
    }

    /// The spots where boxes should be when so many steps are done.
    pub(crate) fn in_place(&self, packed: usize) -> Bits<W> {
        self.steps
            .iter()
            .enumerate()
            .filter(|&(index, step)| {
                (index < packed || index < self.initial)
                    && step.until.is_none_or(|until| until >= packed)
            })
            .map(|(_, step)| step.to)
            .collect()
    }

    /// How many boxes stay where they are for good when so many steps are done.
    pub(crate) fn placed(&self, packed: usize) -> usize {
        self.steps.iter().take(packed).filter(|step| step.until.is_none()).count()
    }

    /// Where the next box should go.
    pub(crate) fn next_target(&self, boxes: Bits<W>, packed: usize) -> Option<usize> {
        let permanent = self.steps[..self.initial]
            .iter()
            .all(|step| step.until.is_some() || boxes.has(step.to));
        if permanent { self.steps.get(packed).map(|step| step.to) } else { None }
    }
}

/// Joins steps that move the same box twice in a row.
fn merge(steps: &mut Vec<Step>) {
    loop {
        let before = steps.len();
        let mut index = 0;
        while index + 1 < steps.len() {
            let (first, second) = (steps[index], steps[index + 1]);
            if first.origin != Origin::Initial && second.origin == Origin::Spot(first.to)
            {
                steps[index] = Step { to: second.to, ..first };
                steps.remove(index + 1);
            } else {
                index += 1;
            }
        }
        steps.retain(|step| step.origin != Origin::Spot(step.to));
        if steps.len() == before {
            return;
        }
    }
}

/// Puts the steps first that bring a box from where it was in the beginning to where it stays.
fn permanent_first(steps: &mut [Step]) {
    let is_permanent =
        |step: &Step| step.origin == Origin::Initial && step.until.is_none();
    steps.sort_by_key(|step| !is_permanent(step));
}

/// Finds for each step the later one that moves its box on.
fn set_untils(steps: &mut [Step]) {
    for index in 0..steps.len() {
        let to = steps[index].to;
        let on = |step: &Step| step.origin == Origin::Spot(to);
        steps[index].until =
            steps[index + 1..].iter().position(on).map(|later| index + 1 + later);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes come from 1 by way of 5 to 9, and from 2 to 8.
    const MOVES: [(usize, usize, bool); 3] = [(9, 5, false), (8, 2, true), (5, 1, false)];

    fn targets(left: [usize; 1], home: [usize; 1]) -> Vec<(usize, Option<usize>)> {
        let set = |spots: [usize; 1]| spots.into_iter().collect::<Bits<2>>();
        let plan = Plan::new(&MOVES, set(left), set(home));
        plan.steps.iter().map(|step| (step.to, step.until)).collect()
    }

    #[test]
    fn a_plan_that_leads_home_parks_boxes() {
        let parked = [(1, Some(1)), (5, Some(3)), (8, None), (9, None)];
        assert_eq!(targets([1], [1]), parked);
    }

    #[test]
    fn a_plan_that_does_not_is_an_order_of_goals() {
        assert_eq!(targets([1], [3]), [(8, None), (9, None)]);
    }
}
