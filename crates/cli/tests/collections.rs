//! `hint`, `stats`, `verify` and `convert` on whole collections.

mod common;

use std::process::Output;

use common::{LEVEL, err, run};
use serde_json::Value;

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn json(output: &Output) -> Vec<Value> {
    out(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// A room where the box may be pushed to a wall that it never leaves.
const ROOM: &str = "######\n#    #\n# $@.#\n#    #\n######\n";

#[test]
fn a_hint_is_the_next_push_in_letters_and_words() {
    let output = run(&["hint", "-"], LEVEL);
    assert_eq!(
        out(&output),
        "rR\nWalk r, then push the box at d2 right, onto a goal.\n\
         It can be solved from here: 2 moves (of which 1 push) are enough.\n"
    );
    assert_eq!(output.status.code(), Some(0));
    let hint = &json(&run(&["hint", "--json", "-", "r"], LEVEL))[0];
    assert_eq!(hint["steps"], "R");
    assert_eq!(hint["after"], 1);
    assert_eq!(hint["push"]["from"], 9);
    assert_eq!(hint["solvable"], true);
    let output = run(&["hint", "-", "rR"], LEVEL);
    assert!(out(&output).contains("Solved already"), "{}", out(&output));
}

#[test]
fn a_lost_position_gets_its_reason_and_how_far_to_go_back() {
    let output = run(&["hint", "-", "uu"], ROOM);
    let told = out(&output);
    assert_eq!(output.status.code(), Some(3), "{told}");
    assert!(err(&output).contains("step 2 cannot be made"), "{}", err(&output));
    let output = run(&["hint", "-", "ulDurr"], ROOM);
    let told = out(&output);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("c4 stands along a wall"), "{told}");
    assert!(told.contains("Take back 4 steps: after step 2 it can be solved"), "{told}");
    let hint = &json(&run(&["hint", "--json", "-", "ulDurr"], ROOM))[0];
    assert_eq!((&hint["solvable"], &hint["solvable_after"]), (&false.into(), &2.into()));
    assert!(hint["lost_because"][0].as_str().is_some_and(|why| why.contains("wall")));
}

#[test]
fn a_hint_that_is_not_found_in_time_claims_nothing() {
    let hall = "############\n#@         #\n# $ $ $ $  #\n#          #\n# $ $ $ $  #\n#          #\n\
                # ........ #\n############\n";
    let output = run(&["hint", "--json", "--nodes", "1", "--threads", "1", "-"], hall);
    let hint = &json(&output)[0];
    assert_eq!((&hint["solvable"], output.status.code()), (&Value::Null, Some(2)));
    assert_eq!(hint["reason"], "nodes");
}

#[test]
fn games_are_for_one_level() {
    let two = format!("{LEVEL}\n{LEVEL}");
    assert_eq!(json(&run(&["hint", "--json", "-"], &two)).len(), 2);
    let output = run(&["hint", "-", "r"], &two);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("--level"), "{}", err(&output));
}

#[test]
fn a_snapshot_is_called_one_and_is_no_solution() {
    let board = "#######\n#@ $ .#\n#######\n";
    let both = format!("{board}\nSolution\nrRR\n\nSnapshot\nrR\n");
    let output = run(&["verify", "-"], &both);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(out(&output).contains("   1  snapshot    2 moves, 1 push\n"));
    assert_eq!(err(&output), "1 level: 1 solved, 1 snapshot\n");
    let told = &json(&run(&["verify", "--json", "-"], &both))[0];
    assert_eq!(told["status"], "solved");
    let each =
        |key: &str| -> Vec<_> { (0..2).map(|n| &told["solutions"][n][key]).collect() };
    assert_eq!(each("status"), ["solved", "snapshot"]);
    assert_eq!(each("heading"), ["Solution", "Snapshot"]);
    // Alone it is a legal game that is not finished.
    let alone = format!("{board}\nSnapshot 2\nrR\n");
    let output = run(&["verify", "-"], &alone);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        err(&output),
        "1 level: 0 solved, 1 snapshot; 1 level without a solution\n"
    );
    let told = &json(&run(&["verify", "--json", "-"], &alone))[0];
    assert_eq!(told["status"], "snapshot");
    // One that is illegal stays so, and one that solves is a solution.
    let illegal = format!("{both}\nSnapshot 3\nuu\n");
    assert_eq!(run(&["verify", "-"], &illegal).status.code(), Some(3));
    let solves = format!("{board}\nSnapshot 4\nrRR\n");
    assert_eq!(run(&["verify", "-"], &solves).status.code(), Some(0));
}

#[test]
fn a_file_that_is_not_there_has_no_numbers() {
    let output = run(&["stats", "/no/such/file"], "");
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(3), ""));
    assert_eq!(err(&output), "error: /no/such/file: no such file\n");
    let told = &json(&run(&["stats", "--json", "/no/such/file"], ""))[0];
    assert_eq!((&told["invalid"], &told["reason"]), (&1.into(), &"no such file".into()));
    let output = run(&["stats", "/no/such/file", "-"], "#####\n#@$.#\n#####\n");
    assert!(out(&output).starts_with("; -\nlevels    1\n"), "{}", out(&output));
}

/// Four levels: solved, unfinished, illegal, without a solution.
const STORED: &str = "; 1\n######\n#@ $.#\n######\nTitle: A\n\nSolution\nrR\n\n\
                      ; 2\n######\n#@ $.#\n######\n\nSolution\nr\n\n\
                      ; 3\n######\n#@ $.#\n######\n\nSolution\nrRR\n\n\
                      ; 4\n######\n#@ $.#\n######\n";

#[test]
fn stored_solutions_are_replayed() {
    let output = run(&["verify", "-"], STORED);
    assert_eq!(output.status.code(), Some(3));
    let told = out(&output);
    let lines: Vec<_> = told.lines().collect();
    assert_eq!(lines[0], "   1  solved      2 moves, 1 push  A");
    assert!(lines[1].starts_with("   2  unfinished"), "{told}");
    assert!(lines[2].contains("illegal     step 3 cannot be made"), "{told}");
    assert!(
        err(&output).contains("4 levels: 1 solved, 1 unfinished, 1 illegal; 1 level")
    );
    let rows = json(&run(&["verify", "--json", "-"], STORED));
    let status: Vec<_> = rows.iter().map(|row| row["status"].clone()).collect();
    assert_eq!(status, ["solved", "unfinished", "illegal", "none"]);
    assert_eq!(rows[2]["solutions"][0]["first_illegal_index"], 2);
    for (levels, code) in [("1", 0), ("1-2", 1), ("4", 3)] {
        let output = run(&["verify", "--level", levels, "-"], STORED);
        assert_eq!(output.status.code(), Some(code), "{levels}: {}", err(&output));
    }
}

#[test]
fn files_of_solutions_are_replayed() {
    let folder =
        std::env::temp_dir().join(format!("kuraban-verify-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let levels = place("levels.xsb");
    std::fs::write(&levels, STORED).expect("written");
    for (name, text, code) in [
        ("answers.txt", "; 1\nrR\n; 4\nr\nR\n", 0),
        ("plain.txt", "rR\nrR\nrR\nr\n", 1),
        ("answers.csv", "file,level,lurd\nlevels.xsb,2,rR\nother.xsb,3,l\n", 0),
        ("answers.json", "{\"index\":4,\"solution\":\"l\"}\n", 3),
        ("words.txt", "Nothing of the kind\n", 3),
    ] {
        let file = place(name);
        std::fs::write(&file, text).expect("written");
        let output = run(&["verify", &levels, &file], "");
        let told = format!("{name}: {}{}", out(&output), err(&output));
        assert_eq!(output.status.code(), Some(code), "{told}");
    }
    let solved = run(&["solve", "--json", &levels], "");
    let output = run(&["verify", &levels, "-"], &out(&solved));
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    assert!(err(&output).contains("4 levels: 4 solved"), "{}", err(&output));
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn a_collection_is_told_in_numbers() {
    let mirrored = "######\n#.$ @#\n######\n";
    let text =
        format!("{STORED}\n; 5\n{mirrored}\n; 6\n{ROOM}\n; 7\n#####\n#@?.#\n#####\n");
    let output = run(&["stats", "--json", "-"], &text);
    assert_eq!(output.status.code(), Some(3), "one is invalid");
    let stats = &json(&output)[0];
    assert_eq!((&stats["levels"], &stats["invalid"]), (&7.into(), &1.into()));
    assert_eq!(stats["height"]["least"], 3);
    assert_eq!(stats["height"]["most"], 5);
    assert_eq!((&stats["solutions"], &stats["other_games"]), (&1.into(), &2.into()));
    let duplicates = stats["duplicates"].as_array().expect("a list");
    assert_eq!(duplicates.len(), 4);
    assert_eq!(duplicates[2]["exact"], true);
    assert_eq!(
        (&duplicates[3]["level"], &duplicates[3]["exact"]),
        (&5.into(), &false.into())
    );
    let told = out(&run(&["stats", "-"], &text));
    for part in ["levels    7 (1 invalid)", "5 is 1 (turned", "rules     6 boxes"] {
        assert!(told.contains(part), "{part}: {told}");
    }
}

#[test]
fn known_results_stand_beside_their_levels() {
    let folder =
        std::env::temp_dir().join(format!("kuraban-stats-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let place = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    std::fs::write(place("a.xsb"), format!("{LEVEL}\n{ROOM}")).expect("written");
    let table = "file,level,best_pushes,best_moves,push_optimal\na.xsb,1,1,2,1\na.xsb,2,2,6,\n\
                 b.xsb,1,9,9,9\n";
    std::fs::write(place("known_results.csv"), table).expect("written");
    let known = &json(&run(&["stats", "--json", &place("a.xsb")], ""))[0]["known"];
    let figures = ["levels", "proved", "pushes", "moves"].map(|name| known[name].clone());
    assert_eq!(figures, [2, 1, 3, 8]);
    let output = run(&["stats", "--known", &place("a.xsb"), &place("a.xsb")], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("best_pushes"), "{}", err(&output));
    std::fs::remove_dir_all(folder).expect("removed");
}

#[test]
fn collections_are_written_as_other_programs_read_them() {
    let titled = format!("; 1\n{LEVEL}Title: Corridor\n\nSolution\nrR\n");
    let output = run(&["convert", "-", "--to", "sok"], &titled);
    assert_eq!(out(&output), format!("Corridor\n\n{LEVEL}\nSolution\nrR\n"));
    let output = run(&["convert", "-", "--to", "rle"], LEVEL);
    assert_eq!(out(&output), "6#|#@-$.#|6#\n");
    let output = run(&["convert", "-", "--to", "boxoban"], &titled);
    assert!(
        out(&output).starts_with("; 0\n##########\n#@ $.#####\n"),
        "{}",
        out(&output)
    );
    assert!(err(&output).contains("those of 1 level are left out"), "{}", err(&output));
    let output = run(&["convert", "-", "--to", "sak"], LEVEL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("boxoban"), "{}", err(&output));
}

#[test]
fn a_form_stands_in_json_too() {
    let row = &json(&run(&["solve", "--json", "--form", "robot", "-"], LEVEL))[0];
    assert_eq!(row["solution"], "rR");
    let output = row["output"].as_array().expect("lines");
    assert_eq!((output.len(), &output[0]), (4, &"TURN_AROUND".into()));
    assert!(json(&run(&["solve", "--json", "-"], LEVEL))[0].get("output").is_none());
    let output = run(&["solve", "--json", "--form", "actions", "-"], LEVEL);
    assert_eq!(
        (output.status.code(), &json(&output)[0]["status"]),
        (Some(3), &"invalid".into())
    );
}

#[test]
fn robots_and_files_are_explained_where_they_are_met() {
    let told = err(&run(&["solve", "--form", "robot", "-"], LEVEL));
    assert!(told.contains("first faces left; 6 half movements: two a step"), "{told}");
    let told = out(&run(&["verify", "-", "rR"], LEVEL));
    assert!(told.contains("6 half movements: two a step"), "{told}");
    let told = out(&run(&["metrics", "rR"], ""));
    assert!(told.contains("6 half movements: two a step"), "{told}");
    let told = err(&run(&["solve", "--output", "answer.txt", "-"], LEVEL));
    assert!(told.contains("--form") && told.contains("> FILE"), "{told}");
}

#[test]
fn what_is_no_level_has_the_fields_of_one() {
    let rows =
        json(&run(&["show", "--json", "-"], &format!("{LEVEL}\n#####\n#@?.#\n#####\n")));
    let fields =
        |row: &Value| row.as_object().expect("an object").keys().cloned().collect();
    let (level, other): (Vec<_>, Vec<_>) = (fields(&rows[0]), fields(&rows[1]));
    assert_eq!(level, other);
    assert_eq!(
        (&rows[0]["status"], &rows[1]["status"]),
        (&"ok".into(), &"invalid".into())
    );
    assert!(rows[1]["boxes"].is_null() && rows[1]["reason"].is_string());
}

#[test]
fn memory_needs_a_unit() {
    let output = run(&["solve", "--memory", "4", "-"], LEVEL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("4GiB"), "{}", err(&output));
    assert_eq!(run(&["solve", "--memory", "4GiB", "-"], LEVEL).status.code(), Some(0));
}

#[test]
fn steps_are_counted_from_one_for_people_and_from_zero_for_programs() {
    let told = out(&run(&["verify", "-", "Rl"], LEVEL));
    assert!(told.contains("case      wrong at step 1\n"), "{told}");
    let told = out(&run(&["verify", "-", "u"], LEVEL));
    assert!(told.contains("illegal   step 1 cannot be made"), "{told}");
    assert_eq!(
        json(&run(&["verify", "--json", "-", "u"], LEVEL))[0]["first_illegal_index"],
        0
    );
}

#[test]
fn what_cannot_be_solved_gets_its_reason() {
    let corner = "#####\n#$ .#\n#  @#\n#####\n";
    let told = err(&run(&["solve", "-"], corner));
    assert!(told.contains("b2 stands in a corner"), "{told}");
    let row = &json(&run(&["solve", "--json", "-"], corner))[0];
    assert!(row["lost_because"][0].as_str().is_some_and(|why| why.contains("corner")));
}

#[test]
fn a_formula_that_may_lack_loop_formulas_says_so() {
    let header = |encoding| {
        out(&run(&["sat", "-", "--bound", "1", "--encoding", encoding], LEVEL))
    };
    assert!(header("push").contains("c loop formulas are here for small sets"));
    assert!(!header("move").contains("loop formulas"));
}

#[test]
fn names_are_completed() {
    let script = out(&run(&["completions", "bash"], ""));
    for names in
        ["pull push weighted", "any pushes moves", "mixed xsb glyph", "slc sok rle"]
    {
        assert!(script.contains(names), "{names}");
    }
}
