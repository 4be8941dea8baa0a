//! Pictures for the page: boards, solutions being played, and how a search goes.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use kuraban::{Level, Limits, Question, Solution, Step, lurd, play, traced};
use kuraban_draw::{
    By, Drawing, Film, Pace, Picture, Style, Theme, Trace, panels, pushes_heat, solution,
    visits_heat,
};
use serde::Deserialize;

use crate::board::LevelAsked;
use crate::error::{ApiError, Asked, blocking};
use crate::router::App;

/// More steps are not drawn on the page.
const MOST_STEPS: usize = 5000;
/// The largest side of a level whose search is drawn.
const SEARCHED_SIDE: usize = 12;
/// Expansions, time and memory of such a search.
const NODES: u64 = 1000;
const TIME: Duration = Duration::from_secs(2);
const MEMORY: usize = 64 << 20;

/// A level and what of it is to be drawn.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DrawAsked {
    #[serde(flatten)]
    level: LevelAsked,
    /// `level`, `solution`, `steps`, `heat:visits`, `heat:pushes` or `tree`.
    what: Option<String>,
    /// The steps of a solution.
    steps: Option<String>,
    /// The engine whose search is drawn.
    engine: Option<String>,
    /// `svg` or `png`.
    form: Option<String>,
    theme: Option<String>,
}

/// A level and steps to be played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnimateAsked {
    #[serde(flatten)]
    level: LevelAsked,
    steps: String,
    /// `move`, `push` or `session`.
    by: Option<String>,
    /// `svg`, `gif` or `apng`.
    form: Option<String>,
    theme: Option<String>,
}

/// A picture with its kind.
type Kept = (&'static str, Vec<u8>);

const SVG: &str = "image/svg+xml";

fn answer(Json((kind, bytes)): Json<Kept>) -> Response {
    ([(CONTENT_TYPE, kind)], bytes).into_response()
}

fn invalid(why: impl std::fmt::Display) -> ApiError {
    ApiError::invalid(why.to_string())
}

/// Words that choose something, or what holds without them.
fn named<T: std::str::FromStr + Default>(name: Option<&str>) -> Result<T, ApiError>
where
    T::Err: std::fmt::Display,
{
    name.map_or_else(|| Ok(T::default()), |name| name.parse().map_err(invalid))
}

fn style(theme: Option<&str>, tile: u32) -> Result<Style, ApiError> {
    Ok(Style::default().theme(named::<Theme>(theme)?).tile(tile))
}

/// Steps that can be made on a level.
fn steps(level: &Level, letters: &str) -> Result<Vec<Step>, ApiError> {
    let steps = lurd::read(letters).map_err(invalid)?;
    if steps.len() > MOST_STEPS {
        let most = format!(
            "the page draws at most {MOST_STEPS} steps; the command line has no such limit"
        );
        return Err(ApiError::invalid(most));
    }
    let played = play(level, &steps);
    match played.illegal {
        Some((index, why)) => {
            Err(ApiError::invalid(format!("step {} cannot be made: {why}", index + 1)))
        }
        None => Ok(played.steps),
    }
}

/// `POST /api/draw`.
pub(crate) async fn draw(
    State(app): State<App>,
    Asked(asked): Asked<DrawAsked>,
) -> Result<Response, ApiError> {
    blocking(move || {
        let (entry, level) = asked.level.bounded(app.limits())?;
        let title = entry.title.unwrap_or_else(|| "Level".to_owned());
        let form = asked.form.as_deref().unwrap_or("svg");
        let tile = match form {
            "svg" => 32,
            "png" => 24,
            other => {
                return Err(invalid(format_args!(
                    "`{other}` is no form; try svg or png"
                )));
            }
        };
        let drawing =
            drawing(&asked, &level, &title, style(asked.theme.as_deref(), tile)?)?;
        Ok(match form {
            "png" => ("image/png", drawing.png().map_err(invalid)?),
            _ => (SVG, drawing.svg().into_bytes()),
        })
    })
    .await
    .map(answer)
}

fn drawing(
    asked: &DrawAsked,
    level: &Level,
    title: &str,
    style: Style,
) -> Result<Drawing, ApiError> {
    let steps = steps(level, asked.steps.as_deref().unwrap_or_default())?;
    let picture = match asked.what.as_deref().unwrap_or("level") {
        "level" => Picture::of(level),
        "solution" => solution(level, &steps).map_err(invalid)?,
        "heat:visits" => visits_heat(level, &steps).map_err(invalid)?,
        "heat:pushes" => pushes_heat(level, &steps).map_err(invalid)?,
        "steps" => return panels(level, &steps, Some(title), &style).map_err(invalid),
        "tree" => {
            return tree(asked.engine.as_deref().unwrap_or("bfs"), level, title, style);
        }
        other => return Err(invalid(format_args!("`{other}` cannot be drawn here"))),
    };
    picture.titled(title).draw(&style).map_err(invalid)
}

/// How an engine searches a small level.
fn tree(
    engine: &str,
    level: &Level,
    title: &str,
    style: Style,
) -> Result<Drawing, ApiError> {
    let side = level.width().max(level.height());
    if side > SEARCHED_SIDE {
        return Err(ApiError::invalid(format!(
            "the page draws searches of levels of at most {SEARCHED_SIDE} squares a side; \
             `kuraban draw --what tree` has no such limit"
        )));
    }
    let limits = Limits::default().time(TIME).nodes(NODES).memory(MEMORY);
    let question = Question::default().limits(limits);
    let (answer, lines) = traced(level, engine, &question).map_err(invalid)?;
    let trace = Trace::read(level, lines.iter().map(String::as_str));
    let trace = trace.ok_or_else(|| {
        invalid(format_args!(
            "`{engine}` does not tell its expansions; the classic engines do"
        ))
    })?;
    let mut tree = trace.tree(level, answer.solution.as_ref().map(Solution::steps));
    if let Some(reason) = answer.reason {
        tree.caption = format!("{}; stopped: {reason}", tree.caption);
    }
    tree.draw(&format!("{engine} on {title}"), &style).map_err(invalid)
}

/// `POST /api/animate`.
pub(crate) async fn animate(
    State(app): State<App>,
    Asked(asked): Asked<AnimateAsked>,
) -> Result<Response, ApiError> {
    blocking(move || {
        let (entry, level) = asked.level.bounded(app.limits())?;
        let steps = steps(&level, &asked.steps)?;
        let pace = Pace { by: named::<By>(asked.by.as_deref())?, ..Pace::default() };
        let film = Film::new(&level, &steps, &pace).map_err(invalid)?;
        let film = film.titled(entry.title.unwrap_or_else(|| "Level".to_owned()));
        let style = |tile| style(asked.theme.as_deref(), tile);
        match asked.form.as_deref().unwrap_or("svg") {
            "svg" => {
                let svg = film.animated_svg(&style(32)?).map_err(invalid)?;
                Ok((SVG, svg.into_bytes()))
            }
            "gif" => Ok(("image/gif", film.gif(&style(16)?).map_err(invalid)?)),
            "apng" => Ok(("image/apng", film.apng(&style(24)?).map_err(invalid)?)),
            other => {
                Err(invalid(format_args!("`{other}` is no form; try svg, gif or apng")))
            }
        }
    })
    .await
    .map(answer)
}
