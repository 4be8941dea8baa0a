//! How fast thumbnails are made: levels of a file as PNG, a thousand times over, in memory.
//!
//! `cargo run --release -p kuraban-draw --example thumbnails -- FILE [COUNT] [TILE]`

use kuraban_draw::{Picture, Style};
use kuraban_level::{Format, Level, Reader};

#[expect(clippy::print_stdout, reason = "an example tells what it found")]
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |index: usize, otherwise: usize| {
        arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let text = std::fs::read_to_string(&arguments[1]).expect("a file of levels");
    let levels: Vec<Level> = Reader::new(Box::new(text.as_bytes()), Format::Auto)
        .filter_map(|entry| entry.level.ok())
        .collect();
    let (count, tile) = (number(2, 10_000), number(3, 8) as u32);
    let style = Style::default().tile(tile);
    let began = kuraban_testkit::thread_cpu();
    let bytes: usize = levels
        .iter()
        .cycle()
        .take(count)
        .map(|level| {
            let drawing = Picture::of(level).draw(&style).expect("levels are small");
            drawing.png().expect("thumbnails are small").len()
        })
        .sum();
    let time = kuraban_testkit::thread_cpu().saturating_sub(began);
    println!(
        "{count} thumbnails of {tile} pixels a square: {time:?} of CPU, {bytes} bytes"
    );
}
