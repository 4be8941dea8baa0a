//! Families of boards, each of any size, for what must hold on large ones.

use std::fmt::Write as _;

use kuraban_level::Level;

/// The rows of an empty room, its walls included.
pub fn room(width: usize, height: usize) -> Vec<Vec<u8>> {
    let mut rows = vec![vec![b'#'; width]; height];
    for row in &mut rows[1..height - 1] {
        row[1..width - 1].fill(b' ');
    }
    rows
}

/// An open hall with boxes and goals in a loose pattern.
pub fn hall(width: usize, height: usize, boxes: usize) -> Level {
    let mut rows = room(width, height);
    let inner = (width - 4) / 2;
    for number in 0..boxes {
        let (row, column) = (2 + 2 * (number / inner), 2 + 2 * (number % inner));
        rows[row][column] = b'$';
        rows[height - 1 - row][width - 1 - column] = b'.';
    }
    rows[1][1] = b'@';
    from_rows(&rows)
}

/// A corridor that winds through the whole board, one box in it.
pub fn snake(size: usize) -> Level {
    let mut rows = vec![vec![b'#'; size]; size];
    for row in (1..size - 1).step_by(2) {
        rows[row][1..size - 1].fill(b' ');
        let turn = if row % 4 == 1 { size - 2 } else { 1 };
        if row + 2 < size - 1 {
            rows[row + 1][turn] = b' ';
        }
    }
    rows[1][1] = b'@';
    rows[1][3] = b'$';
    rows[1][size - 5] = b'.';
    from_rows(&rows)
}

/// A corridor with many dead ends, a box before each second one.
pub fn comb(teeth: usize) -> Level {
    let width = 2 * teeth + 5;
    let mut rows = vec![vec![b'#'; width]; 7];
    for row in &mut rows[1..4] {
        row[1..width - 1].fill(b' ');
    }
    for tooth in 0..teeth {
        let column = 2 * tooth + 3;
        rows[4][column] = b' ';
        rows[5][column] = b' ';
        if tooth % 2 == 0 {
            (rows[2][column], rows[5][column]) = (b'$', b'.');
        }
    }
    rows[1][1] = b'@';
    from_rows(&rows)
}

/// The level that these rows draw.
pub fn from_rows(rows: &[Vec<u8>]) -> Level {
    let mut text = String::new();
    for row in rows {
        let _ = writeln!(text, "{}", std::str::from_utf8(row).expect("plain letters"));
    }
    text.parse().expect("a level")
}
