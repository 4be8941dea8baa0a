"""Levels to play, from wherever they are given."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Union

import numpy as np
from numpy.typing import NDArray

from kuraban._errors import LevelError
from kuraban._native import Level, Levels

U8 = NDArray[np.uint8]
Source = Union[str, "os.PathLike[str]", Sequence["str | Level"], U8, Levels, None]

#: Names a file or folder that is played where no levels are given.
VARIABLE = "KURABAN_LEVELS"


def own() -> Path:
    """The few small levels that come with the package."""
    return Path(__file__).with_name("levels.xsb")


def load(source: Source) -> Levels:
    """Levels from a path, texts, codes, or the variable ``KURABAN_LEVELS``."""
    if isinstance(source, Levels):
        return source
    if source is None:
        source = os.environ.get(VARIABLE) or own()
    if isinstance(source, str) and "\n" in source:
        return Levels([source])
    if isinstance(source, (str, os.PathLike)):
        return Levels.read([os.fspath(source)])
    return Levels(source)


def boxoban_files(path: str | os.PathLike[str], difficulty: str, split: str | None) -> list[Path]:
    """The files of one part of a Boxoban checkout, in order."""
    if difficulty not in ("unfiltered", "medium", "hard"):
        raise ValueError(f"there is no difficulty {difficulty!r}; there are unfiltered, medium, hard")
    folder = Path(path) / difficulty
    if difficulty != "hard":
        if split not in ("train", "valid", "test"):
            raise ValueError(f"there is no split {split!r}; there are train, valid, test")
        folder = folder / split
    if not folder.is_dir():
        raise FileNotFoundError(f"there is no folder {folder}; is {path} a Boxoban checkout?")
    files = sorted(folder.glob("*.txt"))
    if not files:
        raise LevelError(f"there are no levels in {folder}", [])
    return files
