//! Backward searches: for a packing plan, or for an open board.
//!
//! The search for a plan pulls boxes off the goals and lets them vanish on start squares. What
//! remains is an order in which goals and parking squares can be filled, whichever box goes where.
//! As soon as a box can vanish, nothing else is tried, which makes the search tiny. The search for
//! an open board keeps all boxes and looks for positions in which the player can go everywhere.

mod advice;
mod counts;
mod pulls;
mod vanish;

use std::sync::Arc;

use kuraban_board::WIDE;
use kuraban_board::deadlock::bipartite::has_perfect;
use kuraban_board::deadlock::corral;
use kuraban_board::deadlock::sealed::unpullable;
use kuraban_board::deadlock::walls::wallify;
use kuraban_board::moves::{Macro, Made, Mover};
use kuraban_board::{Bits, Position, Scene};
use kuraban_level::Dir;

use crate::deadlock::wobblers;
use crate::features::regions;
use crate::level::rooms::Sight;
use crate::plan::Plan;
use crate::shared::Shared;
use crate::strategy::First;
use crate::tree::{Choice, Expanded, Judgement, Keep, Listing, Score, Space, Tree};
use pulls::Pull;

/// Marks a move whose box vanishes.
const VANISHES: u32 = 1 << 26;

/// Boxes, the lowest spot of the player's zone, start squares that can still take a box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remaining<const W: usize> {
    pub(crate) boxes: Bits<W>,
    pub(crate) player: usize,
    pub(crate) bases: Bits<W>,
}

impl<const W: usize> Remaining<W> {
    /// Boxes and player alone.
    pub(crate) fn place(&self) -> Position<W> {
        Position { boxes: self.boxes, player: self.player }
    }
}

/// What the search is for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Aim {
    /// A packing plan.
    Plan(First),
    /// The most open position that can be found.
    OpenBoard,
    /// The same, with few dead ends.
    OpenEnds,
}

impl Aim {
    /// Whether it is an open position.
    fn opens(self) -> bool {
        matches!(self, Self::OpenBoard | Self::OpenEnds)
    }
}

/// The space of both searches.
#[derive(Debug)]
pub(crate) struct Backward<const W: usize> {
    shared: Arc<Shared<W>>,
    aim: Aim,
    mover: Mover<W>,
    found: Vec<Made<W>>,
    sight: Sight<W>,
}

impl<const W: usize> Backward<W> {
    pub(crate) fn new(shared: Arc<Shared<W>>, aim: Aim) -> Self {
        Self {
            shared,
            aim,
            mover: Mover::default(),
            found: Vec::new(),
            sight: Sight::default(),
        }
    }

    /// The solved position with the player in each of its regions.
    pub(crate) fn roots(&self) -> Vec<Remaining<W>> {
        let map = &self.shared.statics.map;
        let board = &map.board;
        let mut mover = Mover::default();
        let parts = map.board.parts(board.floor.minus(board.goals));
        let count = parts.len();
        parts
            .into_iter()
            .filter(|&part| self.can_pull(board.goals, part))
            .filter(|&part| {
                let bases = board.start.boxes;
                count == 1
                    || !wobblers::is_lost(map, &mut mover, (board.goals, part), bases)
            })
            .map(|part| Remaining {
                boxes: board.goals,
                player: part.first().expect("parts are not empty"),
                bases: board.start.boxes,
            })
            .collect()
    }

    fn can_pull(&self, boxes: Bits<W>, zone: Bits<W>) -> bool {
        let map = &self.shared.statics.map;
        Dir::ALL.into_iter().any(|dir| {
            let two = zone & map.board.shift(zone, !dir);
            map.board.shift(two, !dir).meets(boxes)
        })
    }

    fn zone(&self, state: &Remaining<W>) -> Bits<W> {
        self.shared.statics.map.board.zone(state.boxes, state.player)
    }

    /// Whether the boxes can have come from the bases, one each.
    fn can_match(&self, boxes: Bits<W>, bases: Bits<W>) -> bool {
        let map = &self.shared.statics.map;
        let rows: Vec<Bits<W>> =
            bases.iter().map(|base| map.pushed_to[base] & boxes).collect();
        has_perfect(&rows)
    }

    /// Leaves the positions after `pulls` as hints for forward searches, the best ones first.
    fn leave_hints(&self, pulls: &[Pull<W>]) {
        let board = &self.shared.statics.map.board;
        let hint = |p: &Pull<W>| (p.counts.score(self.aim), p.state.place().key(board));
        self.shared.leave_hints(pulls.iter().map(hint).collect());
    }

    /// Whether no box has vanished.
    fn is_whole(&self, state: &Remaining<W>) -> bool {
        state.bases == self.shared.statics.map.board.start.boxes
    }

    /// Whether the first push from `state` must be in a corral that does not contain the box
    /// moved last.
    fn is_unplayable(&self, state: &Remaining<W>, moved: Option<usize>) -> bool {
        let map = &self.shared.statics.map;
        let free = map.board.floor.minus(state.boxes);
        if state.boxes.minus(map.board.goals).is_empty()
            || map.board.count_parts(free) == 1
        {
            return false;
        }
        let scene = Scene::plain(&map.board, state.boxes, state.player);
        let Ok(walled) = wallify(&map.board, &scene) else { return false };
        corral::movers(&map.board, &walled)
            .is_some_and(|boxes| moved.is_none_or(|moved| !boxes.has(moved)))
    }
}

impl<const W: usize> Space for Backward<W> {
    type State = Remaining<W>;

    fn keeper(&self) -> &impl Keep<Remaining<W>> {
        &self.shared.statics
    }

    fn score(&mut self, state: &Remaining<W>) -> Score {
        let map = &self.shared.statics.map;
        let regions = regions::count(map, state.boxes);
        self.counts(state.boxes, regions).score(self.aim)
    }

    fn cell(&self, score: Score) -> u64 {
        match self.aim {
            Aim::Plan(_) => score & !counts::plan::DISTANCE.mask(),
            Aim::OpenBoard | Aim::OpenEnds => {
                score & (counts::open::REGIONS.mask() | counts::open::ROOMS.mask())
            }
        }
    }

    fn choices(&mut self, state: &Remaining<W>, list: &mut Listing<'_, '_>) {
        let zone = self.zone(state);
        let mut pulls = self.pulls(state, list.turn);
        match self.aim {
            Aim::Plan(first) => {
                self.eliminate(state, zone, &mut pulls);
                pulls.retain(|pull| !(list.known)(self.key(&pull.state)));
                self.advise(first, state, zone, &mut pulls);
            }
            Aim::OpenBoard | Aim::OpenEnds => {
                pulls.retain(|pull| !(list.known)(self.key(&pull.state)));
                self.leave_hints(&pulls);
                self.advise_opening(state, &mut pulls);
            }
        }
        list.choices.extend(pulls.iter().map(|pull| Choice {
            code: pull.action.pack() | if pull.vanishes { VANISHES } else { 0 },
            score: pull.counts.score(self.aim),
            advised: pull.advised,
            done: self.aim.opens() && self.shared.is_pushed(&pull.state.place()),
        }));
    }

    fn play(&self, state: &Remaining<W>, code: u32) -> Remaining<W> {
        let board = &self.shared.statics.map.board;
        let action = Macro::unpack(code);
        let (boxes, bases) = if code & VANISHES != 0 {
            (
                state.boxes.without(usize::from(action.from)),
                state.bases.without(usize::from(action.to)),
            )
        } else {
            (action.boxes(state.boxes), state.bases)
        };
        let Position { boxes, player } =
            Position::new(board, boxes, action.player(board));
        Remaining { boxes, player, bases }
    }

    fn judge(&mut self, _: &Remaining<W>, code: u32, child: &Remaining<W>) -> Judgement {
        let vanishes = code & VANISHES != 0;
        let moved = (!vanishes).then(|| usize::from(Macro::unpack(code).to));
        if !vanishes && W <= WIDE {
            let zone = self.zone(child);
            let map = &self.shared.statics.map;
            if !self.can_match(child.boxes, child.bases) {
                return Judgement::Dead;
            }
            let left = unpullable(&map.board, map.board.floor, child.boxes, zone);
            if !left.minus(map.board.start.boxes).is_empty() {
                return Judgement::Dead;
            }
            // Where a box can vanish, a shut-in player may get out by that.
            if !child.bases.meets(zone) || self.aim.opens() {
                let (mover, position) = (&mut self.mover, (child.boxes, zone));
                let deadlocks = self.shared.deadlocks();
                if deadlocks.is_shut_in(map, mover, position, child.bases) {
                    return Judgement::Dead;
                }
            }
        }
        if !self.aim.opens() && self.is_unplayable(child, moved) {
            return Judgement::Refused;
        }
        Judgement::Alive
    }

    fn is_done(&self, state: &Remaining<W>) -> bool {
        state.boxes.is_empty()
            || state.boxes.minus(state.bases).is_empty()
                && self.zone(state).has(self.shared.statics.map.board.start.player)
    }

    fn enter(&self, from: &Remaining<W>, code: u32, state: &Remaining<W>) {
        if self.is_whole(state) {
            self.shared.enter_pulled(&from.place(), code, &state.place());
        }
    }
}

/// The moves from the solved position to `node`, as plans want them, and the boxes left there.
pub(crate) fn plan<const W: usize>(
    (tree, space): (&Tree, &Backward<W>),
    node: u32,
) -> Plan<W> {
    let (_, codes) = tree.path(node);
    let moves: Vec<(usize, usize, bool)> = codes
        .iter()
        .map(|&code| {
            let action = Macro::unpack(code);
            (usize::from(action.from), usize::from(action.to), code & VANISHES != 0)
        })
        .collect();
    let end = tree.state(space, node);
    Plan::new(&moves, end.boxes, end.bases)
}

/// Whether the plan search has come to an end, and with which node.
pub(crate) fn ended(tree: &Tree, outcome: Expanded) -> Option<u32> {
    match outcome {
        Expanded::More => None,
        Expanded::Done(node, _) => Some(node),
        Expanded::Exhausted => tree.best_node(),
    }
}
