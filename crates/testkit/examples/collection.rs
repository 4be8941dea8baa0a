//! Writes random levels that can be solved into a folder, a thousand a file:
//! `cargo run --release -p kuraban-testkit --example collection -- FOLDER COUNT [SEED]`.

use std::path::PathBuf;
use std::{env, fs, io};

use kuraban_testkit::collection;

/// Levels of a file, as Boxoban has it.
const EACH: usize = 1000;

fn main() -> io::Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<u64>().ok());
    let (Some(folder), Some(count)) = (words.first().map(PathBuf::from), number(1))
    else {
        return Err(io::Error::other("wanted: FOLDER COUNT [SEED]"));
    };
    let (count, seed) = (count as usize, number(2).unwrap_or(0));
    fs::create_dir_all(&folder)?;
    for file in 0..count.div_ceil(EACH) {
        let levels = EACH.min(count - file * EACH);
        let text = collection(seed + file as u64, levels);
        fs::write(folder.join(format!("{file:03}.txt")), text)?;
    }
    Ok(())
}
