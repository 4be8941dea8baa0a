//! What is going to happen on each square: labels for those who look into what networks learn.

use kuraban::{Level, Replay, Solution};

/// For each step of a solution and each square of the level two bytes: in which direction a box will
/// next be pushed off the square, and from which direction the player will next step onto it. Zero
/// is never; 1 to 4 are up, right, down, left (Bush et al., ICLR 2025: box push direction, agent
/// approach direction, whose words these are).
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ConceptSteps {
    /// Steps of the solution: one before each of them.
    pub steps: usize,
    /// Step by step, square by square, two bytes each.
    pub bytes: Vec<u8>,
}

/// The concepts along a solution.
pub fn concepts(level: &Level, solution: &Solution) -> ConceptSteps {
    let mut replay = Replay::new(level);
    // What each step does: the square entered, its direction, the square a box leaves.
    let mut events = Vec::new();
    for step in solution.steps() {
        let pushed = replay.step(step.dir).expect("it was replayed before");
        events.push((replay.player(), step.dir, pushed.map(|(from, _)| from)));
    }
    let squares = level.squares().len();
    let mut now = vec![0_u8; 2 * squares];
    let mut backward = Vec::with_capacity(events.len());
    for &(entered, dir, left) in events.iter().rev() {
        // He comes from the other side.
        now[2 * entered + 1] = (!dir).index() as u8 + 1;
        if let Some(left) = left {
            now[2 * left] = dir.index() as u8 + 1;
        }
        backward.push(now.clone());
    }
    let bytes = backward.into_iter().rev().flatten().collect();
    ConceptSteps { steps: events.len(), bytes }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_square_tells_what_comes_next() {
        let level: Level = "######\n#@$ .#\n######".parse().expect("a level");
        let steps = [kuraban::Dir::Right; 2];
        let solution = Solution::check(&level, &steps).expect("a solution");
        let found = concepts(&level, &solution);
        assert_eq!((found.steps, found.bytes.len()), (2, 2 * 18 * 2));
        let at = |step: usize, square: usize| {
            let from = (step * 18 + square) * 2;
            (found.bytes[from], found.bytes[from + 1])
        };
        // A box is pushed right off squares 8 and 9; the player comes from the left.
        assert_eq!((at(0, 8), at(0, 9), at(0, 10)), ((2, 4), (2, 4), (0, 0)));
        assert_eq!((at(1, 8), at(1, 9)), ((0, 0), (2, 4)));
    }
}
