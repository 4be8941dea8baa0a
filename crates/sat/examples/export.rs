//! Prints a level's formula: `export FILE basic|move|push BOUND [readable]`.

use std::io::{self, BufWriter};

use kuraban_level::Level;
use kuraban_sat::{Encoding, Facts, write};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, file, encoding, bound, rest @ ..] = &arguments[..] else {
        return Err(io::Error::other("usage: export FILE ENCODING BOUND [readable]"));
    };
    let level: Level = std::fs::read_to_string(file)?
        .parse()
        .map_err(|_| io::Error::other("no level"))?;
    let encoding: Encoding = encoding.parse().map_err(io::Error::other)?;
    let bound: u32 = bound.parse().map_err(io::Error::other)?;
    let facts = Facts::new(&level);
    let encoded = encoding.write(&level, &facts, bound, &[]);
    let mut out = BufWriter::new(io::stdout().lock());
    if rest.is_empty() {
        write::dimacs(encoded.formula(), &mut out)
    } else {
        write::readable(encoded.formula(), &mut out)
    }
}
