//! Starts of one room, from near the goals to far.

use kuraban_env::Stream;

use crate::random::pick;
use crate::recipe::Wants;
use crate::room::{Room, Start};
use crate::table::{Measure, Position, Table};

/// Starts of a room, one for each distance from one on where there is a fit one.
#[derive(Clone, Debug)]
pub(crate) struct Ladder {
    pub(crate) room: Room,
    /// By distance.
    pub(crate) rungs: Vec<(usize, Start)>,
    /// What the distance counts, where it is exact.
    pub(crate) measure: Option<Measure>,
}

impl Ladder {
    /// One start at each distance of a table, with as few boxes on goals as can be: of the farthest
    /// ones, and of some drawn at the other distances.
    pub(crate) fn of_table(
        room: &Room,
        table: &Table,
        measure: Measure,
        wants: &Wants,
        random: &mut Stream,
    ) -> Self {
        let mut rungs = Vec::new();
        for distance in 1..=table.depth() {
            let layer = table.layer(distance);
            let on_goals = |at: &Position| (at.boxes & room.goals).count_ones();
            let best = if distance == table.depth() {
                layer.iter().copied().min_by_key(on_goals)
            } else {
                let mut draw = || layer[random.below(layer.len() as u32) as usize];
                (0..DRAWS).map(|_| draw()).min_by_key(on_goals)
            };
            let found = best.and_then(|at| start(room, at, wants, random));
            rungs.extend(found.map(|start| (distance, start)));
        }
        Self { room: *room, rungs, measure: Some(measure) }
    }

    /// One start at each number of pulls.
    pub(crate) fn of_pulls(
        room: &Room,
        found: &[(Position, usize)],
        wants: &Wants,
        random: &mut Stream,
    ) -> Self {
        let mut rungs = Vec::new();
        for layer in found.chunk_by(|(_, a), (_, b)| a == b) {
            if layer[0].1 == 0 {
                continue;
            }
            let mut draw = || layer[random.below(layer.len() as u32) as usize].0;
            let drawn: [Position; DRAWS] = std::array::from_fn(|_| draw());
            let fit = drawn.into_iter().find_map(|at| start(room, at, wants, random));
            rungs.extend(fit.map(|start| (layer[0].1, start)));
        }
        Self { room: *room, rungs, measure: None }
    }

    /// Leaves out starts whose exact distance is not wanted. A solution may have more box lines than
    /// are needed, and never fewer.
    pub(crate) fn cut(&mut self, wants: &Wants) {
        match (self.measure, &wants.pushes, &wants.box_lines) {
            (Some(Measure::Pushes), Some(band), _) => {
                self.rungs.retain(|(distance, _)| band.contains(distance));
            }
            (Some(Measure::BoxLines), _, Some(band)) => {
                self.rungs.retain(|(distance, _)| distance >= band.start());
            }
            _ => {}
        }
    }
}

/// Positions of a layer that are tried for a fit start.
const DRAWS: usize = 24;

/// A position with the player somewhere in his zone; `None` where it is not fit.
fn start(room: &Room, at: Position, wants: &Wants, random: &mut Stream) -> Option<Start> {
    let Position { boxes, zone } = at;
    if !wants.off_goals {
        return Some(Start { boxes, player: pick(zone, random) });
    }
    let zone = zone & !room.goals;
    let fits = boxes & room.goals == 0 && zone != 0;
    fits.then(|| Start { boxes, player: pick(zone, random) })
}
