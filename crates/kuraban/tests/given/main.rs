//! Any text as a solution of any level, to be shortened.

mod check;

use check::shortens_only_solutions;
use kuraban_level::{Dir, Rules};
use kuraban_testkit::from_bytes;
use kuraban_testkit::{Random, Rooms, solution};

/// Levels from random bytes, each with letters of all kinds, and rooms with solutions that are
/// whole, cut, or changed in one letter.
#[test]
fn only_solutions_are_shortened() {
    let mut random = Random::new(61);
    let (mut taken, mut refused, mut levels) = (0, 0, 0);
    let mut count = |is_taken: bool| if is_taken { taken += 1 } else { refused += 1 };
    for _ in 0..1_500 {
        let bytes: Vec<u8> = (0..30).map(|_| random.below(256) as u8).collect();
        let letters = b"lurdLURD  3(2)x\n\xff";
        let text: Vec<u8> =
            (0..random.below(40)).map(|_| letters[random.below(letters.len())]).collect();
        if let Some(level) = from_bytes(&bytes) {
            levels += 1;
            count(shortens_only_solutions(&level, &String::from_utf8_lossy(&text)));
        }
    }
    for round in 0..300 {
        let level = match round % 5 {
            0 => kuraban_testkit::level(round, Rules::Boulders),
            _ => Rooms::SMALL.next(&mut random),
        };
        let Some(steps) = solution(&level) else { continue };
        let mut text: String = steps.iter().map(|dir| dir.letter()).collect();
        let solves = shortens_only_solutions(&level, &text);
        assert!(solves, "{text}: {level:?}");
        count(solves);
        if let Some(last) = text.pop() {
            let is_taken = shortens_only_solutions(&level, &text);
            assert!(!is_taken, "{text} without {last}: {level:?}");
            count(is_taken);
            let at = random.below(steps.len());
            let mut other = steps.clone();
            other[at] = Dir::ALL[random.below(4)];
            let text: String = other.iter().map(|dir| dir.letter()).collect();
            count(shortens_only_solutions(&level, &text));
        }
    }
    assert!(taken > 50 && refused > 100 && levels > 50, "{taken}, {refused}, {levels}");
}

/// The seed corpus and inputs that once broke something.
#[test]
fn what_broke_once_does_not_again() {
    let mut read = 0;
    for kind in ["corpus", "regressions"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/");
        let folder = std::path::Path::new(folder).join(kind).join("optimise");
        for file in std::fs::read_dir(folder).expect("the folder is there").flatten() {
            let input = std::fs::read(file.path()).expect("a file");
            let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
            let (bytes, text) = input.split_at(end);
            let level = from_bytes(bytes).expect("a level");
            read += 1;
            assert!(shortens_only_solutions(&level, &String::from_utf8_lossy(text)));
        }
    }
    assert!(read > 0);
}
