//! Advisors: each names at most one move of a position, which then goes first.
//!
//! Only moves that undo no step of the plan are considered. The conditions follow Festival's
//! advisors; each is a file of its own that says what it looks for.

mod blocker;
mod connectivity;
mod explorer;
mod hotspots;
mod opener;
mod out_of_plan;
mod pack;
mod rooms;

use std::cmp::Reverse;

use kuraban_board::Scene;

use crate::features::Features;
use crate::features::out_of_plan::OutOfPlan;
use crate::level::Statics;
use crate::moves::pushes::Child;
use crate::plan::Plan;

pub(crate) use explorer::shows_more;

/// The position that advice is about.
pub(crate) struct View<'a, const W: usize> {
    pub(crate) statics: &'a Statics<W>,
    pub(crate) plan: &'a Plan<W>,
    pub(crate) out_of_plan: &'a OutOfPlan<W>,
    pub(crate) base: &'a Scene<W>,
    pub(crate) here: Features,
    /// Whether room is made around the box that stands in the way of most others.
    pub(crate) unblocks: bool,
}

/// A move, its features, and the advisors that name it, as bits.
pub(crate) type Candidate<const W: usize> = (Child<W>, Features, u8);

/// Names of the advisors, by bit.
pub(crate) const NAMES: [&str; 8] = [
    "pack",
    "connectivity",
    "rooms",
    "hotspots",
    "out_of_plan",
    "opener",
    "explorer",
    "blocker",
];

/// Marks the moves that advisors name.
pub(crate) fn name<const W: usize>(view: &View<'_, W>, moves: &mut [Candidate<W>]) {
    let named = [
        pack::name(view, moves),
        connectivity::name(view, moves),
        rooms::name(view, moves),
        hotspots::name(view, moves),
        out_of_plan::name(view, moves),
        opener::name(view, moves),
        explorer::name(view, moves),
        view.unblocks.then(|| blocker::name(view, moves)).flatten(),
    ];
    for (bit, index) in named.into_iter().enumerate() {
        if let Some(index) = index {
            moves[index].2 |= 1 << bit;
        }
    }
}

/// Makes room around a spot, where no step of the plan can be done: the box nearest to it goes as
/// far away as it can, without shutting off regions or rooms.
fn make_room<const W: usize>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
    around: usize,
) -> Option<usize> {
    let here = view.here;
    if moves.iter().any(|(_, after, _)| after.packed > here.packed) {
        return None;
    }
    first_best(view, moves, |child, after| {
        let walk = |spot: u16| view.statics.map.walk_distance(around, usize::from(spot));
        let (from, to) = (walk(child.action.from), walk(child.action.to));
        (after.regions <= here.regions && after.rooms <= here.rooms && to >= from)
            .then_some((from, Reverse(to)))
    })
}

/// The first of the best moves by `rank` (less is better) among those that qualify and undo no
/// step of the plan.
fn first_best<const W: usize, K: Ord>(
    view: &View<'_, W>,
    moves: &[Candidate<W>],
    mut rank: impl FnMut(&Child<W>, &Features) -> Option<K>,
) -> Option<usize> {
    best_of(moves, &mut |(child, after, _)| {
        let undoes = after.packed < view.here.packed;
        if undoes { None } else { rank(child, after) }
    })
}

/// The first of the best items by `rank`, less being better, of those that have one. The rank is
/// not a type parameter: this would be compiled once for each.
pub(crate) fn best_of<T, K: Ord>(
    items: &[T],
    rank: &mut dyn FnMut(&T) -> Option<K>,
) -> Option<usize> {
    let mut best: Option<(K, usize)> = None;
    for (index, item) in items.iter().enumerate() {
        if let Some(rank) = rank(item)
            && best.as_ref().is_none_or(|(least, _)| rank < *least)
        {
            best = Some((rank, index));
        }
    }
    best.map(|(_, index)| index)
}
