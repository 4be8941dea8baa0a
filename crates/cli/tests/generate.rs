//! `generate` as its users run it.

mod common;

use std::fs;
use std::process::Output;
use std::time::Instant;

use common::{LEVEL, err, run};
use kuraban_testkit::Folder;
use serde_json::Value;

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn without_options_there_is_one_small_level() {
    let output = run(&["generate"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let level = out(&output);
    assert_eq!(level, out(&run(&["generate", "--threads", "3"], "")));
    assert!(level.contains("Title: ") && err(&output).is_empty(), "{level}");
    let solved = run(&["solve", "--quiet", "-"], &level);
    assert_eq!(solved.status.code(), Some(0), "{}", err(&solved));
    assert_ne!(level, out(&run(&["generate", "--seed", "1"], "")));
}

#[test]
fn threads_and_the_first_index_do_not_change_levels() {
    let make = |arguments: &[&str]| {
        let arguments =
            [&["generate", "--preset", "boxoban", "--json"], arguments].concat();
        out(&run(&arguments, ""))
    };
    let whole = make(&["-n", "40", "--threads", "1"]);
    assert_eq!(whole, make(&["-n", "40", "--threads", "2"]));
    assert_eq!(whole, make(&["-n", "40", "--threads", "4"]));
    let lines: Vec<&str> = whole.lines().collect();
    let row: Value = serde_json::from_str(lines[20]).expect("JSON");
    let rest = make(&["-n", "20", "--from", &row["index"].to_string()]);
    assert_eq!(rest.lines().collect::<Vec<_>>(), lines[20..]);
}

#[test]
fn a_set_in_a_folder_is_boxoban_and_its_sets_share_no_room() {
    let folder = Folder::new("generate-set");
    let path = &*folder.path("set/");
    let asked = ["--label", "pushes", "--unsolvable", "0.2", "--split", "0.6,0.2,0.2"];
    let base = ["generate", "--preset", "boxoban", "-n", "120", "-o", path];
    let output = run(&[&base[..], &asked].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let mut boards = 0;
    for set in ["train", "valid", "test"] {
        // A reader that knows nothing but the published format.
        let text = fs::read_to_string(format!("{path}{set}/000.txt")).expect("a set");
        for (number, level) in text.split_terminator("\n\n").enumerate() {
            let mut lines = level.lines();
            assert_eq!(lines.next(), Some(&*format!("; {number}")));
            let rows: Vec<&str> = lines.collect();
            assert!(
                rows.len() == 10 && rows.iter().all(|row| row.len() == 10),
                "{level}"
            );
            let count = |letter| rows.concat().matches(letter).count();
            assert_eq!((count('$'), count('.'), count('@')), (4, 4, 1));
            assert_eq!(count('#') + count(' ') + 9, 100);
            boards += 1;
        }
    }
    assert_eq!(boards, 120);
    let table = fs::read_to_string(format!("{path}levels.csv")).expect("a table");
    assert_eq!(table.lines().count(), 121);
    let dead = table.lines().filter(|line| line.contains(",unsolvable,")).count();
    assert!((8..=45).contains(&dead), "{dead}");
}

#[test]
fn a_folder_that_holds_something_is_left_alone() {
    let folder = Folder::new("generate-used");
    folder.write("000.txt", "mine");
    let path = &*folder.path("");
    let output = run(&["generate", "--preset", "boxoban", "-o", path], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("exists and is not empty"), "{}", err(&output));
    assert_eq!(folder.read("000.txt"), "mine");
    assert_eq!(fs::read_dir(path).expect("a folder").count(), 1);
}

#[test]
fn an_archive_has_a_first_index_and_a_limit_of_time() {
    let asked = ["generate", "--engine", "archive", "--effort", "512", "--json"];
    let whole = out(&run(&[&asked[..], &["-n", "8"]].concat(), ""));
    let lines: Vec<&str> = whole.lines().collect();
    assert_eq!(lines.len(), 8);
    let row: Value = serde_json::from_str(lines[3]).expect("JSON");
    let from = row["index"].to_string();
    let rest = out(&run(&[&asked[..], &["-n", "5", "--from", &from]].concat(), ""));
    assert_eq!(rest.lines().collect::<Vec<_>>(), lines[3..]);
    let begun = Instant::now();
    let large = ["--size", "8x8", "--boxes", "8", "--time", "300ms", "--effort", "9999"];
    let output = run(&[&asked[..3], &large].concat(), "");
    assert_eq!(output.status.code(), Some(2), "{}", err(&output));
    assert!(err(&output).contains("the limit was reached"), "{}", err(&output));
    assert!(begun.elapsed().as_secs() < 3, "{:?}", begun.elapsed());
}

#[test]
fn without_a_label_solutions_are_kept_back() {
    let asked = ["generate", "--preset", "boxoban", "-n", "3", "--label", "none"];
    let rows = out(&run(&[&asked[..], &["--json"]].concat(), ""));
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!((&row["solvable"], &row["solution"]), (&true.into(), &Value::Null));
        assert_eq!(
            (&row["pushes"], &row["greedy_expanded"]),
            (&Value::Null, &Value::Null)
        );
    }
    let small = out(&run(&["generate", "--label", "none"], ""));
    assert!(!small.contains("pushes"), "{small}");
    let text = out(&run(&[&asked[..], &["--format", "sok"]].concat(), ""));
    assert!(text.contains("; generator") && !text.contains("Solution"), "{text}");
    let solved = out(&run(&[&asked[..5], &["--format", "sok"]].concat(), ""));
    assert!(solved.contains("Solution"), "{solved}");
}

#[test]
fn arrays_have_as_many_bytes_as_they_say() {
    let folder = Folder::new("generate-arrays");
    let path = &*folder.path("arrays");
    let asked = ["--format", "npy", "--encoding", "jumanji", "--concepts", "-o", path];
    let output =
        run(&[&["generate", "--preset", "boxoban", "-n", "30"], &asked[..]].concat(), "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    for name in ["fixed", "variable", "labels", "actions", "concepts", "concept_offsets"]
    {
        let bytes = fs::read(format!("{path}/{name}.npy")).expect(name);
        let length = usize::from(u16::from_le_bytes([bytes[8], bytes[9]])) + 10;
        let header = String::from_utf8_lossy(&bytes[10..length]).into_owned();
        let shape = header.split_once("'shape': (").expect("a shape").1;
        let shape = shape.split_once(')').expect("an end").0;
        let sides = shape.split(',').filter_map(|side| side.trim().parse::<usize>().ok());
        let element = match name {
            "labels" => 8 + 1 + 4 + 4 + 4 + 1 + 4 + 4,
            "concept_offsets" => 8,
            _ => 1,
        };
        assert_eq!(bytes.len() - length, sides.product::<usize>() * element, "{header}");
    }
}

#[test]
fn positions_are_written_beside_the_levels() {
    let folder = Folder::new("generate-states");
    let path = &*folder.path("set.jsonl");
    let asked = ["generate", "--preset", "pocket", "-n", "3", "--states", "-o", path];
    assert_eq!(run(&asked, "").status.code(), Some(0));
    let states =
        fs::read_to_string(path.replace("jsonl", "states.jsonl")).expect("positions");
    let rows: Vec<Value> =
        states.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let lost = rows.iter().filter(|row| row["pushes_to_go"] == -1).count();
    assert!(rows.len() > 30 && lost > 0 && lost < rows.len(), "{} {lost}", rows.len());
}

/// Whether the program can write Parquet depends on how it was built; rows are read back in the tests
/// of `batch`, whose writer this is.
#[test]
fn parquet_is_written_or_refused_in_words() {
    let folder = Folder::new("generate-columns");
    let path = &*folder.path("set.parquet");
    let asked = ["generate", "--preset", "pocket", "-n", "3", "--states", "-o", path];
    let output = run(&asked, "");
    if !cfg!(feature = "parquet") {
        assert_eq!(output.status.code(), Some(3));
        assert!(err(&output).contains("without Parquet"), "{}", err(&output));
        return;
    }
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    for path in [path, &path.replace("parquet", "states.parquet")] {
        let bytes = fs::read(path).expect("a table");
        let (begin, end) = (&bytes[..4], &bytes[bytes.len() - 4..]);
        assert_eq!((begin, end), (&b"PAR1"[..], &b"PAR1"[..]), "{path}");
        let column = if path.contains("states") { "optimal_moves" } else { "board" };
        let names = bytes.windows(column.len());
        assert!(names.into_iter().any(|name| name == column.as_bytes()), "{path}");
    }
}

#[test]
fn what_is_not_found_in_time_is_said_and_what_was_found_is_kept() {
    let begun = Instant::now();
    let output = run(&["generate", "--pushes", "900-", "--time", "300ms"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    assert!(err(&output).contains("0 levels of 1"), "{}", err(&output));
    // What can never be had ends by itself, and names the wish.
    let never = ["generate", "--engine", "exact", "--size", "3x3", "--pushes", "500-"];
    let output = run(&never, "");
    assert_eq!(output.status.code(), Some(2));
    let told = err(&output);
    assert!(
        told.contains("25 indices gave no level as asked for (--pushes 500-)"),
        "{told}"
    );
    let few =
        ["generate", "--engine", "exact", "--size", "3x3", "--boxes", "1", "-n", "5000"];
    let output = run(&few, "");
    assert_eq!(output.status.code(), Some(2));
    assert!(out(&output).matches('@').count() > 3, "{}", out(&output));
}

#[test]
fn variants_and_levels_to_avoid_come_from_files() {
    let folder = Folder::new("generate-vary");
    let own = "########\n#  #   #\n# $  . #\n# $@ . #\n#  #   #\n########\n";
    let file = folder.write("own.xsb", own);
    let engine = format!("vary:{}", file.display());
    let output = run(&["generate", "--engine", &engine, "--edits", "2", "-n", "2"], "");
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    let first = out(&run(&["generate", "--preset", "pocket"], ""));
    folder.write("known.xsb", &first);
    let known = &*folder.path("known.xsb");
    let other = out(&run(&["generate", "--preset", "pocket", "--avoid", known], ""));
    assert_ne!(first, other);
}

#[test]
fn files_say_how_their_levels_are_made_again() {
    let folder = Folder::new("generate-again");
    let own = "########\n#  #   #\n# $  . #\n# $@ . #\n#  #   #\n########\n";
    let named = format!("#####\n#@$.#\n#####\n\n{own}Title: Mine\nAuthor: Me\n");
    folder.write("own.xsb", &named);
    let engine = format!("vary:{}", folder.path("own.xsb"));
    for wishes in [
        &["--preset", "pocket", "--difficulty", "10-30", "--effort", "30"][..],
        &[
            "--engine", "exact", "--pushes", "5-", "--moves", "-60", "--boxes", "2",
            "--clean",
        ],
        &["--engine", &engine, "--level", "2", "--edits", "3", "--pushes", "6-20"],
    ] {
        let made = run(&[&["generate", "-n", "2", "--seed", "5"], wishes].concat(), "");
        let text = out(&made);
        let note = text.lines().find(|line| line.contains("generator")).expect("a note");
        let words = note.split_once(", generate ").expect("a command").1;
        let words = words.split(" (of the level").next().unwrap_or(words);
        let mut again: Vec<&str> = vec!["generate", "-n", "2"];
        again.extend(words.split(' '));
        assert_eq!(out(&run(&again, "")), text, "{note}");
        for wish in wishes {
            assert!(note.contains(wish), "{wish}: {note}");
        }
        let credits = note.contains("(of the level \"Mine\" by Me ");
        assert_eq!(credits, wishes.contains(&"--level"), "{note}");
    }
}

#[test]
fn clean_levels_have_no_warnings_and_a_head() {
    let wishes = ["--preset", "pocket", "--clean", "--title", "Pockets", "-n", "3"];
    let text = out(&run(&[&["generate"], &wishes[..]].concat(), ""));
    assert!(text.starts_with("Collection: Pockets\n; Author: Kuraban\n"), "{text}");
    let told = out(&run(&["lint", "--severity", "warning"], &text));
    assert_eq!(
        told.lines().filter(|line| line.starts_with("  warning")).count(),
        0,
        "{told}"
    );
    let notes = out(&run(&["lint"], &text));
    assert!(!notes.contains("F1") && !notes.contains("S9"), "{notes}");
}

#[test]
fn nonsense_is_refused_in_words() {
    for (arguments, why) in [
        (&["--size", "9x9"][..], "64 squares"),
        (&["--boxes", "9"], "from 1 to 8 boxes"),
        (&["--boxes", "4", "--size", "2x2"], "do not fit"),
        (&["--difficulty", "x"], "a range is like"),
        (&["--difficulty", "200-"], "difficulty goes from 0 to 100"),
        (&["--engine", "vary:/nowhere.xsb"], "nowhere.xsb"),
        (&["--engine", "big"], "the engines are"),
        (&["--concepts"], "--format npy"),
        (&["--label", "none", "--rising"], "keeps back"),
        (&["--format", "npy"], "-o FOLDER"),
        (&["-o", "levels.doc"], "--format"),
        (&["--split", "1,1,1"], "come to 1"),
        (&["--split", "0.8,0.1,0.1"], "a place for the name of the set"),
        (&["--unsolvable", "2"], "between 0 and 1"),
        (&["-o", "/nowhere/at/all.xsb"], "cannot write"),
    ] {
        let output = run(&[&["generate"], arguments].concat(), LEVEL);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(err(&output).contains(why), "{arguments:?}: {}", err(&output));
    }
}
