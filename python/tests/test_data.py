from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

import kuraban
from kuraban import Level, data

ONE = "######\n#@$ .#\n######"
ROOM = "#######\n#  @  #\n# $ $ #\n# . . #\n#     #\n#######"


def test_positions_are_exact() -> None:
    all_of_it = data.positions(ROOM)
    pushes = all_of_it.pushes
    assert len(all_of_it) == len(pushes) and all_of_it.find(ROOM) == 0
    assert (pushes == -1).any() and (pushes == 0).any()
    codes = all_of_it.codes()
    assert codes.shape == (len(all_of_it), 6, 7)
    assert (all_of_it.codes(3, 5) == codes[3:5]).all()
    # Every fifth against an engine that proves its answers.
    some = np.arange(0, len(all_of_it), 5)
    table = kuraban.solve_many(codes[some], "pushes")
    assert (table.column("pushes") == pushes[some]).all()
    assert all_of_it.find(all_of_it[7]) == 7
    solvable = data.positions(ROOM, scope="solvable")
    assert (solvable.pushes >= 0).all() and solvable.pushes.max() >= pushes.max()
    with pytest.raises(kuraban.KurabanError, match="more than 10"):
        data.positions(ROOM, limit=10)
    with pytest.raises(IndexError):
        all_of_it[len(all_of_it)]


def test_trajectories_lead_to_the_end() -> None:
    levels = [Level(ROOM), Level("#####\n#$ .#\n#  @#\n#####"), Level(ONE)]
    table = kuraban.solve_many(levels, "moves")
    batches = list(data.trajectories(levels, table, actions="jumanji"))
    assert [batch.level for batch in batches] == [0, 2]
    for batch in batches:
        answer = table[batch.level]
        assert batch.moves_left.tolist() == list(range(answer.moves or 0, 0, -1))
        assert batch.pushes_left[0] == answer.pushes and batch.pushes_left[-1] == 1
        assert (batch.action == answer.actions("jumanji")).all()
        assert (batch.codes[0] == levels[batch.level].codes()).all()
    # The moves that are left are the least from there on, too.
    from_here = kuraban.solve_many(batches[0].codes, "moves").column("moves")
    assert (from_here == batches[0].moves_left).all()


def test_dead_positions_are_dead() -> None:
    levels = [Level(ROOM), Level("#######\n#  @  #\n# $ . #\n# $ . #\n#     #\n#######")]
    lost = data.dead(levels, per_level=6, seed=3)
    assert len(lost.codes) == len(lost.dead) == len(lost.level) > 8
    assert lost.dead.sum() * 2 == len(lost.dead)
    for index, level in enumerate(levels):
        known = data.positions(level)
        for codes, is_dead in zip(lost.codes[lost.level == index], lost.dead[lost.level == index], strict=True):
            at = known.find(codes)
            assert at is not None and (known.pushes[at] == -1) == is_dead
    again = data.dead(levels, per_level=6, seed=3)
    assert (again.codes == lost.codes).all()


def test_overlap_sees_through_symmetry() -> None:
    mirrored = "######\n#. $@#\n######"
    assert data.overlap([ROOM, ONE], [mirrored, ROOM]) == [(1, 0), (0, 1)]
    assert data.overlap([ROOM], [ONE]) == []


def test_boxoban_folders(checkout: Path) -> None:
    levels = data.boxoban(checkout, "unfiltered", "test")
    assert len(levels) == 10 and levels[9] == levels[4] == levels[-1]
    assert levels.codes(2, 5).shape == (3, 10, 10)
    assert levels.where(7) == (checkout / "unfiltered/test/001.txt", 2)
    assert levels.where(-1) == (checkout / "unfiltered/test/001.txt", 4)
    with pytest.raises(IndexError):
        levels.where(10)
    assert len(data.boxoban(checkout, "hard")) == 10
    assert all(level.boxes > 1 for level in levels[:2])
    with pytest.raises(FileNotFoundError):
        data.boxoban(checkout, "medium", "train")
    with pytest.raises(ValueError, match="split"):
        data.boxoban(checkout, "unfiltered", "all")
    with pytest.raises(IndexError):
        levels[10]


def test_levels_are_made_and_labelled() -> None:
    levels = data.generate(6, "boxoban", label="pushes", seed=3, threads=2)
    assert len(levels) == 6 and levels == data.generate(6, "boxoban", label="pushes", seed=3)
    rest = data.generate(3, "boxoban", label="pushes", seed=3, start=levels[3].number)
    assert rest == levels[3:]
    for made in levels:
        assert made.solvable and "pushes" in made.proved and made.difficulty is not None
        assert made.solution is not None and kuraban.verify(made.level, made.solution)["solves"]
        assert kuraban.solve(made.level, "pushes").pushes == made.pushes
    dead = data.generate(4, "boxoban", unsolvable=1.0)
    assert [kuraban.solve(made.level).status for made in dead] == ["unsolvable"] * 4
    assert not any(made.solvable for made in dead) and dead[0].solution is None
    assert data.generate(1, label="none", difficulty=(0, 100))[0].solution is None
    assert data.generate(1, "boxoban", label="none")[0].solution is None
    small = data.generate(2, "pocket", boxes=2, size=(4, 4), pushes=(3, 30))
    assert all(made.level.boxes == 2 and 3 <= (made.pushes or 0) <= 30 for made in small)
    assert data.generate(1, "hard", time=0.01) == []
    with pytest.raises(ValueError, match="the presets are small"):
        data.generate(1, "large")
    with pytest.raises(ValueError, match="64 squares"):
        data.generate(1, size=(9, 9))
    with pytest.raises(TypeError, match="no keyword"):
        data.generate(1, colour="red")


def test_arrays_that_were_generated_are_read(tmp_path: Path) -> None:
    program = os.environ.get("KURABAN_PROGRAM")
    if program is None:
        pytest.skip("KURABAN_PROGRAM is not set")
    folder = tmp_path / "set"
    asked = ["--preset", "boxoban", "-n", "20", "--unsolvable", "0.3", "--format", "npy", "--concepts"]
    subprocess.run([program, "generate", "-q", *asked, "-o", str(folder)], check=True)
    grid, labels = np.load(folder / "grid.npy"), np.load(folder / "labels.npy")
    actions = np.load(folder / "actions.npy")
    assert grid.shape == (20, 10, 10) and grid.dtype == np.uint8 and len(labels) == 20
    assert 0 < labels["solvable"].sum() < 20
    letters = "udlr"
    for codes, label, steps in zip(grid, labels, actions, strict=True):
        lurd = "".join(letters[step] for step in steps if step < 4)
        level = Level.from_codes(codes)
        if label["solvable"]:
            told = kuraban.verify(level, lurd)
            assert told["solves"] and told["moves"] == label["moves"] == len(lurd)
            assert told["pushes"] == label["pushes"]
        else:
            assert label["pushes"] == -1 and not label["pushes_proved"] and lurd == ""
            assert kuraban.solve(level).status == "unsolvable"
    concepts, offsets = np.load(folder / "concepts.npy"), np.load(folder / "concept_offsets.npy")
    assert concepts.shape[1:] == (10, 10, 2) and offsets[-1] == len(concepts)
    moves = np.where(labels["solvable"], labels["moves"], 0)
    assert (np.diff(offsets.astype(np.int64)) == moves).all()
