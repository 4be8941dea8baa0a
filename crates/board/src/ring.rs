//! The eight spots round a spot.

use crate::Bits;

/// Whether the neighbours of `spot` in `zone` are connected by the eight spots round it: if so,
/// taking `spot` out of the zone leaves it whole.
#[inline]
pub(crate) fn hangs_together<const W: usize>(
    zone: Bits<W>,
    spot: usize,
    stride: usize,
) -> bool {
    let bit = |at: usize| usize::from(at < Bits::<W>::CAPACITY && zone.has(at));
    let (above, below) = (spot.wrapping_sub(stride), spot + stride);
    let ring = bit(above)
        | bit(above.wrapping_add(1)) << 1
        | bit(spot + 1) << 2
        | bit(below + 1) << 3
        | bit(below) << 4
        | bit(below - 1) << 5
        | bit(spot.wrapping_sub(1)) << 6
        | bit(above.wrapping_sub(1)) << 7;
    RINGS[ring]
}

/// For each set of the eight spots round a spot, clockwise from the one above: whether those
/// that share a side with it are connected along the ring.
static RINGS: [bool; 256] = rings();

const fn rings() -> [bool; 256] {
    let mut table = [false; 256];
    let mut ring = 0;
    while ring < 256 {
        // Every run of members along the ring that holds a side is one part.
        let mut parts = 0;
        let mut at = 0;
        while at < 8 {
            let begins = ring >> at & 1 == 1 && ring >> ((at + 7) % 8) & 1 == 0;
            if begins {
                let mut end = at;
                let mut holds_side = false;
                while ring >> (end % 8) & 1 == 1 {
                    holds_side |= end % 2 == 0;
                    end += 1;
                }
                parts += holds_side as usize;
            }
            at += 1;
        }
        table[ring] = parts <= 1;
        ring += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_with_a_gap_do_not_hang_together() {
        // Spot 8 of a board of stride 7; its ring from the one above, clockwise.
        let ring = [1usize, 2, 9, 16, 15, 14, 7, 0];
        let whole: Bits<1> = ring.into_iter().collect();
        assert!(hangs_together(whole, 8, 7));
        let two_sides: Bits<1> = [1, 15].into_iter().collect();
        assert!(!hangs_together(two_sides, 8, 7));
        let corner: Bits<1> = [1, 2, 9].into_iter().collect();
        assert!(hangs_together(corner, 8, 7));
        assert!(!hangs_together(corner.without(2), 8, 7));
        assert!(hangs_together(Bits::<1>::of(2), 8, 7), "a corner alone is no neighbour");
    }
}
