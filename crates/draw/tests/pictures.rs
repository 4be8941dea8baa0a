//! Pictures are what they should be: the same bytes, well-formed, and distinct in grey.

use std::path::Path;

use kuraban_draw::{
    Colour, Heat, Hue, Label, Layer, Mark, Picture, Region, Sign, Style, Theme, Walls,
    html, panels, parting, poster, sheet, solution,
};
use kuraban_level::{Dir, Format, Level, Reader, Rules, Square, lurd};
use proptest::prelude::*;
use quick_xml::events::Event;

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden"))
}

fn collection() -> Vec<(Level, String, Option<String>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/kuraban.xsb");
    let text = std::fs::read_to_string(path).expect("our own levels");
    Reader::new(Box::new(text.as_bytes()), Format::Auto)
        .map(|entry| {
            let letters = entry.games.first().map(|game| game.letters.clone());
            (entry.level.expect("a level"), entry.title.unwrap_or_default(), letters)
        })
        .collect()
}

/// Fails unless a text is well-formed XML.
fn assert_xml(text: &str) {
    let mut reader = quick_xml::Reader::from_str(text);
    let mut depth = 0;
    loop {
        match reader.read_event().unwrap_or_else(|why| panic!("{why}: {text}")) {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
}

/// Compares with a stored picture. `KURABAN_GOLDEN=write` stores it anew.
fn assert_golden(name: &str, svg: &str) {
    assert_xml(svg);
    let path = folder().join(name);
    if std::env::var_os("KURABAN_GOLDEN").is_some_and(|what| what == "write") {
        std::fs::write(&path, svg).expect("a folder to write to");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == svg,
        "{name} differs; look at it, then run with KURABAN_GOLDEN=write"
    );
}

#[test]
fn levels_are_drawn_as_before() {
    let levels = collection();
    for (index, (level, title, _)) in
        levels.iter().step_by(levels.len() / 7).take(6).enumerate()
    {
        let style = Style {
            theme: Theme::ALL[index % Theme::ALL.len()],
            walls: Walls::ALL[index % Walls::ALL.len()],
            coordinates: index.is_multiple_of(2),
            title: index.is_multiple_of(3),
            ..Style::default()
        };
        let picture = Picture::of(level).titled(title.as_str());
        assert_golden(
            &format!("level-{index}.svg"),
            &picture.draw(&style).unwrap().svg(),
        );
    }
}

#[test]
fn explanations_are_drawn_as_before() {
    let (level, title, letters) = collection().swap_remove(8);
    let steps = lurd::read(&letters.unwrap()).unwrap();
    let style = Style::default().title(true);
    let trails = solution(&level, &steps).unwrap().titled(title.as_str());
    assert_golden("solution.svg", &trails.draw(&style).unwrap().svg());
    let steps_svg = panels(&level, &steps, Some(&title), &style).unwrap().svg();
    assert_golden("steps.svg", &steps_svg);
    let other = lurd::read("uu").unwrap();
    let parted = parting(&level, &steps, &other).unwrap();
    assert_golden("parting.svg", &parted.draw(&style).unwrap().svg());
    let large = poster(&level, &title, Some("Kuraban & friends"), Some("uuRRd"));
    assert_golden("poster.svg", &large.draw(&style).unwrap().svg());
}

#[test]
fn sheets_hold_all_levels() {
    let cards: Vec<kuraban_draw::Card> = collection()
        .into_iter()
        .zip(1..)
        .map(|((level, title, _), number)| kuraban_draw::Card {
            picture: Picture::of(&level),
            number,
            title: Some(title),
            facts: "<&>".into(),
            difficulty: Some(0.5),
        })
        .collect();
    let pages = sheet(&cards, "A & B", &Style::default()).unwrap();
    assert_eq!(pages.len(), cards.len().div_ceil(35));
    for page in &pages {
        assert_xml(&page.svg());
    }
    let page = html(&cards, "A & B", &Style::default()).unwrap();
    assert!(
        cards.iter().all(|card| page.contains(&format!("id=\"level-{}\"", card.number)))
    );
}

/// The seven tiles: floor, wall, goal, box, box on goal, player, player on goal.
fn tiles(theme: Theme, tile: u32) -> Vec<Vec<Colour>> {
    let style = Style::default().theme(theme).tile(tile);
    let canvas = |text: &str, at: usize| {
        let level: Level = text.parse().unwrap();
        let canvas = Picture::of(&level).draw(&style).unwrap().canvas(true);
        let (left, top) = (at % level.width(), at / level.width());
        let side = tile as usize;
        let pixel = |index: usize| {
            canvas.at(left * side + index % side, top * side + index / side)
        };
        (0..side * side).map(pixel).collect()
    };
    let level = "########\n#@ $.* #\n########";
    let mut tiles: Vec<Vec<Colour>> =
        [10, 0, 12, 11, 13, 9].into_iter().map(|at| canvas(level, at)).collect();
    tiles.push(canvas("####\n#+$#\n####", 5));
    tiles
}

#[test]
fn every_theme_keeps_tiles_apart_in_grey() {
    // Two tiles differ where a twelfth of their pixels is 12 % lighter or darker: by shape, or all
    // over.
    const LIGHTER: f64 = 12.0;
    const SHARE: usize = 12;
    for theme in Theme::ALL {
        for tile in [8, 16, 24, 32] {
            let tiles = tiles(theme, tile);
            for (index, a) in tiles.iter().enumerate() {
                for (before, b) in tiles[..index].iter().enumerate() {
                    let differs = |(a, b): &(&Colour, &Colour)| {
                        (a.lightness() - b.lightness()).abs() >= LIGHTER
                    };
                    let count = a.iter().zip(b).filter(differs).count();
                    assert!(
                        count >= a.len() / SHARE,
                        "{theme} {tile}: {before} and {index}"
                    );
                }
            }
        }
    }
}

#[test]
fn small_boxoban_pictures_have_the_colours_of_the_papers() {
    let tiles = tiles(Theme::Boxoban, 1);
    let told: Vec<_> =
        tiles.iter().map(|tile| (tile[0].red, tile[0].green, tile[0].blue)).collect();
    assert_eq!(
        told,
        [
            (243, 248, 238),
            (0, 0, 0),
            (254, 126, 125),
            (142, 121, 56),
            (254, 95, 56),
            (160, 212, 56),
            (219, 212, 56)
        ]
    );
}

#[test]
fn a_png_shows_the_tiles_of_its_level() {
    let level: Level = "  ####\n###  #\n#@$*.#\n#  $.#\n######".parse().unwrap();
    let style = Style::default().tile(16);
    let bytes = Picture::of(&level).draw(&style).unwrap().png().unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes));
    reader.set_transformations(png::Transformations::EXPAND);
    let mut reader = reader.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!((info.width, info.height), (6 * 16, 5 * 16));
    let size = pixels.len() / (96 * 80);
    let at = |square: usize, x: usize, y: usize| {
        let (left, top) = (square % 6 * 16 + x, square / 6 * 16 + y);
        &pixels[(top * 96 + left) * size..][..size]
    };
    let same = |a: usize, b: usize| {
        (0..256)
            .all(|index| at(a, index % 16, index / 16) == at(b, index % 16, index / 16))
    };
    assert_eq!(at(0, 8, 8)[3], 0, "outside is transparent");
    assert!(same(2, 12) && same(14, 21) && same(9, 19), "walls, boxes, floor");
    assert!(!same(14, 15) && !same(16, 15) && !same(13, 14));
}

#[test]
fn layers_never_panic_and_stay_well_formed() {
    let level: Level = "#######\n#@$ . #\n#######".parse().unwrap();
    let hues = [Hue::Ink, Hue::Blue];
    let signs =
        [Sign::Hatch, Sign::Tint, Sign::Cross, Sign::Frame, Sign::Arrow(Dir::Left)];
    let marks =
        signs.into_iter().zip(8..).map(|(sign, at)| Mark { at, sign, hue: hues[at % 2] });
    let labels = (0..6).map(|number| Label {
        at: 9,
        text: format!("<{number}>"),
        hue: Hue::nth(number),
    });
    let values = (0..21).map(|at| (at % 3 == 0).then_some(f64::from(at) * 1e5)).collect();
    let picture = Picture::of(&level)
        .titled("a & b \u{1} 倉")
        .with(Layer::Heat(Heat { values, legend: "<".into() }))
        .with(Layer::Marks(marks.collect()))
        .with(Layer::Labels(labels.collect()))
        .with(Layer::Regions(vec![Region { squares: vec![8, 9], hue: Hue::Green }]))
        .noted("1", Hue::Blue, "a & b ".repeat(30));
    for theme in Theme::ALL {
        for tile in [1, 7, 24, 33] {
            let style =
                Style { theme, tile, coordinates: true, title: true, ..Style::default() };
            let drawing = picture.draw(&style).unwrap();
            assert_xml(&drawing.svg());
            assert!(drawing.png().is_ok());
        }
    }
}

#[test]
fn too_large_pictures_are_refused() {
    let row = format!("@{}$.\n", " ".repeat(5000));
    let level: Level = row.parse().unwrap();
    let why = Picture::of(&level).draw(&Style::default()).unwrap_err();
    assert!(why.to_string().contains("5003 squares"), "{why}");
    let mut squares = vec![Square::FLOOR; 500 * 500];
    (squares[0], squares[1]) = (Square::BOX, Square::GOAL);
    let level = Level::new(Rules::Boxes, 500, squares, &[2]).unwrap();
    let style = Style::default().tile(64);
    let why = Picture::of(&level).draw(&style).unwrap().png().unwrap_err();
    assert!(why.to_string().contains("squares of 20 fit"), "{why}");
    assert!(Picture::of(&level).draw(&style.tile(2)).unwrap().png().is_ok());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_level_can_be_drawn(
        seed in 0u64..1_000_000,
        tile in 1u32..40,
        theme in 0usize..5,
        walls in 0usize..3,
    ) {
        let rules = if seed % 5 == 0 { Rules::Boulders } else { Rules::Boxes };
        let level = kuraban_testkit::level(seed, rules);
        let style = Style {
            theme: Theme::ALL[theme],
            walls: Walls::ALL[walls],
            tile,
            coordinates: seed % 2 == 0,
            title: seed % 3 == 0,
        };
        let drawing = Picture::of(&level).titled("t").draw(&style).unwrap();
        assert_xml(&drawing.svg());
        prop_assert!(drawing.png().is_ok());
    }
}
