//! `solve --known`: a known solution is proved least, or a better one is found.

mod common;

use std::fs;
use std::path::PathBuf;

use common::{LEVEL, err, run};
use serde_json::Value;

const HALL: &str =
    "#########\n#       #\n# @$  . #\n#       #\n#  $ .  #\n#       #\n#########\n";
/// Five pushes, the fewest, with a stroll before them.
const LEAST: &str = "ulrdRRRlllddRR";
/// The first box goes down and up again.
const DETOUR: &str = "RurDrddlUluRRlllddRR";

fn solve(arguments: &[&str]) -> (Option<i32>, Value, String) {
    let all = [&["solve", "--json", "--objective", "pushes"], arguments].concat();
    let output = run(&all, HALL);
    let text = String::from_utf8(output.stdout.clone()).expect("UTF-8");
    let line = text.lines().next().unwrap_or("null");
    (output.status.code(), serde_json::from_str(line).expect("JSON"), err(&output))
}

#[test]
fn what_is_known_is_proved_or_bettered() {
    for known in [LEAST, DETOUR] {
        let (code, told, error) = solve(&["--known", known, "-"]);
        assert_eq!(code, Some(0), "{known}: {error}");
        assert_eq!(told["pushes"], 5, "{known}: {told}");
        let optimal = told["optimal"].as_array().expect("claims");
        assert!(optimal.contains(&"pushes".into()), "{known}: {told}");
    }
}

#[test]
fn a_limit_leaves_the_known_solution() {
    let (code, told, error) = solve(&["--known", DETOUR, "--nodes", "1", "-"]);
    assert_eq!(code, Some(0), "{error}");
    assert_eq!((&told["pushes"], &told["found_by"]), (&7.into(), &"known".into()));
    assert!(!told["optimal"].as_array().expect("claims").contains(&"pushes".into()));
}

#[test]
fn people_are_told_what_became_of_it() {
    for (known, word) in [
        (LEAST, "note: no solution has fewer pushes than the known one"),
        (DETOUR, "note: better than the known solution: 5 pushes, not 7"),
    ] {
        let arguments = ["solve", "--objective", "pushes", "--known", known, "-"];
        let told = err(&run(&arguments, HALL));
        assert!(told.contains(word), "{known}: {told}");
    }
}

#[test]
fn files_of_solutions_are_taken_too() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("known");
    fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("answers.csv");
    fs::write(&file, format!("level,lurd\n1,{DETOUR}\n1,{LEAST}\n")).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let (code, told, error) = solve(&["--known", file, "--nodes", "1", "-"]);
    assert_eq!((code, &told["pushes"]), (Some(0), &5.into()), "{error}");
    fs::write(file, format!("level,lurd\n7,{LEAST}\n")).expect("a file");
    let (code, _, error) = solve(&["--known", file, "-"]);
    assert_eq!(code, Some(0), "{error}");
    assert!(error.contains("--known has no solution of level 1"), "{error}");
}

/// Several may be given, on standard input, too.
#[test]
fn the_best_of_several_counts() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("known-several");
    fs::create_dir_all(&folder).expect("a folder");
    let level = folder.join("hall.xsb");
    fs::write(&level, HALL).expect("a file");
    let level = level.to_str().expect("UTF-8");
    let asked = ["solve", "--json", "--objective", "pushes", "--nodes", "1"];
    let known = ["--known", DETOUR, "--known", "-", level];
    let output = run(&[&asked[..], &known].concat(), LEAST);
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["pushes"], 5, "{told}");

    let output = run(&[&asked[..], &["--known", "-", "-"]].concat(), HALL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("read once only"), "{}", err(&output));

    let table = folder.join("answers.csv");
    fs::write(&table, format!("level,lurd\n1,{LEAST}\n")).expect("a file");
    let table = ["--known", table.to_str().expect("UTF-8"), level, level];
    let output = run(&[&asked[..], &table].concat(), "");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("the column `file`"), "{}", err(&output));
}

#[test]
fn what_cannot_be_used_is_refused() {
    let cases: [(&[&str], &str); 4] = [
        (&["--known", "rrr", "-"], "--known: this is no solution"),
        (&["--known", "no-such-file.csv", "-"], "no-such-file.csv"),
        (&["--known", LEAST, "--engine", "bfs", "-"], "takes no known solution"),
        (&["--known", LEAST, "--objective", "any", "-"], "cannot be used multiple"),
    ];
    for (arguments, why) in cases {
        let (code, _, error) = solve(arguments);
        assert!(
            code != Some(0) && error.contains(why),
            "{arguments:?}: {code:?} {error}"
        );
    }
    let output = run(&["solve", "--objective", "any", "--known", "rR", "-"], LEVEL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("not for the objective `any`"), "{}", err(&output));
    let output = run(&["solve", "--objective", "moves", "--ties", "none", "-"], LEVEL);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        err(&output).contains("--ties is for --objective pushes"),
        "{}",
        err(&output)
    );
}
