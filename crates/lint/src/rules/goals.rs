//! G1, G2, G3: goals and who can reach them.

use kuraban::Level;
use kuraban::difficulty::Order;
use kuraban_board::{Cells, NEVER, PushDistances};

use crate::budget::Budget;
use crate::finding::{Finding, Unsettled};
use crate::play::Push;
use crate::subject::Subject;
use crate::table::Table;
use crate::words::{count, names, noun};

/// With more goals the orders are not tried: there are 120 of five.
const MOST_GOALS: usize = 5;

/// G1.
pub(super) fn packing(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    subject.best(budget)?;
    let reach = crate::change::reach(level);
    let goals: Vec<usize> =
        level.goals().iter().copied().filter(|&at| reach[at]).collect();
    if goals.len() < 2 {
        return Ok(());
    }
    if goals.len() > MOST_GOALS {
        return Err(Unsettled::because(format!("more than {MOST_GOALS} goals")));
    }
    let table = subject.table(budget)?;
    let mut orders = Orders { table, goals: &goals, found: 0, one: Vec::new() };
    orders.count(level, &[0], &mut Vec::new(), budget)?;
    let all: usize = (1..=goals.len()).product();
    let found = orders.found;
    let order = match found {
        1 => Order::Forced,
        _ if found == all => Order::Free,
        _ => Order::Some,
    };
    subject.told.borrow_mut().order = Some(order);
    let finding = match order {
        Order::Free if all == 2 => {
            Finding::note("the two goals can be filled in either order".to_owned())
        }
        Order::Free => {
            Finding::note(format!("the goals can be filled in any of {all} orders"))
        }
        Order::Forced => Finding::note(format!(
            "the goals can be filled in one order only: {}",
            names(level, &orders.one)
        ))
        .at(level, &orders.one),
        Order::Some => return Ok(()),
    };
    out.push(finding.because("orders", found).because("of", all));
    Ok(())
}

/// Counts the orders in which goals are filled for good: the order of the last pushes onto them, in
/// any solution.
struct Orders<'a> {
    table: &'a Table,
    goals: &'a [usize],
    found: usize,
    /// The goals of the order found last.
    one: Vec<usize>,
}

impl Orders<'_> {
    /// Goes on from positions in which boxes stand on the goals `filled`, where they stay.
    fn count(
        &mut self,
        level: &Level,
        from: &[usize],
        filled: &mut Vec<usize>,
        budget: &mut Budget<'_>,
    ) -> Result<(), Unsettled> {
        // All positions that can be reached while those boxes stay.
        let mut seen = vec![false; self.table.len()];
        let mut queue: Vec<usize> = Vec::new();
        // Positions after a push onto each goal.
        let mut filling: Vec<Vec<usize>> = vec![Vec::new(); self.goals.len()];
        for &position in from {
            if !std::mem::replace(&mut seen[position], true) {
                queue.push(position);
            }
        }
        let mut next = 0;
        while let Some(&position) = queue.get(next) {
            for edge in self.table.pushes(position) {
                let Push { at, dir } = edge.push();
                if filled.contains(&at) || self.table.is_lost(edge.to()) {
                    continue;
                }
                let to = level.step(at, dir);
                if let Some(goal) = self.goals.iter().position(|&goal| Some(goal) == to) {
                    filling[goal].push(edge.to());
                }
                if !std::mem::replace(&mut seen[edge.to()], true) {
                    queue.push(edge.to());
                }
            }
            next += 1;
        }
        budget.take(queue.len() as u64)?;
        if filled.len() == self.goals.len() {
            // The rest has to come to its end, too.
            if queue.iter().any(|&position| self.table.to_go(position) == Some(0)) {
                self.found += 1;
                self.one.clone_from(filled);
            }
            return Ok(());
        }
        for (goal, after) in filling.into_iter().enumerate() {
            if !after.is_empty() && !filled.contains(&self.goals[goal]) {
                filled.push(self.goals[goal]);
                self.count(level, &after, filled, budget)?;
                filled.pop();
            }
        }
        Ok(())
    }
}

/// Boards with more cells times goals are not looked at.
const MOST_DISTANCES: usize = 2_000_000;

/// For each box, by its place in the list, the goals that it could be pushed to alone.
struct Matching {
    boxes: Vec<usize>,
    goals: Vec<usize>,
    reaches: Vec<Vec<usize>>,
}

impl Matching {
    fn new(subject: &Subject<'_>) -> Option<Self> {
        let cells = Cells::new(subject.level);
        if cells.len() * cells.goals.len() > MOST_DISTANCES {
            return None;
        }
        let distances = PushDistances::new(&cells);
        let reaches = cells.boxes.iter().map(|&at| {
            let goals = 0..cells.goals.len();
            goals.filter(|&goal| distances.to_goal(goal, at) != NEVER).collect()
        });
        Some(Self {
            reaches: reaches.collect(),
            boxes: cells.boxes.iter().map(|&at| cells.square(at)).collect(),
            goals: cells.goals.iter().map(|&at| cells.square(at)).collect(),
        })
    }

    /// Boxes that have fewer goals among them than they are, if there are any: those that an
    /// unmatched box leads to by alternating paths (Hall, König).
    fn too_few(&self) -> Option<(Vec<usize>, Vec<usize>)> {
        let mut matched: Vec<Option<usize>> = vec![None; self.goals.len()];
        for start in 0..self.boxes.len() {
            let mut seen = vec![false; self.goals.len()];
            if !self.augment(start, &mut seen, &mut matched) {
                let goals: Vec<usize> =
                    (0..seen.len()).filter(|&goal| seen[goal]).collect();
                let mut boxes: Vec<usize> =
                    goals.iter().filter_map(|&goal| matched[goal]).collect();
                boxes.push(start);
                boxes.sort_unstable();
                return Some((
                    boxes.into_iter().map(|at| self.boxes[at]).collect(),
                    goals.into_iter().map(|goal| self.goals[goal]).collect(),
                ));
            }
        }
        None
    }

    /// Finds a goal for a box, letting others take another one. Depth is bounded by the goals.
    fn augment(
        &self,
        of: usize,
        seen: &mut [bool],
        matched: &mut [Option<usize>],
    ) -> bool {
        for &goal in &self.reaches[of] {
            if std::mem::replace(&mut seen[goal], true) {
                continue;
            }
            if matched[goal].is_none_or(|other| self.augment(other, seen, matched)) {
                matched[goal] = Some(of);
                return true;
            }
        }
        false
    }
}

/// G2.
pub(super) fn far(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let Some(matching) = Matching::new(subject) else {
        return Err(Unsettled::because("the board is too large"));
    };
    if matching.boxes.len() < 2 {
        return Ok(());
    }
    for (index, &goal) in matching.goals.iter().enumerate() {
        let mut who = (0..matching.boxes.len())
            .filter(|&at| matching.reaches[at].contains(&index))
            .map(|at| matching.boxes[at]);
        if let (Some(only), None) = (who.next(), who.next())
            && only != goal
        {
            let text = format!(
                "only the box {} can get to the goal {}",
                level.square_name(only),
                level.square_name(goal)
            );
            out.push(Finding::note(text).at(level, &[goal, only]));
        }
    }
    Ok(())
}

/// G3.
pub(super) fn stranded(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let Some(matching) = Matching::new(subject) else {
        return Err(Unsettled::because("the board is too large"));
    };
    for (index, &goal) in matching.goals.iter().enumerate() {
        if !matching.reaches.iter().any(|goals| goals.contains(&index)) {
            let text = format!("no box can get to the goal {}", level.square_name(goal));
            out.push(Finding::error(text).at(level, &[goal]));
        }
    }
    if matching.boxes.len() == matching.goals.len()
        && let Some((boxes, goals)) = matching.too_few()
    {
        let text = match goals.len() {
            0 => format!("the box {} can get to no goal", names(level, &boxes)),
            n => format!(
                "the {} {} have only {} between them: {}",
                noun(boxes.len(), "box"),
                names(level, &boxes),
                count(n, "goal"),
                names(level, &goals)
            ),
        };
        let all: Vec<usize> = boxes.into_iter().chain(goals).collect();
        out.push(Finding::error(text).at(level, &all));
    }
    Ok(())
}
