//! Rows of characters become a level, or the list of everything that is wrong with them.

use crate::problem::{Kind, Problem, Problems};
use crate::read::row::Row;
use crate::{Alphabet, Dialect, Flaw, Level, MAX_SQUARES, Rules, Square, Tile};

/// At most this many wrong characters of one board are listed.
const MAX_LISTED: usize = 20;

/// A level and what is odd about it.
pub(crate) type Read = Result<(Level, Vec<String>), Problems>;

/// Reads the rows of one board. Lines and columns of problems are those of the rows.
pub(crate) fn read(alphabet: &Alphabet, rows: &[Row]) -> Read {
    let dialect = alphabet.dialect();
    // Trailing blanks count where a board may be open and floor is written as a blank.
    let keeps_blanks =
        matches!(dialect, Dialect::Crate | Dialect::Custom | Dialect::Glyph);
    let kept = build(alphabet, rows, keeps_blanks)?;
    let trims = dialect == Dialect::Glyph && kept.is_enclosed();
    let level = if trims { build(alphabet, rows, false)? } else { kept };
    if dialect == Dialect::Ampersand && !level.is_enclosed() {
        return Err(Problems::one(leak(&level, rows)));
    }
    let warnings = warnings(&level, dialect);
    Ok((level, warnings))
}

fn build(
    alphabet: &Alphabet,
    rows: &[Row],
    keep_blanks: bool,
) -> Result<Level, Problems> {
    let trimmed = |row: &Row| {
        if keep_blanks { row.text.len() } else { row.text.trim_end_matches(' ').len() }
    };
    let width = rows.iter().map(|row| row.text[..trimmed(row)].chars().count()).max();
    let width = width.unwrap_or(0);
    if width.saturating_mul(rows.len()) > MAX_SQUARES {
        let row = &rows[0];
        return Err(Problems::one(Problem::at(
            Kind::TooLarge,
            row.line,
            1,
            row.source(),
        )));
    }
    let mut squares = Vec::with_capacity(width * rows.len());
    let mut players = Vec::new();
    let mut problems = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        for (index, letter) in row.text[..trimmed(row)].chars().enumerate() {
            let tile = alphabet.tile(letter).unwrap_or_else(|| {
                if problems.len() < MAX_LISTED {
                    let kind =
                        Kind::Character { found: letter, dialect: alphabet.dialect() };
                    problems.push(Problem::at(
                        kind,
                        row.line,
                        row.column(index),
                        row.source(),
                    ));
                }
                Tile::Floor
            });
            if tile.is_player() {
                players.push(squares.len());
            }
            squares.push(tile.square());
        }
        squares.resize((number + 1) * width, Square::FLOOR);
    }
    match Level::new(Rules::Boxes, width, squares, &players) {
        Ok(level) if problems.is_empty() => Ok(level),
        Ok(_) => Err(Problems(problems)),
        Err(flaws) => {
            problems.extend(flaws.0.into_iter().map(|flaw| place(flaw, width, rows)));
            Err(Problems(problems))
        }
    }
}

/// Finds the place in the text where the user should look for a flaw; one of the whole
/// board is shown at its beginning.
fn place(flaw: Flaw, width: usize, rows: &[Row]) -> Problem {
    let at = match &flaw {
        Flaw::Players(players) => players.get(1).copied().unwrap_or(0),
        Flaw::Empty | Flaw::TooLarge(_) => return Problem::new(Kind::Flaw(flaw)),
        _ => 0,
    };
    at_square(Kind::Flaw(flaw), at, width, rows)
}

fn at_square(kind: Kind, at: usize, width: usize, rows: &[Row]) -> Problem {
    let row = &rows[at / width];
    Problem::at(kind, row.line, row.column(at % width), row.source())
}

/// The first square on the edge that the player could walk to.
fn leak(level: &Level, rows: &[Row]) -> Problem {
    let reached = level.flood(vec![level.player()], |_| true);
    let (width, height) = (level.width(), level.height());
    let edge = |at: usize| {
        at < width
            || at + width >= width * height
            || at.is_multiple_of(width)
            || (at + 1).is_multiple_of(width)
    };
    let at = (0..reached.len()).find(|&at| reached[at] && edge(at));
    at_square(Kind::Open, at.unwrap_or(level.player()), width, rows)
}

/// What is legal but worth a word.
pub(crate) fn warnings(level: &Level, dialect: Dialect) -> Vec<String> {
    let mut warnings = Vec::new();
    if level.rules() == Rules::Boulders {
        return warnings;
    }
    if !level.is_enclosed() && dialect != Dialect::Crate {
        warnings.push(
            "the level is not closed by walls: the edge of the board blocks".to_owned(),
        );
    }
    if !level.decorations().is_empty() {
        let (mut boxes, mut goals) = (0, 0);
        for (_, square) in level.decorations() {
            boxes += usize::from(square.has_box);
            goals += usize::from(square.goal);
        }
        warnings.push(format!(
            "{boxes} boxes and {goals} goals outside the walls are decoration and do not count"
        ));
    }
    if level.boxes().is_empty() {
        warnings.push("there are no boxes: the level is solved as it is".to_owned());
    }
    let reached = level.flood(vec![level.player()], |_| true);
    let sealed = |list: &[usize]| {
        list.iter()
            .filter(|&&at| {
                !reached[at] && level.square(at).goal != level.square(at).has_box
            })
            .count()
    };
    let (boxes, goals) = (sealed(level.boxes()), sealed(level.goals()));
    if boxes + goals > 0 {
        warnings.push(format!(
            "the player can never reach {boxes} of the boxes and {goals} of the open goals: \
             the level cannot be solved"
        ));
    }
    warnings
}
