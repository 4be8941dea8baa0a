//! The manifest of a certificate, and the texts of its level.

use std::fmt::Write as _;

use kuraban_level::{Level, Rules, Square};
use sha2::{Digest, Sha256};

use crate::encode::{Encoding, Island};
use crate::facts::Measure;

pub(super) const MANIFEST: &str = "manifest.txt";
pub(super) const LEVEL: &str = "level.xsb";
pub(super) const PLAN: &str = "plan.txt";

/// What a certificate asks to be trusted besides its proofs.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub enum Trust {
    /// Only that the formula states the rules: nothing is pruned. For small levels, and for the
    /// fewest moves.
    Strict,
    /// Also what the formula leaves out: dead cells, distances, pairs. The checker works them
    /// out again with code of its own.
    #[default]
    Standard,
}

impl Trust {
    /// The stable name, as manifests write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Standard => "standard",
        }
    }
}

/// One formula with its proof.
#[derive(Debug)]
pub(super) struct Entry {
    encoding: Encoding,
    bound: u32,
    cnf_hash: String,
    proof_hash: String,
}

impl Entry {
    pub(super) fn new(
        (encoding, bound): (Encoding, u32),
        cnf: &[u8],
        proof: &str,
    ) -> Self {
        Self { encoding, bound, cnf_hash: hash(cnf), proof_hash: hash(proof.as_bytes()) }
    }

    pub(super) fn cnf_name(&self) -> String {
        format!("{}-{}.cnf", self.encoding, self.bound)
    }

    pub(super) fn proof_name(&self) -> String {
        format!("{}-{}.drup", self.encoding, self.bound)
    }
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").expect("writing to a string");
        text
    })
}

/// Everything a manifest says.
#[derive(Debug)]
pub(super) struct Manifest {
    pub(super) measure: Measure,
    pub(super) least: u32,
    pub(super) trust: Trust,
    pub(super) islands: Vec<Island>,
    pub(super) level: String,
    pub(super) plan: String,
    pub(super) entries: Vec<Entry>,
}

const fn word(measure: Measure) -> &'static str {
    match measure {
        Measure::Moves => "moves",
        Measure::Pushes => "pushes",
    }
}

impl Manifest {
    /// The one text that says it. The checker writes it again and compares.
    pub(super) fn text(&self) -> String {
        let measure = word(self.measure);
        let least = self.least;
        let mut text = format!(
            "Kuraban certificate 1\n\
             The plan has {least} {measure}, and no plan of this level has fewer.\n\
             measure {measure}\n\
             least {least}\n\
             trust {}\n\
             file {LEVEL} {}\n\
             file {PLAN} {}\n",
            self.trust.name(),
            hash(self.level.as_bytes()),
            hash(self.plan.as_bytes()),
        );
        for island in &self.islands {
            text.push_str("island");
            for cell in island.cells() {
                write!(text, " {}", cell.index()).expect("writing to a string");
            }
            text.push('\n');
        }
        for entry in &self.entries {
            write!(
                text,
                "formula {} {}\nfile {} {}\nfile {} {}\n",
                entry.encoding,
                entry.bound,
                entry.cnf_name(),
                entry.cnf_hash,
                entry.proof_name(),
                entry.proof_hash
            )
            .expect("writing to a string");
        }
        text.push_str(self.trusted());
        text
    }

    /// What the proofs do not prove.
    fn trusted(&self) -> &'static str {
        match (self.measure, self.trust) {
            (Measure::Moves, Trust::Strict) => {
                "To be trusted: the formula says what the rules of Sokoban say for at most so\n\
                 many steps. It has every square and every action; nothing is left out.\n"
            }
            (Measure::Moves, Trust::Standard) => {
                "To be trusted: the formulas say what the rules of Sokoban say for exactly so\n\
                 many steps, and leave out only what cannot be: squares the player cannot have\n\
                 reached in time or by their colour, squares no box can have reached or from\n\
                 which none reaches a goal in time, pairs of boxes that cannot both do so. A\n\
                 plan can be prolonged by a step back and a step forth, so two numbers of steps\n\
                 stand for all smaller ones.\n"
            }
            (Measure::Pushes, _) => {
                "To be trusted: the formulas say what the rules of Sokoban say for exactly so\n\
                 many pushes, and leave out only what cannot be: squares no box can have reached\n\
                 or from which none reaches a goal in time, pairs of boxes that cannot both do\n\
                 so, more pushes away from the goals than the number allows. No plan has fewer\n\
                 pushes than the cheapest matching of boxes and goals, and all plans have an\n\
                 even or all an odd number of them.\n"
            }
        }
    }

    /// Reads what the checker cannot work out: the claim, the trust, the islands. It
    /// compares the rest of the text in the end.
    pub(super) fn read_head(
        text: &str,
    ) -> Result<(Measure, Trust, Vec<Vec<usize>>), String> {
        let value = |key: &str| {
            text.lines()
                .find_map(|line| line.strip_prefix(key)?.strip_prefix(' '))
                .ok_or_else(|| format!("the manifest has no line `{key}`"))
        };
        let measure = match value("measure")? {
            "moves" => Measure::Moves,
            "pushes" => Measure::Pushes,
            other => return Err(format!("`{other}` is no measure")),
        };
        let trust = match value("trust")? {
            "strict" => Trust::Strict,
            "standard" => Trust::Standard,
            other => return Err(format!("`{other}` is no trust")),
        };
        let islands = text.lines().filter_map(|line| line.strip_prefix("island "));
        let islands = islands
            .map(|line| {
                line.split(' ').map(str::parse).collect::<Result<Vec<usize>, _>>()
            })
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| format!("an island is no list of cells: {error}"))?;
        Ok((measure, trust, islands))
    }
}

/// The level as rows of equal length, floor as `-`. What lies outside a closed level is left out.
pub(super) fn level_text(level: &Level) -> String {
    let mut text = String::new();
    for (at, square) in level.squares().iter().enumerate() {
        let player = level.player() == at;
        text.push(match (square.wall, square.goal, square.has_box, player) {
            (true, ..) => '#',
            (_, false, false, false) => '-',
            (_, true, false, false) => '.',
            (_, false, true, _) => '$',
            (_, true, true, _) => '*',
            (_, false, false, true) => '@',
            (_, true, false, true) => '+',
        });
        if (at + 1).is_multiple_of(level.width()) {
            text.push('\n');
        }
    }
    text
}

/// Reads what [`level_text`] writes, and nothing else.
pub(super) fn read_level(text: &str) -> Result<Level, String> {
    let width = text.lines().next().map_or(0, str::len);
    let mut squares = Vec::new();
    let mut players = Vec::new();
    for row in text.lines() {
        if row.len() != width {
            return Err("the rows of the level are not equally long".into());
        }
        for letter in row.chars() {
            if matches!(letter, '@' | '+') {
                players.push(squares.len());
            }
            squares.push(match letter {
                '#' => Square::WALL,
                '.' | '+' => Square::GOAL,
                '$' => Square::BOX,
                '*' => Square::BOX_ON_GOAL,
                '-' | '@' => Square::FLOOR,
                other => return Err(format!("`{other}` is no letter of a level")),
            });
        }
    }
    Level::new(Rules::Boxes, width, squares, &players).map_err(|flaws| flaws.to_string())
}
