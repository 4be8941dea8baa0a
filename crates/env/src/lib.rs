//! Boards to be played by programs that learn, stepped in batches.
//!
//! [`Levels`] are what is played, as codes of one size. A [`Batch`] plays many boards at once: each
//! has its own level, player and random stream, and a step of all of them is one call that writes
//! observations, rewards and ends into the caller's buffers. Nothing is searched here, and nothing
//! is made anew in a step.
//!
//! ```
//! use std::sync::Arc;
//! use kuraban_env::{Batch, Buffers, Levels, Options, Reset, Seen};
//!
//! let level = "#####\n#@$.#\n#####".parse()?;
//! let levels = Arc::new(Levels::new(&[level])?);
//! let mut batch = Batch::new(&levels, 2, 1, Options::default())?;
//! let mut seen = vec![0; batch.observation_bytes()];
//! let mut told = Buffers::of(2);
//! batch.reset(&Reset::default(), &mut seen, told.all())?;
//! // Right, which pushes; and up, into the wall.
//! batch.step(&[3, 0], Seen::Last, &mut seen, told.all(), None)?;
//! assert_eq!((told.rewards[0], told.rewards[1]), (10.9, -0.1));
//! assert_eq!(told.terminated, [true, false]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod batch;
mod buffers;
mod dead;
mod game;
mod levels;
mod observe;
mod options;
mod part;
mod random;
mod tiles;

pub use action::{Actions, NoActions};
pub use batch::{Batch, BatchError, Reset, Seeds};
pub use buffers::{Buffers, Finals, Told};
pub use levels::{Levels, LevelsError};
pub use observe::{NoObservation, Observation, Seen};
pub use options::{Autoreset, NoAutoreset, NoOrder, Options, OptionsError, Order};
pub use random::Stream;
