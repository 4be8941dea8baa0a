//! A run may end anywhere, in turns of any length: what was told by then is right.

use std::sync::Arc;
use std::time::Duration;

use kuraban_level::Level;
use kuraban_optimise::{Goal, Optimiser, Task};
use kuraban_search::{Cancel, Found, Limits, Run, Search, Stage, Turn};
use kuraban_testkit::{Random, Rooms, own_solved};
use kuraban_verify::Solution;

use crate::oracle::solved;

/// What a search told on the way.
struct Told {
    /// Ranks of the solutions, in their order.
    ranks: Vec<Vec<usize>>,
    stage: Stage,
    last: Option<Found>,
    peak: usize,
}

/// Gives turns of that much work until the search is done, a limit is reached, or so many turns
/// are over. Every solution is played, and better than the one before.
fn in_turns(
    level: &Arc<Level>,
    task: Task,
    limits: Limits,
    work: u64,
    turns: usize,
) -> Told {
    let goal = task.goal.clone();
    let clock = || Duration::ZERO;
    let run = Run::new(limits, Cancel::default(), &clock);
    let given: Vec<_> = task.given.iter().map(|one| goal.rank(&one.figures())).collect();
    let mut search = Optimiser::new(task).expect("a task that can be done");
    let mut told = Told { ranks: Vec::new(), stage: Stage::Working, last: None, peak: 0 };
    for _ in 0..turns {
        let mut turn = Turn::new(&run, work, run.memory());
        told.stage = search.advance(&mut turn);
        let account = search.account();
        told.peak = told.peak.max(account.bytes).max(account.peak_bytes);
        if let Stage::Found(found) | Stage::Solved(found) = &told.stage {
            let solution = Solution::check(level, &found.steps).expect("a solution");
            assert_eq!(solution.steps().len(), found.steps.len(), "nothing follows it");
            let rank = goal.rank(&solution.figures());
            assert!(given.iter().all(|given| rank <= *given), "{rank:?}, {given:?}");
            match told.ranks.last() {
                // The end tells the best solution once more.
                Some(last) if matches!(told.stage, Stage::Solved(_)) => {
                    assert!(rank <= *last, "{rank:?} after {last:?}");
                }
                Some(last) => assert!(rank < *last, "{rank:?} after {last:?}"),
                None => {}
            }
            told.ranks.push(rank);
            told.last = Some(found.clone());
        }
        if !told.stage.goes_on() || run.stop().is_some() {
            break;
        }
    }
    told
}

const ENDLESS: usize = usize::MAX;

#[test]
fn turns_of_any_length_do_the_same() {
    let mut random = Random::new(31);
    let mut gains = 0;
    for round in 0..70 {
        let (level, given) = solved(&mut random, Rooms::CROWDED);
        let goal = if round % 2 == 0 { Goal::moves() } else { Goal::pushes() };
        let run = |work| {
            let task = Task::new(Arc::clone(&level), goal.clone());
            let task = task.given(vec![given.clone()]);
            in_turns(&level, task, Limits::default(), work, ENDLESS)
        };
        let whole = run(u64::MAX);
        assert!(matches!(whole.stage, Stage::Solved(_)), "{:?}", whole.stage);
        for work in [1, 100] {
            let parts = run(work);
            assert_eq!(parts.stage, whole.stage, "turns of {work}: {level:?}");
            assert!(parts.ranks.len() >= whole.ranks.len());
        }
        gains += usize::from(whole.ranks.last() < Some(&goal.rank(&given.figures())));
    }
    assert!(gains > 20, "{gains} of 70 became better");
}

/// Two lanes take turns where expansions are limited: neither starves.
#[test]
fn turns_of_one_unit_end() {
    let mut random = Random::new(32);
    for _ in 0..20 {
        let (level, given) = solved(&mut random, Rooms::CROWDED);
        let task = Task::new(Arc::clone(&level), Goal::moves()).given(vec![given]);
        let limits = Limits::default().nodes(1_000_000);
        let told = in_turns(&level, task, limits, 1, 5_000_000);
        assert!(matches!(told.stage, Stage::Solved(_)), "{:?}", told.stage);
    }
}

#[test]
fn stopped_anywhere_it_has_told_only_what_is_right() {
    let own = own_solved();
    let (mut stopped, mut gained, mut told_more) = (0, 0, 0);
    for (number, solved) in own.iter().step_by(9).enumerate() {
        let level = Arc::new(solved.level.clone());
        let given = Solution::check(&level, &solved.steps).expect("a solution");
        let goal = [Goal::moves(), Goal::pushes(), Goal::robot()][number % 3].clone();
        let task = || {
            let task = Task::new(Arc::clone(&level), goal.clone());
            task.given(vec![given.clone()]).seed(number as u64)
        };
        for (limits, turns) in [
            (Limits::default(), 1),
            (Limits::default(), 7),
            (Limits::default(), 60),
            (Limits::default().nodes(10), ENDLESS),
            (Limits::default().nodes(1_000), ENDLESS),
            (Limits::default().nodes(8_000), ENDLESS),
        ] {
            let told = in_turns(&level, task(), limits, 400, turns);
            stopped += usize::from(told.stage.goes_on());
            let before = goal.rank(&given.figures());
            gained += usize::from(told.ranks.last().is_some_and(|last| *last < before));
            told_more += usize::from(told.ranks.len() > 1);
        }
    }
    assert!(
        stopped > 10 && gained > 5 && told_more > 5,
        "{stopped} {gained} {told_more}"
    );
}

#[test]
fn a_cancelled_search_tells_nothing_new() {
    let mut random = Random::new(33);
    let (level, given) = solved(&mut random, Rooms::CROWDED);
    let clock = || Duration::ZERO;
    let cancel = Cancel::default();
    let run = Run::new(Limits::default(), cancel.clone(), &clock);
    let task = Task::new(Arc::clone(&level), Goal::moves()).given(vec![given]);
    let mut search = Optimiser::new(task).expect("a task that can be done");
    let mut expanded = 0;
    for turn in 0..20 {
        if turn == 2 {
            cancel.cancel();
            expanded = search.account().expanded;
        }
        let stage = search.advance(&mut Turn::new(&run, 10, usize::MAX));
        if turn > 2 {
            assert!(matches!(stage, Stage::Working), "{stage:?}");
        }
    }
    assert_eq!(search.account().expanded, expanded);
}

#[test]
fn memory_is_kept_to() {
    let own = own_solved();
    let (mut full, mut done, mut gained) = (0, 0, 0);
    for (number, solved) in own.iter().step_by(17).enumerate() {
        let level = Arc::new(solved.level.clone());
        let given = Solution::check(&level, &solved.steps).expect("a solution");
        let goal = [Goal::moves(), Goal::pushes()][number % 2].clone();
        for kib in [1, 4, 16, 64, 256, 1024, 4096] {
            let memory = kib << 10;
            let limits = Limits::default().memory(memory);
            let task = Task::new(Arc::clone(&level), goal.clone());
            let told =
                in_turns(&level, task.given(vec![given.clone()]), limits, 5_000, 12);
            let place = format!("{}, {kib} KiB, {goal}", solved.label);
            assert!(told.peak <= memory, "{place}: {}", told.peak);
            match told.stage {
                Stage::Full => full += 1,
                _ => done += 1,
            }
            let before = goal.rank(&given.figures());
            gained += usize::from(told.ranks.last().is_some_and(|last| *last < before));
            // Where there is memory for the board, the given solution is kept.
            assert!(told.last.is_some() || told.stage == Stage::Full, "{place}");
        }
    }
    assert!(full > 2 && done > 10 && gained > 3, "{full} {done} {gained}");
}
