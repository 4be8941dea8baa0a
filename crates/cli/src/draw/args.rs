//! What can be typed after `draw` and `animate`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kuraban_draw::{By, Pace, Style, Theme, Walls};

use crate::args::{Input, Judge, duration};
use crate::draw::form::Form;
use crate::named::{Named, known};

/// How pictures look.
#[derive(Args, Debug)]
pub(crate) struct Looks {
    /// The colours
    #[arg(long, value_name = "NAME", default_value = "light", value_parser = THEMES)]
    theme: Theme,
    /// Pixels of a square's side [default: 32 for SVG, 24 for PNG and APNG, 16 for GIF]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1024))]
    tile: Option<u32>,
    /// How walls are drawn
    #[arg(long, value_name = "HOW", default_value = "solid", value_parser = WALLS)]
    walls: Walls,
    /// Letters for columns and numbers for rows at the edge, as squares are named: c4
    #[arg(long)]
    coordinates: bool,
    /// Write the level's title above it
    #[arg(long)]
    title: bool,
}

impl Looks {
    pub(crate) fn style(&self, form: Form) -> Style {
        Style {
            theme: self.theme,
            tile: self.tile.unwrap_or_else(|| form.tile()),
            walls: self.walls,
            coordinates: self.coordinates,
            title: self.title,
        }
    }

    /// Whether the size of squares was given.
    pub(crate) fn tile(&self) -> Option<u32> {
        self.tile
    }
}

#[derive(Args, Debug)]
pub(crate) struct Draw {
    /// Files with one or many levels; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) files: Vec<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// What to draw
    #[arg(long, value_name = "WHAT", default_value = "level", value_parser = WHATS)]
    pub(crate) what: What,
    /// Where the picture goes: a name that ends in .svg or .png (frontier: .svg only), of a level also
    /// .txt, of a sheet also .html; several pictures get numbers; - is standard output, as SVG
    /// [default: -]
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// A solution, or a file of solutions; two for --what diff [default: the first one stored with the
    /// level, or one that is found within --time]
    #[arg(long, value_name = "LURD|FILE")]
    pub(crate) solution: Vec<String>,
    /// The engine whose search is drawn, a classic one: bfs, dfs, iddfs, astar, idastar, greedy,
    /// reverse or bidirectional; several for --what frontier
    #[arg(
        long = "engine",
        value_name = "A,B",
        default_value = "bfs",
        value_delimiter = ',',
        value_parser = TRACED
    )]
    pub(crate) engines: Vec<String>,
    /// Expansions of a search that is drawn, at most
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2000,
        value_parser = clap::value_parser!(u64).range(1..=20_000)
    )]
    pub(crate) nodes: u64,
    /// Time to find a solution of a level, or to check it, where that is needed
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) judge: Judge,
    #[command(flatten)]
    pub(crate) looks: Looks,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum What {
    Level,
    Solution,
    Steps,
    Visits,
    Pushes,
    Distance,
    Search,
    Dead,
    Lint,
    Diff,
    Tree,
    Frontier,
    Sheet,
    Poster,
}

impl What {
    const ALL: [(&'static str, Self); 14] = [
        ("level", Self::Level),
        ("solution", Self::Solution),
        ("steps", Self::Steps),
        ("heat:visits", Self::Visits),
        ("heat:pushes", Self::Pushes),
        ("heat:distance", Self::Distance),
        ("heat:search", Self::Search),
        ("dead", Self::Dead),
        ("lint", Self::Lint),
        ("diff", Self::Diff),
        ("tree", Self::Tree),
        ("frontier", Self::Frontier),
        ("sheet", Self::Sheet),
        ("poster", Self::Poster),
    ];
}

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Animate {
    /// File with the level; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: String,
    /// The steps, in any letter case, or a file of solutions; they need not solve the level [default:
    /// the first solution stored with the level, or one that is found within --time]
    #[arg(value_name = "LURD")]
    pub(crate) steps: Option<String>,
    #[command(flatten)]
    pub(crate) input: Input,
    /// Where it goes: a name that ends in .svg, .gif, .apng, .png (both are animated PNG), .html or
    /// .txt, of --still in .svg or .png; - is standard output, as SVG [default: -]
    #[arg(long, short, value_name = "OUT", conflicts_with = "terminal")]
    pub(crate) output: Option<PathBuf>,
    /// Milliseconds of a move
    #[arg(
        long,
        value_name = "N",
        default_value_t = 120,
        value_parser = clap::value_parser!(u32).range(1..=60_000)
    )]
    ms: u32,
    /// Steps without a push take a third of that
    #[arg(long)]
    fast_walk: bool,
    /// What a frame is; push and session leave walks out
    #[arg(long, value_name = "WHAT", default_value = "move", value_parser = BYS)]
    by: By,
    /// Begin after so many moves
    #[arg(long, value_name = "A", default_value_t = 0)]
    from: usize,
    /// End after so many moves
    #[arg(long, value_name = "B")]
    to: Option<usize>,
    /// How often it is played; 0 is for ever
    #[arg(long = "loop", value_name = "N", default_value_t = 0)]
    loops: u16,
    /// A line below that tells how far it is
    #[arg(long)]
    caption: bool,
    /// One picture that does not move: trails with numbers
    #[arg(long, conflicts_with = "terminal")]
    pub(crate) still: bool,
    /// Play here: space stops and goes on, left and right are single steps, + and - change the speed, q
    /// ends
    #[arg(long)]
    pub(crate) terminal: bool,
    /// Time to find a solution, where none is given
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    pub(crate) time: Duration,
    #[command(flatten)]
    pub(crate) looks: Looks,
}

impl Animate {
    pub(crate) fn pace(&self) -> Pace {
        Pace {
            ms: self.ms,
            fast_walk: self.fast_walk,
            by: self.by,
            from: self.from,
            to: self.to.unwrap_or(usize::MAX),
            loops: self.loops,
            caption: self.caption,
        }
    }

    /// Why the stretch is none.
    pub(crate) fn runs_backwards(&self) -> bool {
        self.to.is_some_and(|to| to < self.from)
    }
}

const THEMES: Named<Theme> = Named {
    names: || Theme::ALL.map(Theme::name).to_vec(),
    read: |text| text.parse().map_err(|_| known("themes", &(THEMES.names)())),
};

const WALLS: Named<Walls> = Named {
    names: || Walls::ALL.map(Walls::name).to_vec(),
    read: |text| text.parse().map_err(|_| known("ways", &(WALLS.names)())),
};

const BYS: Named<By> = Named {
    names: || By::ALL.map(By::name).to_vec(),
    read: |text| text.parse().map_err(|_| known("frames", &(BYS.names)())),
};

/// The engines that tell their expansions.
const TRACED_NAMES: [&str; 8] =
    ["bfs", "dfs", "iddfs", "astar", "idastar", "greedy", "reverse", "bidirectional"];
const TRACED: Named<String> = Named {
    names: || TRACED_NAMES.to_vec(),
    read: |text| {
        let is_known = TRACED_NAMES.contains(&text);
        let why = || known("engines whose search can be drawn", &TRACED_NAMES);
        is_known.then(|| text.to_owned()).ok_or_else(why)
    },
};

const WHATS: Named<What> = Named {
    names: || What::ALL.map(|(name, _)| name).to_vec(),
    read: |text| {
        let found = What::ALL.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, what)| what).ok_or_else(|| known("pictures", &(WHATS.names)()))
    },
};
