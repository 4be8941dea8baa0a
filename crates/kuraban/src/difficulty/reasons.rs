//! Why a level is hard or easy, in sentences.

use kuraban_level::words::count;

use super::{Features, Order};

/// More sentences than this are not told.
const MOST: usize = 4;

/// What three of four levels of Boxoban (1,000 unfiltered, 500 hard) do not exceed. Measured, but
/// for the last two, which are guesses.
mod usual {
    pub(super) const GREEDY: f64 = 33.0;
    pub(super) const GAP: f64 = 2.0;
    pub(super) const COUNTER_PUSHES: f64 = 1.0;
    pub(super) const AGAIN: f64 = 3.0;
    pub(super) const PIECE: f64 = 7.0;
    pub(super) const FATAL_SHARE: f64 = 0.5;
    pub(super) const SILENT_TRAP: f64 = 4.0;
}

/// At most four sentences, the strongest first: what is beyond the usual makes a level hard; what
/// makes it easy is told after that.
pub(super) fn of(features: &Features) -> Vec<String> {
    let mut told: Vec<(f64, String)> = Vec::new();
    let mut tell = |number: f64, usual: f64, words: String| {
        if number > usual {
            told.push((number.ln_1p() - usual.ln_1p(), words));
        }
    };
    if let Some(course) = features.course {
        let n = course.counter_pushes;
        tell(
            n as f64,
            usual::COUNTER_PUSHES,
            format!(
                "{} {} away from the goals.",
                count(n, "push"),
                if n == 1 { "leads" } else { "lead" }
            ),
        );
        let n = course.again;
        tell(
            n as f64,
            usual::AGAIN,
            format!("{} a box must be taken up again after another.", count(n, "time")),
        );
        let n = course.piece;
        tell(
            n as f64,
            usual::PIECE,
            format!("{n} box changes in one piece: little can be finished early."),
        );
    }
    let n = features.gap;
    tell(
        n as f64,
        usual::GAP,
        format!(
            "{} more than the boxes' distances: they are in each other's way.",
            count(n as usize, "push")
        ),
    );
    if let Some((fatal, all)) = features.fatal_first
        && all > 0
    {
        tell(
            fatal as f64 / all as f64,
            usual::FATAL_SHARE,
            format!("{fatal} of the {all} first pushes lose at once."),
        );
    }
    if let Some(n) = features.silent_trap {
        tell(
            n as f64,
            usual::SILENT_TRAP,
            match n {
                usize::MAX => "A mistake can stay unseen for ever.".into(),
                n => format!("A mistake can stay unseen for {}.", count(n, "push")),
            },
        );
    }
    let n = features.greedy;
    tell(n as f64, usual::GREEDY, format!("A greedy player tries {n} positions."));
    if features.order == Some(Order::Forced) {
        told.push((1.0, "The goals can be filled in one order only.".into()));
    }
    // Equal weights keep their order.
    told.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut sentences: Vec<String> = told.into_iter().map(|(_, words)| words).collect();
    sentences.extend(easy(features));
    sentences.truncate(MOST);
    sentences
}

fn easy(features: &Features) -> Vec<String> {
    let mut told = Vec::new();
    if features.gap == 0
        && features.course.is_some_and(|course| course.counter_pushes == 0)
    {
        told.push("Every push leads nearer.".into());
    }
    match features.home_at_once {
        None | Some(0) => {}
        Some(n) => told.push(format!("{} can go home at once.", count(n, "box"))),
    }
    if features.order == Some(Order::Free) {
        told.push("Any packing order works.".into());
    }
    told
}
