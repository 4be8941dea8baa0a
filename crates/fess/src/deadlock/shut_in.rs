//! Dead ends of backward searches.
//!
//! Pulling backward, the player may be shut in by boxes. All other boxes are taken away, which only
//! makes pulling easier; if even so the player never gets out of where it is and of the places of
//! the boxes around it, then nothing outside will change any more. Where something is left to be
//! done there, the position cannot have come from the start.

use kuraban_board::Bits;
use kuraban_board::moves::{Made, Mover};

use super::frontier::Frontier;
use super::verdicts::{Verdict, Verdicts};
use crate::level::map::Map;

/// Positions looked at before a search is given up.
const BUDGET: usize = 40;
/// Verdicts remembered at most.
const MOST_VERDICTS: usize = 2_000;

/// Verdicts on players that are shut in.
#[derive(Debug)]
pub(super) struct ShutIn {
    verdicts: Verdicts,
}

impl Default for ShutIn {
    fn default() -> Self {
        Self { verdicts: Verdicts::new(MOST_VERDICTS) }
    }
}

impl ShutIn {
    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        self.verdicts.bytes()
    }

    /// Whether the player, in `zone`, is shut in for good with something left to be done
    /// outside: a box that is not on one of the start squares `bases`, one of those without a
    /// box, or the way to where the player starts. Sound where no box vanishes.
    pub(super) fn is_lost<const W: usize>(
        &self,
        map: &Map<W>,
        mover: &mut Mover<W>,
        boxes: Bits<W>,
        zone: Bits<W>,
        bases: Bits<W>,
    ) -> bool {
        let area = zone | (map.board.around8(zone) & boxes);
        let is_home = boxes.minus(area) == bases.minus(area);
        if is_home && area.has(map.board.start.player) {
            return false;
        }
        let board = &map.board;
        let near = boxes & area;
        let player = zone.first().unwrap_or(map.board.wall);
        let key = board.boxes_key(near) ^ board.player_key(player);
        let verdict = self.verdicts.get(key).unwrap_or_else(|| {
            let verdict = search(map, mover, near, zone, area);
            // A way out is mostly found at once.
            if verdict != Verdict::Alive {
                self.verdicts.enter(key, verdict);
            }
            verdict
        });
        verdict == Verdict::Dead
    }
}

/// Whether the player stays in `area` whatever it pulls; boxes follow the player, so they stay
/// there as well.
fn search<const W: usize>(
    map: &Map<W>,
    mover: &mut Mover<W>,
    boxes: Bits<W>,
    zone: Bits<W>,
    area: Bits<W>,
) -> Verdict {
    let mut open = Frontier::new(boxes, zone);
    let mut found: Vec<Made<W>> = Vec::new();
    while let Some((boxes, zone)) = open.pop() {
        mover.pulls(&map.board, boxes, zone, &mut found);
        if found.iter().any(|made| !made.2.minus(area).is_empty()) {
            return Verdict::Alive;
        }
        open.extend(map, boxes, &found);
        if open.met() > BUDGET {
            return Verdict::Open(1);
        }
    }
    Verdict::Dead
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::{Board, Layout};
    use kuraban_level::Level;

    use super::*;
    use crate::brute::Brute;

    /// Whether the player of a drawn position is shut in for good, the start squares being marked
    /// as goals.
    fn is_lost(text: &str) -> bool {
        let level: Level = text.parse().expect("a level");
        let map = Map::<2>::new(Arc::new(Board::from_layout(Layout::new(&level))));
        let start = map.board.start;
        let free = map.board.floor.minus(start.boxes);
        let zone = map.board.flood(Bits::of(start.player), free);
        let bases = map.board.goals;
        ShutIn::default().is_lost(&map, &mut Mover::default(), start.boxes, zone, bases)
    }

    #[test]
    fn a_player_in_a_cell_of_its_own_cannot_pull() {
        let shut = "#######\n#@$   #\n#$  . #\n#   . #\n#     #\n#######";
        assert!(is_lost(shut));
        assert!(!is_lost(&shut.replace("#$  . #", "#   .$#")), "it can walk out");
        assert!(
            !is_lost(&shut.replace("#@$   #", "#@ $  #")),
            "it can pull a box and go"
        );
    }

    /// No position that can be reached from the start is turned down.
    #[test]
    fn what_came_from_the_start_is_not_lost() {
        let (mut count, mut shut) = (0, 0);
        for brute in Brute::some(150) {
            let map = &brute.statics.map;
            let (mut mover, shut_in) = (Mover::default(), ShutIn::default());
            let bases = map.board.start.boxes;
            let floor = map.board.floor;
            let step = brute.positions.len().div_ceil(200);
            for (place, _) in brute.positions.iter().step_by(step) {
                let free = floor.minus(place.boxes);
                let zone = map.board.flood(Bits::of(place.player), free);
                let lost = shut_in.is_lost(map, &mut mover, place.boxes, zone, bases);
                assert!(!lost, "{}\n{place:?}", brute.text);
                count += 1;
                // The same boxes with the player in another region may be.
                for part in map.board.parts(free) {
                    shut += usize::from(shut_in.is_lost(
                        map,
                        &mut mover,
                        place.boxes,
                        part,
                        bases,
                    ));
                }
            }
        }
        assert!(count > 5_000 && shut > 100, "{count} {shut}");
    }
}
