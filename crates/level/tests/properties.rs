//! Any bytes give levels or errors, and what was written reads back equal.

use kuraban_level::{
    Alphabet, Dialect, Entry, Format, Level, Reader, Rules, Style, WriteOptions, Writer,
    lurd, write,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn formats() -> Vec<Format> {
    let mut formats = vec![Format::Auto, Format::Mixed];
    formats.extend(Dialect::NAMED.map(Format::Given));
    formats
}

fn read(bytes: &[u8], format: Format) -> Vec<Entry> {
    Reader::new(bytes, format).collect()
}

/// Writes the levels of `entries` in `dialect`; levels it cannot hold are left out of both.
fn written(entries: &[Entry], dialect: Dialect, style: Style) -> (String, Vec<Entry>) {
    let mut writer =
        Writer::new(dialect, WriteOptions { style, ..WriteOptions::default() });
    let mut text = writer.begin(&[]);
    let mut written = Vec::new();
    for entry in entries {
        if let Ok(level) = &entry.level
            && let Ok(part) = writer.write(entry, level, &[])
        {
            text += &part;
            written.push(entry.clone());
        }
    }
    text += writer.end();
    (text, written)
}

/// What a level is, as text. What lies outside a closed board, decorations and blanks, is not
/// part of it, and a writer may leave it out.
fn drawn(level: &Level) -> (Rules, bool, Vec<String>) {
    let (width, squares) = (level.width(), level.squares().to_vec());
    let bare = Level::new(level.rules(), width, squares, &[level.player()]);
    let bare = bare.expect("a level without its decorations");
    let mut rows = write::rows(&bare, &Alphabet::of(Dialect::Xsb));
    if level.is_enclosed() {
        rows = rows.iter().map(|row| row.trim_end().to_owned()).collect();
        let is_blank = |row: &String| row.is_empty();
        rows.drain(..rows.iter().position(|row| !is_blank(row)).unwrap_or(0));
        while rows.pop_if(|row| is_blank(row)).is_some() {}
    }
    (level.rules(), level.is_enclosed(), rows)
}

fn check_round_trip(entries: &[Entry]) {
    for dialect in Dialect::NAMED {
        let styles: &[Style] = match dialect {
            Dialect::Xsb => &[Style::Plain, Style::Rle, Style::Sok],
            _ => &[Style::Plain],
        };
        for &style in styles {
            let (text, written) = written(entries, dialect, style);
            if written.is_empty() {
                continue;
            }
            let back = read(text.as_bytes(), Format::Given(dialect));
            let levels = |entries: &[Entry]| -> Vec<_> {
                let levels = entries.iter().map(|entry| entry.level.clone());
                levels.map(|level| level.map(|level| drawn(&level))).collect()
            };
            assert_eq!(levels(&back), levels(&written), "{dialect} {style:?}\n{text}");
        }
    }
}

/// Lines of board characters, in one dialect or mixed, with text between them.
fn board_like() -> impl Strategy<Value = String> {
    let row = prop_oneof![
        "[# .$*@+_-]{0,9}",
        "#[# .$*@+_-]{0,7}#",
        "[# XCcSs]{0,9}",
        "#[# .BX&%]{0,6}#",
        "[X.GJjMm]{0,9}",
        "[█ ◌■◙☺☻]{0,9}",
        "[0-9#()|$.@ -]{0,12}",
        "(Title|Author|Solution): [a-zA-Z ]{0,8}",
        "; ?[a-z0-9]{0,4}",
        "[udlrUDLR]{1,12}",
        Just(String::new()),
        Just("#####".to_owned()),
    ];
    let end = prop_oneof![Just("\n"), Just("\r\n"), Just("\r")];
    (vec(row, 0..14), end).prop_map(|(rows, end)| rows.join(end))
}

/// A closed or open board of one valid level.
fn valid_level() -> impl Strategy<Value = String> {
    (1usize..6, 1usize..6, any::<bool>(), any::<u64>()).prop_map(
        |(w, h, closed, seed)| {
            let mut state = seed | 1;
            let mut next = |n: usize| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 33) as usize % n
            };
            let mut inside: Vec<char> =
                (0..w * h).map(|_| if next(5) == 0 { '#' } else { ' ' }).collect();
            let player = next(w * h);
            inside[player] = if next(3) == 0 { '+' } else { '@' };
            let mut owed = i32::from(inside[player] == '+');
            for square in &mut inside {
                if *square != ' ' {
                    continue;
                }
                match next(4) {
                    0 => *square = '*',
                    _ if owed > 0 => {
                        *square = '$';
                        owed -= 1;
                    }
                    1 => {
                        *square = '.';
                        owed += 1;
                    }
                    _ => {}
                }
            }
            let mut rows: Vec<String> =
                inside.chunks(w).map(|row| row.iter().collect()).collect();
            if closed {
                rows = rows.iter().map(|row| format!("#{row}#")).collect();
                rows.insert(0, "#".repeat(w + 2));
                rows.push("#".repeat(w + 2));
            }
            rows.join("\n")
        },
    )
}

#[test]
fn what_lies_outside_is_written_left_out_or_refused() {
    for text in ["##\n#S#\n#####\n\n##", "|.#\n#&#\n#####\n", "X\n##\n#S#\n#####"] {
        for format in formats() {
            check_round_trip(&read(text.as_bytes(), format));
        }
    }
}

#[test]
fn a_note_that_looks_like_a_row_stays_a_note() {
    for format in formats() {
        check_round_trip(&read("M\n |".as_bytes(), format));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn any_bytes_do_not_panic(bytes in vec(any::<u8>(), 0..400)) {
        for format in formats() {
            let entries = read(&bytes, format);
            prop_assert!(!entries.is_empty());
        }
    }

    #[test]
    fn board_like_text_does_not_panic_and_round_trips(text in board_like()) {
        for format in formats() {
            let entries = read(text.as_bytes(), format);
            prop_assert!(!entries.is_empty());
            check_round_trip(&entries);
        }
    }

    #[test]
    fn valid_levels_round_trip_with_what_is_said_about_them(
        text in valid_level(),
        title in "[A-Z][a-z]{3,8}( [a-z]{3,8})?",
        author in "[A-Z][a-z]{3,8}",
    ) {
        let described = format!("{text}\nTitle: {title}\nAuthor: {author}\n");
        let entries = read(described.as_bytes(), Format::Given(Dialect::Xsb));
        check_round_trip(&entries);
        if entries.len() == 1 && entries[0].level.is_ok() {
            for dialect in Dialect::NAMED {
                let (text, written) = written(&entries, dialect, Style::Plain);
                if let [_] = written.as_slice() {
                    let back = &read(text.as_bytes(), Format::Given(dialect))[0];
                    prop_assert_eq!(back.title.as_ref(), Some(&title));
                    prop_assert_eq!(back.author.as_ref(), Some(&author));
                }
            }
        }
    }

    #[test]
    fn any_text_is_steps_or_an_error(text in "\\PC{0,60}", steps in "[udlrUDLR]{0,60}") {
        let _ = lurd::read(&text);
        let read = lurd::read(&steps).unwrap();
        prop_assert_eq!(lurd::write(&read), steps);
        prop_assert_eq!(lurd::read(&lurd::write_rle(&read)).unwrap(), read);
    }
}

/// The generator above makes levels that are read, not only errors.
#[test]
fn the_generator_makes_levels() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let made = (0..200)
        .filter(|_| {
            let text = valid_level().new_tree(&mut runner).unwrap().current();
            text.parse::<Level>().is_ok()
        })
        .count();
    assert!(made > 40, "only {made} of 200");
}
