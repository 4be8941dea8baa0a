//! Any bytes as a segment: what is read of it is a beginning of it, and reading it again gives the
//! same.
#![no_main]

use kuraban_batch::{Blocks, commit_line, is_whole};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut blocks = Blocks::new(bytes);
    let mut again = Vec::new();
    for block in blocks.by_ref() {
        let rows = block.iter().filter(|&&byte| byte == b'\n').count();
        again.extend_from_slice(block);
        again.extend(commit_line(rows as u64, block));
    }
    assert_eq!(again, bytes[..blocks.read()]);
    assert!(is_whole(&again));
});
