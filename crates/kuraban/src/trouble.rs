//! Boxes in trouble, and why: what a player is told at a dead end.

use kuraban_board::deadlock;
use kuraban_level::{Dir, Level, Rules};
#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::facts::dead_squares;

/// A box that can never move again or can never reach a goal.
#[derive(Clone, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
pub struct Trouble {
    /// Its square.
    pub at: usize,
    /// Whether it makes the position a dead end.
    pub lost: bool,
    /// Boxes that block it.
    pub with: Vec<usize>,
    /// Why, in words.
    pub reason: String,
}

/// Larger boards are only looked at for what is seen at a glance.
const MOST_SQUARES: usize = 40_000;
/// The same for more boxes.
const MOST_BOXES: usize = 200;

impl Trouble {
    /// Every box in trouble at the start of a level: what is seen at a glance, or else what
    /// the rules of the searches see. That there is none proves nothing.
    ///
    /// ```
    /// use kuraban::{Level, Trouble};
    ///
    /// let level: Level = "#####\n#$ .#\n#  @#\n#####".parse()?;
    /// let found = Trouble::all(&level);
    /// assert!(found[0].lost && found[0].reason.contains("corner"));
    /// # Ok::<(), kuraban::Problems>(())
    /// ```
    pub fn all(level: &Level) -> Vec<Self> {
        if level.rules() == Rules::Boulders {
            return Vec::new();
        }
        let mut found = look(level, &dead_squares(level));
        let small =
            level.squares().len() <= MOST_SQUARES && level.boxes().len() <= MOST_BOXES;
        if small
            && !found.iter().any(|trouble| trouble.lost)
            && let Some(closer) = look_closer(level)
        {
            found.retain(|known| closer.iter().all(|told| told.at != known.at));
            found.extend(closer);
        }
        found
    }
}

/// Why the start position of a level is lost, in sentences; none where no rule sees it.
pub fn why_lost(level: &Level) -> Vec<String> {
    reasons(&Trouble::all(level))
}

/// The sentences of what is lost, each once.
pub fn reasons(found: &[Trouble]) -> Vec<String> {
    let mut told: Vec<String> = Vec::new();
    for trouble in found.iter().filter(|trouble| trouble.lost) {
        if !told.contains(&trouble.reason) {
            told.push(trouble.reason.clone());
        }
    }
    told
}

/// What is seen at a glance. `dead` are the squares from which a lone box reaches no goal.
fn look(level: &Level, dead: &[usize]) -> Vec<Trouble> {
    let frozen = frozen(level, level.boxes(), dead);
    let told = level.boxes().iter().filter_map(|&at| {
        let on_goal = level.square(at).goal;
        if dead.binary_search(&at).is_ok() && !on_goal {
            return Some(on_dead_square(level, at));
        }
        frozen[at].then(|| cannot_move(level, dead, &frozen, at))
    });
    told.collect()
}

/// What the rules of the searches see: sets of boxes that cannot be finished, closed rooms,
/// goals that nothing can fill. Never an empty list; `None` where they see nothing.
fn look_closer(level: &Level) -> Option<Vec<Trouble>> {
    let found = deadlock::why_lost(level)?;
    let places: Vec<String> =
        found.squares.iter().map(|&at| level.square_name(at)).collect();
    let about = match places.as_slice() {
        [one] => format!("At {one}"),
        [first, rest @ ..] if rest.len() < MANY => {
            format!("At {first} {}", rest.join(" "))
        }
        _ => "This position is a dead end".into(),
    };
    let reason = format!("{about}: {}.", found.rule);
    let told = found.squares.iter().map(|&at| {
        let with = found.squares.iter().copied().filter(|&other| other != at).collect();
        Trouble { at, lost: true, with, reason: reason.clone() }
    });
    let told: Vec<Trouble> = told.collect();
    if told.is_empty() {
        return Some(vec![Trouble {
            at: level.player(),
            lost: true,
            with: vec![],
            reason,
        }]);
    }
    Some(told)
}

/// More places than this are not listed.
const MANY: usize = 4;

/// Which boxes can never move again when they stand on these squares; `dead` are the squares from
/// which a lone box reaches no goal, ascending.
///
/// Takes away, as long as there is one, a box with both squares of one axis free and one of
/// them live: it could move once the boxes taken before had moved out of the way. What
/// stays is blocked by walls, by other boxes that stay, or by dead squares, so no solution
/// moves it.
pub fn frozen(level: &Level, boxes: &[usize], dead: &[usize]) -> Vec<bool> {
    let mut stays = vec![false; level.squares().len()];
    for &at in boxes {
        stays[at] = true;
    }
    loop {
        let movable: Vec<usize> = boxes
            .iter()
            .copied()
            .filter(|&at| {
                stays[at]
                    && [Dir::Right, Dir::Down].iter().any(|&dir| {
                        let free = |dir| level.step(at, dir).filter(|&to| !stays[to]);
                        let is_live = |to: usize| dead.binary_search(&to).is_err();
                        match (free(dir), free(!dir)) {
                            (Some(one), Some(other)) => is_live(one) || is_live(other),
                            _ => false,
                        }
                    })
            })
            .collect();
        if movable.is_empty() {
            return stays;
        }
        for at in movable {
            stays[at] = false;
        }
    }
}

fn on_dead_square(level: &Level, at: usize) -> Trouble {
    let wall = |dir| level.step(at, dir).is_none();
    let corner =
        (wall(Dir::Up) || wall(Dir::Down)) && (wall(Dir::Left) || wall(Dir::Right));
    let why = if corner {
        "stands in a corner and can never be pushed again"
    } else if Dir::ALL.into_iter().any(wall) {
        "stands along a wall that it can never leave, with no goal there"
    } else {
        "can never be pushed to a goal from here"
    };
    let reason = format!("The box at {} {why}.", level.square_name(at));
    Trouble { at, lost: true, with: vec![], reason }
}

fn cannot_move(level: &Level, dead: &[usize], frozen: &[bool], at: usize) -> Trouble {
    let mut with = Vec::new();
    let mut axis = |dirs: [Dir; 2]| {
        let mut words = Vec::new();
        for dir in dirs {
            match level.step(at, dir) {
                None => words.push(format!("a wall {}", side(dir))),
                Some(to) if frozen[to] => {
                    with.push(to);
                    words.push(format!("a box {} that cannot move either", side(dir)));
                }
                Some(_) => {}
            }
        }
        if words.is_empty() {
            let both = dirs.map(|dir| level.step(at, dir));
            let all_dead = both.iter().flatten().all(|to| dead.binary_search(to).is_ok());
            words.push(match (all_dead, dirs[0]) {
                (true, Dir::Left) => "nothing but dead squares left and right".into(),
                (true, _) => "nothing but dead squares above and below".into(),
                (false, _) => "other boxes".into(),
            });
        }
        words.join(" and ")
    };
    let across = axis([Dir::Left, Dir::Right]);
    let along = axis([Dir::Up, Dir::Down]);
    let on_goal = level.square(at).goal;
    let end = if on_goal {
        "It is on a goal, which is fine by itself."
    } else {
        "It is off goal."
    };
    let reason = format!(
        "The box at {} can never move again: there is {across}, and {along}. {end}",
        level.square_name(at)
    );
    Trouble { at, lost: !on_goal, with, reason }
}

fn side(dir: Dir) -> &'static str {
    match dir {
        Dir::Up => "above",
        Dir::Right => "on the right",
        Dir::Down => "below",
        Dir::Left => "on the left",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn troubles(text: &str) -> Vec<Trouble> {
        let level: Level = text.parse().unwrap();
        look(&level, &dead_squares(&level))
    }

    #[test]
    fn a_corner_is_named() {
        let found = troubles("######\n#$  .#\n#  @ #\n######");
        assert_eq!(found.len(), 1);
        assert!(found[0].lost && found[0].reason.contains("corner"), "{found:?}");
    }

    #[test]
    fn a_wall_without_a_goal_is_named() {
        let found = troubles("######\n# $  #\n# .@ #\n######");
        assert!(found[0].lost && found[0].reason.contains("along a wall"), "{found:?}");
    }

    #[test]
    fn two_boxes_at_a_wall_freeze_each_other() {
        let found = troubles("#######\n#.$$ .#\n#   @ #\n#######");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|t| t.lost && t.with.len() == 1), "{found:?}");
        assert!(found[0].reason.contains("cannot move either"), "{found:?}");
    }

    #[test]
    fn sets_of_boxes_are_named() {
        // Neither box is stuck by itself, but there is one goal too few along the lower wall.
        let level: Level =
            "########\n#  @   #\n# .    #\n# $ $ .#\n########".parse().unwrap();
        let dead = dead_squares(&level);
        assert!(look(&level, &dead).iter().all(|trouble| !trouble.lost));
        let found = look_closer(&level).expect("a reason");
        assert!(found.iter().all(|trouble| trouble.lost), "{found:?}");
        assert!(found[0].reason.contains("goal"), "{found:?}");
    }

    #[test]
    fn boxes_that_can_move_are_in_no_trouble() {
        assert_eq!(troubles("#######\n#     #\n# $@$ #\n#.   .#\n#######"), vec![]);
        let found = troubles("#######\n#*    #\n# $@  #\n#.    #\n#######");
        assert!(found.len() == 1 && !found[0].lost && found[0].reason.contains("fine"));
    }
}
