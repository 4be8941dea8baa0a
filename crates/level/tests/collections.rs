//! What files say around their boards.

use kuraban_level::{
    Dialect, Entry, Format, Kind, Level, Problems, Reader, Style, WriteOptions, Writer,
};

fn read(text: &str) -> Vec<Entry> {
    Reader::new(text.as_bytes(), Format::Auto).collect()
}

fn forced(dialect: Dialect, text: &str) -> Result<Level, Problems> {
    Reader::new(text.as_bytes(), Format::Given(dialect)).next().unwrap().level
}

fn titles(entries: &[Entry]) -> Vec<Option<&str>> {
    entries.iter().map(|entry| entry.title.as_deref()).collect()
}

const BOARD: &str = "#####\n#@$.#\n#####\n";

#[test]
fn titles_stand_before_or_after_and_keys_win() {
    let before = format!("; first\n{BOARD}\n; second\n{BOARD}");
    assert_eq!(titles(&read(&before)), [Some("first"), Some("second")]);
    let after = format!("{BOARD}; first\n\n{BOARD}; second\n");
    assert_eq!(titles(&read(&after)), [Some("first"), Some("second")]);
    let keys = format!("; 1\n{BOARD}Title: A\n\n; 2\n{BOARD}Title: B\n");
    assert_eq!(titles(&read(&keys)), [Some("A"), Some("B")]);
    let plain = format!("A pack of levels\n\nAlpha\n\n{BOARD}\nBeta\n\n{BOARD}");
    assert_eq!(titles(&read(&plain)), [Some("Alpha"), Some("Beta")]);
    let numbers = format!("; 0\n{BOARD}\n; 1\n{BOARD}");
    assert_eq!(titles(&read(&numbers)), [Some("0"), Some("1")]);
    let keys_first = format!("Title: A\nAuthor: X\n{BOARD}\nTitle: B\n{BOARD}");
    assert_eq!(titles(&read(&keys_first)), [Some("A"), Some("B")]);
}

#[test]
fn notes_and_games_belong_to_their_level() {
    let text = format!(
        "{BOARD}Author: Somebody\nA fine level\ndull\n\nSolution 1/1\nR\n\n{BOARD}Solution: r\n"
    );
    let entries = read(&text);
    assert_eq!(entries[0].author.as_deref(), Some("Somebody"));
    assert_eq!(entries[0].notes, ["A fine level", "dull"]);
    assert_eq!(entries[0].games[0].letters, "R");
    assert_eq!(entries[0].games[0].title.as_deref(), Some("Solution 1/1"));
    assert_eq!(entries[1].games[0].letters, "r");
}

#[test]
fn nothing_is_lost_in_a_round_trip() {
    let text = format!(
        "; Collection: Ours\n\n; 1\n{BOARD}Title: A\nAuthor: B\nA note\n\nSolution\nR\n\n; 2\n{BOARD}"
    );
    let first = read(&text);
    for (dialect, style) in [
        (Dialect::Xsb, Style::Plain),
        (Dialect::Xsb, Style::Sok),
        (Dialect::Crate, Style::Plain),
        (Dialect::Letter, Style::Plain),
        (Dialect::Glyph, Style::Plain),
    ] {
        let mut reader = Reader::new(text.as_bytes(), Format::Auto);
        let options = WriteOptions { style, ..WriteOptions::default() };
        let mut writer = Writer::new(dialect, options);
        let mut out = String::new();
        while let Some(entry) = reader.next() {
            if out.is_empty() {
                out += &writer.begin(reader.preamble());
            }
            out += &writer.write(&entry, entry.level.as_ref().unwrap(), &[]).unwrap();
        }
        let mut again = Reader::new(out.as_bytes(), Format::Auto);
        for before in &first {
            let after = again.next().unwrap();
            assert_eq!(after.level, before.level, "{dialect}\n{out}");
            assert_eq!(after.title, before.title, "{dialect}");
            assert_eq!(after.author, before.author, "{dialect}");
            assert_eq!(after.notes, before.notes, "{dialect}");
            assert_eq!(after.games, before.games, "{dialect}");
            assert_eq!(after.dialect, dialect);
        }
        assert!(again.next().is_none());
        assert_eq!(again.preamble(), ["; Collection: Ours"]);
    }
}

/// Writes all levels of a text in a style of `xsb`.
fn written(text: &str, style: Style) -> String {
    let options = WriteOptions { style, ..WriteOptions::default() };
    let mut writer = Writer::new(Dialect::Xsb, options);
    let entries = read(text);
    let parts = entries.iter().map(|entry| {
        writer.write(entry, entry.level.as_ref().unwrap(), &[]).expect("it fits")
    });
    parts.collect()
}

#[test]
fn sok_files_have_titles_above_their_boards_and_none_is_lost() {
    // Titles that could be taken for something else, and text before a level without one.
    let odd = ["A", "dull", "###", "; x", "> y", "Solution", "2", "1", "a#b", "Title"];
    let text: String = odd
        .iter()
        .map(|title| format!("; n\n{BOARD}Title: {title}\nA note\n\nAnother\n\n"))
        .chain([format!("; x\n{BOARD}")])
        .collect();
    let first = read(&text);
    let sok = written(&text, Style::Sok);
    assert!(sok.starts_with(&format!("A\n\n{BOARD}A note")), "{sok}");
    assert!(!sok.lines().any(|line| line.starts_with(';')), "{sok}");
    for (before, after) in first.iter().zip(read(&sok)) {
        assert_eq!(after.title, before.title, "{sok}");
        assert_eq!(after.notes, before.notes, "{sok}");
    }
    assert_eq!(read(&sok).len(), first.len());
}

#[test]
fn boxoban_files_are_ten_by_ten_and_walls_round_what_is_smaller() {
    let text = written(&format!("{BOARD}\n{BOARD}"), Style::Boxoban);
    let wall = "##########\n";
    let board = format!("{wall}#@$.######\n{}", wall.repeat(8));
    assert_eq!(text, format!("; 0\n{board}\n; 1\n{board}\n"));
    let options = WriteOptions { style: Style::Boxoban, ..WriteOptions::default() };
    let refused = |text: &str| {
        let entry = &read(text)[0];
        let level = entry.level.as_ref().unwrap();
        Writer::new(Dialect::Xsb, options).write(entry, level, &[]).unwrap_err()
    };
    let why = refused("#####\n#@$.#\n#  *#\n#####\n").to_string();
    assert!(why.contains("a box on a goal"), "{why}");
    let why = refused("############\n#@$.       #\n############\n").to_string();
    assert!(why.contains("12 x 3"), "{why}");
    let why = refused("@$.\n###\n").to_string();
    assert!(why.contains("open"), "{why}");
}

#[test]
fn separators_and_headings_are_no_levels() {
    let text =
        format!("##########\n# A heading\n-----\n{BOARD}-----\n...\n\n***\n\n{BOARD}");
    let entries = read(&text);
    assert_eq!(entries.len(), 2);
    assert!(entries.iter().all(|entry| entry.level.is_ok()));
    assert_eq!(entries[0].level.as_ref().unwrap().height(), 3);
}

#[test]
fn a_second_dialect_is_an_error_with_its_line_unless_mixed_is_asked_for() {
    let text = format!("{BOARD}\n#####\n#SCX#\n#####\n");
    let entries = read(&text);
    let Err(problems) = &entries[1].level else { panic!("read in silence") };
    assert!(matches!(
        problems.0[0].kind,
        Kind::SecondDialect { here: Dialect::Crate, .. }
    ));
    assert_eq!(problems.0[0].place.as_ref().unwrap().line, 5);
    let mixed: Vec<_> = Reader::new(text.as_bytes(), Format::Mixed).collect();
    assert!(mixed.iter().all(|entry| entry.level.is_ok()));
    assert_eq!(mixed[1].dialect, Dialect::Crate);
}

#[test]
fn all_problems_of_a_level_are_listed() {
    let text = "######\n#@$?.#\n#@ ! #\n######\n";
    let Err(problems) = forced(Dialect::Xsb, text) else { panic!("not a level") };
    let places: Vec<_> = problems
        .0
        .iter()
        .map(|problem| problem.place.as_ref().map(|place| (place.line, place.column)))
        .collect();
    assert_eq!(places, [Some((2, 4)), Some((3, 4)), Some((3, 2))]);
    let text = "######\n# $  #\n######\n";
    let Err(problems) = forced(Dialect::Xsb, text) else { panic!("not a level") };
    assert_eq!(problems.0.len(), 2, "no player, and counts differ: {problems}");
}

#[test]
fn letter_forms_rle_and_dashes_are_one_level() {
    let plain: Level = "#####\n#@$.#\n#   #\n#####".parse().unwrap();
    for text in [
        "#####\n#pbo#\n#---#\n#####",
        "WWWWW\nWpboW\nW___W\nWWWWW",
        "5#|#@$.#|#3-#|5#",
        "5#|\n#@$.#|\n#3-#|\n5#",
        "5#|#@$.#|1(#3(-)#)|5#",
    ] {
        assert_eq!(text.parse::<Level>().unwrap(), plain, "{text}");
    }
}

#[test]
fn decorations_round_a_closed_level_do_not_count_and_are_kept() {
    let text = "  $ \n####  .\n#@ #\n#$.#\n####\n";
    let Ok(level) = forced(Dialect::Xsb, text) else {
        panic!("a level with decorations")
    };
    assert_eq!((level.boxes().len(), level.goals().len()), (1, 1));
    assert_eq!(level.decorations().len(), 2);
    let sealed: Level = "#######\n#@$.#.#\n#$  ###\n#######".parse().unwrap();
    assert_eq!(sealed.goals().len(), 2, "a sealed inner room counts");
}

#[test]
fn each_dialect_is_told_by_its_player() {
    for (text, dialect) in [
        ("#####\n#@$.#\n#####", Dialect::Xsb),
        ("█████\n█☺■◌█\n█████", Dialect::Glyph),
        ("XXXXX\nXMJGX\nXXXXX", Dialect::Letter),
        ("#####\n#&B.#\n#####", Dialect::Ampersand),
        ("#####\n#SCX#\n#####", Dialect::Crate),
        (
            "startpos = Position(0,0)\ngoalpos = Position(0,1)\nstartAreaState = [[0,0]]",
            Dialect::Boulder,
        ),
        (
            "<?xml version=\"1.0\"?><SokobanLevels><LevelCollection><Level Id=\"a\"><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>",
            Dialect::Slc,
        ),
    ] {
        let entries = read(text);
        assert_eq!((entries.len(), entries[0].dialect), (1, dialect), "{text}");
        assert!(entries[0].level.is_ok(), "{text}: {:?}", entries[0].level);
    }
    let Err(problems) = "#####\n#   #\n#####".parse::<Level>() else {
        panic!("no player")
    };
    assert!(matches!(problems.0[0].kind, Kind::Ambiguous(_)), "{problems}");
}

/// Every stored collection is read without a complaint.
#[test]
fn stored_collections_are_read() {
    let Some(folder) = kuraban_testkit::shared("levels") else { return };
    let files = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut levels = 0;
    for file in files.filter(|file| file.path().extension().is_some_and(|e| e == "xsb")) {
        let input = std::io::BufReader::new(std::fs::File::open(file.path()).unwrap());
        for entry in Reader::new(input, Format::Auto) {
            levels += 1;
            assert!(
                entry.level.is_ok(),
                "{:?} {}: {:?}",
                file.path(),
                entry.index,
                entry.level
            );
        }
    }
    assert!(levels > 2000, "{levels}");
}

#[test]
fn titles_before_boards_stay_with_them() {
    let text = format!("Title: X\nAuthor: Q\n\n{BOARD}\nTitle: Y\nAuthor: R\n\n{BOARD}");
    let entries = read(&text);
    assert_eq!(titles(&entries), [Some("X"), Some("Y")]);
    assert_eq!(entries[1].author.as_deref(), Some("R"));
    let own = format!("Title: The pack\n\n{BOARD}Title: A\n\n{BOARD}Title: B\n");
    assert_eq!(titles(&read(&own)), [Some("A"), Some("B")]);
}

#[test]
fn a_damaged_board_is_an_error_not_text() {
    for (text, line, column) in [
        ("#####\n#@$.#\n####y\n", 3, 5),
        ("#####\n#@$.?\n#####\n", 2, 5),
        ("#####\n#@\x1b[31m$.#\n#####\n", 2, 3),
        ("5#|#@$.#|5#3\n", 1, 12),
        ("#####\n#@$.#\n#\0###\n", 3, 2),
    ] {
        let entries = read(text);
        assert_eq!(entries.len(), 1, "{text:?}");
        let Err(problems) = &entries[0].level else { panic!("read {text:?}") };
        let place = problems.0[0]
            .place
            .as_ref()
            .unwrap_or_else(|| panic!("{text:?}: {problems}"));
        assert_eq!((place.line, place.column), (line, column), "{text:?}: {problems}");
    }
    let halves = read("#####\n#   #\n\n#####\n#@$.#\n#####\n");
    assert_eq!(
        halves.iter().map(|entry| entry.level.is_ok()).collect::<Vec<_>>(),
        [false, true]
    );
}

#[test]
fn the_seeds_dialects_are_utf8_or_an_error() {
    let title = b"#####\n#SCX#\n#####\nTitle: caf\xe9\n";
    let entry = Reader::new(&title[..], Format::Auto).next().unwrap();
    assert!(entry.level.is_err());
    let title = b"#####\n#@$.#\n#####\nTitle: caf\xe9\n";
    let entry = Reader::new(&title[..], Format::Auto).next().unwrap();
    assert_eq!((entry.level.is_ok(), entry.title.as_deref()), (true, Some("caf\u{e9}")));
}
