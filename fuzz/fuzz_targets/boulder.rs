//! Any bytes as the dialect `boulder`.
#![no_main]

use kuraban_level::{Dialect, Format, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    assert!(Reader::new(bytes, Format::Given(Dialect::Boulder)).count() > 0);
});
