//! Levels as they are pasted from mails, chats and web pages.

use kuraban_level::{Entry, Format, Reader};

fn read(text: &str) -> Vec<Entry> {
    Reader::new(text.as_bytes(), Format::Auto).collect()
}

/// The only level, which is the same as the plain one, and what was done to read it.
fn forgiven(text: &str) -> Vec<String> {
    let entries = read(text);
    assert_eq!(entries.len(), 1, "{text}");
    let level = entries[0].level.as_ref().expect(text);
    let plain = read("######\n#@ $.#\n######\n").remove(0).level.expect("plain");
    assert_eq!(level, &plain, "{text}");
    entries[0].warnings.clone()
}

#[test]
fn what_pasting_does_is_undone_and_told() {
    for (text, told) in [
        ("######\n#@\u{a0}$.#\n######\n", "non-breaking"),
        ("######\n#@\u{202f}$.#\n######\n", "non-breaking"),
        ("\t\t######\n\t\t#@ $.#\n\t\t######\n", "tabs"),
        ("Look:\n\n> ######\n> #@ $.#\n> ######\n>\n> Title: x\n", "quoting"),
        (">######\n>#@ $.#\n>######\n", "quoting"),
        ("```\n######\n#@ $.#\n######\n```\n", "fence"),
        ("```xsb\n######\n#@ $.#\n######\n```\nthanks\n", "fence"),
        ("XXXXXX\nX@ $.X\nXXXXXX\n", "`X`"),
        ("http://127.0.0.1:8080/#level=6%23%7C%23@-$.%23%7C6%23&title=A%20b\n", "link"),
        ("see <http://127.0.0.1/#level=6%23|%23@-$.%23|6%23> !\n", "link"),
    ] {
        let warnings = forgiven(text);
        assert!(warnings.iter().any(|note| note.contains(told)), "{text}: {warnings:?}");
    }
    let title = |text| read(text).remove(0).title;
    assert_eq!(title("> ######\n> #@ $.#\n> ######\n> Title: x\n").as_deref(), Some("x"));
    let link = "http://127.0.0.1/#level=6%23|%23@-$.%23|6%23&title=A%20b";
    assert_eq!(title(link).as_deref(), Some("A b"));
}

#[test]
fn what_cannot_be_undone_is_refused_by_name() {
    for (text, told) in [
        ("######\n#@\t$.#\n######\n", "line 2, column 3: a tab"),
        ("\t######\n\t\t#@ $.#\n\t######\n", "a tab"),
        ("\t######\n#@ $.#\n######\n", "a tab"),
        ("######\n#@\u{200b}$.#\n######\n", "a zero-width space (U+200B)"),
        ("> ######\n> #@q$.#\n> ######\n", "line 2, column 5: `q`"),
    ] {
        let entry = read(text).remove(0);
        let problems = entry.level.expect_err(text).to_string();
        assert!(problems.contains(told), "{text}: {problems}");
    }
    assert!(forgiven("######\n#@ $.#\n######\n").is_empty());
}
