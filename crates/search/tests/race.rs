//! Races of members that do what a script says.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use kuraban_level::{Dir, Level};
use kuraban_search::{
    Account, BestCell, Cancel, Claim, Event, Farthest, Fault, Found, Limits, Listener,
    Objective, Outcome, Race, Run, Search, Silent, Stage, Stop, Turn, drive,
};

/// Prepares, works for a given time, and then does something.
struct Scripted {
    name: &'static str,
    prepare: u64,
    work: u64,
    bytes: usize,
    then: fn(&mut Turn<'_>) -> Stage,
    expanded: u64,
}

impl Search for Scripted {
    fn name(&self) -> &'static str {
        self.name
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        while self.prepare > 0 {
            if turn.spend(1).is_break() {
                return Stage::Working;
            }
            self.prepare -= 1;
        }
        while self.work > 0 {
            if turn.expand(1).is_break() {
                return Stage::Working;
            }
            if turn.hold(self.bytes * self.expanded as usize).is_break() {
                return Stage::Full;
            }
            self.work -= 1;
            self.expanded += 1;
        }
        (self.then)(turn)
    }

    fn account(&self) -> Account {
        Account::new(self.expanded, 0, self.bytes * self.expanded as usize)
    }
}

fn member(name: &'static str, work: u64, then: fn(&mut Turn<'_>) -> Stage) -> Scripted {
    Scripted { name, prepare: 0, work, bytes: 0, then, expanded: 0 }
}

fn slow() -> Scripted {
    member("slow", u64::MAX, |_| unreachable!("it is never done"))
}

fn found(steps: Vec<Dir>, optimal: Vec<Claim>) -> Found {
    Found { steps, optimal, by: "" }
}

/// The way of one push, and one with a detour.
fn one_push() -> Found {
    found(vec![Dir::Right], Vec::new())
}

fn level() -> Arc<Level> {
    Arc::new("######\n#@$. #\n#    #\n######".parse().expect("a level"))
}

fn race(
    objective: Objective,
    threads: usize,
    members: Vec<Scripted>,
    limits: Limits,
) -> Outcome {
    let mut race = Race::new("race", &level(), objective).threads(threads);
    for member in members {
        race.enter(Box::new(member));
    }
    let ticks = AtomicU64::new(0);
    let clock = || Duration::from_micros(ticks.fetch_add(10, Ordering::Relaxed));
    let run = Run::new(limits, Cancel::default(), &clock);
    drive(&mut race, &run, &mut Silent)
}

#[test]
fn the_first_solution_wins_and_says_whose_it_is() {
    for threads in [1, 2, 4] {
        let quick = member("quick", 60_000, |_| Stage::Solved(one_push()));
        let members = vec![slow(), quick, slow()];
        let outcome = race(Objective::Any, threads, members, Limits::default());
        let Stage::Solved(found) = outcome.stage else { panic!("{:?}", outcome.stage) };
        assert_eq!((found.steps.len(), found.by), (1, "quick"));
    }
}

/// Takes large steps, and tells how many.
struct Plodder<'a> {
    steps: u64,
    taken: &'a AtomicU64,
}

impl Plodder<'_> {
    /// Work of a step.
    const STEP: u64 = 1_000;
}

impl Search for Plodder<'static> {
    fn name(&self) -> &'static str {
        "plodder"
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        while self.taken.load(Ordering::Relaxed) < self.steps {
            if turn.spend(Self::STEP).is_break() {
                return Stage::Working;
            }
            self.taken.fetch_add(1, Ordering::Relaxed);
        }
        Stage::Solved(one_push())
    }

    fn account(&self) -> Account {
        Account::default()
    }
}

/// The other member has four times the work when the last one is done, and one turn of some ten
/// million units at most.
#[test]
fn turns_stop_growing_and_keep_their_proportion() {
    static OTHER: AtomicU64 = AtomicU64::new(0);
    static LAST: AtomicU64 = AtomicU64::new(0);
    for steps in [10_000, 30_000, 50_000] {
        OTHER.store(0, Ordering::Relaxed);
        LAST.store(0, Ordering::Relaxed);
        let mut race = Race::new("race", &level(), Objective::Any).first_turn(8_000);
        race.enter(Box::new(Plodder { steps: u64::MAX, taken: &OTHER }));
        let mut race = race.first_turn(2_000);
        race.enter(Box::new(Plodder { steps, taken: &LAST }));
        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        assert!(matches!(drive(&mut race, &run, &mut Silent).stage, Stage::Solved(_)));
        let other = OTHER.load(Ordering::Relaxed);
        assert!((4 * steps..=4 * steps + 20_000).contains(&other), "{steps}: {other}");
    }
}

#[test]
fn a_late_member_waits_and_then_has_turns_as_long_as_the_others() {
    let expanded = |after| {
        let mut race = Race::new("race", &level(), Objective::Any);
        race.enter(Box::new(slow()));
        let late = member("late", 30_000, |_| Stage::Solved(one_push()));
        race.enter_after(after, Box::new(late), 1);
        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let outcome = drive(&mut race, &run, &mut Silent);
        assert_eq!(outcome.best.map(|found| found.by), Some("late"));
        outcome.account.expanded
    };
    let (early, late) = (expanded(0), expanded(500_000));
    assert!(early < 100_000, "{early}");
    // Its first turn is enough for it.
    assert!((530_000..600_000).contains(&late), "{late}");
}

/// The turns of the other one have grown to eight times the first: so has the late one's, and it is
/// done in its first turn.
#[test]
fn a_late_member_has_turns_as_if_it_had_always_been_there() {
    static OTHER: AtomicU64 = AtomicU64::new(0);
    static LATE: AtomicU64 = AtomicU64::new(0);
    let (after, steps) = (1_000_000, 60);
    let mut race = Race::new("race", &level(), Objective::Any).first_turn(2_000);
    race.enter(Box::new(Plodder { steps: u64::MAX, taken: &OTHER }));
    let mut race = race.first_turn(8_000);
    race.enter_after(after, Box::new(Plodder { steps, taken: &LATE }), 1);
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &clock);
    assert!(matches!(drive(&mut race, &run, &mut Silent).stage, Stage::Solved(_)));
    // Two more turns of the other one are 32 steps.
    let beside = OTHER.load(Ordering::Relaxed) - after / Plodder::STEP;
    assert!(beside < 20, "{beside}");
}

#[test]
fn a_thread_with_nobody_else_to_work_for_takes_the_late_member() {
    let mut race = Race::new("race", &level(), Objective::Any).threads(2);
    race.enter(Box::new(slow()));
    let late = member("late", 30_000, |_| Stage::Solved(one_push()));
    race.enter_after(u64::MAX, Box::new(late), 1);
    let clock = || Duration::ZERO;
    let run = Run::new(Limits::default(), Cancel::default(), &clock);
    let outcome = drive(&mut race, &run, &mut Silent);
    assert_eq!(outcome.best.map(|found| found.by), Some("late"));
}

#[test]
fn one_thread_does_the_same_work_every_time() {
    let expanded = || {
        let quick = member("quick", 77_777, |_| Stage::Unsolvable);
        let outcome = race(Objective::Any, 1, vec![slow(), quick], Limits::default());
        assert_eq!(outcome.account.proved_by, Some("quick"));
        outcome.account.expanded
    };
    assert_eq!(expanded(), expanded());
}

#[test]
fn a_panic_and_a_lie_are_faults_and_the_others_go_on() {
    for threads in [1, 2] {
        let members = vec![
            member("bad", 7, |_| panic!("a bug")),
            member("liar", 9, |_| Stage::Solved(found(vec![Dir::Left], vec![]))),
            member("good", 90_000, |_| Stage::Unsolvable),
        ];
        let outcome = race(Objective::Any, threads, members, Limits::default());
        assert_eq!(outcome.stage, Stage::Unsolvable, "{threads}");
    }
    let bad = vec![member("bad", 7, |_| panic!("a bug"))];
    let outcome = race(Objective::Any, 1, bad, Limits::default());
    let fault = Fault { by: "bad", what: "panic: a bug".into() };
    assert_eq!(outcome.stage, Stage::Failed(fault));
    let liar = vec![member("liar", 7, |_| Stage::Solved(found(vec![Dir::Left], vec![])))];
    let outcome = race(Objective::Any, 1, liar, Limits::default());
    let Stage::Failed(fault) = outcome.stage else { panic!("{:?}", outcome.stage) };
    assert!(fault.what.contains("fail their replay"), "{}", fault.what);
}

#[test]
fn a_preparation_that_never_ends_is_stopped_by_the_deadline() {
    for threads in [1, 3] {
        let endless = || {
            let mut endless = slow();
            endless.prepare = u64::MAX;
            endless
        };
        let limits = Limits::default().time(Duration::from_millis(5));
        let outcome = race(Objective::Any, threads, vec![endless(), endless()], limits);
        assert_eq!((outcome.stage, outcome.stop), (Stage::Working, Some(Stop::Time)));
    }
}

#[test]
fn the_node_limit_is_exact_on_one_thread() {
    let limits = Limits::default().nodes(12_345);
    let outcome = race(Objective::Any, 1, vec![slow(), slow(), slow()], limits);
    assert_eq!((outcome.account.expanded, outcome.stop), (12_345, Some(Stop::Nodes)));
}

#[test]
fn races_nest() {
    for threads in [1, 2] {
        let mut outer = Race::new("outer", &level(), Objective::Any).threads(threads);
        let mut inner = Race::new("inner", &level(), Objective::Any);
        inner.enter(Box::new(slow()));
        let deep = member("deep", 30_000, |_| Stage::Solved(one_push()));
        inner.enter(Box::new(deep));
        outer.enter(Box::new(slow()));
        outer.enter(Box::new(inner));
        let clock = || Duration::ZERO;
        let run = Run::new(Limits::default(), Cancel::default(), &clock);
        let outcome = drive(&mut outer, &run, &mut Silent);
        assert_eq!(outcome.best.map(|found| found.by), Some("deep"));
    }
}

#[test]
fn what_ends_a_race_is_told_apart() {
    let gave_up = || member("a", 1, |_| Stage::GaveUp);
    let outcome = race(Objective::Any, 1, vec![gave_up()], Limits::default());
    assert_eq!((outcome.stage, outcome.stop), (Stage::GaveUp, None));
    let full = member("b", 1, |_| Stage::Full);
    let outcome = race(Objective::Any, 1, vec![gave_up(), full], Limits::default());
    assert_eq!((outcome.stage, outcome.stop), (Stage::Full, Some(Stop::Memory)));
}

#[test]
fn a_member_that_leaves_makes_room_for_the_others() {
    let mut hungry = member("hungry", u64::MAX, |_| unreachable!("it is full before"));
    let mut modest = member("modest", 150_000, |_| Stage::Unsolvable);
    (hungry.bytes, modest.bytes) = (100, 4);
    let limits = Limits::default().memory(1_000_000);
    let outcome = race(Objective::Any, 1, vec![hungry, modest], limits);
    assert_eq!(outcome.stage, Stage::Unsolvable);
    assert!(outcome.account.peak_bytes <= 1_000_000, "{:?}", outcome.account);
}

#[test]
fn threads_share_one_budget() {
    // Both are at work at once, and neither ever has the part of the other.
    let watch = |turn: &mut Turn<'_>| {
        assert_eq!(turn.memory(), 500_000);
        while turn.spend(1).is_continue() {}
        Stage::Working
    };
    let members = vec![member("one", 0, watch), member("other", 0, watch)];
    let limits = Limits::default().memory(1_000_000).time(Duration::from_secs(1));
    let outcome = race(Objective::Any, 2, members, limits);
    assert_eq!(outcome.stage, Stage::Working, "{:?}", outcome.stage);
}

#[test]
fn a_solution_that_meets_its_bound_is_least() {
    for threads in [1, 2] {
        let members = vec![
            member("finder", 50, |turn| {
                let _ = turn.spend(10);
                Stage::Solved(one_push())
            }),
            member("prover", 40_000, |turn| {
                turn.prove(Claim::Pushes, 1);
                Stage::Working
            }),
        ];
        let outcome = race(Objective::Pushes, threads, members, Limits::default());
        let Stage::Solved(found) = outcome.stage else { panic!("{:?}", outcome.stage) };
        assert_eq!((found.by, found.optimal), ("finder", vec![Claim::Pushes]));
        assert_eq!(outcome.account.proved_by, Some("prover"));
        assert_eq!(outcome.bounds.get(&Claim::Pushes), Some(&1));
    }
}

/// The clock cancels when it is looked at for the thousandth time. Threads look every 200 units
/// of work, so none may do more than that afterwards.
#[test]
fn cancelling_ends_every_thread() {
    for threads in [1, 2, 3] {
        let mut race = Race::new("race", &level(), Objective::Any).threads(threads);
        for _ in 0..3 {
            race.enter(Box::new(slow()));
        }
        let (cancel, looks) = (Cancel::default(), AtomicU64::new(0));
        let clock = || {
            let look = looks.fetch_add(1, Ordering::Relaxed);
            if look + 1 == 1_000 {
                cancel.cancel();
            }
            Duration::from_micros(look)
        };
        // Without a limit of time nobody looks at the clock.
        let limits = Limits::default().time(Duration::MAX);
        let run = Run::new(limits, cancel.clone(), &clock);
        let outcome = drive(&mut race, &run, &mut Silent);
        assert_eq!(outcome.stop, Some(Stop::Cancelled));
        let looks = looks.into_inner();
        assert!(
            (1_000..1_000 + 5 * threads as u64).contains(&looks),
            "{threads}: {looks}"
        );
    }
}

#[test]
fn a_solution_is_told_before_the_last_member_is_full() {
    let members = vec![
        member("finder", 50, |_| Stage::Solved(one_push())),
        member("full", 60, |_| Stage::Full),
    ];
    let outcome = race(Objective::Pushes, 1, members, Limits::default());
    assert_eq!(outcome.stage, Stage::Full);
    assert!(outcome.best.is_some(), "{outcome:?}");
}

#[test]
fn what_is_not_counted_needs_a_proof_too() {
    let found = |_: &mut Turn<'_>| Stage::Found(one_push());
    let members = vec![member("finder", 50, found), slow()];
    let limits = Limits::default().nodes(100_000);
    let outcome = race(Objective::Actions, 1, members, limits);
    assert_eq!(outcome.stop, Some(Stop::Nodes), "{outcome:?}");
}

/// Comes farther with its work up to a point, and falls back then.
struct Climber(u64, usize);

impl Climber {
    /// Work of a step.
    const STEP: u64 = 50_000;
    const STEPS: u64 = 20;
}

impl Search for Climber {
    fn name(&self) -> &'static str {
        "climber"
    }

    fn advance(&mut self, turn: &mut Turn<'_>) -> Stage {
        while turn.expand(1).is_continue() {
            self.0 += 1;
        }
        if self.0 < Self::STEP * Self::STEPS { Stage::Working } else { Stage::GaveUp }
    }

    fn account(&self) -> Account {
        Account::default()
    }

    fn farthest(&self) -> Option<Farthest> {
        let height = (self.0 / Self::STEP) as usize;
        let packed = if height < self.1 { height } else { 0 };
        let cell =
            BestCell { strategy: "climb", packed, boxes: 40, regions: 1, plan: None };
        Some(Farthest { cell, boxes: vec![packed], player: 0 })
    }
}

/// Hears how far it goes.
struct Heights(Vec<usize>);

impl Listener for Heights {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if let Event::Farthest(reached) = event {
            assert_eq!(reached.boxes, [reached.cell.packed]);
            self.0.push(reached.cell.packed);
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn a_farther_position_of_any_member_is_told_once() {
    let mut race = Race::new("race", &level(), Objective::Any);
    race.enter(Box::new(Climber(0, 5)));
    race.enter(Box::new(Climber(0, 12)));
    let ticks = AtomicU64::new(0);
    let clock = || Duration::from_millis(ticks.fetch_add(100, Ordering::Relaxed));
    let run = Run::new(Limits::default(), Cancel::default(), &clock);
    let mut heard = Heights(Vec::new());
    assert_eq!(drive(&mut race, &run, &mut heard).stage, Stage::GaveUp);
    // The second member comes beyond the first, to 11 at most.
    assert!(matches!(heard.0.last(), Some(6..12)), "{:?}", heard.0);
    assert!(heard.0.is_sorted_by(|low, high| low < high), "{:?}", heard.0);
}
