//! The levels that others are compared with: those before it, and libraries.

use std::collections::{BTreeMap, HashMap};

use kuraban::{Level, Rules, identity};

use crate::near::{NEAR, Near, Picture};

/// Levels that are known, with an index.
#[derive(Default)]
pub struct Collection {
    known: Vec<Known>,
    by_id: HashMap<String, usize>,
    by_core: HashMap<String, usize>,
    by_steps: HashMap<String, usize>,
    by_floor: BTreeMap<usize, Vec<usize>>,
    titles: HashMap<String, usize>,
    last: Option<(usize, f64)>,
    has_author: bool,
}

/// A level that is known.
struct Known {
    label: String,
    id: String,
    picture: Picture,
}

/// What was found out about a level that the next ones are compared with.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Checked {
    /// The identity of its core, where that is known.
    pub core: Option<String>,
    /// Its shortest solution, the same for all symmetries.
    pub steps: Option<String>,
    /// Its difficulty, from 0 to 100.
    pub difficulty: Option<f64>,
}

impl Collection {
    /// Says that the file names an author for all its levels.
    pub fn with_author(&mut self, has_author: bool) {
        self.has_author = has_author;
    }

    pub(crate) fn names_author(&self) -> bool {
        self.has_author
    }

    /// Begins another file: titles and order are each file's own.
    pub fn begin_file(&mut self) {
        self.titles.clear();
        self.last = None;
    }

    /// Adds a level of a library. The label is how it is called in findings.
    pub fn add_known(&mut self, label: String, level: &Level) {
        if level.rules() == Rules::Boulders {
            return;
        }
        let (id, picture) = (identity::canonical(level), Picture::of(level));
        let number = self.known.len();
        self.by_id.entry(id.clone()).or_insert(number);
        self.by_floor.entry(picture.floor).or_default().push(number);
        self.known.push(Known { label, id, picture });
    }

    /// Adds a level that was checked.
    pub fn add(
        &mut self,
        label: String,
        index: usize,
        title: Option<&str>,
        level: &Level,
        checked: Checked,
    ) {
        if let Some(title) = title.map(str::trim).filter(|title| !title.is_empty()) {
            self.titles.entry(title.to_owned()).or_insert(index);
        }
        if let Some(value) = checked.difficulty {
            self.last = Some((index, value));
        }
        let number = self.known.len();
        self.add_known(label, level);
        if self.known.len() > number {
            if let Some(core) = checked.core {
                self.by_core.entry(core).or_insert(number);
            }
            if let Some(steps) = checked.steps {
                self.by_steps.entry(steps).or_insert(number);
            }
        }
    }

    /// Whether the same level, or one that is near, is known: what D1 and D2 tell.
    pub fn is_known(&self, level: &Level) -> bool {
        let id = identity::canonical(level);
        self.same(&id).is_some() || self.nearest(level, &id).is_some()
    }

    pub(crate) fn titled(&self, title: &str) -> Option<usize> {
        self.titles.get(title.trim()).copied()
    }

    pub(crate) fn last_difficulty(&self) -> Option<(usize, f64)> {
        self.last
    }

    /// The level with this canonical identity.
    pub(crate) fn same(&self, id: &str) -> Option<&str> {
        self.by_id.get(id).map(|&number| &*self.known[number].label)
    }

    /// A level whose core has this identity, and which is not itself the one with the identity
    /// `id`.
    pub(crate) fn same_core(&self, core: &str, id: &str) -> Option<&str> {
        let known = &self.known[*self.by_core.get(core)?];
        (known.id != id).then_some(&*known.label)
    }

    /// A level with the same solution that is another puzzle.
    pub(crate) fn same_steps(&self, steps: &str, id: &str) -> Option<&str> {
        let known = &self.known[*self.by_steps.get(steps)?];
        (known.id != id).then_some(&*known.label)
    }

    /// The nearest level that is not the same, and how near it is.
    pub(crate) fn nearest(&self, level: &Level, id: &str) -> Option<(&str, Near)> {
        let picture = Picture::of(level);
        let floors = picture.floor.saturating_sub(NEAR)..=picture.floor + NEAR;
        let mut best: Option<(usize, usize, Near)> = None;
        for &number in self.by_floor.range(floors).flat_map(|(_, numbers)| numbers) {
            let known = &self.known[number];
            if known.id == id {
                continue;
            }
            if let Some(near) = picture.near(&known.picture) {
                let rank = match near {
                    Near::Squares(differ) => differ,
                    Near::Start => 0,
                };
                if best.is_none_or(|(least, first, _)| (rank, number) < (least, first)) {
                    best = Some((rank, number, near));
                }
            }
        }
        best.map(|(_, number, near)| (&*self.known[number].label, near))
    }

    /// A larger level in which this one stands.
    pub(crate) fn around(&self, level: &Level) -> Option<&str> {
        let picture = Picture::of(level);
        let larger = self.by_floor.range(picture.floor + 1..);
        larger
            .flat_map(|(_, numbers)| numbers)
            .map(|&number| &self.known[number])
            .find(|known| picture.is_inside(&known.picture))
            .map(|known| &*known.label)
    }
}
