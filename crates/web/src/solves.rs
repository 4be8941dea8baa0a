//! Starting, following and stopping solves.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use kuraban::{
    Entry, Goal, Level, Listed, Objective, Question, Report, Solution, Solver,
    SystemClock, Wish, lurd, optimise, output, shorten,
};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::board::LevelAsked;
use crate::error::{ApiError, Asked, blocking};
use crate::events::Pass;
use crate::job::{self, Done, Job, Listening, Snapshot};
use crate::planner::{self, PlannerAsked};
use crate::router::App;

/// What to solve, and how.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolveAsked {
    #[serde(flatten)]
    level: LevelAsked,
    /// `auto` where nothing is said.
    engine: Option<String>,
    /// Where neither engine nor objective is named, the first solution is shortened for a moment.
    objective: Option<String>,
    /// Stop at the first solution.
    #[serde(default)]
    first: bool,
    /// Seconds.
    time: Option<f64>,
    /// Bytes.
    memory: Option<usize>,
    /// Expansions.
    nodes: Option<u64>,
    /// The SAT planner's settings; only with the engine `sat`.
    sat: Option<PlannerAsked>,
    /// Make a solution shorter instead of looking for one; without engine and objective.
    optimise: Option<OptimiseAsked>,
}

/// What is to be made shorter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OptimiseAsked {
    /// Figures in their order, as in `moves,pushes`.
    goal: String,
    /// Step letters; without them the level is solved first.
    solution: Option<String>,
}

impl OptimiseAsked {
    /// What is asked for, the solution played by the referee.
    fn wish(&self, level: &Level) -> Result<Wish, ApiError> {
        let goal = self.goal.parse::<Goal>();
        let goal = goal.map_err(|error| ApiError::invalid(error.to_string()))?;
        let mut given = Vec::new();
        if let Some(letters) = &self.solution {
            let steps = lurd::read(letters);
            let steps = steps.map_err(|error| ApiError::invalid(error.to_string()))?;
            let dirs: Vec<_> = steps.iter().map(|step| step.dir).collect();
            let solution = Solution::check(level, &dirs);
            given.push(solution.map_err(|error| {
                ApiError::invalid(format!("this is no solution: {error}"))
            })?);
        }
        Ok(Wish::default().goal(goal).given(given).starts(STARTS))
    }
}

/// Other first solutions that are looked for while one is made shorter: as many as time allows.
const STARTS: usize = 64;

/// A solve without a time limit ends after this.
const TIME: Duration = Duration::from_mins(1);

/// A job that was started.
#[derive(Serialize)]
pub(crate) struct Started {
    id: String,
    events: String,
}

/// `POST /api/solves`.
pub(crate) async fn start(
    State(app): State<App>,
    Asked(asked): Asked<SolveAsked>,
) -> Result<(StatusCode, Json<Started>), ApiError> {
    let (asked, entry, level) = {
        let app = app.clone();
        let Json(all) = blocking(move || {
            let (entry, level) = asked.level.bounded(app.limits())?;
            Ok((asked, entry, level))
        })
        .await?;
        all
    };
    let job = begin(&app, asked, entry, level)?;
    let events = format!("/api/solves/{}/events", job.id);
    Ok((StatusCode::ACCEPTED, Json(Started { id: job.id.clone(), events })))
}

fn begin(
    app: &App,
    asked: SolveAsked,
    entry: Entry,
    level: Level,
) -> Result<Arc<Job>, ApiError> {
    let name = asked.objective.as_deref().unwrap_or("any");
    let objective: Objective = name
        .parse()
        .map_err(|error: kuraban::NoObjective| ApiError::invalid(error.to_string()))?;
    let is_plain = asked.engine.is_none() && asked.objective.is_none();
    let engine = asked.engine.as_deref().unwrap_or("auto");
    let solver =
        Solver::new(engine).map_err(|error| ApiError::invalid(error.to_string()))?;
    if asked.optimise.is_some() && !is_plain {
        let why = "`optimise` goes without `engine` and `objective`";
        return Err(ApiError::invalid(why));
    }
    let wish = asked.optimise.as_ref().map(|asked| asked.wish(&level)).transpose()?;
    let shortens = is_plain && !asked.first && asked.nodes.is_none();
    if asked.sat.is_some() && engine != "sat" {
        return Err(ApiError::invalid("the settings `sat` are for the engine `sat`"));
    }
    if asked.sat.as_ref().is_some_and(|sat| sat.external)
        && app.options().solver.is_none()
    {
        return Err(ApiError::invalid(
            "the server was started without an external solver",
        ));
    }
    if let Err(refusal) = solver.engine().accepts(&level, objective) {
        return Err(ApiError::invalid(refusal.to_string()));
    }
    let memory = asked.memory.unwrap_or(usize::MAX).min(app.limits().memory);
    let mut limits =
        kuraban::Limits::default().time(time_limit(app, asked.time)?).memory(memory);
    limits.nodes = asked.nodes;
    let wants_files = asked.sat.as_ref().is_some_and(|sat| sat.files);
    let scratch = (wants_files && app.options().files.is_none()).then(scratch_folder);
    let app = app.clone();
    app.clone().jobs().start(scratch, move |job| {
        let solve = Solve { app: &app, entry: &entry, level: &level, job };
        match (&asked.sat, wish) {
            (Some(sat), _) => solve.plan(sat, limits),
            (None, Some(wish)) => solve.optimise(wish, limits),
            (None, None) => solve.search(&solver, objective, limits, shortens),
        }
    })
}

fn time_limit(app: &App, asked: Option<f64>) -> Result<Duration, ApiError> {
    let most = app.limits().time;
    let time = match asked {
        None => TIME,
        Some(seconds) if seconds >= most.as_secs_f64() => most,
        Some(seconds) => Duration::try_from_secs_f64(seconds).map_err(|_| {
            ApiError::invalid(format!("`{seconds}` is no time in seconds"))
        })?,
    };
    Ok(time.min(most))
}

/// A folder of our own for files that are to be fetched.
fn scratch_folder() -> PathBuf {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let random = RandomState::new().build_hasher().finish();
    std::env::temp_dir().join(format!("kuraban-page-{random:016x}"))
}

/// One solve, on its thread.
struct Solve<'a> {
    app: &'a App,
    entry: &'a Entry,
    level: &'a Level,
    job: &'a Job,
}

impl Solve<'_> {
    fn question(&self, limits: kuraban::Limits) -> Question {
        Question::default()
            .threads(kuraban::machine_threads())
            .limits(limits)
            .cancel(self.job.cancel.clone())
    }

    fn search(
        &self,
        solver: &Solver,
        objective: Objective,
        limits: kuraban::Limits,
        shortens: bool,
    ) -> Done {
        let question = self.question(limits).objective(objective);
        let mut pass = Pass::new(self.job, self.level);
        let clock = SystemClock::start();
        match solver.solve_with(self.level, &question, &clock, &mut pass) {
            Ok(first) if shortens => {
                let answer = shorten(self.level, first, &question, &clock, &mut pass);
                self.done(&answer, vec![], vec![])
            }
            Ok(answer) => self.done(&answer, vec![], vec![]),
            Err(error) => job::failed(&error.to_string()),
        }
    }

    fn optimise(&self, wish: Wish, limits: kuraban::Limits) -> Done {
        let mut pass = Pass::new(self.job, self.level).with_gains();
        let (question, clock) = (self.question(limits), SystemClock::start());
        match optimise(self.level, wish, &question, &clock, &mut pass, None) {
            Ok(done) => Done {
                before: done.before,
                stable: done.stable,
                least: done.least.iter().map(|figure| figure.name()).collect(),
                ..self.done(&done.answer, vec![], vec![])
            },
            Err(error) => job::failed(&error.to_string()),
        }
    }

    fn plan(&self, sat: &PlannerAsked, limits: kuraban::Limits) -> Done {
        let solver = self.app.options().solver.as_deref();
        let folder = self.app.options().files.as_ref().or(self.job.scratch.as_ref());
        let folder = folder.filter(|_| sat.files).map(PathBuf::as_path);
        if let Some(folder) = folder {
            // If this fails, writing the files fails too and is reported.
            let _ = std::fs::create_dir_all(folder);
        }
        let start = SystemTime::now();
        let planned = sat.plan(self.level, limits, solver, folder, self.job);
        let (answer, mut notes) = match planned {
            Ok(planned) => planned,
            Err(why) => return job::failed(&why),
        };
        let files = match &self.job.scratch {
            Some(folder) => {
                let there = |name: &&&str| folder.join(name).is_file();
                planner::FILES.iter().filter(there).copied().collect()
            }
            None => vec![],
        };
        if let (Some(folder), None) = (folder, &self.job.scratch) {
            notes.extend(planner::folder_note(folder, start));
        }
        self.done(&answer, files, notes)
    }

    fn done(
        &self,
        answer: &kuraban::Answer,
        files: Vec<&'static str>,
        notes: Vec<String>,
    ) -> Done {
        let plan = answer.solution.as_ref();
        let plan = plan.map_or(vec![], |solution| output::plan(self.level, solution));
        Done {
            report: Report::of(self.level, answer).with_entry(self.entry),
            plan,
            files,
            notes,
            before: None,
            stable: None,
            least: vec![],
        }
    }
}

/// `GET /api/solves/{id}`.
pub(crate) async fn ask(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Json<Snapshot>, ApiError> {
    Ok(Json(app.jobs().find(&id)?.snapshot.borrow().clone()))
}

/// `DELETE /api/solves/{id}`.
pub(crate) async fn cancel(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    app.jobs().find(&id)?.stop();
    Ok(StatusCode::NO_CONTENT)
}

/// `GET /api/solves/{id}/events`.
pub(crate) async fn events(
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let job = app.jobs().find(&id)?;
    let snapshots = job.snapshot.subscribe();
    let listening = Listening::new(job);
    Ok(Sse::new(told(listening, snapshots))
        .keep_alive(KeepAlive::new().interval(Duration::from_secs(1))))
}

/// Every snapshot as an event; the stream ends with the answer. Dropping it, as happens when the
/// browser goes away, drops the listener.
fn told(
    listening: Listening,
    mut snapshots: watch::Receiver<Snapshot>,
) -> impl Stream<Item = Result<Event, Infallible>> {
    snapshots.mark_changed();
    stream::unfold(Some((listening, snapshots)), |going| async move {
        let (listening, mut snapshots) = going?;
        snapshots.changed().await.ok()?;
        let snapshot = snapshots.borrow_and_update().clone();
        let name = if snapshot.state == "done" { "done" } else { "progress" };
        let event = Event::default().event(name).json_data(&snapshot);
        let event = event.unwrap_or_else(|_| Event::default().event("done").data("{}"));
        let next = (name == "progress").then_some((listening, snapshots));
        Some((Ok(event), next))
    })
}

/// `GET /api/solves/{id}/files/{name}`.
pub(crate) async fn file(
    State(app): State<App>,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let job = app.jobs().find(&id)?;
    let missing = || ApiError::not_found("there is no such file");
    let known =
        planner::FILES.into_iter().find(|&known| known == name).ok_or_else(missing)?;
    let path = job.scratch.as_ref().ok_or_else(missing)?.join(known);
    let Json(bytes) =
        blocking(move || std::fs::read(path).map_err(|_| missing())).await?;
    let disposition = format!("attachment; filename=\"{known}\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, disposition)], bytes)
        .into_response())
}

/// What the server can do.
#[derive(Serialize)]
pub(crate) struct EnginesAnswer {
    engines: Vec<Listed>,
    /// The external SAT solver's name, where the server was started with one.
    external_solver: Option<String>,
    /// The folder for the SAT planner's files, where the server was started with one.
    files_folder: Option<String>,
    max_time: f64,
    max_memory: usize,
    unfinished: usize,
}

/// `GET /api/engines`.
pub(crate) async fn engines(State(app): State<App>) -> Json<EnginesAnswer> {
    let all = kuraban::engines();
    let listed = all.iter().map(|engine| Listed::of(&**engine));
    let shown =
        |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    Json(EnginesAnswer {
        engines: listed.collect(),
        external_solver: shown(&app.options().solver),
        files_folder: shown(&app.options().files),
        max_time: app.limits().time.as_secs_f64(),
        max_memory: app.limits().memory,
        unfinished: app.jobs().unfinished(),
    })
}
