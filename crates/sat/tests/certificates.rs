//! Certificates check, and tampered ones do not.

mod common;

use std::fs;
use std::path::Path;
use std::process::Command;

use common::{EXAMPLE, folder, least, level, program, seconds, small_levels, with_turn};
use kuraban_level::Level;
use kuraban_sat::certificate::{Trust, check};
use kuraban_sat::{Encoding, Measure, Planner, SatError, Status};
use kuraban_testkit::{Random, shared_levels};

fn certify(level: &Level, encoding: Encoding, trust: Trust, folder: &Path) -> Status {
    let planner = Planner { encoding, max_steps: 200, ..Planner::default() };
    with_turn(seconds(300), |turn| planner.certify(level, folder, trust, turn))
        .unwrap()
        .status
}

#[test]
fn the_example_is_certified_in_three_ways() {
    let level = level(EXAMPLE);
    for (encoding, trust, measure, least, formulas) in [
        (Encoding::Move, Trust::Standard, Measure::Moves, 13, 2),
        (Encoding::Move, Trust::Strict, Measure::Moves, 13, 1),
        (Encoding::Push, Trust::Standard, Measure::Pushes, 4, 0),
    ] {
        let folder = folder(&format!("three-{encoding}-{}", trust.name()));
        assert!(matches!(
            certify(&level, encoding, trust, &folder),
            Status::Found { .. }
        ));
        let checked = check(&folder).unwrap();
        assert_eq!((checked.measure, checked.least), (measure, least));
        assert_eq!((checked.trust, checked.formulas.len()), (trust, formulas));
        fs::remove_dir_all(folder).unwrap();
    }
}

/// Formulas of pushes are pruned, so they cannot be strict, whoever says so.
#[test]
fn pushes_are_not_certified_strictly() {
    let folder = folder("strict-pushes");
    let planner = Planner { encoding: Encoding::Push, ..Planner::default() };
    let example = level(EXAMPLE);
    let certify = |trust| {
        with_turn(seconds(300), |turn| planner.certify(&example, &folder, trust, turn))
    };
    assert!(matches!(certify(Trust::Strict), Err(SatError::Usage(_))));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    certify(Trust::Standard).unwrap();
    let manifest = folder.join("manifest.txt");
    let text = fs::read_to_string(&manifest).unwrap();
    fs::write(&manifest, text.replace("trust standard", "trust strict")).unwrap();
    let refused = check(&folder).unwrap_err().to_string();
    assert!(refused.contains("strict"), "{refused}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn certificates_of_small_levels_tell_the_least() {
    let mut certified = 0;
    for (round, level) in small_levels(99).take(60).enumerate() {
        let Some((moves, pushes)) = least(&level) else { continue };
        for (encoding, known) in [(Encoding::Move, moves), (Encoding::Push, pushes)] {
            let folder = folder(&format!("small-{round}-{encoding}"));
            certify(&level, encoding, Trust::Standard, &folder);
            assert_eq!(check(&folder).unwrap().least, known, "{round} {level:?}");
            fs::remove_dir_all(folder).unwrap();
            certified += 1;
        }
    }
    assert!(certified > 20, "{certified}");
}

/// Every file, every kind of damage: a changed byte, a missing byte, an additional one.
#[test]
fn a_change_of_any_byte_is_noticed() {
    let level = level("#######\n#@ $ .#\n# $  .#\n#######");
    let folder = folder("tampered");
    certify(&level, Encoding::Move, Trust::Standard, &folder);
    check(&folder).unwrap();
    let mut files: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert_eq!(files.len(), 7, "{files:?}");
    let mut random = Random::new(5);
    for file in files {
        let original = fs::read(&file).unwrap();
        let mut damages = Vec::new();
        for _ in 0..12 {
            let at = random.below(original.len());
            for byte in [b'1', b' ', b'x', original[at] ^ 1] {
                let mut changed = original.clone();
                changed[at] = byte;
                damages.push(changed);
            }
        }
        damages.push(original[..original.len() - 1].to_vec());
        damages.push([&original[..], b"\n"].concat());
        damages.push([&original[..], b"0\n"].concat());
        for damaged in damages.iter().filter(|damaged| **damaged != original) {
            fs::write(&file, damaged).unwrap();
            let text = String::from_utf8_lossy(damaged);
            assert!(check(&folder).is_err(), "{} became\n{text}", file.display());
        }
        fs::remove_file(&file).unwrap();
        assert!(check(&folder).is_err(), "{}", file.display());
        fs::write(&file, &original).unwrap();
    }
    check(&folder).unwrap();
    fs::remove_dir_all(folder).unwrap();
}

/// A folder that is right in itself but claims too much: a longer plan.
#[test]
fn a_detour_is_not_certified() {
    let level = level(EXAMPLE);
    let folder = folder("detour");
    certify(&level, Encoding::Move, Trust::Standard, &folder);
    let plan = fs::read_to_string(folder.join("plan.txt")).unwrap();
    let (head, tail) = plan.split_at(2);
    fs::write(folder.join("plan.txt"), format!("{head}rl{tail}")).unwrap();
    assert!(check(&folder).is_err());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn microban_levels_are_certified() {
    let Some(levels) = shared_levels("microban1") else { return };
    for (number, moves) in [(1, 33), (2, 16), (3, 41), (4, 23), (5, 25), (9, 30)] {
        let folder = folder(&format!("microban-{number}"));
        certify(&levels[number - 1], Encoding::Move, Trust::Standard, &folder);
        assert_eq!(check(&folder).unwrap().least, moves, "{number}");
        fs::remove_dir_all(folder).unwrap();
    }
}

/// Checkers of other people accept the proofs: drat-trim and rate, where they are installed.
#[test]
fn outside_checkers_accept_the_proofs() {
    let example = level(EXAMPLE);
    let pocket = level("########\n#      #\n# $$@$ #\n#  ..  #\n#   .  #\n########");
    for (name, says) in [("drat-trim", "s VERIFIED"), ("rate", "s VERIFIED")] {
        let Some(checker) = program(name) else { continue };
        for (number, level) in [&example, &pocket].into_iter().enumerate() {
            for (encoding, trust) in [
                (Encoding::Move, Trust::Standard),
                (Encoding::Move, Trust::Strict),
                (Encoding::Push, Trust::Standard),
            ] {
                if trust == Trust::Strict && number > 0 {
                    continue; // nothing is pruned: the proof would be hundreds of megabytes
                }
                let folder =
                    folder(&format!("{name}-{number}-{encoding}-{}", trust.name()));
                certify(level, encoding, trust, &folder);
                for (encoding, bound, _) in check(&folder).unwrap().formulas {
                    let file = |end| folder.join(format!("{encoding}-{bound}.{end}"));
                    let output = Command::new(&checker)
                        .args([file("cnf"), file("drup")])
                        .output()
                        .unwrap();
                    let printed = String::from_utf8_lossy(&output.stdout);
                    // drat-trim's word for a formula that unit clauses alone refute.
                    let accepted =
                        printed.contains(says) || printed.contains("trivial UNSAT");
                    assert!(accepted, "{name} {encoding} {bound}\n{printed}");
                }
                fs::remove_dir_all(folder).unwrap();
            }
        }
    }
}
