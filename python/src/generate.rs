//! New levels.

use std::ops::{ControlFlow, RangeInclusive};

use kuraban::{Cancel, Run, SystemClock, machine_threads};
use kuraban_generate::{Label, Made, Maker, Order, Preset, Wants};
use pyo3::prelude::*;
use pyo3::types::PyFrozenSet;

use crate::errors::wrong;
use crate::level::PyLevel;
use crate::question::{Keywords, for_each, limits};
use crate::wait::{interruptible, nothing};

/// A level with its labels: level, index, whether it can be solved, solution, moves, pushes, what
/// is proved least, and difficulty.
type Labelled<'py> = (
    PyLevel,
    u64,
    bool,
    Option<String>,
    Option<usize>,
    Option<usize>,
    Bound<'py, PyFrozenSet>,
    Option<f64>,
);

/// Makes levels; fewer than were asked for where the time is over, or none can be found.
#[pyfunction]
#[pyo3(signature = (count, preset, start, threads, time, **keywords))]
pub(crate) fn make<'py>(
    py: Python<'py>,
    count: u64,
    preset: &str,
    start: u64,
    threads: Option<usize>,
    time: Option<f64>,
    keywords: Option<Keywords<'_, '_>>,
) -> PyResult<Vec<Labelled<'py>>> {
    let preset = named(&Preset::NAMED, preset, "presets")?;
    let mut recipe = preset.recipe();
    let mut is_own = false;
    for_each(keywords, |name, value| {
        is_own |= !["label", "unsolvable", "boxes", "size", "seed"].contains(&name);
        match name {
            "engine" => {
                let engine: String = value.extract()?;
                let makers = Maker::ALL.into_iter().filter(|&maker| maker != Maker::Vary);
                let makers: Vec<_> = makers.map(|maker| (maker, maker.name())).collect();
                recipe.maker = named(&makers, &engine, "engines")?;
                recipe.effort = recipe.effort.max(DEFAULT_EFFORT);
            }
            "seed" => recipe.seed = value.extract()?,
            "size" => recipe.size = value.extract()?,
            "boxes" => recipe.boxes = band(value)?,
            "pushes" => recipe.wants.pushes = Some(band(value)?),
            "moves" => recipe.wants.moves = Some(band(value)?),
            "difficulty" => {
                let (from, to): (f64, f64) = value.extract()?;
                recipe.wants.difficulty = Some(from..=to);
            }
            "label" => {
                recipe.label =
                    named(&Label::NAMED, &value.extract::<String>()?, "labels")?;
            }
            "flat" => recipe.flat = value.extract()?,
            "unsolvable" => recipe.unsolvable = value.extract()?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    // Who asks for something himself does not want what the preset wants.
    let asks = keywords.map_or(Ok(false), |keywords| keywords.contains("difficulty"))?;
    if is_own && !asks {
        recipe.wants = Wants { difficulty: None, ..recipe.wants };
    }
    let limits = limits(None, time, None)?;
    let threads = threads.unwrap_or_else(machine_threads);
    let cancel = Cancel::default();
    let work = || {
        let clock = SystemClock::start();
        let run = Run::new(limits, cancel.clone(), &clock);
        let order = Order { from: start, count, threads, avoid: None };
        let mut found: Vec<Made> = Vec::new();
        let filled = recipe.fill(&order, &run, |made| {
            found.push(made);
            ControlFlow::Continue(())
        });
        filled.map(|_| found)
    };
    let found = interruptible(py, &cancel, work, &mut nothing())?.map_err(wrong)?;
    found.into_iter().map(|made| labelled(py, made)).collect()
}

/// Positions for an attempt of `evolve` where the preset says none.
const DEFAULT_EFFORT: usize = 300_000;

fn labelled(py: Python<'_>, made: Made) -> PyResult<Labelled<'_>> {
    let labels = made.told();
    let figures = labels.map(|labels| labels.solution.figures());
    let proved = labels.map_or(&[][..], |labels| &labels.proved);
    let proved: Vec<&str> = proved.iter().map(|claim| claim.name()).collect();
    Ok((
        PyLevel::of(made.level.clone()),
        made.index,
        made.twin.is_none(),
        labels.map(|labels| labels.solution.lurd()),
        figures.map(|figures| figures.moves),
        figures.map(|figures| figures.pushes),
        PyFrozenSet::new(py, proved)?,
        labels.and_then(|labels| Some(labels.difficulty.as_ref()?.value)),
    ))
}

/// A number, or a pair of the least and the most.
fn band(value: &Bound<'_, PyAny>) -> PyResult<RangeInclusive<usize>> {
    if let Ok(only) = value.extract::<usize>() {
        return Ok(only..=only);
    }
    let (from, to): (usize, usize) = value.extract()?;
    Ok(from..=to)
}

fn named<T: Copy>(all: &[(T, &'static str)], name: &str, what: &str) -> PyResult<T> {
    let found = all.iter().find(|&&(_, known)| known == name);
    found.map(|&(value, _)| value).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|&(_, name)| name).collect();
        wrong(format!("`{name}`: the {what} are {}", names.join(", ")))
    })
}
