//! The walks of the player to everything it can push.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use kuraban_board::{Bits, Board, Push};
use kuraban_level::Dir;

use crate::goal::{Prices, Turns};
use crate::way::Stance;

/// Tells every push to a spot of `onto`, each with its cost, the walk before it included.
#[inline]
pub(crate) fn each_push<const W: usize>(
    board: &Board<W>,
    prices: &Prices,
    at: &Stance<W>,
    onto: Bits<W>,
    mut tell: impl FnMut(Push, u128),
) {
    match prices.turns {
        None => shortest(board, at, onto, |push, walked| {
            tell(push, prices.push(board, at, push, walked, 0));
        }),
        Some(turns) => straightest(board, at, onto, turns, |push, walked, lines| {
            tell(push, prices.push(board, at, push, walked, lines));
        }),
    }
}

/// The cost of one push out of a position; `None` where it cannot be made.
pub(crate) fn price_of<const W: usize>(
    board: &Board<W>,
    prices: &Prices,
    at: &Stance<W>,
    push: Push,
) -> Option<u128> {
    let onto = Bits::of(board.floor_step(usize::from(push.from), push.dir)?);
    let mut price = None;
    each_push(board, prices, at, onto, |made, cost| {
        if made == push {
            price = Some(cost);
        }
    });
    price
}

/// The spots to push from, for each direction.
#[inline]
fn stands<const W: usize>(
    board: &Board<W>,
    boxes: Bits<W>,
    onto: Bits<W>,
) -> [Bits<W>; 4] {
    let (free, room) = (board.floor.minus(boxes), onto.minus(boxes));
    Dir::ALL.map(|dir| {
        let pushable = boxes & board.shift(room, !dir);
        board.shift(pushable, !dir) & free
    })
}

/// Walks of the fewest steps: waves over the bitboard, until every push is told.
#[inline]
fn shortest<const W: usize>(
    board: &Board<W>,
    at: &Stance<W>,
    onto: Bits<W>,
    mut tell: impl FnMut(Push, u32),
) {
    let free = board.floor.minus(at.boxes);
    let stands = stands(board, at.boxes, onto);
    let mut wanted = stands[0] | stands[1] | stands[2] | stands[3];
    let mut wave = Bits::of(usize::from(at.player));
    let mut unseen = free.minus(wave);
    let mut walked = 0;
    while !wave.is_empty() {
        if wave.meets(wanted) {
            for dir in Dir::ALL {
                for stand in stands[dir.index()] & wave {
                    let from = board.step(stand, dir) as u16;
                    tell(Push { from, dir }, walked);
                }
            }
            wanted = wanted.minus(wave);
            if wanted.is_empty() {
                return;
            }
        }
        wave = board.around(wave) & unseen;
        unseen = unseen.minus(wave);
        walked += 1;
    }
}

/// Walks of the fewest steps and lines, in either order.
fn straightest<const W: usize>(
    board: &Board<W>,
    at: &Stance<W>,
    onto: Bits<W>,
    order: Turns,
    mut tell: impl FnMut(Push, u32, u32),
) {
    let walks = Walks::new(board, at, order);
    let stands = stands(board, at.boxes, onto);
    for dir in Dir::ALL {
        for stand in stands[dir.index()] {
            if let Some((cost, _)) = walks.best(stand, dir) {
                let (steps, lines) = order.unkey(cost);
                tell(Push { from: board.step(stand, dir) as u16, dir }, steps, lines);
            }
        }
    }
}

/// The steps of the best walk to `to` where it is left in direction `dir`.
pub(crate) fn steps_to<const W: usize>(
    board: &Board<W>,
    at: &Stance<W>,
    to: usize,
    dir: Dir,
    order: Turns,
) -> Option<Vec<Dir>> {
    let walks = Walks::new(board, at, order);
    let (_, mut came) = walks.best(to, dir)?;
    let (mut spot, mut steps) = (to, Vec::new());
    while walks.known[spot][came] != (0, 0) {
        let (dir, before) = (Dir::from_index(came), walks.before[spot][came]);
        steps.push(dir);
        (spot, came) = (board.step(spot, !dir), usize::from(before));
    }
    steps.reverse();
    Some(steps)
}

/// The best walk to every spot, for each direction in which it is entered.
struct Walks {
    order: Turns,
    /// Steps and lines in their order; the fifth way to have come is not at all.
    known: Vec<[(u32, u32); 5]>,
    /// How the spot before was entered.
    before: Vec<[u8; 5]>,
}

const FAR: (u32, u32) = (u32::MAX, u32::MAX);

impl Turns {
    fn key(self, steps: u32, lines: u32) -> (u32, u32) {
        match self {
            Self::AfterMoves => (steps, lines),
            Self::BeforeMoves => (lines, steps),
        }
    }

    /// Steps and lines of a key.
    fn unkey(self, (first, second): (u32, u32)) -> (u32, u32) {
        self.key(first, second)
    }
}

impl Walks {
    fn new<const W: usize>(board: &Board<W>, at: &Stance<W>, order: Turns) -> Self {
        let free = board.floor.minus(at.boxes);
        let mut known = vec![[FAR; 5]; board.layout.len];
        let mut before = vec![[0; 5]; board.layout.len];
        let (player, came) = (usize::from(at.player), at.last.map_or(4, Dir::index));
        known[player][came] = (0, 0);
        let mut open = BinaryHeap::from([Reverse(((0, 0), player, came))]);
        while let Some(Reverse((cost, spot, came))) = open.pop() {
            if cost > known[spot][came] {
                continue;
            }
            let (steps, lines) = order.unkey(cost);
            for dir in Dir::ALL {
                let to = board.floor_step(spot, dir).filter(|&to| free.has(to));
                let Some(to) = to else { continue };
                let enter = dir.index();
                let next = order.key(steps + 1, lines + u32::from(came != enter));
                if next < known[to][enter] {
                    (known[to][enter], before[to][enter]) = (next, came as u8);
                    open.push(Reverse((next, to, enter)));
                }
            }
        }
        Self { order, known, before }
    }

    /// The best walk to a spot that is left in direction `dir`, that step included in its lines,
    /// and how the spot is entered.
    fn best(&self, spot: usize, dir: Dir) -> Option<((u32, u32), usize)> {
        let ways = self.known[spot].iter().enumerate().filter(|(_, way)| **way != FAR);
        ways.map(|(came, &way)| {
            let (steps, lines) = self.order.unkey(way);
            (self.order.key(steps, lines + u32::from(came != dir.index())), came)
        })
        .min()
    }
}
