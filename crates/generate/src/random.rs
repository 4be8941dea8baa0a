//! One stream of random numbers for each level.

use kuraban::identity;
use kuraban_env::Stream;

use crate::grid::bits;
use crate::recipe::Recipe;

/// Changes whenever the same recipe makes other levels than before.
pub const VERSION: u32 = 2;

/// The stream of one level: it depends on the version, the recipe's seed, makers, size and boxes,
/// and the level's index; on nothing else.
pub(crate) fn stream(recipe: &Recipe, index: u64) -> Stream {
    let source = recipe.source.as_ref().map(|source| identity::exact(&source.level));
    let key = format!(
        "{VERSION} {} {}x{} {}-{} {}",
        recipe.maker.name(),
        recipe.size.0,
        recipe.size.1,
        recipe.boxes.start(),
        recipe.boxes.end(),
        source.unwrap_or_default(),
    );
    Stream::new(recipe.seed ^ fnv(key.as_bytes()), index)
}

/// The 64-bit hash of Fowler, Noll and Vo (FNV-1a).
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// One of some squares; there is at least one.
pub(crate) fn pick(squares: u64, random: &mut Stream) -> u64 {
    let which = random.below(squares.count_ones()) as usize;
    bits(squares).nth(which).expect("fewer than there are")
}

/// Whether something happens that has this chance.
pub(crate) fn happens(chance: f64, random: &mut Stream) -> bool {
    f64::from(random.below(1 << 30)) < chance * f64::from(1 << 30)
}

/// Puts things in random order (Fisher and Yates).
pub(crate) fn shuffle<T>(things: &mut [T], random: &mut Stream) {
    for last in (1..things.len()).rev() {
        things.swap(last, random.below(last as u32 + 1) as usize);
    }
}

/// `exp(-x)` by products alone, which are the same on every machine; logarithms and powers of
/// mathematical libraries are not.
pub(crate) fn exp_of_minus(x: f64) -> f64 {
    const SQUARINGS: i32 = 10;
    let base = 1.0 - x / f64::from(1 << SQUARINGS);
    (0..SQUARINGS).fold(base.max(0.0), |power, _| power * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_nearly_right() {
        for x in [0.0, 0.1, 1.0, 3.0, 10.0] {
            let exact = f64::exp(-x);
            assert!((exp_of_minus(x) - exact).abs() < 0.003, "{x}");
        }
        assert!(exp_of_minus(5000.0) < 1e-9);
    }

    #[test]
    fn every_order_comes_up() {
        let mut random = Stream::new(1, 1);
        let mut seen = std::collections::HashSet::new();
        for _ in 0..200 {
            let mut things = [1, 2, 3, 4];
            shuffle(&mut things, &mut random);
            seen.insert(things);
        }
        assert_eq!(seen.len(), 24);
    }
}
