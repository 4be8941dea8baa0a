//! Everything there is to know about small games.

use std::collections::HashMap;
use std::hash::Hash;

/// Every state that can be reached from `start`, in the order of a breadth-first search, and
/// whether an end can be reached from it; `None` where there are more than `most` states.
pub fn explore<S: Clone + Eq + Hash>(
    start: S,
    most: usize,
    next: impl Fn(&S) -> Vec<S>,
    is_end: impl Fn(&S) -> bool,
) -> Option<Vec<(S, bool)>> {
    let mut found = vec![start.clone()];
    let mut number = HashMap::from([(start, 0)]);
    let mut parents: Vec<Vec<usize>> = vec![Vec::new()];
    let mut at = 0;
    while at < found.len() {
        for state in next(&found[at]) {
            let index = *number.entry(state.clone()).or_insert(found.len());
            if index == found.len() {
                found.push(state);
                parents.push(Vec::new());
            }
            parents[index].push(at);
        }
        if found.len() > most {
            return None;
        }
        at += 1;
    }
    let mut can_end = vec![false; found.len()];
    let mut work: Vec<usize> =
        (0..found.len()).filter(|&at| is_end(&found[at])).collect();
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut can_end[at], true) {
            work.extend(&parents[at]);
        }
    }
    Some(found.into_iter().zip(can_end).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that can be halved or lowered by three; the end is five.
    #[test]
    fn ends_are_known_from_everywhere() {
        let next = |&number: &u32| {
            let half = (number % 2 == 0).then_some(number / 2);
            half.into_iter().chain(number.checked_sub(3)).collect()
        };
        let known = [(8, true), (4, false), (5, true), (2, false), (1, false)];
        assert_eq!(explore(8, 5, next, |&number| number == 5), Some(known.to_vec()));
        assert_eq!(explore(8, 4, next, |&number| number == 5), None);
    }
}
