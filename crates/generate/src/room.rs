//! Rooms: walls and goals, where boxes and player have yet to be put.

use kuraban::{Dir, Level, Rules, Square};

use crate::grid::{Grid, bits, number};

/// A room of at most 64 squares inside its outer walls.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Room {
    /// The squares inside the outer walls.
    pub grid: Grid,
    /// Those that are no walls. They are connected.
    pub floor: u64,
    /// The goals among them.
    pub goals: u64,
}

/// Where boxes and player stand.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Start {
    /// The squares with boxes.
    pub boxes: u64,
    /// The player's square, as a bit.
    pub player: u64,
}

impl Room {
    /// The room of a level, and its start. `None` where it is too large for one word, or open, or
    /// where something is out of reach.
    pub fn of(level: &Level) -> Option<(Self, Start)> {
        let (width, height) = (level.width(), level.height());
        if level.rules() != Rules::Boxes
            || !level.is_enclosed()
            || width < 3
            || height < 3
        {
            return None;
        }
        let grid = Grid::new(width - 2, height - 2)?;
        let reach = level.flood(vec![level.player()], |_| true);
        let inside = |at: usize| {
            let (row, column) = level.row_column(at);
            1_u64 << ((row - 1) * grid.width() + column - 1)
        };
        let squares = |keep: &dyn Fn(usize) -> bool| -> u64 {
            (0..reach.len()).filter(|&at| reach[at] && keep(at)).map(inside).sum()
        };
        let floor = squares(&|_| true);
        let goals = squares(&|at| level.square(at).goal);
        let boxes = squares(&|at| level.square(at).has_box);
        let whole = goals.count_ones() as usize == level.goals().len()
            && boxes.count_ones() as usize == level.boxes().len();
        let start = Start { boxes, player: inside(level.player()) };
        whole.then_some((Self { grid, floor, goals }, start))
    }

    /// The room with boxes and player, walls round it.
    pub fn level(&self, start: Start) -> Level {
        let width = self.grid.width() + 2;
        let mut squares = vec![Square::WALL; width * (self.grid.height() + 2)];
        for square in bits(self.floor) {
            squares[self.square(square)] = Square {
                wall: false,
                goal: self.goals & square != 0,
                has_box: start.boxes & square != 0,
            };
        }
        Level::new(Rules::Boxes, width, squares, &[self.square(start.player)])
            .expect("as many boxes as goals, and all on the floor")
    }

    /// The number of a square in the level.
    pub fn square(&self, square: u64) -> usize {
        let at = number(square);
        let (row, column) = (at / self.grid.width(), at % self.grid.width());
        (row + 1) * (self.grid.width() + 2) + column + 1
    }

    /// Whether its floor is connected and there is room for the player.
    pub fn is_sound(&self) -> bool {
        let rest = self.floor & !self.goals;
        self.goals & !self.floor == 0
            && rest != 0
            && self.grid.flood(rest & rest.wrapping_neg(), self.floor) == self.floor
    }

    /// The squares from which a lone box can be pushed to a goal: those that it can be pulled to
    /// over an empty floor.
    pub fn live(&self) -> u64 {
        let grid = self.grid;
        let pullable = Dir::ALL.map(|dir| self.floor & grid.step(self.floor, !dir));
        let mut live = self.goals;
        loop {
            let before = live;
            for (dir, pullable) in Dir::ALL.into_iter().zip(pullable) {
                live |= grid.step(live, dir) & pullable;
            }
            if live == before {
                return live;
            }
        }
    }

    /// Whether a simple look shows that boxes are lost: one stands on a square that is not live,
    /// or some off their goals block each other for good. The second is the rule `freeze` of the
    /// board crate, for one word: there the board leaves out boxes that cannot move, here none.
    pub fn shows_loss(&self, live: u64, boxes: u64) -> bool {
        if boxes & !live != 0 {
            return true;
        }
        let grid = self.grid;
        let mut left = boxes;
        loop {
            let free = self.floor & !left;
            let open = |one: Dir| {
                let both = grid.step(free, one) & grid.step(free, !one);
                both & (grid.step(free & live, one) | grid.step(free & live, !one))
            };
            let movable = left & (open(Dir::Up) | open(Dir::Left));
            if movable == 0 {
                return left & !self.goals != 0;
            }
            left &= !movable;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(text: &str) -> (Room, Start) {
        Room::of(&text.parse().expect("a level")).expect("small enough")
    }

    #[test]
    fn losses_show_where_they_are_simple() {
        for (text, shows) in [
            ("#######\n#@ $. #\n#     #\n#######", false),
            ("#######\n#@   $#\n#  .  #\n#######", true),
            ("#######\n#@    #\n# $$  #\n# $$  #\n# ....#\n#######", true),
            ("#######\n#@    #\n# **  #\n# **  #\n#     #\n#######", false),
            ("#######\n#@    #\n# $$$ #\n#     #\n# ... #\n#######", false),
        ] {
            let (room, start) = room(text);
            assert_eq!(room.shows_loss(room.live(), start.boxes), shows, "{text}");
        }
    }

    #[test]
    fn a_room_is_its_level() {
        for text in [
            "########\n#  #   #\n#      #\n#   ## #\n### #@##\n# $$$  #\n#.. .  #\n########",
            "#####\n#@$.#\n#####",
            "####\n# .#\n#  ###\n#*@  #\n#  $ #\n#  ###\n####",
        ] {
            let level: Level = text.parse().expect("a level");
            let (room, start) = Room::of(&level).expect("small enough");
            assert!(room.is_sound());
            let drawn = room.level(start);
            assert_eq!(
                kuraban::identity::canonical(&drawn),
                kuraban::identity::canonical(&level)
            );
            assert_eq!((drawn.player(), drawn.boxes()), (level.player(), level.boxes()));
        }
        let sealed: Level =
            "########\n#@$.# $#\n######.#\n########".parse().expect("a level");
        assert_eq!(Room::of(&sealed), None);
        let large = format!("###########\n#@$.{}#\n###########", "      ");
        assert!(Room::of(&large.parse().expect("a level")).is_some());
    }
}
