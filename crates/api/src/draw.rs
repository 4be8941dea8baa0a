//! Pictures for the page: boards, solutions being played, and how a search goes.

use std::time::Duration;

use kuraban::{Level, Limits, Question, Solution, Step, lurd, play, traced_with};
use kuraban_draw::{
    By, Drawing, Film, Pace, Picture, Style, Theme, Trace, panels, pushes_heat, solution,
    visits_heat,
};
use serde::Deserialize;

use crate::level::LevelAsked;
use crate::{Desk, Refusal, Reply};

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

const SVG: &str = "image/svg+xml";

/// Words that choose something, or what holds without them.
fn named<T: std::str::FromStr + Default>(name: Option<&str>) -> Result<T, Refusal>
where
    T::Err: std::fmt::Display,
{
    name.map_or_else(|| Ok(T::default()), |name| name.parse().map_err(Refusal::invalid))
}

fn style(theme: Option<&str>, tile: u32) -> Result<Style, Refusal> {
    Ok(Style::default().theme(named::<Theme>(theme)?).tile(tile))
}

/// Steps that can be made on a level.
fn steps(level: &Level, letters: &str) -> Result<Vec<Step>, Refusal> {
    let steps = lurd::read(letters).map_err(Refusal::invalid)?;
    if steps.len() > MOST_STEPS {
        let most = format!(
            "the page draws at most {MOST_STEPS} steps; the command line has no such limit"
        );
        return Err(Refusal::invalid(most));
    }
    let played = play(level, &steps);
    match played.illegal {
        Some((index, why)) => {
            Err(Refusal::invalid(format!("step {} cannot be made: {why}", index + 1)))
        }
        None => Ok(played.steps),
    }
}

/// Draws a picture.
pub(crate) fn draw(asked: &DrawAsked, desk: &Desk<'_>) -> Result<Reply, Refusal> {
    let (entry, level) = asked.level.bounded(desk)?;
    let title = entry.title.unwrap_or_else(|| "Level".to_owned());
    let form = asked.form.as_deref().unwrap_or("svg");
    let tile = match form {
        "svg" => 32,
        "png" => 24,
        other => {
            return Err(Refusal::invalid(format_args!(
                "`{other}` is no form; try svg or png"
            )));
        }
    };
    let style = style(asked.theme.as_deref(), tile)?;
    let drawing = drawing(asked, &level, &title, style, desk)?;
    Ok(match form {
        "png" => {
            Reply { kind: "image/png", bytes: drawing.png().map_err(Refusal::invalid)? }
        }
        _ => Reply { kind: SVG, bytes: drawing.svg().into_bytes() },
    })
}

fn drawing(
    asked: &DrawAsked,
    level: &Level,
    title: &str,
    style: Style,
    desk: &Desk<'_>,
) -> Result<Drawing, Refusal> {
    let what = asked.what.as_deref().unwrap_or("level");
    let given = || match &asked.steps {
        Some(letters) => steps(level, letters),
        None => Err(Refusal::invalid(format_args!(
            "`{what}` is drawn of steps, and there are none"
        ))),
    };
    let picture = match what {
        "level" => Picture::of(level),
        "solution" => solution(level, &given()?).map_err(Refusal::invalid)?,
        "heat:visits" => visits_heat(level, &given()?).map_err(Refusal::invalid)?,
        "heat:pushes" => pushes_heat(level, &given()?).map_err(Refusal::invalid)?,
        "steps" => {
            return panels(level, &given()?, Some(title), &style)
                .map_err(Refusal::invalid);
        }
        "tree" => {
            let engine = asked.engine.as_deref().unwrap_or("bfs");
            return tree(engine, level, title, style, desk);
        }
        other => {
            return Err(Refusal::invalid(format_args!("`{other}` cannot be drawn here")));
        }
    };
    picture.titled(title).draw(&style).map_err(Refusal::invalid)
}

/// How an engine searches a small level.
fn tree(
    engine: &str,
    level: &Level,
    title: &str,
    style: Style,
    desk: &Desk<'_>,
) -> Result<Drawing, Refusal> {
    let side = level.width().max(level.height());
    if side > SEARCHED_SIDE {
        return Err(Refusal::invalid(format!(
            "the page draws searches of levels of at most {SEARCHED_SIDE} squares a side; \
             `kuraban draw --what tree` has no such limit"
        )));
    }
    let limits = Limits::default().time(TIME).nodes(NODES).memory(MEMORY);
    let question = Question::default().limits(limits);
    let told = traced_with(level, engine, &question, desk.clock);
    let (answer, lines) = told.map_err(Refusal::invalid)?;
    let trace = Trace::read(level, lines.iter().map(String::as_str));
    let trace = trace.ok_or_else(|| {
        Refusal::invalid(format_args!(
            "`{engine}` does not tell its expansions; the classic engines do"
        ))
    })?;
    let mut tree = trace.tree(level, answer.solution.as_ref().map(Solution::steps));
    if let (Some(reason), None) = (answer.reason, &answer.solution) {
        let caption = &tree.caption;
        tree.caption =
            format!("{caption}; no solution yet: the limit of {reason} was reached");
    }
    tree.draw(&format!("{engine} on {title}"), &style).map_err(Refusal::invalid)
}

/// Draws steps being made.
pub(crate) fn animate(asked: &AnimateAsked, desk: &Desk<'_>) -> Result<Reply, Refusal> {
    let (entry, level) = asked.level.bounded(desk)?;
    let steps = steps(&level, &asked.steps)?;
    let pace = Pace { by: named::<By>(asked.by.as_deref())?, ..Pace::default() };
    let film = Film::new(&level, &steps, &pace).map_err(Refusal::invalid)?;
    let film = film.titled(entry.title.unwrap_or_else(|| "Level".to_owned()));
    let style = |tile| style(asked.theme.as_deref(), tile);
    let (kind, bytes) = match asked.form.as_deref().unwrap_or("svg") {
        "svg" => (SVG, film.animated_svg(&style(32)?).map(String::into_bytes)),
        "gif" => ("image/gif", film.gif(&style(16)?)),
        "apng" => ("image/apng", film.apng(&style(24)?)),
        other => {
            return Err(Refusal::invalid(format_args!(
                "`{other}` is no form; try svg, gif or apng"
            )));
        }
    };
    Ok(Reply { kind, bytes: bytes.map_err(Refusal::invalid)? })
}
