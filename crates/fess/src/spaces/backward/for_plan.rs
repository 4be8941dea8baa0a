//! The search for a packing plan.
//!
//! It pulls boxes off the goals and lets them vanish on squares of the home. What remains is an order in
//! which goals and parking squares can be filled, whichever box goes where. As soon as a box can
//! vanish, nothing else is tried, which makes the search tiny.

use std::sync::Arc;

use kuraban_board::Position;
use kuraban_board::moves::Macro;
use kuraban_search::Turn;

use super::counts::plan;
use super::{Backward, Remaining};
use crate::features::regions;
use crate::plan::Plan;
use crate::shared::Shared;
use crate::strategy::First;
use crate::tree::{Choice, Expanded, Judgement, Keep, Listing, Score, Space, Tree};

/// Marks a move whose box vanishes.
const VANISHES: u32 = 1 << 26;

/// A pull is one unit of work, and one more for each so many boxes. Measured: 4 µs with a hundred.
const BOXES_A_UNIT: usize = 12;

/// The space of that search.
#[derive(Debug)]
pub(crate) struct ForPlan<const W: usize> {
    backward: Backward<W>,
    first: First,
}

impl<const W: usize> ForPlan<W> {
    /// A search for a plan that leads on from `home`, the start or a position on the way.
    pub(crate) fn new(shared: &Arc<Shared<W>>, first: First, home: Position<W>) -> Self {
        Self { backward: Backward::new(Arc::clone(shared), home), first }
    }

    /// The solved position with the player in each region that has pulls.
    pub(crate) fn roots(&self, turn: &mut Turn<'_>) -> Vec<Remaining<W>> {
        self.backward.roots(turn)
    }

    fn shared(&self) -> &Shared<W> {
        &self.backward.shared
    }

    /// The plan that the way to a node makes.
    pub(crate) fn plan(&self, tree: &Tree, node: u32) -> Plan<W> {
        let (_, codes) = tree.path(node);
        let moves: Vec<(usize, usize, bool)> = codes
            .iter()
            .map(|&code| {
                let action = Macro::unpack(code);
                (usize::from(action.from), usize::from(action.to), code & VANISHES != 0)
            })
            .collect();
        let end = tree.state(self, node);
        Plan::new(&moves, end.boxes, end.bases)
    }
}

impl<const W: usize> Space for ForPlan<W> {
    type State = Remaining<W>;

    fn keeper(&self) -> &impl Keep<Remaining<W>> {
        &self.shared().statics
    }

    fn score(&mut self, state: &Remaining<W>) -> Score {
        let regions = regions::count(&self.shared().statics.map, state.boxes);
        self.backward.counts(state.boxes, regions).score()
    }

    fn cell(&self, score: Score) -> u64 {
        score & !plan::DISTANCE.mask()
    }

    fn choices(&mut self, state: &Remaining<W>, list: &mut Listing<'_, '_>) {
        let zone = self.backward.zone(state);
        let mut pulls = self.backward.pulls(state, list.turn);
        // Where a box can vanish most pulls are dropped again, but all were made.
        let price = (1 + state.boxes.len() / BOXES_A_UNIT) as u64;
        let _ = list.turn.overdraw(pulls.len() as u64 * price);
        self.backward.eliminate(state, zone, &mut pulls);
        pulls.retain(|pull| !(list.known)(self.key(&pull.state)));
        self.backward.advise(self.first, state, zone, &mut pulls);
        list.choices.extend(pulls.iter().map(|pull| {
            let code = pull.action.pack() | if pull.vanishes { VANISHES } else { 0 };
            let mut choice = Choice::new(code, pull.counts.score(), false);
            choice.advised = pull.advised;
            choice
        }));
    }

    fn play(&self, state: &Remaining<W>, code: u32) -> Remaining<W> {
        let board = &self.shared().statics.map.board;
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

    fn are_far(&self, one: u32, other: u32) -> bool {
        self.shared().statics.map.are_far(Macro::unpack(one), Macro::unpack(other))
    }

    fn is_aside(&self, _: &Remaining<W>, _: u32) -> bool {
        false
    }

    fn judge(&mut self, _: &Remaining<W>, code: u32, child: &Remaining<W>) -> Judgement {
        let vanishes = code & VANISHES != 0;
        let moved = (!vanishes).then(|| usize::from(Macro::unpack(code).to));
        if !vanishes && self.backward.is_lost(child, false) {
            Judgement::Dead
        } else if self.backward.is_unplayable(child, moved) {
            Judgement::Refused
        } else {
            Judgement::Alive
        }
    }

    fn bytes(&self) -> usize {
        self.backward.bytes()
    }

    fn is_done(&self, state: &Remaining<W>) -> bool {
        let player = self.backward.home.player;
        state.boxes.is_empty()
            || state.boxes.minus(state.bases).is_empty()
                && self.backward.zone(state).has(player)
    }

    fn enter(&self, from: &Remaining<W>, code: u32, state: &Remaining<W>) {
        if self.backward.is_whole(state) {
            self.shared().enter_pulled(&from.place(), code, &state.place());
        }
    }
}

/// Whether the plan search has come to an end, and with which node.
pub(crate) fn ended(tree: &Tree, outcome: Expanded) -> Option<u32> {
    match outcome {
        Expanded::More => None,
        Expanded::Done(node, _) => Some(node),
        Expanded::Exhausted => tree.best_node(),
    }
}
