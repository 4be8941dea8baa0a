//! Which dialect a board is written in: scored, and never guessed in silence.

use crate::problem::{Kind, Problem, Problems};
use crate::read::board::{self, Read};
use crate::read::row::Row;
use crate::{Alphabet, Dialect, Flaw};

/// The dialects that draw boards and are told apart by their characters.
pub(crate) const DRAWN: [Dialect; 5] =
    [Dialect::Xsb, Dialect::Glyph, Dialect::Letter, Dialect::Ampersand, Dialect::Crate];

/// The best candidate must lead by this much.
const LEAD: i32 = 3;

struct Candidate {
    dialect: Dialect,
    unknown: usize,
    score: i32,
    read: Read,
}

/// Finds the dialect of `rows` and reads them in it. The dialect is missing where no single one
/// explains the board; then the result lists the candidates.
pub(crate) fn detect(alphabets: &[Alphabet], rows: &[Row]) -> (Option<Dialect>, Read) {
    let mut candidates: Vec<Candidate> =
        alphabets.iter().map(|alphabet| judge(alphabet, rows)).collect();
    candidates.sort_by_key(|candidate| (candidate.unknown, -candidate.score));
    let possible = candidates.iter().filter(|candidate| candidate.unknown == 0).count();
    let leads = candidates[0].score >= candidates[1].score + LEAD;
    let sole = possible == 1
        || (possible == 0 && candidates[0].unknown < candidates[1].unknown)
        || (candidates[0].read.is_ok() && leads);
    if sole {
        let best = candidates.swap_remove(0);
        return (Some(best.dialect), best.read);
    }
    let list: Vec<String> = candidates
        .iter()
        .filter(|candidate| candidate.unknown == candidates[0].unknown)
        .map(|candidate| {
            let reason = match &candidate.read {
                Ok(_) => "fits".to_owned(),
                Err(problems) => problems.0[0].kind.to_string(),
            };
            format!("`{}` (score {}: {reason})", candidate.dialect, candidate.score)
        })
        .collect();
    let kind = Kind::Ambiguous(list.join(", "));
    let row = &rows[0];
    (None, Err(Problems::one(Problem::at(kind, row.line, 1, row.source()))))
}

fn judge(alphabet: &Alphabet, rows: &[Row]) -> Candidate {
    let letters = rows.iter().flat_map(|row| row.text.trim_end().chars());
    let unknown = letters.filter(|&letter| alphabet.tile(letter).is_none()).count();
    let read = board::read(alphabet, rows);
    let mut score = if unknown == 0 { 2 } else { 0 };
    match &read {
        Ok((level, _)) => {
            let reached = level.flood(vec![level.player()], |_| true);
            let in_play = |&at: &usize| reached[at] || level.square(at).goal;
            score += 8;
            score += 2 * i32::from(level.is_enclosed());
            score += i32::from(level.boxes().iter().all(in_play));
        }
        Err(problems) => {
            let has = |test: fn(&Kind) -> bool| {
                problems.0.iter().any(|problem| test(&problem.kind))
            };
            if !has(|kind| matches!(kind, Kind::Flaw(Flaw::NoPlayer | Flaw::Players(_))))
            {
                score += 4;
            }
            if !has(|kind| matches!(kind, Kind::Flaw(Flaw::Unbalanced { .. }))) {
                score += 4;
            }
        }
    }
    Candidate { dialect: alphabet.dialect(), unknown, score, read }
}
