//! Known solutions as lessons: which move was made, of all that the search would have made there.

use std::sync::Arc;

use kuraban_board::Position;
use kuraban_level::{Dir, Level};
use kuraban_search::without_limits;

use super::played::{W, prepare, turning_points};
use crate::spaces::ahead::Ahead;
use crate::spaces::toward_landmark::Toward;
use crate::strategy::Nearer;
use crate::tree::{Choice, Listing, Space, Terms};

/// Macro moves to a landmark: what is learned is to hold for near ones and far ones.
const SPANS: [usize; 3] = [4, 12, 36];

/// One choice between moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lesson {
    /// What is weighed in the position after each move.
    pub moves: Vec<Terms>,
    /// The move that the solution makes.
    pub made: usize,
}

/// The lessons of a solution: it is cut into parts of so many positions, and the last position of a part
/// is the landmark of its moves. None where the steps cannot be played or the level is too large.
pub fn lessons(level: &Level, steps: &[Dir]) -> Vec<Lesson> {
    let way = |shared: &_| turning_points(shared, level, steps);
    let known = prepare(level).and_then(|shared| Some((way(&shared)?, shared)));
    let Some((way, shared)) = known else { return Vec::new() };
    let mut lessons = Vec::new();
    for span in SPANS {
        for part in way.chunks(span + 1) {
            let landmark = part[part.len() - 1].boxes;
            let order = Toward::new(Arc::clone(&shared), landmark, Nearer::ByPushes);
            lessons.extend(of_way(&mut Ahead::by_order(&shared, order), part));
        }
    }
    lessons
}

/// A lesson for each move of a way that the space would make, and with another one.
fn of_way<S: Space<State = Position<W>>>(
    space: &mut S,
    way: &[Position<W>],
) -> Vec<Lesson> {
    let lesson = |step: &[Position<W>]| {
        let mut choices = Vec::new();
        without_limits(|turn| {
            let list = &mut Listing { known: &|_| false, turn, choices: &mut choices };
            space.choices(&step[0], list);
        });
        // Moves to where no way leads on teach nothing.
        let terms =
            |choice: &Choice| Some((choice.code, space.worth(choice.score).terms?));
        let known: Vec<(u32, Terms)> = choices.iter().filter_map(terms).collect();
        let leads_on = |&(code, _): &(u32, Terms)| space.play(&step[0], code) == step[1];
        let made = known.iter().position(leads_on)?;
        let moves: Vec<Terms> = known.into_iter().map(|(_, terms)| terms).collect();
        (moves.len() > 1).then_some(Lesson { moves, made })
    };
    way.windows(2).filter_map(lesson).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::nearness::WEIGHTS;
    use crate::tree::Worth;

    /// The moves of solutions are better than others on the way to where they lead.
    #[test]
    fn weights_tell_the_moves_of_solutions() {
        let (mut count, mut better, mut even) = (0, 0.0, 0.0);
        for solved in kuraban_testkit::own_solved().into_iter().step_by(4) {
            for lesson in lessons(&solved.level, &solved.steps) {
                let worth = |terms: &Terms| {
                    Worth { terms: Some(*terms), weights: &WEIGHTS }.sum()
                };
                let made = worth(&lesson.moves[lesson.made]);
                let others = lesson.moves.iter().map(worth);
                let equal = others.clone().filter(|other| *other >= made).count();
                let best = others.fold(f32::MIN, f32::max);
                if made >= best {
                    better += 1.0 / equal as f64;
                }
                even += 1.0 / lesson.moves.len() as f64;
                count += 1;
            }
        }
        assert!(count > 500, "{count} lessons");
        assert!(better > 2.0 * even, "{better} of {count}, by chance {even}");
    }
}
