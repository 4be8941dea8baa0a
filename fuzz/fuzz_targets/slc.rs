//! Any bytes as the dialect `slc`.
#![no_main]

use kuraban_level::{Dialect, Format, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    assert!(Reader::new(bytes, Format::Given(Dialect::Slc)).count() > 0);
});
