"""Labelled data for learning.

>>> from kuraban import data, solve
>>> level = "######\\n#@$ .#\\n######"
>>> data.positions(level).pushes
array([2, 1, 0], dtype=int32)
>>> [batch.pushes_left.tolist() for batch in data.trajectories([level], [solve(level)])]
[[2, 1]]
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from kuraban._load import U8, boxoban_files
from kuraban._load import own as _own
from kuraban._native import (
    STATUSES,
    Answer,
    Level,
    Positions,
    Table,
    make,
    positions,
    solve_many,
    trajectory,
    wander,
)

__all__ = [
    "Batch",
    "Generated",
    "LevelSet",
    "Lost",
    "Positions",
    "boxoban",
    "dead",
    "generate",
    "overlap",
    "own",
    "positions",
    "trajectories",
]


class LevelSet(Sequence[Level]):
    """The levels of files, which are read when they are needed."""

    def __init__(self, files: Sequence[str | os.PathLike[str]]) -> None:
        self.files = [Path(file) for file in files]
        self._ends: list[int] | None = None
        self._read = lru_cache(maxsize=8)(_read)

    def _counts(self) -> list[int]:
        if self._ends is None:
            ends, end = [], 0
            for file in self.files:
                end += len(self._read(file))
                ends.append(end)
            self._ends = ends
        return self._ends

    def __len__(self) -> int:
        return self._counts()[-1] if self.files else 0

    @overload
    def __getitem__(self, index: int) -> Level: ...
    @overload
    def __getitem__(self, index: slice) -> list[Level]: ...
    def __getitem__(self, index: int | slice) -> Level | list[Level]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        file, at = self.where(index)
        return self._read(file)[at]

    def __repr__(self) -> str:
        return f"<LevelSet of {len(self.files)} files>"

    def codes(self, start: int = 0, stop: int | None = None) -> U8:
        """Codes of some levels, which must be of one size: (count, height, width)."""
        return np.stack([level.codes() for level in self[start:stop]])

    def where(self, index: int) -> tuple[Path, int]:
        """The file of a level, and its index in it from zero: the key of published data sets."""
        at = index + len(self) if index < 0 else index
        if not 0 <= at < len(self):
            raise IndexError(f"there is no level {index}")
        file = int(np.searchsorted(self._counts(), at, side="right"))
        return self.files[file], at - (self._counts()[file - 1] if file else 0)


def _read(file: Path) -> list[Level]:
    levels = []
    for level in Level.read(file):
        if not isinstance(level, Level):
            raise level
        levels.append(level)
    return levels


def boxoban(
    path: str | os.PathLike[str], difficulty: str = "unfiltered", split: str | None = "train"
) -> LevelSet:
    """The levels of a part of a Boxoban checkout. ``hard`` has no splits."""
    return LevelSet(boxoban_files(path, difficulty, split))


def own() -> LevelSet:
    """The few small levels that come with the package."""
    return LevelSet([_own()])


class Batch(NamedTuple):
    """Every position along a solution, before each of its steps."""

    level: int
    """Which of the levels."""
    codes: U8
    """The positions: (steps, height, width)."""
    action: U8
    """The step that the solution takes."""
    moves_left: NDArray[np.int32]
    pushes_left: NDArray[np.int32]


def trajectories(
    levels: Iterable[Level | str | U8],
    answers: Table | Iterable[Answer],
    actions: str = "envpool",
) -> Iterator[Batch]:
    """The positions along the solutions; levels without one are left out.

    ``moves_left`` and ``pushes_left`` are those of the solution: exact where the answer says that
    it is optimal in them.
    """
    rows = (answers[at] for at in range(len(answers))) if isinstance(answers, Table) else answers
    for index, (level, answer) in enumerate(zip(levels, rows, strict=True)):
        if answer.solution is not None:
            yield Batch(index, *trajectory(level, answer.solution, actions))


class Lost(NamedTuple):
    """Positions, and whether they are dead."""

    codes: U8
    """(count, height, width)"""
    dead: NDArray[np.bool_]
    level: NDArray[np.int32]
    """Which of the levels each is from."""


def dead(
    levels: Sequence[Level | str],
    per_level: int = 8,
    seed: int = 0,
    *,
    most_pushes: int = 12,
    nodes: int = 100_000,
    threads: int | None = None,
) -> Lost:
    """Proved dead and proved live positions, as many of each as can be had, at random depths.

    They come from random play of one to ``most_pushes`` pushes; each was solved, or proved to
    have no solution, within ``nodes`` expansions. What was not decided is left out. The levels
    must be of one size. Of a level that yields few of one kind few of the other are taken.
    """
    codes, kinds, places = [], [], []
    for index, level in enumerate(levels):
        # Play repeats itself, and most of what it comes to early is alive.
        tried = np.unique(wander(level, 16 * per_level, most_pushes, seed + index), axis=0)
        np.random.default_rng((seed, index)).shuffle(tried)
        table = solve_many(tried, nodes=nodes, time=None, threads=threads)
        status = table.column("status")
        lost = np.flatnonzero(status == STATUSES.index("unsolvable"))
        live = np.flatnonzero(status == STATUSES.index("solved"))
        count = min(per_level // 2, len(lost), len(live))
        chosen = np.concatenate([lost[:count], live[:count]])
        codes.append(tried[chosen])
        kinds.append(np.repeat([True, False], count))
        places.append(np.full(2 * count, index, np.int32))
    if not codes:
        raise ValueError("there are no levels")
    return Lost(np.concatenate(codes), np.concatenate(kinds), np.concatenate(places))


class Generated(NamedTuple):
    """A new level, with what is proved about it."""

    level: Level
    number: int
    """Which one of its seed: the same number is always the same level."""
    solvable: bool
    """Proved either way."""
    solution: str | None
    """Replayed; ``None`` for a level that cannot be solved, and with the label ``none``."""
    moves: int | None
    pushes: int | None
    proved: frozenset[str]
    """What is proved least about the solution, as in ``pushes``."""
    difficulty: float | None
    """From 0 to 100, where the fewest pushes are proved."""


def generate(
    count: int = 1,
    preset: str = "small",
    *,
    seed: int = 0,
    start: int = 0,
    threads: int | None = None,
    time: float | None = None,
    **wanted: Any,
) -> list[Generated]:
    """New levels, as ``kuraban generate`` makes them; ``start`` is the first number.

    ``preset`` is ``small``, ``pocket``, ``hard`` or ``boxoban``. What else is wanted: ``engine``
    (``rooms``, ``exact``, ``evolve``), ``size`` (width, height), ``boxes``, ``pushes``, ``moves`` (a number,
    or the least and the most), ``difficulty`` (the least and the most), ``label`` (``none``, ``greedy``,
    ``pushes``, ``moves``, ``all``), ``flat``, ``unsolvable`` (a share). Level ``i`` of a seed is the same on
    every machine and number of threads; there are fewer levels than asked for where ``time`` is
    over, or none can be found.

    >>> one, two = generate(2, "boxoban", label="pushes", seed=7)
    >>> one.level.boxes, one.solvable, "pushes" in one.proved
    (4, True, True)
    """
    rows = make(count, preset, start, threads, time, seed=seed, **wanted)
    return [Generated(*row) for row in rows]


def overlap(
    a: Iterable[Level | str], b: Iterable[Level | str]
) -> list[tuple[int, int]]:
    """Pairs of levels that are the same puzzle, turned or mirrored too: a split that leaks."""
    known: dict[str, list[int]] = {}
    for index, level in enumerate(a):
        known.setdefault(_puzzle(level), []).append(index)
    return [
        (left, right) for right, level in enumerate(b) for left in known.get(_puzzle(level), [])
    ]


def _puzzle(level: Level | str) -> str:
    return (level if isinstance(level, Level) else Level(level)).canonical_id
