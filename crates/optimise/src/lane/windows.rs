//! The windows of a round: each is an exact search for a part of the way.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow::{self, Continue};
use std::ops::Range;
use std::sync::Arc;

use kuraban_search::{Pause, Turn};

use super::{Lane, lock};
use crate::arm::{Arm, Scope};
use crate::stretch::{End, Ended, Errand, Grain, Stretch};
use crate::tube::Tube;
use crate::way::Way;

/// Equally good solutions that are taken one after the other without a gain.
const MOST_DRIFTS: usize = 8;

/// A part of a way that is being searched.
pub(super) struct Window<const W: usize> {
    pub(super) stretch: Stretch<W>,
    range: Range<usize>,
    /// What it is remembered by when it was searched in vain.
    key: Option<u64>,
}

/// A number for a part of a way and how it is searched.
fn window_key<const W: usize>(way: &Way<W>, range: &Range<usize>, scope: Scope) -> u64 {
    let mut hasher = DefaultHasher::new();
    let from = &way.stances[range.start];
    (from.boxes.words(), from.player, from.last).hash(&mut hasher);
    // The push after the window is part of what it costs.
    let last = (range.end + 1).min(way.len());
    for push in &way.pushes[range.start..last] {
        push.pack().hash(&mut hasher);
    }
    (range.len(), scope).hash(&mut hasher);
    hasher.finish()
}

impl<const W: usize> Lane<W> {
    /// Opens the next window of the round, or ends the round.
    pub(super) fn next_stretch(&mut self, turn: &mut Turn<'_>) -> ControlFlow<Pause> {
        let (Some(round), Some(way)) = (&mut self.round, &self.way) else {
            return Continue(());
        };
        let frame = self.terms.head..way.len().saturating_sub(self.terms.tail);
        let length = round.scope.window.unwrap_or(frame.len().max(1));
        let is_over = match round.arm {
            Arm::Drift => round.count >= MOST_DRIFTS || round.is_tired,
            _ if round.scope.window.is_none() => round.count > 0,
            _ => round.count > 0 && round.at + length / 2 >= frame.end,
        };
        if is_over || frame.is_empty() {
            self.end_round();
            return Continue(());
        }
        let range = if round.scope.window.is_some() {
            round.at..(round.at + length).min(frame.end)
        } else {
            frame
        };
        let key = window_key(way, &range, round.scope);
        let key = round.is_windowed().then_some(key);
        let vain = key.and_then(|key| lock(&self.pool).was_vain(key));
        turn.spend(if vain.is_some() { 1 } else { way.len() as u64 })?;
        round.at = range.start + (length / 2).max(1);
        round.count += 1;
        if let Some(is_tired) = vain {
            round.is_tired |= is_tired;
            return Continue(());
        }
        let round = *round;
        let seed = if round.arm == Arm::Drift { self.random() | 1 } else { 0 };
        let Some(way) = &self.way else { return Continue(()) };
        let known = match round.arm {
            Arm::Pool => lock(&self.pool).sets(),
            _ => way.sets(range.start..=range.end),
        };
        let tube = Tube::new(&known, self.board.layout.len, round.scope.differ);
        let next = way.pushes.get(range.end).copied();
        let last = (range.end + 1).min(way.len());
        // What it costs now, the push after the window included.
        let now = way.paid[last] - way.paid[range.start];
        let errand = Errand {
            from: way.stances[range.start],
            to: End {
                boxes: way.stances[range.end].boxes,
                next,
                player: if next.is_none() { self.terms.end } else { None },
            },
            tube: Arc::new(tube),
            below: match round.scope.grain {
                Grain::Fine => now + u128::from(seed != 0),
                Grain::Coarse => self.by_pushes.of_first(range.len()),
            },
            patience: round.scope.patience,
            seed,
            grain: round.scope.grain,
        };
        let prices = match round.scope.grain {
            Grain::Fine => &self.prices,
            Grain::Coarse => &self.by_pushes,
        };
        let stretch = Stretch::new(Arc::clone(&self.board), Arc::clone(prices), errand);
        let paid = turn.overdraw(stretch.setup());
        self.stretch = Some(Window { stretch, range, key });
        paid
    }

    pub(super) fn end_stretch(&mut self, ended: Ended) {
        let Some(Window { stretch, range, key }) = self.stretch.take() else { return };
        self.gone.add(&stretch.account().closed());
        let (Some(round), Some(way)) = (&mut self.round, &self.way) else { return };
        let is_tired = matches!(ended, Ended::Tired(_));
        round.is_tired |= is_tired;
        let (Ended::Found(pushes) | Ended::Tired(Some(pushes))) = ended else {
            if let Some(key) = key {
                lock(&self.pool).note_vain(key, is_tired);
            }
            if round.arm == Arm::Drift {
                // There is not even an equally good one.
                round.count = MOST_DRIFTS;
            }
            return;
        };
        let Some(new) = way.spliced(&self.board, &self.prices, range, &pushes) else {
            return;
        };
        let (is_better, gain) = match round.scope.grain {
            Grain::Coarse => {
                (new.len() < way.len(), way.len() - new.len().min(way.len()))
            }
            Grain::Fine => {
                let first = |way: &Way<W>| self.prices.first(way.cost());
                (new.cost() < way.cost(), first(way).saturating_sub(first(&new)))
            }
        };
        if is_better {
            round.gained += (gain as f64).max(0.1);
            if round.arm == Arm::Drift {
                round.count = 0;
            }
            self.way = Some(new);
            self.news = Some(round.arm.name());
        } else if round.arm == Arm::Drift && new.cost() == way.cost() {
            self.way = Some(new);
        }
    }
}
