//! Refusals: JSON with a human message.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Why a question has no answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Refusal {
    /// What kind of refusal it is.
    pub kind: Kind,
    /// For people.
    pub message: String,
}

/// Kinds of refusals.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// The message is no JSON.
    NotJson,
    /// It is JSON, but not of the form that was expected.
    Malformed,
    /// It is well formed but makes no sense.
    Invalid,
    /// There is no such thing.
    NotFound,
    /// Not now.
    Busy,
    /// Something that cannot happen did.
    Bug,
}

impl Kind {
    /// The stable name, as programs get it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotJson | Self::Malformed => "malformed",
            Self::Invalid => "invalid",
            Self::NotFound => "not_found",
            Self::Busy => "busy",
            Self::Bug => "bug",
        }
    }
}

#[derive(Serialize)]
struct Body<'a> {
    error: Told<'a>,
}

#[derive(Serialize)]
struct Told<'a> {
    code: &'a str,
    message: &'a str,
}

impl Refusal {
    /// A refusal of that kind.
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into() }
    }

    /// The question is well formed but makes no sense.
    pub fn invalid(why: impl std::fmt::Display) -> Self {
        Self::new(Kind::Invalid, why.to_string())
    }

    /// There is no such thing.
    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(Kind::NotFound, message)
    }

    /// The refusal as a message.
    pub fn body(&self) -> Vec<u8> {
        refused(self.kind.code(), &self.message)
    }
}

/// A refusal as a message, for hosts that have codes of their own too.
pub fn refused(code: &str, message: &str) -> Vec<u8> {
    let error = Told { code, message };
    serde_json::to_vec(&Body { error }).expect("plain data")
}

/// Reads a message.
pub(crate) fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Refusal> {
    serde_json::from_slice(body).map_err(|error| {
        let (kind, what) = match error.classify() {
            Category::Data => (Kind::Malformed, "the question does not fit"),
            Category::Io | Category::Syntax | Category::Eof => {
                (Kind::NotJson, "the question is not JSON")
            }
        };
        Refusal::new(kind, format!("{what}: {}", in_words(&error.to_string())))
    })
}

/// What is wrong with a message, in words that name no type of ours.
fn in_words(why: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in why.split(' ') {
        match word {
            // The name of the type comes next, and is taken for it.
            _ if words.last() == Some(&"struct") => {
                words.pop();
                words.push("object");
            }
            "u8" | "u16" | "u32" | "u64" | "usize" | "f64" => words.push("number"),
            "map," => words.push("object,"),
            "sequence," => words.push("list,"),
            word => words.push(word),
        }
    }
    words.join(" ")
}
