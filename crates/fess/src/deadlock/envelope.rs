//! Rings of boxes on goals that never move again once the player is outside.
//!
//! Where the full goals shut in a region, the boxes around it are taken alone, with the player
//! outside. If after any move of theirs they can never again all be on goals, they will not move
//! in any solution: they are walls as soon as they are there and the player is not inside (after
//! Festival's envelopes).

use kuraban_board::Bits;

use crate::level::Statics;
use crate::map::Map;
use crate::pushes::Pusher;
use crate::world::World;

use super::alone::{self, Answer};

/// Rings kept at most.
const MOST: usize = 50;
/// Positions looked at for all of them.
const BUDGET: usize = 400;
/// Positions looked at for one ring.
const EACH: usize = 60;

/// A ring.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Envelope<const W: usize> {
    /// Its boxes.
    boxes: Bits<W>,
    /// What it shuts in.
    inside: Bits<W>,
}

impl<const W: usize> Envelope<W> {
    /// The boxes of the ring, if it is there and the player outside.
    pub(crate) fn fixed(&self, world: &World<W>) -> Bits<W> {
        let missing = (self.boxes & world.floor).minus(world.boxes);
        if missing.is_empty() && !self.inside.meets(world.cloud) {
            self.boxes & world.boxes
        } else {
            Bits::EMPTY
        }
    }
}

/// The rings of a level.
pub(crate) fn envelopes<const W: usize>(statics: &Statics<W>) -> Vec<Envelope<W>> {
    let map = &statics.map;
    let (floor, goals) = (map.board.floor, map.board.goals);
    let parts = map.parts(floor.minus(goals));
    let mut rings = Vec::new();
    if parts.len() < 2 {
        return rings;
    }
    let mut pusher = Pusher::new(statics);
    let mut left = BUDGET;
    for inside in parts {
        if inside.len() * 2 > floor.len() || rings.len() >= MOST {
            continue;
        }
        let ring = map.around(inside) & goals;
        for boxes in [ring, map.around8(inside) & goals] {
            if stays(map, &mut pusher, boxes, inside, &mut left) {
                rings.push(Envelope { boxes, inside });
                break;
            }
        }
    }
    rings
}

/// Whether boxes cannot all be on goals again after any move, the player being anywhere but
/// inside.
fn stays<const W: usize>(
    map: &Map<W>,
    pusher: &mut Pusher<W>,
    boxes: Bits<W>,
    inside: Bits<W>,
    left: &mut usize,
) -> bool {
    let (floor, goals) = (map.board.floor, map.board.goals);
    map.parts(floor.minus(boxes)).into_iter().filter(|part| !part.meets(inside)).all(
        |cloud| {
            let world = World { floor, goals, boxes, cloud };
            alone::steps(map, pusher, &world, &alone::crosswise).into_iter().all(
                |(_, boxes, cloud)| {
                    let world = World { boxes, cloud, ..world };
                    let budget = EACH.min(*left);
                    let (answer, looked) =
                        alone::search(map, pusher, &world, &alone::crosswise, budget);
                    *left -= looked.min(*left);
                    matches!(answer, Answer::Dead(_))
                },
            )
        },
    )
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;

    fn statics(text: &str) -> Statics<2> {
        let level: Level = text.parse().expect("a level");
        Statics::new(Arc::new(Board::from_layout(Layout::new(&level))))
    }

    #[test]
    fn a_ring_stays_for_a_player_outside() {
        let statics =
            statics("########\n# .    #\n#.  $  #\n#  $ @ #\n#      #\n########");
        let map = &statics.map;
        assert_eq!(map.envelopes.len(), 1, "{:?}", map.envelopes);
        let ring = map.envelopes[0];
        let outside = World::plain(map, map.board.goals, map.board.start.player);
        assert_eq!(ring.fixed(&outside), ring.boxes);
        let inside = ring.inside.first().expect("a cell");
        let within = World::plain(map, map.board.goals, inside);
        assert!(ring.fixed(&within).is_empty());
        let broken = map.board.goals.without(ring.boxes.first().expect("a box"));
        let broken = World::plain(map, broken, map.board.start.player);
        assert!(ring.fixed(&broken).is_empty());
    }
}
