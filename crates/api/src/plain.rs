//! Questions that are answered in one go.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::refusal::parse;
use crate::{Abilities, Desk, Refusal, check, draw, generate, position, read, verify};

/// A question that is answered in one go.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[expect(missing_docs, reason = "the description of the interface tells what each does")]
pub enum Plain {
    Engines,
    Collections,
    Collection,
    Read,
    Convert,
    Generate,
    Verify,
    Position,
    Check,
    Draw,
    Animate,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its media type.
    pub kind: &'static str,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

impl Reply {
    /// An answer as JSON.
    pub fn json(answer: &impl Serialize) -> Self {
        let bytes = serde_json::to_vec(answer).expect("plain data");
        Self { kind: "application/json", bytes }
    }
}

impl Plain {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Engines,
        Self::Collections,
        Self::Collection,
        Self::Read,
        Self::Convert,
        Self::Generate,
        Self::Verify,
        Self::Position,
        Self::Check,
        Self::Draw,
        Self::Animate,
    ];

    /// Its name, as in the paths of the server.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Engines => "engines",
            Self::Collections => "collections",
            Self::Collection => "collection",
            Self::Read => "read",
            Self::Convert => "convert",
            Self::Generate => "generate",
            Self::Verify => "verify",
            Self::Position => "position",
            Self::Check => "check",
            Self::Draw => "draw",
            Self::Animate => "animate",
        }
    }

    /// The question with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|plain| plain.name() == name)
    }

    /// Answers a message.
    pub fn answer(self, message: &[u8], desk: &Desk<'_>) -> Result<Reply, Refusal> {
        match self {
            Self::Engines => Ok(Reply::json(&Abilities::of(desk.limits))),
            Self::Collections => Ok(Reply::json(&read::collections())),
            Self::Collection => {
                let read::CollectionAsked { name } = parse(message)?;
                read::collection(&name, desk.limits).map(|told| Reply::json(&told))
            }
            Self::Read => json(message, desk, read::read),
            Self::Convert => json(message, desk, read::convert),
            Self::Generate => json(message, desk, generate::generate),
            Self::Verify => json(message, desk, verify::verify),
            Self::Position => json(message, desk, position::position),
            Self::Check => json(message, desk, check::check),
            Self::Draw => draw::draw(&parse(message)?, desk),
            Self::Animate => draw::animate(&parse(message)?, desk),
        }
    }
}

/// Answers by a function.
fn json<Q: DeserializeOwned, A: Serialize>(
    message: &[u8],
    desk: &Desk<'_>,
    answer: fn(&Q, &Desk<'_>) -> Result<A, Refusal>,
) -> Result<Reply, Refusal> {
    answer(&parse(message)?, desk).map(|answer| Reply::json(&answer))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::{Kind, Limits};

    #[test]
    fn questions_go_by_name_and_bad_ones_are_refused() {
        let clock = || Duration::ZERO;
        let desk = Desk { limits: &Limits::default(), clock: &clock };
        for plain in Plain::ALL {
            assert_eq!(Plain::named(plain.name()), Some(plain));
            let has_fields = !matches!(plain, Plain::Engines | Plain::Collections);
            let kind =
                |message: &[u8]| plain.answer(message, &desk).map_err(|no| no.kind);
            if has_fields {
                assert_eq!(kind(b"{").err(), Some(Kind::NotJson), "{plain:?}");
                let surprise = br#"{"surprise":1}"#;
                assert_eq!(kind(surprise).err(), Some(Kind::Malformed), "{plain:?}");
            }
        }
        assert_eq!(Plain::named("nothing"), None);
    }

    #[test]
    fn pictures_are_bytes_and_the_rest_is_json() {
        let clock = || Duration::ZERO;
        let desk = Desk { limits: &Limits::default(), clock: &clock };
        let level = r#"{"board":{"rows":["@$."]}}"#;
        let told = Plain::Position.answer(level.as_bytes(), &desk).expect("an answer");
        assert_eq!(told.kind, "application/json");
        assert!(told.bytes.starts_with(b"{\"id\":"));
        let told = Plain::Draw.answer(level.as_bytes(), &desk).expect("a picture");
        assert_eq!(told.kind, "image/svg+xml");
        assert!(told.bytes.starts_with(b"<svg"));
    }
}
