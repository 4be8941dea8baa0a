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
        self.first_steps(self.len(), board, prices)
    }

    /// The player's steps up to the end of so many pushes.
    pub(crate) fn first_steps(
        &self,
        pushes: usize,
        board: &Board<W>,
        prices: &Prices,
    ) -> Option<Vec<Dir>> {
        let order = prices.turns.unwrap_or(Turns::AfterMoves);
        let mut steps = Vec::new();
        for (at, push) in self.stances.iter().zip(&self.pushes).take(pushes) {
            let stand = board.floor_step(usize::from(push.from), !push.dir)?;
            steps.extend(steps_to(board, at, stand, push.dir, order)?);
            steps.push(push.dir);
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use kuraban_testkit::{Random, Rooms};
    use kuraban_verify::play;

    use super::*;
    use crate::brute::stroll;
    use crate::{Figure, Goal};

    /// Each figure comes first at least once, and turns come before moves, after them, alone, and
    /// with a robot in place of moves.
    pub(crate) const GOALS: [&str; 14] = [
        "moves,pushes",
        "pushes,moves",
        "box-lines,moves",
        "box-changes,pushes,moves",
        "sessions,box-lines,box-changes,pushes,moves",
        "player-lines,moves,pushes",
        "robot,pushes",
        "moves,player-lines,pushes",
        "pushes,player-lines,moves,sessions",
        "robot,player-lines",
        "player-lines,robot,box-changes",
        "sessions,player-lines",
        "moves,pushes,box-lines,box-changes,sessions,player-lines,robot",
        "robot,player-lines,sessions,box-changes,box-lines,pushes,moves",
    ];

    /// The cost of a way is what the referee counts, and no other walks between the same pushes
    /// cost less than those of random play.
    #[test]
    fn costs_are_what_the_referee_counts() {
        let goals = GOALS.map(|goal| goal.parse::<Goal>().expect("a goal"));
        for figure in Figure::ALL {
            assert!(goals.iter().any(|goal| goal.figures()[0] == figure));
        }
        let mut random = Random::new(11);
        let (mut played, mut pushes, mut cheaper) = (0, 0, 0);
        for round in 0..6_000 {
            let level = Rooms::SMALL.next(&mut random);
            let board = Board::<2>::new(&level);
            if board.layout.refuted.is_some() {
                continue;
            }
            let mut steps = stroll(&level, &mut random, 60);
            // A way ends with a push.
            let mut replay = Replay::new(&level);
            let pushed: Vec<bool> = steps
                .iter()
                .map(|&dir| replay.step(dir).expect("a legal step").is_some())
                .collect();
            let last = pushed.iter().rposition(|&is_push| is_push);
            steps.truncate(last.map_or(0, |last| last + 1));
            let plain: Vec<_> = steps
                .iter()
                .map(|&dir| kuraban_level::Step { dir, push: false })
                .collect();
            let given = play(&level, &plain).figures;
            for goal in &goals {
                let prices = Prices::new(goal);
                let Some(way) = Way::of_steps(&board, &prices, &level, &steps) else {
                    // A box went where it is lost, which is off the board.
                    continue;
                };
                let steps = way.steps(&board, &prices).expect("its walks");
                let plain: Vec<_> = steps
                    .iter()
                    .map(|&dir| kuraban_level::Step { dir, push: false })
                    .collect();
                let replayed = play(&level, &plain);
                assert_eq!(replayed.illegal, None, "{goal}, {round}: {level:?}");
                let figures = replayed.figures;
                assert_eq!(way.cost(), prices.of(&figures), "{goal}, {round}: {level:?}");
                assert!(way.cost() <= prices.of(&given), "{goal}, {round}: {level:?}");
                assert_eq!(way.len(), figures.pushes);
                played += 1;
                pushes += way.len();
                cheaper += usize::from(way.cost() < prices.of(&given));
            }
        }
        assert!(played > 10_000 && pushes > 50_000, "{played} ways, {pushes} pushes");
        assert!(cheaper > 1_000, "{cheaper} of them became cheaper");
    }

    /// A way with other pushes in the middle is what those pushes make of it.
    #[test]
    fn spliced_ways_are_as_new() {
        let goal = Goal::moves();
        let prices = Prices::new(&goal);
        let level: Level = "########\n#@$  . #\n# $  . #\n########".parse().unwrap();
        let board = Board::<1>::new(&level);
        let all = |text: &str| {
            let steps: Vec<Dir> = text.chars().filter_map(Dir::from_letter).collect();
            Way::of_steps(&board, &prices, &level, &steps).expect("a way")
        };
        let (one, other) = (all("RRRllldRRR"), all("dRRRllluRRR"));
        let cut = one.spliced(&board, &prices, 0..6, &other.pushes).expect("a way");
        assert_eq!(cut, other);
        let none = one.spliced(&board, &prices, 0..3, &other.pushes);
        assert_eq!(none, None, "the last pushes cannot be made again");
    }
}
