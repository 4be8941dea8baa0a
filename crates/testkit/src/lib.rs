//! For tests only: a brute-force oracle and a generator of small levels.
