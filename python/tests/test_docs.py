"""The examples of the pages and docstrings, run."""

from __future__ import annotations

import doctest
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

FLAGS = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS


@pytest.mark.parametrize("page", ["python/README.md", "docs/python.md"])
def test_pages(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gymnasium")
    place = ROOT / page
    levels = ROOT / "levels/kuraban.xsb"
    monkeypatch.chdir(tmp_path)
    (tmp_path / "levels.xsb").write_text(levels.read_text())
    failed, tried = doctest.testfile(str(place), module_relative=False, optionflags=FLAGS)
    assert failed == 0 and tried > 5


def test_docstrings() -> None:
    pytest.importorskip("gymnasium")
    for name in ("kuraban", "kuraban.data", "kuraban.gym"):
        module = importlib.import_module(name)
        failed, tried = doctest.testmod(module, optionflags=FLAGS)
        assert failed == 0 and tried > 0, module


@pytest.mark.parametrize("name", sorted(place.name for place in (ROOT / "python/examples").glob("*.py")))
def test_examples(name: str, tmp_path: Path) -> None:
    pytest.importorskip("gymnasium")
    script = ROOT / "python/examples" / name
    environment = {**os.environ, "KURABAN_QUICK": "1"}
    subprocess.run([sys.executable, script], check=True, cwd=tmp_path, env=environment)
