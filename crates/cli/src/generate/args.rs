//! What can be typed after `kuraban generate`.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use kuraban_generate::write::{Encoding, Split};
use kuraban_generate::{Label, Maker, Measure, Preset};

use crate::args::duration;
use crate::named::{Named, known};

#[derive(Args, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(crate) struct Generate {
    /// Size, boxes and engine in one word
    #[arg(long, value_name = "NAME", default_value = "small", value_parser = PRESETS)]
    pub(crate) preset: Preset,
    /// How levels are made: rooms (as Boxoban's), exact (any distance from the goals), evolve (small
    /// and hard), archive (the best of many kinds), vary:FILE (variants of a level), unsolvable
    /// [default: by the preset]
    #[arg(long, value_name = "NAME", value_parser = ENGINES)]
    pub(crate) engine: Option<Engine>,
    /// The level of the file that vary:FILE varies, from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) level: NonZeroUsize,
    /// Squares inside the outer walls, at most 64 in all
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub(crate) size: Option<(usize, usize)>,
    /// Boxes, as in 3 or 2-4
    #[arg(long, value_name = "A-B", allow_hyphen_values = true, value_parser = band)]
    pub(crate) boxes: Option<Band>,
    /// How many levels
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1)]
    pub(crate) count: u64,
    /// Only levels of this difficulty, from 0 to 100, as in 40-60 or 80-
    #[arg(long, value_name = "A-B", allow_hyphen_values = true, value_parser = difficulty)]
    pub(crate) difficulty: Option<RangeInclusive<f64>>,
    /// Only levels whose solution has so many pushes
    #[arg(long, value_name = "A-B", allow_hyphen_values = true, value_parser = band)]
    pub(crate) pushes: Option<Band>,
    /// Only levels whose solution has so many moves
    #[arg(long, value_name = "A-B", allow_hyphen_values = true, value_parser = band)]
    pub(crate) moves: Option<Band>,
    /// Only levels whose solution has so many box lines
    #[arg(long, value_name = "A-B", allow_hyphen_values = true, value_parser = band)]
    pub(crate) box_lines: Option<Band>,
    /// As many levels in each tenth of --difficulty [default: of 5-55, what small rooms mostly have]
    #[arg(long)]
    pub(crate) flat: bool,
    /// Only levels about which lint has no warning, and none that is near another one
    #[arg(long)]
    pub(crate) clean: bool,
    /// Written when all are found, the easiest first
    #[arg(long)]
    pub(crate) rising: bool,
    /// What evolve makes as many of as it can: pushes or box-lines
    #[arg(long, value_name = "FIGURE", default_value = "box-lines", value_parser = AIMS)]
    pub(crate) aim: Measure,
    /// Positions that one attempt of evolve looks at, in thousands; archive: rooms in all
    /// [default: by the preset; archive: 100000]
    #[arg(long, value_name = "N")]
    pub(crate) effort: Option<usize>,
    /// What is proved and written: none (that there is a solution, which is kept back), greedy (a
    /// solution), pushes, moves, all; a wanted difficulty needs pushes, and gets them
    #[arg(long, value_name = "WHAT", default_value = "greedy", value_parser = LABELS)]
    pub(crate) label: Label,
    /// This share of levels that are proved unsolvable, as in 0.2
    #[arg(long, value_name = "SHARE", default_value_t = 0.0)]
    pub(crate) unsolvable: f64,
    /// Squares that vary may change
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub(crate) edits: usize,
    /// Also a table of all positions that play can reach, with the pushes to go; needs -o
    #[arg(long, requires = "output")]
    pub(crate) states: bool,
    /// Also what happens next on each square, step by step: concepts.npy; needs --format npy
    #[arg(long)]
    pub(crate) concepts: bool,
    /// Sets train, valid and test, by room: no room is in two of them
    #[arg(long, value_name = "SHARES")]
    pub(crate) split: Option<Split>,
    /// A file of levels that are not wanted again, nor any that differs from them by three squares or
    /// fewer; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub(crate) avoid: Vec<String>,
    /// xsb, sok, boxoban, jsonl, csv, parquet or npy [default: by the ending of OUT; a folder gets
    /// boxoban, standard output xsb]
    #[arg(long, value_name = "FORM", value_parser = FORMS)]
    pub(crate) format: Option<Form>,
    /// The title of the collection, written above its levels (xsb, sok)
    #[arg(long, value_name = "NAME")]
    pub(crate) title: Option<String>,
    /// Whose numbers the arrays of npy have
    #[arg(long, value_name = "NAME", default_value = "gym", value_parser = ENCODINGS)]
    pub(crate) encoding: Encoding,
    /// Where levels go: a file, which is replaced if it is there, or a new folder (npy, and boxoban
    /// with files of 1,000 levels); - is standard output [default: standard output]
    #[arg(long, short, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Another seed makes other levels
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// The first index: level I of a seed is always the same
    #[arg(long, value_name = "I", default_value_t = 0)]
    pub(crate) from: u64,
    /// Threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Time in all, as in 500ms, 60s, 5m [default: no limit]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// One JSON object per level: the same as --format jsonl
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// No summary on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

impl Generate {
    /// Rooms that an archive looks at, where one is asked for.
    pub(crate) fn archive(&self) -> Option<u64> {
        let rooms = self.effort.map_or(ARCHIVE, |rooms| rooms as u64);
        (self.engine == Some(Engine::Archive)).then_some(rooms)
    }
}

/// Rooms that `archive` looks at where nothing else is said.
const ARCHIVE: u64 = 100_000;

/// A range of numbers.
pub(crate) type Band = RangeInclusive<usize>;

/// How levels are made.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Engine {
    Maker(Maker),
    Archive,
    Vary(String),
    Unsolvable,
}

/// How levels are written.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Form {
    Xsb,
    Sok,
    Boxoban,
    Jsonl,
    Csv,
    Parquet,
    Npy,
}

impl Form {
    const NAMED: [(Self, &'static str); 7] = [
        (Self::Xsb, "xsb"),
        (Self::Sok, "sok"),
        (Self::Boxoban, "boxoban"),
        (Self::Jsonl, "jsonl"),
        (Self::Csv, "csv"),
        (Self::Parquet, "parquet"),
        (Self::Npy, "npy"),
    ];

    /// The form with this name, or whose files end like this.
    pub(crate) fn named(name: &str) -> Option<Self> {
        by_name(&Self::NAMED, name)
    }
}

fn by_name<T: Copy>(all: &[(T, &'static str)], name: &str) -> Option<T> {
    all.iter().find(|&&(_, known)| known == name).map(|&(value, _)| value)
}

fn names<T>(all: &[(T, &'static str)]) -> Vec<&'static str> {
    all.iter().map(|&(_, name)| name).collect()
}

const PRESETS: Named<Preset> = Named {
    names: || names(&Preset::NAMED),
    read: |text| {
        by_name(&Preset::NAMED, text)
            .ok_or_else(|| known("presets", &names(&Preset::NAMED)))
    },
};

const LABELS: Named<Label> = Named {
    names: || names(&Label::NAMED),
    read: |text| {
        by_name(&Label::NAMED, text).ok_or_else(|| known("labels", &names(&Label::NAMED)))
    },
};

const FORMS: Named<Form> = Named {
    names: || names(&Form::NAMED),
    read: |text| Form::named(text).ok_or_else(|| known("forms", &names(&Form::NAMED))),
};

const ENCODINGS: Named<Encoding> = Named {
    names: || names(&Encoding::NAMED),
    read: |text| {
        by_name(&Encoding::NAMED, text)
            .ok_or_else(|| known("encodings", &names(&Encoding::NAMED)))
    },
};

const AIM_NAMES: [(Measure, &str); 2] =
    [(Measure::Pushes, "pushes"), (Measure::BoxLines, "box-lines")];
const AIMS: Named<Measure> = Named {
    names: || names(&AIM_NAMES),
    read: |text| {
        by_name(&AIM_NAMES, text).ok_or_else(|| known("aims", &names(&AIM_NAMES)))
    },
};

const ENGINE_NAMES: [&str; 6] =
    ["rooms", "exact", "evolve", "archive", "vary:FILE", "unsolvable"];
const ENGINES: Named<Engine> = Named {
    names: || ENGINE_NAMES.to_vec(),
    read: |text| match text.split_once(':') {
        Some(("vary", file)) if !file.is_empty() => Ok(Engine::Vary(file.to_owned())),
        None if text == "archive" => Ok(Engine::Archive),
        None if text == "unsolvable" => Ok(Engine::Unsolvable),
        _ => {
            let makers = Maker::ALL.into_iter().filter(|&maker| maker != Maker::Vary);
            let found = makers.into_iter().find(|maker| maker.name() == text);
            found.map(Engine::Maker).ok_or_else(|| known("engines", &ENGINE_NAMES))
        }
    },
};

/// `6x5` as width and height.
fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X']);
    let sides = sides.and_then(|(width, height)| {
        Some((width.trim().parse().ok()?, height.trim().parse().ok()?))
    });
    sides.ok_or_else(|| "a size is a width and a height, as in 6x5".to_owned())
}

/// `10-20`, `10-`, `-20` or `10` as a range of counts.
fn band(text: &str) -> Result<Band, String> {
    range(text, 0, usize::MAX)
}

/// The same for a difficulty, which may have decimals.
fn difficulty(text: &str) -> Result<RangeInclusive<f64>, String> {
    const SCALE: RangeInclusive<f64> = 0.0..=100.0;
    let band = range(text, 0.0, f64::INFINITY)?;
    let end = if band.end().is_infinite() { 100.0 } else { *band.end() };
    if SCALE.contains(band.start()) && SCALE.contains(&end) {
        Ok(*band.start()..=end)
    } else {
        Err("difficulty goes from 0 to 100".to_owned())
    }
}

/// A range of numbers, where an end that is not said is the least or the most.
fn range<T: std::str::FromStr + PartialOrd + Copy>(
    text: &str,
    least: T,
    most: T,
) -> Result<RangeInclusive<T>, String> {
    let why = || "a range is like 10-20, 10-, -20 or 10".to_owned();
    let number = |text: &str, missing: T| match text.trim() {
        "" => Ok(missing),
        text => text.parse().map_err(|_| why()),
    };
    let (from, to) = match text.split_once('-') {
        Some(("", "")) => return Err(why()),
        Some((from, to)) => (number(from, least)?, number(to, most)?),
        None => {
            let only = text.trim().parse().map_err(|_| why())?;
            (only, only)
        }
    };
    if from > to {
        return Err("the range runs backwards: the smaller number comes first".to_owned());
    }
    Ok(from..=to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_sizes_are_read() {
        assert_eq!(band("10-20"), Ok(10..=20));
        assert_eq!(band("10-"), Ok(10..=usize::MAX));
        assert_eq!(band("-20"), Ok(0..=20));
        assert_eq!(band("7"), Ok(7..=7));
        assert_eq!(difficulty("99.9-"), Ok(99.9..=100.0));
        assert_eq!(difficulty("20"), Ok(20.0..=20.0));
        for bad in ["101-", "nan", "200-300", "50-101", "inf"] {
            assert!(
                difficulty(bad).is_err_and(|why| why.contains("from 0 to 100")),
                "{bad}"
            );
        }
        assert!(band("5-4").is_err_and(|why| why.contains("runs backwards")));
        for bad in ["", "-", "a", "1-2-3"] {
            assert!(band(bad).is_err(), "{bad}");
        }
        assert_eq!(size("6x5"), Ok((6, 5)));
        assert!(size("6").is_err() && size("x").is_err());
        assert_eq!((ENGINES.read)("vary:a:b"), Ok(Engine::Vary("a:b".to_owned())));
        assert!((ENGINES.read)("vary").is_err() && (ENGINES.read)("big").is_err());
    }
}
