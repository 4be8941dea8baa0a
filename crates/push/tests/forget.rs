//! Greedy searches whose memory is full forget, go on, and claim nothing that they do not know.

use kuraban_push::{OPTIMAL, PULL, PUSH, WEIGHTED};
use kuraban_search::{Engine, Limits, Objective, Outcome, Question, Stage, Stop, ask};
use kuraban_testkit::{Random, Rooms, hall, own};
use kuraban_verify::Solution;

/// Rooms with many positions for their size; many of them cannot be solved.
const ROOMS: Rooms = Rooms { width: (10, 2), height: (8, 2), wall: 9, boxes: (5, 2) };
/// Expansions at most: what needs more is left out.
const NODES: u64 = 8_000;
/// Expansions at least: what needs less hardly forgets.
const FEWEST: u64 = 500;

fn within(engine: &dyn Engine, level: &kuraban_level::Level, memory: usize) -> Outcome {
    let limits = Limits::default().nodes(3 * NODES).memory(memory);
    let outcome = ask(engine, level, &Question::default().limits(limits));
    let peak = outcome.account.peak_bytes;
    assert!(peak <= memory, "{}: {peak} of {memory}", engine.name());
    outcome
}

/// A level of our own that none of the searches solves soon.
const HARD: usize = 63;

/// With all kinds of little memory: solutions are solutions, nothing is called unsolvable that
/// was not looked through, and the same happens again.
#[test]
fn what_was_forgotten_proves_nothing() {
    let mut random = Random::new(17);
    let rooms = std::iter::repeat_with(|| ROOMS.next(&mut random)).take(500);
    let (mut full, mut solved, mut went_on) = (0, 0, 0);
    for level in rooms.chain(own()) {
        for engine in [&PUSH, &PULL] {
            let free = Limits::default().nodes(NODES);
            let free = ask(engine, &level, &Question::default().limits(free));
            if free.stop.is_some() || free.account.expanded < FEWEST {
                continue;
            }
            let is_solved = matches!(free.stage, Stage::Solved(_));
            for part in [2, 3, 5, 9] {
                let memory = free.account.peak_bytes / part;
                let outcome = within(engine, &level, memory);
                let (name, text) = (engine.name(), format!("{level:?}"));
                match &outcome.stage {
                    Stage::Solved(found) => {
                        assert!(is_solved, "{name}: {text}");
                        Solution::check(&level, &found.steps).expect("a solution");
                        solved += 1;
                    }
                    Stage::Full => {
                        assert_eq!(outcome.stop, Some(Stop::Memory));
                        full += 1;
                    }
                    Stage::Working => assert_eq!(outcome.stop, Some(Stop::Nodes)),
                    stage => panic!("{name} in {memory} bytes: {stage:?}\n{text}"),
                }
                went_on +=
                    u32::from(outcome.account.expanded > free.account.expanded / 2);
                let again = within(engine, &level, memory);
                assert_eq!(outcome.account.expanded, again.account.expanded);
                assert_eq!(outcome.stage, again.stage);
            }
        }
    }
    assert!(full > 50 && solved > 20 && went_on > 50, "{full}, {solved}, {went_on}");
}

/// However many expansions it ends after, a search tells of no memory that it has only asked for.
#[test]
fn what_is_wanted_next_is_not_taken() {
    let (level, memory) = (hall(50, 50, 20), 1 << 20);
    for nodes in 1..40 {
        let limits = Limits::default().nodes(nodes).memory(memory);
        let outcome = ask(&PUSH, &level, &Question::default().limits(limits));
        let peak = outcome.account.peak_bytes;
        assert!(peak <= memory, "{nodes} nodes: {peak}");
    }
}

/// Searches that weigh or prove end when their memory is full, as their promises need all nodes.
#[test]
fn other_orders_end_where_memory_ends() {
    let level = own().swap_remove(HARD);
    let asked = [(&WEIGHTED, Objective::Any), (&OPTIMAL, Objective::Pushes)];
    for (engine, objective) in asked {
        let limits = Limits::default().nodes(2_000_000).memory(1 << 20);
        let question = Question::default().objective(objective).limits(limits);
        let outcome = ask(engine, &level, &question);
        let (name, expanded) = (engine.name(), outcome.account.expanded);
        assert_eq!(outcome.stop, Some(Stop::Memory), "{name}: {expanded} expanded");
    }
}
