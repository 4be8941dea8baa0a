//! Pictures of what squares are good for, without a solution.

use std::collections::BTreeMap;

use kuraban::{Dir, Level, Strategy, goal_distances};
use kuraban_draw::{Heat, Hue, Layer, Mark, Picture, Region, Sign};

use crate::show::planned;
use crate::words::count;

/// Least pushes of a lone box to its nearest goal; where it is lost, squares are hatched.
pub(crate) fn distance(level: &Level) -> Picture {
    let distances = goal_distances(level);
    let mut values = vec![None; level.squares().len()];
    for &(at, pushes) in &distances {
        values[at] = pushes.map(f64::from);
    }
    let legend = "least pushes of a lone box to a goal".to_owned();
    Picture::of(level)
        .faint()
        .with(Layer::Heat(Heat { values, legend }))
        .with(Layer::Marks(hatched(&distances)))
        .showing("least pushes of a lone box to its nearest goal")
}

fn hatched(distances: &[(usize, Option<u32>)]) -> Vec<Mark> {
    let dead = distances.iter().filter(|(_, pushes)| pushes.is_none());
    dead.map(|&(at, _)| Mark { at, sign: Sign::Hatch, hue: Hue::Ink }).collect()
}

/// Dead squares hatched, tunnels tinted, squares with one way on with arrows, rooms outlined.
pub(crate) fn dead(level: &Level) -> Picture {
    let distances = goal_distances(level);
    let live: BTreeMap<usize, u32> =
        distances.iter().filter_map(|&(at, pushes)| Some((at, pushes?))).collect();
    let mut marks = hatched(&distances);
    let dead = marks.len();
    let is_wall = |at: usize, dir: Dir| level.step(at, dir).is_none();
    let is_between = |at: usize, dir: Dir| is_wall(at, dir) && is_wall(at, !dir);
    let is_tunnel = |at: usize| {
        is_between(at, Dir::Up) != is_between(at, Dir::Left) && !level.square(at).goal
    };
    let tunnels = live.keys().filter(|&&at| is_tunnel(at));
    marks.extend(tunnels.map(|&at| Mark { at, sign: Sign::Tint, hue: Hue::Sky }));
    for &at in live.keys().filter(|&&at| !level.square(at).goal) {
        let goes = |&dir: &Dir| {
            let to = level.step(at, dir);
            level.step(at, !dir).is_some() && to.is_some_and(|to| live.contains_key(&to))
        };
        let ways: Vec<Dir> = Dir::ALL.into_iter().filter(goes).collect();
        if let [dir] = *ways {
            marks.push(Mark { at, sign: Sign::Arrow(dir), hue: Hue::Purple });
        }
    }
    let strategy: Option<Strategy> =
        Strategy::ALL.into_iter().find(|strategy| strategy.plans());
    let plan = strategy.and_then(|strategy| planned(level, strategy));
    let rooms = plan.map(|plan| plan.rooms).unwrap_or_default();
    let regions: Vec<Region> =
        rooms.into_iter().map(|squares| Region { squares, hue: Hue::Green }).collect();
    let told = format!(
        "{} where a box is lost (hatched); tunnels blue, arrows where there is one way on, {} green",
        count(dead, "square"),
        count(regions.len(), "room"),
    );
    Picture::of(level)
        .with(Layer::Marks(marks))
        .with(Layer::Regions(regions))
        .showing("where a box is lost")
        .captioned(told)
}
