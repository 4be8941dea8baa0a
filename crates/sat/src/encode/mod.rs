//! The encodings, one per file.

pub mod basic;
mod island;
pub mod moves;
pub mod pushes;

use std::ops::ControlFlow::{self, Continue};
use std::sync::Arc;

use kuraban_board::{Cell, Cells};
use kuraban_level::{Dir, Level};
use kuraban_search::Stop;

pub use island::Island;

use crate::facts::Facts;
use crate::formula::{Formula, Lit, Section};
use crate::pace::{Pace, unhurried};

/// A way to write a level as a formula.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Encoding {
    /// The rules word for word, nothing pruned; at most `bound` steps. See [`basic`].
    #[default]
    Basic,
    /// A layer for each step, pruned; exactly `bound` steps. See [`moves`].
    Move,
    /// A layer for each push; exactly `bound` pushes. See [`pushes`].
    Push,
}

impl Encoding {
    /// All encodings.
    pub const ALL: [Self; 3] = [Self::Basic, Self::Move, Self::Push];

    /// The stable name, as typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Basic => "basic",
            Self::Move => "move",
            Self::Push => "push",
        }
    }

    /// What a bound counts.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Basic | Self::Move => "steps",
            Self::Push => "pushes",
        }
    }

    /// Writes `level` for a bound, in the form that is exported and certified. `islands`
    /// adds loop formulas to `push`; the others ignore it.
    pub fn write(
        self,
        level: &Level,
        facts: &Arc<Facts>,
        bound: u32,
        islands: &[Island],
    ) -> Encoded {
        let written = self.write_at(level, facts, bound, islands, &mut unhurried);
        let Continue(encoded) = written else { unreachable!("nothing stops it") };
        encoded
    }

    /// The same, unless the run is over before that.
    pub(crate) fn write_at(
        self,
        level: &Level,
        facts: &Arc<Facts>,
        bound: u32,
        islands: &[Island],
        pace: Pace<'_>,
    ) -> ControlFlow<Stop, Encoded> {
        let mut encoded = self.begin(level, facts, bound, islands, pace)?;
        while encoded.write_layer(pace)? {}
        Continue(encoded)
    }

    /// Begins a formula. [`Encoded::write_layer`] writes the rest, except with `basic`, which
    /// is written at once.
    pub(crate) fn begin(
        self,
        level: &Level,
        facts: &Arc<Facts>,
        bound: u32,
        islands: &[Island],
        pace: Pace<'_>,
    ) -> ControlFlow<Stop, Encoded> {
        let mut encoded = match self {
            Self::Basic => Encoded::Basic(basic::write(level, bound, pace)?),
            Self::Move => Encoded::Move(moves::Moves::begin(facts, bound)),
            Self::Push => Encoded::Push(pushes::Pushes::begin(facts, bound, islands)),
        };
        let least = if self == Self::Basic { "at most" } else { "exactly" };
        let formula = encoded.formula_mut();
        formula.remark(format!(
            "Sokoban as a formula by Kuraban: encoding {self}, {least} {bound} {}",
            self.unit()
        ));
        Continue(encoded)
    }

    /// Bytes a formula takes, rather overestimated, so that one that cannot fit is not
    /// begun.
    pub fn estimate(self, level: &Level, facts: &Facts, bound: u32) -> usize {
        let (squares, cells) = (level.squares().len(), facts.cells.len());
        // Measured: clauses of each square or cell and step, with their literals.
        let each = match self {
            Self::Basic => squares * 80 * 16,
            Self::Move => cells * 45 * 16,
            Self::Push => cells * 120 * 16,
        };
        each.saturating_mul(bound as usize + 1)
    }
}

/// A box stands on a cell only where one stood before, or was pushed to.
fn boxes_come_by_pushes(
    formula: &mut Formula,
    cells: &Cells,
    at: Cell,
    (boxes, pushes): (&[Option<Lit>], &[[Option<Lit>; 4]]),
    next: &[Option<Lit>],
) {
    let mut comes = vec![boxes[at.index()]];
    comes.extend(Dir::ALL.into_iter().filter_map(|dir| {
        let from = cells.step(at, !dir)?;
        Some(pushes[from.index()][dir.index()])
    }));
    formula.imply(&[next[at.index()]], &comes);
}

/// A formula together with what is needed to read its models.
#[derive(Debug)]
#[expect(missing_docs, reason = "one for each encoding")]
pub enum Encoded {
    Basic(Formula),
    Move(moves::Moves),
    Push(pushes::Pushes),
}

impl Encoded {
    /// Writes one more layer; whether there is more to write.
    pub(crate) fn write_layer(&mut self, pace: Pace<'_>) -> ControlFlow<Stop, bool> {
        match self {
            Self::Basic(_) => Continue(false),
            Self::Move(moves) => moves.write_layer(pace),
            Self::Push(pushes) => pushes.write_layer(pace),
        }
    }

    /// The formula.
    pub fn formula(&self) -> &Formula {
        match self {
            Self::Basic(formula) => formula,
            Self::Move(moves) => &moves.formula,
            Self::Push(pushes) => &pushes.formula,
        }
    }

    /// The formula, to be added to.
    pub fn formula_mut(&mut self) -> &mut Formula {
        match self {
            Self::Basic(formula) => formula,
            Self::Move(moves) => &mut moves.formula,
            Self::Push(pushes) => &mut pushes.formula,
        }
    }

    /// The steps of a model; `Err` is an island whose loop formula `push` lacks.
    pub fn plan(&self, value: impl Fn(Lit) -> bool) -> Result<Vec<Dir>, Island> {
        match self {
            Self::Basic(formula) => Ok(basic::plan(formula, value)),
            Self::Move(moves) => Ok(moves.plan(value)),
            Self::Push(pushes) => pushes.plan(value),
        }
    }
}

/// Writes that every goal holds a box in the end; `boxes` are the variables of the last layer.
fn write_goal(formula: &mut Formula, facts: &Facts, boxes: &[Option<Lit>]) {
    formula.section(Section::Goal);
    for goal in &facts.cells.goals {
        formula.imply(&[], &[boxes[goal.index()]]);
    }
}

/// Why a text is no encoding.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is no encoding; there are basic, move and push")]
pub struct NoEncoding(String);

kuraban_level::by_name!(Encoding, in Encoding::ALL, else NoEncoding);
