from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import hall

import kuraban
from kuraban import Level

ONE = "######\n#@$ .#\n######"
LOST = "#####\n#$ .#\n#  @#\n#####"


#: No engine proves the fewest moves of this within a minute.
HARD = hall(18, 14)
TIMES = ("seconds", "peak_bytes", "index", "title", "dialect", "warnings", "lost_because")


def test_answers_say_what_is_proved() -> None:
    answer = kuraban.solve(ONE, "pushes")
    assert (answer.status, answer.solution, answer.moves, answer.pushes) == ("solved", "RR", 2, 2)
    assert {"pushes", "moves"} <= answer.optimal and answer.lower_bound["pushes"] == 2
    assert answer.actions().tolist() == [3, 3] and answer.actions("jumanji").tolist() == [1, 1]
    lost = kuraban.solve(LOST)
    assert (lost.status, lost.solution, lost.reason) == ("unsolvable", None, None)
    assert lost.actions().tolist() == []
    stopped = kuraban.solve(HARD, nodes=5, engine="bfs")
    assert (stopped.status, stopped.reason) == ("limit", "nodes")
    assert answer.as_dict()["solution"] == "RR" and answer.cpu_seconds >= 0
    assert kuraban.solve(Level(ONE).codes()).solution == "RR"


def test_wrong_questions_are_refused() -> None:
    wrong: list[dict[str, Any]] = [{"engine": "none"}, {"time": -1}, {"cpu": float("nan")}]
    for options in wrong:
        with pytest.raises(ValueError):
            kuraban.solve(ONE, **options)
    with pytest.raises(ValueError, match="objective"):
        kuraban.solve(ONE, "best")  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        kuraban.solve(ONE, "actions")
    with pytest.raises(TypeError):
        kuraban.solve(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="int64 with 2 dimensions"):
        kuraban.solve(Level(ONE).codes().astype(np.int64))
    with pytest.raises(TypeError, match="uint8 with 1 dimensions"):
        Level.from_codes(np.zeros(9, np.uint8))
    with pytest.raises(TypeError, match="`nodes`"):
        kuraban.solve(ONE, nodes="many")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`nodes`"):
        kuraban.solve(ONE, nodes=-1)
    with pytest.raises(TypeError, match="no keyword `node`"):
        kuraban.solve_many([ONE], node=5)  # type: ignore[call-arg]
    for ask in (lambda: kuraban.solve(ONE, threads=0), lambda: kuraban.solve_many([ONE], threads=0)):
        with pytest.raises(ValueError, match="at least 1"):
            ask()
    with pytest.raises(ValueError, match="list"):
        kuraban.solve_many(ONE)
    with pytest.raises(kuraban.LevelError):
        kuraban.solve("nothing")


def test_a_bad_level_is_a_row() -> None:
    table = kuraban.solve_many([ONE, "nothing", Level(LOST)], threads=2)
    assert [answer.status for answer in table] == ["solved", "invalid", "unsolvable"]
    assert "no level" in (table[1].reason or "") and table[1].as_dict()["status"] == "invalid"
    assert table.column("pushes").tolist() == [2, -1, -1]
    assert [kuraban.STATUSES[n] for n in table.column("status")] == ["solved", "invalid", "unsolvable"]
    assert table.column("solution").tolist() == ["RR", None, None]
    for name in table.columns:
        assert len(table.column(name)) == 3
    assert table[-1].status == "unsolvable"
    with pytest.raises(IndexError):
        table[3]
    with pytest.raises(KeyError, match="pushes"):
        table.column("none")
    boards = np.stack([Level(ONE).codes(), np.zeros((3, 6), np.uint8)])
    assert [answer.status for answer in kuraban.solve_many(boards)] == ["solved", "invalid"]
    assert len(kuraban.solve_many([])) == 0


def test_tables_for_others() -> None:
    table = kuraban.solve_many([ONE, LOST])
    frame = pytest.importorskip("pandas") and table.to_pandas()
    assert frame["status"].tolist() == ["solved", "unsolvable"]
    arrow = pytest.importorskip("pyarrow") and table.to_arrow()
    assert arrow["pushes"].to_pylist() == [2, None]


def test_answers_are_those_of_the_command_line(program: Path, boxoban_file: Path) -> None:
    levels = [level for level in Level.read(boxoban_file) if isinstance(level, Level)][:300]
    command = [program, "solve", "--json", "--threads", "1", "--objective", "pushes"]
    told = subprocess.run(
        [str(word) for word in (*command, "--level", "1-300", boxoban_file)],
        check=True, capture_output=True, text=True
    )
    theirs = [json.loads(line) for line in told.stdout.splitlines()]
    ours = [answer.as_dict() for answer in kuraban.solve_many(levels, "pushes")]
    assert len(theirs) == len(ours) == 300
    for one, other in zip(theirs, ours, strict=True):
        for name in (*TIMES, "file"):
            one.pop(name, None), other.pop(name, None)
        assert one == other


def test_the_referee_and_the_engines() -> None:
    played = kuraban.verify(ONE, "Rr")
    assert played["solves"] and played["case_errors"] == [1] and played["pushes"] == 2
    assert kuraban.verify(ONE, "ll")["first_illegal_index"] == 0
    with pytest.raises(ValueError):
        kuraban.verify(ONE, "x")
    assert kuraban.engines()[0]["name"] == "auto"


def test_python_goes_on_meanwhile() -> None:
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.005):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    kuraban.solve_many([HARD] * 2, "moves", time=0.5, threads=1)
    done.set()
    thread.join()
    assert ticks > 20


def test_progress_is_told_and_may_stop_it() -> None:
    told: list[tuple[int, int]] = []
    kuraban.solve_many([HARD, ONE], "moves", time=0.3, threads=1, progress=lambda *now: told.append(now))
    assert told[-1] == (2, 2) and all(total == 2 for _, total in told)

    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    begun = time.monotonic()
    with pytest.raises(RuntimeError, match="enough"):
        kuraban.solve_many([ONE, HARD], "moves", time=30, threads=1, progress=stop)
    assert time.monotonic() - begun < 10


@pytest.mark.parametrize("call", ["solve(hard, 'moves')", "solve_many([hard] * 4, 'moves')", "solve(hard, 'moves', threads=2)"])
def test_interrupts_are_answered(call: str) -> None:
    script = f"""
import signal, time, kuraban
# Whoever runs the tests in the background has it ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
hard = {HARD!r}
print("ready", flush=True)
try:
    kuraban.{call}
except KeyboardInterrupt:
    print(time.monotonic())
"""
    process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    time.sleep(0.5)
    sent = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    answered = float(process.stdout.readline())
    assert process.wait() == 0
    # 0.2 s on a machine that has nothing else to do.
    assert answered - sent < 1.0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
def test_a_child_can_solve_after_its_parent() -> None:
    assert kuraban.solve(ONE, threads=2).status == "solved"
    child = os.fork()
    if child == 0:
        os._exit(0 if kuraban.solve(ONE).status == "solved" else 1)
    assert os.waitpid(child, 0)[1] == 0
