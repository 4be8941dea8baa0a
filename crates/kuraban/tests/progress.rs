//! What is told while engines work.

use std::fs::File;
use std::io::BufReader;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kuraban::{BestCell, Event, Format, Limits, Listener, Question, Reader, solve_with};

/// A building of our own that takes more than the first turns.
const LEVEL: usize = 65;
const BOXES: usize = 16;

/// Hears the best cells.
#[derive(Default)]
struct Cells(Vec<BestCell>);

impl Listener for Cells {
    fn hear(&mut self, event: &Event<'_>) {
        if let Event::Progress { best_cell: Some(cell), .. } = event {
            self.0.push(*cell);
        }
    }
}

/// What is heard of an engine by whoever looks at it all the time.
fn cells(engine: &str) -> Vec<BestCell> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/kuraban.xsb");
    let file = BufReader::new(File::open(path).expect("our levels"));
    let entry = Reader::new(file, Format::Auto).nth(LEVEL - 1).expect("that many");
    let level = entry.level.expect("a level");
    let looks = AtomicU32::new(0);
    let clock = || Duration::from_secs(1) * looks.fetch_add(1, Ordering::Relaxed);
    let question = Question {
        engine: engine.into(),
        limits: Limits { nodes: Some(2_000), ..Limits::default() },
        threads: 1,
        ..Question::default()
    };
    let mut heard = Cells::default();
    solve_with(&level, &question, &clock, &mut heard);
    heard.0
}

#[test]
fn the_best_cell_grows_while_one_watches() {
    for engine in ["fess", "auto"] {
        let cells = cells(engine);
        let (first, last) = (cells.first().expect(engine), cells.last().expect(engine));
        assert_eq!(last.boxes, BOXES, "{engine}");
        assert!(last.packed > 0, "{engine}: {last:?}");
        // Guests of a race are heard every so many expansions only.
        assert!(engine == "auto" || first.packed < last.packed, "{first:?} to {last:?}");
        assert!(last.packed <= BOXES && last.regions >= 1, "{engine}: {last:?}");
        let (done, of) = last.plan.expect("fess begins with a plan");
        assert!(done <= of && last.packed <= done, "{engine}: {last:?}");
        assert!(cells.windows(2).all(|two| !two[0].is_beyond(&two[1])), "{engine}");
    }
}

#[test]
fn engines_without_cells_tell_none() {
    assert!(cells("bfs").is_empty());
}
