//! Known solutions as lessons: which move was made, of all that the search would have made there.

use std::sync::Arc;

use kuraban_board::Position;
use kuraban_level::{Dir, Level};
use kuraban_search::without_limits;

use super::played::{W, prepare, turning_points};
use crate::spaces::ahead::Ahead;
use crate::spaces::backward::homeward::Homeward;
use crate::spaces::toward_landmark::Toward;
use crate::strategy::Nearer;
use crate::tree::{Choice, Listing, Space, Terms};

/// Macro moves to a landmark: what is learned is to hold for near ones and far ones.
const SPANS: [usize; 3] = [4, 12, 36];

/// One choice between moves.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lesson {
    /// What is weighed of each move.
    pub moves: Vec<Terms>,
    /// The move that the solution makes.
    pub made: usize,
}

/// The lessons of a solution, from each end: it is cut into parts of so many moves, and where a part ends
/// is the landmark of its moves; where it begins, that of the same moves made backward.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Lessons {
    /// From the start.
    pub ahead: Vec<Lesson>,
    /// From the goals.
    pub back: Vec<Lesson>,
}

impl Lessons {
    /// The lessons of the solution of a level; none where the steps cannot be played or the level is
    /// too large.
    pub fn new(level: &Level, steps: &[Dir]) -> Self {
        let way = |shared: &_| turning_points(shared, level, steps);
        let known = prepare(level).and_then(|shared| Some((way(&shared)?, shared)));
        let mut lessons = Self::default();
        let Some((way, shared)) = known else { return lessons };
        for span in SPANS {
            for first in (0..way.len() - 1).step_by(span) {
                let part = &way[first..way.len().min(first + span + 1)];
                let (start, end) = (part[0].boxes, part[part.len() - 1].boxes);
                let order = Toward::new(Arc::clone(&shared), end, Nearer::ByPushes);
                let ahead = &mut Ahead::by_order(&shared, order);
                lessons.ahead.extend(of_way(ahead, part.iter().copied()));
                let back = &mut Homeward::toward(&shared, start, Nearer::ByPushes);
                lessons.back.extend(of_way(back, part.iter().rev().copied()));
            }
        }
        lessons
    }

    /// Adds those of another solution.
    pub fn extend(&mut self, others: Self) {
        self.ahead.extend(others.ahead);
        self.back.extend(others.back);
    }
}

/// A lesson for each move of a way that the space would make, and with another one.
fn of_way<S: Space<State = Position<W>>>(
    space: &mut S,
    way: impl Iterator<Item = Position<W>>,
) -> Vec<Lesson> {
    let mut last = None;
    let mut lesson = |from: Position<W>, to: Position<W>| {
        let mut choices = Vec::new();
        without_limits(|turn| {
            let list = &mut Listing { known: &|_| false, turn, choices: &mut choices };
            space.choices(&from, list);
        });
        let before = last.take();
        // Moves to where no way leads on teach nothing.
        let terms = |choice: &Choice| {
            let worth = space.worth_after(before, &from, choice.code, choice.score);
            Some((choice.code, worth.terms?))
        };
        let known: Vec<(u32, Terms)> = choices.iter().filter_map(terms).collect();
        let made = known.iter().position(|&(code, _)| space.play(&from, code) == to)?;
        last = Some(known[made].0);
        let moves: Vec<Terms> = known.into_iter().map(|(_, terms)| terms).collect();
        (moves.len() > 1).then_some(Lesson { moves, made })
    };
    let way: Vec<Position<W>> = way.collect();
    way.windows(2).filter_map(|step| lesson(step[0], step[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spaces::nearness::{FROM_GOALS, FROM_START};
    use crate::tree::Worth;

    /// The moves of solutions are better than others on the way to where they lead.
    #[test]
    fn weights_tell_the_moves_of_solutions() {
        let mut lessons = Lessons::default();
        for solved in kuraban_testkit::own_solved().into_iter().step_by(4) {
            lessons.extend(Lessons::new(&solved.level, &solved.steps));
        }
        for (lessons, weights) in
            [(&lessons.ahead, &FROM_START), (&lessons.back, &FROM_GOALS)]
        {
            let (mut better, mut even) = (0.0, 0.0);
            for lesson in lessons {
                let worth = |terms: &Terms| Worth { terms: Some(*terms), weights }.sum();
                let made = worth(&lesson.moves[lesson.made]);
                let others = lesson.moves.iter().map(worth);
                let equal = others.clone().filter(|other| *other >= made).count();
                let best = others.fold(f32::MIN, f32::max);
                if made >= best {
                    better += 1.0 / equal as f64;
                }
                even += 1.0 / lesson.moves.len() as f64;
            }
            let count = lessons.len();
            assert!(count > 500, "{count} lessons");
            assert!(better > 2.0 * even, "{better} of {count}, by chance {even}");
        }
    }

    /// Two boxes far from each other are pushed in turn, five times in all.
    #[test]
    fn each_move_is_a_lesson_from_both_ends() {
        let text = "####################\n#@$  .         . $ #\n#                  #\n####################";
        let level: Level = text.parse().expect("a level");
        let walks = [("R", 'R', 16), ("L", 'L', 15), ("R", 'R', 14), ("L", 'L', 13)];
        let walk = |(push, way, steps): (&str, char, usize)| {
            format!("{push}D{}U", way.to_string().repeat(steps))
        };
        let lurd = walks.map(walk).concat() + "R";
        let steps: Vec<Dir> = lurd.chars().filter_map(Dir::from_letter).collect();
        let lessons = Lessons::new(&level, &steps);
        for lessons in [&lessons.ahead, &lessons.back] {
            assert_eq!(lessons.len(), 5 * SPANS.len());
            // The parts of four moves: the first one, and one with the last move alone.
            for (at, lesson) in lessons[..5].iter().enumerate() {
                let is_first = at % 4 == 0;
                let is_far = lesson.moves[lesson.made][5] > 0.0;
                assert_eq!(is_far, !is_first, "move {at}");
            }
        }
        assert!(Lessons::new(&level, &[Dir::Up]).ahead.is_empty(), "a step into a wall");
    }
}
