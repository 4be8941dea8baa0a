from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import rows

import kuraban
from kuraban import Run, Worker


def test_a_run_here_and_elsewhere(tmp_path: Path, own_file: Path) -> None:
    options = {"nodes": 20_000, "part_size": 4}
    here = Run.new(tmp_path / "here", [own_file], "any", **options)  # type: ignore[arg-type]
    assert here.parts > 1 and here.missing == list(range(here.parts))
    assert here.run(threads=2) and here.missing == []
    there = Run.new(tmp_path / "there", [own_file], "any", **options)  # type: ignore[arg-type]
    worker = Worker(there.description)
    for part in there.missing:
        segment = worker.solve_part(there.part_bytes(part))
        with pytest.raises(kuraban.KurabanError):
            there.adopt(part, segment[:-9] + b"x" + segment[-8:])
        assert there.adopt(part, segment) and not there.adopt(part, segment)
    checked = there.check(replay=True)
    assert checked["missing"] == 0 and checked["faults"] == [] and checked["replayed"] > 0
    assert rows(here) == rows(there)
    shard = Run.open(tmp_path / "here").shard(0)
    assert shard["sealed"] and shard["adopted"] == shard["rows"]


def test_what_is_wrong_is_told(tmp_path: Path, own_file: Path) -> None:
    with pytest.raises(kuraban.KurabanError, match="no run"):
        Run.open(tmp_path)
    with pytest.raises(ValueError, match="engine"):
        Run.new(tmp_path / "run", [own_file], engine="none")
    with pytest.raises(OSError):
        Run.new(tmp_path / "other", [tmp_path / "missing.xsb"])
    with pytest.raises(ValueError):
        Run.new(tmp_path / "third", [own_file], where="nothing = 3")
    with pytest.raises(kuraban.KurabanError):
        Worker("{}")


def test_parquet_is_built_in(tmp_path: Path, own_file: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    run = Run.new(tmp_path / "run", [own_file], "any", nodes=2000, cpu=None)
    assert run.run(threads=1)
    for columns in (None, ["actions", "n", "pushes"]):
        for name in ("table.parquet", "table.jsonl"):
            assert run.export(tmp_path / name, columns=columns, actions="gym") == run.levels
        lines = (tmp_path / "table.jsonl").read_text().splitlines()
        expected = [json.loads(line) for line in lines]
        table = parquet.read_table(tmp_path / "table.parquet")
        assert table.column_names == list(expected[0]) == (columns or list(expected[0]))
        assert table.to_pylist() == expected
        assert json.loads(table.schema.metadata[b"kuraban.run"]) == json.loads(run.description)
    kinds = {"n": "int64", "pushes": "int32", "seconds": "double", "optimal_pushes": "bool"}
    run.export(tmp_path / "table.parquet")
    schema = parquet.read_schema(tmp_path / "table.parquet")
    assert {name: str(schema.field(name).type) for name in kinds} == kinds
