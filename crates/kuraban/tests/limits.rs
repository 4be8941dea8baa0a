//! Limits hold in every engine on every board, preparation included.

use std::time::{Duration, Instant};

use kuraban::{
    AskError, Cancel, Clock as _, Level, Limits, Objective, Question, Solver, Status,
    SystemClock, engines,
};
use kuraban_testkit::{comb, hall, snake};

/// Time allowed beyond a limit. On a board of a million squares a test build takes two or
/// three times as long.
const OVER: Duration =
    Duration::from_millis(if cfg!(debug_assertions) { 250 } else { 100 });

fn boards() -> Vec<(&'static str, Level)> {
    vec![
        ("hall 40x40, 30 boxes", hall(40, 40, 30)),
        ("hall 60x60, 100 boxes", hall(60, 60, 100)),
        ("hall 60x60, 200 boxes", hall(60, 60, 200)),
        ("hall 100x100, 1000 boxes", hall(100, 100, 1_000)),
        ("hall 120x120, 5 boxes", hall(120, 120, 5)),
        ("hall 1000x1000, 1 box", hall(1_000, 1_000, 1)),
        ("snake 63x63", snake(63)),
        ("snake 301x301", snake(301)),
        ("comb of 400", comb(400)),
    ]
}

/// Asks every engine and objective about a board; tells the processor time each took.
fn ask_all(
    name: &str,
    level: &Level,
    question: impl Fn(Objective) -> Question,
) -> Vec<String> {
    let mut slow = Vec::new();
    for engine in engines() {
        let solver = Solver::new(engine.name()).expect("a known name");
        for objective in [Objective::Any, Objective::Pushes, Objective::Moves] {
            let (question, clock) = (question(objective), SystemClock::start());
            let before = clock.thread_cpu().unwrap_or_default();
            let answer = solver.solve(level, &question);
            let took = clock.thread_cpu().unwrap_or_default().saturating_sub(before);
            let answer = match answer {
                Ok(answer) => answer,
                Err(AskError::Refused(_)) => continue,
                Err(error) => panic!("{error}"),
            };
            let who = format!("{name}, {} for {objective}", engine.name());
            assert!(!matches!(answer.status, Status::Error(_)), "{who}: {answer:?}");
            let most = question.limits.memory.unwrap_or(usize::MAX);
            assert!(answer.account.peak_bytes <= most, "{who}: {:?}", answer.account);
            let time = question.limits.time.unwrap_or(Duration::from_millis(20));
            if took > time + OVER {
                slow.push(format!("{who}: {took:?}"));
            }
        }
    }
    slow
}

#[test]
fn the_time_limit_holds_everywhere() {
    let mut slow = Vec::new();
    for (name, level) in boards() {
        let limits = Limits::default().time(Duration::from_millis(150)).memory(1 << 29);
        slow.extend(ask_all(name, &level, |objective| {
            Question::default().objective(objective).limits(limits)
        }));
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

#[test]
fn cancel_is_answered_at_once() {
    let mut slow = Vec::new();
    for (name, level) in boards() {
        // Somebody else cancels while the engine is at work; `ask_all` allows the same time.
        let after = Duration::from_millis(20);
        let limits = Limits::default().memory(1 << 29);
        slow.extend(ask_all(name, &level, |objective| {
            let cancel = Cancel::default();
            let token = cancel.clone();
            std::thread::spawn(move || {
                std::thread::sleep(after);
                token.cancel();
            });
            Question::default().objective(objective).limits(limits).cancel(cancel)
        }));
    }
    assert!(slow.is_empty(), "{slow:#?}");
}

/// What an engine cannot promise on a board it says before it begins, in words.
#[test]
fn boards_that_are_too_large_are_refused_in_words() {
    let level = hall(120, 120, 5);
    let refused = |engine: &str, objective| {
        let question = Question::default()
            .objective(objective)
            .limits(Limits::default().time(Duration::from_millis(1)));
        match Solver::new(engine).expect("a known name").solve(&level, &question) {
            Err(AskError::Refused(refusal)) => refusal.to_string().contains("squares"),
            _ => false,
        }
    };
    for engine in ["fess", "sat", "pull", "weighted"] {
        assert!(refused(engine, Objective::Any), "{engine}");
    }
    assert!(refused("optimal", Objective::Moves));
    for engine in ["auto", "push", "greedy", "astar", "optimal"] {
        assert!(!refused(engine, Objective::Any), "{engine}");
    }
}

/// Memory is refused at every size: no engine panics or takes more.
#[test]
fn the_memory_limit_holds_everywhere() {
    let levels = [
        ("hall 15x12, 6 boxes", hall(15, 12, 6)),
        ("hall 50x50, 20 boxes", hall(50, 50, 20)),
    ];
    for (name, level) in levels {
        for bytes in [0, 1 << 10, 1 << 14, 1 << 17, 1 << 20, 1 << 23, 1 << 25] {
            let limits = Limits::default().time(Duration::from_millis(40)).memory(bytes);
            let _ = ask_all(name, &level, |objective| {
                Question::default().objective(objective).limits(limits)
            });
        }
    }
}

/// What one engine solves in a moment, `auto` solves soon after, on one thread and on two.
#[test]
fn auto_is_not_much_worse_than_the_best_engine() {
    let more = [
        ("hall 50x50, 90 boxes", hall(50, 50, 90)),
        ("hall 62x62, 60 boxes", hall(62, 62, 60)),
        ("comb of 100", comb(100)),
        ("comb of 200", comb(200)),
    ];
    let mut compared = 0;
    for (name, level) in boards().into_iter().chain(more) {
        let solves = |engine: &str, threads: usize, millis: u64| {
            // Processor time: others on the machine do not count.
            let limits = Limits::default().cpu(Duration::from_millis(millis));
            let question = Question::default().limits(limits.memory(1 << 29));
            let solver = Solver::new(engine).expect("a known name");
            let answer = solver.solve(&level, &question.threads(threads));
            answer.is_ok_and(|answer| answer.solution.is_some())
        };
        if engines().iter().any(|engine| solves(engine.name(), 1, 200)) {
            compared += 1;
            for threads in [1, 2] {
                let begun = Instant::now();
                let solved = solves("auto", threads, 1_500 * threads as u64);
                assert!(solved, "{name}, {threads} threads: {:?}", begun.elapsed());
            }
        }
    }
    assert!(compared >= 3, "{compared} boards that some engine solves in a moment");
}

/// In twice the memory that the greedy search needs, `auto` finds its solution too, though its
/// members share the memory.
#[test]
fn auto_does_with_twice_the_memory_that_one_engine_needs() {
    let level = hall(150, 150, 1);
    let solves = |engine: &str, threads: usize, memory: usize| {
        let question = Question::default().limits(Limits::default().memory(memory));
        let solver = Solver::new(engine).expect("a known name");
        let answer = solver.solve(&level, &question.threads(threads)).expect("an answer");
        assert!(answer.account.peak_bytes <= memory, "{engine}: {:?}", answer.account);
        answer.found_by == Some("greedy")
    };
    let enough =
        (1..=64).map(|megabytes| megabytes << 20).find(|&it| solves("greedy", 1, it));
    let enough = enough.expect("there is some limit");
    for threads in [1, 2] {
        assert!(solves("auto", threads, 2 * enough), "{threads} threads, {enough} bytes");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_thread_outlives_its_call() {
    let threads = || {
        let status = std::fs::read_to_string("/proc/self/status").expect("status");
        let line = status.lines().find(|line| line.starts_with("Threads:"));
        line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
    };
    let level = hall(20, 20, 12);
    let solver = Solver::new("auto").expect("a known name");
    let before: usize = threads();
    for _ in 0..20 {
        let limits = Limits::default().time(Duration::from_millis(25)).memory(1 << 28);
        let question = Question::default().threads(3).limits(limits);
        let answer = solver.solve(&level, &question).expect("it can be asked");
        assert!(!matches!(answer.status, Status::Error(_)));
    }
    // If a thread were left after each call, there would be twenty. Other tests may start a
    // few meanwhile.
    assert!(threads() < before + 10);
}
