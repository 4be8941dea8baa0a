//! The ways to look for a better solution near a known one.

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
}

/// How much of a solution is searched at once, and how far from it.
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
}

/// The windows that solutions are shortened by first, one box elsewhere: short ones are quickly
/// done, and what they gain makes longer ones quick.
pub(crate) const LADDER: [Scope; 4] = [
    Scope::ladder("windows of 25", 25, 15_000),
    Scope::ladder("windows of 50", 50, 30_000),
    Scope::ladder("windows of 100", 100, 80_000),
    Scope::ladder("windows of 200", 200, 250_000),
];

impl Scope {
    const fn ladder(name: &'static str, window: usize, patience: u64) -> Self {
        Self { name, window: Some(window), differ: Some(1), patience }
    }
}

/// The whole solution, one box elsewhere.
pub(crate) const WHOLE: Scope =
    Scope { name: "tube 1", window: None, differ: Some(1), patience: 1_000_000 };

/// What is tried when a solution is stable, in the order in which it usually pays.
pub(crate) const ARMS: [Arm; 8] = [
    Arm::Tube(Scope {
        name: "everything",
        window: None,
        differ: None,
        patience: 100_000,
    }),
    Arm::Restart,
    Arm::Tube(Scope {
        name: "tube 2, windows of 96",
        window: Some(96),
        differ: Some(2),
        patience: 40_000,
    }),
    Arm::Drift,
    Arm::Pool,
    Arm::Tube(Scope {
        name: "everything, windows of 24",
        window: Some(24),
        differ: None,
        patience: 20_000,
    }),
    Arm::Tube(Scope {
        name: "tube 3, windows of 48",
        window: Some(48),
        differ: Some(3),
        patience: 40_000,
    }),
    Arm::Tube(Scope { name: "tube 2", window: None, differ: Some(2), patience: 500_000 }),
];

impl Arm {
    /// What people are told.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Tube(scope) => scope.name,
            Self::Drift => "drift",
            Self::Pool => "pool",
            Self::Restart => "restart",
        }
    }

    /// Its scope; that of a restart is only used up to the first solution.
    pub(crate) const fn scope(self) -> Scope {
        match self {
            Self::Tube(scope) => scope,
            Self::Drift | Self::Pool | Self::Restart => WHOLE,
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
