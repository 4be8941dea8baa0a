//! What a picture shows: a position, and layers that tell something about its squares.

use kuraban_level::words::count;
use kuraban_level::{Alphabet, Dialect, Dir, Level, Rules, write};

use crate::{Drawing, Hue, Style, TooLarge, compose, style::MOST_SQUARES};

/// What a square is, whatever stands on it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ground {
    /// Beyond the walls: nothing is drawn.
    Outside,
    /// A wall.
    Wall,
    /// Floor.
    Floor,
    /// A goal.
    Goal,
}

/// What stands on a square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Thing {
    /// A box.
    Box,
    /// A boulder, which belongs nowhere.
    Boulder,
    /// The player, and where he looks to.
    Player(Dir),
}

/// Values of squares, as colours.
#[derive(Clone, Debug, PartialEq)]
pub struct Heat {
    /// By square; squares without a value keep their colour.
    pub values: Vec<Option<f64>>,
    /// What the values are.
    pub legend: String,
}

/// A sign on a square.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Mark {
    /// The square.
    pub at: usize,
    /// Which sign.
    pub sign: Sign,
    /// Its colour.
    pub hue: Hue,
}

/// Signs that squares can have.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Sign {
    /// Hatched, below what stands there.
    Hatch,
    /// A tint, below what stands there.
    Tint,
    /// Crossed out.
    Cross,
    /// A frame.
    Frame,
    /// An arrow; below what stands there.
    Arrow(Dir),
}

/// A way over squares.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    /// The squares, one after the other.
    pub squares: Vec<usize>,
    /// Its width, where a square is one.
    pub width: f64,
    /// Its colour.
    pub hue: Hue,
    /// How far it lies beside the middle of its squares, so that several can be told apart.
    pub shift: f64,
    /// Whether it is a dotted line without an arrow.
    pub is_walk: bool,
}

/// A short text, best a number, on a disc in a corner of a square. Up to four fit on a square.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Label {
    /// The square.
    pub at: usize,
    /// What it says.
    pub text: String,
    /// The colour of the disc.
    pub hue: Hue,
}

/// Squares that belong together: their border is drawn.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Region {
    /// Its squares.
    pub squares: Vec<usize>,
    /// The colour of the border.
    pub hue: Hue,
}

/// Something told about squares.
#[derive(Clone, Debug, PartialEq)]
pub enum Layer {
    /// Values as colours, with a legend.
    Heat(Heat),
    /// Signs.
    Marks(Vec<Mark>),
    /// Ways of boxes and the player.
    Trails(Vec<Trail>),
    /// Numbers on discs.
    Labels(Vec<Label>),
    /// Outlined parts of the board.
    Regions(Vec<Region>),
}

/// A line below a picture.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Note {
    /// The disc before it, as on the squares it is about.
    pub label: Option<(String, Hue)>,
    /// The line.
    pub text: String,
}

/// What a picture shows.
///
/// ```
/// use kuraban_draw::{Hue, Label, Layer, Mark, Picture, Sign, Style};
/// use kuraban_level::Level;
///
/// let level: Level = "######\n#@$ .#\n######".parse()?;
/// // Two findings, numbered on their squares and told below the picture.
/// let picture = Picture::of(&level)
///     .titled("A corridor")
///     .with(Layer::Marks(vec![Mark { at: 7, sign: Sign::Hatch, hue: Hue::Vermilion }]))
///     .with(Layer::Labels(vec![
///         Label { at: 7, text: "1".into(), hue: Hue::Vermilion },
///         Label { at: 9, text: "2".into(), hue: Hue::Blue },
///     ]))
///     .noted("1", Hue::Vermilion, "dead-square: a box is lost here")
///     .noted("2", Hue::Blue, "corridor: boxes can only go on");
/// let style = Style::default().title(true);
/// let drawing = picture.draw(&style)?;
/// assert!(drawing.svg().contains("a box is lost here"));
/// assert_eq!(&drawing.png()?[1..4], b"PNG");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pub(crate) width: usize,
    pub(crate) height: usize,
    /// By square.
    pub(crate) ground: Vec<Ground>,
    /// What stands where.
    pub(crate) things: Vec<(usize, Thing)>,
    pub(crate) layers: Vec<Layer>,
    pub(crate) notes: Vec<Note>,
    pub(crate) title: Option<String>,
    /// The map as text.
    pub(crate) map: String,
    /// What the picture shows besides the level, in words.
    pub(crate) subject: Option<String>,
    /// Whether things are only outlined, so that the squares below can be seen.
    pub(crate) is_faint: bool,
    /// Lines of notes that are kept free where there are fewer, for pictures side by side.
    pub(crate) reserved: usize,
}

impl Picture {
    /// A level as it starts.
    pub fn of(level: &Level) -> Self {
        let rules = level.rules();
        let thing = if rules == Rules::Boulders { Thing::Boulder } else { Thing::Box };
        let mut things: Vec<_> = level.boxes().iter().map(|&at| (at, thing)).collect();
        things.push((level.player(), Thing::Player(Dir::Down)));
        let dialect =
            if rules == Rules::Boulders { Dialect::Boulder } else { Dialect::Xsb };
        Self {
            width: level.width(),
            height: level.height(),
            ground: ground(level),
            things,
            layers: Vec::new(),
            notes: Vec::new(),
            title: None,
            map: write::rows(level, &Alphabet::of(dialect)).join("\n"),
            subject: None,
            is_faint: false,
            reserved: 0,
        }
    }

    /// Tells something about its squares. Layers lie over each other in a fixed order: heat, hatching
    /// and trails below what stands on the squares, everything else above.
    #[must_use]
    pub fn with(mut self, layer: Layer) -> Self {
        self.layers.push(layer);
        self
    }

    /// Calls it something; styles decide whether that is written above it.
    #[must_use]
    pub fn titled(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Says in words what it shows besides the level.
    #[must_use]
    pub fn showing(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Adds a line below it that explains a label.
    #[must_use]
    pub fn noted(
        mut self,
        label: impl Into<String>,
        hue: Hue,
        text: impl Into<String>,
    ) -> Self {
        self.notes.push(Note { label: Some((label.into(), hue)), text: text.into() });
        self
    }

    /// Adds a line below it.
    #[must_use]
    pub fn captioned(mut self, text: impl Into<String>) -> Self {
        self.notes.push(Note { label: None, text: text.into() });
        self
    }

    /// Outlines what stands on the squares, so that the squares can be seen.
    #[must_use]
    pub fn faint(mut self) -> Self {
        self.is_faint = true;
        self
    }

    /// Turns the player.
    #[must_use]
    pub fn facing(mut self, dir: Dir) -> Self {
        for (_, thing) in &mut self.things {
            if let Thing::Player(facing) = thing {
                *facing = dir;
            }
        }
        self
    }

    /// The same on a board of another size, so many squares farther right and down; what is added is
    /// outside. It has to fit, and to have no layers yet.
    pub(crate) fn moved(
        self,
        (width, height): (usize, usize),
        (right, down): (usize, usize),
    ) -> Self {
        let to = |at: usize| (at / self.width + down) * width + at % self.width + right;
        let mut ground = vec![Ground::Outside; width * height];
        for (at, &below) in self.ground.iter().enumerate() {
            ground[to(at)] = below;
        }
        let things = self.things.iter().map(|&(at, thing)| (to(at), thing)).collect();
        Self { width, height, ground, things, ..self }
    }

    /// Draws it.
    pub fn draw(&self, style: &Style) -> Result<Drawing, TooLarge> {
        let side = self.width.max(self.height);
        if side > MOST_SQUARES {
            return Err(TooLarge::Squares(side));
        }
        Ok(compose::draw(self, style))
    }

    /// Name, size and number of boxes.
    pub(crate) fn headline(&self) -> String {
        let boxes = self.things.iter().filter(|(_, thing)| *thing == Thing::Box).count();
        let boulders =
            self.things.iter().filter(|(_, thing)| *thing == Thing::Boulder).count();
        let what = match boulders {
            0 => count(boxes, "box"),
            _ => count(boulders, "boulder"),
        };
        let name = self.title.as_deref().unwrap_or("Sokoban level");
        let size = format!("{} x {} squares, {what}", self.width, self.height);
        match &self.subject {
            Some(subject) => format!("{name}: {subject}; {size}"),
            None => format!("{name}: {size}"),
        }
    }
}

/// What each square of a level is. Outside is what the board's edge is connected to and the player
/// is not.
pub(crate) fn ground(level: &Level) -> Vec<Ground> {
    let inside = level.flood(vec![level.player()], |_| true);
    let (width, height) = (level.width(), level.height());
    let columns = (0..width).flat_map(|x| [x, (height - 1) * width + x]);
    let rows = (0..height).flat_map(|y| [y * width, y * width + width - 1]);
    let outside = level.flood(columns.chain(rows).collect(), |_| true);
    let of = |(at, square): (usize, &kuraban_level::Square)| match square {
        square if square.wall => Ground::Wall,
        square if square.goal => Ground::Goal,
        _ if outside[at] && !inside[at] => Ground::Outside,
        _ => Ground::Floor,
    };
    level.squares().iter().enumerate().map(of).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_is_not_floor() {
        let level: Level = "  ####\n###  #\n#@$ .#\n######".parse().unwrap();
        let ground = ground(&level);
        assert_eq!(ground[..3], [Ground::Outside, Ground::Outside, Ground::Wall]);
        assert_eq!(ground[9], Ground::Floor);
        assert_eq!(ground[16], Ground::Goal);
        let open: Level = "@$.\n   ".parse().unwrap();
        assert!(super::ground(&open).iter().all(|&ground| ground != Ground::Outside));
    }
}
