//! What a search hands over: solutions with what is proved of them, and bounds.

use kuraban_level::{Dir, Rules};
use kuraban_search::{Claim, Found, Run};

use crate::board::Board;
use crate::bound::Bound;
use crate::space::Space;

/// The solution of a level that is solved at the start: empty, and least in everything.
pub(crate) fn already_solved(board: &Board) -> Found {
    let mut optimal = vec![
        Claim::Moves,
        Claim::Pushes,
        Claim::Robot,
        Claim::PushesThenMoves,
        Claim::MovesThenPushes,
    ];
    if board.rules == Rules::Boulders {
        optimal.push(Claim::Actions);
    }
    Found { steps: Vec::new(), optimal }
}

/// Tells a solution of known cost of which the claims are proved.
pub(crate) fn found(
    space: &dyn Space,
    steps: Vec<Dir>,
    optimal: Vec<Claim>,
    least: Option<u32>,
    run: &mut Run<'_>,
) -> Found {
    if let Some(least) = least {
        space.prove(least, run);
    }
    let found = Found { steps, optimal };
    run.found(found.clone());
    found
}

/// Tells the bounds that hold before any search.
pub(crate) fn static_bounds(board: &Board, run: &mut Run<'_>) {
    let mut bound = Bound::new(board);
    match board.rules {
        Rules::Boxes => {
            if let Some(pushes) = bound.pushes(&board.boxes) {
                crate::space::prove_pushes(pushes, run);
            }
        }
        Rules::Boulders => {
            let steps = u64::from(bound.steps_to_goal(board.player));
            if steps > 0 {
                run.prove(Claim::Moves, steps);
                run.prove(Claim::Actions, steps);
                run.prove(Claim::Robot, 2 * steps);
            }
        }
    }
}
