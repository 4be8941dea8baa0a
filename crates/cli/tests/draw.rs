//! `draw` and `animate`, as people call them.

mod common;

use common::{LEVEL, err, kuraban, run};
use kuraban_testkit::Folder;

const TWO: &str =
    "#####\n#@$.#\n#####\nTitle: One\n\n######\n#@ $.#\n######\nTitle: Two\n";

fn text(output: &std::process::Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

#[test]
fn everything_can_be_drawn() {
    let folder = Folder::new("draw");
    for what in [
        "level",
        "solution",
        "steps",
        "heat:visits",
        "heat:pushes",
        "heat:distance",
        "heat:search",
        "dead",
        "lint",
        "tree",
        "frontier",
        "sheet",
        "poster",
    ] {
        let output = run(&["draw", "--what", what], LEVEL);
        assert_eq!(output.status.code(), Some(0), "{what}: {}", err(&output));
        assert!(text(&output).starts_with("<svg "), "{what}");
        if what != "frontier" {
            let path = folder.path("a.png");
            let output = run(&["draw", "--what", what, "-o", &path], LEVEL);
            assert_eq!(output.status.code(), Some(0), "{what}: {}", err(&output));
            assert_eq!(std::fs::read(&path).expect("a picture")[1..4], *b"PNG", "{what}");
        }
    }
}

#[test]
fn several_levels_get_numbers() {
    let folder = Folder::new("draw-several");
    let output = run(&["draw"], TWO);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("several pictures need names"), "{}", err(&output));
    let words = ["draw", "--what", "solution", "-o", "x.svg", "--solution", "rR"];
    for arguments in [&["draw"][..], &["animate"], &words] {
        let output = run(arguments, TWO);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert_eq!(err(&output).matches("error:").count(), 1, "{}", err(&output));
    }
    let output = run(&["draw", "-o", &folder.path("a.svg")], TWO);
    assert_eq!(output.status.code(), Some(0), "{}", err(&output));
    for (number, title) in [(1, "One"), (2, "Two")] {
        let svg = folder.read(&format!("a-{number}.svg"));
        assert!(svg.contains(&format!("<title>{title}: ")));
    }
}

#[test]
fn two_levels_or_solutions_are_compared() {
    let output = run(&["draw", "--what", "diff"], TWO);
    assert!(text(&output).contains("squares differ"), "{}", err(&output));
    let arguments = ["draw", "--what", "diff", "--solution", "rR", "--solution", "r"];
    let output = run(&arguments, LEVEL);
    assert!(text(&output).contains("the steps part"), "{}", err(&output));
    let output = run(&["draw", "--what", "diff"], LEVEL);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn findings_are_drawn_on_their_level() {
    let lost = "######\n#$ .@#\n#    #\n######\n";
    let drawn = text(&run(&["draw", "--what", "lint"], lost));
    assert!(drawn.contains("error S5: no solution: The box at b2"), "{drawn}");
    let boulders = "startpos = Position(0,0)\ngoalpos = Position(0,2)\nstartAreaState = [[0,1,0,0]]\n";
    let drawn = text(&run(&["draw", "--what", "lint"], boulders));
    assert!(drawn.contains("boulder puzzles are not judged"), "{drawn}");
}

#[test]
fn only_engines_that_tell_their_expansions_are_offered() {
    let all = text(&run(&["engines", "--json"], ""));
    let names = all.lines().filter_map(|line| line.split('"').nth(3));
    let drawn: Vec<&str> = names
        .filter(|name| {
            let output = run(&["draw", "--what", "tree", "--engine", name], LEVEL);
            let is_drawn = output.status.success();
            assert!(is_drawn || err(&output).contains("can be drawn are bfs"), "{name}");
            is_drawn
        })
        .collect();
    let classic =
        ["bfs", "dfs", "iddfs", "astar", "idastar", "greedy", "reverse", "bidirectional"];
    assert_eq!(drawn, classic);
}

#[test]
fn trees_explain_themselves() {
    let tree = text(&run(&["draw", "--what", "tree"], LEVEL));
    assert!(tree.contains("numbers: the order of expansion"), "{tree}");
    let stopped = ["draw", "--what", "tree", "--nodes", "1"];
    let tree = text(&run(&stopped, "########\n#@ $  .#\n#      #\n########\n"));
    assert!(tree.contains("no solution within 1 expansion (--nodes)"), "{tree}");
    assert!(!tree.contains("the way to the solution"), "{tree}");
}

#[test]
fn sheets_are_headed_by_the_collection() {
    for head in ["Collection: A & B", "; Collection: A & B", "Title: A & B"] {
        let file = format!("{head}\n; Author: Me\n\n; 1\n{LEVEL}\n; 2\n{LEVEL}");
        let sheet = text(&run(&["draw", "--what", "sheet"], &file));
        assert!(sheet.contains("<title>A &amp; B</title>"), "{head}: {sheet}");
    }
}

#[test]
fn sheets_have_a_bar_for_difficulty() {
    let bars =
        |arguments: &[&str]| text(&run(arguments, TWO)).matches("rx=\".07\"").count();
    assert_eq!(bars(&["draw", "--what", "sheet"]), 0);
    // The whole scale, and the level's part of it.
    assert_eq!(bars(&["draw", "--what", "sheet", "--difficulty"]), 4);
    let output = run(&["draw", "--difficulty"], LEVEL);
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn only_what_solves_is_called_a_solution() {
    for (steps, what) in [("r", "1 step,"), ("rR", "a solution of 2 moves,")] {
        let output = run(&["draw", "--what", "solution", "--solution", steps], LEVEL);
        assert!(text(&output).contains(what), "{}", text(&output));
    }
}

#[test]
fn coordinates_name_squares_as_lint_does() {
    let drawn = text(&run(&["draw", "--coordinates"], LEVEL));
    let found: Vec<&str> = drawn
        .split("<text")
        .skip(1)
        .filter_map(|piece| piece.split_once('>')?.1.split_once('<'))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(found, ["a", "b", "c", "d", "e", "f", "1", "2", "3"]);
}

#[test]
fn what_cannot_be_drawn_is_told() {
    let lost = "######\n#@ .$#\n######\n";
    let output = run(&["draw", "--what", "solution"], lost);
    assert_eq!(output.status.code(), Some(1), "{}", err(&output));
    for (arguments, why) in [
        (&["draw", "--solution", "l", "--what", "solution"][..], "step 1 cannot be made"),
        (&["draw", "-o", "a.bmp"], "ends in .svg or .png or .txt"),
        (&["draw", "--what", "tree", "--engine", "push"], "can be drawn are bfs"),
        (&["draw", "--what", "frontier", "-o", "a.png"], "ends in .svg"),
        (&["animate", "--from", "3", "--to", "1"], "--from comes after --to"),
        (&["animate", "--from", "3"], "the steps end after 2 moves"),
        (
            &["draw", "--what", "solution", "--solution", "nofile.lurd"],
            "`nofile.lurd` is no file, and these are no steps",
        ),
        (&["draw", "--what", "poster", "--solution", "l"], "step 1 cannot be made"),
        (&["draw", "--tile", "0"], "--tile"),
    ] {
        let output = run(arguments, LEVEL);
        assert_eq!(output.status.code(), Some(3), "{arguments:?}");
        assert!(err(&output).contains(why), "{arguments:?}: {}", err(&output));
    }
    let output = run(&["draw"], "hello\n");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn solutions_are_played_in_every_form() {
    let folder = Folder::new("animate");
    for (ending, begins) in [
        ("svg", &b"<svg "[..]),
        ("gif", b"GIF89a"),
        ("apng", b"\x89PNG"),
        ("html", b"<!DOCTYPE html>"),
        ("txt", b"######\n#@ $.#"),
    ] {
        let path = folder.path(&format!("a.{ending}"));
        let output = run(&["animate", "-", "rR", "-o", &path], LEVEL);
        assert_eq!(output.status.code(), Some(0), "{ending}: {}", err(&output));
        assert!(std::fs::read(&path).expect("a film").starts_with(begins), "{ending}");
    }
    // A solution that was stored with the level is played as it is.
    let stored = format!("{LEVEL}\nSolution\nrR\n");
    let output = run(&["animate", "--caption"], &stored);
    assert!(text(&output).contains("values=\"-1;-2;-3\""), "{}", err(&output));
    let still = run(&["animate", "--still"], &stored);
    assert!(!text(&still).contains("<animate"));
    // Without a terminal its boards are written.
    let output = run(&["animate", "--terminal"], &stored);
    assert!(text(&output).ends_with("######\n#  @*#\n######\nmoves 2, pushes 1\n"));
}

#[test]
fn a_picture_that_cannot_be_written_leaves_nothing() {
    let folder = Folder::new("draw-nowhere");
    let output = run(&["draw", "-o", &folder.path("missing/a.svg")], LEVEL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("cannot write"), "{}", err(&output));
    let mut help = kuraban();
    let help = help.args(["draw", "--help"]).output().expect("the program runs");
    assert!(String::from_utf8_lossy(&help.stdout).contains("heat:distance"));
}
