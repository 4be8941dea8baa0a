//! Files and external solvers.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use common::{EXAMPLE, folder, level, milliseconds, plan, program, seconds, with_turn};
use kuraban_sat::{Backend, Encoding, Files, Form, Planner, SatError, Status};
use kuraban_search::{Claim, Limits, News, Stop};

fn files(folder: &Path) -> Files {
    let file = |name: &str| Some(folder.join(name));
    Files {
        input: file("in.cnf"),
        output: file("out.cnf"),
        readable: file("readable.txt"),
    }
}

/// Variables, clauses, and whether the header tells them truly.
fn read_dimacs(path: &Path) -> (usize, Vec<Vec<i32>>) {
    let text = fs::read_to_string(path).unwrap();
    let header = text.lines().next().unwrap();
    let numbers: Vec<usize> = header
        .strip_prefix("p cnf ")
        .expect("the header comes first")
        .split(' ')
        .map(|word| word.parse().unwrap())
        .collect();
    let clauses: Vec<Vec<i32>> = text
        .lines()
        .skip(1)
        .filter(|line| !line.starts_with('c'))
        .map(|line| {
            let mut clause: Vec<i32> =
                line.split(' ').map(|word| word.parse().unwrap()).collect();
            assert_eq!(clause.pop(), Some(0));
            clause
        })
        .collect();
    assert_eq!(numbers[1], clauses.len());
    let largest = clauses.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap();
    assert!(largest as usize <= numbers[0]);
    (numbers[0], clauses)
}

fn check_answer(folder: &Path, satisfiable: bool) {
    let (variables, clauses) = read_dimacs(&folder.join("in.cnf"));
    let answer = fs::read_to_string(folder.join("out.cnf")).unwrap();
    let mut lines = answer.lines();
    if !satisfiable {
        assert_eq!(lines.next(), Some("UNSAT"));
        return;
    }
    assert_eq!(lines.next(), Some("SAT"));
    let model: Vec<i32> =
        lines.next().unwrap().split(' ').map(|word| word.parse().unwrap()).collect();
    assert_eq!(model.len(), variables + 1);
    for clause in clauses {
        assert!(clause.iter().any(|lit| model.contains(lit)), "{clause:?}");
    }
}

/// Runs MiniSat again on the formula that was kept.
fn check_again(folder: &Path, satisfiable: bool) {
    for (name, arguments) in [("minisat", 2), ("cadical", 1)] {
        let Some(solver) = program(name) else { continue };
        let files = [folder.join("in.cnf"), folder.join("again.txt")];
        let status =
            Command::new(solver).args(&files[..arguments]).output().unwrap().status;
        assert_eq!(status.code(), Some(if satisfiable { 10 } else { 20 }), "{name}");
    }
}

#[test]
fn files_of_the_embedded_solver_hold_the_last_formula() {
    let level = level(EXAMPLE);
    for encoding in [Encoding::Basic, Encoding::Move] {
        for (max_steps, found) in [(12, false), (13, true), (20, true)] {
            let folder = folder(&format!("embedded-{encoding}-{max_steps}"));
            let files = files(&folder);
            let planner = Planner { encoding, max_steps, files, ..Planner::default() };
            let outcome = plan(&planner, &level).unwrap();
            assert_eq!(matches!(outcome.status, Status::Found { .. }), found);
            assert_eq!(outcome.last_bound, if found { 13 } else { 12 });
            assert!(outcome.notes[0].contains("not solved"));
            check_answer(&folder, found);
            check_again(&folder, found);
            fs::remove_dir_all(folder).unwrap();
        }
    }
}

#[test]
fn the_readable_file_speaks_the_vocabulary() {
    let level = level("#####\n#@$.#\n#####");
    let folder = folder("readable");
    let planner = Planner { files: files(&folder), ..Planner::default() };
    plan(&planner, &level).unwrap();
    let text = fs::read_to_string(folder.join("readable.txt")).unwrap();
    assert!(text.contains("x counts columns to the right, y counts rows downward"));
    for line in [
        "Initial State:",
        "wall(0,0)",
        "-wall(1,1)",
        "storage(3,1)",
        "crate(2,1,0)",
        "sokoban(1,1,0)",
        "Step 0:",
        "-push(1,1,right,0) v sokoban(1,1,0)",
        "-push(1,1,right,0) v crate(2,1,0)",
        "-push(1,1,right,0) v -wall(3,1)",
        "-push(1,1,right,0) v -crate(3,1,0)",
        "-push(1,1,right,0) v sokoban(2,1,1)",
        "-push(1,1,right,0) v crate(3,1,1)",
        "-push(1,1,right,0) v -sokoban(1,1,1)",
        "-push(1,1,right,0) v -crate(2,1,1)",
        "-move(1,1,right,0) v -crate(2,1,0)",
        "Goal State:",
        "-storage(3,1) v crate(3,1,1)",
    ] {
        assert!(text.lines().any(|other| other == line), "{line} is missing in\n{text}");
    }
    assert!(text.contains("noop(0)") && !text.contains("Step 1:"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn nothing_is_written_unasked() {
    let folder = folder("nothing");
    plan(&Planner::default(), &level(EXAMPLE)).unwrap();
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn external_solvers_find_the_same_plans() {
    let level = level(EXAMPLE);
    for name in ["minisat", "cadical"] {
        let Some(solver) = program(name) else { continue };
        for encoding in Encoding::ALL {
            let least = if encoding == Encoding::Push { 4 } else { 13 };
            for (max_steps, found) in [(least - 1, false), (least + 2, true)] {
                let folder = folder(&format!("{name}-{encoding}-{max_steps}"));
                let planner = Planner {
                    encoding,
                    max_steps,
                    solver: Backend::External(solver.clone()),
                    files: files(&folder),
                    ..Planner::default()
                };
                let outcome = plan(&planner, &level).unwrap();
                match outcome.status {
                    Status::Found { plan, shortest: true } if found => {
                        assert!(plan.len() == 13 || encoding == Encoding::Push);
                    }
                    Status::NotWithin(bound) if !found => assert_eq!(bound, max_steps),
                    status => panic!("{name} {encoding} {max_steps}: {status:?}"),
                }
                let call = outcome.calls.last().unwrap();
                assert_eq!(call.answer, if found { "sat" } else { "unsat" });
                let (variables, clauses) = read_dimacs(&folder.join("in.cnf"));
                assert_eq!((call.variables, call.clauses), (variables, clauses.len()));
                assert!(call.conflicts.is_some());
                check_answer(&folder, found);
                check_again(&folder, found);
                assert!(folder.join("readable.txt").exists());
                fs::remove_dir_all(folder).unwrap();
            }
        }
    }
}

/// A program that does what a shell script says; `$1` and `$2` are its files.
#[cfg(unix)]
fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
    use std::os::unix::fs::PermissionsExt as _;
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[cfg(unix)]
#[test]
fn bad_programs_are_named_and_their_answers_refused() {
    let folder = folder("bad");
    let level = level(EXAMPLE);
    let ask = |path: PathBuf| {
        let solver = Backend::External(path);
        let planner = Planner { solver, encoding: Encoding::Move, ..Planner::default() };
        plan(&planner, &level)
    };
    let missing = ask(folder.join("missing")).unwrap_err();
    assert!(matches!(missing, SatError::Program { .. }), "{missing}");
    assert!(missing.to_string().contains("missing"), "{missing}");

    let crash =
        ask(script(&folder, "crash", "echo out of luck >&2; exit 3")).unwrap_err();
    assert!(matches!(crash, SatError::NoAnswer { .. }), "{crash}");
    assert!(crash.to_string().contains("out of luck"), "{crash}");

    let killed = ask(script(&folder, "killed", "kill -9 $$")).unwrap_err();
    assert!(matches!(killed, SatError::NoAnswer { .. }), "{killed}");

    let silent = ask(script(&folder, "silent", "exit 10")).unwrap_err();
    assert!(matches!(silent, SatError::NoAnswer { .. }), "{silent}");

    let torn = ask(script(&folder, "torn", "echo UNSAT > $2; exit 10")).unwrap_err();
    assert!(matches!(torn, SatError::Contradiction { .. }), "{torn}");

    let lies = ask(script(&folder, "lies", "echo SAT > $2; echo 1 0 >> $2; exit 10"));
    let lies = lies.unwrap_err();
    assert!(matches!(lies, SatError::Contradiction { .. }), "{lies}");

    let denies = ask(script(&folder, "denies", "echo UNSAT > $2; exit 20")).unwrap_err();
    assert!(matches!(denies, SatError::Wrong { .. }), "{denies}");
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_program_that_takes_too_long_is_ended() {
    let folder = folder("slow");
    let slow = script(&folder, "slow", "exec sleep 60");
    let solver = Backend::External(slow);
    let planner = Planner { solver, ..Planner::default() };
    let limits = milliseconds(200);
    let began = std::time::Instant::now();
    let outcome = with_turn(limits, |turn| planner.plan(&level(EXAMPLE), turn)).unwrap();
    assert_eq!(outcome.status, Status::Stopped(Stop::Time));
    assert!(began.elapsed().as_secs() < 20);
    fs::remove_dir_all(folder).unwrap();
}

/// The process that wrote its number into a file is gone, or going.
#[cfg(unix)]
fn is_gone(file: &Path) -> bool {
    let id = fs::read_to_string(file).unwrap();
    let state = fs::read_to_string(format!("/proc/{}/stat", id.trim()));
    state.map_or(true, |state| state.contains(") Z "))
}

#[cfg(unix)]
#[test]
fn what_a_program_starts_ends_with_it() {
    let folder = folder("group");
    let body = format!("sleep 60 & echo $! > {}/child; wait", folder.display());
    let planner = Planner {
        solver: Backend::External(script(&folder, "parent", &body)),
        ..Planner::default()
    };
    let limits = milliseconds(1500);
    let outcome = with_turn(limits, |turn| planner.plan(&level(EXAMPLE), turn)).unwrap();
    assert_eq!(outcome.status, Status::Stopped(Stop::Time));
    let began = std::time::Instant::now();
    while !is_gone(&folder.join("child")) {
        assert!(began.elapsed().as_secs() < 10, "the child goes on");
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn limits_hold_while_a_program_talks() {
    let folder = folder("talks");
    let body =
        "while :; do echo aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa; done";
    let talks = script(&folder, "talks", body);
    let planner = Planner { solver: Backend::External(talks), ..Planner::default() };
    let limits = seconds(1);
    let began = std::time::Instant::now();
    let outcome = with_turn(limits, |turn| planner.plan(&level(EXAMPLE), turn)).unwrap();
    assert_eq!(outcome.status, Status::Stopped(Stop::Time));
    assert!(began.elapsed().as_secs() < 20);

    // A child that holds the pipe open does not keep us.
    let leaves = script(&folder, "leaves", "sleep 60 & echo no luck >&2; exit 1");
    let planner = Planner { solver: Backend::External(leaves), ..Planner::default() };
    let began = std::time::Instant::now();
    let error = plan(&planner, &level(EXAMPLE)).unwrap_err();
    assert!(error.to_string().ends_with(": no luck"), "{error}");
    assert!(began.elapsed().as_secs() < 20);
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn calls_before_a_fault_are_kept() {
    let folder = folder("fault");
    let Some(minisat) = program("minisat") else { return };
    // Right twice, then a crash.
    let body = format!(
        "cd {}; echo x >> count; [ $(wc -l < count) -lt 3 ] || exit 7; exec {} \"$@\"",
        folder.display(),
        minisat.display()
    );
    let planner = Planner {
        encoding: Encoding::Move,
        solver: Backend::External(script(&folder, "tired", &body)),
        ..Planner::default()
    };
    let level = level(EXAMPLE);
    let outcome =
        with_turn(seconds(60), |turn| planner.attempt(&level, None, turn)).unwrap();
    let Status::Failed(message) = &outcome.status else { panic!("{:?}", outcome.status) };
    assert!(message.contains("tired"), "{message}");
    let answers: Vec<_> = outcome.calls.iter().map(|call| call.answer).collect();
    assert_eq!(answers, ["unsat", "unsat", "error"]);

    let missing = Backend::External(folder.join("missing"));
    let planner = Planner { solver: missing, ..Planner::default() };
    let missing = with_turn(seconds(60), |turn| planner.attempt(&level, None, turn));
    assert!(matches!(missing, Err(SatError::Program { .. })));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn any_plan_takes_one_call_of_a_program() {
    let level = level(EXAMPLE);
    let Some(minisat) = program("minisat") else { return };
    for (encoding, max_steps, calls) in
        [(Encoding::Basic, 15, 1), (Encoding::Move, 16, 1), (Encoding::Move, 12, 2)]
    {
        let solver = Backend::External(minisat.clone());
        let planner =
            Planner { encoding, max_steps, any: true, solver, ..Planner::default() };
        let outcome = plan(&planner, &level).unwrap();
        assert_eq!(outcome.calls.len(), calls, "{encoding} {max_steps}");
        match outcome.status {
            Status::Found { plan, shortest: false } if max_steps > 12 => {
                assert!(plan.len() as u32 <= max_steps);
            }
            Status::NotWithin(12) if max_steps == 12 => {}
            status => panic!("{encoding} {max_steps}: {status:?}"),
        }
    }
}

#[test]
fn bounds_follow_from_not_within() {
    let stuck = level("#####\n#@ $#\n#. ##\n#####");
    let solvers = [Some(Backend::Embedded), program("minisat").map(Backend::External)];
    for solver in solvers.into_iter().flatten() {
        for encoding in Encoding::ALL {
            for (level, max_steps) in [(&stuck, 7), (&level(EXAMPLE), 2)] {
                let solver = solver.clone();
                let planner =
                    Planner { encoding, max_steps, solver, ..Planner::default() };
                let claim = match encoding {
                    Encoding::Push => Claim::Pushes,
                    _ => Claim::Moves,
                };
                with_turn(seconds(60), |turn| {
                    let outcome = planner.plan(level, turn).unwrap();
                    assert_eq!(outcome.status, Status::NotWithin(max_steps));
                    let bound =
                        turn.take_news().into_iter().filter_map(|news| match news {
                            News::Bound(of, bound) if of == claim => Some(bound),
                            _ => None,
                        });
                    let bound = bound.max();
                    assert!(bound > Some(max_steps.into()), "{encoding} {bound:?}");
                });
            }
        }
    }
}

#[test]
fn one_file_is_not_written_twice() {
    let folder = folder("clash");
    let path = folder.join("same.cnf");
    let files =
        Files { input: Some(path.clone()), readable: Some(path), ..Files::default() };
    let planner = Planner { files, ..Planner::default() };
    let refused = plan(&planner, &level(EXAMPLE)).unwrap_err();
    assert!(matches!(refused, SatError::Usage(_)), "{refused}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn exports_keep_to_limits() {
    let folder = folder("export");
    let planner = Planner { files: files(&folder), ..Planner::default() };
    let level = level(EXAMPLE);
    let mut out = Vec::new();
    let exported = with_turn(seconds(60), |turn| {
        planner.export(&level, 3, Some((Form::Dimacs, &mut out)), turn).unwrap()
    });
    assert_eq!((exported.written.len(), exported.stopped), (2, None));
    assert_eq!(fs::read(folder.join("in.cnf")).unwrap(), out);
    let (variables, clauses) = read_dimacs(&folder.join("in.cnf"));
    assert_eq!((exported.variables, exported.clauses), (variables, clauses.len()));
    assert!(!folder.join("out.cnf").exists());
    fs::remove_dir_all(&folder).unwrap();
    fs::create_dir_all(&folder).unwrap();
    let memory = Limits::default().memory(1 << 20);
    let time = seconds(0);
    for (limits, bound, stop) in
        [(memory, 1_000_000, Stop::Memory), (time, 3, Stop::Time)]
    {
        let exported =
            with_turn(limits, |turn| planner.export(&level, bound, None, turn).unwrap());
        assert_eq!(exported.stopped, Some(stop));
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }
    fs::remove_dir_all(folder).unwrap();
}
