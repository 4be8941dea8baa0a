//! Every engine and objective against brute force on the level that the bytes are.
#![no_main]

#[path = "../../crates/kuraban/tests/agree/check.rs"]
mod check;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(level) = kuraban_testkit::from_bytes(bytes)
        && let Some(why) = check::disagreement(&level)
    {
        panic!("{level:?}: {why}");
    }
});
