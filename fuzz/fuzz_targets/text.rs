//! Any bytes as a text collection, in every dialect that draws boards.
#![no_main]

use kuraban_level::{Dialect, Format, Reader};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for format in [
        Format::Auto,
        Format::Mixed,
        Format::Given(Dialect::Xsb),
        Format::Given(Dialect::Glyph),
        Format::Given(Dialect::Letter),
        Format::Given(Dialect::Ampersand),
        Format::Given(Dialect::Crate),
    ] {
        assert!(Reader::new(bytes, format).count() > 0);
    }
});
