//! Whether every engine agrees with brute force on a level. Shared with the fuzz target `solver`.

use kuraban::{
    Claim, Engine, Level, Limits, Objective, Outcome, Question, Solution, Stage, ask,
    engines,
};
use kuraban_testkit::{Least, facts};

/// States of a level at most: brute force has to be quick.
const MOST_STATES: usize = 20_000;
/// Expansions of an engine at most.
const NODES: u64 = 100_000;

/// What is wrong about an engine's answer, in words.
pub(crate) fn disagreement(level: &Level) -> Option<String> {
    let facts = facts(level, MOST_STATES)?;
    engines().iter().find_map(|engine| {
        Objective::ALL.into_iter().find_map(|objective| {
            engine.accepts(level, objective).ok()?;
            // The planner cannot prove that there is no plan, and goes on to its last bound.
            if engine.name() == "sat" && facts.least.is_none() {
                return None;
            }
            let limits = Limits::default().nodes(NODES).memory(1 << 28);
            for threads in [1, 2] {
                let question = Question::default().objective(objective).threads(threads);
                let outcome = ask(&**engine, level, &question.limits(limits));
                let wrong =
                    judge(&**engine, level, objective, &outcome, facts.least.as_ref());
                if let Err(why) = wrong {
                    let name = engine.name();
                    return Some(format!("{name} for {objective}: {why}; {outcome:?}"));
                }
                if engine.name() != "auto" {
                    break;
                }
            }
            None
        })
    })
}

fn judge(
    engine: &dyn Engine,
    level: &Level,
    objective: Objective,
    outcome: &Outcome,
    least: Option<&Least>,
) -> Result<(), String> {
    let promise = engine.promise();
    if let Some(least) = least {
        for (&claim, &bound) in &outcome.bounds {
            if bound > least.named(claim.name()) {
                return Err(format!("a bound of {bound} for {}", claim.name()));
            }
        }
    }
    match &outcome.stage {
        Stage::Solved(found) => {
            let solution = Solution::check(level, &found.steps)
                .map_err(|why| format!("no solution: {why}"))?;
            let least = least.ok_or("a solution of an unsolvable level")?;
            let figures = solution.figures();
            for &claim in &found.optimal {
                let own = match claim {
                    Claim::Moves | Claim::PushesThenMoves => figures.moves,
                    Claim::Pushes | Claim::MovesThenPushes => figures.pushes,
                    Claim::Robot => figures.robot_half_moves,
                    _ => continue,
                };
                if own as u64 != least.named(claim.name()) {
                    return Err(format!("{own} is not least: {}", claim.name()));
                }
            }
            let wanted = match objective {
                Objective::Pushes => Some(Claim::Pushes),
                Objective::Moves => Some(Claim::Moves),
                Objective::Robot => Some(Claim::Robot),
                Objective::Actions => Some(Claim::Actions),
                _ => None,
            };
            match wanted {
                Some(claim)
                    if promise.optimal.contains(&objective)
                        && !found.optimal.contains(&claim) =>
                {
                    Err("it proves nothing of its solution".into())
                }
                _ => Ok(()),
            }
        }
        Stage::Unsolvable if !promise.complete => Err("it cannot prove that".into()),
        Stage::Unsolvable if least.is_some() => Err("there is a solution".into()),
        Stage::GaveUp if promise.complete => Err("it gave up".into()),
        Stage::Unsolvable | Stage::GaveUp => Ok(()),
        // Deepening visits states again and again, and conflicts are no states.
        Stage::Working | Stage::Found(_)
            if ["iddfs", "idastar", "dfs", "sat", "fess"].contains(&engine.name()) =>
        {
            Ok(())
        }
        stage => Err(format!("it ended with {stage:?}")),
    }
}
