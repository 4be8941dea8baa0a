//! All rules, to be asked one by one.

use super::rules::{Asker, Case};
use super::{Rule, freeze};
use crate::{Bits, Board, Scene};

/// The rules with their tables. Searches choose the rules that pay and ask them where that costs
/// least; explanations and tests ask all of them, here.
pub struct Toolbox<'a, const W: usize> {
    board: &'a Board<W>,
    /// Per rule, made when it is first asked.
    askers: [Option<Asker<'a, W>>; Rule::ALL.len()],
}

impl<'a, const W: usize> Toolbox<'a, W> {
    /// The rules for a board.
    pub fn new(board: &'a Board<W>) -> Self {
        Self { board, askers: [const { None }; Rule::ALL.len()] }
    }

    /// The boxes by which a rule shows that a position has no solution, if it does. The scene has
    /// the walls of the level.
    pub fn ask(&mut self, rule: Rule, scene: &Scene<W>) -> Option<Bits<W>> {
        let board = self.board;
        let frozen = freeze::frozen(board, scene.boxes);
        // The others know live spots only, and frozen boxes on goals.
        if !matches!(rule, Rule::DeadSpot | Rule::Freeze)
            && !(scene.boxes.minus(board.live) | frozen.minus(board.goals)).is_empty()
        {
            return None;
        }
        let walled = Scene {
            floor: scene.floor.minus(frozen),
            goals: scene.goals.minus(frozen),
            boxes: scene.boxes.minus(frozen),
            zone: scene.zone,
        };
        let case = Case { scene: *scene, frozen, walled };
        let asker = self.askers.get_mut(rule as usize)?;
        if asker.is_none() {
            *asker = rule.asker(board);
        }
        asker.as_mut()?(&case)
    }
}
