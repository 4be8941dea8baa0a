//! Films as GIF.

use std::borrow::Cow;

use crate::Colour;
use crate::film::Film;
use crate::png::Indexed;
use crate::strip::Strip;
use crate::style::{Style, TooLarge};

impl Film {
    /// The film as GIF, with hard edges: few colours make small files.
    pub fn gif(&self, style: &Style) -> Result<Vec<u8>, TooLarge> {
        // Browsers slow down what is faster.
        const FASTEST: u32 = 2;
        let strip = Strip::new(self, style, false)?;
        let side = strip.width.max(strip.height);
        let (Ok(width), Ok(height)) =
            (u16::try_from(strip.width), u16::try_from(strip.height))
        else {
            return Err(TooLarge::Gif(side as u64));
        };
        let all: Vec<Colour> = strip
            .patches
            .iter()
            .flat_map(|patch| patch.canvas.pixels.iter().copied())
            .collect();
        let indexed =
            Indexed::new(&all).expect("hard edges have no more colours than a theme");
        let clear = indexed.palette.iter().position(|colour| colour.alpha == 0);
        let palette: Vec<u8> = indexed
            .palette
            .iter()
            .flat_map(|colour| [colour.red, colour.green, colour.blue])
            .collect();
        let mut out = Vec::new();
        let mut encoder = gif::Encoder::new(&mut out, width, height, &palette)
            .expect("writing to memory does not fail");
        let repeat = match self.pace.loops {
            0 => gif::Repeat::Infinite,
            times => gif::Repeat::Finite(times - 1),
        };
        encoder.set_repeat(repeat).expect("writing to memory does not fail");
        let mut used = 0;
        for patch in &strip.patches {
            let count = patch.canvas.pixels.len();
            let frame = gif::Frame {
                delay: (patch.shown / 10).clamp(FASTEST, u32::from(u16::MAX)) as u16,
                dispose: gif::DisposalMethod::Keep,
                transparent: clear.map(|index| index as u8),
                left: patch.left as u16,
                top: patch.top as u16,
                width: patch.canvas.width as u16,
                height: patch.canvas.height as u16,
                buffer: Cow::Borrowed(&indexed.pixels[used..used + count]),
                ..gif::Frame::default()
            };
            used += count;
            encoder.write_frame(&frame).expect("frames lie within the picture");
        }
        drop(encoder);
        Ok(out)
    }
}
