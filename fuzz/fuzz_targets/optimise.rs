//! Any text as a solution of the level that the bytes are, to be shortened.
#![no_main]

#[path = "../../crates/kuraban/tests/given/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    // The level, a line break, the text.
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (level, text) = input.split_at(end);
    if let Some(level) = kuraban_testkit::from_bytes(level) {
        check::shortens_only_solutions(&level, &String::from_utf8_lossy(text));
    }
});
