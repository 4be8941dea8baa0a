//! The proven facts of the acceptance cases, where they are at hand.

use crate::common::run;
use kuraban_level::{Level, Rules, Square};
use kuraban_search::{Limits, Objective, Stage};
use kuraban_verify::Solution;
use serde_json::Value;

/// Levels with more states are left to the release build.
const MOST: u64 = 100_000;

/// `None` where the cases are not at hand.
fn cases() -> Option<Vec<Value>> {
    let path = kuraban_testkit::shared("acceptance/cases.json")?;
    let text = std::fs::read_to_string(path).expect("a text");
    Some(serde_json::from_str(&text).expect("the cases are a list"))
}

/// The alphabets of the dialects, in the order wall, goal, box, box on goal, player, player on
/// goal, floor.
fn alphabet(format: &str) -> Option<&'static str> {
    match format {
        "glyph" => Some("█◌■◙☺☻ "),
        "letter" => Some("XGJjMm."),
        "ampersand" => Some("#.BX&% "),
        "crate" => Some("#XCcSs "),
        "xsb" => Some("#.$*@+ "),
        _ => None,
    }
}

/// A level in one of the dialects; this reader expects correct files.
fn read(case: &Value) -> Option<Level> {
    let format = case["format"].as_str()?;
    let letters: Vec<char> = alphabet(format)?.chars().collect();
    let text = case["text"].as_str()?.replace("\r\n", "\n");
    let is_row = |row: &&str| {
        format == "crate"
            || !row.trim().is_empty() && row.chars().all(|c| letters.contains(&c))
    };
    let text = text.trim_start_matches('\u{feff}').trim_end_matches('\n');
    let rows: Vec<Vec<char>> =
        text.lines().filter(is_row).map(|row| row.chars().collect()).collect();
    let width = rows.iter().map(Vec::len).max()?;
    let (mut squares, mut players) = (Vec::new(), Vec::new());
    for row in rows {
        for column in 0..width {
            let letter = row.get(column).copied().unwrap_or(letters[6]);
            let kind = letters.iter().position(|&known| known == letter)?;
            if matches!(kind, 4 | 5) {
                players.push(squares.len());
            }
            squares.push(Square {
                wall: kind == 0,
                goal: matches!(kind, 1 | 3 | 5),
                has_box: matches!(kind, 2 | 3),
            });
        }
    }
    Level::new(Rules::Boxes, width, squares, &players).ok()
}

fn read_boulders(case: &Value) -> Level {
    let rows = case["struct"]["matrix"].as_array().expect("a matrix");
    let width = rows[0].as_array().expect("a row").len();
    let at = |name: &str| {
        let pair = &case["struct"][name];
        let number = |index: usize| pair[index].as_u64().expect("a number") as usize;
        number(0) * width + number(1)
    };
    let mut squares: Vec<Square> = rows
        .iter()
        .flat_map(|row| row.as_array().expect("a row"))
        .map(|value| if value == 1 { Square::BOX } else { Square::FLOOR })
        .collect();
    squares[at("goal")].goal = true;
    Level::new(Rules::Boulders, width, squares, &[at("start")]).expect("a level")
}

#[test]
fn engines_meet_the_facts_of_box_levels() {
    let Some(cases) = cases() else { return };
    let mut met = 0;
    for case in cases {
        let id = case["id"].as_str().expect("cases have names");
        let want = &case["expected"];
        if !matches!(case["kind"].as_str(), Some("solve" | "strategy"))
            || want["reachable_states"].as_u64().is_none_or(|states| states > MOST)
        {
            continue;
        }
        let level = read(&case).expect(id);
        for engine in kuraban_classic::engines() {
            for objective in [Objective::Pushes, Objective::Moves, Objective::Robot] {
                let slow = matches!(engine.name(), "dfs" | "iddfs" | "idastar")
                    && want["reachable_states"].as_u64() > Some(2_000);
                if slow || !engine.promise().optimal.contains(&objective) {
                    continue;
                }
                let label = format!("{id} {} {objective}", engine.name());
                let ran = run(engine.as_ref(), &level, objective, Limits::default());
                let found = match ran.stage {
                    Stage::Solved(found) => found,
                    stage => {
                        assert_eq!(stage, Stage::Unsolvable, "{label}");
                        assert_eq!(want["solvable"], false, "{label}");
                        let expanded = ran.account.expanded;
                        check_count(engine.name(), objective, want, expanded, &label);
                        met += 1;
                        continue;
                    }
                };
                let figures =
                    Solution::check(&level, &found.steps).expect(&label).figures();
                let facts = match objective {
                    Objective::Pushes => [
                        ("min_pushes", figures.pushes),
                        ("moves_at_min_pushes", figures.moves),
                    ],
                    Objective::Moves => [
                        ("min_moves", figures.moves),
                        ("pushes_at_min_moves", figures.pushes),
                    ],
                    _ => [("min_robot_half_moves", figures.robot_half_moves); 2],
                };
                for (name, own) in facts {
                    if let Some(fact) = want[name].as_u64() {
                        assert_eq!(own as u64, fact, "{label}: {name}");
                        met += 1;
                    }
                }
            }
        }
    }
    assert!(met > 500, "only {met} facts met");
}

fn check_count(
    engine: &str,
    objective: Objective,
    want: &Value,
    expanded: u64,
    label: &str,
) {
    let name = match objective {
        Objective::Moves => "reachable_states",
        Objective::Pushes => "reachable_push_states",
        _ => return,
    };
    if engine == "bfs" || engine == "astar" {
        assert_eq!(Some(expanded), want[name].as_u64(), "{label}");
    }
}

#[test]
fn engines_meet_the_facts_of_boulder_levels() {
    let Some(cases) = cases() else { return };
    let mut met = 0;
    for case in cases {
        let id = case["id"].as_str().expect("cases have names");
        let want = &case["expected"];
        if case["kind"] != "boulder" {
            continue;
        }
        let level = read_boulders(&case);
        for engine in kuraban_classic::engines() {
            for objective in [Objective::Moves, Objective::Pushes, Objective::Actions] {
                let slow = matches!(engine.name(), "dfs" | "iddfs" | "idastar")
                    && want["reachable_states"].as_u64() > Some(2_000);
                if slow
                    || engine.accepts(&level, objective).is_err()
                    || !engine.promise().optimal.contains(&objective)
                {
                    continue;
                }
                let label = format!("{id} {} {objective}", engine.name());
                let ran = run(engine.as_ref(), &level, objective, Limits::default());
                let Stage::Solved(found) = ran.stage else {
                    assert_eq!(want["solvable"], false, "{label}");
                    if matches!(engine.name(), "bfs" | "astar") {
                        let states = want["reachable_states"].as_u64();
                        assert_eq!(Some(ran.account.expanded), states, "{label}");
                    }
                    met += 1;
                    continue;
                };
                let figures =
                    Solution::check(&level, &found.steps).expect(&label).figures();
                let facts = match objective {
                    Objective::Moves => vec![("min_steps", figures.moves)],
                    Objective::Pushes => vec![
                        ("min_pushes", figures.pushes),
                        ("steps_at_min_pushes", figures.moves),
                    ],
                    _ => Vec::new(),
                };
                for (name, own) in facts {
                    assert_eq!(Some(own as u64), want[name].as_u64(), "{label}: {name}");
                    met += 1;
                }
            }
        }
    }
    assert!(met > 100, "only {met} facts met");
}

#[test]
fn pulling_is_refused_where_the_end_is_not_known() {
    let mut refused = 0;
    let level = kuraban_testkit::level(1, Rules::Boulders);
    for engine in kuraban_classic::engines() {
        if let Err(why) = engine.accepts(&level, Objective::Any) {
            assert!(
                why.0.contains("final positions of the boulders are not known"),
                "{why}"
            );
            refused += 1;
        }
    }
    assert_eq!(refused, 2);
}
