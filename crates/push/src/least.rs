//! The search for what is least: exact searches, scouts for a first solution, an improver.

use std::sync::Arc;

use kuraban_board::Site;
use kuraban_board::deadlock::RuleSet;
use kuraban_level::{Dir, Level};
use kuraban_optimise::Goal;
use kuraban_search::{
    Account, Claim, Farthest, Found, Objective, Question, Race, Search, Stage, Ties, Turn,
};
use kuraban_verify::Solution;

use crate::best_first::WhenFull;
use crate::improve::{Improvement, Known};
use crate::kind::{Kind, begin};
use crate::rating::Bounds;
use crate::scout::Scout;
use crate::walker;

/// Work of the first turns. The first exact search has turns twice as long: when the scouts are
/// gone, it has one thread of two, and the search from the other end and the improver the second.
const OTHERS: u64 = 2_000;
/// How much longer they are with a known solution: most of the time then goes to the proof.
const PROOF: u64 = 8;
/// Work of a race before those begin that only help: 50,000 expansions of a walker. Most small
/// levels are answered before.
const HELP_AFTER: u64 = 50_000 * walker::EXPANSION;
/// Work of the improver while ties are settled.
const SHORTENED: u64 = 2_000_000;

/// A race for an objective, and then one for the fewest moves among the solutions with the
/// fewest pushes. Scouts run beside the exact searches, so that a limit finds a solution even
/// where the proof is far.
pub struct Least {
    level: Arc<Level>,
    site: Site,
    threads: usize,
    ties: Ties,
    rules: RuleSet,
    race: Race,
    /// What was done in the first race, and the solution with the fewest pushes.
    first: Option<(Account, Found)>,
}

impl Least {
    /// A search that other searches may scout for.
    pub fn new(
        level: &Arc<Level>,
        site: &Site,
        question: &Question,
        scouts: Vec<Box<dyn Search>>,
    ) -> Self {
        let (rules, bounds) = (RuleSet::default(), Bounds::default());
        Self::with(level, site, question, scouts, rules, bounds)
    }

    pub(crate) fn with(
        level: &Arc<Level>,
        site: &Site,
        question: &Question,
        scouts: Vec<Box<dyn Search>>,
        rules: RuleSet,
        bounds: Bounds,
    ) -> Self {
        let objective = match question.objective {
            Objective::Any => Objective::Pushes,
            objective => objective,
        };
        let mut race = Race::new("optimal", level, objective).threads(question.threads);
        let exact = match walker::Measure::of(objective) {
            walker::Measure::Pushes => {
                vec![
                    Kind::LeastPush(race.ceiling(), bounds),
                    Kind::LeastPull(race.ceiling(), bounds),
                ]
            }
            other => vec![Kind::Walk(other)],
        };
        let exact = begin(level, site, &exact, rules);
        let known = Known::default();
        let given = question.given().filter(|given| race.begin_with(given.clone()));
        let mut all = Vec::new();
        if let Some(given) = &given {
            // There is nothing to scout for.
            known.leave(&given.steps);
        } else {
            // What they give back is for the exact searches.
            let greedy = [Kind::Pull(WhenFull::Ends), Kind::Push(WhenFull::Ends)];
            all.extend(begin(level, site, &greedy, rules));
            all.extend(scouts);
        }
        // One part in eight of the memory is for those that only help.
        let (few, many) = (exact.len() as u32, all.len() as u32 + 1);
        race = race.first_turn(if given.is_some() { PROOF } else { 2 } * OTHERS);
        for search in exact {
            race.enter_with(search, 7 * many);
            race = race.first_turn(OTHERS);
        }
        for scout in all {
            let scout = Box::new(Scout::new(scout, known.clone()));
            race.enter_after(HELP_AFTER, scout, few);
        }
        let goal = improver_goal(objective);
        let improvement = Improvement { known, goal, work: u64::MAX };
        for search in begin(level, site, &[Kind::Improve(improvement)], rules) {
            race.enter_after(HELP_AFTER, search, few);
        }
        Self {
            level: Arc::clone(level),
            site: site.clone(),
            threads: question.threads,
            ties: question.ties,
            rules,
            race,
            first: None,
        }
    }

    fn figures(&self, found: &Found) -> (usize, usize) {
        let solution = Solution::check(&self.level, &found.steps)
            .expect("the race lets only solutions through");
        (solution.figures().pushes, solution.figures().moves)
    }

    /// Begins the second race: an exact search for the fewest moves with as few pushes, and an
    /// improver of the solution.
    fn begin_ties(&mut self, found: &Found) {
        let (pushes, moves) = self.figures(found);
        let known = Known::default();
        known.leave(&found.steps);
        let goal = improver_goal(Objective::Pushes);
        let improvement = Improvement { known, goal, work: SHORTENED };
        let (pushes, moves) = (pushes as u16, moves as u32);
        let ties = Kind::Walk(walker::Measure::Ties { pushes, moves });
        let mut race =
            Race::new("optimal", &self.level, Objective::Pushes).threads(self.threads);
        let improve = Kind::Improve(improvement);
        for (after, kind, share) in [(0, ties, 15), (HELP_AFTER, improve, 1)] {
            for search in begin(&self.level, &self.site, &[kind], self.rules) {
                race.enter_after(after, search, share);
            }
        }
        let before = std::mem::replace(&mut self.race, race).account();
        self.first = Some((before, found.clone()));
    }

    /// Hears of a solution while ties are settled. The pushes are proved already.
    fn improve(&mut self, found: Found) -> Option<Found> {
        let (_, moves) = self.figures(&found);
        let (_, old) = self.first.as_ref()?;
        if moves >= self.figures(old).1 {
            return None;
        }
        let (_, best) = self.first.as_mut()?;
        (best.steps, best.by) = (found.steps, found.by);
        Some(best.clone())
    }
}

/// By which figures known solutions are improved: those that the race compares them by.
fn improver_goal(objective: Objective) -> Goal {
    match objective {
        Objective::Moves => Goal::moves(),
        Objective::Robot => Goal::robot(),
        _ => Goal::pushes(),
    }
}

/// A race for the fewest moves, then pushes, that begins with a known solution: an exact search
/// and an improver. On boards that fit no bitboard it has no members.
pub fn shorten(
    level: &Arc<Level>,
    site: &Site,
    question: &Question,
    steps: &[Dir],
) -> Race {
    let known = Known::default();
    known.leave(steps);
    let improvement = Improvement { known, goal: Goal::moves(), work: u64::MAX };
    let mut race =
        Race::new("shorten", level, Objective::Moves).threads(question.threads);
    for kind in [Kind::Walk(walker::Measure::Moves), Kind::Improve(improvement)] {
        for search in begin(level, site, &[kind], RuleSet::default()) {
            race.enter(search);
        }
    }
    race
}

impl Search for Least {
    fn name(&self) -> &'static str {
        "optimal"
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        let stage = self.race.advance(turn);
        let Some((_, best)) = &self.first else {
            if let Stage::Solved(found) = &stage
                && self.ties == Ties::Least
                && found.optimal.contains(&Claim::Pushes)
                && !found.optimal.contains(&Claim::PushesThenMoves)
            {
                self.begin_ties(found);
                return Stage::Found(found.clone());
            }
            return stage;
        };
        match stage {
            Stage::Solved(found) if found.optimal.contains(&Claim::PushesThenMoves) => {
                Stage::Solved(found)
            }
            Stage::Found(found) => {
                self.improve(found).map_or(Stage::Working, Stage::Found)
            }
            Stage::Working => Stage::Working,
            // What was proved stays proved.
            Stage::Solved(_) | Stage::Unsolvable | Stage::GaveUp | Stage::Failed(_) => {
                Stage::Solved(best.clone())
            }
            Stage::Full => Stage::Full,
        }
    }

    fn account(&self) -> Account {
        let mut account = self.race.account();
        if let Some((before, _)) = &self.first {
            let before = before.closed();
            let proved_by = before.proved_by;
            account.add(&before);
            account.proved_by = proved_by.or(account.proved_by);
        }
        account
    }

    fn farthest(&self) -> Option<Farthest> {
        self.race.farthest()
    }
}
