//! Every position of a solution, drawn.

use kuraban_level::{Alphabet, Level, write};
use kuraban_verify::{Replay, Solution};

/// The rows of a position.
pub fn draw_position(
    level: &Level,
    alphabet: &Alphabet,
    position: &Replay<'_>,
) -> Vec<String> {
    write::draw(level, alphabet, |at| position.has_box(at), position.player())
}

/// The start and the position after each step, each under a line that says which it is.
pub fn boards(level: &Level, alphabet: &Alphabet, solution: &Solution) -> Vec<String> {
    let mut position = Replay::new(level);
    let mut lines = vec!["start".to_owned()];
    lines.extend(draw_position(level, alphabet, &position));
    for (index, step) in solution.steps().iter().enumerate() {
        position.step(step.dir).expect("a checked solution can be played");
        let action = if step.push { "push" } else { "move" };
        lines.push(String::new());
        lines.push(format!("{}: {action} {}", index + 1, step.dir));
        lines.extend(draw_position(level, alphabet, &position));
    }
    for line in &mut lines {
        line.truncate(line.trim_end().len());
    }
    lines
}
