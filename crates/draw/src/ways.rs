//! What a solution does, seen as ways, stretches and counts.

use kuraban_level::words::count;
use kuraban_level::{Level, Step};
use kuraban_verify::{IllegalStep, Replay};

/// Pushes without a walk between them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Session {
    /// Steps that were made when it ends.
    pub(crate) end: usize,
    /// What it does with each box: the box's number and the squares it goes over.
    pub(crate) ways: Vec<(usize, Vec<usize>)>,
}

/// Steps, taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    pub(crate) sessions: Vec<Session>,
    /// The squares of the player, the first one included.
    pub(crate) walk: Vec<usize>,
    /// How often a box came to each square by a push.
    pub(crate) pushes: Vec<u32>,
    /// How often the player came to each square.
    pub(crate) visits: Vec<u32>,
    /// Whether they solve the level.
    pub(crate) solves: bool,
}

impl Ways {
    pub(crate) fn new(level: &Level, steps: &[Step]) -> Result<Self, IllegalStep> {
        let mut position = Replay::new(level);
        let count = level.squares().len();
        let mut ways = Self {
            sessions: Vec::new(),
            walk: vec![level.player()],
            pushes: vec![0; count],
            visits: vec![0; count],
            solves: false,
        };
        ways.visits[level.player()] = 1;
        let mut boxes = level.boxes().to_vec();
        let mut is_open = false;
        for (index, step) in steps.iter().enumerate() {
            let pushed =
                position.step(step.dir).map_err(|why| IllegalStep { index, why })?;
            ways.walk.push(position.player());
            ways.visits[position.player()] += 1;
            let Some((from, to)) = pushed else {
                is_open = false;
                continue;
            };
            ways.pushes[to] += 1;
            let number = boxes.iter().position(|&at| at == from).unwrap_or(0);
            boxes[number] = to;
            if !std::mem::replace(&mut is_open, true) {
                ways.sessions.push(Session::default());
            }
            let session = ways.sessions.last_mut().expect("one is open");
            session.end = index + 1;
            match session.ways.last_mut() {
                Some((last, squares)) if *last == number => squares.push(to),
                _ => session.ways.push((number, vec![from, to])),
            }
        }
        ways.solves = position.is_solved();
        Ok(ways)
    }

    /// How many pushes there are.
    pub(crate) fn all_pushes(&self) -> usize {
        self.pushes.iter().sum::<u32>() as usize
    }

    /// What the steps are: a solution only where they solve the level.
    pub(crate) fn told(&self) -> String {
        let moves = self.walk.len() - 1;
        if self.solves {
            format!("a solution of {}", count(moves, "move"))
        } else {
            count(moves, "step")
        }
    }
}

#[cfg(test)]
mod tests {
    use kuraban_level::lurd;

    use super::*;

    #[test]
    fn a_session_ends_with_a_walk() {
        let level: Level = "########\n#@$ $..#\n#      #\n########".parse().unwrap();
        let ways = Ways::new(&level, &lurd::read("drruRRdlllluRRR").unwrap()).unwrap();
        let told: Vec<_> = ways
            .sessions
            .iter()
            .map(|session| (session.end, session.ways.clone()))
            .collect();
        assert_eq!(
            told,
            [(6, vec![(1, vec![12, 13, 14])]), (15, vec![(0, vec![10, 11, 12, 13])])]
        );
        assert_eq!((ways.visits[9], ways.pushes[13], ways.walk.len()), (2, 2, 16));
        assert_eq!(
            (ways.all_pushes(), ways.told()),
            (5, "a solution of 15 moves".into())
        );
    }

    #[test]
    fn only_what_solves_is_called_a_solution() {
        let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
        let told =
            |letters| Ways::new(&level, &lurd::read(letters).unwrap()).unwrap().told();
        assert_eq!(
            [told("R"), told("Rl"), told("")],
            ["a solution of 1 move", "a solution of 2 moves", "0 steps"]
        );
    }
}
