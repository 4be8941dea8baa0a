//! The seed corpus and the regressions of the fuzz targets.

use std::fs;
use std::path::Path;

use kuraban_level::{Dialect, Format, Reader, lurd};

fn each(folder: &str, visit: impl Fn(&[u8])) -> usize {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let mut count = 0;
    for kind in ["corpus", "regressions"] {
        for file in
            fs::read_dir(fuzz.join(kind).join(folder)).expect("a folder").flatten()
        {
            visit(&fs::read(file.path()).expect("a file"));
            count += 1;
        }
    }
    count
}

#[test]
fn every_kept_input_gives_levels_or_errors() {
    let mut formats = vec![Format::Auto, Format::Mixed];
    formats.extend(Dialect::NAMED.map(Format::Given));
    for folder in ["text", "boulder", "slc"] {
        let count = each(folder, |bytes| {
            for format in &formats {
                assert!(Reader::new(bytes, format.clone()).count() > 0);
            }
        });
        assert!(count > 1, "{folder}");
    }
    assert!(each("steps", |bytes| drop(lurd::read(&String::from_utf8_lossy(bytes)))) > 1);
}
