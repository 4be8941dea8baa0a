//! Random numbers, the same on every machine.

/// A small deterministic source of numbers.
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
    step: fn(u64) -> u64,
}

impl Random {
    /// The source with this seed (Marsaglia's xorshift).
    pub fn new(seed: u64) -> Self {
        let step = |state: u64| {
            let state = state ^ (state << 13);
            let state = state ^ (state >> 7);
            state ^ (state << 17)
        };
        Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1, step }
    }

    /// The source of the levels in `push`'s signature (a linear congruence): only on the
    /// same levels can its figures be compared with those of earlier versions.
    pub fn recorded(seed: u64) -> Self {
        let step = |state: u64| {
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695)
        };
        Self { state: seed, step }
    }

    /// The next number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.state = (self.step)(self.state);
        ((self.state >> 33) as usize) % limit
    }
}
