//! What a rule is, and how the table of rules becomes `Rule`.

use super::Rule;
use crate::{Bits, Scene};

/// A rule in words.
pub(super) struct About {
    /// The stable name, as reports write it.
    pub(super) name: &'static str,
    /// What it says to the player about the boxes that it shows.
    pub(super) sentence: &'static str,
}

/// A rule with its tables: the boxes by which it shows that a position has no solution.
pub(super) type Asker<'a, const W: usize> =
    Box<dyn FnMut(&Case<W>) -> Option<Bits<W>> + 'a>;

/// A position that rules are asked about.
pub(super) struct Case<const W: usize> {
    /// The position, with the walls of the level.
    pub(super) scene: Scene<W>,
    /// Its boxes that block each other for good.
    pub(super) frozen: Bits<W>,
    /// The position with these as walls.
    pub(super) walled: Scene<W>,
}

/// Declares `Rule` by a table with a line for each rule: the name and the file, which has an
/// `ABOUT` and an `asker`; then the rules that others ask, with their names and sentences.
macro_rules! rules {
    (
        toolbox { $($rule:ident: $file:ident,)* }
        elsewhere { $($(#[$doc:meta])* $other:ident: $name:literal, $sentence:expr;)* }
    ) => {
        /// A rule that shows positions to be lost.
        #[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
        pub enum Rule {
            $(#[doc = concat!("See [`", stringify!($file), "`].")] $rule,)*
            $($(#[$doc])* $other,)*
        }

        impl Rule {
            /// The rules that [`Toolbox`] asks, the cheapest first.
            pub const ALL: [Self; [$(stringify!($rule)),*].len()] = [$(Self::$rule),*];

            const fn about(self) -> rules::About {
                match self {
                    $(Self::$rule => $file::ABOUT,)*
                    $(Self::$other => rules::About { name: $name, sentence: $sentence },)*
                }
            }

            /// Makes the tables of a rule, if it is one that can be asked here.
            fn asker<const W: usize>(self, board: &Board<W>) -> Option<Asker<'_, W>> {
                match self {
                    $(Self::$rule => Some($file::asker(board)),)*
                    $(Self::$other)|* => None,
                }
            }
        }
    };
}
pub(super) use rules;

impl Rule {
    /// The stable name, as reports write it.
    pub const fn name(self) -> &'static str {
        self.about().name
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.about().sentence)
    }
}

/// The rules that a search asks. All are sound: switching one off costs time only.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct RuleSet(u32);

impl Default for RuleSet {
    fn default() -> Self {
        Self::ALL
    }
}

impl RuleSet {
    /// All of them.
    pub const ALL: Self = Self(u32::MAX);

    /// These rules without one.
    #[must_use]
    pub const fn without(self, rule: Rule) -> Self {
        Self(self.0 & !(1 << rule as u32))
    }

    /// Whether a rule is asked.
    #[inline]
    pub const fn has(self, rule: Rule) -> bool {
        self.0 & 1 << rule as u32 != 0
    }
}
