//! What is the same for all boards: what actions do, and what they earn.

use std::sync::Arc;

use crate::action::Try;
use crate::levels::code;
use crate::{Levels, Options};

/// What holds for every board of a batch.
pub(crate) struct Game {
    pub(crate) levels: Arc<Levels>,
    pub(crate) options: Options,
    /// How many boards there are in all parts.
    pub(crate) boards: usize,
    /// What each action does.
    moves: Vec<Move>,
    /// By [`Outcome::change`] plus one; three more where the level is solved.
    rewards: [f64; 6],
}

/// An action on boards of one width.
#[derive(Clone, Copy)]
struct Move {
    /// How far the player goes.
    by: isize,
    /// Which half of [`OUTCOMES`] counts.
    half: usize,
}

impl Game {
    pub(crate) fn new(levels: &Arc<Levels>, boards: usize, options: Options) -> Self {
        let by = |dir| {
            use kuraban_level::Dir::{Down, Left, Right, Up};
            let row = levels.width() as isize;
            match dir {
                Up => -row,
                Right => 1,
                Down => row,
                Left => -1,
            }
        };
        let moves = options.actions.meanings().iter().map(|&what| match what {
            // The player's own square is not free.
            Try::Nothing => Move { by: 0, half: 0 },
            Try::Go(dir) => Move { by: by(dir), half: 0 },
            Try::Walk(dir) => Move { by: by(dir), half: HALF },
        });
        let Options { step_reward, box_reward, solved_reward, .. } = options;
        let rewards = std::array::from_fn(|index| {
            let change = (index % 3) as f64 - 1.0;
            let solved = if index < 3 { 0.0 } else { solved_reward };
            step_reward + change * box_reward + solved
        });
        let moves = moves.collect();
        Self { levels: Arc::clone(levels), options, boards, moves, rewards }
    }

    /// How far an action goes.
    #[inline]
    pub(crate) fn distance(&self, action: i64) -> isize {
        self.moves[action as usize].by
    }

    /// What comes of an action, by the codes of the square the player goes to and of the one behind.
    #[inline]
    pub(crate) fn outcome(&self, action: i64, to: u8, beyond: u8) -> Outcome {
        let index = self.moves[action as usize].half | usize::from(to << 3 | beyond);
        OUTCOMES[index % OUTCOMES.len()]
    }

    /// The reward of a step.
    #[inline]
    pub(crate) fn reward(&self, outcome: Outcome, solved: bool) -> f64 {
        self.rewards[3 * usize::from(solved) + (outcome.change + 1) as usize]
    }
}

/// What comes of a step.
#[derive(Clone, Copy)]
pub(crate) struct Outcome {
    /// One where the player moves.
    pub(crate) moved: u8,
    /// Whether a box moves, too.
    pub(crate) pushed: bool,
    /// The new code of the square that the player goes to.
    pub(crate) to: u8,
    /// The new code of the square behind that.
    pub(crate) beyond: u8,
    /// How many more boxes stand on goals.
    pub(crate) change: i8,
}

/// Where the outcomes begin of steps that do not push.
const HALF: usize = 64;

/// Outcomes by the codes of the square that the player goes to, times eight, and of the one behind
/// it. A table, and no conditions: which way a step goes cannot be foretold, and a wrong guess of
/// the processor costs more than the rest of the step.
const OUTCOMES: [Outcome; 2 * HALF] = {
    let mut table =
        [Outcome { moved: 0, pushed: false, to: 0, beyond: 0, change: 0 }; 2 * HALF];
    let mut index = 0;
    while index < 2 * HALF {
        let (to, beyond) = ((index % HALF / 8) as u8, (index % 8) as u8);
        let is_free = matches!(to, code::FLOOR | code::GOAL);
        let is_box = matches!(to, code::BOX | code::BOX_ON_GOAL);
        let has_room = matches!(beyond, code::FLOOR | code::GOAL);
        let pushed = index < HALF && is_box && has_room;
        let is_goal = matches!(to, code::GOAL | code::BOX_ON_GOAL);
        let player = if is_goal { code::PLAYER_ON_GOAL } else { code::PLAYER };
        let box_code = if beyond == code::GOAL { code::BOX_ON_GOAL } else { code::BOX };
        table[index] = Outcome {
            moved: (is_free || pushed) as u8,
            pushed,
            to: if is_free || pushed { player } else { to },
            beyond: if pushed { box_code } else { beyond },
            change: if pushed {
                (beyond == code::GOAL) as i8 - (to == code::BOX_ON_GOAL) as i8
            } else {
                0
            },
        };
        index += 1;
    }
    table
};
