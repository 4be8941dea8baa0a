//! Dead ends of backward searches.
//!
//! Pulling backward, the player may be shut in by boxes. The search takes all other boxes away, which
//! only makes pulling easier. If the player still cannot leave its zone and the spots of the boxes
//! around it, nothing outside will ever change. If something is left to be done there, the position
//! cannot have come from the start.

use kuraban_board::moves::{Made, Mover};
use kuraban_board::{Bits, Board};

use super::frontier::{Frontier, Met, key};
use super::verdicts::{Verdict, Verdicts};
use crate::level::map::Map;

/// Positions looked at before a search is given up.
const BUDGET: usize = 40;
/// Verdicts remembered at most.
const MOST_VERDICTS: usize = 2_000;

/// Verdicts on players that are shut in.
#[derive(Debug, Default)]
pub(super) struct ShutIn {
    pub(super) verdicts: Verdicts<MOST_VERDICTS>,
}

impl ShutIn {
    /// Whether the player, in `zone`, is shut in for good with something left to be done
    /// outside: a box that is not on one of the squares `bases` where boxes come from, one of those
    /// without a box, or the way to where the player comes from. Sound where no box vanishes.
    pub(super) fn is_lost<const W: usize>(
        &self,
        map: &Map<W>,
        mover: &mut Mover<W>,
        (boxes, zone): Met<W>,
        (bases, player): (Bits<W>, usize),
    ) -> bool {
        let area = zone | (map.board.around8(zone) & boxes);
        let is_home = boxes.minus(area) == bases.minus(area);
        if is_home && area.has(player) {
            return false;
        }
        let near = (boxes & area, zone);
        let key = key(&map.board, near);
        let verdict = self.verdicts.get(key).unwrap_or_else(|| {
            let verdict = search(&map.board, mover, near, area);
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
    board: &Board<W>,
    mover: &mut Mover<W>,
    first: Met<W>,
    area: Bits<W>,
) -> Verdict {
    let mut open = Frontier::new(first);
    let mut found: Vec<Made<W>> = Vec::new();
    while let Some((boxes, zone)) = open.pop() {
        mover.pulls(board, boxes, zone, &mut found);
        if found.iter().any(|made| !made.2.minus(area).is_empty()) {
            return Verdict::Alive;
        }
        open.extend(board, boxes, &found);
        if open.met() > BUDGET {
            return Verdict::Open(1);
        }
    }
    Verdict::Dead
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use kuraban_board::Layout;
    use kuraban_level::Level;

    use super::*;
    use crate::brute::Brute;

    /// Whether the player of a drawn position is shut in for good, the start squares being marked
    /// as goals.
    fn is_lost(text: &str) -> bool {
        let level: Level = text.parse().expect("a level");
        let map = Map::<2>::new(Arc::new(Board::from_layout(Layout::new(&level))));
        let start = map.board.start;
        let met = (start.boxes, map.board.zone(start.boxes, start.player));
        let home = (map.board.goals, start.player);
        ShutIn::default().is_lost(&map, &mut Mover::default(), met, home)
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
            let home = (map.board.start.boxes, map.board.start.player);
            for (place, _) in brute.sample(200) {
                let mut is_lost =
                    |zone| shut_in.is_lost(map, &mut mover, (place.boxes, zone), home);
                let lost = is_lost(map.board.zone(place.boxes, place.player));
                assert!(!lost, "{}\n{place:?}", brute.text);
                count += 1;
                // The same boxes with the player in another region may be.
                let parts = map.board.zones(place.boxes).into_iter();
                shut += parts.filter(|&part| is_lost(part)).count();
            }
        }
        assert!(count > 5_000 && shut > 100, "{count} {shut}");
    }
}
