//! Random numbers, one stream for each board.

/// What the state of a stream grows by (Steele, Lea and Flood's `SplitMix64`).
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// Random numbers that depend on a seed and the index of a board, and on nothing else: neither
/// on how many boards there are, nor on threads, nor on the order of calls.
///
/// ```
/// use kuraban_env::Stream;
///
/// let (mut one, mut other) = (Stream::new(7, 3), Stream::new(7, 3));
/// assert_eq!(one.below(1000), other.below(1000));
/// ```
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Stream(u64);

impl Stream {
    /// The stream of one board. Where it begins is mixed twice: streams that begin a step apart
    /// would be the same but for their first number.
    pub const fn new(seed: u64, index: u64) -> Self {
        Self(mix(mix(seed.wrapping_add(STEP)) ^ index.wrapping_add(1).wrapping_mul(STEP)))
    }

    /// The next number below `limit`, which is not zero. A multiple of `limit` that does not fill 64
    /// bits makes some numbers likelier by less than 2^-32.
    pub const fn below(&mut self, limit: u32) -> u32 {
        self.0 = self.0.wrapping_add(STEP);
        ((mix(self.0) as u128 * limit as u128) >> 64) as u32
    }
}

const fn mix(mut word: u64) -> u64 {
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of the reference implementation with the seed 1234567.
    #[test]
    fn the_numbers_are_those_of_the_paper() {
        let mut state = 1_234_567_u64;
        let mut next = || {
            state = state.wrapping_add(STEP);
            mix(state)
        };
        assert_eq!(
            [next(), next()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]
        );
    }

    #[test]
    fn streams_differ_and_are_even() {
        let mut counts = [0; 10];
        for index in 0..1000 {
            let mut stream = Stream::new(1, index);
            for _ in 0..10 {
                counts[stream.below(10) as usize] += 1;
            }
        }
        assert!(counts.iter().all(|&count| (850..1150).contains(&count)), "{counts:?}");
        let first = |seed, index| Stream::new(seed, index).below(u32::MAX);
        assert_ne!(first(0, 1), first(1, 0));
        assert_ne!(first(0, 0), first(0, 1));
    }
}
