//! Pixels as text: two of them, one above the other, in a letter.

use std::fmt::Write as _;

use crate::{Canvas, Colour};

impl Canvas {
    /// Lines for a terminal with 24-bit colours. `▀` shows the upper pixel, its background the
    /// lower one. A pixel is about square.
    pub fn half_blocks(&self) -> Vec<String> {
        (0..self.height).step_by(2).map(|row| self.half_block_line(row)).collect()
    }

    fn half_block_line(&self, row: usize) -> String {
        let mut line = String::new();
        let mut colours = None;
        for column in 0..self.width {
            let upper = visible(self.at(column, row));
            let lower = if row + 1 < self.height {
                visible(self.at(column, row + 1))
            } else {
                None
            };
            // Where only one half is seen, the other keeps the terminal's own colour.
            let (front, back, letter) = match (upper, lower) {
                (None, None) => (None, None, ' '),
                (None, lower) => (lower, None, '▄'),
                (upper, lower) => (upper, lower, '▀'),
            };
            if colours != Some((front, back)) {
                colours = Some((front, back));
                line.push_str("\x1b[0");
                if let Some(Colour { red, green, blue, .. }) = front {
                    let _ = write!(line, ";38;2;{red};{green};{blue}");
                }
                if let Some(Colour { red, green, blue, .. }) = back {
                    let _ = write!(line, ";48;2;{red};{green};{blue}");
                }
                line.push('m');
            }
            line.push(letter);
        }
        line.push_str("\x1b[0m");
        line
    }
}

/// A colour that is there at all.
fn visible(colour: Colour) -> Option<Colour> {
    (colour.alpha > 127).then_some(colour)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rows_make_a_line() {
        let mut canvas = Canvas::new(2, 3, Colour::CLEAR);
        canvas.pixels[0] = Colour::hex(0x01_0203);
        canvas.pixels[2] = Colour::hex(0x04_0506);
        canvas.pixels[5] = Colour::hex(0x07_0809);
        assert_eq!(
            canvas.half_blocks(),
            [
                "\x1b[0;38;2;1;2;3;48;2;4;5;6m▀\x1b[0m \x1b[0m",
                "\x1b[0m \x1b[0;38;2;7;8;9m▀\x1b[0m"
            ]
        );
    }
}
