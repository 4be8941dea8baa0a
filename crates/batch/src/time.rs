//! The time of day as text.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, UTC, as `2026-11-16T08:00:00Z`.
pub(crate) fn now() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs())
}

/// Seconds since 1970 as a date.
fn date(seconds: u64) -> String {
    let (mut days, clock) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    let (hours, minutes, seconds) = (clock / 3600, clock / 60 % 60, clock % 60);
    format!("{year}-{month:02}-{:02}T{hours:02}:{minutes:02}:{seconds:02}Z", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_827_696), "2000-02-29T12:34:56Z");
        assert_eq!(date(1_794_873_599), "2026-11-16T23:59:59Z");
        assert_eq!(date(4_102_444_800), "2100-01-01T00:00:00Z");
    }
}
