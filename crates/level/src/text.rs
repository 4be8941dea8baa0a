//! A single level from text.
use std::str::FromStr;

use crate::{Level, Rules, Square};

impl FromStr for Level {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let rows: Vec<&str> = text.lines().filter(|row| !row.trim().is_empty()).collect();
        let width = rows.iter().map(|row| row.chars().count()).max().unwrap_or(0);
        let mut squares = Vec::new();
        let mut players = Vec::new();
        for row in rows {
            let mut letters = row.chars();
            for _ in 0..width {
                let letter = letters.next().unwrap_or(' ');
                if matches!(letter, '@' | '+') {
                    players.push(squares.len());
                }
                squares.push(match letter {
                    '#' => Square::WALL,
                    '.' | '+' => Square::GOAL,
                    '$' => Square::BOX,
                    '*' => Square::BOX_ON_GOAL,
                    ' ' | '-' | '_' | '@' => Square::FLOOR,
                    other => return Err(format!("`{other}` is not a level character")),
                });
            }
        }
        Self::new(Rules::Boxes, width, squares, &players).map_err(|flaws| {
            flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        })
    }
}
