//! The command line as people and programs use it.

mod common;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use common::{LEVEL, err, kuraban, run};
use serde_json::Value;

const STUCK: &str = "#####\n#@ $#\n#. ##\n#####\n";

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn json(output: &Output) -> Vec<Value> {
    out(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn levels() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels")
}

#[test]
fn the_answer_alone_is_on_standard_output() {
    let output = run(&["solve", "-"], LEVEL);
    assert_eq!((out(&output).as_str(), output.status.code()), ("rR\n", Some(0)));
    assert!(err(&output).contains("2 moves (of which 1 push)"), "{}", err(&output));
}

#[test]
fn exit_codes_are_the_worst_of_all_levels() {
    for (text, code, status) in [
        (LEVEL, 0, "solved"),
        (STUCK, 1, "unsolvable"),
        ("#####\n#@ $#\n#####\n", 3, "invalid"),
    ] {
        let output = run(&["solve", "--json", "-"], text);
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert_eq!(json(&output)[0]["status"], status);
    }
    let collection = format!("{LEVEL}\n{STUCK}\n#####\n#@?.#\n#####\n\n{LEVEL}");
    let output = run(&["solve", "--json", "-"], &collection);
    let status: Vec<_> = json(&output).iter().map(|row| row["status"].clone()).collect();
    assert_eq!(status, ["solved", "unsolvable", "invalid", "solved"]);
    assert_eq!(output.status.code(), Some(3));
    let picked = run(&["solve", "--level", "1,4", "-"], &collection);
    assert_eq!(
        (out(&picked).as_str(), picked.status.code()),
        ("; 1\nrR\n; 4\nrR\n", Some(0))
    );
}

#[test]
fn limits_are_neither_failures_nor_proofs() {
    let hall = levels().join("kuraban.xsb");
    let file = hall.to_str().expect("UTF-8");
    let output = run(
        &["solve", "--json", "--engine", "bfs", "--nodes", "10", "--level", "40", file],
        "",
    );
    let row = &json(&output)[0];
    assert_eq!(
        (row["status"].as_str(), row["reason"].as_str()),
        (Some("limit"), Some("nodes"))
    );
    assert_eq!((row["expanded"].as_u64(), output.status.code()), (Some(10), Some(2)));
    assert!(row["solution"].is_null());
}

#[test]
fn problems_name_line_and_column_and_show_the_row() {
    let output = run(&["solve", "-"], "######\n#@$.x#\n######\n");
    assert_eq!(output.status.code(), Some(3));
    let told = err(&output);
    assert!(told.contains("line 2, column 5: `x`"), "{told}");
    assert!(told.contains("    2 | #@$.x#\n      |     ^\n"), "{told}");
    assert!(told.contains("help:"), "{told}");
    assert!(out(&output).is_empty());
}

#[test]
fn missing_files_and_folders_are_bad_input() {
    for file in ["/nowhere/at/all.xsb", "."] {
        let output = run(&["solve", "--json", file], "");
        assert_eq!(output.status.code(), Some(3));
        assert_eq!(json(&output)[0]["status"], "invalid");
    }
    assert_eq!(run(&["solve", "--engine", "magic", "-"], LEVEL).status.code(), Some(3));
    assert_eq!(run(&["conjure"], "").status.code(), Some(3));
    assert_eq!(run(&["--help"], "").status.code(), Some(0));
}

#[test]
fn every_form_of_the_answer() {
    let output = run(&["solve", "--output", "plan", "-"], LEVEL);
    assert_eq!(out(&output), "1: move right from [1,1]\n2: push right from [1,2]\n");
    let output = run(&["solve", "--output", "robot", "-"], LEVEL);
    assert_eq!(
        out(&output),
        "TURN_AROUND\nGO_STRAIGHT\nGO_STRAIGHT\nPUSH_CAN_AND_RETURN\n"
    );
    let output = run(&["solve", "--output", "sok", "-"], LEVEL);
    assert_eq!(out(&output), format!("{LEVEL}\nSolution\nrR\n"));
    let output = run(&["solve", "--output", "boards", "-"], LEVEL);
    let expected = "start\n######\n#@ $.#\n######\n\n1: move right\n######\n# @$.#\n######\n\n\
                    2: push right\n######\n#  @*#\n######\n";
    assert_eq!(out(&output), expected);
    let boulders = "startpos = Position(0,0)\ngoalpos = Position(0,2)\nstartAreaState = [[0,1,0,0]]\n";
    let output = run(&["solve", "--output", "actions", "-"], boulders);
    assert_eq!(
        out(&output),
        "['(0,0)None', '(0,0)PR', '(0,1)MR', '(0,1)PR', '(0,2)MR']\n"
    );
}

#[test]
fn an_engine_that_does_not_fit_is_refused_in_words() {
    let boulders =
        "startpos = Position(0,0)\ngoalpos = Position(0,1)\nstartAreaState = [[0,0]]\n";
    let output = run(&["solve", "--json", "--engine", "reverse", "-"], boulders);
    assert_eq!(
        (json(&output)[0]["status"].as_str(), output.status.code()),
        (Some("invalid"), Some(3))
    );
    let output = run(&["solve", "--json", "--objective", "actions", "-"], LEVEL);
    assert_eq!(
        (json(&output)[0]["status"].as_str(), output.status.code()),
        (Some("invalid"), Some(3))
    );
}

#[test]
fn strategies_are_chosen_and_listed() {
    let output = run(&["solve", "--json", "--engine", "fess:goals-worth", "-"], LEVEL);
    let answer = &json(&output)[0];
    assert_eq!(
        (&answer["status"], &answer["engine"]),
        (&"solved".into(), &"fess:goals-worth".into())
    );
    let output = run(&["solve", "--engine", "fess:planless", "-"], LEVEL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("plan-near"), "{}", err(&output));
    let engines = json(&run(&["engines", "--json"], ""));
    let fess = engines.iter().find(|engine| engine["name"] == "fess").expect("fess");
    let names = fess["strategies"].as_array().expect("strategies");
    for choice in names {
        let name = format!("fess:{}", choice["name"].as_str().expect("a name"));
        let output = run(&["solve", "-q", "--engine", &name, "-"], LEVEL);
        assert_eq!(
            (out(&output).as_str(), output.status.code()),
            ("rR\n", Some(0)),
            "{name}"
        );
    }
}

#[test]
fn a_plan_is_drawn() {
    let hall = "\
        ########\n\
        #     .#\n\
        # $$   #\n\
        #@    .#\n\
        ########\n";
    let output = run(&["show", "--plan", "-"], hall);
    let text = out(&output);
    assert_eq!(output.status.code(), Some(0));
    for part in ["1 room (letters)", "plan of plan-near: 2 steps", "step  box  from"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let drawn = text.split("letters: boxes)\n").nth(1).expect("a drawing");
    assert_eq!(drawn.lines().count(), 5 + 1 + 3, "{text}");
    let facts = &json(&run(&["show", "--json", "--plan=plan-best", "-"], hall))[0];
    assert_eq!(facts["boxes"], 2);
    let plan = &facts["plan"];
    assert_eq!(plan["strategy"], "plan-best");
    let steps = plan["steps"].as_array().expect("steps");
    let mut goals: Vec<_> = steps.iter().filter_map(|step| step["to"].as_u64()).collect();
    goals.sort_unstable();
    assert_eq!(goals, [14, 30]);
    assert!(steps.iter().all(|step| step["kind"] == "packed" && step["until"].is_null()));
    assert!(
        facts.get("plan").is_some()
            && json(&run(&["show", "--json", "-"], hall))[0].get("plan").is_none()
    );
    let output = run(&["show", "--plan=landmark", "-"], hall);
    assert_eq!(output.status.code(), Some(3));
    let output = run(&["show", "--plan", "-"], STUCK);
    assert!(out(&output).contains("nothing to be planned"), "{}", out(&output));
}

#[test]
fn a_map_of_characters_reads_anything() {
    let text = "WWWWWW\nWp,bxW\nWWWWWW\n";
    let map = "wall=W,player=p,box=b,goal=x,floor=,";
    let output = run(&["solve", "--map", map, "-"], text);
    assert_eq!((out(&output).as_str(), output.status.code()), ("rR\n", Some(0)));
    let output = run(&["verify", "--json", "--map", map, "-", "rR"], text);
    assert_eq!(json(&output)[0]["board"][1], "W,,p*W");
    let wrong = run(&["solve", "--map", "wall", "-"], text);
    assert_eq!(wrong.status.code(), Some(3));
}

#[test]
fn verify_tells_all() {
    let level = levels().join("first-steps.xsb");
    let file = level.to_str().expect("UTF-8");
    let solved = run(&["solve", "--quiet", file], "");
    let lurd = out(&solved).trim().to_owned();
    let output = run(&["verify", "--json", file, &lurd.to_lowercase()], "");
    let row = &json(&output)[0];
    assert_eq!(
        (output.status.code(), row["solution"].as_str()),
        (Some(0), Some(lurd.as_str()))
    );
    assert_eq!(run(&["verify", file, ""], "").status.code(), Some(1));
    assert_eq!(run(&["verify", file, "xyz"], "").status.code(), Some(3));
    assert_eq!(run(&["verify", file, "-"], &lurd).status.code(), Some(0));
}

#[test]
fn sat_plans_and_says_when_there_is_none_within_the_bound() {
    let map = levels().join("seeds/seed-003.txt");
    let file = map.to_str().expect("UTF-8");
    let output = run(&["sat", file, "-O", "-s", "20"], "");
    assert_eq!((out(&output).lines().count(), output.status.code()), (13, Some(0)));
    let output = run(&["sat", file, "-s", "12", "--json"], "");
    let row = &json(&output)[0];
    assert_eq!(
        (row["status"].as_str(), row["reason"].as_str()),
        (Some("limit"), Some("steps"))
    );
    assert_eq!(output.status.code(), Some(2));
    let formula =
        std::env::temp_dir().join(format!("kuraban-{}.cnf", std::process::id()));
    let formula = formula.to_str().expect("UTF-8").to_owned();
    let output = run(&["sat", file, "/nowhere/minisat", "-i", &formula], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("/nowhere/minisat"), "{}", err(&output));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let many = format!("{LEVEL}\n").repeat(20_000);
    let mut child = kuraban()
        .args(["show", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    let feeder = std::thread::spawn(move || drop(input.write_all(many.as_bytes())));
    let output = child.wait_with_output().expect("the program ends");
    feeder.join().expect("the feeder ends");
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
}

#[cfg(unix)]
#[test]
fn an_interrupt_tells_what_is_known() {
    let hall = "############\n#@         #\n# $ $ $ $  #\n#          #\n# $ $ $ $  #\n#          #\n\
                # ........ #\n############\n";
    let mut child = kuraban()
        .args(["solve", "--json", "--engine", "bfs", "--objective", "moves", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(hall.as_bytes()).expect("written");
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("kill runs").success());
    let output = child.wait_with_output().expect("the program ends");
    let row = &json(&output)[0];
    assert_eq!(
        (row["reason"].as_str(), output.status.code()),
        (Some("cancelled"), Some(2))
    );
    assert!(row["lower_bound"]["pushes"].as_u64().is_some_and(|bound| bound > 0));
}

#[test]
fn completions_and_man_pages_are_written() {
    let output = run(&["completions", "bash"], "");
    assert!(out(&output).contains("kuraban"));
    let folder = std::env::temp_dir().join(format!("kuraban-man-{}", std::process::id()));
    let output = run(&["man", folder.to_str().expect("UTF-8")], "");
    assert_eq!(output.status.code(), Some(0));
    assert!(folder.join("kuraban-solve.1").is_file());
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn converting_never_destroys_what_it_reads() {
    let folder =
        std::env::temp_dir().join(format!("kuraban-convert-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("level.txt");
    let name = file.to_str().expect("UTF-8");
    std::fs::write(&file, LEVEL).expect("written");
    let output = run(&["convert", name, "-o", name, "--to", "crate"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert_eq!(
        std::fs::read_to_string(&file).expect("a file"),
        "######\n#S CX#\n######\n"
    );
    let output = run(&["convert", "/nowhere", "-o", name, "--to", "xsb"], "");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(
        std::fs::read_to_string(&file).expect("a file"),
        "######\n#S CX#\n######\n"
    );
    assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_level_that_is_not_there_is_named() {
    let output = run(&["solve", "--json", "--level", "1,9", "-"], LEVEL);
    let rows = json(&output);
    assert_eq!(
        (rows.len(), rows[1]["index"].as_u64(), output.status.code()),
        (2, Some(9), Some(3))
    );
    assert_eq!(run(&["solve", "--level", "1-", "-"], LEVEL).status.code(), Some(0));
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let text = format!("{LEVEL}Title: a\x1b[31mb\x07\n");
    for command in ["show", "solve"] {
        let output = run(&[command, "-"], &format!("{text}\n{text}"));
        assert!(
            !out(&output).contains('\x1b') && !err(&output).contains('\x07'),
            "{command}"
        );
    }
}

/// `kuraban 0.1.0 (c4583c5, 2026-11-16)`, or the bare version outside of a checkout.
#[test]
fn the_version_tells_the_commit() {
    let told = out(&run(&["--version"], ""));
    let version = format!("kuraban {}", env!("CARGO_PKG_VERSION"));
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR"));
        let output = command.output().ok().filter(|output| output.status.success())?;
        Some(out(&output).trim().to_owned())
    };
    if git(&["ls-files", "--error-unmatch", "build.rs"]).is_none() {
        assert_eq!(told, version + "\n");
        return;
    }
    let commit = git(&["rev-parse", "--short=7", "HEAD"]).expect("a commit");
    let date = git(&["log", "-1", "--format=%cs"]).expect("a date");
    let known =
        ["", "-dirty"].map(|mark| format!("{version} ({commit}{mark}, {date})\n"));
    assert!(known.contains(&told), "{told}");
}
