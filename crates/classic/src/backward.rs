//! The engines that pull: from the solved positions to the start, or to meet the pushes half
//! way.

use kuraban_level::{Level, Rules};
use kuraban_search::{Engine, Objective, Promise, Run, Stop, Verdict};

use crate::board::Board;
use crate::breadth::Layers;
use crate::space::{Pulls, Pushes, Space, prove_pushes};
use crate::tell;
use crate::ways::{self, From};

/// Breadth-first pulls from every solved position until the start is reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reverse;

/// Breadth-first pushes and pulls, a layer at a time on the smaller side, until they meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bidirectional;

/// Why a search with pulls cannot be used.
fn refuses(name: &str, level: &Level, objective: Objective) -> Option<String> {
    if level.rules() == Rules::Boulders {
        return Some(format!(
            "the engine `{name}` cannot be used with boulders: it begins at the end, and the \
             final positions of the boulders are not known"
        ));
    }
    match objective {
        Objective::Any | Objective::Pushes => None,
        Objective::Actions => {
            Some("the objective `actions` is for boulder puzzles only".into())
        }
        Objective::Moves | Objective::Robot => Some(format!(
            "the engine `{name}` counts pushes only: it cannot be used for the objective \
             `{objective}`"
        )),
    }
}

impl Engine for Reverse {
    fn name(&self) -> &'static str {
        "reverse"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[Objective::Pushes],
            about: "breadth-first pulls from all solved positions back to the start",
        }
    }

    fn refuses(&self, level: &Level, objective: Objective) -> Option<String> {
        refuses(self.name(), level, objective)
    }

    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let board = Board::new(level);
        if board.all_on_goals(&board.boxes) {
            return Ok(Verdict::Solved(tell::already_solved(&board)));
        }
        tell::static_bounds(&board, run);
        let mut pulls = Pulls::new(&board);
        let mut layers = Layers::new(&mut pulls, run)?;
        while !layers.frontier().is_empty() {
            prove_pushes(layers.depth() + 1, run);
            let start = layers.deepen(&mut pulls, run, |_, edge| edge.is_final, false)?;
            let Some(start) = start else { continue };
            let pushes = layers.depth();
            let steps = pulls.steps(&layers.nodes.path_to_root(start));
            let optimal = vec![pulls.claims().0];
            let found = tell::found(&pulls, steps, optimal, Some(pushes), run);
            if objective != Objective::Pushes {
                return Ok(Verdict::Solved(found));
            }
            let depth_of = |key: &[u8]| {
                layers.nodes.find(key).map(|id| pushes - layers.depth_of(id))
            };
            let found = ways::settle(&board, From::Start, pushes, &depth_of, run)?;
            return Ok(Verdict::Solved(found));
        }
        Ok(Verdict::Unsolvable)
    }
}

impl Engine for Bidirectional {
    fn name(&self) -> &'static str {
        "bidirectional"
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: true,
            optimal: &[Objective::Pushes],
            about: "breadth-first pushes and pulls that meet half way",
        }
    }

    fn refuses(&self, level: &Level, objective: Objective) -> Option<String> {
        refuses(self.name(), level, objective)
    }

    fn solve(
        &self,
        level: &Level,
        objective: Objective,
        run: &mut Run<'_>,
    ) -> Result<Verdict, Stop> {
        let board = Board::new(level);
        if board.all_on_goals(&board.boxes) {
            return Ok(Verdict::Solved(tell::already_solved(&board)));
        }
        tell::static_bounds(&board, run);
        let (mut pushes, mut pulls) = (Pushes::new(&board), Pulls::new(&board));
        let mut ahead = Layers::new(&mut pushes, run)?;
        let mut back = Layers::new(&mut pulls, run)?;
        // Both sides hold every state up to their depth, and no state is on both: every
        // solution has more pushes than the two depths together. So the first state that turns
        // up on both sides is on a solution with the fewest.
        while !ahead.frontier().is_empty() && !back.frontier().is_empty() {
            let complete = (ahead.depth(), back.depth());
            let total = complete.0 + complete.1 + 1;
            prove_pushes(total, run);
            let (met_ahead, met_back) = if ahead.frontier().len() <= back.frontier().len()
            {
                let other = &back.nodes;
                let met = ahead.deepen(
                    &mut pushes,
                    run,
                    |key, _| other.find(key).is_some(),
                    false,
                )?;
                (met, met.and_then(|id| back.nodes.find(ahead.nodes.key(id))))
            } else {
                let other = &ahead.nodes;
                let met = back.deepen(
                    &mut pulls,
                    run,
                    |key, _| other.find(key).is_some(),
                    false,
                )?;
                (met.and_then(|id| ahead.nodes.find(back.nodes.key(id))), met)
            };
            run.statistics.depth = u64::from(total);
            let (Some(met_ahead), Some(met_back)) = (met_ahead, met_back) else {
                continue;
            };
            let mut path = ahead.nodes.path(met_ahead);
            path.extend(back.nodes.path_to_root(met_back).into_iter().skip(1));
            let steps = pushes.steps(&path);
            let optimal = vec![pushes.claims().0];
            let found = tell::found(&pushes, steps, optimal, Some(total), run);
            if objective != Objective::Pushes {
                return Ok(Verdict::Solved(found));
            }
            // The layer that was being made is not complete, and is left to the other side.
            let (ahead, back) = (&ahead, &back);
            let beyond = back.layer(complete.1).flat_map(|id| back.nodes.key(id));
            let beyond = beyond.copied().collect();
            let marks = ways::leading_to(&mut pulls, ahead, complete.0, beyond, run)?;
            let depth_of = |key: &[u8]| {
                if let Some(id) = ahead.nodes.find(key)
                    && ahead.depth_of(id) <= complete.0
                {
                    let leads_on = marks[id as usize / 64] >> (id % 64) & 1 == 1;
                    return leads_on.then(|| ahead.depth_of(id));
                }
                let depth = back.nodes.find(key).map(|id| back.depth_of(id));
                depth.filter(|&depth| depth <= complete.1).map(|depth| total - depth)
            };
            let found = ways::settle(&board, From::Start, total, &depth_of, run)?;
            return Ok(Verdict::Solved(found));
        }
        Ok(Verdict::Unsolvable)
    }
}
