//! One level, large, to hang on a wall.

use kuraban_level::Level;

use crate::picture::Picture;

/// A level with its name, who made it, and the letters of a solution below.
pub fn poster(
    level: &Level,
    title: &str,
    author: Option<&str>,
    lurd: Option<&str>,
) -> Picture {
    let mut picture = Picture::of(level).titled(title);
    if let Some(author) = author {
        picture = picture.captioned(format!("by {author}"));
    }
    if let Some(lurd) = lurd {
        picture = picture.captioned(grouped(lurd));
    }
    picture
}

/// Letters in groups, so that lines can be broken and places found again.
fn grouped(letters: &str) -> String {
    const GROUP: usize = 10;
    let letters: Vec<char> = letters.chars().collect();
    let groups: Vec<String> =
        letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join(" ")
}
