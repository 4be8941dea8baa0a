//! Boards too large for bitboards are solved all the same.

use std::time::Duration;

use kuraban_level::Level;
use kuraban_push::Auto;
use kuraban_search::{Cancel, Engine, Limits, Objective, Run, Silent, Verdict};
use kuraban_verify::Solution;

/// A hall with two boxes, one of them a step off the way.
fn hall(width: usize, height: usize) -> Level {
    let mut rows = vec![vec![b' '; width]; height];
    for (row, line) in rows.iter_mut().enumerate() {
        for (column, square) in line.iter_mut().enumerate() {
            if row == 0 || column == 0 || row + 1 == height || column + 1 == width {
                *square = b'#';
            }
        }
    }
    rows[2][2] = b'@';
    rows[2][4] = b'$';
    rows[4][3] = b'$';
    rows[2][12] = b'.';
    rows[9][5] = b'.';
    let text: Vec<String> =
        rows.into_iter().map(|row| String::from_utf8(row).unwrap()).collect();
    text.join("\n").parse().unwrap()
}

#[test]
fn halls_of_every_size() {
    for (width, height) in [(15, 12), (30, 30), (40, 40), (120, 12), (130, 120)] {
        let level = hall(width, height);
        let clock = || Duration::ZERO;
        let mut silent = Silent;
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let mut run = Run::new(limits, Cancel::default(), &clock, &mut silent);
        let verdict = Auto::new(1).solve(&level, Objective::Any, &mut run);
        let Ok(Verdict::Solved(found)) = verdict else { panic!("{width}x{height}") };
        assert!(Solution::check(&level, &found.steps).is_ok(), "{width}x{height}");
    }
}
