//! Solutions made of a way from the start and a way from the goals.

use kuraban_board::Position;
use kuraban_board::moves::Macro;
use kuraban_board::moves::{self, Leg};
use kuraban_search::{Found, Stage};

use crate::shared::Shared;
use crate::tree::{Space, Tree};

/// The solution that a forward search has come upon by a move out of a node, or in it. Its roots
/// are positions that forward searches have reached.
pub(crate) fn pushed<const W: usize, S: Space<State = Position<W>>>(
    (shared, by): (&Shared<W>, &'static str),
    (tree, space): (&Tree, &S),
    (node, last): (u32, Option<u32>),
) -> Stage {
    let statics = &shared.statics;
    let (root, mut codes) = tree.path(node);
    codes.extend(last);
    let mut at = tree.state(space, root);
    let way = shared.meeting.begin(&statics.map.board, &at);
    let mut legs = way.expect("roots have been reached");
    for code in codes {
        legs.push(Leg::push(&statics.map.board, Macro::unpack(code)));
        at = space.play(&at, code);
    }
    legs.extend(shared.finish(&at).expect("the searches have met"));
    solved(shared, &legs, by)
}

/// The same for a backward search.
pub(crate) fn pulled<const W: usize, S: Space<State = Position<W>>>(
    (shared, by): (&Shared<W>, &'static str),
    (tree, space): (&Tree, &S),
    (node, last): (u32, Option<u32>),
) -> Stage {
    let statics = &shared.statics;
    let (root, mut codes) = tree.path(node);
    codes.extend(last);
    let mut at = tree.state(space, root);
    let way = shared.finish(&at);
    let end = way.expect("roots have been reached");
    let mut rest = Vec::with_capacity(codes.len());
    for code in codes {
        rest.push(Leg::undo(Macro::unpack(code), at.player));
        at = space.play(&at, code);
    }
    let way = shared.meeting.begin(&statics.map.board, &at);
    let mut legs = way.expect("the searches have met");
    legs.extend(rest.into_iter().rev());
    legs.extend(end);
    solved(shared, &legs, by)
}

fn solved<const W: usize>(shared: &Shared<W>, legs: &[Leg], by: &'static str) -> Stage {
    let steps = moves::steps(&shared.statics.map.board, legs)
        .expect("the moves of a search can be made");
    Stage::Solved(Found { steps, optimal: Vec::new(), by })
}
