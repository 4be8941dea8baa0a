//! A solution as pushing sessions.

use kuraban_level::{Dir, Level};
use kuraban_verify::Replay;

/// All pushes of one box until another one is pushed, with the walks between them.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Session {
    /// The box, by the square it stands on in the level.
    pub start: usize,
    /// Where it stands when the session begins.
    pub from: usize,
    /// Where it stands when the session ends.
    pub to: usize,
    /// The directions of its pushes.
    pub pushes: Vec<Dir>,
    /// The index of the step that ends the session: its last push.
    pub last: usize,
}

/// The sessions of some steps, up to the first that is illegal.
///
/// ```
/// use kuraban::{Dir, Level, lurd, sessions};
///
/// let level: Level = "#######\n#@$ . #\n# $ . #\n#     #\n#######".parse()?;
/// let steps = lurd::read("RlddrUluR")?;
/// let found = sessions(&level, steps.iter().map(|step| step.dir));
/// assert_eq!(found.len(), 2);
/// assert_eq!((found[0].start, found[0].to, found[0].pushes.len()), (9, 10, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sessions(level: &Level, steps: impl IntoIterator<Item = Dir>) -> Vec<Session> {
    let mut replay = Replay::new(level);
    let mut found: Vec<Session> = Vec::new();
    // The start square of the box on each square.
    let mut starts: Vec<usize> = (0..level.squares().len()).collect();
    for (index, dir) in steps.into_iter().enumerate() {
        let Ok(pushed) = replay.step(dir) else { break };
        let Some((from, to)) = pushed else { continue };
        let start = starts[from];
        starts[to] = start;
        match found.last_mut() {
            Some(session) if session.to == from => {
                session.to = to;
                session.pushes.push(dir);
                session.last = index;
            }
            _ => found.push(Session { start, from, to, pushes: vec![dir], last: index }),
        }
    }
    found
}
