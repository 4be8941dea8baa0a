//! Tables of all positions against the general table and against brute force.

use std::time::Duration;

use kuraban::{Cancel, Level, Limits, Positions, Run, Scope};
use kuraban_generate::{Exact, Measure, Room, Start, State, Table};
use kuraban_testkit::{Least, Random, Rooms, least};

/// Runs that never end.
static STANDS_STILL: fn() -> Duration = || Duration::ZERO;

fn unlimited() -> Run<'static> {
    Run::new(Limits::default(), Cancel::default(), &STANDS_STILL)
}

/// Levels with more positions are left out.
const MOST: usize = 20_000;

/// Levels of a single word, most of them unsolvable, with their rooms.
fn levels(count: usize) -> Vec<(Level, Room, Start)> {
    let mut random = Random::new(11);
    let mut found = Vec::new();
    while found.len() < count {
        let level = Rooms::SMALL.next(&mut random);
        // Floor that nobody reaches is no part of the room.
        found.extend(
            Room::of(&level).map(|(room, start)| (room.level(start), room, start)),
        );
    }
    found
}

#[test]
fn every_position_has_the_distance_of_the_general_table() {
    let (mut table, run) = (Table::default(), &unlimited());
    let (mut compared, mut rooms) = (0, 0);
    for (level, room, _) in levels(500) {
        table.fill(&room, Measure::Pushes, usize::MAX, run).expect("a small room");
        let Ok(all) = Positions::of(&level, Scope::Solvable, MOST) else { continue };
        rooms += 1;
        for position in (0..all.len()).step_by(all.len() / 40 + 1) {
            let (_, start) = Room::of(&all.position(position)).expect("the same room");
            let found = table.find(start).expect("a solvable position");
            let distance = table.distance(found) as u32;
            assert_eq!(Some(distance), all.pushes_to_go(position), "{level:?}");
            compared += 1;
        }
        let none = (0..table.positions().len()).step_by(table.positions().len() / 40 + 1);
        for at in none {
            let position = table.positions()[at];
            let player = position.zone & position.zone.wrapping_neg();
            let drawn = room.level(Start { boxes: position.boxes, player });
            let found = all.find(&drawn).and_then(|found| all.pushes_to_go(found));
            // The general table leaves out solved positions that no push leads to.
            if found.is_some() || table.distance(at) > 0 {
                assert_eq!(found, Some(table.distance(at) as u32), "{drawn:?}");
            }
        }
    }
    assert!(rooms > 400 && compared > 5_000, "{rooms} {compared}");
}

#[test]
fn starts_are_as_far_as_brute_force_finds() {
    let (mut table, run) = (Table::default(), &unlimited());
    let (mut live, mut lost) = (0, 0);
    for (level, room, start) in levels(200) {
        table.fill(&room, Measure::Pushes, usize::MAX, run).expect("a small room");
        let found = table.find(start).map(|found| table.distance(found) as u64);
        assert_eq!(found, least(&level).map(|least| least.pushes), "{level:?}");
        if found.is_some() { live += 1 } else { lost += 1 }
    }
    assert!(live > 10 && lost > 100, "{live} {lost}");
}

/// Straight runs, counted by a search over single pushes that remembers the last one.
fn fewest_lines(level: &Level) -> Option<usize> {
    use std::collections::{HashSet, VecDeque};
    let start = (level.player(), level.boxes().to_vec(), None);
    let mut queue = VecDeque::from([(start, 0)]);
    let mut seen = HashSet::new();
    while let Some((state, lines)) = queue.pop_front() {
        if !seen.insert(state.clone()) {
            continue;
        }
        let (player, boxes, run) = state;
        if boxes == level.goals() {
            return Some(lines);
        }
        for dir in kuraban::Dir::ALL {
            let Some(to) = level.step(player, dir) else { continue };
            if !boxes.contains(&to) {
                queue.push_front(((to, boxes.clone(), None), lines));
                continue;
            }
            let Some(beyond) = level.step(to, dir) else { continue };
            if boxes.contains(&beyond) {
                continue;
            }
            let mut moved: Vec<usize> =
                boxes.iter().map(|&at| if at == to { beyond } else { at }).collect();
            moved.sort_unstable();
            let next = (to, moved, Some(dir));
            if run == Some(dir) {
                queue.push_front((next, lines));
            } else {
                queue.push_back((next, lines + 1));
            }
        }
    }
    None
}

#[test]
fn box_lines_are_counted_right() {
    let (mut table, run) = (Table::default(), &unlimited());
    let mut solved = 0;
    for (level, room, start) in levels(300) {
        table.fill(&room, Measure::BoxLines, usize::MAX, run).expect("a small room");
        let found = table.find(start).map(|found| table.distance(found));
        assert_eq!(found, fewest_lines(&level), "{level:?}");
        solved += usize::from(found.is_some());
    }
    assert!(solved > 20, "{solved}");
}

/// All sequences of pushes of the least number that solve, by trying them.
fn count_ways(level: &Level, pushes: usize) -> u64 {
    if level.is_solved_at_start() {
        return 1;
    }
    if pushes == 0 {
        return 0;
    }
    let zone = level.flood(vec![level.player()], |at| !level.square(at).has_box);
    let mut ways = 0;
    for &at in level.boxes() {
        for dir in kuraban::Dir::ALL {
            let (Some(behind), Some(to)) = (level.step(at, !dir), level.step(at, dir))
            else {
                continue;
            };
            if !zone[behind] || level.square(to).has_box {
                continue;
            }
            let mut squares = level.squares().to_vec();
            (squares[at].has_box, squares[to].has_box) = (false, true);
            let next = Level::new(level.rules(), level.width(), squares, &[at]);
            ways += count_ways(&next.expect("a level"), pushes - 1);
        }
    }
    ways
}

#[test]
fn shortest_ways_and_lost_positions_are_counted() {
    let (mut table, run) = (Table::default(), &unlimited());
    let (mut counted, mut several) = (0, 0);
    for (level, room, start) in levels(700) {
        table.fill(&room, Measure::Pushes, usize::MAX, run).expect("a small room");
        let Some(found) = table.find(start) else { continue };
        let pushes = table.distance(found);
        if pushes > 6 || !level.is_enclosed() {
            continue;
        }
        let exact = Exact::of(&level, &mut table, run).expect("a small level");
        assert_eq!(exact.ways, count_ways(&level, pushes), "{level:?}");
        counted += 1;
        several += usize::from(exact.ways > 1);
        let all = Positions::of(&level, Scope::Reachable, usize::MAX).expect("a table");
        let dead = (0..all.len()).filter(|&at| all.pushes_to_go(at).is_none()).count();
        let share = dead as f64 / all.len() as f64;
        assert!((exact.dead_share - share).abs() < 1e-9, "{level:?}");
        let states = State::all(&level, &mut table, run).expect("a small level");
        assert_eq!(states.len(), all.len());
        assert_eq!(states[0].pushes_to_go, Some(pushes));
        assert!(states.iter().all(|state| {
            state.best.is_empty() == state.pushes_to_go.is_none_or(|left| left == 0)
        }));
    }
    assert!(counted > 60 && several > 10, "{counted} {several}");
}

#[test]
fn states_know_the_fewest_moves_and_how_they_begin() {
    let (mut table, run) = (Table::default(), &unlimited());
    let (mut solved, mut several) = (0, 0);
    for (level, ..) in levels(400) {
        let Some(states) = State::all(&level, &mut table, run) else { continue };
        for state in states.iter().step_by(states.len() / 3 + 1) {
            let mut squares = level.squares().to_vec();
            for square in &mut squares {
                square.has_box = false;
            }
            for &at in &state.boxes {
                squares[at].has_box = true;
            }
            let start =
                Level::new(level.rules(), level.width(), squares, &[state.player]);
            let start = start.expect("a position is a level");
            let found = least(&start);
            let to_go = state.pushes_to_go.zip(state.moves_to_go);
            let cost = |least: Least| {
                (least.pushes as usize, least.moves_at_least_pushes as usize)
            };
            assert_eq!(to_go, found.map(cost), "{start:?}");
            let Some((pushes, moves)) = to_go.filter(|&(pushes, _)| pushes > 0) else {
                assert_eq!(state.first_steps, 0);
                continue;
            };
            // Each of them leaves one move less, and no other does.
            for dir in kuraban::Dir::ALL {
                let to = start.step(start.player(), dir);
                let push = to.is_some_and(|to| start.square(to).has_box);
                let next = kuraban::after(&start, &[kuraban::Step { dir, push }]);
                let left = next.ok().and_then(|next| least(&next)).map(cost);
                let is_best = left == Some((pushes - usize::from(push), moves - 1));
                let is_told = state.first_steps & (1 << dir.index()) != 0;
                assert_eq!(is_told, is_best, "{start:?} {dir:?}");
            }
            solved += 1;
            several += usize::from(state.first_steps.count_ones() > 1);
        }
    }
    assert!(solved > 40 && several > 5, "{solved} {several}");
}

#[test]
fn what_is_too_large_is_refused() {
    let grid = kuraban_generate::Grid::new(8, 8).expect("small enough");
    let room = Room { grid, floor: grid.all(), goals: 0b1111_0000 };
    let (mut table, run) = (Table::default(), &unlimited());
    assert!(table.fill(&room, Measure::Pushes, 1000, run).is_err());
    let crowded = Room { goals: 0b1111_1111, ..room };
    assert!(table.fill(&crowded, Measure::Pushes, usize::MAX, run).is_err());
    let nine = Room { goals: 0b1_1111_1111, ..room };
    assert!(table.fill(&nine, Measure::Pushes, usize::MAX, run).is_err());
}
