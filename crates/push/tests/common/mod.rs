//! A board that the tests share.

use kuraban_level::Level;

/// A hall with two boxes, one of them a step off the way. Fewest pushes: 15, whatever its size.
pub(crate) fn hall(width: usize, height: usize) -> Level {
    let mut rows = kuraban_testkit::room(width, height);
    for (row, column, square) in
        [(2, 2, b'@'), (2, 4, b'$'), (4, 3, b'$'), (2, 12, b'.'), (9, 5, b'.')]
    {
        rows[row][column] = square;
    }
    kuraban_testkit::from_rows(&rows)
}
