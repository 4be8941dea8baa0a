//! Whether a second figure is to be least, too.

/// What is asked of solutions that have equally few pushes.
///
/// Of the objectives only [`Pushes`](crate::Objective::Pushes) has ties that take time to settle.
/// Where moves are least, the pushes are known with them.
///
/// ```
/// use kuraban_search::Ties;
///
/// let ties: Ties = "none".parse()?;
/// assert_eq!(ties, Ties::None);
/// # Ok::<(), kuraban_search::NoTies>(())
/// ```
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Ties {
    /// The one with the fewest moves, proved.
    #[default]
    Least,
    /// Nothing: the first one that is found. Only its pushes are proved.
    None,
}

impl Ties {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Least, Self::None];

    /// The stable name, as typed on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Least => "least",
            Self::None => "none",
        }
    }
}

/// Why a text says nothing about ties.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("ties are settled by `least` or by `none`, not by `{0}`")]
pub struct NoTies(String);

kuraban_level::by_name!(Ties, in Ties::ALL, else NoTies);
