"""Runs on Ray: nothing is lost and nothing doubled, whoever is killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from conftest import hall, rows


from kuraban import Run, Worker

pytestmark = pytest.mark.ray
ray = pytest.importorskip("ray")

import kuraban.ray  # noqa: E402


def make(folder: Path, name: str, count: int = 16) -> Run:
    levels = folder / "levels.xsb"
    boards = [hall(14 + index % 8, 8 + index // 8) for index in range(count)]
    levels.write_text("\n\n".join(boards))
    return Run.new(folder / name, [levels], "moves", nodes=15_000, cpu=None, part_size=4)


def parent(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def offspring(pid: int) -> list[tuple[int, str]]:
    """The processes below one, with their command lines."""
    found = []
    for place in Path("/proc").iterdir():
        if not place.name.isdigit():
            continue
        above = int(place.name)
        while above not in (0, 1, pid):
            above = parent(above)
        if above == pid and int(place.name) != pid:
            try:
                found.append((int(place.name), (place / "cmdline").read_text()))
            except (FileNotFoundError, ProcessLookupError):
                continue
    return found


def kill_one(below: int, is_it: Callable[[str], bool], after: float) -> int | None:
    """Kills the first process of that kind below another, once it has worked for a while."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        for pid, command in offspring(below):
            if is_it(command):
                time.sleep(after)
                if is_it(dict(offspring(below)).get(pid, "")):
                    os.kill(pid, signal.SIGKILL)
                    return pid
        time.sleep(0.05)
    return None


def is_worker(command: str) -> bool:
    return command.startswith("ray::_solve")


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    """What a run without Ray answers."""
    run = make(tmp_path_factory.mktemp("here"), "run")
    assert run.run(threads=2)
    return rows(run)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc to find processes")
@pytest.mark.parametrize("transport", ["object", "files"])
def test_a_killed_worker(
    transport: str, tmp_path: Path, expected: list[dict[str, object]]
) -> None:
    run = make(tmp_path, "run")
    assert run.parts >= 4
    killed: list[int | None] = []
    killer = threading.Thread(
        target=lambda: killed.append(kill_one(os.getpid(), is_worker, 0.1))
    )
    killer.start()
    summary = kuraban.ray.run(run.path, transport=transport)  # type: ignore[arg-type]
    killer.join()
    assert killed[0] is not None, "no worker was there to be killed"
    assert summary.parts == run.parts and run.missing == []
    assert run.check(replay=True)["faults"] == []
    assert rows(run) == expected
    again = kuraban.ray.run(run.path)
    assert (again.parts, again.skipped) == (0, run.parts)


@pytest.fixture(scope="module")
def started() -> Iterator[None]:
    """Ray for several tests."""
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def easy(folder: Path, count: int = 8) -> Run:
    """A run that takes no time."""
    levels = folder / "levels.xsb"
    levels.write_text("\n\n".join(hall(10 + index, 1) for index in range(count)))
    return Run.new(folder / "run", [levels], nodes=1000, cpu=None, part_size=4)


@pytest.mark.usefixtures("started")
@pytest.mark.parametrize("transport", ["object", "files"])
def test_a_level_that_kills(
    transport: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "whole").mkdir()
    whole = easy(tmp_path / "whole")
    assert whole.run(threads=1)
    run = easy(tmp_path)
    parts = [run.part_bytes(part) for part in range(run.parts)]
    deadly = next(part for part in range(run.parts) if b'"n":5,' in parts[part])

    # As if the engine took the process with it. Ray sends these over, as they are no module's.
    def solve_there(description: str, levels: bytes) -> bytes:
        if b'"n":5,' in levels:
            os.kill(os.getpid(), signal.SIGKILL)
        return Worker(description).solve_part(levels)

    def solve_in_folder(path: str, part: int) -> None:
        if part == deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        Run.open(path).shard(part)

    monkeypatch.setattr(kuraban.ray, "_solve_there", solve_there)
    monkeypatch.setattr(kuraban.ray, "_solve_in_folder", solve_in_folder)
    summary = kuraban.ray.run(run.path, transport=transport, max_retries=0)  # type: ignore[arg-type]
    assert summary.parts == run.parts and run.missing == []
    assert run.check(replay=True)["faults"] == []
    expected, found = rows(whole), rows(run)
    assert [row["n"] for row in found] == list(range(8))
    assert (found[5]["status"], found[5]["reason"]) == ("error", "process died 3 times")
    assert [*found[:5], *found[6:]] == [*expected[:5], *expected[6:]]


@pytest.mark.usefixtures("started")
def test_workers_that_cannot_start_are_no_fault_of_levels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(description: str, levels: bytes) -> bytes:
        os.kill(os.getpid(), signal.SIGKILL)
        return b""

    run = easy(tmp_path, 1)
    monkeypatch.setattr(kuraban.ray, "_solve_there", die)
    with pytest.raises(ray.exceptions.WorkerCrashedError):
        kuraban.ray.run(run.path, max_retries=0)
    assert len(run.missing) == run.parts


DRIVER = "import sys, kuraban.ray; kuraban.ray.run(sys.argv[1], transport=sys.argv[2], in_flight=2)"


@pytest.mark.long
@pytest.mark.parametrize("transport", ["object", "files"])
def test_a_killed_driver(
    transport: str, tmp_path: Path, expected: list[dict[str, object]]
) -> None:
    run = make(tmp_path, "run")
    driver = subprocess.Popen([sys.executable, "-c", DRIVER, str(run.path), transport])
    until = time.monotonic() + 120
    while len(run.missing) == run.parts and time.monotonic() < until:
        time.sleep(0.05)
    below = [pid for pid, _ in offspring(driver.pid)]
    driver.kill()
    driver.wait()
    assert 0 < len(run.missing) < run.parts
    summary = kuraban.ray.run(run.path, transport=transport)  # type: ignore[arg-type]
    assert summary.skipped > 0 and run.missing == []
    assert rows(run) == expected
    # Some of Ray's agents outlive their driver.
    for pid in below:
        if "ray" in dict(offspring(1)).get(pid, ""):
            os.kill(pid, signal.SIGKILL)


@pytest.mark.long
@pytest.mark.parametrize("transport", ["object", "files"])
def test_a_killed_node(
    transport: str, tmp_path: Path, expected: list[dict[str, object]]
) -> None:
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    node = cluster.add_node(num_cpus=1)
    try:
        run = make(tmp_path, "run")

        def kill() -> None:
            until = time.monotonic() + 120
            while len(run.missing) == run.parts and time.monotonic() < until:
                time.sleep(0.05)
            cluster.remove_node(node, allow_graceful=False)

        killer = threading.Thread(target=kill)
        killer.start()
        kuraban.ray.run(run.path, address=cluster.address, transport=transport)  # type: ignore[arg-type]
        killer.join()
        assert run.missing == [] and rows(run) == expected
    finally:
        cluster.shutdown()  # type: ignore[no-untyped-call]
