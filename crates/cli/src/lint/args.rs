//! What can be typed after `lint`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kuraban::{Cancel, Limits, Question};
use kuraban_lint::{Depth, FixKind, Rule, Selection, Severity};

use crate::args::{Input, duration, size};
use crate::named::{Named, known};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Lint {
    /// Files with one or many levels; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// Families and rules, as in S,B2: those only. +S8 and -F change what is usual
    #[arg(long, value_name = "LIST", allow_hyphen_values = true, default_value = "")]
    pub(crate) rules: Selection,
    /// The least severity that is told
    #[arg(long, value_name = "WORD", default_value = "note", value_parser = SEVERITIES)]
    pub(crate) severity: Severity,
    /// Known levels that these are compared with (D1, D2, D4); may be given more than once
    #[arg(long, value_name = "FILE")]
    pub(crate) library: Vec<String>,
    /// The author's solution of the only level, or a file of solutions [default: the one stored
    /// with the level]
    #[arg(long, value_name = "LURD|FILE")]
    pub(crate) intended: Vec<String>,
    /// Write the levels with this change wherever a finding offers it: trim takes away walls that
    /// touch no floor, core fills idle floor, open opens idle walls, start moves the player or starts
    /// later
    #[arg(long, value_name = "KIND", requires = "output", value_parser = FIXES)]
    pub(crate) fix: Option<FixKind>,
    /// Where the changed levels go, and those without the change as they are; a file that is there is
    /// replaced; - is standard output, and findings are not printed then
    #[arg(long, short, value_name = "FILE", requires = "fix")]
    pub(crate) output: Option<PathBuf>,
    /// Draw each level with its findings numbered on it: a name that ends in .svg or .png; of
    /// several levels each gets its number into the name; - is standard output, and findings are
    /// not printed then
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Tell what a rule means, or all of them
    #[arg(long, value_name = "RULE", value_parser = EXPLAINED, conflicts_with_all = ["files", "fix"])]
    pub(crate) explain: Option<String>,
    /// Warnings count as errors, and what is unsettled counts too
    #[arg(long)]
    pub(crate) strict: bool,
    /// Tables of up to two million positions, and a hundred times the work; five minutes a level
    #[arg(long)]
    pub(crate) thorough: bool,
    /// Time for each level, all experiments together, as in 500ms, 10s, 5m; 0 is no limit
    /// [default: 10s, with --thorough 5m]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time: Option<Duration>,
    /// Memory for tables
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = size)]
    memory: usize,
    /// Expansions of each search, at most
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Threads of the search for the fewest pushes; experiments take one
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    threads: u16,
    /// One JSON object per level
    #[arg(long)]
    pub(crate) json: bool,
    /// No summary on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl Lint {
    /// How much is tried.
    pub(crate) fn depth(&self) -> Depth {
        if self.thorough { Depth::THOROUGH } else { Depth::USUAL }
    }

    /// The limits of one level.
    pub(crate) fn question(&self, cancel: &Cancel) -> Question {
        let usual = if self.thorough { 300 } else { 10 };
        let time = self.time.unwrap_or(Duration::from_secs(usual));
        let mut limits = Limits::default().memory(self.memory);
        limits.time = (!time.is_zero()).then_some(time);
        limits.nodes = self.nodes;
        let threads = usize::from(self.threads);
        Question::default().limits(limits).threads(threads).cancel(cancel.clone())
    }
}

const SEVERITIES: Named<Severity> = Named {
    names: || Severity::ALL.map(Severity::name).to_vec(),
    read: |text| {
        let found = Severity::ALL.into_iter().find(|severity| severity.name() == text);
        found.ok_or_else(|| known("severities", &(SEVERITIES.names)()))
    },
};

const FIXES: Named<FixKind> = Named {
    names: || FixKind::ALL.map(FixKind::name).to_vec(),
    read: |text| {
        let found = FixKind::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| known("changes", &(FIXES.names)()))
    },
};

const EXPLAINED: Named<String> = Named {
    names: || {
        let ids = kuraban_lint::RULES.iter().map(|rule| rule.id);
        ["all"].into_iter().chain(ids).collect()
    },
    read: |text| match Rule::named(text) {
        Some(rule) => Ok(rule.id.to_owned()),
        None if text == "all" => Ok(text.to_owned()),
        None => Err(known("rules", &(EXPLAINED.names)())),
    },
};
