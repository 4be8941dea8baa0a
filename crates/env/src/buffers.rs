//! Where a step writes what it tells beside the observations.

/// Slices with a place for each board. A caller lends its own, such as `NumPy` arrays.
#[derive(Debug)]
pub struct Told<'a> {
    /// The reward of the step.
    pub rewards: &'a mut [f64],
    /// Whether the episode ended: solved, or proved lost where that ends it.
    pub terminated: &'a mut [bool],
    /// Whether the episode ran out of steps.
    pub truncated: &'a mut [bool],
    /// The level being played, by its number.
    pub level: &'a mut [i32],
    /// How many boxes stand on goals.
    pub boxes_on_target: &'a mut [i32],
    /// Whether the level is solved.
    pub solved: &'a mut [bool],
}

impl Told<'_> {
    /// The places in the shortest slice.
    pub(crate) fn shortest(&self) -> usize {
        let flags =
            self.terminated.len().min(self.truncated.len()).min(self.solved.len());
        let figures = self.level.len().min(self.boxes_on_target.len());
        self.rewards.len().min(flags).min(figures)
    }

    /// The first so many places, and the others.
    pub(crate) fn split(self, at: usize) -> (Self, Self) {
        let (rewards, more_rewards) = self.rewards.split_at_mut(at);
        let (terminated, more_terminated) = self.terminated.split_at_mut(at);
        let (truncated, more_truncated) = self.truncated.split_at_mut(at);
        let (level, more_level) = self.level.split_at_mut(at);
        let (boxes_on_target, more_boxes) = self.boxes_on_target.split_at_mut(at);
        let (solved, more_solved) = self.solved.split_at_mut(at);
        (
            Self { rewards, terminated, truncated, level, boxes_on_target, solved },
            Self {
                rewards: more_rewards,
                terminated: more_terminated,
                truncated: more_truncated,
                level: more_level,
                boxes_on_target: more_boxes,
                solved: more_solved,
            },
        )
    }
}

/// Where a step tells how episodes ended that it begins anew. Only the places of boards whose
/// episode ended are written.
#[derive(Debug)]
pub struct Finals<'a> {
    /// The last observations.
    pub observations: &'a mut [u8],
    /// The level that was played.
    pub level: &'a mut [i32],
    /// How many boxes stood on goals.
    pub boxes_on_target: &'a mut [i32],
    /// Whether the level was solved.
    pub solved: &'a mut [bool],
}

impl Finals<'_> {
    /// The places in the shortest slice of figures.
    pub(crate) fn shortest(&self) -> usize {
        self.level.len().min(self.boxes_on_target.len()).min(self.solved.len())
    }

    /// The first so many places, and the others.
    pub(crate) fn split(self, at: usize) -> (Self, Self) {
        let bytes = self.observations.len() / self.level.len() * at;
        let (observations, more_observations) = self.observations.split_at_mut(bytes);
        let (level, more_level) = self.level.split_at_mut(at);
        let (boxes_on_target, more_boxes) = self.boxes_on_target.split_at_mut(at);
        let (solved, more_solved) = self.solved.split_at_mut(at);
        (
            Self { observations, level, boxes_on_target, solved },
            Self {
                observations: more_observations,
                level: more_level,
                boxes_on_target: more_boxes,
                solved: more_solved,
            },
        )
    }
}

/// Where one part writes.
pub(crate) struct Piece<'a> {
    pub(crate) observations: &'a mut [u8],
    pub(crate) told: Told<'a>,
    pub(crate) finals: Option<Finals<'a>>,
}

/// Buffers of one's own.
#[derive(Clone, Debug, Default)]
#[expect(missing_docs, reason = "see `Told`")]
pub struct Buffers {
    pub rewards: Vec<f64>,
    pub terminated: Vec<bool>,
    pub truncated: Vec<bool>,
    pub level: Vec<i32>,
    pub boxes_on_target: Vec<i32>,
    pub solved: Vec<bool>,
}

impl Buffers {
    /// Places for so many boards.
    pub fn of(boards: usize) -> Self {
        Self {
            rewards: vec![0.0; boards],
            terminated: vec![false; boards],
            truncated: vec![false; boards],
            level: vec![0; boards],
            boxes_on_target: vec![0; boards],
            solved: vec![false; boards],
        }
    }

    /// All of them, to be written.
    pub fn all(&mut self) -> Told<'_> {
        Told {
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            level: &mut self.level,
            boxes_on_target: &mut self.boxes_on_target,
            solved: &mut self.solved,
        }
    }
}
