//! `bench` is durable: what is known is on the disk, and a run can be gone on with.
#![cfg(target_os = "linux")]

mod common;

use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use common::{LEVEL, err, feed, kuraban, run};
use kuraban_testkit::Folder;

/// The rows of a record, without its header.
fn row_count(folder: &Folder, run: &str) -> usize {
    folder.read(&format!("{run}/results.csv")).matches('\n').count().saturating_sub(1)
}

/// Two easy levels, and one that no engine finishes within a minute.
fn levels() -> String {
    let hard = "####################\n#                  #\n#  $  $  $  $  $   #\n\
        #                  #\n#  $  $  $  $  $   #\n#        @         #\n\
        #  .  .  .  .  .   #\n#                  #\n#  .  .  .  .  .   #\n\
        #                  #\n####################\n";
    format!("{LEVEL}\n{LEVEL}\n{hard}")
}

fn done(output: &Output) {
    assert_eq!(output.status.code(), Some(0), "{}", err(output));
}

#[test]
fn a_run_that_ends_early_is_recorded_and_gone_on_with() {
    for (signal, code) in [("TERM", Some(2)), ("HUP", Some(2)), ("KILL", None)] {
        let folder = Folder::new(signal);
        let (file, place) = (folder.path("levels.xsb"), folder.path("run"));
        fs::write(&file, levels()).expect("written");
        let words = [
            "bench",
            &file,
            "--engine",
            "optimal",
            "--objective",
            "moves",
            "--time",
            "90s",
            "--memory",
            "1GiB",
            "--threads",
            "1",
            "--out",
            &place,
        ];
        let mut child = kuraban()
            .args(words)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let began = Instant::now();
        while row_count(&folder, "run") < 2 && began.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(20));
        }
        // The third is in work; the first two are on the disk already.
        std::thread::sleep(Duration::from_millis(300));
        let process = child.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &process]).status();
        assert!(sent.expect("kill").success());
        assert_eq!(child.wait().expect("it ends").code(), code, "{signal}");
        assert_eq!(row_count(&folder, "run"), 2, "{signal}");
        let summary = folder.read("run/summary.md");
        assert_eq!(summary.contains("interrupted"), code.is_some(), "{summary}");

        // Gone on with, after half a row and without the level that takes so long.
        let mut text = folder.read("run/results.csv");
        text.push_str("half a row,3");
        fs::write(folder.path("run/results.csv"), text).expect("written");
        fs::write(&file, format!("{LEVEL}\n{LEVEL}\n{LEVEL}")).expect("written");
        let output = run(&[&words[..], &["--resume"]].concat(), "");
        done(&output);
        assert_eq!(err(&output).lines().count(), 1, "{}", err(&output));
        assert_eq!(row_count(&folder, "run"), 3, "{}", folder.read("run/results.csv"));
        assert!(!folder.read("run/results.csv").contains("half"));
        let summary = folder.read("run/summary.md");
        assert!(!summary.contains("interrupted"), "{summary}");
        assert!(summary.contains("| optimal | 3 | 3 |"), "{summary}");
    }
}

#[test]
fn a_finished_run_is_not_replaced_unasked() {
    let folder = Folder::new("finished");
    let place = folder.path("run");
    let words = ["bench", "-", "--engine", "bfs", "--out", &place];
    done(&run(&words, LEVEL));
    let (rows, summary) = (folder.read("run/results.csv"), folder.read("run/summary.md"));
    let output = run(&words, LEVEL);
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("--force") && err(&output).contains(&place));
    // Nor is it gone on with by another question.
    let output = run(&[&words[..], &["--resume", "--seed", "3"]].concat(), LEVEL);
    assert_eq!(output.status.code(), Some(3), "{}", err(&output));
    assert_eq!(folder.read("run/results.csv"), rows);
    assert_eq!(folder.read("run/summary.md"), summary);
    done(&run(&[&words[..], &["--force"]].concat(), &format!("{LEVEL}\n{LEVEL}")));
    assert_eq!(row_count(&folder, "run"), 2);
}

#[test]
fn rows_tell_how_they_were_made() {
    let folder = Folder::new("columns");
    let place = folder.path("run");
    let words = [
        "bench",
        "-",
        "--engine",
        "bfs,astar",
        "--time",
        "7s",
        "--nodes",
        "1000",
        "--seed",
        "5",
        "--threads",
        "1",
        "--jobs",
        "2",
        "--out",
        &place,
    ];
    let mut command = kuraban();
    // The commit is the build's, not that of the folder where it runs.
    command.args(words).current_dir("/").stdout(Stdio::piped());
    let output = feed(&mut command, &format!("{LEVEL}\n").repeat(5));
    done(&output);
    let text = folder.read("run/results.csv");
    let mut lines = text.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    let rows: Vec<_> = lines.collect();
    assert_eq!(rows.len(), 10);
    for (name, value) in [
        ("solution", "rR"),
        ("seed", "5"),
        ("threads", "1"),
        ("time_limit", "7"),
        ("nodes_limit", "1000"),
        ("objective", "any"),
    ] {
        let at = header.iter().position(|column| *column == name).expect(name);
        assert!(rows.iter().all(|row| row[at] == value), "{name}: {text}");
    }
    let cpu = header.iter().position(|column| *column == "cpu_seconds").expect("cpu");
    assert!(rows.iter().all(|row| row[cpu].parse::<f64>().is_ok()), "{text}");
    let version = run(&["--version"], "").stdout;
    let version = String::from_utf8(version).expect("UTF-8");
    let summary = folder.read("run/summary.md");
    let commit = summary.lines().find_map(|line| line.strip_prefix("* commit: "));
    let commit = commit.expect("a commit");
    assert!(commit == "unknown" || version.contains(commit), "{commit}: {version}");
}

#[test]
fn two_runs_are_compared() {
    let folder = Folder::new("compare");
    let header = "file,level,title,engine,status,reason,seconds,pushes,cpu_seconds\n";
    let record = |rows: &str| format!("{header}{rows}");
    let a = "x/l.xsb,1,One,bfs,solved,,1.0,3,1.0\nx/l.xsb,2,Two,bfs,limit,time,9,,9\n\
        x/l.xsb,3,Three,bfs,solved,,1,4,1\n";
    let b = "y/l.xsb,1,One,astar,solved,,0.5,3,0.25\ny/l.xsb,2,Two,astar,solved,,1,5,1\n\
        y/l.xsb,3,Three,astar,limit,memory,2,,2\n";
    fs::write(folder.path("a.csv"), record(a)).expect("written");
    fs::write(folder.path("b.csv"), record(b)).expect("written");
    let (a, b, plot) =
        (folder.path("a.csv"), folder.path("b.csv"), folder.path("plot.svg"));
    let output = run(&["bench", "compare", &a, &b, "-o", &plot], "");
    done(&output);
    let told = String::from_utf8(output.stdout).expect("UTF-8");
    assert!(told.contains("answered: 2 in A, 2 in B"), "{told}");
    assert!(told.contains("not in A: 1\n\n* l.xsb 2 Two: A time after 9"), "{told}");
    assert!(told.contains("not in B: 1\n\n* l.xsb 3 Three"), "{told}");
    assert!(told.contains("CPU time on the 1 that both answer"), "{told}");
    assert!(told.contains("B/A in all 0.25"), "{told}");
    assert_eq!(folder.read("plot.svg").matches("<circle").count(), 3);
    let output = run(&["bench", "compare", &a, "/nowhere"], "");
    assert_eq!(output.status.code(), Some(3));
    assert!(err(&output).contains("/nowhere"));
}

#[test]
fn without_ties_only_the_pushes_are_claimed() {
    let folder = Folder::new("bench-ties");
    let (file, place) = (folder.path("level.xsb"), folder.path("run"));
    // One push; the player may go round on either side.
    fs::write(&file, "#######\n#     #\n#@ $. #\n#     #\n#######\n").expect("written");
    let words = ["bench", &file, "--objective", "pushes", "--out", &place];
    done(&run(&[&words[..], &["--ties", "none"]].concat(), ""));
    let record = folder.read("run/results.csv");
    assert!(record.contains(",pushes,1,pushes,"), "{record}");
    let other = run(&[&words[..], &["--resume"]].concat(), "");
    assert!(err(&other).contains("another objective"), "{}", err(&other));
    done(&run(&[&words[..], &["--force"]].concat(), ""));
    let record = folder.read("run/results.csv");
    assert!(record.contains("pushes pushes+moves"), "{record}");
}
