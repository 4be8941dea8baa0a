//! A solver of the simplest possible kind.
//!
//! States are plain vectors of squares in a hash map, the rules are written out once more, and
//! nothing is clever: it is slow, and easy to believe.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use kuraban_level::{Dir, Level, Rules};

use crate::explore;

/// Player square, boxes ascending, direction of the push run under way.
type State = (usize, Vec<usize>, Option<Dir>);

/// The proven facts of a level.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Facts {
    /// Reachable pairs of player square and boxes; solved ones go on.
    pub reachable_states: usize,
    /// The same with the player's zone in place of the square.
    pub reachable_push_states: usize,
    /// What the best solutions cost, if there are any.
    pub least: Option<Least>,
}

/// What the best solutions of a level cost.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Least {
    /// Fewest moves.
    pub moves: u64,
    /// Fewest pushes among the solutions with the fewest moves.
    pub pushes_at_least_moves: u64,
    /// Fewest pushes.
    pub pushes: u64,
    /// Fewest moves among the solutions with the fewest pushes.
    pub moves_at_least_pushes: u64,
    /// Fewest half movements of the robot.
    pub robot: u64,
    /// Fewest actions, where a push leaves the player in place.
    pub actions: u64,
}

impl Least {
    /// What the claim with this name is about.
    pub fn named(&self, claim: &str) -> u64 {
        match claim {
            "moves" => self.moves,
            "pushes" => self.pushes,
            "robot" => self.robot,
            "actions" => self.actions,
            "pushes,moves" => self.moves_at_least_pushes,
            "moves,pushes" => self.pushes_at_least_moves,
            _ => panic!("the oracle knows nothing about `{claim}`"),
        }
    }
}

/// Finds the facts of a level; `None` where it has more than `most` states.
pub fn facts(level: &Level, most: usize) -> Option<Facts> {
    let states = reachable(level, most)?;
    let regions: HashSet<(Vec<usize>, usize)> = states
        .iter()
        .map(|(player, boxes)| (boxes.clone(), lowest(level, *player, boxes)))
        .collect();
    Some(Facts {
        reachable_states: states.len(),
        reachable_push_states: regions.len(),
        least: least(level),
    })
}

/// What the best solutions of a level cost; `None` where there are none.
pub fn least(level: &Level) -> Option<Least> {
    let cheapest =
        |cost: &dyn Fn(Step) -> (u64, u64), stays: bool| dijkstra(level, cost, stays);
    let (moves, pushes_at_least_moves) =
        cheapest(&|step| (1, u64::from(step.push)), false)?;
    let (pushes, moves_at_least_pushes) =
        cheapest(&|step| (u64::from(step.push), 1), false)?;
    let half = |step: Step| if step.push && !step.continues { 4 } else { 2 };
    let (robot, _) = cheapest(&|step| (half(step), 0), false)?;
    let (actions, _) = cheapest(&|_| (1, 0), true)?;
    Some(Least {
        moves,
        pushes_at_least_moves,
        pushes,
        moves_at_least_pushes,
        robot,
        actions,
    })
}

/// The steps of a solution with the fewest moves, by trying everything; `None` where there is none.
pub fn solution(level: &Level) -> Option<Vec<Dir>> {
    let start = (level.player(), level.boxes().to_vec());
    let mut seen = HashSet::from([start.clone()]);
    // States in the order they were found, with the state before and the step from it.
    let mut found = vec![(start, 0, None)];
    let mut at = 0;
    while at < found.len() {
        let (player, boxes) = found[at].0.clone();
        if solved(level, player, &boxes) {
            let steps = std::iter::successors(Some(at), |&at| Some(found[at].1));
            let mut steps: Vec<Dir> = steps.map_while(|at| found[at].2).collect();
            steps.reverse();
            return Some(steps);
        }
        for (step, (player, boxes, _)) in steps(level, &(player, boxes, None), false) {
            if seen.insert((player, boxes.clone())) {
                found.push(((player, boxes), at, Some(step.dir)));
            }
        }
        at += 1;
    }
    None
}

#[derive(Clone, Copy)]
struct Step {
    dir: Dir,
    push: bool,
    /// The push goes on with the run of the step before.
    continues: bool,
}

fn solved(level: &Level, player: usize, boxes: &[usize]) -> bool {
    match level.rules() {
        Rules::Boxes => boxes == level.goals(),
        Rules::Boulders => level.goals() == [player],
    }
}

/// The states one step away. With `stays` a push leaves the player where he is.
fn steps(level: &Level, state: &State, stays: bool) -> Vec<(Step, State)> {
    let (player, boxes, run) = state;
    let mut found = Vec::new();
    for dir in Dir::ALL {
        let Some(to) = level.step(*player, dir) else { continue };
        if !boxes.contains(&to) {
            let step = Step { dir, push: false, continues: false };
            found.push((step, (to, boxes.clone(), None)));
            continue;
        }
        let Some(beyond) = level.step(to, dir) else { continue };
        if boxes.contains(&beyond) {
            continue;
        }
        let mut moved: Vec<usize> =
            boxes.iter().map(|&at| if at == to { beyond } else { at }).collect();
        moved.sort_unstable();
        let step = Step { dir, push: true, continues: *run == Some(dir) };
        found.push((step, (if stays { *player } else { to }, moved, Some(dir))));
    }
    found
}

fn reachable(level: &Level, most: usize) -> Option<Vec<(usize, Vec<usize>)>> {
    let start = (level.player(), level.boxes().to_vec());
    let next = |(player, boxes): &(usize, Vec<usize>)| {
        let found = steps(level, &(*player, boxes.clone(), None), false);
        found.into_iter().map(|(_, (player, boxes, _))| (player, boxes)).collect()
    };
    let all =
        explore(start, most, next, |(player, boxes)| solved(level, *player, boxes))?;
    Some(all.into_iter().map(|(state, _)| state).collect())
}

fn lowest(level: &Level, player: usize, boxes: &[usize]) -> usize {
    let reached = level.flood(vec![player], |at| !boxes.contains(&at));
    reached.iter().position(|&reached| reached).expect("the player's own square")
}

/// The least cost of a solution, the second part breaking ties.
fn dijkstra(
    level: &Level,
    cost: &dyn Fn(Step) -> (u64, u64),
    stays: bool,
) -> Option<(u64, u64)> {
    let start: State = (level.player(), level.boxes().to_vec(), None);
    let mut least: HashMap<State, (u64, u64)> = HashMap::from([(start.clone(), (0, 0))]);
    let mut queue = BinaryHeap::from([Reverse(((0, 0), start))]);
    while let Some(Reverse((paid, state))) = queue.pop() {
        if solved(level, state.0, &state.1) {
            return Some(paid);
        }
        if least[&state] < paid {
            continue;
        }
        for (step, next) in steps(level, &state, stays) {
            let (first, second) = cost(step);
            let total = (paid.0 + first, paid.1 + second);
            if least.get(&next).is_none_or(|&known| total < known) {
                least.insert(next.clone(), total);
                queue.push(Reverse((total, next)));
            }
        }
    }
    None
}
