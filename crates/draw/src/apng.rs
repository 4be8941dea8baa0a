//! Films as animated PNG: the same rectangles as in a GIF, with smooth edges.

use crate::Colour;
use crate::film::Film;
use crate::png::{Indexed, set_palette};
use crate::strip::Strip;
use crate::style::{Style, TooLarge};

impl Film {
    /// The film as animated PNG.
    pub fn apng(&self, style: &Style) -> Result<Vec<u8>, TooLarge> {
        let strip = Strip::new(self, style, true)?;
        let mut out = Vec::new();
        self.write(&strip, &mut out).expect("writing to memory does not fail");
        Ok(out)
    }

    fn write(&self, strip: &Strip, out: &mut Vec<u8>) -> Result<(), png::EncodingError> {
        let all: Vec<Colour> = strip
            .patches
            .iter()
            .flat_map(|patch| patch.canvas.pixels.iter().copied())
            .collect();
        let mut encoder = png::Encoder::new(out, strip.width as u32, strip.height as u32);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::Balanced);
        encoder.set_animated(strip.patches.len() as u32, u32::from(self.pace.loops))?;
        encoder.set_filter(png::Filter::NoFilter);
        // Bytes of all frames, and how many a pixel takes.
        let (bytes, size) = if let Some(indexed) = Indexed::new(&all) {
            set_palette(&mut encoder, &indexed.palette);
            (indexed.pixels, 1)
        } else {
            encoder.set_color(png::ColorType::Rgba);
            let parts =
                |colour: &Colour| [colour.red, colour.green, colour.blue, colour.alpha];
            (all.iter().flat_map(parts).collect(), 4)
        };
        let mut writer = encoder.write_header()?;
        let mut used = 0;
        for (index, patch) in strip.patches.iter().enumerate() {
            let count = patch.canvas.pixels.len() * size;
            if index > 0 {
                writer.reset_frame_position()?;
                writer.set_frame_dimension(
                    patch.canvas.width as u32,
                    patch.canvas.height as u32,
                )?;
                writer.set_frame_position(patch.left as u32, patch.top as u32)?;
            }
            let milliseconds = patch.shown.min(u32::from(u16::MAX)) as u16;
            writer.set_frame_delay(milliseconds, 1000)?;
            writer.write_image_data(&bytes[used..used + count])?;
            used += count;
        }
        writer.finish()
    }
}
