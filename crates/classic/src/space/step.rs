//! Steps: the boxes and the player's exact square.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use kuraban_level::{Dir, Rules};
use kuraban_search::{Claim, Objective};

use super::zones::move_box;
use super::{Edge, Space, Successors};
use crate::board::Board;
use crate::bound::Bound;
use crate::cost::Cost;
use crate::key::Layout;
use crate::trail::Trail;
use crate::walk;
use crate::work::{Flow, Work};

/// What steps cost.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Measure {
    /// Moves, then pushes.
    Moves,
    /// Pushes, then moves.
    Pushes,
    /// Half movements of the robot: two per step, two per push run. The run is in the state.
    Robot,
    /// Actions: a push leaves the player in place.
    Actions,
}

impl Measure {
    /// What is counted for an objective.
    pub(crate) const fn of(objective: Objective) -> Self {
        match objective {
            Objective::Pushes => Self::Pushes,
            Objective::Robot => Self::Robot,
            Objective::Actions => Self::Actions,
            _ => Self::Moves,
        }
    }
}

/// No push run is under way; otherwise the extra number of a state is the run's direction.
const NO_RUN: u32 = 4;
/// Pushes follow the four moves in the list of actions.
const PUSH: u32 = 4;

/// A state is the set of boxes and the player's cell; an edge is a step, a push among them.
pub(crate) struct Steps {
    board: Arc<Board>,
    measure: Measure,
    layout: Layout,
    bound: Option<Bound>,
    boxes: Vec<u32>,
    moved: Vec<u32>,
}

impl Steps {
    /// The steps on a board. The bound is for searches that go by it.
    pub(crate) fn new(
        board: &Arc<Board>,
        bound: Option<Bound>,
        measure: Measure,
    ) -> Self {
        let extra_bits = if measure == Measure::Robot { 3 } else { 0 };
        Self {
            board: Arc::clone(board),
            measure,
            layout: Layout::new(board.len(), board.boxes.len(), extra_bits),
            bound,
            boxes: Vec::new(),
            moved: Vec::new(),
        }
    }

    fn cost(&self, dir: Dir, push: bool, run: u32) -> Cost {
        match self.measure {
            Measure::Moves => Cost::new(1, u32::from(push)),
            Measure::Pushes => Cost::new(u32::from(push), 1),
            Measure::Robot if push && run != dir.index() as u32 => Cost::new(4, 0),
            Measure::Robot => Cost::new(2, 0),
            Measure::Actions => Cost::new(1, 0),
        }
    }

    fn run_after(&self, dir: Dir, push: bool) -> u32 {
        match self.measure {
            Measure::Robot if push => dir.index() as u32,
            Measure::Robot => NO_RUN,
            _ => 0,
        }
    }
}

impl Space for Steps {
    fn key_bytes(&self) -> usize {
        self.layout.bytes()
    }

    fn roots(&mut self) -> Vec<u8> {
        let mut key = Vec::new();
        let run = self.run_after(Dir::Up, false);
        self.layout.write(&self.board.boxes, self.board.player, run, &mut key);
        key
    }

    fn is_final(&mut self, key: &[u8]) -> bool {
        let (player, _) = self.layout.read(key, &mut self.boxes);
        match self.board.rules {
            Rules::Boxes => self.board.all_on_goals(&self.boxes),
            Rules::Boulders => self.board.is_goal[player as usize],
        }
    }

    fn expand(&mut self, key: &[u8], out: &mut Successors, _: &mut Work<'_, '_>) -> Flow {
        out.clear();
        let board = &*self.board;
        let is_goal = |at: u32| board.is_goal[at as usize];
        let (player, run) = self.layout.read(key, &mut self.boxes);
        let off_goals = self.boxes.iter().filter(|&&at| !is_goal(at)).count();
        for dir in Dir::ALL {
            let to = board.step(player, dir);
            if to == board.outside() {
                continue;
            }
            let (mut boxes, mut stands, mut off_goals) = (&self.boxes, to, off_goals);
            let pushed = self.boxes.binary_search(&to);
            if let Ok(index) = pushed {
                let beyond = board.step(to, dir);
                if beyond == board.outside() || self.boxes.binary_search(&beyond).is_ok()
                {
                    continue;
                }
                move_box(&self.boxes, index, beyond, &mut self.moved);
                boxes = &self.moved;
                off_goals += usize::from(is_goal(to));
                off_goals -= usize::from(is_goal(beyond));
                if self.measure == Measure::Actions {
                    stands = player;
                }
            }
            let push = pushed.is_ok();
            self.layout.write(boxes, stands, self.run_after(dir, push), &mut out.keys);
            out.edges.push(Edge {
                cost: self.cost(dir, push, run),
                is_final: match board.rules {
                    Rules::Boxes => off_goals == 0 && board.can_be_solved,
                    Rules::Boulders => is_goal(stands),
                },
                action: dir.index() as u32 + if push { PUSH } else { 0 },
            });
        }
        Continue(())
    }

    fn most_successors(&self) -> usize {
        Dir::ALL.len()
    }

    fn price(&self) -> u64 {
        1 + self.board.boxes.len() as u64 / 64
    }

    fn bound(&mut self, key: &[u8]) -> Cost {
        let (player, run) = self.layout.read(key, &mut self.boxes);
        if self.board.rules == Rules::Boulders {
            let steps = self.board.steps_to_goal(player);
            return match self.measure {
                Measure::Moves | Measure::Actions => Cost::new(steps, 0),
                Measure::Pushes => Cost::new(0, steps),
                Measure::Robot => Cost::new(2 * steps, 0),
            };
        }
        let bound = self.bound.as_ref().expect("the search goes by the bound");
        let Some(pushes) = bound.pushes(&self.boxes) else { return Cost::MAX };
        if pushes == 0 {
            return Cost::ZERO;
        }
        // The player must first walk to some box; walls are ignored.
        let walk = self.board.steps_to_box(player, &self.boxes);
        match self.measure {
            Measure::Moves => Cost::new(pushes + walk, pushes),
            Measure::Pushes => Cost::new(pushes, pushes + walk),
            Measure::Robot => {
                let next_run = if run == NO_RUN { 2 } else { 0 };
                Cost::new(2 * (pushes + walk) + next_run, 0)
            }
            Measure::Actions => Cost::new(pushes, 0),
        }
    }

    fn bound_price(&self) -> u64 {
        self.bound.as_ref().map_or(0, Bound::price)
    }

    fn follow(&mut self, from: &[u8], to: &[u8], trail: &mut Trail) {
        let (stood, _) = self.layout.read(from, &mut self.boxes);
        let (stands, _) = self.layout.read(to, &mut self.moved);
        let dir = (stood != stands).then(|| self.board.dir(stood, stands));
        if let Some(push) = trail.waiting.take() {
            trail.steps.push(push);
            if dir == Some(push) {
                return; // pushing and following is one step
            }
            trail.steps.push(!push);
        }
        if let Some(dir) = dir {
            trail.steps.push(dir);
        } else {
            let (at, beyond) = walk::push_between(&self.boxes, &self.moved);
            trail.waiting = Some(self.board.dir(at, beyond));
        }
    }

    fn is_uniform(&self) -> bool {
        matches!(self.measure, Measure::Moves | Measure::Actions)
    }

    fn has_ties(&self) -> bool {
        matches!(self.measure, Measure::Moves | Measure::Pushes)
    }

    fn claims(&self) -> (Claim, Option<Claim>) {
        match self.measure {
            Measure::Moves => (Claim::Moves, Some(Claim::MovesThenPushes)),
            Measure::Pushes => (Claim::Pushes, Some(Claim::PushesThenMoves)),
            Measure::Robot => (Claim::Robot, None),
            Measure::Actions => (Claim::Actions, None),
        }
    }

    fn prove(&self, at_least: u32, work: &mut Work<'_, '_>) {
        let value = u64::from(at_least);
        if value == 0 {
            return;
        }
        work.prove(self.claims().0, value);
        let boxes = self.board.rules == Rules::Boxes;
        match self.measure {
            // A solution that is not empty has a push run.
            Measure::Moves => {
                work.prove(Claim::Robot, 2 * value + if boxes { 2 } else { 0 });
            }
            Measure::Pushes => work.prove(Claim::Moves, value),
            Measure::Robot | Measure::Actions => {}
        }
    }

    fn describe(&mut self, key: &[u8]) -> String {
        let (player, _) = self.layout.read(key, &mut self.boxes);
        let name = |&at: &u32| self.board.name(at);
        let boxes: Vec<String> = self.boxes.iter().map(name).collect();
        let what = if self.board.rules == Rules::Boxes { "boxes" } else { "boulders" };
        format!("player {}, {what} {}", name(&player), boxes.join(" "))
    }

    fn name(&self, action: u32) -> String {
        let kind = if action < PUSH { 'M' } else { 'P' };
        format!("{kind}{}", Dir::from_index(action as usize).push_letter())
    }

    fn actions(&self) -> Vec<u32> {
        (0..8).collect()
    }
}
