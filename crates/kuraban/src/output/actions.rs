//! The list of actions of boulder puzzles, where a push leaves the player in place.

use kuraban_level::Level;
use kuraban_verify::{Replay, Solution};

/// The actions: the player's `(row,column)` after each, and `None` for the
/// start, or `M` or `P` with the direction's letter.
///
/// A push that the player follows is a push and a move. A push and the step straight back come
/// to a push alone: the player never left.
pub fn actions(level: &Level, solution: &Solution) -> Vec<String> {
    let place = |at| {
        let (row, column) = level.row_column(at);
        format!("({row},{column})")
    };
    let mut position = Replay::new(level);
    let mut list = vec![format!("{}None", place(position.player()))];
    let mut steps = solution.steps().iter().peekable();
    while let Some(step) = steps.next() {
        let letter = step.dir.push_letter();
        let before = position.player();
        position.step(step.dir).expect("a checked solution can be played");
        if step.push {
            list.push(format!("{}P{letter}", place(before)));
            if let Some(back) = steps.next_if(|next| next.dir == !step.dir && !next.push)
            {
                position.step(back.dir).expect("a checked solution can be played");
                continue;
            }
        }
        list.push(format!("{}M{letter}", place(position.player())));
    }
    list
}
