//! Why a position is lost, in words and boxes.

use std::fmt;

use kuraban_level::Level;
use kuraban_search::without_limits;

use crate::bound::warm::Matcher;
use crate::deadlock::bipartite::Bipartite;
use crate::deadlock::capacity::Capacity;
use crate::deadlock::corral::{Corral, pi_corral};
use crate::deadlock::enclosed::Enclosed;
use crate::deadlock::filling::Filling;
use crate::deadlock::freeze;
use crate::deadlock::subsets::{End, Subsets};
use crate::{Bits, Board, Layout, Position, Refuted};

/// The rule by which a position is seen to be lost.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Rule {
    /// A box or goal out of the player's reach is not paired with one.
    Sealed,
    /// A box stands where no goal can be reached from.
    DeadSpot,
    /// Boxes block each other for good, one of them off goal.
    Freeze,
    /// A goal can be filled only by a box that was there from the start.
    Unfillable,
    /// More boxes in a part of the board than goals to be reached from there.
    Capacity,
    /// No goal of its own for every box.
    Matching,
    /// No goal of its own for every box, frozen boxes being in the way.
    Bipartite,
    /// A goal was sealed by frozen boxes before it was filled.
    Filling,
    /// Two or three boxes that cannot be finished even alone.
    Subset,
    /// A closed room into which no box can be pushed.
    Corral,
    /// A closed room that cannot be opened, whatever is pushed.
    Enclosed,
}

impl Rule {
    /// The stable name, as reports write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::DeadSpot => "dead-spot",
            Self::Freeze => "freeze",
            Self::Unfillable => "unfillable",
            Self::Capacity => "capacity",
            Self::Matching => "matching",
            Self::Bipartite => "bipartite",
            Self::Filling => "filling",
            Self::Subset => "subset",
            Self::Corral => "corral",
            Self::Enclosed => "enclosed",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sealed => "a box or goal that nobody can reach has no partner",
            Self::DeadSpot => "no goal can be reached from there",
            Self::Freeze => "these boxes block each other for good",
            Self::Unfillable => "no box can ever be brought to this goal",
            Self::Capacity => "more boxes than goals that can be reached from here",
            Self::Matching => "there is no goal of its own for every box",
            Self::Bipartite => {
                "boxes that cannot move any more keep others from their goals"
            }
            Self::Subset => {
                "these boxes cannot be finished, even if the others were gone"
            }
            Self::Filling => "these boxes cannot move any more and seal an empty goal",
            Self::Corral => {
                "nothing can be pushed into the closed room, and something must be"
            }
            Self::Enclosed => "the closed room cannot be opened any more",
        })
    }
}

/// Why a position is lost.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reason {
    /// The rule that says so.
    pub rule: Rule,
    /// The squares of the boxes (or goals) it is about, ascending.
    pub squares: Vec<usize>,
}

/// Why the start position of a level is lost, if one of the detectors sees it. That none does
/// proves nothing.
///
/// ```
/// use kuraban_board::deadlock::explain::{Rule, why_lost};
/// use kuraban_level::Level;
///
/// let level: Level = "#####\n#$ .#\n#  @#\n#####".parse()?;
/// let reason = why_lost(&level).expect("a box in the corner");
/// assert_eq!((reason.rule, reason.squares), (Rule::Freeze, vec![6]));
/// # Ok::<(), kuraban_level::Problems>(())
/// ```
pub fn why_lost(level: &Level) -> Option<Reason> {
    let layout = Layout::new(level);
    let reason =
        |rule: Rule, squares: &[usize]| Some(Reason { rule, squares: squares.to_vec() });
    match &layout.refuted {
        Some(Refuted::Sealed(squares)) => return reason(Rule::Sealed, squares),
        Some(Refuted::Stuck(squares)) => return reason(Rule::Freeze, squares),
        Some(Refuted::Unfillable(squares)) => return reason(Rule::Unfillable, squares),
        None => {}
    }
    // Few widths: an explanation is asked for once in a while, and each width is compiled.
    match layout.words() {
        0..=4 => of_board::<4>(layout),
        5..=16 => of_board::<16>(layout),
        17..=64 => of_board::<64>(layout),
        _ => None,
    }
}

fn of_board<const W: usize>(layout: Layout) -> Option<Reason> {
    let board = Board::<W>::from_layout(layout);
    let (rule, boxes) = why(&board, board.start)?;
    let mut squares: Vec<usize> =
        boxes.iter().map(|spot| board.layout.square(spot)).collect();
    squares.sort_unstable();
    Some(Reason { rule, squares })
}

/// Bytes the table of pairs may take for an explanation.
const PAIRS_BYTES: usize = 16 << 20;

/// Why a position is lost, and by which boxes: the cheapest rule that sees it.
pub fn why<const W: usize>(
    board: &Board<W>,
    position: Position<W>,
) -> Option<(Rule, Bits<W>)> {
    let boxes = position.boxes;
    let dead = boxes.minus(board.can_finish);
    if !dead.is_empty() {
        return Some((Rule::DeadSpot, dead));
    }
    let frozen = freeze::frozen(board, boxes);
    if !frozen.minus(board.goals).is_empty() {
        return Some((Rule::Freeze, frozen));
    }
    // The rest of the tables knows live spots only; boxes off them have left the solutions.
    let astray = boxes.minus(board.live);
    if !astray.is_empty() {
        return Some((Rule::DeadSpot, astray));
    }
    if let Some(part) = Capacity::new(board).overflow(boxes) {
        return Some((Rule::Capacity, part & boxes));
    }
    if Matcher::new(&board.to_goal, board.layout.len, boxes).total().is_none() {
        return Some((Rule::Matching, boxes));
    }
    if Bipartite::new(End::Goals).is_lost(board, boxes, frozen) {
        return Some((Rule::Bipartite, frozen));
    }
    if Filling::default().is_lost(board, boxes, frozen) {
        return Some((Rule::Filling, frozen));
    }
    if Subsets::pairs_bytes(board) <= PAIRS_BYTES {
        let pairs = without_limits(|turn| Subsets::pairs(board, End::Goals, turn))
            .continue_value()
            .expect("no limit");
        if let Some(set) = pairs.lost_set(board, boxes, position.player) {
            return Some((Rule::Subset, set.into_iter().collect()));
        }
    }
    let zone = board.zone(boxes, position.player);
    if let Some(Corral::Lost(fence)) = pi_corral(board, boxes, zone) {
        return Some((Rule::Corral, fence));
    }
    let mut enclosed = Enclosed::default();
    boxes
        .iter()
        .find_map(|spot| enclosed.lost_boxes(board, boxes, zone, spot))
        .map(|round| (Rule::Enclosed, round))
}
