//! Boards of different sizes.

/// Words of a board above which it is wide: making the moves of one position takes milliseconds
/// there, and thorough tests take too long.
pub const WIDE: usize = 16;

/// Spots of the largest bitboard.
pub const LARGEST: usize = 64 * 64;

/// Calls something generic over the number of words of a bitboard, with as few words as fit:
/// `by_width!(layout.words(), W => begin::<W>(layout), else nothing_fits())`.
#[macro_export]
macro_rules! by_width {
    ($words:expr, $W:ident => $call:expr, else $larger:expr) => {
        match $words {
            0..=1 => {
                const $W: usize = 1;
                $call
            }
            2 => {
                const $W: usize = 2;
                $call
            }
            3 => {
                const $W: usize = 3;
                $call
            }
            4 => {
                const $W: usize = 4;
                $call
            }
            5..=6 => {
                const $W: usize = 6;
                $call
            }
            7..=8 => {
                const $W: usize = 8;
                $call
            }
            9..=16 => {
                const $W: usize = 16;
                $call
            }
            17..=64 => {
                const $W: usize = 64;
                $call
            }
            _ => $larger,
        }
    };
}
