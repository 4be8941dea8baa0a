//! How a way is shortened until it is stable: short windows first, then longer ones, then the whole.

use super::{Lane, MOST_LEVELS, lock};
use crate::arm::{ARMS, Arm, COARSE, FINE, Ladder, Scope};
use crate::stretch::Grain;
use crate::way::Way;

/// What is shortened anew is given up when its first figure is so much above the best one, in per
/// cent, after each rung. Guessed: whole tubes can still gain a quarter.
const HOPELESS: [usize; 5] = [60, 40, 30, 20, 0];
/// Pushes of windows that polish what has as few pushes as the best way.
const POLISH: usize = 50;

/// The rungs of a search.
const fn ladder(grain: Grain) -> &'static Ladder {
    match grain {
        Grain::Fine => &FINE,
        Grain::Coarse => &COARSE,
    }
}

/// What a way of so many pushes is shortened by, from a rung on: windows that are much shorter
/// than it, or the whole.
fn rung(grain: Grain, from: usize, pushes: usize) -> Scope {
    let fits = |scope: &&Scope| scope.window.is_none_or(|window| 2 * window <= pushes);
    let rungs = ladder(grain);
    *rungs[from..].iter().find(fits).expect("the last one fits")
}

impl<const W: usize> Lane<W> {
    /// Begins to shorten a way until it is stable.
    pub(super) fn descend(&mut self, way: Way<W>) {
        lock(&self.pool).descend(&way);
        let grain = if self.is_for_pushes() { Grain::Coarse } else { Grain::Fine };
        self.descend_by(grain, 0, way);
    }

    /// The same from a rung on.
    pub(super) fn descend_by(&mut self, grain: Grain, from: usize, way: Way<W>) {
        let scope = rung(grain, from, way.len());
        self.way = Some(way);
        self.begin(Arm::Tube(scope), true);
    }

    /// Whether fewer pushes are what the goal asks for first.
    pub(super) fn is_for_pushes(&self) -> bool {
        self.prices.by_pushes && self.terms.end.is_none()
    }

    pub(super) fn end_round(&mut self) {
        self.tell();
        let (Some(round), Some(way)) = (self.round.take(), self.way.take()) else {
            return;
        };
        let has_gained = round.gained > 0.0;
        if let Some(index) = ARMS.iter().position(|&arm| arm == round.arm) {
            self.rates[index].note(round.gained, self.work - round.began, self.work);
        }
        if !has_gained && !round.is_tired && !round.is_descent && round.arm != Arm::Drift
        {
            lock(&self.pool).exhaust(self.number, MOST_LEVELS);
        }
        let Scope { window, grain, .. } = round.scope;
        let is_whole = window.is_none();
        if !has_gained
            && !round.is_tired
            && is_whole
            && grain == Grain::Fine
            && self.terms.is_free()
        {
            self.note_stable(&way, round.scope);
        }
        if has_gained && (!round.is_descent || is_whole && round.is_tired) {
            // Whatever helped, the usual tubes come next.
            self.descend(way);
            return;
        }
        if round.is_descent && (has_gained || !is_whole) {
            // As often as it helps, then in longer windows.
            let at = ladder(grain).iter().position(|&scope| scope == round.scope);
            let at = at.unwrap_or(ladder(grain).len() - 1);
            if has_gained {
                return self.descend_by(grain, at, way);
            }
            if at == 0 && grain == Grain::Fine && self.terms.is_raw && self.number == 0 {
                // The quick gains are made. Once only.
                self.terms.is_raw = false;
                if self.terms.is_free() && !self.is_for_pushes() {
                    lock(&self.pool).break_off(&way);
                    return self.lean(way);
                }
            }
            let is_over = match grain {
                // What has as few pushes as the best way is polished in short windows at first.
                Grain::Fine if self.is_for_pushes() => {
                    window.is_none_or(|window| window >= POLISH)
                }
                Grain::Coarse if !self.is_for_pushes() => false,
                _ => self.is_hopeless(&way, at),
            };
            if !is_over {
                return self.descend_by(grain, at + 1, way);
            }
        } else if round.is_descent && grain == Grain::Coarse && self.is_worth_more(&way) {
            return self.descend_by(Grain::Fine, 0, way);
        }
        if round.is_descent {
            let mut pool = lock(&self.pool);
            pool.descend(&way);
            if self.terms.is_free() {
                pool.keep(&self.board, &way, round.arm.name());
            }
            drop(pool);
            self.end_anew();
        }
        self.way = Some(way);
    }

    /// Whether something begun anew is so much worse than the best way, after a rung of the
    /// ladder, that it is not worth more.
    fn is_hopeless(&self, way: &Way<W>, rung: usize) -> bool {
        let first = |way: &Way<W>| self.prices.first(way.cost());
        let pool = lock(&self.pool);
        self.anew.is_some()
            && pool.best().is_some_and(|best| {
                100 * first(way) > (100 + HOPELESS[rung]) * first(&best.way)
            })
    }

    /// Whether a way with few pushes is to be shortened in all figures: unless another has even
    /// fewer and pushes are what counts.
    fn is_worth_more(&self, way: &Way<W>) -> bool {
        let first = |cost| self.prices.first(cost);
        let pool = lock(&self.pool);
        !self.is_for_pushes()
            || pool.best().is_none_or(|best| first(way.cost()) <= first(best.way.cost()))
    }

    /// The whole tube was searched in vain.
    fn note_stable(&self, way: &Way<W>, scope: Scope) {
        let mut pool = lock(&self.pool);
        if pool.best().is_some_and(|best| best.way == *way) {
            let boxes = self.board.layout.boxes.len();
            let differ = scope.differ.unwrap_or(boxes).min(boxes);
            pool.stable = pool.stable.max(Some(differ));
        }
    }
}
