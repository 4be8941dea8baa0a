//! Known solutions on the boards of the search.

use std::sync::Arc;

use kuraban_board::{Board, Layout, Position};
use kuraban_level::{Dir, Level};

use crate::shared::Shared;

/// Words of the boards here: larger levels are refused.
pub(super) const W: usize = 16;

/// A push of a solution as a box's start, its end and the player's place after it.
pub(super) type Pushed = (usize, usize, usize);

/// The tables of a level.
pub(super) fn prepare(level: &Level) -> Option<Arc<Shared<W>>> {
    let layout = Layout::new(level);
    let fits =
        layout.refuted.is_none() && layout.words() <= W && !layout.boxes.is_empty();
    fits.then(|| Shared::alone(Board::from_layout(layout)))
}

/// The pushes of a solution, on the spots of the board; pushes of boxes that the board takes for
/// walls do not occur.
pub(super) fn pushes(
    shared: &Shared<W>,
    level: &Level,
    steps: &[Dir],
) -> Option<Vec<Pushed>> {
    let board = &shared.statics.map.board;
    let spot_of = |square: usize| {
        board
            .layout
            .floor
            .iter()
            .copied()
            .find(|&spot| board.layout.square(spot) == square)
    };
    let mut boxes: Vec<usize> = level.boxes().to_vec();
    let mut player = level.player();
    let mut pushes = Vec::new();
    for &dir in steps {
        player = level.step(player, dir)?;
        if let Some(at) = boxes.iter().position(|&spot| spot == player) {
            let to = level.step(player, dir)?;
            boxes[at] = to;
            pushes.push((spot_of(player)?, spot_of(to)?, spot_of(player)?));
        }
    }
    Some(pushes)
}

/// The positions of a solution between its macro moves, the start first. `None` where the steps cannot
/// be played.
pub(super) fn turning_points(
    shared: &Shared<W>,
    level: &Level,
    steps: &[Dir],
) -> Option<Vec<Position<W>>> {
    let board = &shared.statics.map.board;
    let mut way = vec![shared.start()];
    for (from, to, player) in macro_moves(&pushes(shared, level, steps)?) {
        let last = way[way.len() - 1];
        let next = Position::new(board, last.boxes.without(from).with(to), player);
        if next != last {
            way.push(next);
        }
    }
    Some(way)
}

/// Pushes as macro moves: those of one box in a row are one.
pub(super) fn macro_moves(pushes: &[Pushed]) -> impl Iterator<Item = Pushed> {
    let all = pushes.chunk_by(|one, next| one.1 == next.0);
    all.map(|legs| (legs[0].0, legs[legs.len() - 1].1, legs[legs.len() - 1].2))
}
