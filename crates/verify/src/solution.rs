//! Solutions that were played.

use kuraban_level::{Dir, Level, Step, lurd};

use crate::figures::Counter;
use crate::{Figures, Illegal, Replay};

/// Why steps are not a solution of a level. An engine that hands over such steps has a bug.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum NotSolved {
    /// A step cannot be made.
    #[error("step {index} (counted from zero) is illegal: {why}")]
    Illegal {
        /// Which one, counted from zero.
        index: usize,
        /// Why not.
        why: Illegal,
    },
    /// Every step can be made, but no position on the way is solved.
    #[error("the steps are legal but do not solve the level")]
    Unfinished,
}

/// A solution that was played on its level and solved it.
///
/// Fields are private and [`Solution::check`] is the only constructor: whoever holds a
/// `Solution` holds a proof. Reports take this type, never bare steps.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Solution {
    steps: Vec<Step>,
    figures: Figures,
}

impl Solution {
    /// Plays `steps` on `level` up to the first solved position; later steps are cut off.
    pub fn check(level: &Level, steps: &[Dir]) -> Result<Self, NotSolved> {
        let mut position = Replay::new(level);
        let mut counter = Counter::default();
        let mut played = Vec::with_capacity(steps.len());
        for (index, &dir) in steps.iter().enumerate() {
            if position.is_solved() {
                break;
            }
            let pushed =
                position.step(dir).map_err(|why| NotSolved::Illegal { index, why })?;
            played.push(Step { dir, push: pushed.is_some() });
            counter.count(dir, pushed);
        }
        if position.is_solved() {
            Ok(Self { steps: played, figures: counter.figures })
        } else {
            Err(NotSolved::Unfinished)
        }
    }

    /// The steps, pushes marked.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Its counts.
    pub fn figures(&self) -> Figures {
        self.figures
    }

    /// The solution as letters, capitals for pushes.
    pub fn lurd(&self) -> String {
        lurd::write(&self.steps)
    }
}
