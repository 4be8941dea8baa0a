//! Squares and counts in words.

use kuraban::Level;

/// More squares than this are not listed.
const MANY: usize = 12;

/// A square as players name it: the column as a letter, the row as a number from one, `c4`.
pub fn name(level: &Level, at: usize) -> String {
    let (row, column) = level.row_column(at);
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        letters.push(char::from(b'a' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    let letters: String = letters.into_iter().rev().collect();
    format!("{letters}{}", row + 1)
}

/// Squares one after the other; of many only the first.
pub(crate) fn names(level: &Level, squares: &[usize]) -> String {
    let named: Vec<String> =
        squares.iter().take(MANY).map(|&at| name(level, at)).collect();
    let more = squares.len().saturating_sub(MANY);
    if more > 0 {
        format!("{} and {more} more", named.join(" "))
    } else {
        named.join(" ")
    }
}

/// `1 push`, `2 pushes`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    let ending = match noun {
        _ if number == 1 => "",
        "push" | "box" => "es",
        _ => "s",
    };
    format!("{number} {noun}{ending}")
}

/// The noun alone, in its number.
pub(crate) fn noun(number: usize, noun: &str) -> String {
    count(number, noun).split_once(' ').map_or(String::new(), |(_, noun)| noun.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_beyond_z_have_two_letters() {
        let row = format!("{}@$.#", "#".repeat(26));
        let level: Level = row.parse().unwrap();
        assert_eq!((name(&level, 0), name(&level, 25)), ("a1".into(), "z1".into()));
        assert_eq!((name(&level, 26), name(&level, 29)), ("aa1".into(), "ad1".into()));
    }

    #[test]
    fn long_lists_are_cut() {
        let level: Level = "#@$.#".parse().unwrap();
        assert_eq!(names(&level, &[1, 2]), "b1 c1");
        assert!(names(&level, &[1; 15]).ends_with("b1 and 3 more"));
    }
}
