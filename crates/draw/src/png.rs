//! Pixels as PNG.

use crate::style::{MOST_PIXELS, TooLarge};
use crate::{Canvas, Colour, Drawing};

impl Drawing {
    /// The picture as PNG.
    pub fn png(&self) -> Result<Vec<u8>, TooLarge> {
        self.fits()?;
        Ok(write(&self.canvas(true)))
    }

    /// Whether it is small enough to be made of pixels.
    pub(crate) fn fits(&self) -> Result<(), TooLarge> {
        let (width, height) = self.pixels();
        if width.saturating_mul(height) <= MOST_PIXELS {
            return Ok(());
        }
        let fits = (MOST_PIXELS as f64 / (self.width * self.height)).sqrt().floor();
        Err(TooLarge::Pixels { width, height, fits: (fits as u32).max(1) })
    }
}

/// Colours by number, where there are at most 256 of them.
pub(crate) struct Indexed {
    pub(crate) palette: Vec<Colour>,
    pub(crate) pixels: Vec<u8>,
}

impl Indexed {
    pub(crate) fn new(pixels: &[Colour]) -> Option<Self> {
        /// Colours are looked up where their bits put them; a table of twice the size has few
        /// that meet.
        const PLACES: usize = 512;
        let mut places: [Option<(Colour, u8)>; PLACES] = [None; PLACES];
        let mut palette: Vec<Colour> = Vec::new();
        let mut out = Vec::with_capacity(pixels.len());
        // Most pixels have the colour of the one before.
        let mut last: Option<(Colour, u8)> = None;
        for &pixel in pixels {
            if let Some((colour, number)) = last
                && colour == pixel
            {
                out.push(number);
                continue;
            }
            let mut place = pixel.hash() % PLACES;
            let number = loop {
                match places[place] {
                    Some((colour, number)) if colour == pixel => break number,
                    Some(_) => place = (place + 1) % PLACES,
                    None => {
                        let number = u8::try_from(palette.len()).ok()?;
                        palette.push(pixel);
                        places[place] = Some((pixel, number));
                        break number;
                    }
                }
            };
            last = Some((pixel, number));
            out.push(number);
        }
        Some(Self { palette, pixels: out })
    }
}

/// Writes a canvas: by numbers of colours where that is possible.
pub(crate) fn write(canvas: &Canvas) -> Vec<u8> {
    // Thumbnails are made by the thousand. Quick compression takes a quarter of the time there, and
    // twice the bytes (measured on Boxoban levels at 8 pixels a square).
    const THUMBNAIL: usize = 1 << 15;
    let mut out = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut out, canvas.width as u32, canvas.height as u32);
    encoder.set_depth(png::BitDepth::Eight);
    let is_small = canvas.pixels.len() <= THUMBNAIL;
    let (compression, filter) = if is_small {
        (png::Compression::Fast, png::Filter::Up)
    } else {
        (png::Compression::Balanced, png::Filter::NoFilter)
    };
    encoder.set_compression(compression);
    let written = if let Some(indexed) = Indexed::new(&canvas.pixels) {
        set_palette(&mut encoder, &indexed.palette);
        encoder.set_filter(filter);
        finish(encoder, &indexed.pixels)
    } else {
        encoder.set_color(png::ColorType::Rgba);
        let all: Vec<u8> = canvas
            .pixels
            .iter()
            .flat_map(|colour| [colour.red, colour.green, colour.blue, colour.alpha])
            .collect();
        finish(encoder, &all)
    };
    written.expect("a picture fits into memory");
    out
}

fn finish(
    encoder: png::Encoder<'_, &mut Vec<u8>>,
    bytes: &[u8],
) -> Result<(), png::EncodingError> {
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()
}

/// Names the colours that numbers stand for.
pub(crate) fn set_palette<W: std::io::Write>(
    encoder: &mut png::Encoder<'_, W>,
    palette: &[Colour],
) {
    encoder.set_color(png::ColorType::Indexed);
    let colours: Vec<u8> = palette
        .iter()
        .flat_map(|colour| [colour.red, colour.green, colour.blue])
        .collect();
    encoder.set_palette(colours);
    if palette.iter().any(|colour| colour.alpha < 255) {
        encoder.set_trns(palette.iter().map(|colour| colour.alpha).collect::<Vec<_>>());
    }
}
