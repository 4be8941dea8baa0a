//! How hard a level is, and why.
//!
//! [`Features`] is what difficulty is judged by; [`Difficulty::of`] is a pure function of them.
//! [`Features::of`] works them out for a level whose solution is known, and
//! [`Difficulty::measure`] does all of it.

mod course;
mod measure;
mod reasons;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::report::Word;
pub use course::Course;
pub use measure::{Measured, greedy_effort};

/// What difficulty is judged by. The first four make the value; the others only give reasons.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
pub struct Features {
    /// Boxes that the player could ever touch.
    pub boxes: usize,
    /// Expansions of the engine `push`, on one thread.
    pub greedy: u64,
    /// Moves of the solution with the fewest pushes and, among those, the fewest moves.
    pub moves: usize,
    /// Its pushes beyond those that the boxes would need if they were never in each other's way.
    pub gap: u64,
    /// What the solution's way of pushing tells.
    pub course: Option<Course>,
    /// How many of the first pushes lose, and how many there are.
    pub fatal_first: Option<(usize, usize)>,
    /// Pushes that can be played after a mistake before a simple test sees it; `usize::MAX` where none
    /// ever does.
    pub silent_trap: Option<usize>,
    /// Boxes that can go home first thing and be forgotten.
    pub home_at_once: Option<usize>,
    /// Whether the goals can be filled in any order, or in one only.
    pub order: Option<Order>,
    /// Whether greedy effort and solution are what they are said to be: the search was not
    /// stopped, and the solution is proved least.
    pub exact: bool,
}

/// In how many orders the goals can be filled.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Order {
    /// In one.
    Forced,
    /// In some, not in all.
    Some,
    /// In all.
    Free,
}

/// How hard a level is for a player who searches, with the reasons.
///
/// ```
/// use kuraban::{Difficulty, Features};
///
/// let features = Features { boxes: 4, greedy: 20, moves: 80, exact: true, ..Features::default() };
/// let easy = Difficulty::of(&features);
/// let hard = Difficulty::of(&Features { greedy: 2_000, gap: 12, ..features });
/// assert_eq!(easy.words(), "27 of 100 (easy)");
/// assert!(easy.value < hard.value);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
pub struct Difficulty {
    /// From 0 to 100, to one decimal place. 50 is the middle of Microban I.
    pub value: f64,
    /// The model it comes from.
    pub model: Word,
    /// Whether the features are exact; otherwise it is an estimate from what was found.
    pub exact: bool,
    /// Boxes that the player could ever touch.
    pub boxes: usize,
    /// What each feature adds to the model's sum.
    pub terms: Terms,
    /// Why it is hard, or easy: whole sentences, the strongest first.
    pub reasons: Vec<String>,
}

/// What each feature adds to the model's sum, to three decimal places.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(Deserialize, Serialize))]
#[non_exhaustive]
pub struct Terms {
    /// Of the greedy search's expansions.
    pub greedy: f64,
    /// Of the solution's moves.
    pub moves: f64,
    /// Of the pushes beyond the boxes' distances.
    pub gap: f64,
}

/// The model's name, as reports write it. Values of different models cannot be compared.
pub const MODEL: &str = "2";

// The model's sum: logistic regression between 1,000 unfiltered and 500 hard levels of Boxoban, which
// have four boxes. Measured. For more boxes it goes beyond what it was fitted on.
const CONSTANT: f64 = -16.33;
const PER_GREEDY: f64 = 1.108;
const PER_MOVES: f64 = 2.996;
const PER_GAP: f64 = 1.103;

impl Difficulty {
    /// The difficulty of a level with these features.
    pub fn of(features: &Features) -> Self {
        let greedy = PER_GREEDY * (features.greedy as f64).ln_1p();
        let moves = PER_MOVES * (features.moves.max(1) as f64).ln();
        let gap = PER_GAP * (features.gap as f64).ln_1p();
        let sum = CONSTANT + greedy + moves + gap;
        Self {
            value: rounded(scaled(sum), 10.0).clamp(0.1, 99.9),
            model: MODEL.into(),
            exact: features.exact,
            boxes: features.boxes,
            terms: Terms {
                greedy: rounded(greedy, 1000.0),
                moves: rounded(moves, 1000.0),
                gap: rounded(gap, 1000.0),
            },
            reasons: reasons::of(features),
        }
    }

    /// The model's sum: finer than the value at the ends of the scale, for comparisons.
    pub fn sum(&self) -> f64 {
        CONSTANT + self.terms.greedy + self.terms.moves + self.terms.gap
    }

    /// The value with a word for it. `about` stands before an estimate.
    pub fn words(&self) -> String {
        let about = if self.exact { "" } else { "about " };
        // Rounded down: 59.9 is medium, and 60 is hard.
        format!("{about}{} of 100 ({})", self.value.floor(), self.band())
    }

    /// A word for the value, one of [`BANDS`].
    pub fn band(&self) -> &'static str {
        let band = (self.value / (100.0 / BANDS.len() as f64)) as usize;
        BANDS[band.min(BANDS.len() - 1)]
    }
}

/// Words for difficulty, in equal parts from 0 to 100.
pub const BANDS: [&str; 5] = ["very easy", "easy", "medium", "hard", "very hard"];

/// The sum in the middle of the scale: the median of Microban I. Measured.
const MIDDLE: f64 = 4.0;
/// How far from the middle the scale is used up: a sum higher by this is 73 of 100, by twice as much
/// 88.
const WIDTH: f64 = 4.0;

/// A sum on the scale from 0 to 100, whose ends no level reaches: of two levels the harder one has
/// the larger value, however many boxes they have.
///
/// Values at 10, 50 and 90 % of collections, measured within 3 s a level:
///
/// | collection | 10 % | 50 % | 90 % |
/// | --- | ---: | ---: | ---: |
/// | Boxoban, unfiltered | 10 | 15 | 25 |
/// | Microban I, levels 1-40 | 12 | 27 | 48 |
/// | Boxoban, hard | 22 | 37 | 54 |
/// | Microban I | 19 | 50 | 86 |
/// | Microban IV | 37 | 66 | 94 |
/// | XSokoban, the 57 of 90 that were solved | 81 | 98 | 99 |
fn scaled(sum: f64) -> f64 {
    100.0 / (1.0 + (-(sum - MIDDLE) / WIDTH).exp())
}

/// The last digits of logarithms differ between machines: those are not shown.
fn rounded(number: f64, parts: f64) -> f64 {
    // Adding zero makes a negative zero positive.
    (number * parts).round() / parts + 0.0
}
