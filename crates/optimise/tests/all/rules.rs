//! What may change, and what is refused.

use std::sync::Arc;

use kuraban_level::{Dir, Level, Rules};
use kuraban_optimise::{Goal, Optimiser, Task, TaskError};
use kuraban_search::{Limits, Outcome, Stage};
use kuraban_testkit::{Random, Rooms, level as generated};
use kuraban_verify::{Replay, Solution};

use crate::brute::dirs;
use crate::oracle::{shorten, solved};

/// Nothing is proved where something has to stay, so the search does not end by itself soon.
fn few() -> Limits {
    Limits::default().nodes(2_000)
}

/// The squares and directions of all pushes.
fn pushes(level: &Level, steps: &[Dir]) -> Vec<(usize, Dir)> {
    let mut replay = Replay::new(level);
    let played = steps.iter().filter_map(|&dir| {
        replay.step(dir).expect("a legal step").map(|(from, _)| (from, dir))
    });
    played.collect()
}

/// The steps that were found.
fn found(outcome: &Outcome) -> Vec<Dir> {
    outcome.best.as_ref().expect("a solution").steps.clone()
}

fn task(level: &Arc<Level>, given: &Solution, goal: Goal) -> Task {
    Task::new(Arc::clone(level), goal).given(vec![given.clone()])
}

#[test]
fn pushes_outside_the_range_stay() {
    let mut random = Random::new(41);
    let (mut gained, mut inside) = (0, 0);
    let mut round = 0;
    while round < 36 {
        let (level, given) = solved(&mut random, Rooms::CROWDED);
        // Where there is something to keep and something to change.
        if given.figures().pushes < 8 {
            continue;
        }
        round += 1;
        let goal = if round % 2 == 0 { Goal::moves() } else { Goal::pushes() };
        let old = pushes(&level, &dirs(given.steps()));
        let (from, tail) =
            (random.below(old.len() / 3 + 1), random.below(old.len() / 3 + 1));
        let to = old.len() - tail;
        let task = task(&level, &given, goal.clone()).range(from..to);
        let steps = found(&shorten(task, few()));
        let new = pushes(&level, &steps);
        let place = format!("{from}..{to} of {}: {level:?}", given.lurd());
        assert_eq!(new[..from], old[..from], "{place}");
        assert!(new.len() + to >= old.len() + from, "{place}");
        assert_eq!(new[new.len() - tail..], old[to..], "{place}");
        inside += usize::from(from > 0 && tail > 0);
        gained += usize::from(from > 0 && tail > 0 && new != old);
    }
    assert!(inside > 10 && gained > 2, "{gained} of {inside} changed");
}

#[test]
fn the_player_can_end_where_it_ended() {
    let mut random = Random::new(42);
    let (mut gained, mut elsewhere) = (0, 0);
    for _ in 0..80 {
        let (level, given) = solved(&mut random, Rooms::SMALL);
        let end = |steps: &[Dir]| pushes(&level, steps).last().map(|&(from, _)| from);
        let old = dirs(given.steps());
        let kept = task(&level, &given, Goal::moves()).keep_end(true);
        let kept = found(&shorten(kept, few()));
        assert_eq!(end(&kept), end(&old), "{level:?}");
        gained += usize::from(kept.len() < old.len());
        let free = task(&level, &given, Goal::moves());
        let free = found(&shorten(free, few()));
        elsewhere += usize::from(end(&free) != end(&old));
    }
    assert!(gained > 20 && elsewhere > 2, "{gained} shorter, {elsewhere} elsewhere");
}

#[test]
fn ranges_outside_the_solution_are_refused() {
    let level: Level = "#######\n#@$  .#\n#######".parse().expect("a level");
    let level = Arc::new(level);
    let given = Solution::check(&level, &[Dir::Right; 3]).expect("a solution");
    let new = |range| Optimiser::new(task(&level, &given, Goal::moves()).range(range));
    for range in [0..4, 3..4, 2..2, 7..9] {
        let refused = new(range.clone()).err();
        assert_eq!(refused, Some(TaskError::Range(3, range)));
    }
    #[expect(clippy::reversed_empty_ranges, reason = "nobody keeps people from it")]
    let reversed = 2..1;
    assert_eq!(new(reversed.clone()).err(), Some(TaskError::Range(3, reversed)));
    assert!(new(0..3).is_ok() && new(2..3).is_ok());
    let told = TaskError::Range(3, 3..4).to_string();
    assert_eq!(told, "4 to 4 is no range of the pushes of the solution: it has 3");
}

#[test]
fn boulders_and_large_boards_are_refused() {
    let boulders = Arc::new(generated(1, Rules::Boulders));
    let refused = Optimiser::new(Task::new(boulders, Goal::moves())).err();
    assert_eq!(refused, Some(TaskError::Boulders));
    let hall = |size: usize| {
        let mut rows = vec![vec![b'#'; size]; size];
        for row in &mut rows[1..size - 1] {
            row[1..size - 1].fill(b' ');
        }
        (rows[2][2], rows[3][3], rows[5][6]) = (b'@', b'$', b'.');
        let rows: Vec<_> = rows.iter().map(|row| String::from_utf8_lossy(row)).collect();
        Arc::new(rows.join("\n").parse::<Level>().expect("a level"))
    };
    let refused = Optimiser::new(Task::new(hall(70), Goal::moves())).err();
    assert!(matches!(refused, Some(TaskError::TooLarge(squares)) if squares > 4096));
    assert!(Optimiser::new(Task::new(hall(60), Goal::moves())).is_ok());
}

/// Fields of costs become narrow when a goal names many figures.
#[test]
fn figures_that_do_not_fit_are_refused() {
    let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
    let walk = [Dir::Right, Dir::Left].repeat(70_000);
    let steps = [walk, vec![Dir::Right; 3]].concat();
    let given = Solution::check(&level, &steps).expect("a solution");
    let level = Arc::new(level);
    let all = "moves,pushes,box-lines,box-changes,sessions,player-lines,robot";
    let refused = Optimiser::new(task(&level, &given, all.parse().expect("a goal")));
    assert_eq!(refused.err(), Some(TaskError::TooLong));
    let outcome = shorten(task(&level, &given, Goal::moves()), Limits::default());
    assert_eq!(found(&outcome), [Dir::Right; 3]);
}

#[test]
fn nothing_comes_of_nothing() {
    let level: Level = "#######\n#@ $ .#\n#######".parse().expect("a level");
    let outcome = shorten(Task::new(Arc::new(level), Goal::moves()), Limits::default());
    assert_eq!((outcome.stage, outcome.best), (Stage::GaveUp, None));
}
