//! Whether a few boxes can go home without losing more than so many pushes.

use kuraban_level::Dir;

use crate::bound::pairs::LOST;
use crate::bound::prices::Prices;
use crate::deadlock::freeze;
use crate::store::HalfKeys;
use crate::{Bits, Board, Position, Push};

/// What a probe found out.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Verdict {
    /// There is a way that loses no more.
    Possible,
    /// Every way loses at least this; [`LOST`] where there is none.
    AtLeast(u8),
    /// It took too long.
    Open,
}

/// A search from the boxes of a group to any goals, no other box being there, depth first.
///
/// What a way loses is its pushes beyond what the boxes need at the [`Prices`] of the goals. The
/// boxes need not be told apart: needs go by where a box began, prices by the goals that are taken
/// in the end.
#[derive(Debug, Default)]
pub(super) struct Probe<const W: usize> {
    states: Vec<State<W>>,
    numbers: HalfKeys,
    waiting: Vec<u32>,
    /// The state that ends the way.
    end: Option<u32>,
    /// States expanded since the probe was made.
    pub(super) expanded: u64,
}

#[derive(Clone, Copy, Debug)]
struct State<const W: usize> {
    boxes: Bits<W>,
    zone: Bits<W>,
    loss: i16,
    is_open: bool,
    /// The state before, and the push that led here.
    before: (u32, Push),
}

impl<const W: usize> Probe<W> {
    /// Looks for a way that loses at most `limit`, for `most` expansions. `known` is a bound of what
    /// boxes lose from a position on, the player being on the spot.
    pub(super) fn run(
        &mut self,
        board: &Board<W>,
        prices: &Prices,
        known: impl Fn(Bits<W>, usize) -> u8,
        Position { boxes, player }: Position<W>,
        limit: u8,
        most: u64,
    ) -> Verdict {
        self.states.clear();
        self.numbers = HalfKeys::default();
        self.waiting.clear();
        self.end = None;
        let zone = board.zone(boxes, player);
        let none = (u32::MAX, Push { from: 0, dir: Dir::Up });
        self.reach(board, State { boxes, zone, loss: 0, is_open: true, before: none });
        let until = self.expanded + most;
        // The least that is lost beyond the limit.
        let mut least = i16::MAX;
        while let Some(number) = self.waiting.pop() {
            let state = self.states[number as usize];
            if !state.is_open {
                continue;
            }
            self.states[number as usize].is_open = false;
            if state.boxes.minus(board.goals).is_empty() {
                let loss = state.loss + prices.loss_of_staying(state.boxes);
                if loss <= i16::from(limit) {
                    self.end = Some(number);
                    return Verdict::Possible;
                }
                least = least.min(loss);
            }
            if self.expanded >= until {
                return Verdict::Open;
            }
            self.expanded += 1;
            for dir in Dir::ALL {
                for spot in board.pushable(state.boxes, state.zone, board.live, dir) {
                    let to = board.step(spot, dir);
                    let loss = state.loss + prices.loss(spot, to);
                    if loss > i16::from(limit) {
                        least = least.min(loss);
                        continue;
                    }
                    let push = Push { from: spot as u16, dir };
                    let next = board.pushed(state.boxes, push);
                    if !freeze::frozen(board, next.boxes).minus(board.goals).is_empty() {
                        continue;
                    }
                    let more = known(next.boxes, next.player);
                    if more == LOST {
                        continue;
                    }
                    if loss + i16::from(more) > i16::from(limit) {
                        least = least.min(loss + i16::from(more));
                        continue;
                    }
                    let zone = board.zone_after(next, state.zone, to);
                    let (boxes, before) = (next.boxes, (number, push));
                    self.reach(board, State { boxes, zone, loss, is_open: true, before });
                }
            }
        }
        Verdict::AtLeast(least.min(i16::from(LOST)) as u8)
    }

    /// Lets a state wait, unless it is known with as little loss.
    fn reach(&mut self, board: &Board<W>, state: State<W>) {
        let player = state.zone.first().expect("the player stands in its zone");
        let key = board.boxes_key(state.boxes) ^ board.player_key(player);
        let states = &self.states;
        let is_same = |number: u32| {
            let other = &states[number as usize];
            other.boxes == state.boxes && other.zone == state.zone
        };
        let number = match self.numbers.find(key, is_same) {
            Some(known) if self.states[known as usize].loss <= state.loss => return,
            Some(known) => {
                self.states[known as usize] = state;
                known
            }
            None => {
                let number = self.states.len() as u32;
                self.numbers.add(key, number);
                self.states.push(state);
                number
            }
        };
        self.waiting.push(number);
    }

    /// The pushes of the way that was found last.
    pub(super) fn way(&self) -> Vec<Push> {
        let mut way = Vec::new();
        let mut at = self.end;
        while let Some(number) = at {
            let (before, push) = self.states[number as usize].before;
            at = (before != u32::MAX).then_some(before);
            if at.is_some() {
                way.push(push);
            }
        }
        way.reverse();
        way
    }
}
