//! What is asked about every level of a pass.

use std::time::Duration;

use kuraban::{Cancel, Limits, Objective, Question, Ties};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

use crate::hex;

/// What is asked about every level of a pass, as `run.json` holds it. Each level is solved by
/// one thread; with a limit of nodes and none of time, rows are the same on every machine.
///
/// ```
/// use kuraban_batch::Asked;
/// use kuraban::Objective;
///
/// let asked = Asked { objective: Objective::Pushes, nodes: Some(1_000_000), ..Asked::default() };
/// assert_eq!(asked.question(&Default::default()).threads, 1);
/// ```
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Asked {
    /// The engine's name.
    pub engine: String,
    /// What solutions are to be least in.
    #[serde(with = "by_name")]
    pub objective: Objective,
    /// What is asked of solutions with equally few pushes.
    #[serde(default, with = "by_name", skip_serializing_if = "is_least")]
    pub ties: Ties,
    /// Expansions.
    #[serde(default)]
    pub nodes: Option<u64>,
    /// Processor time.
    #[serde(default, with = "seconds")]
    pub cpu: Option<Duration>,
    /// Time by the clock. A busy machine reaches it sooner: rows are not reproducible.
    #[serde(default, with = "seconds")]
    pub time: Option<Duration>,
    /// Bytes.
    #[serde(default)]
    pub memory: Option<usize>,
    /// The seed of everything random.
    #[serde(default)]
    pub seed: u64,
}

/// Any solution by `auto` within a minute of processor time.
impl Default for Asked {
    fn default() -> Self {
        Self {
            engine: "auto".to_owned(),
            objective: Objective::Any,
            ties: Ties::Least,
            nodes: None,
            cpu: Some(Duration::from_mins(1)),
            time: None,
            memory: None,
            seed: 0,
        }
    }
}

impl Asked {
    /// The question to an engine.
    pub fn question(&self, cancel: &Cancel) -> Question {
        let mut limits = Limits::default();
        (limits.nodes, limits.cpu) = (self.nodes, self.cpu);
        (limits.time, limits.memory) = (self.time, self.memory);
        Question::default()
            .objective(self.objective)
            .ties(self.ties)
            .threads(1)
            .seed(self.seed)
            .limits(limits)
            .cancel(cancel.clone())
    }

    /// What tells this question from any other.
    pub fn hash(&self) -> String {
        let text = serde_json::to_string(self).expect("a question can be written");
        hex(&Sha256::digest(text)[..8])
    }
}

/// Memory for each of so many workers: a fair share of what is free now, 4 GiB at most.
pub fn memory_share(threads: usize) -> usize {
    const MOST: usize = 4 << 30;
    let free = free_memory().unwrap_or(MOST);
    // Room is left for what the engines do not count; a guess.
    (free / 10 * 7 / threads.max(1)).min(MOST)
}

/// Bytes that could be used now, where the system tells.
fn free_memory() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// Questions about ties are younger than runs: what is not said is not written either.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
fn is_least(ties: &Ties) -> bool {
    *ties == Ties::Least
}

/// Values by their names.
mod by_name {
    use std::fmt::Display;
    use std::str::FromStr;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<T: Display, S: Serializer>(
        named: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.collect_str(named)
    }

    pub(super) fn deserialize<'de, T, D>(from: D) -> Result<T, D::Error>
    where
        T: FromStr<Err: Display>,
        D: Deserializer<'de>,
    {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

/// Times as `60s`.
mod seconds {
    use std::time::Duration;

    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[expect(clippy::ref_option, reason = "serde calls it")]
    pub(super) fn serialize<S: Serializer>(
        time: &Option<Duration>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match time {
            Some(time) => to.serialize_str(&format!("{}s", time.as_secs_f64())),
            None => to.serialize_none(),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Duration>, D::Error> {
        let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
        let seconds = text.strip_suffix('s').and_then(|number| number.parse().ok());
        let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        time.map(Some).ok_or_else(|| D::Error::custom(format!("`{text}` is no time")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_read_back_and_told_apart() {
        let asked = Asked {
            objective: Objective::Pushes,
            cpu: Some(Duration::from_millis(1500)),
            memory: Some(1 << 30),
            ..Asked::default()
        };
        let text = serde_json::to_string(&asked).expect("JSON");
        assert!(text.contains(r#""objective":"pushes""#), "{text}");
        assert!(text.contains(r#""cpu":"1.5s","time":null"#), "{text}");
        assert_eq!(serde_json::from_str::<Asked>(&text).expect("a question"), asked);
        assert!(!text.contains("ties"), "{text}");
        let open = Asked { ties: Ties::None, ..asked.clone() };
        let told = serde_json::to_string(&open).expect("JSON");
        assert!(told.contains(r#""ties":"none""#), "{told}");
        assert_eq!(serde_json::from_str::<Asked>(&told).expect("a question"), open);
        assert_ne!(asked.hash(), Asked::default().hash());
        assert_ne!(asked.hash(), open.hash());
        for wrong in ["1.5", "-1s", "infs", "xs"] {
            let text = text.replace("1.5s", wrong);
            assert!(serde_json::from_str::<Asked>(&text).is_err(), "{wrong}");
        }
    }
}
