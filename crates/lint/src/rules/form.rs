//! F1 to F6: titles, sizes, order.

use crate::budget::Budget;
use crate::change::reach;
use crate::finding::{Finding, FixKind, Unsettled};
use crate::subject::Subject;

/// F1.
pub(super) fn missing(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let is_there =
        |text: Option<&String>| text.is_some_and(|text| !text.trim().is_empty());
    let title = is_there(subject.entry.title.as_ref());
    let author =
        is_there(subject.entry.author.as_ref()) || subject.collection.names_author();
    let what = match (title, author) {
        (true, true) => return Ok(()),
        (false, true) => "no title",
        (true, false) => "no author",
        (false, false) => "neither title nor author",
    };
    out.push(Finding::note(format!("the level has {what}")));
    Ok(())
}

/// F2.
pub(super) fn title_twice(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    if let Some(title) = &subject.entry.title
        && let Some(other) = subject.collection.titled(title)
    {
        let text = format!("level {other} has the same title");
        out.push(Finding::warning(text).because("level", other));
    }
    Ok(())
}

/// F3.
pub(super) fn player_square(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    if subject.is_boulders() {
        return Ok(());
    }
    let zone = level.flood(vec![level.player()], |at| !level.square(at).has_box);
    let first = zone.iter().position(|&is_in| is_in).expect("the player's own square");
    if first != level.player()
        && let Some(moved) = crate::change::with(level, first, |_| ())
    {
        let text = format!(
            "the player could as well start on {}, the first square of his zone",
            level.square_name(first)
        );
        out.push(Finding::note(text).at(level, &[first]).offer(FixKind::Start, moved));
    }
    Ok(())
}

/// F4.
pub(super) fn odd_text(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    // These are S1, S3 and S4.
    let told =
        ["the level is not closed", "the player can never reach", "there are no boxes"];
    for warning in &subject.entry.warnings {
        if !told.iter().any(|begin| warning.starts_with(begin)) {
            out.push(Finding::note(warning.clone()));
        }
    }
    Ok(())
}

/// Sizes that other programs take: boards of 50 by 50, fewer than 256 floor squares (Sokolution, as
/// the wiki of sokobano.de tells).
const WIDEST: usize = 50;
const MOST_FLOOR: usize = 255;

/// F5.
pub(super) fn large(
    subject: &Subject<'_>,
    _: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let level = subject.level;
    let (width, height) = (level.width(), level.height());
    let floor = reach(level).into_iter().filter(|&is_in| is_in).count();
    if width > WIDEST || height > WIDEST || floor > MOST_FLOOR {
        let text = format!(
            "{width} x {height} with {floor} floor squares: some programs refuse more than \
             {WIDEST} x {WIDEST} or {MOST_FLOOR} floor squares"
        );
        out.push(Finding::note(text).because("floor", floor));
    }
    Ok(())
}

/// A level may be this much easier than the one before it, on the scale from 0 to 100.
const EASIER: f64 = 15.0;

/// F6.
pub(super) fn order(
    subject: &Subject<'_>,
    budget: &mut Budget<'_>,
    out: &mut Vec<Finding>,
) -> Result<(), Unsettled> {
    let Some((before, value)) = subject.collection.last_difficulty() else {
        return Ok(());
    };
    let Some(own) = subject.difficulty(budget) else { return Ok(()) };
    if value - own.value > EASIER {
        let text = format!(
            "level {before} before it is much harder: {value:.0} against {:.0} of 100",
            own.value
        );
        out.push(
            Finding::note(text).because("before", value).because("value", own.value),
        );
    }
    Ok(())
}
