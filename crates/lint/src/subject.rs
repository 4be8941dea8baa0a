//! A level that is looked at, and what is known of it.

use std::cell::{OnceCell, RefCell};

use kuraban::difficulty::{Order, greedy_effort};
use kuraban::{
    Account, Answer, Claim, Difficulty, Entry, Features, Level, Objective, PackingPlan,
    Rules, Run, Silent, Solution, Solver, Status, Strategy, Ties, Turn,
};
use serde::Serialize;

use crate::budget::Budget;
use crate::classes::Classes;
use crate::collection::Collection;
use crate::finding::Unsettled;
use crate::idle::Idle;
use crate::plan::MOST_PUSHES;
use crate::play::{Push, pushes_of};
use crate::table::Table;

/// What experiments compare, as reports write it. A part that is missing was not settled.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Fingerprint {
    /// Whether it can be solved, where that is known.
    pub solvable: Option<bool>,
    /// Pushes of the best solution that was found.
    pub pushes: Option<usize>,
    /// Its moves.
    pub moves: Option<usize>,
    /// What is proved least about it.
    pub proved: Vec<&'static str>,
    /// Solutions with the fewest pushes, walks aside; as many as fit into the number.
    pub ways: Option<u64>,
    /// Different plans among them.
    pub plans: Option<usize>,
    /// Whether there are more plans than were counted.
    pub more_plans: bool,
    /// Positions that play can reach and from which the level can be solved.
    pub alive: Option<usize>,
    /// Those from which it cannot.
    pub dead: Option<usize>,
}

/// A solution that is proved least.
pub(crate) struct Best<'a> {
    pub(crate) solution: &'a Solution,
    pub(crate) pushes: usize,
    pub(crate) moves: usize,
}

/// A level, with what rules have found out about it so far.
pub struct Subject<'a> {
    /// The level.
    pub level: &'a Level,
    /// What its file says about it.
    pub entry: &'a Entry,
    /// The levels it is compared with.
    pub collection: &'a Collection,
    /// The author's solution.
    pub intended: Option<&'a Solution>,
    answer: OnceCell<Answer>,
    greedy: OnceCell<(u64, bool)>,
    table: OnceCell<Result<Table, Unsettled>>,
    classes: OnceCell<Classes>,
    plan: OnceCell<Option<PackingPlan>>,
    idle_floor: OnceCell<Result<Idle, Unsettled>>,
    idle_walls: OnceCell<Result<Idle, Unsettled>>,
    /// What rules found out that tells about difficulty.
    pub(crate) told: RefCell<Told>,
}

/// What rules found out that tells about difficulty.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told {
    pub(crate) fatal_first: Option<(usize, usize)>,
    pub(crate) silent_trap: Option<usize>,
    pub(crate) home_at_once: Option<usize>,
    pub(crate) order: Option<Order>,
}

impl<'a> Subject<'a> {
    /// A level that nothing is known of yet.
    pub fn new(
        entry: &'a Entry,
        level: &'a Level,
        collection: &'a Collection,
        intended: Option<&'a Solution>,
    ) -> Self {
        Self {
            level,
            entry,
            collection,
            intended,
            answer: OnceCell::new(),
            greedy: OnceCell::new(),
            table: OnceCell::new(),
            classes: OnceCell::new(),
            plan: OnceCell::new(),
            idle_floor: OnceCell::new(),
            idle_walls: OnceCell::new(),
            told: RefCell::default(),
        }
    }

    /// The answer to the question of the fewest pushes. Half of the time is for it, so that
    /// something is left for the rules.
    pub(crate) fn answer(&self, budget: &Budget<'_>) -> &Answer {
        self.answer.get_or_init(|| {
            let mut question = budget.question(budget.depth.level);
            question.limits.time = question.limits.time.map(|time| time / 2);
            let question = question
                .objective(Objective::Pushes)
                .ties(Ties::Least)
                .threads(budget.threads());
            let solver = Solver::new("auto").expect("there is such an engine");
            solver
                .solve_with(self.level, &question, budget.clock(), &mut Silent)
                .expect("it takes all levels with boxes")
        })
    }

    /// The solution with the fewest pushes and then moves, where it is proved. A level without a
    /// solution, or without a push in it, is no puzzle to ask about.
    pub(crate) fn best(&self, budget: &Budget<'_>) -> Result<Best<'_>, Unsettled> {
        let answer = self.answer(budget);
        match &answer.solution {
            Some(solution) if answer.optimal.contains(&Claim::PushesThenMoves) => {
                let figures = solution.figures();
                if figures.pushes == 0 {
                    return Err(Unsettled::NotApplicable);
                }
                Ok(Best { solution, pushes: figures.pushes, moves: figures.moves })
            }
            _ => Err(match answer.status {
                Status::Unsolvable => Unsettled::NotApplicable,
                Status::Solved if answer.optimal.contains(&Claim::Pushes) => {
                    Unsettled::because(
                        "the fewest moves with these pushes are not proved",
                    )
                }
                Status::Solved => Unsettled::because("the fewest pushes are not proved"),
                _ => Unsettled::because("no solution was found within the limits"),
            }),
        }
    }

    /// The best solution that was found, proved or not.
    pub(crate) fn solution(&self, budget: &Budget<'_>) -> Option<&Solution> {
        self.answer(budget).solution.as_ref()
    }

    /// The pushes of the best solution that was found.
    pub(crate) fn pushes(&self, budget: &Budget<'_>) -> Vec<Push> {
        let solution = self.solution(budget);
        solution.map_or(Vec::new(), |solution| {
            pushes_of(self.level, solution.steps().iter().map(|step| step.dir))
        })
    }

    /// All positions.
    pub(crate) fn table(&self, budget: &Budget<'_>) -> Result<&Table, Unsettled> {
        let made = self.table.get_or_init(|| Table::new(self.level, budget));
        made.as_ref().map_err(Clone::clone)
    }

    /// The shortest solutions, told apart.
    pub(crate) fn classes(&self, budget: &Budget<'_>) -> Result<&Classes, Unsettled> {
        let table = self.table(budget)?;
        if table.to_go(0).is_some_and(|pushes| pushes as usize > MOST_PUSHES) {
            return Err(Unsettled::because(format!("more than {MOST_PUSHES} pushes")));
        }
        Ok(self
            .classes
            .get_or_init(|| Classes::new(self.level, table, budget.depth.classes)))
    }

    /// The floor that does nothing.
    pub(crate) fn idle_floor(&self, budget: &mut Budget<'_>) -> Result<&Idle, Unsettled> {
        let made = self.idle_floor.get_or_init(|| Idle::floor(self, budget));
        made.as_ref().map_err(Clone::clone)
    }

    /// The inner walls that do nothing.
    pub(crate) fn idle_walls(&self, budget: &mut Budget<'_>) -> Result<&Idle, Unsettled> {
        let made = self.idle_walls.get_or_init(|| Idle::walls(self, budget));
        made.as_ref().map_err(Clone::clone)
    }

    /// The floor that does nothing, if a rule has asked for it.
    pub(crate) fn known_idle_floor(&self) -> Option<&Idle> {
        self.idle_floor.get()?.as_ref().ok()
    }

    /// Rooms, as `show --plan` finds them.
    pub(crate) fn packing_plan(&self, budget: &Budget<'_>) -> Option<&PackingPlan> {
        let made = self.plan.get_or_init(|| {
            let strategy: Strategy = "plan-near".parse().ok()?;
            let run: Run<'_> = budget.run();
            let mut turn = Turn::new(&run, PLAN_WORK, run.memory());
            PackingPlan::new(self.level, strategy, &mut turn)
        });
        made.as_ref()
    }

    /// The squares that shortest solutions use: those of the one that was found, walks included,
    /// and, where there is a table, the boxes and pushes of all others.
    pub(crate) fn used(&self, budget: &Budget<'_>) -> Result<Vec<bool>, Unsettled> {
        let best = self.best(budget)?;
        let mut used = vec![false; self.level.squares().len()];
        used[self.level.player()] = true;
        let mut replay = kuraban::Replay::new(self.level);
        for step in best.solution.steps() {
            if let Ok(Some((_, to))) = replay.step(step.dir) {
                used[to] = true;
            }
            used[replay.player()] = true;
        }
        if let Ok(table) = self.table(budget) {
            for position in table.on_shortest_ways() {
                for edge in table.best_pushes(position) {
                    let Push { at, dir } = edge.push();
                    let sides = [self.level.step(at, dir), self.level.step(at, !dir)];
                    for square in sides.into_iter().flatten().chain([at]) {
                        used[square] = true;
                    }
                }
            }
        }
        Ok(used)
    }

    /// Whether nothing but its form can be looked at.
    pub(crate) fn is_boulders(&self) -> bool {
        self.level.rules() == Rules::Boulders
    }

    /// What experiments compare.
    pub fn fingerprint(&self, budget: &Budget<'_>) -> Fingerprint {
        let answer = self.answer(budget);
        let figures = answer.solution.as_ref().map(Solution::figures);
        let mut print = Fingerprint {
            solvable: match answer.status {
                Status::Solved => Some(true),
                Status::Unsolvable => Some(false),
                _ => None,
            },
            pushes: figures.map(|figures| figures.pushes),
            moves: figures.map(|figures| figures.moves),
            proved: answer.optimal.iter().map(|claim| claim.name()).collect(),
            ..Fingerprint::default()
        };
        if let Ok(table) = self.table(budget) {
            let (alive, dead) = table.alive_and_dead();
            (print.alive, print.dead) = (Some(alive), Some(dead));
            if alive > 0
                && let Ok(classes) = self.classes(budget)
            {
                print.ways = Some(table.ways());
                print.plans = Some(classes.plans.len());
                print.more_plans = classes.is_cut;
            }
        }
        print
    }

    /// What was done to solve it.
    pub(crate) fn account(&self, budget: &Budget<'_>) -> Account {
        self.answer(budget).account
    }

    /// How hard it is, with what rules have found out; `None` without a solution.
    pub fn difficulty(&self, budget: &Budget<'_>) -> Option<Difficulty> {
        let answer = self.answer(budget);
        let solution = answer.solution.as_ref()?;
        let (greedy, ended) = *self.greedy.get_or_init(|| {
            let question = budget.question(budget.depth.level);
            greedy_effort(self.level, &question, budget.clock()).unwrap_or((0, false))
        });
        let mut features = Features::of(self.level, solution, greedy);
        features.exact = ended && answer.optimal.contains(&Claim::PushesThenMoves);
        let told = *self.told.borrow();
        features.fatal_first = told.fatal_first;
        features.silent_trap = told.silent_trap;
        features.home_at_once = told.home_at_once;
        features.order = told.order;
        Some(Difficulty::of(&features))
    }
}

/// Work that the plan may take: about a tenth of a second. Guessed.
const PLAN_WORK: u64 = 100_000;
