//! Sokoban levels of a wanted difficulty.
//!
//! A [`Recipe`] says what levels are wanted and how they are made; [`Recipe::fill`] makes them,
//! on any number of threads. Level `i` of a recipe is the same on every machine: each has a stream
//! of random numbers of its own (`random`), and all inner limits are counts.
//!
//! A maker proposes a room and a *ladder* of starts in it, from near the goals to far (`ladder`):
//! `rooms` digs by a random walk (`walk`) and pulls boxes to positions that are new (`novel`);
//! `exact` and `evolve` know all positions of a room (`table`), and `evolve` changes rooms until
//! they hold a far one (`anneal`), or keeps the best of each kind (`archive`). A start is solved
//! by engines that had no part in making it, replayed, labelled and judged (`label`), and handed
//! over only if it is as wanted (`make`). `twin` makes levels that are proved unsolvable.
//!
//! Rooms have at most 64 squares inside their walls, so that a set of squares is a word (`grid`).

mod anneal;
mod archive;
mod collect;
mod edit;
mod facts;
mod grid;
mod label;
mod ladder;
mod make;
mod novel;
mod random;
mod recipe;
mod room;
mod table;
mod title;
mod twin;
mod vary;
mod walk;
pub mod write;

pub use anneal::Anneal;
pub use collect::{EMPTY, Filled, NONE_AT_ALL, Order, Short};
pub use facts::{Exact, State};
pub use grid::{Grid, bits, number};
pub use label::Labels;
pub use make::Made;
pub use random::VERSION;
pub use recipe::{BadRecipe, FLAT, Label, Maker, Preset, Recipe, Wants};
pub use room::{Room, Start};
pub use table::{MOST_BOXES, Measure, NoTable, Position, Push, Table, pushes};
pub use title::title;
pub use twin::{Change, Twin};
pub use vary::Source;
