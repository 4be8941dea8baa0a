//! Squares and counts in words.

use kuraban::Level;
pub(crate) use kuraban::words::count;
use kuraban::words::ending;

/// More squares than this are not listed.
const MANY: usize = 12;

/// Squares one after the other; of many only the first.
pub(crate) fn names(level: &Level, squares: &[usize]) -> String {
    let named: Vec<String> =
        squares.iter().take(MANY).map(|&at| level.square_name(at)).collect();
    let more = squares.len().saturating_sub(MANY);
    if more > 0 {
        format!("{} and {more} more", named.join(" "))
    } else {
        named.join(" ")
    }
}

/// The noun alone, in its number.
pub(crate) fn noun(number: usize, noun: &str) -> String {
    format!("{noun}{}", ending(number, noun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_are_cut() {
        let level: Level = "#@$.#".parse().unwrap();
        assert_eq!(names(&level, &[1, 2]), "b1 c1");
        assert!(names(&level, &[1; 15]).ends_with("b1 and 3 more"));
    }
}
