//! Starting, following and stopping solves.

use std::convert::Infallible;
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use kuraban::{Drive, SystemClock};
use kuraban_api::{Abilities, Desk, Done, Files, Refusal, Snapshot, Solve, SolveAsked};
use serde::Serialize;
use tokio::sync::watch;

use crate::ServeOptions;
use crate::error::{ApiError, Asked, blocking};
use crate::job::{Job, Listening};
use crate::router::App;

/// A job that was started.
#[derive(Serialize)]
pub(crate) struct Started {
    id: String,
    events: String,
}

/// `POST /api/solves`.
pub(crate) async fn start(
    State(app): State<App>,
    Asked(message): Asked,
) -> Result<(StatusCode, Json<Started>), ApiError> {
    let solve = {
        let app = app.clone();
        blocking(move || {
            let clock = SystemClock::start();
            let desk = Desk { limits: &app.limits().each, clock: &clock };
            SolveAsked::read(&message, &desk, app.options().solver.is_some())
        })
        .await?
    };
    let job = begin(&app, solve)?;
    let events = format!("/api/solves/{}/events", job.id);
    Ok((StatusCode::ACCEPTED, Json(Started { id: job.id.clone(), events })))
}

fn begin(app: &App, solve: Solve) -> Result<Arc<Job>, Refusal> {
    let ServeOptions { solver, files, .. } = app.options();
    let wants_files = solve.wants_files();
    let scratch = (wants_files && files.is_none()).then(scratch_folder);
    let folder = files.clone().or_else(|| scratch.clone()).filter(|_| wants_files);
    let files = Files { solver: solver.clone(), folder };
    app.jobs().start(scratch, move |job| work(solve, files, job))
}

/// One solve, on its thread.
fn work(solve: Solve, files: Files, job: &Job) -> Done {
    let folder = files.folder.clone();
    if let Some(folder) = &folder {
        // If this fails, writing the files fails too and is reported.
        let _ = std::fs::create_dir_all(folder);
    }
    let (start, clock) = (SystemTime::now(), SystemClock::start());
    let threads = kuraban::machine_threads();
    let mut solving = match solve.begin(&clock, threads, job.cancel.clone(), files) {
        Ok(solving) => solving,
        Err(error) => return Done::failed(&error.to_string()),
    };
    let mut done = loop {
        if let Some(done) = solving.turn(Drive::STRETCH, job) {
            break done;
        }
    };
    match (&job.scratch, folder) {
        (Some(folder), _) => {
            let there = |name: &&&str| folder.join(name).is_file();
            done.files = Files::NAMES.iter().filter(there).copied().collect();
        }
        (None, Some(folder)) => done.notes.extend(folder_note(&folder, start)),
        (None, None) => {}
    }
    done
}

/// Which files a call that began at `start` left in the server's folder.
fn folder_note(folder: &FilePath, start: SystemTime) -> Option<String> {
    // Clocks of file systems are coarse.
    let start = start.checked_sub(Duration::from_secs(1))?;
    let is_new = |name: &&&str| {
        let changed = folder.join(name).metadata().and_then(|file| file.modified());
        changed.is_ok_and(|changed| changed >= start)
    };
    let names: Vec<&str> = Files::NAMES.iter().filter(is_new).copied().collect();
    let (folder, names) = (folder.display(), names.join(", "));
    (!names.is_empty()).then(|| format!("Files were written into {folder}: {names}."))
}

/// A folder of our own for files that are to be fetched.
fn scratch_folder() -> PathBuf {
    use std::hash::{BuildHasher, Hasher, RandomState};
    let random = RandomState::new().build_hasher().finish();
    std::env::temp_dir().join(format!("kuraban-page-{random:016x}"))
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
    let missing = || Refusal::not_found("there is no such file");
    let known =
        Files::NAMES.into_iter().find(|&known| known == name).ok_or_else(missing)?;
    let path = job.scratch.as_ref().ok_or_else(missing)?.join(known);
    let bytes = blocking(move || std::fs::read(path).map_err(|_| missing())).await?;
    let disposition = format!("attachment; filename=\"{known}\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, disposition)], bytes)
        .into_response())
}

/// `GET /api/engines`.
pub(crate) async fn engines(State(app): State<App>) -> Json<Abilities> {
    let shown =
        |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    Json(Abilities {
        external_solver: shown(&app.options().solver),
        files_folder: shown(&app.options().files),
        unfinished: app.jobs().unfinished(),
        ..Abilities::of(&app.limits().each)
    })
}
