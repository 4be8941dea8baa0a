//! Boards as numbers, and the errors of those who build levels themselves.

use std::error::Error;

use kuraban_level::{
    Alphabet, Dialect, Flaw, Flaws, Level, Problem, Rules, Square, read_path,
};

fn flaws(width: usize, codes: &[u8]) -> Vec<Flaw> {
    Level::from_codes(width, codes).expect_err("no level").0
}

#[test]
fn every_code_comes_back() {
    let rows = [[0_u8, 0, 0, 0, 0, 0], [0, 1, 4, 3, 6, 0], [0, 0, 0, 0, 0, 0]];
    let codes = rows.concat();
    let level = Level::from_codes(6, &codes).expect("a level");
    assert_eq!(level, "######\n# $*+#\n######".parse().expect("a level"));
    assert_eq!(level.to_codes(), codes);
}

#[test]
fn what_lies_round_a_level_comes_back() {
    let level: Level = "##### $\n#@$.# *\n#####  ".parse().expect("a level");
    assert_eq!(level.decorations().len(), 2);
    let codes = level.to_codes();
    assert_eq!((codes[6], codes[13]), (4, 3));
    assert_eq!(Level::from_codes(level.width(), &codes), Ok(level));
}

#[test]
fn boards_that_are_no_levels_are_refused() {
    assert_eq!(flaws(0, &[]), [Flaw::Empty]);
    assert_eq!(flaws(5, &[]), [Flaw::Empty]);
    assert_eq!(flaws(2, &[5, 1, 1]), [Flaw::Ragged { squares: 3, width: 2 }]);
    assert_eq!(flaws(2, &[5, 7]), [Flaw::Code { at: 1, code: 7 }]);
    let both = flaws(3, &[1, 1, 4]);
    assert_eq!(both, [Flaw::NoPlayer, Flaw::Unbalanced { boxes: 1, goals: 0 }]);
    let off = Level::new(Rules::Boxes, 2, vec![Square::FLOOR; 2], &[2]);
    assert_eq!(off, Err(Flaws(vec![Flaw::PlayerOffBoard(2)])));
}

#[test]
fn whatever_goes_wrong_is_an_error_with_words() {
    let problem = "#####\n#@$ #\n#####".parse::<Level>().expect_err("no goal");
    let first: Problem = problem.0[0].clone();
    let errors: [Box<dyn Error + Send + Sync>; 5] = [
        Box::new(Level::from_codes(3, &[1, 1, 4]).expect_err("no level")),
        Box::new("klingon".parse::<Dialect>().expect_err("no dialect")),
        Box::new(Alphabet::from_map("tree=T").expect_err("no tile")),
        Box::new(first),
        Box::new(problem),
    ];
    let words = errors.map(|error| error.to_string());
    assert_eq!(words[0], "there is no player; 1 box but 0 goals");
    assert_eq!(words[1], "`klingon` is no dialect");
    assert!(words[2].starts_with("`tree` is no tile; tiles are "), "{}", words[2]);
    assert!(words[3].ends_with("1 box but 0 goals"), "{}", words[3]);
    assert_eq!(words[3], words[4]);
}

#[test]
fn maps_of_characters_say_what_is_wrong_with_them() {
    for (map, why) in [
        ("wall", "`wall` is not of the form name=character"),
        ("wall=", "`wall=` needs a character"),
        ("wall=W,box=W", "`W` is given two meanings"),
        ("wall=WW", "`wall=W` is followed by `W`, not `,`"),
    ] {
        assert_eq!(Alphabet::from_map(map).expect_err(map).to_string(), why);
    }
}

#[test]
fn files_are_read_by_their_path() {
    let levels = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
    let entries = read_path(format!("{levels}/kuraban.xsb")).expect("a file");
    assert!(entries.len() > 1 && entries.iter().all(|entry| entry.level.is_ok()));
    assert!(read_path(levels).is_err(), "a folder");
    assert!(read_path(format!("{levels}/no such file")).is_err());
}
