//! What a solution's way of pushing tells about a level.

use std::collections::HashMap;

use kuraban_board::{Cells, PushDistances};
use kuraban_level::{Dir, Level};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::sessions::{Session, sessions};

/// Counts of a solution that are about detours.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
pub struct Course {
    /// Pushes that lead a box away from the goal where it ends.
    pub counter_pushes: usize,
    /// How often a box is taken up again after another.
    pub again: usize,
    /// Sessions in the longest stretch in which nothing is finished: no box of it has been
    /// pushed for the last time when another is begun.
    pub piece: usize,
}

/// Larger boards get no counter-pushes: distances to every goal would take too long.
const MOST_DISTANCES: usize = 1_000_000;

impl Course {
    /// The counts of a solution.
    pub fn of(level: &Level, steps: impl IntoIterator<Item = Dir>) -> Self {
        let sessions = sessions(level, steps);
        let mut last: HashMap<usize, usize> = HashMap::new();
        for (index, session) in sessions.iter().enumerate() {
            last.insert(session.start, index);
        }
        Self {
            counter_pushes: counter_pushes(level, &sessions),
            again: sessions.len() - last.len(),
            piece: longest_piece(&sessions, &last),
        }
    }
}

fn counter_pushes(level: &Level, sessions: &[Session]) -> usize {
    let cells = Cells::new(level);
    if cells.len() * cells.goals.len() > MOST_DISTANCES {
        return 0;
    }
    let distances = PushDistances::new(&cells);
    let ends: HashMap<usize, usize> =
        sessions.iter().map(|session| (session.start, session.to)).collect();
    let mut count = 0;
    for session in sessions {
        let goal = cells
            .goals
            .iter()
            .position(|&goal| cells.square(goal) == ends[&session.start]);
        let Some(goal) = goal else { continue };
        let mut at = cells.cell(session.from).expect("boxes are pushed on cells");
        for &dir in &session.pushes {
            let to = cells.step(at, dir).expect("boxes are pushed to cells");
            count +=
                usize::from(distances.to_goal(goal, to) > distances.to_goal(goal, at));
            at = to;
        }
    }
    count
}

/// Cuts the sessions wherever no box touched before is touched later.
fn longest_piece(sessions: &[Session], last: &HashMap<usize, usize>) -> usize {
    let (mut longest, mut begin, mut open_until) = (0, 0, 0);
    for (index, session) in sessions.iter().enumerate() {
        open_until = open_until.max(last[&session.start]);
        if index == open_until {
            longest = longest.max(index + 1 - begin);
            begin = index + 1;
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(text: &str, lurd: &str) -> Course {
        let level: Level = text.parse().unwrap();
        let steps: Vec<Dir> = lurd.chars().filter_map(Dir::from_letter).collect();
        kuraban_verify::Solution::check(&level, &steps).unwrap();
        Course::of(&level, steps)
    }

    #[test]
    fn a_straight_way_has_no_detours() {
        let found = course("######\n#@$ .#\n######", "RR");
        assert_eq!(found, Course { counter_pushes: 0, again: 0, piece: 1 });
    }

    #[test]
    fn a_box_that_makes_way_is_counted() {
        // The box in the door steps aside, and back when the other is home.
        let door = "######\n#@   #\n##*###\n#    #\n#    #\n# $. #\n######";
        let found = course(door, "rDDlddRUU");
        assert_eq!(found, Course { counter_pushes: 2, again: 1, piece: 3 });
    }

    #[test]
    fn pieces_end_where_all_touched_boxes_are_done() {
        let session = |start: usize| Session {
            start,
            from: start,
            to: start + 1,
            pushes: vec![Dir::Right],
            last: 0,
        };
        let longest = |starts: &[usize]| {
            let sessions: Vec<Session> = starts.iter().map(|&at| session(at)).collect();
            let last = starts.iter().copied().zip(0..).collect();
            longest_piece(&sessions, &last)
        };
        assert_eq!(longest(&[]), 0);
        assert_eq!(longest(&[1, 2, 3]), 1);
        assert_eq!(longest(&[1, 2, 1, 3]), 3);
        assert_eq!(longest(&[1, 2, 3, 2, 3, 4, 5, 4]), 4);
    }
}
