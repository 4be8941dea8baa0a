//! What a rule is, and which rules are wanted.

use crate::budget::Budget;
use crate::finding::{Finding, Severity, Unsettled};
use crate::rules::RULES;
use crate::subject::Subject;

/// A rule: what it says, and how to ask it.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Rule {
    /// Its stable id: a letter for the family, and a number.
    pub id: &'static str,
    /// Two or three words.
    pub name: &'static str,
    /// How much its findings matter, where they do not say otherwise.
    pub severity: Severity,
    /// When it is asked.
    pub asked: Asked,
    /// Whether it needs the table of all positions, which only small levels have.
    pub needs_table: bool,
    /// What it means, why it matters and what to do, in sentences.
    pub about: &'static str,
    /// Looks at a level.
    pub(crate) check: Check,
}

/// How a rule looks at a level.
pub(crate) type Check =
    fn(&Subject<'_>, &mut Budget<'_>, &mut Vec<Finding>) -> Result<(), Unsettled>;

/// When a rule is asked: cheap rules first.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Asked {
    /// It takes next to no time.
    AtOnce,
    /// It needs the solution of the level.
    Solved,
    /// It changes something and solves again.
    Experiment,
    /// It looks at all positions, or at other levels.
    Last,
    /// Like [`Asked::Experiment`], and only where it is named.
    OnRequest,
}

impl Rule {
    /// The rule with this id, in either letter case.
    pub fn named(id: &str) -> Option<&'static Self> {
        RULES.iter().find(|rule| rule.id.eq_ignore_ascii_case(id))
    }

    /// The families of rules: their letter and name.
    pub const FAMILIES: [(&'static str, &'static str); 7] = [
        ("S", "Structure"),
        ("B", "Boxes"),
        ("G", "Goals"),
        ("U", "Solutions"),
        ("T", "Traps"),
        ("D", "Duplicates"),
        ("F", "Form"),
    ];
}

/// Which rules are wanted.
///
/// ```
/// use kuraban_lint::Selection;
///
/// let some: Selection = "S,-S9".parse()?;
/// assert!(some.has("S1") && !some.has("S9") && !some.has("B1"));
/// let usual: Selection = "+S8,-F".parse()?;
/// assert!(usual.has("S8") && usual.has("B1") && !usual.has("F1"));
/// # Ok::<(), kuraban_lint::NoRule>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Selection(Vec<bool>);

impl Default for Selection {
    fn default() -> Self {
        Self(RULES.iter().map(|rule| rule.asked != Asked::OnRequest).collect())
    }
}

impl Selection {
    /// The usual rules that may warn: those for notes only are left out.
    pub fn warning() -> Self {
        let may_warn = |rule: &Rule| {
            rule.asked != Asked::OnRequest && rule.severity >= Severity::Warning
        };
        Self(RULES.iter().map(may_warn).collect())
    }

    /// Whether a rule is wanted.
    pub fn has(&self, id: &str) -> bool {
        RULES.iter().zip(&self.0).any(|(rule, &wanted)| wanted && rule.id == id)
    }

    /// The wanted rules, in the order in which they are asked.
    pub(crate) fn rules(&self) -> Vec<&'static Rule> {
        let wanted = RULES.iter().zip(&self.0).filter(|&(_, &wanted)| wanted);
        let mut rules: Vec<&Rule> = wanted.map(|(rule, _)| rule).collect();
        // What is asked for is as good as any other experiment.
        rules.sort_by_key(|rule| match rule.asked {
            Asked::OnRequest => Asked::Experiment,
            asked => asked,
        });
        rules
    }
}

/// Why a text names no rules.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NoRule(String);

impl std::fmt::Display for NoRule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let families: Vec<&str> = Rule::FAMILIES.iter().map(|&(id, _)| id).collect();
        write!(
            f,
            "`{}` is no rule; the families are {}, and their rules have numbers, as in {}1",
            self.0,
            families.join(", "),
            families[0]
        )
    }
}

impl std::error::Error for NoRule {}

impl std::str::FromStr for Selection {
    type Err = NoRule;

    /// Families and rules: `S,B2` are those only; `+S8` and `-F` change what is usual.
    fn from_str(text: &str) -> Result<Self, NoRule> {
        let words: Vec<&str> =
            text.split(',').map(str::trim).filter(|word| !word.is_empty()).collect();
        let is_change = |word: &&str| word.starts_with(['+', '-']);
        let mut selection = if words.iter().all(is_change) {
            Self::default()
        } else {
            Self(vec![false; RULES.len()])
        };
        for word in words {
            let id = word.trim_start_matches(['+', '-']);
            let wanted = !word.starts_with('-');
            let is_family =
                Rule::FAMILIES.iter().any(|&(f, _)| f.eq_ignore_ascii_case(id));
            let mut known = false;
            for (rule, chosen) in RULES.iter().zip(&mut selection.0) {
                let in_family = is_family && rule.id[..1].eq_ignore_ascii_case(id);
                let is_named = rule.id.eq_ignore_ascii_case(id);
                // A family does not bring what is asked on request only.
                if is_named || (in_family && (rule.asked != Asked::OnRequest || !wanted))
                {
                    *chosen = wanted;
                }
                known |= in_family || is_named;
            }
            if !known {
                return Err(NoRule(word.to_owned()));
            }
        }
        Ok(selection)
    }
}
