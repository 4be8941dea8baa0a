//! Colours.

use std::fmt;

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Colour {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    /// 255 hides what lies below.
    pub alpha: u8,
}

impl Colour {
    /// Nothing at all.
    pub const CLEAR: Self = Self { red: 0, green: 0, blue: 0, alpha: 0 };

    /// An opaque colour, as in `0xE69F00`.
    pub const fn hex(rgb: u32) -> Self {
        let [_, red, green, blue] = rgb.to_be_bytes();
        Self { red, green, blue, alpha: 255 }
    }

    /// The same colour, of which what lies below shows through.
    #[must_use]
    pub const fn faint(self, alpha: u8) -> Self {
        Self { alpha, ..self }
    }

    /// The colour between this one (`share` zero) and another (`share` one).
    #[must_use]
    pub fn towards(self, other: Self, share: f64) -> Self {
        let between = |a: u8, b: u8| {
            (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u8
        };
        Self {
            red: between(self.red, other.red),
            green: between(self.green, other.green),
            blue: between(self.blue, other.blue),
            alpha: between(self.alpha, other.alpha),
        }
    }

    /// This colour, covering the share `cover` of a pixel, over `below`.
    #[must_use]
    pub(crate) fn over(self, below: Self, cover: f64) -> Self {
        let top = f64::from(self.alpha) / 255.0 * cover;
        let rest = f64::from(below.alpha) / 255.0 * (1.0 - top);
        let all = top + rest;
        if all <= 0.0 {
            return Self::CLEAR;
        }
        let mixed = |a: u8, b: u8| {
            ((f64::from(a) * top + f64::from(b) * rest) / all).round() as u8
        };
        Self {
            red: mixed(self.red, below.red),
            green: mixed(self.green, below.green),
            blue: mixed(self.blue, below.blue),
            alpha: (all * 255.0).round() as u8,
        }
    }

    /// The lightness that people see, from 0 (black) to 100 (white): L* of CIE 1976.
    pub fn lightness(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        };
        let luminance = 0.2126 * linear(self.red)
            + 0.7152 * linear(self.green)
            + 0.0722 * linear(self.blue);
        if luminance <= 216.0 / 24389.0 {
            luminance * 24389.0 / 27.0
        } else {
            116.0 * luminance.cbrt() - 16.0
        }
    }

    /// A number that differs for most colours.
    pub(crate) fn hash(self) -> usize {
        let all = u32::from_be_bytes([self.red, self.green, self.blue, self.alpha]);
        (all.wrapping_mul(0x9E37_79B1) >> 16) as usize
    }

    /// Black or white, whichever is easier to read on this colour.
    #[must_use]
    pub fn readable(self) -> Self {
        Self::hex(if self.lightness() > 55.0 { 0x00_0000 } else { 0xFF_FFFF })
    }
}

/// As SVG writes it, without the opacity.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [self.red, self.green, self.blue];
        if parts.iter().all(|part| part % 17 == 0) {
            let [red, green, blue] = parts.map(|part| part / 17);
            return write!(f, "#{red:x}{green:x}{blue:x}");
        }
        let [red, green, blue] = parts;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Even in lightness from dark blue to yellow, safe for the colour-blind: *viridis* of
/// matplotlib, at ten points.
const RAMP: [u32; 10] = [
    0x44_0154, 0x48_2878, 0x3E_4989, 0x31_688E, 0x26_828E, 0x1F_9E89, 0x35_B779,
    0x6D_CD59, 0xB4_DE2C, 0xFD_E725,
];

/// The colour of a value from zero to one in a heat map.
pub fn ramp(value: f64) -> Colour {
    let last = RAMP.len() - 1;
    let place = value.clamp(0.0, 1.0) * last as f64;
    let index = (place as usize).min(last - 1);
    Colour::hex(RAMP[index]).towards(Colour::hex(RAMP[index + 1]), place - index as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ramp_gets_lighter() {
        let lightness: Vec<f64> =
            (0..=20).map(|index| ramp(f64::from(index) / 20.0).lightness()).collect();
        assert!(lightness.is_sorted(), "{lightness:?}");
        assert_eq!(ramp(0.0), Colour::hex(RAMP[0]));
        assert_eq!(ramp(7.0), Colour::hex(RAMP[9]));
    }

    #[test]
    fn colours_lie_over_each_other() {
        let (white, black) = (Colour::hex(0xFF_FFFF), Colour::hex(0));
        assert_eq!(black.over(white, 0.5), Colour::hex(0x80_8080));
        assert_eq!(black.over(Colour::CLEAR, 0.5), black.faint(128));
        assert_eq!(Colour::CLEAR.over(Colour::CLEAR, 1.0), Colour::CLEAR);
        assert!((white.lightness() - 100.0).abs() < 0.01);
        assert_eq!(
            (white.to_string(), ramp(0.0).to_string()),
            ("#fff".into(), "#440154".into())
        );
    }
}
