"""What the tests share."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kuraban
from kuraban._load import own

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also tests that take minutes")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="only with --long"))


def need(place: Path) -> Path:
    """A file beside the project; its lack is told, and a failure where it must be there."""
    if not place.exists():
        assert os.environ.get("KURABAN_NEED_SHARED") != "1", f"there is no {place}"
        print(f"SKIPPED: a test needs {place}", file=sys.__stderr__)
        pytest.skip(f"needs {place}")
    return place


@pytest.fixture(scope="session")
def boxoban_file() -> Path:
    return need(SHARED / "levels/boxoban_unfiltered_test.xsb")


@pytest.fixture(scope="session")
def own_file() -> Path:
    return ROOT / "levels/kuraban.xsb"


@pytest.fixture(scope="session")
def program() -> Path:
    """The command line's program."""
    return need(Path(os.environ.get("KURABAN_PROGRAM", ROOT / "target/release/kuraban")))


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Path]:
    """A folder like a Boxoban checkout."""
    folder = tmp_path / "boxoban"
    for place in ("unfiltered/test", "hard"):
        (folder / place).mkdir(parents=True)
        for name in ("000.txt", "001.txt"):
            levels = [str(level) for level in kuraban.Level.read(own())][:5]
            boards = [f"; {index}\n{level}\n" for index, level in enumerate(levels)]
            (folder / place / name).write_text("\n".join(boards))
    yield folder
    shutil.rmtree(folder)


def hall(width: int, boxes: int) -> str:
    """A hall with boxes in one corner and goals in the other."""
    rows = [["#"] * width] + [["#", *" " * (width - 2), "#"] for _ in range(12)] + [["#"] * width]
    inner = (width - 4) // 2
    for number in range(boxes):
        row, column = 2 + 2 * (number // inner), 2 + 2 * (number % inner)
        rows[row][column], rows[13 - row][width - 1 - column] = "$", "."
    rows[1][1] = "@"
    return "\n".join("".join(row) for row in rows)


def rows(run: kuraban.Run) -> list[dict[str, object]]:
    """The answers of a run, without what differs from run to run."""
    out = run.path.with_suffix(".jsonl")
    run.export(out)
    table = [json.loads(line) for line in out.read_text().splitlines()]
    for row in table:
        for field in ("file", "seconds", "cpu_seconds", "peak_bytes"):
            row.pop(field, None)
    return table
