//! Asking engines, and the referee.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kuraban::{
    Alphabet, Cancel, Checked, Clock as _, Dialect, Level, Listed, Question, Solver,
    SystemClock, lurd, panic_message, write,
};
use kuraban_batch::{Asked, memory_share};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::{PyAnswer, Row};
use crate::errors::wrong;
use crate::json::to_python;
use crate::level::{Given, boards};
use crate::question::{self, Keywords};
use crate::table::Table;
use crate::wait::{interruptible, nothing};

/// Memory of one level that is solved alone, as on the command line.
const MEMORY: usize = 4 << 30;

/// Solves one level, whatever happens.
fn answer(solver: &Solver, level: Arc<Level>, question: &Question) -> Row {
    let clock = SystemClock::start();
    let before = clock.thread_cpu();
    let outcome = catch_unwind(AssertUnwindSafe(|| solver.solve(&level, question)));
    let cpu = clock.thread_cpu().zip(before).map(|(now, then)| now.saturating_sub(then));
    match outcome {
        Ok(Ok(answer)) => {
            let cpu = cpu.unwrap_or_default().as_secs_f64();
            Row::Answered { level, answer: Box::new(answer), cpu }
        }
        Ok(Err(refused)) => Row::Invalid(refused.to_string()),
        Err(panic) => Row::Failed(format!("panic: {}", panic_message(&*panic))),
    }
}

/// A first solution within a minute by the clock.
fn usual(memory: usize) -> Asked {
    let time = Some(Duration::from_mins(1));
    Asked { cpu: None, time, memory: Some(memory), ..Asked::default() }
}

/// Solves a level: a Level, a text in any notation, or an array of codes.
///
/// The objective is `any`, `pushes`, `moves`, `robot` or `actions`. Limits are `nodes`, seconds of
/// processor time (`cpu`) and of the clock (`time`), and bytes (`memory`). Raises `LevelError` for what
/// is no level, `ValueError` for a question that does not fit it.
#[pyfunction]
#[pyo3(
    signature = (level, objective = "any", *, threads = 1, **keywords),
    text_signature = "(level, objective='any', *, engine='auto', nodes=None, cpu=None, \
                      time=60.0, memory=4294967296, threads=1)"
)]
pub(crate) fn solve(
    py: Python<'_>,
    level: &Bound<'_, PyAny>,
    objective: &str,
    threads: usize,
    keywords: Option<Keywords<'_, '_>>,
) -> PyResult<PyAnswer> {
    let level = Given::of(level)?.level(py)?;
    let asked = question::asked(usual(MEMORY), objective, keywords)?;
    let solver = Solver::new(&asked.engine).map_err(wrong)?;
    let cancel = Cancel::default();
    let question = asked.question(&cancel).threads(question::threads(Some(threads))?);
    solver.engine().accepts(&level, question.objective).map_err(wrong)?;
    let work = || answer(&solver, level, &question);
    let row = interruptible(py, &cancel, work, &mut nothing())?;
    Ok(PyAnswer(Arc::new(row)))
}

/// The levels that were given, in order.
fn given(levels: &Bound<'_, PyAny>) -> PyResult<Vec<Result<Given, String>>> {
    if let Some(boards) = boards(levels) {
        let given = boards.into_iter().map(|level| level.map(Given::Level));
        return Ok(given.map(|level| level.map_err(|flaws| flaws.to_string())).collect());
    }
    if levels.extract::<String>().is_ok() {
        return Err(wrong("`levels` is one text; give a list of levels"));
    }
    levels.try_iter()?.map(|level| Given::of(&level?).map(Ok)).collect()
}

/// Solves many levels, several at a time, each by one thread.
///
/// What is no level is a row with the status `invalid`. The limits hold for each level; `memory` is
/// by default a fair share of what is free. `progress(done, total)` is called now and then.
#[pyfunction]
#[pyo3(
    signature = (
        levels, objective = "any", *, threads = None, progress = None, **keywords
    ),
    text_signature = "(levels, objective='any', *, engine='auto', nodes=None, cpu=None, \
                      time=60.0, memory=None, threads=None, progress=None)"
)]
pub(crate) fn solve_many(
    py: Python<'_>,
    levels: &Bound<'_, PyAny>,
    objective: &str,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
    keywords: Option<Keywords<'_, '_>>,
) -> PyResult<Table> {
    let given = given(levels)?;
    let total = given.len();
    let threads = question::threads(threads)?.min(total.max(1));
    let share = memory_share(threads);
    let mut asked = question::asked(usual(share), objective, keywords)?;
    asked.memory.get_or_insert(share);
    let solver = Solver::new(&asked.engine).map_err(wrong)?;
    let cancel = Cancel::default();
    let question = asked.question(&cancel);
    let done = AtomicUsize::new(0);
    let work = || solve_all(&solver, given, &question, threads, &done);
    // Never a number of levels that are done.
    let mut told = usize::MAX;
    let mut meanwhile =
        |py: Python<'_>| tell(py, progress.as_ref(), &mut told, &done, total);
    let rows = interruptible(py, &cancel, work, &mut meanwhile)?;
    tell(py, progress.as_ref(), &mut told, &done, total)?;
    Ok(Table(rows))
}

/// Calls the listener where there is news.
fn tell(
    py: Python<'_>,
    progress: Option<&Py<PyAny>>,
    told: &mut usize,
    done: &AtomicUsize,
    total: usize,
) -> PyResult<()> {
    let now = done.load(Ordering::Relaxed);
    if let Some(progress) = progress
        && std::mem::replace(told, now) != now
    {
        progress.call1(py, (now, total))?;
    }
    Ok(())
}

/// Solves all levels by so many threads, the calling one among them.
fn solve_all(
    solver: &Solver,
    given: Vec<Result<Given, String>>,
    question: &Question,
    threads: usize,
    done: &AtomicUsize,
) -> Vec<Arc<Row>> {
    let total = given.len();
    let next = AtomicUsize::new(0);
    let slots: Vec<Mutex<Option<Result<Given, String>>>> =
        given.into_iter().map(|given| Mutex::new(Some(given))).collect();
    let work = || {
        let mut rows = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(slot) = slots.get(at) else { return rows };
            let taken = slot.lock().ok().and_then(|mut slot| slot.take());
            rows.push((at, Arc::new(row_of(solver, taken, question))));
            done.fetch_add(1, Ordering::Relaxed);
            if question.cancel.is_cancelled() {
                return rows;
            }
        }
    };
    let mut all: Vec<(usize, Arc<Row>)> = std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut rows = work();
        for other in others {
            rows.extend(other.join().expect("a worker catches what goes wrong"));
        }
        rows
    });
    all.sort_unstable_by_key(|&(at, _)| at);
    debug_assert!(all.len() == total || question.cancel.is_cancelled());
    all.into_iter().map(|(_, row)| row).collect()
}

fn row_of(
    solver: &Solver,
    given: Option<Result<Given, String>>,
    question: &Question,
) -> Row {
    match given {
        Some(Ok(Given::Level(level))) => answer(solver, level, question),
        Some(Ok(Given::Text(text))) => match text.parse() {
            Ok(level) => answer(solver, Arc::new(level), question),
            Err(problems) => Row::Invalid(format!("{problems}")),
        },
        Some(Err(why)) => Row::Invalid(why),
        None => Row::Failed("a level was lost".to_owned()),
    }
}

/// Plays steps on a level by the rules: whether they are legal and solve it, and their figures.
#[pyfunction]
pub(crate) fn verify<'py>(
    py: Python<'py>,
    level: &Bound<'py, PyAny>,
    lurd: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let level = Given::of(level)?.level(py)?;
    let steps = lurd::read(lurd).map_err(wrong)?;
    let played = kuraban::play(&level, &steps);
    let board = write::rows(&played.position.to_level(), &Alphabet::of(Dialect::Xsb));
    to_python(py, &Checked::new(&played, board))
}

/// The engines in words.
#[pyfunction]
pub(crate) fn engines(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyDict>>> {
    let all = kuraban::engines();
    all.iter().map(|engine| to_python(py, &Listed::of(&**engine))).collect()
}
