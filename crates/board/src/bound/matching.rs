//! The least total cost of giving every box a goal of its own.
//!
//! Hungarian method with potentials and shortest augmenting paths, O(n³).

/// The least sum of `cost(row, column)` over all one-to-one assignments of `n` rows to `n`
/// columns; `None` where every assignment has an entry that is [`NEVER`](crate::NEVER).
///
/// ```
/// use kuraban_board::bound::matching::least_assignment;
///
/// let cost = [[4, 1], [2, 3]];
/// assert_eq!(least_assignment(2, |row, column| cost[row][column]), Some(3));
/// ```
pub fn least_assignment(n: usize, cost: impl Fn(usize, usize) -> u32) -> Option<u32> {
    // Column 0 and row 0 are sentinels: rows and columns count from one inside.
    let big = i64::from(u32::MAX);
    let cost =
        |row: usize, column: usize| -> i64 { i64::from(cost(row - 1, column - 1)) };
    let mut row_potential = vec![0i64; n + 1];
    let mut column_potential = vec![0i64; n + 1];
    let mut row_of = vec![0usize; n + 1];
    let mut came_from = vec![0usize; n + 1];
    for row in 1..=n {
        row_of[0] = row;
        let mut column = 0;
        let mut least = vec![i64::MAX; n + 1];
        let mut used = vec![false; n + 1];
        while row_of[column] != 0 {
            used[column] = true;
            let here = row_of[column];
            let (mut delta, mut next) = (i64::MAX, 0);
            for to in (1..=n).filter(|&to| !used[to]) {
                let entry = cost(here, to);
                if entry != big {
                    let reduced = entry - row_potential[here] - column_potential[to];
                    if reduced < least[to] {
                        least[to] = reduced;
                        came_from[to] = column;
                    }
                }
                if least[to] < delta {
                    (delta, next) = (least[to], to);
                }
            }
            if delta == i64::MAX {
                return None;
            }
            for to in 0..=n {
                if used[to] {
                    row_potential[row_of[to]] += delta;
                    column_potential[to] -= delta;
                } else if least[to] != i64::MAX {
                    least[to] -= delta;
                }
            }
            column = next;
        }
        while column != 0 {
            row_of[column] = row_of[came_from[column]];
            column = came_from[column];
        }
    }
    let total: i64 = (1..=n).map(|column| cost(row_of[column], column)).sum();
    Some(u32::try_from(total).expect("a sum of distances on one board fits"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NEVER;

    #[test]
    fn agrees_with_trying_every_permutation() {
        let mut seed = 7u32;
        for round in 0..300 {
            let n = round % 5 + 1;
            let cost: Vec<Vec<u32>> = (0..n)
                .map(|_| {
                    (0..n)
                        .map(|_| {
                            seed =
                                seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                            if seed >> 29 == 0 { NEVER } else { (seed >> 16) % 20 }
                        })
                        .collect()
                })
                .collect();
            assert_eq!(
                least_assignment(n, |row, column| cost[row][column]),
                by_permutations(&cost, 0, &mut vec![false; n])
            );
        }
    }

    fn by_permutations(
        cost: &[Vec<u32>],
        row: usize,
        used: &mut Vec<bool>,
    ) -> Option<u32> {
        if row == cost.len() {
            return Some(0);
        }
        let mut best = None;
        for column in 0..cost.len() {
            if !used[column] && cost[row][column] != NEVER {
                used[column] = true;
                if let Some(rest) = by_permutations(cost, row + 1, used) {
                    let total = rest + cost[row][column];
                    best = Some(best.map_or(total, |known: u32| known.min(total)));
                }
                used[column] = false;
            }
        }
        best
    }
}
