//! Letters made of strokes, for pictures of pixels. SVG has the fonts of whoever looks at it.

/// Height of capitals, as a share of a font's size.
const CAPITALS: f64 = 0.7;
/// Rows of the grid that a capital takes.
const ROWS: f64 = 6.0;
/// Columns between letters.
const GAP: f64 = 1.7;
/// Columns of a space.
const SPACE: f64 = 2.0;

/// The strokes of a letter: points as two digits each, column and row. Row 0 is the top of
/// capitals, row 6 the base line. What is not known is a box.
fn strokes(letter: char) -> &'static str {
    match letter {
        ' ' => "",
        '0' | 'O' => "103041453616050110",
        '1' => "1120 2026 1636",
        '2' => "01103041420646",
        '3' => "01103041423313 334445361605",
        '4' => "36300444",
        '5' => "400002324345361605",
        '6' => "413010010516364544331304",
        '7' => "004016",
        '8' => "103041423313020110 1304051636454433",
        '9' => "051636454130100102133342",
        'A' => "062046 1434",
        'B' => "00063645443303 0030414233",
        'C' => "4130100105163645",
        'D' => "00063645413000",
        'E' => "40000646 0333",
        'F' => "400006 0333",
        'G' => "41301001051636454323",
        'H' => "0006 4046 0343",
        'I' | '|' => "0006",
        'J' => "3035261605",
        'K' => "0006 4004 1346",
        'L' => "000646",
        'M' => "0600234046",
        'N' => "06004640",
        'P' => "06003041423303",
        'Q' => "103041453616050110 2446",
        'R' => "06003041423303 2346",
        'S' => "413010010213334445361605",
        'T' => "0040 2026",
        'U' => "000516364540",
        'V' => "002640",
        'W' => "0016223640",
        'X' => "0046 4006",
        'Y' => "002340 2326",
        'Z' => "00400646",
        'a' => "12223336 341405162635",
        'b' => "0006 0312223335261605",
        'c' => "3322120305162635",
        'd' => "3036 3322120305162635",
        'e' => "043433221203051636",
        'f' => "30201116 0222",
        'g' => "3322120305162635 32372808",
        'h' => "0006 0312223336",
        'i' => "0206 0000",
        'j' => "121708 1010",
        'k' => "0006 3205 1436",
        'l' => "000516",
        'm' => "0206 03122326 23324346",
        'n' => "0206 0312223336",
        'o' => "122233352616050312",
        'p' => "0208 0312223335261605",
        'q' => "3238 3322120305162635",
        'r' => "0206 031222",
        's' => "3212031424352606",
        't' => "10152636 0222",
        'u' => "0205162635 3236",
        'v' => "022642",
        'w' => "0216233642",
        'x' | '×' => "0236 3206",
        'y' => "0226 4218",
        'z' => "02320636",
        '.' => "0606",
        ',' => "0607",
        ':' => "0303 0606",
        ';' => "0303 0607",
        '-' | '–' | '—' => "0434",
        '_' => "0646",
        '+' => "0343 2125",
        '=' => "0232 0434",
        '/' => "0630",
        '(' => "10010516",
        ')' => "00111506",
        '[' => "10000616",
        ']' => "00101606",
        '<' => "310335",
        '>' => "013305",
        '\'' | '’' => "0001",
        '"' => "0001 2021",
        '!' => "0004 0606",
        '?' => "01103041422324 2626",
        '%' => "0640 0101 4545",
        '#' => "1016 3036 0242 0444",
        '*' => "2125 0244 4204",
        '·' => "0303",
        '→' => "0343 214325",
        '…' => "0606 2626 4646",
        _ => "0040460600",
    }
}

fn columns(letter: char) -> f64 {
    let digits = strokes(letter).split(' ').flat_map(|stroke| stroke.bytes().step_by(2));
    let last = digits.map(|digit| f64::from(digit - b'0')).fold(0.0, f64::max);
    if letter == ' ' { SPACE } else { last + GAP }
}

/// The width of a text of a size. Fonts of other people are about as wide.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(columns).sum::<f64>() * size * CAPITALS / ROWS
}

/// The strokes of a text whose base line begins at a point.
pub(crate) fn lines(text: &str, (x, y): (f64, f64), size: f64) -> Vec<Vec<(f64, f64)>> {
    let unit = size * CAPITALS / ROWS;
    let mut lines = Vec::new();
    let mut left = x;
    for letter in text.chars() {
        for stroke in strokes(letter).split_whitespace() {
            let digits: Vec<f64> =
                stroke.bytes().map(|digit| f64::from(digit - b'0')).collect();
            let points = digits.chunks_exact(2);
            let point =
                |pair: &[f64]| (left + pair[0] * unit, y + (pair[1] - ROWS) * unit);
            lines.push(points.map(point).collect());
        }
        left += columns(letter) * unit;
    }
    lines
}

/// As much of a text as fits into a width; what is cut off is told by three dots.
pub(crate) fn fitting(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if width(&kept, size) + width("…", size) > room {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stroke_is_made_of_points() {
        let letters = (' '..='~').chain(['×', '–', '→', '…', '倉']);
        for letter in letters {
            for stroke in strokes(letter).split_whitespace() {
                assert!(stroke.len().is_multiple_of(2) && stroke.len() >= 4, "{letter}");
                assert!(stroke.bytes().all(|digit| (b'0'..=b'8').contains(&digit)));
            }
        }
    }

    #[test]
    fn letters_and_digits_differ() {
        let all: Vec<char> =
            ('0'..='9').chain('A'..='Z').chain('a'..='z').filter(|&c| c != 'O').collect();
        for (index, &a) in all.iter().enumerate() {
            assert!(all[..index].iter().all(|&b| strokes(a) != strokes(b)), "{a}");
        }
    }

    #[test]
    fn long_texts_are_cut() {
        assert_eq!(fitting("short", 1.0, 10.0), "short");
        let cut = fitting("a long title of a level", 1.0, 4.0);
        assert!(cut.ends_with('…') && width(&cut, 1.0) <= 4.0, "{cut}");
    }
}
