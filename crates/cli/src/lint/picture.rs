//! Findings numbered on the board.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use kuraban::{Entry, Level, Limits, Question, SystemClock};
use kuraban_draw::{Hue, Label, Layer, Mark, Picture, Sign, Style};
use kuraban_lint::{
    Budget, Collection, Depth, Finding, Report, Selection, Severity, Subject,
};

use crate::answers::Asked;
use crate::draw::form::{self, Form};
use crate::draw::title;
use crate::files;

/// The forms a picture may have.
pub(super) const FORMS: &[Form] = &[Form::Svg, Form::Png];
/// More findings are not drawn: nobody could read the picture.
const MOST: usize = 20;
/// Only so many squares of a finding have its number.
const NUMBERED: usize = 4;

/// Checks a level with the usual rules within a time, and draws what is found.
pub(crate) fn checked(asked: Asked<'_>, time: Duration) -> Picture {
    let limits = Limits::default().time(time).memory(MEMORY);
    let question = Question::default().limits(limits).cancel(asked.cancel.clone());
    let (clock, mut collection) = (SystemClock::start(), Collection::default());
    collection.with_author(super::names_author(asked.item.preamble));
    let entry = &asked.item.entry;
    let subject = Subject::new(entry, asked.level, &collection, None);
    let mut budget = Budget::new(question, &clock, Depth::USUAL);
    let report = subject.check(&Selection::default(), &mut budget);
    let picture = draw(&report, entry, asked.level);
    match report.reason {
        Some(why) => picture.captioned(why),
        None if report.findings.is_empty() => picture.captioned("nothing was found"),
        None => picture,
    }
}

/// Memory for the tables of a level.
const MEMORY: usize = 2 << 30;

/// Draws a level with its findings, those without a place below it.
fn draw(report: &Report, entry: &Entry, level: &Level) -> Picture {
    let mut picture = Picture::of(level).titled(title(entry)).showing("findings of lint");
    let (mut marks, mut labels) = (Vec::new(), Vec::new());
    let (placed, others): (Vec<&Finding>, Vec<&Finding>) = report
        .findings
        .iter()
        .take(MOST)
        .partition(|finding| !finding.squares.is_empty());
    for (number, finding) in placed.into_iter().enumerate() {
        let (hue, sign) = match finding.severity {
            Severity::Error => (Hue::Vermilion, Sign::Frame),
            Severity::Warning => (Hue::Orange, Sign::Frame),
            Severity::Note => (Hue::Blue, Sign::Tint),
        };
        let name = (number + 1).to_string();
        for (index, &[row, column]) in finding.squares.iter().enumerate() {
            let at = row * level.width() + column;
            marks.push(Mark { at, sign, hue });
            if index < NUMBERED {
                labels.push(Label { at, text: name.clone(), hue });
            }
        }
        let text = format!("{} {}: {}", finding.severity, finding.rule, finding.text);
        picture = picture.noted(name, hue, text);
    }
    for finding in others {
        picture = picture.captioned(format!(
            "{} {}: {}",
            finding.severity, finding.rule, finding.text
        ));
    }
    picture.with(Layer::Marks(marks)).with(Layer::Labels(labels))
}

/// Writes the picture of a level; one of several gets its number into the name.
pub(super) fn write(
    path: &Path,
    report: &Report,
    (entry, level, several): (&Entry, &Level, bool),
    out: &mut impl Write,
) -> io::Result<()> {
    let form = Form::of(Some(path), FORMS).map_err(io::Error::other)?;
    let style =
        Style { tile: form.tile(), title: true, coordinates: true, ..Style::default() };
    let drawn = draw(report, entry, level).draw(&style);
    let bytes = drawn.and_then(|drawing| form.bytes(&drawing));
    let bytes = bytes.map_err(|error| io::Error::other(error.to_string()))?;
    let numbered = form::numbered(path, entry.index);
    let is_numbered = several && !files::is_dash(path);
    form::write(Some(if is_numbered { &numbered } else { path }), &bytes, out)
}
