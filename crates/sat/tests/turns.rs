//! The search in turns: their length does not change the answer, and limits hold inside
//! them.

mod common;

use std::sync::Arc;
use std::time::Duration;

use common::{EXAMPLE, ask, least, level, seconds, small_levels, with_turn};
use kuraban_level::Level;
use kuraban_sat::solver::{Answer, Embedded, Solver};
use kuraban_sat::{Encoding, Facts, Pause, SatEngine, Watch};
use kuraban_search::{
    Account, Cancel, Claim, Clock, Engine, Limits, Objective, Outcome, Question, Run,
    Search, Silent, Stage, Stop, Turn, drive,
};
use kuraban_testkit::{hall, thread_cpu};
use kuraban_verify::Solution;

/// Four boxes in a room: easy to draw, hard to prove.
const HARD: &str =
    "#########\n#       #\n# $$@$$ #\n#   .   #\n#  . .  #\n#   .   #\n#########";

/// How late a limit may be, in processor time: what else the machine does does not count.
const GRACE: Duration = Duration::from_millis(100);

/// Gives turns of that much work until the search is done.
fn in_turns(level: &Level, objective: Objective, work: u64) -> (Stage, Account, usize) {
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &clock);
    let question = Question::default().objective(objective);
    let mut search = SatEngine.begin(&Arc::new(level.clone()), &question);
    for turns in 1.. {
        let stage = search.advance(&mut Turn::new(&run, work, usize::MAX));
        if !stage.goes_on() {
            return (stage, search.account(), turns);
        }
    }
    unreachable!("it ends some time")
}

/// Figures of a solution and what is claimed of it.
fn gist(level: &Level, stage: &Stage) -> (usize, usize, Vec<Claim>) {
    let Stage::Solved(found) = stage else { panic!("{stage:?}") };
    let figures = Solution::check(level, &found.steps).expect("a true plan").figures();
    (figures.moves, figures.pushes, found.optimal.clone())
}

#[test]
fn turns_of_any_length_give_the_same_answer() {
    let mut levels = vec![level(EXAMPLE)];
    // Without a solution it goes on to its last bound, for hours.
    levels.extend(small_levels(11).take(80).filter(|it| least(it).is_some()));
    for (number, level) in levels.iter().enumerate() {
        for objective in [Objective::Any, Objective::Pushes, Objective::Moves] {
            let (whole, _, turns) = in_turns(level, objective, u64::MAX);
            assert!(turns <= 2, "{number}: only a first plan interrupts it");
            for work in [1, 50, 2_000] {
                let (stage, _, _) = in_turns(level, objective, work);
                let (moves, pushes, claims) = gist(level, &stage);
                let (of_moves, of_pushes, of_claims) = gist(level, &whole);
                assert_eq!(claims, of_claims, "{number} {objective} {work}");
                match objective {
                    Objective::Moves => assert_eq!(moves, of_moves, "{number} {work}"),
                    _ => assert_eq!(pushes, of_pushes, "{number} {work}"),
                }
            }
        }
    }
}

/// A solver that pauses every few conflicts gives the same answer as one that never pauses,
/// and all its conflicts are counted.
#[test]
fn a_solver_that_is_paused_goes_on_with_what_it_has_learnt() {
    let level = level(HARD);
    let facts = Arc::new(Facts::new(&level));
    let encoded = |bound| Encoding::Move.write(&level, &facts, bound, &[]);
    for bound in [18, 20] {
        let formula = encoded(bound);
        let mut solver = Embedded::new();
        let (answer, expanded) = with_turn(Limits::default(), |turn| {
            let watch = &mut Watch::new(turn);
            assert_eq!(solver.load(formula.formula(), watch), None);
            (solver.solve(&[], watch).unwrap(), watch.account().expanded)
        });
        assert!(expanded > 0 && Some(expanded) <= solver.conflicts());

        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let mut solver = Embedded::new();
        let (mut turns, mut counted) = (0, 0);
        let in_pieces = loop {
            turns += 1;
            let mut turn = Turn::new(&run, 100, usize::MAX);
            let watch = &mut Watch::one_of_many(&mut turn);
            let paused = solver.load(formula.formula(), watch).map(Answer::Unknown);
            let said = paused.unwrap_or_else(|| solver.solve(&[], watch).unwrap());
            counted += watch.account().expanded;
            if said != Answer::Unknown(Pause::Turn) {
                break said;
            }
        };
        assert_eq!(in_pieces, answer, "{bound}");
        // A conflict without any decision ends the search and leaves no clause to be counted.
        let all = solver.conflicts().unwrap();
        assert!(turns > 10 && (counted == all || counted + 1 == all), "{counted} {all}");
    }
}

#[test]
fn the_node_limit_is_exact_in_turns_of_any_length() {
    let level = level(HARD);
    for work in [7, 50, 50_000] {
        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default().nodes(60), Cancel::default(), &clock);
        let question = Question::default().objective(Objective::Moves);
        let mut search = SatEngine.begin(&Arc::new(level.clone()), &question);
        while run.stop().is_none() {
            let stage = search.advance(&mut Turn::new(&run, work, usize::MAX));
            assert!(stage.goes_on(), "{stage:?}");
        }
        assert_eq!((run.stop(), search.account().expanded), (Some(Stop::Nodes), 60));
    }
}

/// Boards that are large, open or hard.
fn trials() -> Vec<(&'static str, Level)> {
    vec![
        ("hall", hall(62, 62, 100)),
        ("one box", hall(1000, 1000, 1)),
        ("crowd", hall(1000, 1000, 1000)),
        ("large", hall(97, 97, 400)),
        ("hard", level(HARD)),
    ]
}

/// Asks the engine within a limit of time, by that clock.
fn ask_by(
    clock: &dyn Clock,
    cancel: Cancel,
    level: &Level,
    objective: Objective,
    limit: Duration,
) -> Outcome {
    let question = Question::default().objective(objective);
    let mut search = SatEngine.begin(&Arc::new(level.clone()), &question);
    let run = Run::new(Limits::default().time(limit), cancel, clock);
    drive(&mut *search, &run, &mut Silent)
}

#[test]
fn the_time_limit_holds() {
    let limit = Duration::from_millis(300);
    for (name, level) in trials() {
        for objective in [Objective::Any, Objective::Moves] {
            let began = thread_cpu();
            let clock = || thread_cpu().saturating_sub(began);
            let outcome = ask_by(&clock, Cancel::default(), &level, objective, limit);
            let took = clock();
            assert!(took < limit + GRACE, "{name} {objective}: {took:?}");
            let ended = outcome.stop == Some(Stop::Time) || !outcome.stage.goes_on();
            assert!(ended, "{name}: {outcome:?}");
        }
    }
}

/// Somebody cancels after a while; the clock does it when it is looked at.
#[test]
fn cancelling_ends_the_search_soon() {
    let after = Duration::from_millis(150);
    for (name, level) in trials() {
        let (cancel, began) = (Cancel::default(), thread_cpu());
        let clock = || {
            let elapsed = thread_cpu().saturating_sub(began);
            if elapsed >= after {
                cancel.cancel();
            }
            elapsed
        };
        // Without a limit of time nobody looks at the clock.
        let limit = Duration::MAX;
        let outcome = ask_by(&clock, cancel.clone(), &level, Objective::Moves, limit);
        let took = thread_cpu().saturating_sub(began);
        assert!(took < after + GRACE, "{name}: {took:?}");
        let is_over = outcome.stop == Some(Stop::Cancelled) || !outcome.stage.goes_on();
        assert!(is_over, "{name}: {outcome:?}");
    }
}

#[test]
fn the_memory_limit_holds() {
    for (name, level) in trials() {
        let limit = 1 << 19;
        let outcome = ask(&level, Objective::Pushes, seconds(20).memory(limit));
        let Outcome { stage, stop, account, .. } = outcome;
        assert_eq!((stage, stop), (Stage::Full, Some(Stop::Memory)), "{name}");
        assert!(account.peak_bytes <= limit, "{name}: {account:?}");
    }
}

#[test]
fn boards_that_are_too_large_are_refused_with_a_word() {
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &clock);
    let level = Arc::new(hall(1000, 1000, 1));
    let began = thread_cpu();
    let refusal = SatEngine.accepts(&level, Objective::Any).expect_err("too large");
    assert!(refusal.to_string().contains("996004"), "{refusal}");
    // In a race nobody asks.
    let mut search = SatEngine.begin(&level, &Question::default());
    let outcome = drive(&mut *search, &run, &mut Silent);
    assert_eq!((outcome.stage, outcome.stop), (Stage::GaveUp, None));
    let took = thread_cpu().saturating_sub(began);
    assert!(took < GRACE, "{took:?}");
}

/// Lies, or falls over.
struct Bad(fn() -> Stage);

impl Search for Bad {
    fn name(&self) -> &'static str {
        "bad"
    }

    fn advance(&mut self, _: &mut Turn<'_>) -> Stage {
        (self.0)()
    }

    fn account(&self) -> Account {
        Account::default()
    }
}

/// In a race the planner makes up for a member that panics and one that lies.
#[test]
fn the_planner_races() {
    let level = Arc::new(level(EXAMPLE));
    let question = Question::default().objective(Objective::Moves);
    for threads in [1, 2] {
        let mut race =
            kuraban_search::Race::new("race", &level, Objective::Moves).threads(threads);
        race.enter(Box::new(Bad(|| panic!("a bug"))));
        race.enter(Box::new(Bad(|| Stage::Solved(kuraban_search::Found::default()))));
        race.enter(SatEngine.begin(&level, &question));
        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let outcome = drive(&mut race, &run, &mut Silent);
        let Stage::Solved(found) = outcome.stage else { panic!("{:?}", outcome.stage) };
        assert_eq!((found.steps.len(), found.by), (13, "sat"));
        assert_eq!(outcome.account.proved_by, Some("sat"));
    }
}
