//! Pictures of how an engine searches.

use kuraban::{Answer, Limits, Question, Step, traced};
use kuraban_draw::{Axis, Drawing, Hue, Picture, Plot, Style, Trace};

use crate::answers::Asked;
use crate::draw::args::Draw;
use crate::draw::solved::Missing;
use crate::draw::title;
use crate::exit;
use crate::words::{count, stopped};

/// What an engine did within the limits, expansion by expansion.
fn watched(
    command: &Draw,
    asked: Asked<'_>,
    engine: &str,
) -> Result<(Answer, Trace), Missing> {
    let limits = Limits::default().time(command.time).nodes(command.nodes);
    let question = Question::default().limits(limits).cancel(asked.cancel.clone());
    let invalid = |why: String| (exit::INVALID, why);
    let (answer, lines) = traced(asked.level, engine, &question)
        .map_err(|error| invalid(error.to_string()))?;
    let trace = Trace::read(asked.level, lines.iter().map(String::as_str));
    let none = format!("`{engine}` does not tell its expansions; --engine bfs does");
    Ok((answer, trace.ok_or_else(|| invalid(none))?))
}

fn steps(answer: &Answer) -> Option<&[Step]> {
    answer.solution.as_ref().map(kuraban::Solution::steps)
}

/// How a search ended, in words.
fn ended(answer: &Answer) -> String {
    match (&answer.solution, answer.reason) {
        (Some(solution), _) => {
            let figures = solution.figures();
            format!("{}, {}", count(figures.moves, "move"), count(figures.pushes, "push"))
        }
        (None, Some("nodes")) => {
            let expanded = count(answer.account.expanded as usize, "expansion");
            format!("no solution within {expanded} (--nodes)")
        }
        (None, Some(reason)) => format!("no solution yet: {}", stopped(reason)),
        (None, None) => "no solution: proved".to_owned(),
    }
}

fn only(command: &Draw) -> Result<&str, Missing> {
    match &*command.engines {
        [engine] => Ok(engine),
        _ => Err((
            exit::INVALID,
            "one engine is drawn at a time; --what frontier takes several".into(),
        )),
    }
}

/// How often a search had a box on each square.
pub(crate) fn heat(command: &Draw, asked: Asked<'_>) -> Result<Picture, Missing> {
    let engine = only(command)?;
    let (answer, trace) = watched(command, asked, engine)?;
    let told = format!("{engine}: {}", ended(&answer));
    Ok(trace.heat(asked.level).showing(told.clone()).captioned(told))
}

/// A search as a tree.
pub(crate) fn tree(
    command: &Draw,
    asked: Asked<'_>,
    style: Style,
) -> Result<Drawing, Missing> {
    let engine = only(command)?;
    let (answer, trace) = watched(command, asked, engine)?;
    let mut tree = trace.tree(asked.level, steps(&answer));
    tree.caption = format!("{}; {}", tree.caption, ended(&answer));
    let name = format!("{engine} on {}", title(&asked.item.entry));
    tree.draw(&name, &style).map_err(|why| (exit::INVALID, why.to_string()))
}

/// How many positions engines expand at each depth.
pub(crate) fn frontier(command: &Draw, asked: Asked<'_>) -> Result<String, Missing> {
    let mut lines = Vec::new();
    for engine in &command.engines {
        let (_, trace) = watched(command, asked, engine)?;
        lines.push((engine, trace.depths(), trace.expanded()));
    }
    let deepest = lines.iter().filter_map(|(_, depths, _)| depths.keys().max().copied());
    let widest = lines.iter().filter_map(|(_, depths, _)| depths.values().max().copied());
    let (deepest, widest) = (deepest.max().unwrap_or(1), widest.max().unwrap_or(1));
    let axes = (
        Axis::even(
            "depth of the search; of A* and IDA*, the bound",
            deepest.max(1) as f64,
        ),
        Axis::even("expansions", widest as f64),
    );
    let name = title(&asked.item.entry);
    let mut plot = Plot::new(format!("Expansions by depth on {name}"), axes);
    for (index, (engine, depths, expanded)) in lines.iter().enumerate() {
        let hue = Hue::nth(index);
        let points = depths.iter().map(|(&depth, &count)| (depth as f64, count as f64));
        if depths.len() > 1 {
            plot.line(points, hue);
        } else {
            points.for_each(|point| plot.dot(point, 4.0, hue, engine));
        }
        plot.name(&format!("{engine} ({expanded})"), hue);
    }
    Ok(plot.finish())
}
