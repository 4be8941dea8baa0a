//! Strategies at work: each combines searches over spaces and keeps its trees between turns.

/// Each end toward the best board of the other.
mod alternate;
/// Where plans are made.
mod anew;
/// What keeps two ends from meeting.
mod conflicts;
/// Solutions made of a way from each end.
mod joined;
/// What several strategies begin with.
pub(crate) mod joint;
/// Along a packing plan.
pub(crate) mod planned;
/// The plan search from its first move to the plan.
mod planning;
/// One search from one end.
mod side;

use std::sync::Arc;

use kuraban_search::{BestCell, Stage, Turn};

use crate::shared::Shared;
use crate::strategy::{Method, Strategy};
use alternate::Alternate;
use joint::JointSearches;
use planned::Planned;

/// Moves of a position listed at a time.
const LISTED: usize = 8;
/// Every so many rounds a forward search toward landmarks weighs moves that are not advised.
const WEIGHTED_EVERY: u32 = 3;

/// Visits of a position that goes by what positions are worth until it gives others their turn: one
/// more than there are boxes (Shoham and Elidan).
fn patience<const W: usize>(shared: &Shared<W>) -> u32 {
    shared.statics.map.board.goals.len() as u32 + 1
}

/// A strategy at work: it takes one move at a time and keeps what it knows in between.
pub(crate) trait Work: Send {
    /// Takes one move, and traces what is worth telling.
    fn step(&mut self, turn: &mut Turn<'_>) -> Stage;
    /// Expansions so far.
    fn expanded(&self) -> u64;
    /// Successors generated so far.
    fn generated(&self) -> u64;
    /// Work of a successor. Measured: with these prices a unit takes 0.3 to 0.5 µs on boards with some
    /// thirty boxes, and up to 2.5 with a hundred.
    fn price(&self) -> u64 {
        2
    }
    /// Bytes in the tables.
    fn bytes(&self) -> usize;
    /// The best cell so far; `None` while it does not search forward.
    fn best_cell(&self) -> Option<BestCell>;
    /// The level's squares of the boxes and of the player in a position of that cell.
    fn best_place(&self) -> Option<(Vec<usize>, usize)>;
    /// One line about where it stands.
    fn describe(&self) -> String;

    /// Traces where it stands, unless it is done.
    fn tell(&self, stage: Stage, turn: &mut Turn<'_>) -> Stage {
        if stage == Stage::Working {
            turn.trace(|| self.describe());
        }
        stage
    }
}

/// Begins with a strategy.
pub(crate) fn begin<const W: usize>(
    (shared, joint): (&Arc<Shared<W>>, &JointSearches<W>),
    strategy: Strategy,
    turn: &mut Turn<'_>,
) -> Box<dyn Work> {
    match strategy.method {
        Method::Pack(along) => {
            Box::new(Planned::new((shared, joint), strategy.name, along, turn))
        }
        Method::Alternate(how) => {
            Box::new(Alternate::new((shared, joint), strategy.name, how, turn))
        }
    }
}

/// Boxes in a room with one door, goals in another one.
#[cfg(test)]
const ROOMS: &str = "\
############
#    #   . #
# $$ #  .. #
# $     .. #
#  $ #   . #
# $$ #     #
#@   #######
######";
