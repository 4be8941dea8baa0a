"""What is proved about the levels of an environment, from an exported table."""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from kuraban._native import Levels

_COLUMNS = ("id", "moves", "pushes", "optimal_moves", "optimal_pushes")


def _rows(path: str) -> Iterator[dict[str, Any]]:
    if path.endswith(".parquet"):
        import pyarrow.parquet

        for batch in pyarrow.parquet.ParquetFile(path).iter_batches(columns=list(_COLUMNS)):
            yield from batch.to_pylist()
    elif path.endswith(".jsonl"):
        with open(path, encoding="utf-8") as lines:
            yield from map(json.loads, lines)
    elif path.endswith(".csv"):
        with open(path, encoding="utf-8", newline="") as lines:
            yield from csv.DictReader(lines)
    else:
        raise ValueError(f"labels are in .parquet, .jsonl or .csv files, not in {path}")


def _proved(row: dict[str, Any], figure: str) -> int:
    value, proved = row.get(figure), row.get(f"optimal_{figure}")
    holds = proved in (True, "true", "True", "1")
    return int(value) if holds and value not in (None, "") else -1


class Labels:
    """The least moves and pushes of levels, by number; -1 where they are not proved."""

    def __init__(self, known: dict[str, tuple[int, int]], levels: Levels) -> None:
        pairs = [known.get(id, (-1, -1)) for id in levels.ids]
        self.moves, self.pushes = np.array(pairs, np.int32).reshape(-1, 2).T.copy()

    def of(self, level: Any) -> dict[str, Any]:
        """The labels of one level, or of an array of levels."""
        return {"optimal_moves": self.moves[level], "optimal_pushes": self.pushes[level]}


def read_labels(path: str | os.PathLike[str] | None, levels: Levels) -> Labels | None:
    """Reads an exported table."""
    if path is None:
        return None
    rows = _rows(os.fspath(path))
    known = {str(row["id"]): (_proved(row, "moves"), _proved(row, "pushes")) for row in rows}
    return Labels(known, levels)
