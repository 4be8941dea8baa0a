//! Which levels of a file are wanted.

use std::str::FromStr;

/// Levels by number, as in `3,7-9`; `5-` goes to the end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Picks(Vec<(usize, usize)>);

impl Picks {
    pub(crate) fn contains(&self, index: usize) -> bool {
        self.0.iter().any(|&(first, last)| (first..=last).contains(&index))
    }

    /// The first level beyond `count` that is named; an open end names none.
    pub(crate) fn first_after(&self, count: usize) -> Option<usize> {
        let named =
            self.0.iter().filter(|&&(first, last)| last != usize::MAX || first > count);
        named
            .filter(|&&(_, last)| last > count)
            .map(|&(first, _)| first.max(count + 1))
            .min()
    }

    /// No wanted level comes after this one.
    pub(crate) fn last(&self) -> usize {
        self.0.iter().map(|&(_, last)| last).max().unwrap_or(0)
    }
}

impl FromStr for Picks {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| match part.trim().parse() {
            Ok(0) | Err(_) => {
                Err(format!("`{part}` is no level number; levels count from 1"))
            }
            Ok(number) => Ok(number),
        };
        let range = |part: &str| {
            let (first, last) = match part.split_once('-') {
                Some((first, last)) if last.trim().is_empty() => {
                    (number(first)?, usize::MAX)
                }
                Some((first, last)) => (number(first)?, number(last)?),
                None => (number(part)?, number(part)?),
            };
            if first > last {
                return Err(format!("`{part}` runs backwards"));
            }
            Ok((first, last))
        };
        text.split(',').map(range).collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_numbers() {
        let picks: Picks = "3,7-9, 20-".parse().unwrap();
        let picked: Vec<_> = (1..=21).filter(|&index| picks.contains(index)).collect();
        assert_eq!(picked, [3, 7, 8, 9, 20, 21]);
        assert_eq!("2,4".parse::<Picks>().unwrap().last(), 4);
        let picks: Picks = "1,4-6,9-".parse().unwrap();
        assert_eq!(picks.first_after(3), Some(4));
        assert_eq!(picks.first_after(5), Some(6));
        assert_eq!(picks.first_after(9), None);
        for wrong in ["", "0", "a", "5-3", "1,,2"] {
            assert!(wrong.parse::<Picks>().is_err(), "{wrong}");
        }
    }
}
