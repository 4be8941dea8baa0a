//! Squares and counts in words, the same wherever people read them.

use crate::Level;

/// `1 push`, `2 pushes`.
///
/// ```
/// use kuraban_level::words::count;
///
/// assert_eq!([count(1, "box"), count(2, "box")], ["1 box", "2 boxes"]);
/// ```
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", ending(number, noun))
}

/// What a noun ends in after a number.
pub fn ending(number: usize, noun: &str) -> &'static str {
    match noun {
        _ if number == 1 => "",
        "push" | "box" => "es",
        _ => "s",
    }
}

/// A column, counted from zero, as letters: `a` to `z`, then `aa`, `ab` and so on.
pub fn column(column: usize) -> String {
    let mut letters = Vec::new();
    let mut left = column + 1;
    while left > 0 {
        letters.push(char::from(b'a' + ((left - 1) % 26) as u8));
        left = (left - 1) / 26;
    }
    letters.into_iter().rev().collect()
}

impl Level {
    /// A square as people name it: the column as letters, the row as a number from one at the top.
    ///
    /// ```
    /// let level: kuraban_level::Level = "#####\n#@$.#\n#####".parse()?;
    /// assert_eq!(level.square_name(level.player()), "b2");
    /// # Ok::<(), kuraban_level::Problems>(())
    /// ```
    pub fn square_name(&self, at: usize) -> String {
        let (row, column) = self.row_column(at);
        format!("{}{}", self::column(column), row + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_beyond_z_have_two_letters() {
        let names = [0, 25, 26, 51, 52, 26 * 27].map(column);
        assert_eq!(names, ["a", "z", "aa", "az", "ba", "aaa"]);
    }
}
