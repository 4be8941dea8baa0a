//! A solution as its pushes.

use kuraban_board::{Bits, Board, Push};
use kuraban_level::{Dir, Level};
use kuraban_verify::Replay;

use crate::goal::{Prices, Turns};
use crate::walk::{price_of, steps_to};

/// A position as the cost of the next push depends on it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Stance<const W: usize> {
    /// The boxes.
    pub(crate) boxes: Bits<W>,
    /// The player's very spot.
    pub(crate) player: u16,
    /// Which way the last push went; none at the start.
    pub(crate) last: Option<Dir>,
}

impl<const W: usize> Stance<W> {
    /// Where a level starts.
    pub(crate) fn start(board: &Board<W>) -> Self {
        let start = board.start;
        Self { boxes: start.boxes, player: start.player as u16, last: None }
    }

    /// The position after a push.
    #[must_use]
    pub(crate) fn after(&self, board: &Board<W>, push: Push) -> Self {
        let next = board.pushed(self.boxes, push);
        Self { boxes: next.boxes, player: push.from, last: Some(push.dir) }
    }
}

/// Pushes that lead from the start to the goals, with the position before each and the last one,
/// and what was paid up to there.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Way<const W: usize> {
    pub(crate) pushes: Vec<Push>,
    /// One more than there are pushes.
    pub(crate) stances: Vec<Stance<W>>,
    /// One more than there are pushes.
    pub(crate) paid: Vec<u128>,
}

impl<const W: usize> Way<W> {
    /// Makes pushes one after the other, with the cheapest walks between them; `None` where one
    /// cannot be made.
    pub(crate) fn new(
        board: &Board<W>,
        prices: &Prices,
        pushes: Vec<Push>,
    ) -> Option<Self> {
        let start = Stance::start(board);
        let mut way = Self { pushes, stances: vec![start], paid: vec![0] };
        way.replay(board, prices, 0)?;
        Some(way)
    }

    /// Makes the pushes from a number on.
    fn replay(&mut self, board: &Board<W>, prices: &Prices, from: usize) -> Option<()> {
        self.stances.truncate(from + 1);
        self.paid.truncate(from + 1);
        for &push in &self.pushes[from..] {
            let (at, paid) = (self.stances.last()?, *self.paid.last()?);
            let to = board.floor_step(usize::from(push.from), push.dir)?;
            if !at.boxes.has(usize::from(push.from)) || at.boxes.has(to) {
                return None;
            }
            let price = price_of(board, prices, at, push)?;
            let next = at.after(board, push);
            self.stances.push(next);
            self.paid.push(paid + price);
        }
        Some(())
    }

    /// The way that steps of the level take. Walks may lead over squares that are not on the
    /// board; pushes do not.
    pub(crate) fn of_steps(
        board: &Board<W>,
        prices: &Prices,
        level: &Level,
        steps: &[Dir],
    ) -> Option<Self> {
        let layout = &board.layout;
        let mut spot_of = vec![None; level.squares().len()];
        for &spot in &layout.floor {
            spot_of[layout.square(spot)] = Some(spot as u16);
        }
        let mut replay = Replay::new(level);
        let mut pushes = Vec::new();
        for &dir in steps {
            if let Some((from, _)) = replay.step(dir).ok()? {
                pushes.push(Push { from: spot_of[from]?, dir });
            }
        }
        Self::new(board, prices, pushes)
    }

    /// What all of it costs.
    pub(crate) fn cost(&self) -> u128 {
        *self.paid.last().expect("there is a start")
    }

    /// How many pushes there are.
    pub(crate) fn len(&self) -> usize {
        self.pushes.len()
    }

    /// The same way with other pushes in a range.
    pub(crate) fn spliced(
        &self,
        board: &Board<W>,
        prices: &Prices,
        range: std::ops::Range<usize>,
        pushes: &[Push],
    ) -> Option<Self> {
        let mut way = self.clone();
        let from = range.start;
        way.pushes.splice(range, pushes.iter().copied());
        way.replay(board, prices, from)?;
        Some(way)
    }

    /// The box sets of a range of positions.
    pub(crate) fn sets(&self, range: std::ops::RangeInclusive<usize>) -> Vec<Bits<W>> {
        self.stances[range].iter().map(|stance| stance.boxes).collect()
    }

    /// The player's steps.
    pub(crate) fn steps(&self, board: &Board<W>, prices: &Prices) -> Option<Vec<Dir>> {
        let order = prices.turns.unwrap_or(Turns::AfterMoves);
        let mut steps = Vec::new();
        for (at, push) in self.stances.iter().zip(&self.pushes) {
            let stand = board.floor_step(usize::from(push.from), !push.dir)?;
            steps.extend(steps_to(board, at, stand, push.dir, order)?);
            steps.push(push.dir);
        }
        Some(steps)
    }
}
