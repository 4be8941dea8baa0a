//! Any text as a filter: read or refused, and read again the same way.
#![no_main]

use kuraban_batch::Filter;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(filter) = text.parse::<Filter>() {
        let again: Filter = filter.to_string().parse().expect("the same text");
        assert_eq!(filter.needs_rows(), again.needs_rows());
    }
});
