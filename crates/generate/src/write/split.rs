//! Training, validation and test sets that share no room.

use std::str::FromStr;

use crate::collect::digits;

/// Shares of the sets `train`, `valid` and `test`. A level belongs to the set that its room is
/// drawn into, so no two sets have levels of the same walls and goals, whatever run made them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Split([f64; 3]);

/// Why a text is no split.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a split is three shares that come to 1, as in 0.9,0.05,0.05")]
pub struct BadSplit;

impl FromStr for Split {
    type Err = BadSplit;

    fn from_str(text: &str) -> Result<Self, BadSplit> {
        let shares: Vec<f64> = text
            .split(',')
            .map(|share| share.trim().parse().map_err(|_| BadSplit))
            .collect::<Result<_, _>>()?;
        let shares: [f64; 3] = shares.try_into().map_err(|_| BadSplit)?;
        let good = shares.iter().all(|share| (0.0..=1.0).contains(share));
        let sum: f64 = shares.iter().sum();
        if good && (sum - 1.0).abs() < 1e-6 { Ok(Self(shares)) } else { Err(BadSplit) }
    }
}

impl Split {
    /// The sets.
    pub const SETS: [&'static str; 3] = ["train", "valid", "test"];

    /// The set of a room, by its identity.
    pub fn of(&self, room: &str) -> &'static str {
        let place = (digits(room) >> 96) as f64 / f64::from(u32::MAX);
        let [train, valid, _] = self.0;
        Self::SETS[usize::from(place >= train) + usize::from(place >= train + valid)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_kept_and_checked() {
        let split: Split = "0.8,0.1,0.1".parse().expect("a split");
        let mut counts = [0; 3];
        for number in 0..1000_u64 {
            let room = format!("{:032x}", u128::from(number) * (u128::MAX / 1000));
            let set = split.of(&room);
            let which = Split::SETS.iter().position(|&known| known == set);
            counts[which.expect("a set")] += 1;
        }
        assert_eq!(counts, [800, 100, 100]);
        for bad in ["1", "0.5,0.5", "0.5,0.5,0.5", "a,b,c", "-1,1,1", ""] {
            assert_eq!(bad.parse::<Split>(), Err(BadSplit), "{bad}");
        }
        let all: Split = "1,0,0".parse().expect("a split");
        assert_eq!(all.of(&"0".repeat(32)), "train");
    }
}
