//! Goals at a price: a bound that needs no assignment.

use crate::bound::warm::Matcher;
use crate::{Bits, Board, FAR};

/// A price for each goal, and what a box on each spot needs to the goal that is cheapest for it.
///
/// Whatever the prices are, a box from `x` to the goal `g` takes at least `need(x) + price(g)`
/// pushes, as `need(x)` is the least distance less price over all goals. Every goal is taken once, as
/// there are as many boxes, so the needs of all boxes and all prices sum to a bound of any solution. With the prices that
/// the least assignment ends with, the duals of that linear program, the bound is as high as the
/// assignment.
#[derive(Clone, Debug)]
pub(super) struct Prices {
    /// Per spot.
    need: Vec<i32>,
    /// Per spot; zero off the goals.
    price: Vec<i32>,
    sum: i32,
}

impl Prices {
    /// The prices that are best at the start; the level has as many boxes as goals there, all on live
    /// spots.
    pub(super) fn new<const W: usize>(board: &Board<W>) -> Self {
        let len = board.layout.len;
        let matcher = Matcher::<W>::new(&board.to_goal, len, board.start.boxes);
        let prices = matcher.prices();
        let need = |spot: usize| {
            let goals = board.to_goal.row(spot).iter().zip(prices);
            let reached = goals.filter(|&(&pushes, _)| pushes != FAR);
            let least = reached.map(|(&pushes, &price)| i32::from(pushes) - price).min();
            least.unwrap_or_default()
        };
        let mut price = vec![0; len];
        for (&goal, &paid) in board.layout.goals.iter().zip(prices) {
            price[goal] = paid;
        }
        let need = (0..len).map(need).collect();
        Self { need, price, sum: prices.iter().sum() }
    }

    /// Bytes taken.
    pub(super) fn bytes(&self) -> usize {
        (self.need.len() + self.price.len()) * size_of::<i32>()
    }

    /// A bound of the pushes that all boxes need.
    pub(super) fn bound<const W: usize>(&self, boxes: Bits<W>) -> i32 {
        boxes.iter().map(|spot| self.need[spot]).sum::<i32>() + self.sum
    }

    /// What a push from one live spot to another loses: the pushes that any way with it takes beyond
    /// the bound. It may be negative: a need is the least over the sides of a box.
    #[inline]
    pub(super) fn loss(&self, from: usize, to: usize) -> i32 {
        1 + self.need[to] - self.need[from]
    }

    /// What boxes lose that stay on these goals.
    pub(super) fn loss_of_staying<const W: usize>(&self, boxes: Bits<W>) -> i32 {
        boxes.iter().map(|spot| -self.price[spot] - self.need[spot]).sum()
    }
}
