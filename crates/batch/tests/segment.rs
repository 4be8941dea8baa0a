//! Whatever happens to a segment, what is read of it is a beginning of what was written.

use kuraban_batch::{Filter, commit_line, is_whole, rows};
use proptest::collection::vec;
use proptest::prelude::*;

/// Blocks of rows, as bytes; the rows; and where each block ends.
fn segment(blocks: &[Vec<String>]) -> (Vec<u8>, Vec<String>, Vec<(usize, usize)>) {
    let (mut bytes, mut all, mut ends) = (Vec::new(), Vec::new(), vec![(0, 0)]);
    for block in blocks.iter().filter(|block| !block.is_empty()) {
        let text = block.join("\n") + "\n";
        bytes.extend_from_slice(text.as_bytes());
        bytes.extend(commit_line(block.len() as u64, text.as_bytes()));
        all.extend(block.iter().cloned());
        ends.push((bytes.len(), all.len()));
    }
    (bytes, all, ends)
}

fn read(bytes: &[u8]) -> Vec<String> {
    rows(bytes).map(|row| String::from_utf8_lossy(row).into_owned()).collect()
}

fn blocks() -> impl Strategy<Value = Vec<Vec<String>>> {
    vec(vec("\\{\"n\":[0-9]{1,6},\"s\":\"[a-z]{0,30}\"\\}", 0..6), 0..8)
}

proptest! {
    #[test]
    fn what_was_committed_is_read(blocks in blocks()) {
        let (bytes, all, _) = segment(&blocks);
        prop_assert!(is_whole(&bytes));
        prop_assert_eq!(read(&bytes), all);
    }

    #[test]
    fn a_cut_leaves_the_blocks_before_it(blocks in blocks(), at in any::<prop::sample::Index>()) {
        let (bytes, all, ends) = segment(&blocks);
        let at = at.index(bytes.len() + 1);
        let (end, whole) = ends.iter().rev().find(|(end, _)| *end <= at).expect("zero");
        prop_assert_eq!(read(&bytes[..at]), &all[..*whole]);
        prop_assert_eq!(is_whole(&bytes[..at]), *end == at);
    }

    #[test]
    fn a_flipped_bit_ends_it_there(
        blocks in blocks(),
        at in any::<prop::sample::Index>(),
        bit in 0..8u8,
    ) {
        let (mut bytes, all, ends) = segment(&blocks);
        prop_assume!(!bytes.is_empty());
        let at = at.index(bytes.len());
        bytes[at] ^= 1 << bit;
        let (_, whole) = ends.iter().rev().find(|(end, _)| *end <= at).expect("zero");
        prop_assert_eq!(read(&bytes), &all[..*whole]);
    }

    #[test]
    fn any_bytes_are_read_without_a_fault(bytes in vec(any::<u8>(), 0..400)) {
        let told: usize = rows(&bytes).map(<[u8]>::len).sum();
        prop_assert!(told <= bytes.len());
    }

    #[test]
    fn what_follows_a_torn_block_does_not_count(blocks in blocks(), torn in "[a-z{}\"#]{1,40}") {
        let (mut bytes, all, _) = segment(&blocks);
        bytes.extend_from_slice(torn.as_bytes());
        let (more, ..) = segment(&[vec!["{\"n\":1}".to_owned()]]);
        bytes.extend(more);
        prop_assert_eq!(read(&bytes), all);
    }
}

/// The seed corpus and the regressions of the fuzz targets.
#[test]
fn kept_inputs_are_read_or_refused() {
    let fuzz = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
    for (target, visit) in [
        ("segment", (|bytes| assert!(rows(bytes).count() <= bytes.len())) as fn(&[u8])),
        ("filter", |bytes| {
            let _ = String::from_utf8_lossy(bytes).parse::<Filter>();
        }),
    ] {
        let mut count = 0;
        for kind in ["corpus", "regressions"] {
            let folder = format!("{fuzz}/{kind}/{target}");
            for file in std::fs::read_dir(folder).expect("a folder").flatten() {
                visit(&std::fs::read(file.path()).expect("a file"));
                count += 1;
            }
        }
        assert!(count > 1, "{target}");
    }
}
