//! The features of every level of some files, for fitting models of difficulty:
//! `cargo run --release -p kuraban --example difficulty -- FILE...`

use std::error::Error;
use std::time::Duration;

use kuraban::{Difficulty, Format, Limits, Question, Reader, SystemClock};

#[expect(clippy::print_stdout, reason = "an example is a host")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("file,level,boxes,greedy,moves,gap,counter_pushes,again,piece,value,sum");
    let limits = Limits::default().time(Duration::from_secs(10)).memory(1 << 30);
    let question = Question::default().limits(limits);
    for file in std::env::args().skip(1) {
        let bytes = std::fs::read(&file)?;
        for entry in Reader::new(bytes.as_slice(), Format::Auto) {
            let Ok(level) = entry.level else { continue };
            let clock = SystemClock::start();
            let measured = Difficulty::measure(&level, &question, &clock)?;
            let (Some(seen), Some(difficulty)) = (measured.features, measured.difficulty)
            else {
                continue;
            };
            let course = seen.course.unwrap_or_default();
            println!(
                "{file},{},{},{},{},{},{},{},{},{},{}",
                entry.index,
                seen.boxes,
                seen.greedy,
                seen.moves,
                seen.gap,
                course.counter_pushes,
                course.again,
                course.piece,
                difficulty.value,
                difficulty.sum()
            );
        }
    }
    Ok(())
}
