//! Forward search without a plan, in an order that can be chosen.

use std::fmt;
use std::sync::Arc;

use kuraban_board::Bits;
use kuraban_board::Position;
use kuraban_board::Scene;
use kuraban_board::WIDE;
use kuraban_board::moves::Macro;
use kuraban_search::Turn;

use crate::features::regions;
use crate::level::Statics;
use crate::moves::pushes::{Child, WIDE_MOVE};
use crate::shared::Shared;
use crate::spaces::front::Front;
use crate::tree::{Choice, Judgement, Score, Space};

/// What makes one position better than another.
pub(crate) trait Order<const W: usize>: fmt::Debug + Send {
    /// The score of a position, which is then the one that moves lead out of.
    fn here(&mut self, boxes: Bits<W>, regions: usize) -> Score;

    /// The score after a move out of the position scored last.
    fn after(&mut self, child: &Child<W>) -> Score;

    /// The cell of a score.
    fn cell(&self, score: Score) -> u64;

    /// Whether a move is to be made before all others.
    fn favours(&self, _: Macro) -> bool {
        false
    }
}

/// The space of such a search. One advisor: it names the first move that the order favours, or
/// else the best one if it makes things better.
#[derive(Debug)]
pub(crate) struct Ahead<const W: usize> {
    shared: Arc<Shared<W>>,
    order: Box<dyn Order<W>>,
    front: Front<W>,
}

impl<const W: usize> Ahead<W> {
    pub(crate) fn new(shared: &Arc<Shared<W>>, order: Box<dyn Order<W>>) -> Self {
        Self { shared: Arc::clone(shared), order, front: Front::new(shared) }
    }
}

impl<const W: usize> Space for Ahead<W> {
    type State = Position<W>;
    type Keeper = Statics<W>;

    fn keeper(&self) -> &Statics<W> {
        &self.shared.statics
    }

    fn score(&mut self, state: &Position<W>) -> Score {
        let map = &self.shared.statics.map;
        self.order.here(state.boxes, regions::count(map, state.boxes))
    }

    fn cell(&self, score: Score) -> u64 {
        self.order.cell(score)
    }

    fn choices(
        &mut self,
        state: &Position<W>,
        known: &dyn Fn(u64) -> bool,
        turn: &mut Turn<'_>,
        out: &mut Vec<Choice>,
    ) {
        let shared = Arc::clone(&self.shared);
        let statics = &shared.statics;
        let base = Scene::plain(&statics.map.board, state.boxes, state.player);
        let mut children = Vec::new();
        let exempt = statics.map.board.floor;
        self.front.children(&base, exempt, turn, &mut children);
        let here = self.score(state);
        let first = out.len();
        let mut favoured = None;
        for child in &children {
            if W > WIDE && turn.overdraw(WIDE_MOVE).is_break() {
                return;
            }
            let place = child.place();
            if known(place.key(&statics.map.board)) {
                continue;
            }
            if favoured.is_none() && self.order.favours(child.action) {
                favoured = Some(out.len());
            }
            let score = self.order.after(child);
            let done = shared.is_met(&place);
            out.push(Choice { code: child.action.pack(), score, advised: false, done });
        }
        if let Some(favoured) = favoured {
            out[favoured].advised = true;
        } else if let Some(best) =
            out[first..].iter_mut().min_by_key(|choice| choice.score)
            && best.score < here
        {
            best.advised = true;
        }
    }

    fn play(&self, state: &Position<W>, code: u32) -> Position<W> {
        self.front.play(state, code)
    }

    fn judge(&mut self, _: &Position<W>, code: u32, child: &Position<W>) -> Judgement {
        self.front.judge(code, child)
    }

    fn is_done(&self, state: &Position<W>) -> bool {
        self.shared.is_met(state)
    }

    fn enter(&self, from: &Position<W>, code: u32, state: &Position<W>) {
        self.shared.enter_pushed(from, code, state);
    }
}
