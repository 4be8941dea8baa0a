//! The packing plan: in which order goals and parking places are filled.

use kuraban_board::Bits;

use crate::lone::Lone;
use crate::map::Map;

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

/// A plan with what it says about the positions on the way.
#[derive(Clone, Debug)]
pub(crate) struct Plan<const W: usize> {
    pub(crate) steps: Vec<Step>,
    initial: usize,
    /// Spots that are the end of a step.
    pub(crate) targets: Bits<W>,
    /// Per number of steps done, spots where a box would be of no more use.
    zones: Vec<Bits<W>>,
    /// Per number of steps done, pushes out of that zone.
    ways: Vec<Vec<u16>>,
    /// Where the order is loose: per step, the earlier ones that have to be done before it.
    needed: Option<Vec<Vec<u16>>>,
}

impl<const W: usize> Plan<W> {
    /// Makes the plan from the moves of a backward search, each `(from, to, eliminated)`, and
    /// the boxes left at its end.
    pub(crate) fn new(
        map: &Map<W>,
        moves: &[(usize, usize, bool)],
        left: Bits<W>,
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
        if !eliminated {
            steps.retain(|step| step.until.is_none());
            for step in &mut steps {
                step.origin = Origin::Any;
            }
        }
        let permanent =
            |step: &Step| step.origin == Origin::Initial && step.until.is_none();
        steps.sort_by_key(|step| !permanent(step));
        set_untils(&mut steps);
        let initial = steps.iter().filter(|step| step.origin == Origin::Initial).count();
        let targets = steps.iter().map(|step| step.to).collect();
        let mut plan = Self {
            steps,
            initial,
            targets,
            zones: Vec::new(),
            ways: Vec::new(),
            needed: None,
        };
        plan.zones = plan.useless(map);
        plan.ways = plan.ways_out(map);
        plan
    }

    /// Per step, the live spots from which no later target can be reached once the boxes placed
    /// for good are walls; each zone is in force from where the one before it began, so that
    /// boxes are cleared away before the door shuts.
    fn useless(&self, map: &Map<W>) -> Vec<Bits<W>> {
        let count = self.steps.len();
        let mut zones = Vec::with_capacity(count);
        let mut floor = map.board.floor;
        for (index, step) in self.steps.iter().enumerate().take(count.saturating_sub(1)) {
            if step.until.is_none() {
                floor.remove(step.to);
            }
            let targets = self.steps[index + 1..].iter().map(|step| step.to).collect();
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

    fn ways_out(&self, map: &Map<W>) -> Vec<Vec<u16>> {
        (0..self.zones.len())
            .map(|done| {
                let in_place: Bits<W> = self
                    .steps
                    .iter()
                    .enumerate()
                    .filter(|&(index, step)| {
                        (index < done || index < self.initial)
                            && step.until.is_none_or(|until| until >= done)
                    })
                    .map(|(_, step)| step.to)
                    .collect();
                let floor = map.board.floor.minus(in_place);
                Lone::new(map, floor).pushes_from(map, self.zones[done])
            })
            .collect()
    }

    /// How many steps are done: the longest beginning of the plan of which every step is in
    /// place or was moved on by a step of that beginning.
    pub(crate) fn packed(&self, boxes: Bits<W>) -> usize {
        let missing = |step: &Step| !boxes.has(step.to);
        let first = &self.steps[..self.initial];
        let permanent = first.iter().filter(|step| step.until.is_none());
        let (in_place, all) = permanent.fold((0, 0), |(in_place, all), step| {
            (in_place + usize::from(!missing(step)), all + 1)
        });
        if in_place < all {
            return in_place;
        }
        let mut packed = self.steps.len();
        for index in (self.initial..self.steps.len()).rev() {
            let step = &self.steps[index];
            if missing(step) && step.until.is_none_or(|until| until >= packed) {
                packed = index;
            }
        }
        let astray = first
            .iter()
            .filter(|step| {
                missing(step) && step.until.is_some_and(|until| until >= packed)
            })
            .count();
        packed.saturating_sub(astray)
    }

    /// Lets steps count that are done out of turn: a goal that is filled early, where no goal that
    /// should come before it becomes unreachable by that box alone.
    pub(crate) fn loosen(&mut self, map: &Map<W>) {
        let sources = map.board.start.boxes;
        let mut needed = vec![Vec::new(); self.steps.len()];
        let mut floor = map.board.floor;
        for (index, step) in self.steps.iter().enumerate() {
            if step.until.is_some() {
                continue;
            }
            for (later, other) in self.steps.iter().enumerate().skip(index + 1) {
                let shuts = || {
                    let lone = Lone::new(map, floor.without(other.to));
                    !lone.reached_from(map, sources).has(step.to)
                };
                if other.until.is_none() && shuts() {
                    needed[later].push(index as u16);
                }
            }
            floor.remove(step.to);
        }
        self.needed = Some(needed);
    }

    /// How much of the plan is done, where `packed` steps are done in turn: those, and the ones
    /// after a gap that may be done before it.
    pub(crate) fn achieved(&self, boxes: Bits<W>, packed: usize) -> usize {
        let Some(needed) = &self.needed else { return packed };
        if packed < self.initial {
            return packed;
        }
        let early = (packed + 1..self.steps.len()).filter(|&later| {
            let step = &self.steps[later];
            step.until.is_none()
                && boxes.has(step.to)
                && needed[later].iter().all(|&index| {
                    usize::from(index) < packed
                        || boxes.has(self.steps[usize::from(index)].to)
                })
        });
        packed + early.count()
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

    /// The spots where a box is of no more use after so many steps.
    pub(crate) fn zone(&self, packed: usize) -> Bits<W> {
        self.zones.get(packed).copied().unwrap_or(Bits::EMPTY)
    }

    /// Pushes out of that zone, per spot.
    pub(crate) fn way_out(&self, packed: usize) -> Option<&[u16]> {
        self.ways.get(packed).map(Vec::as_slice)
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
    use std::sync::Arc;

    use kuraban_board::Board;
    use kuraban_level::Level;

    use super::*;

    /// A plan that fills goals in this order, given by their numbers, with loose order.
    fn loose(text: &str, order: &[usize]) -> (Plan<2>, Vec<usize>) {
        let level: Level = text.parse().expect("a level");
        let map = Map::new(Arc::new(Board::<2>::new(&level)));
        let goals: Vec<usize> = map.board.goals.iter().collect();
        let start = map.board.layout.boxes[0];
        let moves: Vec<_> =
            order.iter().rev().map(|&goal| (goals[goal], start, true)).collect();
        let mut plan = Plan::new(&map, &moves, Bits::EMPTY);
        plan.loosen(&map);
        (plan, goals)
    }

    #[test]
    fn a_goal_filled_early_counts_where_it_shuts_nothing() {
        let row =
            "#########\n#   @   #\n# $ $ $ #\n#   #   #\n#  ...  #\n#       #\n#########";
        let (plan, goals) = loose(row, &[1, 0, 2]);
        let early = Bits::of(goals[0]);
        assert_eq!((plan.packed(early), plan.achieved(early, 0)), (0, 1));
    }

    #[test]
    fn a_goal_filled_early_does_not_count_where_it_shuts_another() {
        let lane = "########\n#      #\n# $$@  #\n###.####\n###.####\n########";
        let (plan, goals) = loose(lane, &[1, 0]);
        let early = Bits::of(goals[0]);
        assert_eq!((plan.packed(early), plan.achieved(early, 0)), (0, 0));
        let both = early.with(goals[1]);
        assert_eq!(plan.achieved(both, plan.packed(both)), 2);
    }
}
