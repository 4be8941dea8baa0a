//! What a position is worth: a weighted sum of what is counted in it.
//!
//! Weights are learned from known solutions by `examples/learn.rs`.

/// What is weighed.
const TERMS: usize = 5;

/// Counts of a position, each of about the same size on all levels; or their weights.
pub(crate) type Terms = [f32; TERMS];

/// What a position is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Worth {
    /// What is weighed; `None` in a position that is worth less than any other.
    pub(crate) terms: Option<Terms>,
    pub(crate) weights: &'static Terms,
}

impl Worth {
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
        let terms = Some([1.0, 2.0, 0.0, 0.0, 4.0]);
        let worth = Worth { terms, weights: &[3.0, -1.0, 9.0, 9.0, 0.5] };
        assert!((worth.sum() - 3.0).abs() < 1e-6);
        assert!(Worth::EQUAL.sum().abs() < 1e-6);
        let lost = Worth { terms: None, ..worth };
        assert!(lost.sum() < -1e30 && lost.sum() > f32::NEG_INFINITY);
    }
}
