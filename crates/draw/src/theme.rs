//! What has which colour.

use kuraban_level::by_name;

use crate::Colour;

/// The colours of pictures, by name. Things differ in shape too, never by colour alone.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Theme {
    /// Warm and light; Okabe and Ito's colours, made for colour-blind readers.
    #[default]
    Light,
    /// The same on a dark page.
    Dark,
    /// Black on white.
    Print,
    /// As far apart as can be, for weak eyes and projectors.
    HighContrast,
    /// The flat colours of the papers on reinforcement learning.
    Boxoban,
}

/// A text that is not the name of a theme.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is no theme")]
pub struct NoTheme(pub String);

by_name!(Theme, in Theme::ALL, else NoTheme);

impl Theme {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Light, Self::Dark, Self::Print, Self::HighContrast, Self::Boxoban];

    /// The stable name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
            Self::Print => "print",
            Self::HighContrast => "high-contrast",
            Self::Boxoban => "boxoban",
        }
    }

    pub(crate) const fn colours(self) -> &'static Colours {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
            Self::Print => &PRINT,
            Self::HighContrast => &HIGH_CONTRAST,
            Self::Boxoban => &BOXOBAN,
        }
    }
}

/// A colour that tells things of a kind apart: boxes, findings, rooms.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[expect(
    missing_docs,
    reason = "the names say it; a theme may have its own idea of each"
)]
pub enum Hue {
    Vermilion,
    Blue,
    Green,
    Purple,
    Orange,
    Sky,
    Brown,
    Ink,
}

impl Hue {
    /// For things that are counted; the colours repeat.
    pub const fn nth(index: usize) -> Self {
        const ALL: [Hue; 7] = [
            Hue::Vermilion,
            Hue::Blue,
            Hue::Green,
            Hue::Purple,
            Hue::Orange,
            Hue::Sky,
            Hue::Brown,
        ];
        ALL[index % ALL.len()]
    }
}

/// The colours of one theme.
#[derive(Debug)]
pub(crate) struct Colours {
    /// Behind everything, where that is not transparent.
    pub(crate) page: Option<Colour>,
    pub(crate) floor: Colour,
    pub(crate) wall: Colour,
    /// Between bricks, and around walls that are drawn as outlines.
    pub(crate) mortar: Colour,
    pub(crate) goal: Colour,
    pub(crate) crate_fill: Colour,
    pub(crate) crate_edge: Colour,
    /// A box on a goal.
    pub(crate) home_fill: Colour,
    pub(crate) home_edge: Colour,
    /// Its dot and inner border.
    pub(crate) home_dot: Colour,
    pub(crate) player: Colour,
    pub(crate) player_edge: Colour,
    /// Where the player looks to.
    pub(crate) notch: Colour,
    /// Words.
    pub(crate) ink: Colour,
    /// Words of less weight, hatching.
    pub(crate) pale: Colour,
    hues: [Colour; 8],
    /// The colours of flat pictures: goal, box, box on goal, player, player on goal.
    pub(crate) flat: [Colour; 5],
}

impl Colours {
    pub(crate) fn hue(&self, hue: Hue) -> Colour {
        self.hues[hue as usize]
    }
}

const fn hex(rgb: u32) -> Colour {
    Colour::hex(rgb)
}

const OKABE_ITO: [Colour; 8] = [
    hex(0xD5_5E00),
    hex(0x00_72B2),
    hex(0x00_9E73),
    hex(0xCC_79A7),
    hex(0xE6_9F00),
    hex(0x56_B4E9),
    hex(0x8C_5A2B),
    hex(0x22_2222),
];

const LIGHT: Colours = Colours {
    page: None,
    floor: hex(0xF4_F1E8),
    wall: hex(0x4A_4A4A),
    mortar: hex(0x6A_6864),
    goal: hex(0x00_72B2),
    crate_fill: hex(0xE6_9F00),
    crate_edge: hex(0x7A_5200),
    home_fill: hex(0x00_72B2),
    home_edge: hex(0x00_3F63),
    home_dot: hex(0xCF_E6F5),
    player: hex(0x00_9E73),
    player_edge: hex(0x00_5F45),
    notch: hex(0xE8_FFF7),
    ink: hex(0x22_2222),
    pale: hex(0x8A_867C),
    hues: OKABE_ITO,
    flat: [
        hex(0x8C_BBD9),
        hex(0xE6_9F00),
        hex(0x00_72B2),
        hex(0x00_9E73),
        hex(0x00_5F45),
    ],
};

const DARK: Colours = Colours {
    page: Some(hex(0x12_1212)),
    floor: hex(0x1E_1E1E),
    wall: hex(0x8A_8A8A),
    mortar: hex(0x5E_5E5E),
    goal: hex(0x56_B4E9),
    crate_fill: hex(0xE6_9F00),
    crate_edge: hex(0xFF_D27A),
    home_fill: hex(0x00_72B2),
    home_edge: hex(0x8F_D0F5),
    home_dot: hex(0xE6_F5FF),
    player: hex(0x00_B886),
    player_edge: hex(0xA8_F0DA),
    notch: hex(0x06_2B20),
    ink: hex(0xEC_E9E2),
    pale: hex(0x8C_8A86),
    hues: [
        hex(0xF0_7F3C),
        hex(0x4F_A8E0),
        hex(0x2F_C79C),
        hex(0xE0_9BC3),
        hex(0xF5_B93D),
        hex(0x8F_D0F5),
        hex(0xC2_935F),
        hex(0xEC_E9E2),
    ],
    flat: [
        hex(0x2F_617D),
        hex(0xE6_9F00),
        hex(0x00_72B2),
        hex(0x00_B886),
        hex(0x6F_E3C3),
    ],
};

const PRINT: Colours = Colours {
    page: Some(hex(0xFF_FFFF)),
    floor: hex(0xFF_FFFF),
    wall: hex(0x50_5050),
    mortar: hex(0xFF_FFFF),
    goal: hex(0x00_0000),
    crate_fill: hex(0xD8_D8D8),
    crate_edge: hex(0x00_0000),
    home_fill: hex(0x6E_6E6E),
    home_edge: hex(0x00_0000),
    home_dot: hex(0xFF_FFFF),
    player: hex(0x00_0000),
    player_edge: hex(0x00_0000),
    notch: hex(0xFF_FFFF),
    ink: hex(0x00_0000),
    pale: hex(0x80_8080),
    hues: [
        hex(0x00_0000),
        hex(0x5A_5A5A),
        hex(0x8C_8C8C),
        hex(0x2E_2E2E),
        hex(0x74_7474),
        hex(0xA6_A6A6),
        hex(0x46_4646),
        hex(0x00_0000),
    ],
    flat: [
        hex(0xBE_BEBE),
        hex(0xD8_D8D8),
        hex(0x6E_6E6E),
        hex(0x00_0000),
        hex(0x24_2424),
    ],
};

const HIGH_CONTRAST: Colours = Colours {
    page: Some(hex(0x00_0000)),
    floor: hex(0x00_0000),
    wall: hex(0x9A_9A9A),
    mortar: hex(0x00_0000),
    goal: hex(0x3D_D8FF),
    crate_fill: hex(0xFF_D400),
    crate_edge: hex(0x6B_4E00),
    home_fill: hex(0x00_55D4),
    home_edge: hex(0xFF_FFFF),
    home_dot: hex(0xFF_FFFF),
    player: hex(0xFF_FFFF),
    player_edge: hex(0xFF_FFFF),
    notch: hex(0x00_0000),
    ink: hex(0xFF_FFFF),
    pale: hex(0xC0_C0C0),
    hues: [
        hex(0xFF_6B2C),
        hex(0x5A_B4FF),
        hex(0x2B_FFB0),
        hex(0xFF_9BE0),
        hex(0xFF_D400),
        hex(0xA8_ECFF),
        hex(0xE0_B080),
        hex(0xFF_FFFF),
    ],
    flat: [
        hex(0x1F_7F99),
        hex(0xFF_D400),
        hex(0x00_55D4),
        hex(0xFF_FFFF),
        hex(0xC8_F4FF),
    ],
};

/// Schrader's `gym-sokoban`, `room_to_tiny_world_rgb`; shapes are drawn where there is room.
const BOXOBAN: Colours = Colours {
    page: None,
    floor: hex(0xF3_F8EE),
    wall: hex(0x00_0000),
    mortar: hex(0x40_4040),
    goal: hex(0xFE_7E7D),
    crate_fill: hex(0x8E_7938),
    crate_edge: hex(0x4C_401C),
    home_fill: hex(0xFE_5F38),
    home_edge: hex(0x8E_2A10),
    home_dot: hex(0xFF_F0EA),
    player: hex(0xA0_D438),
    player_edge: hex(0x4F_6D14),
    notch: hex(0x2C_3D08),
    ink: hex(0x22_2222),
    pale: hex(0x8A_8A86),
    hues: OKABE_ITO,
    flat: [
        hex(0xFE_7E7D),
        hex(0x8E_7938),
        hex(0xFE_5F38),
        hex(0xA0_D438),
        hex(0xDB_D438),
    ],
};
