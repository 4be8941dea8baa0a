//! Why a position is lost, in words and boxes.

use kuraban_level::Level;

use super::Rule;
use super::toolbox::Toolbox;
use crate::{Bits, Board, Layout, Position, Refuted, Scene};

/// Why a position is lost.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reason {
    /// The rule that says so.
    pub rule: Rule,
    /// The squares of the boxes (or goals) it is about, ascending.
    pub squares: Vec<usize>,
}

/// Why the start position of a level is lost, if one of the rules sees it. That none does
/// proves nothing.
///
/// ```
/// use kuraban_board::deadlock::{Rule, why_lost};
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
        0..=16 => of_board::<16>(layout),
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

/// Why a position is lost, and by which boxes: the cheapest rule that sees it.
pub fn why<const W: usize>(
    board: &Board<W>,
    position: Position<W>,
) -> Option<(Rule, Bits<W>)> {
    let mut toolbox = Toolbox::new(board);
    let scene = Scene::plain(board, position.boxes, position.player);
    Rule::ALL.into_iter().find_map(|rule| Some((rule, toolbox.ask(rule, &scene)?)))
}
