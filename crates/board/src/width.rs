//! Boards of different sizes.

/// Words of a board above which it is wide: making the moves of one position takes milliseconds
/// there, and thorough tests take too long.
pub const WIDE: usize = 16;

/// Spots of the largest bitboard.
pub const LARGEST: usize = 64 * if cfg!(target_family = "wasm") { 8 } else { 64 };

/// Calls something generic over the number of words of a bitboard, with as few words as fit:
/// `by_width!(layout.words(), W => begin::<W>(layout), else nothing_fits())`.
#[cfg(not(target_family = "wasm"))]
#[macro_export]
macro_rules! by_width {
    ($words:expr, $W:ident => $call:expr, else $larger:expr) => {
        $crate::by_widths!($words, $W => $call, else $larger,
            1: 0..=1, 2: 2, 3: 3, 4: 4, 6: 5..=6, 8: 7..=8, 16: 9..=16, 64: 17..=64)
    };
}

/// The same with one width: a page has to be loaded, and each width is half a megabyte. Nearly
/// all levels that people make fit; the classic searches take the others.
#[cfg(target_family = "wasm")]
#[macro_export]
macro_rules! by_width {
    ($words:expr, $W:ident => $call:expr, else $larger:expr) => {
        $crate::by_widths!($words, $W => $call, else $larger,
            8: 0..=8)
    };
}

/// Calls something with the first of some widths that fits.
#[doc(hidden)]
#[macro_export]
macro_rules! by_widths {
    ($words:expr, $W:ident => $call:expr, else $larger:expr,
        $($width:literal: $fits:pat),+) => {
        match $words {
            $($fits => {
                const $W: usize = $width;
                $call
            })+
            _ => $larger,
        }
    };
}
