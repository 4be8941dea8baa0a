//! What must hold on any level.

use std::time::Duration;

use kuraban::{
    Claim, Dialect, Entry, Level, Objective, Question, Rules, Solver, Square, Status,
    Symmetry, identity, lurd,
};
use kuraban_lint::{Budget, Collection, Depth, FixKind, Report, Subject};
use kuraban_testkit::{Random, own, shared_levels};

fn check(level: &Level, rules: &str, collection: &Collection) -> Report {
    let entry = Entry::bare(Dialect::Xsb, Ok(level.clone()));
    let stands_still = || Duration::ZERO;
    let subject = Subject::new(&entry, level, collection, None);
    let depth = Depth { table: 3_000, level: 20_000, ..Depth::USUAL };
    let mut budget = Budget::new(Question::default(), &stands_still, depth);
    subject.check(&rules.parse().expect("rules"), &mut budget)
}

/// Levels that testkit makes and that can be solved.
fn small_levels() -> impl Iterator<Item = Level> {
    let pulled = (0..150).filter_map(|seed| {
        let text = kuraban_testkit::pulled(&mut Random::new(seed))?;
        text.parse().ok()
    });
    (0..300).map(|seed| kuraban_testkit::level(seed, Rules::Boxes)).chain(pulled)
}

/// The squares that differ between a level and another of its size.
fn differing(level: &Level, other: &Level) -> Vec<[usize; 2]> {
    assert_eq!((level.width(), level.player()), (other.width(), other.player()));
    let differ = |at: &usize| level.square(*at) != other.square(*at);
    let place = |at| {
        let (row, column) = level.row_column(at);
        [row, column]
    };
    (0..level.squares().len()).filter(differ).map(place).collect()
}

#[test]
fn changes_that_are_offered_do_what_they_say_and_change_nothing_else() {
    let mut tried = [0; 3];
    for level in small_levels() {
        let report = check(&level, "S6,S7,S9", &Collection::default());
        for finding in &report.findings {
            let fix = finding.fix.as_ref().expect("these three offer a change");
            let after = check(&fix.level, finding.rule, &Collection::default());
            assert_eq!(report.fingerprint, after.fingerprint, "{level:?}");
            assert!(after.findings.is_empty(), "{level:?}\n{:?}", after.findings);
            match fix.kind {
                FixKind::Core | FixKind::Open => {
                    assert_eq!(differing(&level, &fix.level), finding.squares);
                }
                FixKind::Trim => {
                    let same = identity::canonical(&fix.level);
                    assert_eq!(identity::canonical(&level), same);
                }
                FixKind::Start => unreachable!(),
            }
            tried[fix.kind as usize] += 1;
        }
    }
    assert!(tried.iter().all(|&tried| tried > 30), "{tried:?}");
}

#[test]
fn a_level_and_its_core_have_the_same_core() {
    let mut smaller = 0;
    for level in small_levels() {
        let report = check(&level, "S6,D3", &Collection::default());
        let Some(fix) = report.findings.iter().find_map(|found| found.fix.as_ref())
        else {
            continue;
        };
        smaller += 1;
        let again = check(&fix.level, "D3", &Collection::default());
        assert_eq!((&report.core, &again.core), (&again.id, &again.id), "{level:?}");
    }
    assert!(smaller > 30, "{smaller}");
}

#[test]
fn a_box_that_is_a_wall_can_be_one() {
    let mut found = 0;
    for level in small_levels() {
        let report = check(&level, "B1", &Collection::default());
        for finding in &report.findings {
            let [row, column] = finding.squares[0];
            let mut squares = level.squares().to_vec();
            squares[row * level.width() + column] = Square::WALL;
            let filled =
                Level::new(Rules::Boxes, level.width(), squares, &[level.player()])
                    .unwrap();
            let question = Question::default().objective(Objective::Pushes);
            let answer = Solver::new("astar").unwrap().solve(&filled, &question).unwrap();
            assert!(answer.optimal.contains(&Claim::Pushes));
            let pushes = answer.solution.unwrap().figures().pushes;
            assert_eq!(Some(pushes), report.fingerprint.as_ref().unwrap().pushes);
            found += 1;
        }
    }
    assert!(found > 10, "{found}");
}

#[test]
fn a_silent_trap_can_be_walked_into() {
    let (mut found, mut later) = (0, 0);
    for level in small_levels() {
        let report = check(&level, "T2", &Collection::default());
        for finding in &report.findings {
            let [row, column] = finding.squares[0];
            let at = row * level.width() + column;
            assert!(level.boxes().contains(&at), "{level:?}\n{finding:?}");
            let letters = finding.evidence["steps"].as_str().expect("steps");
            let steps = lurd::read(letters).expect("letters");
            let lost = kuraban::after(&level, &steps).expect("steps that can be made");
            let before = kuraban::after(&level, &steps[..steps.len() - 1]).unwrap();
            let solve = |level| {
                let solver = Solver::new("astar").unwrap();
                solver.solve(level, &Question::default()).unwrap().status
            };
            assert_eq!(solve(&lost), Status::Unsolvable);
            assert_eq!(solve(&before), Status::Solved);
            found += 1;
            later += usize::from(steps.iter().filter(|step| step.push).count() > 1);
        }
    }
    assert!(found > 20 && later > 5, "{found} {later}");
}

/// The level with one inner square made something else; `None` where that is no closed level.
fn edited(level: &Level, random: &mut Random) -> Option<Level> {
    let mut squares = level.squares().to_vec();
    let at = random.below(squares.len());
    let (row, column) = level.row_column(at);
    let (bottom, right) = (level.height() - 1, level.width() - 1);
    let inside = (1..bottom).contains(&row) && (1..right).contains(&column);
    let square = squares[at];
    if !inside || square.goal || square.has_box || at == level.player() {
        return None;
    }
    squares[at] = if square.wall { Square::FLOOR } else { Square::WALL };
    let new = Level::new(Rules::Boxes, level.width(), squares, &[level.player()]).ok()?;
    (new.is_enclosed() && new.decorations().is_empty()).then_some(new)
}

#[test]
fn edited_levels_are_found_again() {
    let mut random = Random::new(3);
    let levels: Vec<Level> = own()
        .into_iter()
        .filter(|level| level.is_enclosed() && level.squares().len() < 400)
        .collect();
    let mut library = Collection::default();
    for (number, level) in levels.iter().enumerate() {
        library.add_known(format!("level {number}"), level);
    }
    let mut tried = 0;
    for level in &levels {
        for edits in 1..=3 {
            let mut changed = level.clone();
            let mut done = 0;
            for _ in 0..200 {
                if done < edits
                    && let Some(next) = edited(&changed, &mut random)
                {
                    changed = next;
                    done += 1;
                }
            }
            let seen = Symmetry::ALL[random.below(8)].level(&changed);
            if done < edits || identity::canonical(&seen) == identity::canonical(level) {
                continue;
            }
            tried += 1;
            assert!(library.is_known(&seen), "{edits} edits of {level:?}");
        }
    }
    assert!(tried > 100, "{tried}");
}

#[test]
fn levels_of_boxoban_are_not_near_each_other() {
    let Some(levels) = shared_levels("boxoban_unfiltered_test") else { return };
    // 20 times 500 pairs.
    let mut library = Collection::default();
    for level in &levels[..500] {
        library.add_known("a level".into(), level);
    }
    for (number, level) in levels[500..520].iter().enumerate() {
        assert!(!library.is_known(level), "{number}");
    }
}
