//! The outline of a set of squares.

/// The closed lines around squares that `holds`, with the squares on their right hand. Corners
/// where two squares touch belong to two lines.
pub(crate) fn trace(
    width: usize,
    height: usize,
    holds: impl Fn(usize) -> bool,
) -> Vec<Vec<(f64, f64)>> {
    let is_in = |x: i64, y: i64| {
        let on_board = (0..width as i64).contains(&x) && (0..height as i64).contains(&y);
        on_board && holds(y as usize * width + x as usize)
    };
    // Directions to go along sides: right, down, left, up. A side is named by the corner it begins
    // at; the square is on its right.
    let ahead = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    let right_of = [(0, 0), (-1, 0), (-1, -1), (0, -1)];
    let is_side = |(x, y): (i64, i64), dir: usize| {
        let inner = right_of[dir];
        let outer = right_of[(dir + 3) % 4];
        is_in(x + inner.0, y + inner.1) && !is_in(x + outer.0, y + outer.1)
    };
    let corners = (width + 1) * (height + 1);
    let index = |(x, y): (i64, i64)| y as usize * (width + 1) + x as usize;
    let mut seen = vec![[false; 4]; corners];
    let mut lines = Vec::new();
    for corner in 0..corners {
        let start = ((corner % (width + 1)) as i64, (corner / (width + 1)) as i64);
        for begin in 0..4 {
            if seen[corner][begin] || !is_side(start, begin) {
                continue;
            }
            let mut line: Vec<(f64, f64)> = Vec::new();
            let (mut at, mut dir) = (start, begin);
            let mut before = None;
            while !seen[index(at)][dir] {
                seen[index(at)][dir] = true;
                if before != Some(dir) {
                    line.push((at.0 as f64, at.1 as f64));
                }
                before = Some(dir);
                at = (at.0 + ahead[dir].0, at.1 + ahead[dir].1);
                // Where squares touch at a corner the line stays with its own square.
                let turns = [(dir + 1) % 4, dir, (dir + 3) % 4];
                dir = turns.into_iter().find(|&turn| is_side(at, turn)).unwrap_or(dir);
            }
            lines.push(line);
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(rows: &[&str]) -> Vec<usize> {
        let width = rows[0].len();
        let all = rows.concat();
        let traced = trace(width, rows.len(), |at| all.as_bytes()[at] == b'#');
        traced.iter().map(Vec::len).collect()
    }

    #[test]
    fn outlines_have_the_right_corners() {
        assert_eq!(lines(&["#"]), [4]);
        assert_eq!(lines(&["##", "#."]), [6]);
        assert_eq!(lines(&["###", "#.#", "###"]), [4, 4]);
        assert_eq!(lines(&["#.", ".#"]), [4, 4]);
        assert_eq!(lines(&[".."]), [0usize; 0]);
    }
}
