//! The figures of a solution.

use kuraban_level::{Dir, Step};

/// Counts of a solution, as players compare them. The definitions are those of `JSoko`.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Figures {
    /// Steps, pushes included.
    pub moves: usize,
    /// Steps that push a box.
    pub pushes: usize,
    /// Straight runs of pushes of one box.
    pub box_lines: usize,
    /// Changes of the pushed box, the first push included.
    pub box_changes: usize,
    /// Blocks of pushes without a move between them.
    pub pushing_sessions: usize,
    /// Straight runs of the player.
    pub player_lines: usize,
    /// Half movements of a robot that pushes cans: two for each step, and two for each finished
    /// push run, where it sets the can down and drives back.
    pub robot_half_moves: usize,
}

/// Counts steps as they are played.
#[derive(Debug, Default)]
pub(crate) struct Counter {
    pub(crate) figures: Figures,
    before: Option<Step>,
    last_box: Option<usize>,
}

impl Counter {
    /// Counts one step; `pushed` holds the squares the pushed box left and came to.
    pub(crate) fn count(&mut self, dir: Dir, pushed: Option<(usize, usize)>) {
        let step = Step { dir, push: pushed.is_some() };
        let figures = &mut self.figures;
        figures.moves += 1;
        figures.robot_half_moves += 2;
        figures.player_lines +=
            usize::from(self.before.is_none_or(|before| before.dir != dir));
        if let Some((from, to)) = pushed {
            let new_line = self.before != Some(step);
            figures.pushes += 1;
            figures.box_lines += usize::from(new_line);
            figures.robot_half_moves += 2 * usize::from(new_line);
            figures.pushing_sessions +=
                usize::from(!self.before.is_some_and(|before| before.push));
            figures.box_changes += usize::from(self.last_box != Some(from));
            self.last_box = Some(to);
        }
        self.before = Some(step);
    }
}

/// What step letters tell without their level: the letter case is trusted.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct LetterFigures {
    /// Letters.
    pub moves: usize,
    /// Capitals.
    pub pushes: usize,
    /// Runs of equal capitals.
    pub push_runs: usize,
    /// Two for each letter and two for each push run.
    pub robot_half_moves: usize,
}

impl LetterFigures {
    /// Counts the letters.
    pub fn of(steps: &[Step]) -> Self {
        let pushes = steps.iter().filter(|step| step.push).count();
        let push_runs = steps.chunk_by(|a, b| a == b).filter(|run| run[0].push).count();
        let moves = steps.len();
        Self { moves, pushes, push_runs, robot_half_moves: 2 * (moves + push_runs) }
    }
}
