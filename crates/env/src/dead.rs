//! Positions that are proved lost, without a search.

use kuraban_board::deadlock::freeze;
use kuraban_board::{Bits, Board, Layout, by_width};
use kuraban_level::Level;

use crate::levels::{Levels, code};

/// What a board asks: the judge of the level that it asked about last. Making one takes
/// microseconds, and episodes on one level often follow each other.
#[derive(Default)]
pub(crate) struct Judges {
    known: Option<(u32, Option<Box<dyn Judge>>)>,
}

impl Judges {
    /// Whether the position with these codes is proved lost.
    pub(crate) fn is_lost(&mut self, levels: &Levels, level: u32, codes: &[u8]) -> bool {
        let (_, judge) = match &mut self.known {
            Some(known) if known.0 == level => known,
            other => other.insert((level, judge(levels, level))),
        };
        judge.as_ref().is_some_and(|judge| judge.is_lost(codes))
    }
}

/// Tells lost positions of one level. Sound: what it calls lost has no solution.
trait Judge: Send + Sync {
    /// Whether the position with these codes is lost.
    fn is_lost(&self, codes: &[u8]) -> bool;
}

/// The judge of a level; none where no bitboard is large enough.
fn judge(levels: &Levels, level: u32) -> Option<Box<dyn Judge>> {
    let codes = levels.codes(level as usize);
    let level = Level::from_codes(levels.width(), codes).expect("codes of a level");
    let layout = Layout::new(&level);
    if layout.refuted.is_some() {
        return Some(Box::new(NoHope));
    }
    by_width!(
        layout.words(),
        W => Some(Box::new(Compiled::<W>::new(&level, layout)) as _),
        else None
    )
}

/// Judges a level that has no solution from the start.
struct NoHope;

impl Judge for NoHope {
    fn is_lost(&self, _: &[u8]) -> bool {
        true
    }
}

/// Judges by dead squares and frozen boxes.
struct Compiled<const W: usize> {
    board: Board<W>,
    /// The square of each floor spot.
    squares: Vec<(usize, usize)>,
    /// Boxes that the layout took for walls. They stay where they are in every solution.
    walled: Vec<usize>,
}

impl<const W: usize> Compiled<W> {
    fn new(level: &Level, layout: Layout) -> Self {
        let board = Board::<W>::from_layout(layout);
        let layout = &board.layout;
        let squares: Vec<(usize, usize)> =
            layout.floor.iter().map(|&spot| (spot, layout.square(spot))).collect();
        let is_laid_out = |at: usize| squares.iter().any(|&(_, square)| square == at);
        let walled =
            level.boxes().iter().copied().filter(|&at| !is_laid_out(at)).collect();
        Self { board, squares, walled }
    }
}

impl<const W: usize> Judge for Compiled<W> {
    fn is_lost(&self, codes: &[u8]) -> bool {
        let has_box = |at: usize| matches!(codes[at], code::BOX | code::BOX_ON_GOAL);
        let spots = self.squares.iter();
        let boxes: Bits<W> = spots
            .filter(|&&(_, square)| has_box(square))
            .map(|&(spot, _)| spot)
            .collect();
        // A box was pushed to where the layout has no floor, or off a goal that it has to stay on.
        let is_astray = boxes.len() != self.board.layout.boxes.len()
            || !self.walled.iter().all(|&at| has_box(at));
        is_astray
            || !boxes.minus(self.board.can_finish).is_empty()
            || freeze::is_lost(&self.board, boxes)
    }
}
