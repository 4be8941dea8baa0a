//! A known solution seen through the eyes of the search.

use kuraban_board::Position;
use kuraban_board::Scene;
use kuraban_board::deadlock::corral;
use kuraban_board::deadlock::walls::wallify;
use kuraban_level::{Dir, Level};
use kuraban_search::without_limits;

use super::played::{macro_moves, prepare, pushes};
use crate::advisors::NAMES;
use crate::features::regions;
use crate::moves::expander::Expander;
use crate::moves::pushes::Pusher;
use crate::strategies::planned::Planned;
use crate::strategy::Strategy;

/// What the search makes of one macro move of a solution.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Remark {
    /// Row and column of the box before and after, in the level.
    pub from: (usize, usize),
    /// Where it went.
    pub to: (usize, usize),
    /// Steps of the plan done, regions, broken sights of rooms, boxes out of plan, boxes in the
    /// way: after the move.
    pub features: [usize; 5],
    /// Whether the search makes the move at all; if not, it may have been left out because a
    /// corral comes first or because the stopping place is no use.
    pub is_made: bool,
    /// Whether a corral has to be dealt with first before the move.
    pub corral_first: bool,
    /// The advisors that name it.
    pub advisors: Vec<&'static str>,
    /// How many moves there were.
    pub moves: usize,
    /// Whether a deadlock test rejects the position after it: with a true solution, a bug.
    pub is_rejected: bool,
}

/// A diagnosis.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// Where the steps of the plan put boxes, in order.
    pub plan: Vec<(usize, usize)>,
    /// Per macro move.
    pub remarks: Vec<Remark>,
}

impl Diagnosis {
    /// The first macro move that the search would not make, so that it would have to find another
    /// way: for a corral that comes first, a stopping place left out, or a position rejected.
    pub fn leaves_at(&self) -> Option<usize> {
        self.remarks.iter().position(|remark| !remark.is_made || remark.is_rejected)
    }
}

/// Looks at a known solution with the eyes of a strategy that fills goals. `None` where the steps
/// cannot be played, the level is too large, or no plan is found.
pub fn diagnose(level: &Level, steps: &[Dir], strategy: Strategy) -> Option<Diagnosis> {
    let shared = prepare(level)?;
    let statics = &shared.statics;
    let map = &statics.map;
    let (mut forward, _) =
        without_limits(|turn| Planned::of(&shared, strategy, turn)?.view(turn))?;
    let place = |spot: usize| level.row_column(map.board.layout.square(spot));
    let order = forward.guide.plan.steps.iter().map(|step| place(step.to)).collect();
    let mut at = shared.start();
    let mut pusher = Pusher::new(statics);
    let mut remarks = Vec::new();
    let pushes = pushes(&shared, level, steps)?;
    for (from, to, player) in macro_moves(&pushes) {
        let moves = without_limits(|turn| forward.look(&at, turn));
        let base = Scene::plain(&map.board, at.boxes, at.player);
        let corral_first = wallify(&map.board, &base)
            .ok()
            .and_then(|walled| corral::movers(&map.board, &walled))
            .is_some_and(|fence| !fence.has(from));
        let boxes = at.boxes.without(from).with(to);
        let before = at;
        at = Position::new(&statics.map.board, boxes, player);
        if at == before {
            continue;
        }
        let made = moves.iter().find(|(child, _, _)| child.place() == at);
        let names = made.map_or(0, |made| made.2);
        let features = forward.guide.features(boxes, regions::count(map, boxes));
        let scene = Scene::plain(&map.board, boxes, player);
        remarks.push(Remark {
            from: place(from),
            to: place(to),
            features: [
                features.packed,
                features.regions,
                features.rooms,
                features.out_of_plan,
                features.hotspots,
            ],
            is_made: made.is_some(),
            corral_first,
            advisors: (0..NAMES.len())
                .filter(|bit| names >> bit & 1 != 0)
                .map(|bit| NAMES[bit])
                .collect(),
            moves: moves.len(),
            is_rejected: shared.deadlocks().is_lost(statics, &mut pusher, &scene, to),
        });
    }
    Some(Diagnosis { plan: order, remarks })
}

/// The first push of a solution, by number from zero, that a rule which is meant to be sound
/// would forbid; looks at every `stride`th push.
pub fn first_rejected(level: &Level, steps: &[Dir], stride: usize) -> Option<usize> {
    let shared = prepare(level)?;
    let statics = &shared.statics;
    let map = &statics.map;
    let mut expander = Expander::new(statics);
    let mut at = shared.start();
    for (number, (from, to, player)) in
        pushes(&shared, level, steps)?.into_iter().enumerate()
    {
        let base = Scene::plain(&map.board, at.boxes, at.player);
        at = Position::new(&statics.map.board, at.boxes.without(from).with(to), player);
        if number % stride != 0 {
            continue;
        }
        let Ok(walled) = wallify(&map.board, &base) else { return Some(number) };
        let mut children = Vec::new();
        expander.pusher.all(map, &base, &walled, walled.boxes, &mut children);
        let scene = Scene::plain(&map.board, at.boxes, player);
        if !children.iter().any(|child| child.place() == at)
            || shared.deadlocks().is_lost(statics, &mut expander.pusher, &scene, to)
        {
            return Some(number);
        }
    }
    None
}
