//! What is known of a level after all passes.

use kuraban::Objective;

use crate::Row;

/// Joins the rows of one level: the best solution by the objective, the greatest bounds, and
/// all that is proved of that solution. `None` where there is no row.
///
/// A level that one pass solves and another proves unsolvable shows a bug: its status is
/// `error`.
pub(crate) fn join(rows: Vec<Row>, objective: Objective) -> Option<Row> {
    if rows.len() < 2 {
        return rows.into_iter().next();
    }
    let solved = rows.iter().any(|row| row.status == "solved");
    let unsolvable = rows.iter().any(|row| row.status == "unsolvable");
    let best = if solved {
        let solved = rows.iter().filter(|row| row.status == "solved");
        // Of equally good ones that which no limit stopped.
        solved.min_by_key(|row| (rank(row, objective), row.reason.is_some()))
    } else {
        let proved = rows.iter().find(|row| row.status == "unsolvable");
        proved.or_else(|| rows.iter().max_by_key(|row| row.pass))
    };
    let mut best = best.expect("there is a row").clone();
    if solved && unsolvable {
        best.status = "error".into();
        best.reason = Some("one pass solves it, another proves it unsolvable".to_owned());
        return Some(best);
    }
    for row in &rows {
        for (claim, &bound) in &row.lower_bound {
            let known = best.lower_bound.entry(claim.clone()).or_insert(bound);
            *known = bound.max(*known);
        }
        for claim in &row.optimal {
            if !best.optimal.contains(claim)
                && figures(row, claim) == figures(&best, claim)
            {
                best.optimal.push(claim.clone());
            }
        }
    }
    for claim in ["moves", "pushes"] {
        let figure = figures(&best, claim).0;
        let meets = figure.is_some()
            && best.lower_bound.get(claim).map(|&bound| bound as usize) == figure;
        if meets && !best.is_least(claim) {
            best.optimal.push(claim.into());
        }
    }
    Some(best)
}

/// The figures by which solutions are compared.
fn rank(row: &Row, objective: Objective) -> (usize, usize) {
    let known = |figure: Option<usize>| figure.unwrap_or(usize::MAX);
    let (moves, pushes) = (known(row.moves), known(row.pushes));
    match objective {
        Objective::Moves => (moves, pushes),
        Objective::Robot => (known(row.robot_half_moves), pushes),
        Objective::Actions => (known(row.actions_count), moves),
        _ => (pushes, moves),
    }
}

/// The figures that a claim is about.
fn figures(row: &Row, claim: &str) -> (Option<usize>, Option<usize>) {
    match claim {
        "moves" => (row.moves, None),
        "pushes" => (row.pushes, None),
        "robot" => (row.robot_half_moves, None),
        "actions" => (row.actions_count, None),
        _ => (row.moves, row.pushes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(pass: u32, status: &'static str, figures: Option<(usize, usize)>) -> Row {
        let mut row = Row::default();
        (row.pass, row.status) = (pass, status.into());
        if let Some((pushes, moves)) = figures {
            (row.pushes, row.moves) = (Some(pushes), Some(moves));
            row.solution = Some("R".into());
        }
        row
    }

    #[test]
    fn the_best_of_all_passes_counts() {
        let mut first = row(1, "solved", Some((10, 40)));
        first.lower_bound.insert("pushes".into(), 8);
        let mut second = row(2, "limit", None);
        second.lower_bound.insert("pushes".into(), 10);
        let joined = join(vec![first.clone(), second], Objective::Pushes).expect("a row");
        assert_eq!((&*joined.status, joined.pass), ("solved", 1));
        assert_eq!(joined.lower_bound["pushes"], 10);
        assert!(joined.is_least("pushes") && !joined.is_least("pushes,moves"));

        let mut third = row(3, "solved", Some((10, 30)));
        third.optimal = vec!["pushes".into(), "pushes,moves".into()];
        let joined =
            join(vec![first.clone(), third.clone()], Objective::Pushes).expect("a row");
        assert_eq!((joined.moves, joined.pass), (Some(30), 3));
        assert!(joined.is_least("pushes,moves"));

        // A claim holds for another solution only where its figures are the same.
        let fewer_moves = row(4, "solved", Some((12, 20)));
        let joined = join(vec![third, fewer_moves], Objective::Moves).expect("a row");
        assert_eq!((joined.moves, joined.optimal.len()), (Some(20), 0));
    }

    #[test]
    fn solved_and_unsolvable_is_a_bug() {
        let rows = vec![row(1, "unsolvable", None), row(2, "solved", Some((1, 1)))];
        let joined = join(rows, Objective::Any).expect("a row");
        assert_eq!(joined.status, "error");
        let rows = vec![
            row(1, "limit", None),
            row(2, "unsolvable", None),
            row(3, "limit", None),
        ];
        assert_eq!(join(rows, Objective::Any).expect("a row").status, "unsolvable");
        assert_eq!(join(Vec::new(), Objective::Any), None);
    }
}
