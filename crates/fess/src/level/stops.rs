//! Places where a box need not stop.

use kuraban_board::Bits;
use kuraban_level::Dir;

use crate::level::map::Map;

/// Spots of corridors where stopping is no use, and goals at dead ends.
#[derive(Clone, Debug)]
pub(crate) struct Stops<const W: usize> {
    /// Not for pushed boxes.
    pub(crate) push: Bits<W>,
    /// Not for pulled boxes.
    pub(crate) pull: Bits<W>,
    /// Goals with one way in, pockets behind pockets included.
    pub(crate) pockets: Bits<W>,
}

impl<const W: usize> Stops<W> {
    pub(crate) fn new(map: &Map<W>) -> Self {
        let board = &map.board;
        let floor = board.floor;
        let (mut push, mut pull) = (Bits::EMPTY, Bits::EMPTY);
        for (one, along) in [(Dir::Up, Dir::Right), (Dir::Right, Dir::Down)] {
            // Spots with walls on both sides across, in runs along.
            let narrow =
                floor.minus(map.board.shift(floor, one) | map.board.shift(floor, !one));
            let firsts = narrow.minus(map.board.shift(narrow, along));
            for first in firsts {
                let mut run = vec![first];
                while let next = map.board.near(run[run.len() - 1], along)
                    && narrow.has(next)
                {
                    run.push(next);
                }
                if run.len() < 2 {
                    continue;
                }
                let goal = run.iter().any(|&spot| board.goals.has(spot));
                let base = run.iter().any(|&spot| board.start.boxes.has(spot));
                for (index, &spot) in run.iter().enumerate() {
                    if index > 0 || goal {
                        push.insert(spot);
                    }
                    if index > 0 || base {
                        pull.insert(spot);
                    }
                }
            }
        }
        Self { push, pull, pockets: pockets(map) }
    }
}

fn pockets<const W: usize>(map: &Map<W>) -> Bits<W> {
    let mut floor = map.board.floor;
    loop {
        let closed = |&spot: &usize| {
            floor.has(spot)
                && Dir::ALL
                    .into_iter()
                    .filter(|&dir| !floor.has(map.board.near(spot, dir)))
                    .count()
                    == 3
        };
        let found: Bits<W> = map.board.goals.iter().filter(closed).collect();
        if found.is_empty() {
            return map.board.floor.minus(floor);
        }
        floor = floor.minus(found);
    }
}
