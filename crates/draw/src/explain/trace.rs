//! What a search tells while it works, read again: `solve --trace` of the classic engines.

use std::collections::{BTreeMap, HashMap};

use kuraban_level::words::count;
use kuraban_level::{Dir, Level, Step};
use kuraban_verify::Replay;

use crate::explain::tree::{Grown, Growth, Tree};
use crate::film::position;
use crate::picture::{Heat, Layer, Picture};

/// A search, expansion by expansion.
///
/// ```
/// use kuraban_draw::{Style, Trace};
/// use kuraban_level::{Level, lurd};
///
/// let level: Level = "#####\n#@$.#\n#####".parse()?;
/// let lines = [
///     "expansion 1, depth 0: boxes (1,2), player's zone from (1,1)",
///     "  push (1,2) right possible, the goal",
/// ];
/// let trace = Trace::read(&level, lines).ok_or("not a trace")?;
/// let tree = trace.tree(&level, Some(&lurd::read("R")?));
/// assert_eq!(tree.grown.len(), 2);
/// assert!(tree.draw("bfs", &Style::default())?.svg().contains("2 positions"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Trace {
    expansions: Vec<Expansion>,
}

#[derive(Clone, Debug)]
struct Expansion {
    depth: usize,
    state: State,
    /// Where each action leads to, and whether that was new.
    next: Vec<(State, bool)>,
}

/// Boxes, ascending, and the player: where he stands, or the first square of his zone.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct State {
    boxes: Vec<usize>,
    player: usize,
}

impl Trace {
    /// Reads the lines of a trace; `None` where they are not those of a classic engine.
    pub fn read<'a>(
        level: &Level,
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Option<Self> {
        let mut trace = Self::default();
        let mut is_zone = true;
        for line in lines {
            if let Some(rest) = line.strip_prefix("expansion ") {
                let (head, told) = rest.split_once(": ")?;
                let depth = head.split_once("depth ")?.1.parse().ok()?;
                is_zone = told.contains("zone");
                let state = state(level, told, is_zone)?;
                trace.expansions.push(Expansion { depth, state, next: Vec::new() });
            } else if let Some(action) = line.strip_prefix("  ") {
                let last = trace.expansions.last_mut()?;
                if action.ends_with("impossible") || action.ends_with("not looked at") {
                    continue;
                }
                let is_new = !action.ends_with("already seen");
                let next = follow(level, &last.state, action, is_zone)?;
                last.next.push((next, is_new));
            } else {
                return None;
            }
        }
        (!trace.expansions.is_empty()).then_some(trace)
    }

    /// How many positions were expanded.
    pub fn expanded(&self) -> usize {
        self.expansions.len()
    }

    /// How many positions were expanded at each depth; searches that go by a bound tell that
    /// instead.
    pub fn depths(&self) -> BTreeMap<usize, usize> {
        let mut depths = BTreeMap::new();
        for expansion in &self.expansions {
            *depths.entry(expansion.depth).or_default() += 1;
        }
        depths
    }

    /// How often the search had a box on each square when it expanded a position.
    pub fn heat(&self, level: &Level) -> Picture {
        let mut counts = vec![0u32; level.squares().len()];
        for expansion in &self.expansions {
            for &at in &expansion.state.boxes {
                counts[at] += 1;
            }
        }
        let values =
            counts.iter().map(|&count| (count > 0).then_some(f64::from(count))).collect();
        let legend = format!("boxes in {}", count(self.expansions.len(), "expansion"));
        Picture::of(level).faint().with(Layer::Heat(Heat { values, legend }))
    }

    /// The search as a tree: a position hangs below the one that it was first found from. `solution`
    /// marks the way.
    pub fn tree(&self, level: &Level, solution: Option<&[Step]>) -> Tree {
        let mut tree = Tree::default();
        let mut known: HashMap<State, usize> = HashMap::new();
        for (index, expansion) in self.expansions.iter().enumerate() {
            let here = *known.entry(expansion.state.clone()).or_insert_with(|| {
                let mut root = grown(level, &expansion.state, None);
                if expansion.state.boxes == level.boxes() {
                    root.position = level.clone();
                }
                tree.grown.push(root);
                tree.grown.len() - 1
            });
            let mut is_dead = true;
            for (next, _) in &expansion.next {
                if let Some(&there) = known.get(next) {
                    tree.again.push((here, there));
                    continue;
                }
                is_dead = false;
                known.insert(next.clone(), tree.grown.len());
                tree.grown.push(grown(level, next, Some(here)));
            }
            let node = &mut tree.grown[here];
            node.number.get_or_insert(index + 1);
            if node.growth == Growth::Waiting {
                node.growth = if is_dead { Growth::DeadEnd } else { Growth::Expanded };
            }
        }
        // Where a position is found again from its own child, that is no news.
        let grown = &tree.grown;
        tree.again.retain(|&(from, to)| grown[from].parent != Some(to) && from != to);
        let way = solution.map_or_else(Vec::new, |steps| way(level, steps));
        for state in way {
            if let Some(&index) = known.get(&state) {
                tree.grown[index].is_on_way = true;
                if tree.grown[index].growth == Growth::DeadEnd {
                    tree.grown[index].growth = Growth::Expanded;
                }
            }
        }
        tree.caption = format!(
            "{}, {} found",
            count(self.expansions.len(), "expansion"),
            count(tree.grown.len(), "position")
        );
        tree
    }
}

fn grown(level: &Level, state: &State, parent: Option<usize>) -> Grown {
    let position = position(level, &state.boxes, state.player);
    let is_solved = position.as_ref().is_some_and(Level::is_solved_at_start);
    Grown {
        parent,
        position: position.unwrap_or_else(|| level.clone()),
        number: None,
        growth: if is_solved { Growth::Solved } else { Growth::Waiting },
        is_on_way: false,
    }
}

/// All positions of a solution, as states with the player's square and with his zone.
fn way(level: &Level, steps: &[Step]) -> Vec<State> {
    let mut position = Replay::new(level);
    let mut boxes = level.boxes().to_vec();
    let mut states = Vec::new();
    let mut add = |boxes: &[usize], player: usize| {
        let mut boxes = boxes.to_vec();
        boxes.sort_unstable();
        let zone = zone(level, &boxes, player);
        states.push(State { boxes: boxes.clone(), player });
        states.push(State { boxes, player: zone });
    };
    add(&boxes, level.player());
    for step in steps {
        let Ok(pushed) = position.step(step.dir) else { break };
        if let Some((from, to)) = pushed
            && let Some(at) = boxes.iter_mut().find(|at| **at == from)
        {
            *at = to;
        }
        add(&boxes, position.player());
    }
    states
}

/// The first square of the player's zone.
fn zone(level: &Level, boxes: &[usize], player: usize) -> usize {
    let reached = level.flood(vec![player], |at| boxes.binary_search(&at).is_err());
    reached.iter().position(|&is_in| is_in).unwrap_or(player)
}

/// `boxes (1,2) (3,4), player's zone from (1,1)` or `player (1,1), boxes (1,2)`.
fn state(level: &Level, told: &str, is_zone: bool) -> Option<State> {
    let after = |word: &str| told.split_once(word).map(|(_, rest)| rest);
    let player = after(if is_zone { "zone from " } else { "player " })?;
    let player = *squares(level, player).first()?;
    let boxes = after("boxes ").or(after("boulders ")).unwrap_or_default();
    let boxes = boxes.split(", player").next().unwrap_or_default();
    let mut boxes = squares(level, boxes);
    boxes.sort_unstable();
    Some(State { boxes, player })
}

/// The squares of a list `(row,column) (row,column)`, counted from zero.
fn squares(level: &Level, text: &str) -> Vec<usize> {
    let square = |part: &str| {
        let (row, column) = part.split_once(')')?.0.split_once(',')?;
        let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
        let is_on = row < level.height() && column < level.width();
        is_on.then_some(row * level.width() + column)
    };
    text.split('(').skip(1).filter_map(square).collect()
}

/// Where an action leads to: `push (1,2) right`, `pull (1,2) left`, `MU` or `PU`.
fn follow(level: &Level, state: &State, action: &str, is_zone: bool) -> Option<State> {
    let mut words = action.split(' ');
    let kind = words.next()?;
    let mut boxes = state.boxes.clone();
    let player = if let "push" | "pull" = kind {
        let from = *squares(level, words.next()?).first()?;
        let word = words.next()?;
        let dir = Dir::ALL.into_iter().find(|dir| dir.word() == word)?;
        let to = level.step(from, dir)?;
        *boxes.iter_mut().find(|at| **at == from)? = to;
        if kind == "push" { from } else { level.step(to, dir)? }
    } else {
        let mut letters = kind.chars();
        let is_push = letters.next()? == 'P';
        let dir = Dir::from_letter(letters.next()?)?;
        let to = level.step(state.player, dir)?;
        if is_push {
            *boxes.iter_mut().find(|at| **at == to)? = level.step(to, dir)?;
        }
        to
    };
    boxes.sort_unstable();
    let player = if is_zone { zone(level, &boxes, player) } else { player };
    Some(State { boxes, player })
}

#[cfg(test)]
mod tests {
    use kuraban_level::lurd;

    use super::*;

    const LINES: &str = "expansion 1, depth 0: boxes (1,3), player's zone from (1,1)
  push (1,3) right possible
  push (1,3) left possible
expansion 2, depth 1: boxes (1,4), player's zone from (1,1)
  push (1,4) right possible, the goal
  push (1,4) left already seen
expansion 3, depth 1: boxes (1,2), player's zone from (1,1)";

    #[test]
    fn a_trace_becomes_a_tree() {
        let level: Level = "#######\n#@ $ .#\n#     #\n#######".parse().unwrap();
        let trace = Trace::read(&level, LINES.lines()).unwrap();
        assert_eq!(trace.depths().into_iter().collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        let tree = trace.tree(&level, Some(&lurd::read("rRR").unwrap()));
        let told: Vec<_> = tree
            .grown
            .iter()
            .map(|grown| (grown.parent, grown.number, grown.growth, grown.is_on_way))
            .collect();
        assert_eq!(
            told,
            [
                (None, Some(1), Growth::Expanded, true),
                (Some(0), Some(2), Growth::Expanded, true),
                (Some(0), Some(3), Growth::DeadEnd, false),
                (Some(1), None, Growth::Solved, true),
            ]
        );
        // That a box goes back to where it came from is left out.
        assert_eq!(tree.again, []);
    }

    #[test]
    fn other_lines_are_no_trace() {
        let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
        assert!(Trace::read(&level, ["bound 23: 9118 clauses"]).is_none());
        assert!(Trace::read(&level, []).is_none());
        assert!(Trace::read(&level, ["expansion 1, depth x: boxes"]).is_none());
    }
}
