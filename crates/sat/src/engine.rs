//! The planner as an engine.

use std::sync::Arc;

use kuraban_level::{Dir, Level, Rules};
use kuraban_search::{
    Account, Claim, Engine, Fault, Found, Objective, Promise, Question, Refusal, Search,
    Stage, Stop, Turn,
};
use kuraban_verify::Solution;

use crate::error::Halt;
use crate::facts::{Facts, Measure, Survey};
use crate::ladder::Ladder;
use crate::watch::{Share, Spent, Watch};

const NAME: &str = "sat";

/// The SAT planner as an engine. It proves "no plan of fewer steps", never "no plan".
#[derive(Clone, Copy, Debug, Default)]
pub struct SatEngine;

impl Engine for SatEngine {
    fn name(&self) -> &'static str {
        NAME
    }

    fn promise(&self) -> Promise {
        Promise {
            rules: &[Rules::Boxes],
            complete: false,
            optimal: &[Objective::Moves, Objective::Pushes],
            about: "formulas for rising numbers of steps or pushes, solved by a SAT solver",
        }
    }

    fn accepts(&self, level: &Level, objective: Objective) -> Result<(), Refusal> {
        kuraban_search::accepts(self, level, objective)?;
        let (floor, most) = (floor(level), SatSearch::MAX_CELLS);
        if floor > most {
            return Err(Refusal(format!(
                "the engine `sat` makes formulas for up to {most} squares of floor, and this \
                 level has {floor}; `auto` has no such bound"
            )));
        }
        match objective {
            Objective::Any | Objective::Pushes | Objective::Moves => Ok(()),
            other => Err(Refusal(format!(
                "the engine `sat` knows the objectives any, pushes and moves, not `{other}`"
            ))),
        }
    }

    fn begin(&self, level: &Arc<Level>, question: &Question) -> Box<dyn Search> {
        Box::new(SatSearch {
            level: Arc::clone(level),
            objective: question.objective,
            state: State::New,
            spent: Spent::default(),
            proved: None,
        })
    }
}

/// A search for a shortest plan: by pushes first, then by moves where fewest moves are
/// wanted.
struct SatSearch {
    level: Arc<Level>,
    objective: Objective,
    state: State,
    spent: Spent,
    /// Whether the last answer was proved to be least in what was asked for.
    proved: Option<&'static str>,
}

enum State {
    /// Nothing has been done yet.
    New,
    /// Works out distances.
    Survey(Box<Survey>),
    /// Looks for a plan with the fewest pushes.
    Pushes { ladder: Box<Ladder>, bound: u32, share: Option<Share> },
    /// Looks for a plan with the fewest moves, at most `to`, shorter than the one at hand.
    Moves {
        ladder: Box<Ladder>,
        bound: u32,
        to: u32,
        pushes: u32,
        first: Option<Vec<Dir>>,
    },
}

impl SatSearch {
    /// Nobody waits for plans of more steps.
    const MAX_BOUND: u32 = 10_000;
    /// Work for a first plan, by pushes, before the fewest moves are looked for: about a second.
    const FIRST_SHARE: u64 = 1_000_000;
    /// On larger boards one layer of a formula takes longer than a turn. Guessed: no level
    /// this large is known that the planner solves and others do not.
    const MAX_CELLS: usize = 10_000;
    /// Formulas with more clauses are not made. Copying so many when their table grows, or
    /// one pass of the solver over them, takes about 20 ms (guessed from 40 ms for twice as
    /// many), and nothing checks the clock meanwhile.
    const MAX_CLAUSES: usize = 1_000_000;

    /// Works until there is something to tell.
    fn work(&mut self, watch: &mut Watch<'_, '_>) -> Result<Stage, Halt> {
        if let State::New = &self.state {
            watch.room_for(Facts::estimate(&self.level));
            if let Some(pause) = watch.look() {
                return Err(pause.into());
            }
            // Races do not ask which levels it accepts.
            if floor(&self.level) > Self::MAX_CELLS {
                return Ok(Stage::GaveUp);
            }
            self.state = State::Survey(Box::new(Survey::new(&self.level)));
        }
        if let State::Survey(survey) = &mut self.state {
            if let Some(pause) = survey.advance(&mut |work| watch.spend(work)) {
                return Err(pause.into());
            }
            let State::Survey(survey) = std::mem::replace(&mut self.state, State::New)
            else {
                unreachable!("it was one just now")
            };
            let facts = survey.facts();
            if let Some(stage) = self.begin_pushes(facts, watch) {
                return Ok(stage);
            }
        }
        if let State::Pushes { ladder, bound, share } = &mut self.state {
            let by_moves = self.objective == Objective::Moves;
            let plan = match ladder.fewest_pushes(bound, Self::MAX_BOUND, *share, watch) {
                Err(Halt::TooLarge(_)) if by_moves => None, // those by moves may be smaller
                other => other?,
            };
            if let Some(stage) = self.end_pushes(plan) {
                return Ok(stage);
            }
        }
        let State::Moves { ladder, bound, to, pushes, first } = &mut self.state else {
            unreachable!("all others were left above")
        };
        let shortest = ladder.fewest_moves(bound, *to, watch)?;
        let found = match (shortest, first.take()) {
            (Some(steps), _) => {
                let least = Solution::check(&self.level, &steps)
                    .is_ok_and(|it| it.figures().pushes as u64 == u64::from(*pushes));
                let optimal =
                    if least { LEAST_IN_BOTH.to_vec() } else { vec![Claim::Moves] };
                Found { steps, optimal, by: NAME }
            }
            (None, Some(steps)) => {
                Found { steps, optimal: LEAST_IN_BOTH.to_vec(), by: NAME }
            }
            (None, None) => return Ok(Stage::GaveUp),
        };
        self.proved = Some(NAME);
        Ok(Stage::Solved(found))
    }

    /// Begins with pushes, where every box has a goal.
    fn begin_pushes(&mut self, facts: Facts, watch: &mut Watch<'_, '_>) -> Option<Stage> {
        let (Some(pushes), Some(moves)) =
            (facts.lower_bound(Measure::Pushes), facts.lower_bound(Measure::Moves))
        else {
            return Some(Stage::GaveUp);
        };
        watch.prove(Claim::Pushes, pushes);
        watch.prove(Claim::Moves, moves);
        let by_moves = self.objective == Objective::Moves;
        let share = by_moves.then(|| watch.share_of_work(Self::FIRST_SHARE));
        let mut ladder = Ladder::new(Arc::clone(&self.level), Arc::new(facts));
        ladder.most_clauses = Self::MAX_CLAUSES;
        self.state = State::Pushes { ladder: Box::new(ladder), bound: pushes, share };
        None
    }

    /// Goes on with moves where fewest moves are wanted; otherwise, or where there is a
    /// first plan to tell of, returns it.
    fn end_pushes(&mut self, plan: Option<Vec<Dir>>) -> Option<Stage> {
        let State::Pushes { ladder, bound, .. } =
            std::mem::replace(&mut self.state, State::New)
        else {
            unreachable!("only called there")
        };
        let moves = ladder.facts.lower_bound(Measure::Moves).unwrap_or(0);
        let mut optimal = vec![Claim::Pushes];
        if self.objective != Objective::Moves {
            let Some(steps) = plan else { return Some(Stage::GaveUp) };
            self.proved = (self.objective == Objective::Pushes).then_some(NAME);
            optimal.extend((steps.len() as u32 == moves).then_some(Claim::Moves));
            return Some(Stage::Solved(Found { steps, optimal, by: NAME }));
        }
        // Only shorter ones are looked for; if there are none, this is a shortest plan.
        let to = plan
            .as_ref()
            .map_or(Self::MAX_BOUND, |steps| (steps.len() as u32).saturating_sub(1));
        // A call that ran out of its share has proved nothing.
        let found =
            plan.clone().map(|steps| Stage::Found(Found { steps, optimal, by: NAME }));
        let least = moves.max(bound);
        self.state =
            State::Moves { ladder, bound: least, to, pushes: bound, first: plan };
        found
    }
}

impl Search for SatSearch {
    fn name(&self) -> &'static str {
        NAME
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        let mut watch = Watch::in_turn(turn, self.spent);
        let done = self.work(&mut watch);
        let stage = end(done, &mut watch);
        self.spent = watch.spent;
        stage
    }

    fn account(&self) -> Account {
        let mut account = self.spent.account();
        account.proved_by = self.proved;
        account
    }
}

/// What is proved about a plan that has both the fewest moves and the fewest pushes.
const LEAST_IN_BOTH: [Claim; 4] =
    [Claim::Moves, Claim::Pushes, Claim::MovesThenPushes, Claim::PushesThenMoves];

fn floor(level: &Level) -> usize {
    level.squares().iter().filter(|square| !square.wall).count()
}

/// The stage after a turn. A model that is no plan is a bug, and reported as one.
fn end(done: Result<Stage, Halt>, watch: &mut Watch<'_, '_>) -> Stage {
    match done {
        Ok(stage) => stage,
        Err(Halt::Stop(Stop::Memory)) => Stage::Full,
        Err(Halt::Stop(_) | Halt::Turn) => Stage::Working,
        Err(Halt::TooLarge(bound)) => {
            watch.trace(|| {
                let most = SatSearch::MAX_CLAUSES;
                format!(
                    "gave up: the formula of bound {bound} has more than {most} clauses"
                )
            });
            Stage::GaveUp
        }
        Err(Halt::Error(error)) => {
            Stage::Failed(Fault { by: NAME, what: error.to_string() })
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use kuraban_search::{Cancel, Limits, Run, Silent, drive};

    use super::*;
    use crate::error::SatError;

    #[test]
    fn a_model_that_is_no_plan_is_no_panic() {
        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let mut turn = Turn::new(&run, 50, usize::MAX);
        let mut watch = Watch::new(&mut turn);
        let error =
            SatError::Plan { bound: 1, steps: vec![Dir::Up], what: "wall".into() };
        let what = error.to_string();
        let stage = end(Err(error.into()), &mut watch);
        assert_eq!(stage, Stage::Failed(Fault { by: "sat", what }));
        assert_eq!(end(Err(Stop::Time.into()), &mut watch), Stage::Working);
        assert_eq!(end(Err(Stop::Memory.into()), &mut watch), Stage::Full);
    }

    #[test]
    fn large_rooms_are_played() {
        let inside = " ".repeat(33);
        let row = |text: &str| format!("#{text}{}#\n", &inside[text.len()..]);
        let wall = "#".repeat(35) + "\n";
        let rows = row("").repeat(31);
        let level: Level = format!("{wall}{}{rows}{}{wall}", row("@$."), row(" *"))
            .parse()
            .expect("a level");
        let level = Arc::new(level);
        let clock = || Duration::ZERO;
        for objective in [Objective::Any, Objective::Moves, Objective::Pushes] {
            let question = Question::default().objective(objective);
            let mut search = SatEngine.begin(&level, &question);
            let run = Run::new(Limits::default(), Cancel::default(), &clock);
            let outcome = drive(&mut *search, &run, &mut Silent);
            let Stage::Solved(found) = outcome.stage else { panic!("{outcome:?}") };
            assert_eq!(found.steps, [Dir::Right], "{objective}");
        }
    }
}
