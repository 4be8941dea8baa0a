from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import kuraban
from kuraban import Level, LevelError

ONE = "######\n#@$ .#\n######"


def test_levels_are_values() -> None:
    level = Level(ONE)
    assert (level.width, level.height, level.boxes, level.title) == (6, 3, 1, None)
    assert str(level) == ONE and level.rules == "boxes"
    assert level == Level(ONE) and hash(level) == hash(Level(ONE)) and level != Level(ONE).after("r")
    assert len({level, Level(ONE)}) == 1
    mirrored = Level("######\n#. $@#\n######")
    assert level.id != mirrored.id and level.canonical_id == mirrored.canonical_id
    assert level.facts()["lower_bound"] == {"pushes": 2}


def test_codes_go_both_ways() -> None:
    level = Level(ONE)
    codes = level.codes()
    assert codes.dtype == np.uint8 and codes[1].tolist() == [0, 5, 4, 1, 2, 0]
    assert Level.from_codes(codes) == level
    # Any layout of the array will do.
    assert Level.from_codes(np.asfortranarray(codes)) == level
    assert Level.from_codes(codes[:, ::-1]) == Level("######\n#. $@#\n######")
    planes = level.planes()
    assert planes.shape == (4, 3, 6) and planes.sum(axis=(1, 2)).tolist() == [14, 1, 1, 1]
    assert level.picture().shape == (48, 96, 3)
    with pytest.raises(LevelError, match="the code 9"):
        Level.from_codes(np.full((3, 3), 9, np.uint8))


def test_what_is_wrong_is_told() -> None:
    with pytest.raises(LevelError) as caught:
        Level("#####\n#@@ #\n#####")
    assert isinstance(caught.value, (ValueError, kuraban.KurabanError))
    assert any("players" in message for _, _, message in caught.value.problems)
    assert pickle.loads(pickle.dumps(caught.value)).problems == caught.value.problems
    for text in ("", "\0", "no level", ONE + "\n\n" + ONE):
        with pytest.raises(LevelError):
            Level(text)
    with pytest.raises(ValueError, match="illegal"):
        Level(ONE).after("uu")


def test_levels_can_be_pickled(own_file: Path) -> None:
    for level in Level.read(own_file):
        assert isinstance(level, Level)
        again = pickle.loads(pickle.dumps(level))
        assert again == level and again.title == level.title and again.id == level.id
    seeds = own_file.parent / "seeds/seed-002.txt"
    boulders = next(iter(Level.read(seeds)))
    assert isinstance(boulders, Level) and boulders.rules == "boulders"
    assert pickle.loads(pickle.dumps(boulders)) == boulders


def test_files_and_folders_are_read(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "a.txt").write_text(f"{ONE}\n\n#####\n#@@.#\n#####\n")
    (tmp_path / "b" / "c.txt").write_text(ONE)
    (tmp_path / ".hidden").write_text("nothing")
    kinds = [type(level).__name__ for level in Level.read(tmp_path)]
    assert kinds == ["Level", "LevelError", "Level"]
    with pytest.raises(FileNotFoundError, match="missing"):
        Level.read(tmp_path / "missing")
