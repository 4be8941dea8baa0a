//! What a position is worth after a move: a weighted sum of what is counted in it, and of where the move
//! is made.
//!
//! Weights are learned from known solutions by `examples/learn.rs`.

/// What is counted in a position.
const COUNTS: usize = 5;
/// And whether the move is made far from the last one, and far from all that is left to be done.
const TERMS: usize = COUNTS + 2;

/// What is counted in a position, each of about the same size on all levels.
pub(crate) type Counts = [f32; COUNTS];
/// All that is weighed, or the weights.
pub(crate) type Terms = [f32; TERMS];

/// What a position is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// What is weighed; `None` in a position that is worth less than any other.
    pub(crate) terms: Option<Terms>,
    pub(crate) weights: &'static Terms,
}

impl Worth {
    /// By what is counted in a position.
    pub(crate) fn of_counts(counts: Option<Counts>, weights: &'static Terms) -> Self {
        let terms = counts.map(|[a, b, c, d, e]| [a, b, c, d, e, 0.0, 0.0]);
        Self { terms, weights }
    }

    /// The same with where the move to the position was made.
    pub(crate) fn after(mut self, is_far: bool, is_aside: bool) -> Self {
        if let Some([.., far, aside]) = &mut self.terms {
            (*far, *aside) = (f32::from(is_far), f32::from(is_aside));
        }
        self
    }

    /// The worth of all positions of a space that tells none from another.
    pub(crate) const EQUAL: Self =
        Self { terms: Some([0.0; TERMS]), weights: &[0.0; TERMS] };

    /// The weighted sum.
    pub(crate) fn sum(&self) -> f32 {
        let Some(terms) = self.terms else { return f32::MIN };
        terms.iter().zip(self.weights).map(|(term, weight)| term * weight).sum()
    }
}

/// A power, by multiplications alone: the same on all machines.
pub(crate) fn power(base: f32, exponent: usize) -> f32 {
    let (mut result, mut square, mut rest) = (1.0, base, exponent);
    while rest > 0 {
        if rest % 2 == 1 {
            result *= square;
        }
        square *= square;
        rest /= 2;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_products() {
        for (exponent, product) in [(0, 1.0), (1, 0.5), (2, 0.25), (5, 0.03125)] {
            assert!((power(0.5, exponent) - product).abs() < 1e-6, "{exponent}");
        }
        assert!(power(0.95, 1_000) >= 0.0);
    }

    #[test]
    fn terms_count_by_their_weights() {
        let counts = Some([1.0, 2.0, 0.0, 0.0, 4.0]);
        let worth = Worth::of_counts(counts, &[3.0, -1.0, 9.0, 9.0, 0.5, -0.25, -1.5]);
        for (is_far, is_aside, sum) in [
            (false, false, 3.0),
            (true, false, 2.75),
            (false, true, 1.5),
            (true, true, 1.25),
        ] {
            assert!((worth.after(is_far, is_aside).sum() - sum).abs() < 1e-6);
        }
        assert!(Worth::EQUAL.sum().abs() < 1e-6);
        let lost = Worth { terms: None, ..worth };
        assert!(lost.sum() < -1e30 && lost.sum() > f32::NEG_INFINITY);
    }
}
