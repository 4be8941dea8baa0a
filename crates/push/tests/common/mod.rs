//! Small random levels, the same on every machine.

use kuraban_level::{Level, Rules, Square};

/// A sequence of numbers that a seed decides.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695);
        (self.0 >> 33) as usize % limit
    }

    /// A room of random walls, with one to three boxes.
    pub(crate) fn level(&mut self) -> Level {
        loop {
            if let Some(level) = self.try_level() {
                return level;
            }
        }
    }

    fn try_level(&mut self) -> Option<Level> {
        let (width, height) = (6 + self.below(4), 5 + self.below(4));
        let mut squares = vec![Square::WALL; width * height];
        for row in 1..height - 1 {
            for column in 1..width - 1 {
                if self.below(6) > 0 {
                    squares[row * width + column] = Square::FLOOR;
                }
            }
        }
        for _ in 0..=self.below(3) {
            let at = self.pick(&squares, |square| !square.has_box)?;
            squares[at].has_box = true;
            let at = self.pick(&squares, |square| !square.goal)?;
            squares[at].goal = true;
        }
        let player = self.pick(&squares, |square| !square.has_box)?;
        Level::new(Rules::Boxes, width, squares, &[player]).ok()
    }

    fn pick(
        &mut self,
        squares: &[Square],
        free: impl Fn(&Square) -> bool,
    ) -> Option<usize> {
        let places: Vec<usize> = (0..squares.len())
            .filter(|&at| !squares[at].wall && free(&squares[at]))
            .collect();
        (!places.is_empty()).then(|| places[self.below(places.len())])
    }
}
