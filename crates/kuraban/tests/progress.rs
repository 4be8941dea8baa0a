//! What is told while engines work.

use std::fs::File;
use std::io::BufReader;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kuraban::{BestCell, Event, Format, Limits, Listener, Question, Reader, Solver};

/// A building of our own that takes more than the first turns.
const LEVEL: usize = 65;
const BOXES: usize = 16;

/// Hears the best cells.
#[derive(Default)]
struct Cells(Vec<BestCell>);

impl Listener for Cells {
    fn hear(&mut self, event: &Event<'_>) -> ControlFlow<()> {
        if let Event::Progress { account, .. } = event {
            self.0.extend(account.best_cell);
        }
        ControlFlow::Continue(())
    }
}

/// What a listener hears that watches an engine all the time.
fn cells(engine: &str) -> Vec<BestCell> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/kuraban.xsb");
    let file = BufReader::new(File::open(path).expect("our levels"));
    let entry = Reader::new(file, Format::Auto).nth(LEVEL - 1).expect("that many");
    let level = entry.level.expect("a level");
    let looks = AtomicU32::new(0);
    let clock = || Duration::from_secs(1) * (1 + looks.fetch_add(1, Ordering::Relaxed));
    let question = Question::default().limits(Limits::default().nodes(8_000));
    let mut heard = Cells::default();
    let solver = Solver::new(engine).expect("a known name");
    solver.solve_with(&level, &question, &clock, &mut heard).expect("it can be asked");
    heard.0
}

#[test]
fn the_best_cell_grows_while_one_watches() {
    for engine in ["fess", "fess:plan-near"] {
        let cells = cells(engine);
        let (first, last) = (cells.first().expect(engine), cells.last().expect(engine));
        assert_eq!(last.boxes, BOXES, "{engine}");
        assert!(last.packed > 0, "{engine}: {last:?}");
        assert!(first.packed <= last.packed, "{first:?} to {last:?}");
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
