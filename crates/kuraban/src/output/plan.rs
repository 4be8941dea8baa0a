//! A plan as lines of text: `step: action direction from [row,column]`.

use kuraban_level::Level;
use kuraban_verify::{Replay, Solution};

/// One line for each step, numbered from one; the square is the player's before the step.
pub fn plan(level: &Level, solution: &Solution) -> Vec<String> {
    let mut position = Replay::new(level);
    let mut lines = Vec::with_capacity(solution.steps().len());
    for (index, step) in solution.steps().iter().enumerate() {
        let action = if step.push { "push" } else { "move" };
        let (row, column) = level.row_column(position.player());
        lines.push(format!("{}: {action} {} from [{row},{column}]", index + 1, step.dir));
        position.step(step.dir).expect("a checked solution can be played");
    }
    lines
}
