//! All rules, to be asked one by one.

use std::ops::ControlFlow;

use kuraban_search::without_limits;

use super::capacity::Capacity;
use super::corral::{Corral, pi_corral};
use super::enclosed::Enclosed;
use super::matching::Reach;
use super::rule::Rule;
use super::sealed::is_sealed;
use super::subsets::{End, Subsets};
use super::walls::wallify;
use super::{diagonal, freeze, hemmed};
use crate::bound::warm::Matcher;
use crate::{Bits, Board, Scene};

/// The rules with their tables. Searches choose the rules that pay and ask them where that costs
/// least; explanations and tests ask all of them, here.
#[derive(Debug)]
pub struct Toolbox<'a, const W: usize> {
    board: &'a Board<W>,
    capacity: Capacity<W>,
    pairs: Option<Subsets<W>>,
    triples: Option<Subsets<W>>,
    reach: Reach<W>,
    enclosed: Enclosed<W>,
}

/// Bytes the table of pairs may take.
const PAIRS_BYTES: usize = 16 << 20;
/// Bytes the table of triples may take.
const TRIPLES_BYTES: usize = 4 << 20;

impl<'a, const W: usize> Toolbox<'a, W> {
    /// The rules for a board.
    pub fn new(board: &'a Board<W>) -> Self {
        let small = Subsets::pairs_bytes(board) <= PAIRS_BYTES;
        let pairs = || without_limits(|turn| Subsets::pairs(board, End::Goals, turn));
        Self {
            board,
            capacity: Capacity::new(board),
            pairs: small.then(pairs).and_then(ControlFlow::continue_value),
            triples: None,
            reach: Reach::default(),
            enclosed: Enclosed::default(),
        }
    }

    /// The table of triples, made when it is first asked for.
    fn triples(&mut self) -> Option<&Subsets<W>> {
        let (board, pairs) = (self.board, self.pairs.as_ref()?);
        if Subsets::triples_bytes(board) > TRIPLES_BYTES {
            return None;
        }
        Some(self.triples.get_or_insert_with(|| {
            let mut triples = pairs.clone();
            let _ = without_limits(|turn| triples.add_triples(board, End::Goals, turn));
            triples
        }))
    }

    /// The boxes by which a rule shows that a position has no solution, if it does. The scene has
    /// the walls of the level.
    pub fn ask(&mut self, rule: Rule, scene: &Scene<W>) -> Option<Bits<W>> {
        let (board, boxes, zone) = (self.board, scene.boxes, scene.zone);
        let some = |set: Bits<W>| (!set.is_empty()).then_some(set);
        if rule == Rule::DeadSpot {
            return some(boxes.minus(board.live));
        }
        let frozen = freeze::frozen(board, boxes);
        let is_frozen = !frozen.minus(board.goals).is_empty();
        if rule == Rule::Freeze {
            return is_frozen.then_some(frozen);
        }
        // The others know live spots only, and frozen boxes on goals.
        if is_frozen || !boxes.minus(board.live).is_empty() {
            return None;
        }
        let walled = Scene {
            floor: scene.floor.minus(frozen),
            goals: scene.goals.minus(frozen),
            boxes: boxes.minus(frozen),
            zone,
        };
        match rule {
            Rule::Capacity => self.capacity.overflow(boxes).map(|part| part & boxes),
            Rule::Matching => {
                let matcher = Matcher::new(&board.to_goal, board.layout.len, boxes);
                matcher.total().is_none().then_some(boxes)
            }
            Rule::Bipartite => (!self.reach.can_match(board, &walled)).then_some(frozen),
            Rule::Filling => is_sealed(board, &walled).then_some(frozen),
            Rule::Pair => self.pairs.as_ref()?.lost_set(board, boxes, zone.first()?),
            Rule::Triple => self.triples()?.lost_set(board, boxes, zone.first()?),
            Rule::Corral => match pi_corral(board, scene) {
                Some(Corral::Lost(fence)) => Some(fence),
                _ => None,
            },
            Rule::Hemmed => boxes
                .iter()
                .find(|&spot| hemmed::is_lost(board, scene, spot))
                .map(Bits::of),
            Rule::Diagonal => diagonal::lost_boxes(board, scene),
            Rule::Walls => wallify(board, scene).err(),
            Rule::Enclosed => boxes
                .iter()
                .find_map(|spot| self.enclosed.lost_boxes(board, boxes, zone, spot)),
            // What is seen before there are positions, what was asked above, and what needs
            // macro moves.
            Rule::Sealed
            | Rule::Unfillable
            | Rule::DeadSpot
            | Rule::Freeze
            | Rule::Pattern
            | Rule::Forced
            | Rule::Room => None,
        }
    }
}
