//! `optimise` as people and programs use it.

mod common;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Output, Stdio};
use std::time::{Duration, Instant};

use common::{LEVEL, err, kuraban, run};
use serde_json::Value;

/// A hall where a solution with detours is easily drawn.
const HALL: &str =
    "#########\n#       #\n# @$  . #\n#       #\n#  $ .  #\n#       #\n#########\n";

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn json(output: &Output) -> Value {
    serde_json::from_str(out(output).lines().next().expect("a line")).expect("JSON")
}

/// A place for files of this test.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

#[test]
fn a_solution_gets_shorter_and_the_proof_is_told() {
    let first = out(&run(&["solve", "-q", "--engine", "dfs", "-"], HALL));
    let output = run(&["optimise", "--json", "--threads", "1", "-", first.trim()], HALL);
    let told = json(&output);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let exact = json(&run(&["solve", "--json", "--objective", "moves", "-"], HALL));
    assert_eq!((&told["moves"], &told["pushes"]), (&exact["moves"], &exact["pushes"]));
    assert_eq!(told["optimal"], serde_json::json!(["moves", "pushes", "moves,pushes"]));
    assert!(told["before"]["moves"].as_u64() > told["moves"].as_u64(), "{told}");
    assert_eq!(told["stable"]["k"], 2);
    assert!(!told["gains"].as_array().expect("gains").is_empty());
    assert_eq!(told["goal"], "moves,pushes");
}

#[test]
fn people_see_each_gain_and_what_became_of_it() {
    let output = run(&["optimise", "--threads", "1", "-"], HALL);
    assert_eq!(out(&output).lines().count(), 1);
    let told = err(&output);
    assert!(told.contains(" moves (of which "), "{told}");
    assert!(told.contains("proved least: moves; pushes; moves,pushes"), "{told}");
    assert!(!out(&run(&["optimise", "-q", "-"], HALL)).is_empty());
    assert_eq!(err(&run(&["optimise", "-q", "-"], HALL)), "");
}

#[test]
fn what_is_no_solution_is_refused_with_its_reason() {
    for (steps, why) in
        [("r", "legal but do not solve"), ("uuuuu", "step"), ("hello", "no solution")]
    {
        let output = run(&["optimise", "-", steps], LEVEL);
        assert_eq!(output.status.code(), Some(3), "{steps}");
        assert!(err(&output).contains(why), "{}", err(&output));
    }
    let unsolvable = "#####\n#$ .#\n# @ #\n#####\n";
    assert_eq!(run(&["optimise", "-"], unsolvable).status.code(), Some(1));
    for arguments in [
        &["optimise", "--goal", "steps", "-"][..],
        &["optimise", "--range", "0-3", "-"],
        &["optimise", "--range", "1-9", "-", "rR"],
        &["optimise", "--solutions", "/no/such/file", "-"],
    ] {
        assert_eq!(run(arguments, LEVEL).status.code(), Some(3), "{arguments:?}");
    }
}

#[test]
fn every_line_of_a_file_is_a_solution_of_its_own() {
    let folder = folder("lines");
    let (level, lines) = (folder.join("level.xsb"), folder.join("lines.txt"));
    fs::write(&level, HALL).expect("written");
    let long = out(&run(&["solve", "-q", "--engine", "dfs", "-"], HALL));
    let short = out(&run(&["solve", "-q", "--objective", "moves", "-"], HALL));
    fs::write(&lines, format!("{long}{short}")).expect("written");
    let (level, lines) = (level.to_str().unwrap(), lines.to_str().unwrap());
    let told = json(&run(&["optimise", "--json", "--solutions", lines, level], ""));
    assert_eq!(told["before"]["moves"], short.trim().len());
    let formed =
        json(&run(&["optimise", "--json", "--form", "plan", level, short.trim()], ""));
    assert_eq!(formed["output"].as_array().map(Vec::len), Some(short.trim().len()));
    // What names no level here is told; what is no option is no solution either.
    fs::write(lines, "level,lurd\n999,rR\n").expect("written");
    let output = run(&["optimise", "--solutions", lines, level], "");
    assert!(err(&output).contains("warning: no solution"), "{}", err(&output));
    let output = run(&["optimise", level, "--frob"], "");
    assert!(err(&output).contains("unexpected argument '--frob'"), "{}", err(&output));
}

#[test]
fn a_state_is_a_plain_file() {
    let output = run(&["optimise", "--state", "/dev/null", "-"], LEVEL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("plain file"), "{}", err(&output));
}

#[test]
fn what_has_no_claim_of_its_own_is_proved_by_its_figures() {
    let told =
        json(&run(&["optimise", "--json", "--goal", "box-lines,moves", "-"], HALL));
    assert_eq!(told["least"], serde_json::json!(["box-lines", "moves"]));
    assert_eq!(told["stable"]["k"], told["boxes"]);
    let output = run(&["optimise", "--goal", "box-lines,moves", "-"], HALL);
    assert!(err(&output).contains("; box-lines,moves"), "{}", err(&output));
    assert!(!err(&output).contains("stable"), "{}", err(&output));
    // A proof of the first figure is none of the second.
    let few = ["optimise", "--json", "--goal", "pushes,moves", "--nodes", "1", "-"];
    let stopped = json(&run(&[&few[..], &["duRRRlllddRR"]].concat(), HALL));
    assert_eq!(stopped["least"], serde_json::json!(["pushes"]), "{stopped}");
}

#[test]
fn answers_go_to_a_file_and_levels_bring_solutions_from_one() {
    let folder = folder("out");
    let (levels, sok) = (folder.join("two.xsb"), folder.join("shorter.sok"));
    fs::write(&levels, format!("; One\n\n{LEVEL}\n; Two\n\n{HALL}\n")).expect("written");
    let (levels, sok) = (levels.to_str().unwrap(), sok.to_str().unwrap());
    let output = run(&["optimise", levels, "--form", "sok", "-o", sok], "");
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(0), ""));
    let verified = run(&["verify", sok], "");
    assert_eq!(verified.status.code(), Some(0), "{}", err(&verified));
    assert!(err(&verified).starts_with("2 levels: 2 solved\n"), "{}", err(&verified));
    // By its board, not by its number.
    let output = run(&["optimise", "--json", "--solutions", sok, "-"], HALL);
    assert!(json(&output)["gains"][0]["arm"] == "given", "{}", out(&output));
    // A place that takes nothing is told first, and nothing is left where there is no answer.
    let output = run(&["optimise", levels, "-o", "/no/such/folder/file"], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("cannot write"), "{}", err(&output));
    let none = folder.join("none");
    let output = run(&["optimise", "/no/such/file", "-o", none.to_str().unwrap()], "");
    assert_eq!((output.status.code(), none.exists()), (Some(3), false));
    assert!(err(&output).contains("no such file"), "{}", err(&output));
    // With both goals a level still stands there once.
    let both = out(&run(&["optimise", "-q", "--both", "--form", "sok", "-"], HALL));
    assert_eq!(both.matches("# @$  . #").count(), 1, "{both}");
    // What is wrong is told by its file; a stored one that does not solve is left out.
    let wrong = folder.join("wrong.sok");
    fs::write(&wrong, format!("{HALL}\nSolution\nRRR\n")).expect("written");
    let wrong = wrong.to_str().unwrap();
    let output = run(&["optimise", "--solutions", wrong, "-"], HALL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("wrong.sok, level 1: this is no"), "{}", err(&output));
    assert!(!err(&output).contains("warning"), "{}", err(&output));
    let output = run(&["optimise", wrong], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(err(&output).contains("level 1: stored, but this is no"), "{}", err(&output));
    // A file of levels without solutions is none of solutions.
    let output = run(&["optimise", "--solutions", levels, "-"], HALL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("no solutions with them"), "{}", err(&output));
}

#[test]
fn steps_behind_the_end_are_told() {
    let more = "RRRlllddRRll";
    let word = "2 steps after the level is solved: cut";
    let told = err(&run(&["optimise", "--keep-end", "--time", "1s", "-", more], HALL));
    let note = format!("note: {word}; the player ends where he stands then");
    assert!(told.contains(&note), "{told}");
    assert!(told.contains("nothing is left to try"), "{told}");
    let told = json(&run(&["optimise", "--json", "--time", "1s", "-", more], HALL));
    assert_eq!(told["warnings"][0], word);
}

/// The pushes of a range are those that were typed, whatever stands in the file.
#[test]
fn a_range_is_of_the_typed_solution() {
    let stored = format!("{HALL}\nSolution\nRRRlllddRR\n");
    let typed = "RurDrddlUluRRlllddRR";
    let asked = ["optimise", "--time", "1s", "--range", "6-7", "-", typed];
    let output = run(&asked, &stored);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let output = run(&["optimise", "--range", "1-2", "--state", "no.json", "-"], HALL);
    assert!(err(&output).contains("cannot be used with"), "{}", err(&output));
}

#[test]
fn a_board_too_large_is_told_what_works() {
    let inside = format!("#{}#\n", " ".repeat(70)).repeat(70);
    let board = format!("{0}\n#@$.{1}#\n{inside}{0}\n", "#".repeat(72), " ".repeat(67));
    let output = run(&["optimise", "-"], &board);
    assert_eq!(output.status.code(), Some(3));
    for word in ["4096", "`astar`", "`verify`"] {
        assert!(err(&output).contains(word), "{}", err(&output));
    }
    assert_eq!(run(&["solve", "--engine", "astar", "-"], &board).status.code(), Some(0));
}

#[test]
fn both_goals_stand_in_one_object() {
    let told = json(&run(&["optimise", "--json", "--both", "-"], HALL));
    assert_eq!(told["goal"], "moves,pushes");
    assert_eq!(told["other"]["goal"], "pushes,moves");
    assert!(told["other"]["pushes"].as_u64() <= told["pushes"].as_u64());
    let text = out(&run(&["optimise", "-q", "--both", "-"], HALL));
    assert!(text.starts_with("; 1 (moves,pushes)\n"), "{text}");
    // What is printed can be read back.
    let folder = folder("both");
    let (level, solutions) = (folder.join("level.xsb"), folder.join("both.txt"));
    fs::write(&level, HALL).expect("written");
    fs::write(&solutions, text).expect("written");
    let (level, solutions) = (level.to_str().unwrap(), solutions.to_str().unwrap());
    let again = run(&["optimise", "--solutions", solutions, level], "");
    assert_eq!(again.status.code(), Some(0), "{}", err(&again));
}

#[test]
fn collections_are_compared_with_a_table() {
    let folder = folder("table");
    let (levels, table) = (folder.join("two.xsb"), folder.join("known.csv"));
    fs::write(&levels, format!("; 1\n\n{LEVEL}\n; 2\n\n{HALL}\n")).expect("written");
    let rows = "level,best_moves,best_pushes\n1,2,1\n2,99,50\n";
    fs::write(&table, rows).expect("written");
    let (levels, table) = (levels.to_str().unwrap(), table.to_str().unwrap());
    let output = run(&["optimise", "--table", table, levels], "");
    let told = err(&output);
    assert!(told.contains("level 1: 2 moves"), "{told}");
    assert!(told.contains("; = the best known 2/1"), "{told}");
    assert!(told.contains("; < the best known 99/50"), "{told}");
    assert!(told.contains("1 better, 1 as good, 0 worse"), "{told}");
    let told = err(&run(&["optimise", "--both", "--table", table, levels], ""));
    for word in ["level 2, goal pushes,moves: ", "\ngoal moves,pushes: 2 solutions: "] {
        assert!(told.contains(word), "{told}");
    }
    // What the table cannot say is told.
    let asked = ["optimise", "--goal", "box-lines", "--table", table, levels];
    let told = err(&run(&asked, ""));
    assert!(told.contains("warning: --table has no row"), "{told}");
    assert!(told.contains("), 1 box lines"), "{told}");
}

/// Begins a long run, and waits until it has kept its first state; the run, the state's file and
/// the level's.
fn begin(name: &str) -> (Child, [String; 2]) {
    let folder = folder(name);
    let (level, state) = (folder.join("level.xsb"), folder.join("state.json"));
    // Too many boxes for a proof within the time.
    let hall = "#############\n#@          #\n# $ $ $ $   #\n#           #\n# $ $ $ $   #\n\
                #    ....   #\n#    ....   #\n#           #\n#############\n";
    fs::write(&level, hall).expect("written");
    let arguments = ["optimise", "--json", "--threads", "1", "--time", "60s", "--state"]
        .map(str::to_owned);
    let files = [state.display().to_string(), level.display().to_string()];
    let child = kuraban()
        .args(arguments.iter().chain(&files))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let started = Instant::now();
    while !state.exists() && started.elapsed() < Duration::from_secs(50) {
        std::thread::sleep(Duration::from_millis(10));
    }
    (child, files)
}

/// A run that was stopped by hand has printed its solution.
#[cfg(unix)]
#[test]
fn an_interrupted_run_is_done() {
    let (child, _) = begin("interrupted");
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(json(&output)["reason"], "cancelled");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_killed_run_goes_on_from_its_state() {
    let (mut child, files) = begin("state");
    child.kill().expect("it is killed");
    child.wait().expect("it ends");
    let kept: Value =
        serde_json::from_str(&fs::read_to_string(&files[0]).expect("a state"))
            .expect("JSON");
    let best = kept["pool"][0].as_str().expect("a solution").len();
    let output =
        run(&["optimise", "--json", "--time", "1s", "--state", &files[0], &files[1]], "");
    let told = json(&output);
    assert!(told["moves"].as_u64().expect("moves") <= best as u64, "{told}");
    assert!(told["before"]["moves"].as_u64().expect("moves") <= best as u64, "{told}");
    // Another goal or another level is another run.
    for more in [&["--goal", "pushes"][..], &[]] {
        let level = if more.is_empty() { "-" } else { &files[1] };
        let mut arguments = vec!["optimise", "--state", &files[0], level];
        arguments.extend(more);
        let output = run(&arguments, LEVEL);
        assert_eq!(output.status.code(), Some(3), "{}", err(&output));
        assert!(err(&output).contains("state of a run"), "{}", err(&output));
    }
}

#[test]
fn pushes_outside_a_range_stay() {
    let first = out(&run(&["solve", "-q", "--engine", "dfs", "-"], HALL));
    let first = first.trim();
    let count = first.chars().filter(char::is_ascii_uppercase).count();
    let whole = json(&run(&["optimise", "--json", "-", first], HALL));
    let kept = json(&run(
        &["optimise", "--json", "--range", "1-2", "--time", "2s", "-", first],
        HALL,
    ));
    assert!(count > 4 && kept["moves"].as_u64() >= whole["moves"].as_u64());
    let pushes = |text: &str| -> String {
        text.chars().filter(char::is_ascii_uppercase).collect()
    };
    let after = pushes(kept["solution"].as_str().expect("a solution"));
    assert!(after.ends_with(&pushes(first)[2..]), "{after}");
}
