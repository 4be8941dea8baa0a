//! Asking engines, and the referee.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kuraban::{
    Alphabet, Cancel, Checked, Clock as _, Dialect, Level, Limits, Listed, Objective,
    Question, Solver, SystemClock, lurd, panic_message, write,
};
use kuraban_batch::memory_share;
use numpy::{PyReadonlyArray3, PyUntypedArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::{PyAnswer, Row};
use crate::errors::wrong;
use crate::json::to_python;
use crate::level::Given;
use crate::table::Table;
use crate::wait::{interruptible, nothing};

/// Memory of one level that is solved alone, as on the command line.
const MEMORY: usize = 4 << 30;

/// The limits of a question.
pub(crate) fn limits(
    nodes: Option<u64>,
    cpu: Option<f64>,
    time: Option<f64>,
    memory: Option<usize>,
) -> PyResult<Limits> {
    let mut limits = Limits::default();
    (limits.nodes, limits.memory) = (nodes, memory);
    (limits.cpu, limits.time) = (seconds("cpu", cpu)?, seconds("time", time)?);
    Ok(limits)
}

/// A time that was given in seconds.
pub(crate) fn seconds(name: &str, given: Option<f64>) -> PyResult<Option<Duration>> {
    let time = given.map(Duration::try_from_secs_f64).transpose();
    time.map_err(|_| wrong(format!("`{name}` is no number of seconds")))
}

pub(crate) fn objective(name: &str) -> PyResult<Objective> {
    name.parse().map_err(wrong)
}

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

/// Solves a level: a Level, a text in any notation, or an array of codes.
///
/// The objective is `any`, `pushes`, `moves`, `robot` or `actions`. Limits are `nodes`, seconds of
/// processor time (`cpu`) and of the clock (`time`), and bytes (`memory`). Raises `LevelError` for what
/// is no level, `ValueError` for a question that does not fit it.
#[pyfunction]
#[pyo3(
    signature = (
        level, objective = "any", *, engine = "auto", nodes = None, cpu = None,
        time = Some(60.0), memory = Some(MEMORY), threads = 1
    ),
    text_signature = "(level, objective='any', *, engine='auto', nodes=None, cpu=None, \
                      time=60.0, memory=4294967296, threads=1)"
)]
#[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
pub(crate) fn solve(
    py: Python<'_>,
    level: &Bound<'_, PyAny>,
    objective: &str,
    engine: &str,
    nodes: Option<u64>,
    cpu: Option<f64>,
    time: Option<f64>,
    memory: Option<usize>,
    threads: usize,
) -> PyResult<PyAnswer> {
    let level = Given::of(level)?.level(py)?;
    let solver = Solver::new(engine).map_err(wrong)?;
    let cancel = Cancel::default();
    let question = Question::default()
        .objective(self::objective(objective)?)
        .threads(threads)
        .limits(limits(nodes, cpu, time, memory)?)
        .cancel(cancel.clone());
    solver.engine().accepts(&level, question.objective).map_err(wrong)?;
    let work = || answer(&solver, level, &question);
    let row = interruptible(py, &cancel, work, &mut nothing())?;
    Ok(PyAnswer(Arc::new(row)))
}

/// The levels that were given, in order.
fn given(levels: &Bound<'_, PyAny>) -> PyResult<Vec<Result<Given, String>>> {
    if let Ok(codes) = levels.extract::<PyReadonlyArray3<'_, u8>>() {
        let (width, boards) = (codes.shape()[2], codes.as_array());
        let level = |board: numpy::ndarray::ArrayView2<'_, u8>| {
            let codes: Vec<u8> = board.iter().copied().collect();
            let level = Level::from_codes(width, &codes);
            level
                .map(|level| Given::Level(Arc::new(level)))
                .map_err(|flaws| flaws.to_string())
        };
        return Ok(boards.outer_iter().map(level).collect());
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
        levels, objective = "any", *, engine = "auto", nodes = None, cpu = None,
        time = Some(60.0), memory = None, threads = None, progress = None
    ),
    text_signature = "(levels, objective='any', *, engine='auto', nodes=None, cpu=None, \
                      time=60.0, memory=None, threads=None, progress=None)"
)]
#[expect(clippy::too_many_arguments, reason = "they are Python's keywords")]
pub(crate) fn solve_many(
    py: Python<'_>,
    levels: &Bound<'_, PyAny>,
    objective: &str,
    engine: &str,
    nodes: Option<u64>,
    cpu: Option<f64>,
    time: Option<f64>,
    memory: Option<usize>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let given = given(levels)?;
    let solver = Solver::new(engine).map_err(wrong)?;
    let total = given.len();
    let threads = threads.unwrap_or_else(kuraban::machine_threads).clamp(1, total.max(1));
    let memory = memory.unwrap_or_else(|| memory_share(threads));
    let cancel = Cancel::default();
    let question = Question::default()
        .objective(self::objective(objective)?)
        .threads(1)
        .limits(limits(nodes, cpu, time, Some(memory))?)
        .cancel(cancel.clone());
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
