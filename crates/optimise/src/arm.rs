//! The ways to look for a better solution near a known one.

use crate::stretch::Grain;

/// A way to look for a better solution.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Arm {
    /// Exact searches in a tube, window by window or for the whole solution.
    Tube(Scope),
    /// The same for the whole solution; an equally good one is taken, too, so that the tube moves
    /// along plateaus.
    Drift,
    /// A tube round all good solutions at once: joins their best parts.
    Pool,
    /// Another first solution, shortened by itself.
    Restart,
    /// The best solution with fewer pushes, whatever that costs, shortened by itself from there. For
    /// goals that do not put pushes first: a solution with few pushes is soon one with few moves.
    Lean,
    /// Another rest after the first pushes of the best solution, found by any engine.
    Replan,
}

/// How much of a solution is searched at once, how far from it, and how closely.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(crate) struct Scope {
    /// What people are told.
    pub(crate) name: &'static str,
    /// Pushes of a window; `None`: the whole solution.
    pub(crate) window: Option<usize>,
    /// Boxes that may stand elsewhere; `None`: all.
    pub(crate) differ: Option<usize>,
    /// States to be expanded for a window at first.
    pub(crate) patience: u64,
    pub(crate) grain: Grain,
}

/// What solutions are shortened by first, one box elsewhere: short windows are quickly done, and
/// what they gain makes longer ones quick. The last rung is the whole solution.
pub(crate) type Ladder = [Scope; 5];

/// The ladder for all figures.
pub(crate) const FINE: Ladder = ladder(Grain::Fine);
/// The ladder for pushes alone.
pub(crate) const COARSE: Ladder = ladder(Grain::Coarse);

const fn ladder(grain: Grain) -> Ladder {
    [
        Scope::new("windows of 25", Some(25), Some(1), 15_000, grain),
        Scope::new("windows of 50", Some(50), Some(1), 30_000, grain),
        Scope::new("windows of 100", Some(100), Some(1), 80_000, grain),
        Scope::new("windows of 200", Some(200), Some(1), 250_000, grain),
        Scope::new("tube 1", None, Some(1), 1_000_000, grain),
    ]
}

impl Scope {
    const fn new(
        name: &'static str,
        window: Option<usize>,
        differ: Option<usize>,
        patience: u64,
        grain: Grain,
    ) -> Self {
        Self { name, window, differ, patience, grain }
    }
}

/// What is tried when a solution is stable, in the order in which it usually pays. Those for
/// pushes alone are for goals in pushes.
pub(crate) const ARMS: [Arm; 16] = [
    Arm::Tube(Scope::new("everything", None, None, 100_000, Grain::Fine)),
    Arm::Lean,
    Arm::Restart,
    Arm::Replan,
    Arm::Tube(Scope::new(
        "tube 2, windows of 96",
        Some(96),
        Some(2),
        40_000,
        Grain::Coarse,
    )),
    Arm::Tube(FINE[2]),
    Arm::Tube(FINE[4]),
    Arm::Tube(Scope::new(
        "everything, windows of 24",
        Some(24),
        None,
        20_000,
        Grain::Coarse,
    )),
    Arm::Tube(Scope::new(
        "tube 3, windows of 48",
        Some(48),
        Some(3),
        40_000,
        Grain::Coarse,
    )),
    Arm::Tube(Scope::new(
        "tube 2, windows of 96",
        Some(96),
        Some(2),
        40_000,
        Grain::Fine,
    )),
    Arm::Drift,
    Arm::Pool,
    Arm::Tube(Scope::new(
        "everything, windows of 24",
        Some(24),
        None,
        20_000,
        Grain::Fine,
    )),
    Arm::Tube(Scope::new(
        "tube 3, windows of 48",
        Some(48),
        Some(3),
        40_000,
        Grain::Fine,
    )),
    Arm::Tube(Scope::new("tube 2", None, Some(2), 500_000, Grain::Coarse)),
    Arm::Tube(Scope::new("tube 2", None, Some(2), 500_000, Grain::Fine)),
];

impl Arm {
    /// What people are told.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Tube(scope) => scope.name,
            Self::Drift => "drift",
            Self::Pool => "pool",
            Self::Restart => "restart",
            Self::Replan => "replan",
            Self::Lean => "lean",
        }
    }

    /// Its scope. What begins anew does not use it.
    pub(crate) const fn scope(self) -> Scope {
        match self {
            Self::Tube(scope) => scope,
            Self::Drift | Self::Pool | Self::Restart | Self::Replan | Self::Lean => {
                FINE[4]
            }
        }
    }
}

/// Gains of an arm for its work, of late.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Rate {
    gain: f64,
    work: f64,
    /// When it was used last, in work of the lane.
    at: u64,
}

impl Rate {
    /// Work after which what was seen counts half: about a minute.
    const HALF: f64 = 60e6;

    /// Notes what a round of the arm brought.
    pub(crate) fn note(&mut self, gain: f64, work: u64, now: u64) {
        let keep = 0.5_f64.powf((now - self.at) as f64 / Self::HALF);
        self.gain = self.gain * keep + gain;
        self.work = self.work * keep + work as f64;
        self.at = now;
    }

    /// Gain for work; what was never tried has none.
    pub(crate) fn value(&self) -> f64 {
        if self.work > 0.0 { self.gain / self.work } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_gains_count_less() {
        let (mut old, mut new) = (Rate::default(), Rate::default());
        assert!(old.value() < 1e-12);
        old.note(10.0, 1_000_000, 0);
        old.note(0.0, 1_000_000, 120_000_000);
        new.note(0.0, 1_000_000, 0);
        new.note(10.0, 1_000_000, 120_000_000);
        assert!(new.value() > old.value() && old.value() > 0.0);
    }
}
