//! Films show what the referee sees, in every form.

use std::collections::BTreeMap;

use kuraban_draw::{By, Canvas, Colour, Film, Pace, Style, Theme};
use kuraban_level::{Format, Level, Reader, Step, lurd};
use kuraban_verify::Replay;
use quick_xml::events::{BytesStart, Event};

/// Levels of our own with their solutions.
fn solved() -> Vec<(Level, Vec<Step>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels/kuraban.xsb");
    let text = std::fs::read_to_string(path).expect("our own levels");
    Reader::new(Box::new(text.as_bytes()), Format::Auto)
        .filter_map(|entry| {
            let steps = lurd::read(&entry.games.first()?.letters).ok()?;
            Some((entry.level.ok()?, steps))
        })
        .filter(|(_, steps)| steps.len() < 400)
        .step_by(5)
        .collect()
}

/// The attributes of an element.
fn attributes(element: &BytesStart<'_>) -> BTreeMap<String, String> {
    element
        .attributes()
        .map(|attribute| {
            let attribute = attribute.expect("a good attribute");
            let name = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            (name, String::from_utf8_lossy(&attribute.value).into_owned())
        })
        .collect()
}

/// The ways of an animated SVG: times and places of each thing, the player last.
fn ways(svg: &str) -> Vec<Vec<(f64, f64, f64)>> {
    let mut reader = quick_xml::Reader::from_str(svg);
    let mut ways = Vec::new();
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Empty(element) if element.name().as_ref() == b"animateTransform" => {
                let of = attributes(&element);
                // Digits have one number each.
                if of["type"] != "translate" || !of["values"].contains(' ') {
                    continue;
                }
                let times: Vec<f64> =
                    of["keyTimes"].split(';').map(|time| time.parse().unwrap()).collect();
                let places: Vec<(f64, f64)> = of["values"]
                    .split(';')
                    .map(|place| {
                        let (x, y) = place.split_once(' ').unwrap();
                        (x.parse().unwrap(), y.parse().unwrap())
                    })
                    .collect();
                assert_eq!(times.len(), places.len());
                assert!(times.first() == Some(&0.0) && times.last() == Some(&1.0));
                assert!(times.windows(2).all(|pair| pair[0] < pair[1]), "{times:?}");
                let all =
                    times.into_iter().zip(places).map(|(time, (x, y))| (time, x, y));
                ways.push(all.collect());
            }
            Event::Eof => return ways,
            _ => {}
        }
    }
}

/// The numbers that an animated SVG counts, at a time: the digits of each, blanks left out.
fn counted(svg: &str, time: f64) -> String {
    let mut reader = quick_xml::Reader::from_str(svg);
    let mut digits = String::new();
    loop {
        match reader.read_event().expect("well-formed") {
            Event::Text(text)
                if ["moves", "pushes"].contains(&&*String::from_utf8_lossy(&text)) =>
            {
                digits.push(' ');
            }
            Event::Empty(element) if element.name().as_ref() == b"animateTransform" => {
                let of = attributes(&element);
                if of["type"] != "translate" || of["values"].contains(' ') {
                    continue;
                }
                assert_eq!(of["calcMode"], "discrete");
                let times =
                    of["keyTimes"].split(';').map(|at| at.parse::<f64>().unwrap());
                let places =
                    of["values"].split(';').map(|at| at[1..].parse::<u32>().unwrap());
                let shown = times.zip(places).take_while(|(at, _)| *at <= time).last();
                let (_, place) = shown.expect("times begin at zero");
                digits.extend(place.checked_sub(1).map(|digit| digit.to_string()));
            }
            Event::Eof => return digits.trim_start().to_owned(),
            _ => {}
        }
    }
}

#[test]
fn the_caption_of_an_animated_svg_counts() {
    let (level, steps) =
        solved().into_iter().max_by_key(|(_, steps)| steps.len()).unwrap();
    assert!(steps.len() > 99);
    for by in By::ALL {
        let pace = Pace { by, caption: true, from: 3, ..Pace::default() };
        let film = Film::new(&level, &steps, &pace).unwrap();
        let svg = film.animated_svg(&Style::default()).unwrap();
        let last = film.frames().len() - 1;
        let all =
            film.frames().iter().map(|frame| frame.ms).sum::<u32>() + film.shown(last);
        let mut time = 0;
        for (index, frame) in film.frames().iter().enumerate() {
            time += frame.ms;
            // A little later: times have few decimals.
            let now =
                (f64::from(time) + 0.5 * f64::from(film.shown(index))) / f64::from(all);
            assert_eq!(counted(&svg, now), format!("{} {}", frame.moves, frame.pushes));
        }
    }
}

/// Where a thing is at a time.
fn at(way: &[(f64, f64, f64)], time: f64) -> (f64, f64) {
    let next = way.iter().position(|key| key.0 >= time).unwrap_or(way.len() - 1).max(1);
    let (from, to) = (way[next - 1], way[next]);
    let share = ((time - from.0) / (to.0 - from.0)).clamp(0.0, 1.0);
    (from.1 + (to.1 - from.1) * share, from.2 + (to.2 - from.2) * share)
}

#[test]
fn animated_svg_shows_what_the_referee_sees() {
    for (level, steps) in solved() {
        for pace in [Pace::default(), Pace { fast_walk: true, ..Pace::default() }] {
            let film = Film::new(&level, &steps, &pace).unwrap();
            let ways = ways(&film.animated_svg(&Style::default()).unwrap());
            let all: u32 = film.frames().iter().map(|frame| frame.ms).sum::<u32>()
                + film.shown(steps.len());
            let mut position = Replay::new(&level);
            let mut time = 0;
            for (index, frame) in film.frames().iter().enumerate() {
                if index > 0 {
                    position.step(steps[index - 1].dir).unwrap();
                }
                time += frame.ms;
                let square = |(x, y): (f64, f64)| {
                    let near = |value: f64| (value - value.round()).abs() < 0.1;
                    assert!(near(x) && near(y), "step {index}: {x}, {y}");
                    y.round() as usize * level.width() + x.round() as usize
                };
                let now = f64::from(time) / f64::from(all);
                let things: Vec<usize> =
                    ways.iter().map(|way| square(at(way, now))).collect();
                let (&player, boxes) = things.split_last().unwrap();
                assert_eq!(player, position.player(), "step {index}");
                assert!(boxes.iter().all(|&at| position.has_box(at)), "step {index}");
            }
            assert!(position.is_solved());
        }
    }
}

#[test]
fn walks_that_are_left_out_are_jumps() {
    for (level, steps) in solved().into_iter().take(3) {
        for by in [By::Push, By::Session] {
            let pace = Pace { by, caption: true, loops: 2, ..Pace::default() };
            let film = Film::new(&level, &steps, &pace).unwrap();
            let svg = film.animated_svg(&Style::default().title(true)).unwrap();
            let ways = ways(&svg);
            assert!(svg.contains("repeatCount=\"2\""));
            let end = at(ways.last().unwrap(), 1.0);
            let last = film.frames().last().unwrap().player;
            let column = (last % level.width()) as f64;
            assert!((end.0 - column).abs() < 1e-9);
        }
    }
}

/// Puts a piece of a picture onto it.
fn lay(canvas: &mut Canvas, pixels: &[u8], (left, top, width): (usize, usize, usize)) {
    for (index, pixel) in pixels.chunks_exact(4).enumerate() {
        let [red, green, blue, alpha] = *pixel else { panic!("four bytes a pixel") };
        let (x, y) = (left + index % width, top + index / width);
        canvas.pixels[y * canvas.width + x] = Colour { red, green, blue, alpha };
    }
}

/// Transparent pixels have no colour.
fn seen(canvas: &Canvas) -> Vec<Colour> {
    let of = |&colour: &Colour| if colour.alpha == 0 { Colour::CLEAR } else { colour };
    canvas.pixels.iter().map(of).collect()
}

#[test]
fn gifs_end_with_the_solved_board() {
    for (index, (level, steps)) in solved().into_iter().enumerate() {
        let style = Style::default().tile(12).theme(Theme::ALL[index % Theme::ALL.len()]);
        let film = Film::new(&level, &steps, &Pace::default()).unwrap();
        let bytes = film.gif(&style).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let (width, height) =
            (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut canvas = Canvas::new(width, height, Colour::CLEAR);
        let mut frames = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            assert!(frame.delay >= 2);
            let (left, top) = (usize::from(frame.left), usize::from(frame.top));
            lay(&mut canvas, &frame.buffer, (left, top, usize::from(frame.width)));
            frames += 1;
        }
        assert_eq!(frames, steps.len() + 1);
        let last = film.picture(steps.len()).draw(&style).unwrap().canvas(false);
        assert!(seen(&canvas) == seen(&last), "level {index}");
    }
}

#[test]
fn apngs_end_with_the_solved_board() {
    for (index, (level, steps)) in solved().into_iter().enumerate().take(5) {
        let style = Style::default().tile(11);
        let film = Film::new(&level, &steps, &Pace::default()).unwrap();
        let bytes = film.apng(&style).unwrap();
        let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
        decoder.set_transformations(
            png::Transformations::EXPAND | png::Transformations::ALPHA,
        );
        let mut reader = decoder.read_info().unwrap();
        let frames = reader.info().animation_control().unwrap().num_frames;
        assert_eq!(frames as usize, steps.len() + 1);
        let (width, height) =
            (reader.info().width as usize, reader.info().height as usize);
        let mut canvas = Canvas::new(width, height, Colour::CLEAR);
        for _ in 0..frames {
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let info = reader.next_frame(&mut pixels).unwrap();
            let of = reader.info().frame_control().unwrap();
            let (left, top) = (of.x_offset as usize, of.y_offset as usize);
            pixels.truncate((info.width * info.height * 4) as usize);
            lay(&mut canvas, &pixels, (left, top, info.width as usize));
        }
        let last = film.picture(steps.len()).draw(&style).unwrap().canvas(true);
        assert!(seen(&canvas) == seen(&last), "level {index}");
    }
}

#[test]
fn captions_and_titles_keep_the_board_in_place() {
    let (level, steps) = solved().swap_remove(2);
    let pace = Pace { caption: true, by: By::Push, ..Pace::default() };
    let film = Film::new(&level, &steps, &pace).unwrap().titled("A title");
    let style = Style { coordinates: true, title: true, ..Style::default() }.tile(16);
    let bytes = film.gif(&style).unwrap();
    let decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
    let drawing = film.picture(0).draw(&style).unwrap();
    assert!(u64::from(decoder.height()) > drawing.pixels().1);
    assert!(film.apng(&style).is_ok());
    assert!(film.html(&style).unwrap().contains("<h1>A title</h1>"));
}

/// Figures that were promised: a solution of 230 moves as SVG in 6 KB, as GIF in 25 KB.
#[test]
fn films_are_small() {
    let (level, steps) = solved()
        .into_iter()
        .filter(|(_, steps)| (200..260).contains(&steps.len()))
        .max_by_key(|(_, steps)| steps.len())
        .expect("one of our levels has such a solution");
    let film = Film::new(&level, &steps, &Pace::default()).unwrap();
    let share = steps.len() as f64 / 230.0;
    let svg = film.animated_svg(&Style::default()).unwrap().len();
    let gif = film.gif(&Style::default().tile(16)).unwrap().len();
    assert!(
        svg as f64 <= 6000.0 * share.max(1.0),
        "{svg} bytes for {} moves",
        steps.len()
    );
    assert!(
        gif as f64 <= 25_000.0 * share.max(1.0),
        "{gif} bytes for {} moves",
        steps.len()
    );
}
