"""A run on many machines, by Ray: one task for each part.

``kuraban.ray.run("run")`` solves what is missing of a run folder. A worker or a node that dies
costs the time of its part; a driver that dies is started again and skips what is sealed.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Literal, NamedTuple

from kuraban._native import Run, Worker

__all__ = ["Summary", "run"]

Transport = Literal["object", "files"]

#: A part that takes so many times as long as the median is given to a second worker, too.
STRAGGLES = 10.0
#: How often stragglers are looked for, in seconds.
LOOK = 5.0
#: What a worker takes beside the tables of a search, in bytes; a guess.
BESIDE = 256 << 20


class Summary(NamedTuple):
    """What a call of :func:`run` did."""

    parts: int
    """Parts that it sealed."""
    skipped: int
    """Parts that were sealed before."""
    seconds: float


def _solve_there(description: str, levels: bytes) -> bytes:
    """In a worker without the folder: the levels come, the rows go back."""
    return Worker(description).solve_part(levels)


def _solve_in_folder(path: str, part: int) -> None:
    """In a worker that sees the folder: it takes over what a dead one has left."""
    Run.open(path).shard(part, threads=1)


def run(
    run_dir: str | Path,
    *,
    address: str | None = None,
    in_flight: int | None = None,
    transport: Transport | Literal["auto"] = "auto",
    max_retries: int = 5,
    memory: int | None = None,
) -> Summary:
    """Solves the parts of a run that are missing, and seals them.

    With ``transport="object"`` (and ``"auto"``) parts travel as bytes and only this process
    needs the folder. With ``"files"`` every node sees the folder under the same path, and the
    rows of a killed worker are taken over. Ray is started here unless ``address`` names a
    cluster or the caller has started it. ``memory`` reserves so many bytes for each task.
    """
    import ray

    begun = time.monotonic()
    folder = Run.open(str(run_dir))
    waiting = folder.missing
    skipped = folder.parts - len(waiting)
    if not waiting:
        return Summary(0, skipped, time.monotonic() - begun)
    started = not ray.is_initialized()
    temporary = tempfile.TemporaryDirectory(prefix="kr") if started and address is None else None
    try:
        if started:
            here: dict[str, Any] = {}
            if temporary is not None:
                here = {"_temp_dir": temporary.name, "include_dashboard": False}
            ray.init(address=address, log_to_driver=False, **here)
        _drive(ray, folder, waiting, in_flight, transport, max_retries, memory)
        return Summary(len(waiting), skipped, time.monotonic() - begun)
    finally:
        if started:
            ray.shutdown()
        if temporary is not None:
            temporary.cleanup()


def _drive(
    ray: Any,
    folder: Run,
    waiting: list[int],
    in_flight: int | None,
    transport: str,
    max_retries: int,
    memory: int | None,
) -> None:
    if transport not in ("auto", "object", "files"):
        raise ValueError(f"there is no transport {transport!r}; there are object, files")
    options: dict[str, Any] = {
        "num_cpus": 1,
        "max_retries": max_retries,
        "retry_exceptions": [OSError],
        "scheduling_strategy": "SPREAD",
    }
    if memory is not None:
        options["memory"] = memory + BESIDE
    shares_files = transport == "files"
    work = ray.remote(**options)(_solve_in_folder if shares_files else _solve_there)
    description = folder.description
    path = str(Path(folder.path).resolve())

    def begin(part: int) -> Any:
        if shares_files:
            return work.remote(path, part)
        return work.remote(description, folder.part_bytes(part))

    most = in_flight or 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    queue = list(reversed(waiting))
    # Attempts under way: the part of each, and when it was begun.
    attempts: dict[Any, tuple[int, float]] = {}
    sealed: set[int] = set()
    took: list[float] = []
    while len(sealed) < len(waiting):
        while queue and len(attempts) < most:
            part = queue.pop()
            attempts[begin(part)] = (part, time.monotonic())
        done, _ = ray.wait(list(attempts), num_returns=1, timeout=LOOK)
        for attempt in done:
            part, since = attempts.pop(attempt)
            if part in sealed:
                continue
            rows = ray.get(attempt)
            if not shares_files:
                folder.adopt(part, rows)
            sealed.add(part)
            took.append(time.monotonic() - since)
            for other in [key for key, (at, _) in attempts.items() if at == part]:
                ray.cancel(other, force=True)
                del attempts[other]
        if took and not queue:
            late = time.monotonic() - max(STRAGGLES * median(took), LOOK)
            tried = [part for part, _ in attempts.values()]
            for part, since in list(attempts.values()):
                if since < late and tried.count(part) == 1:
                    attempts[begin(part)] = (part, time.monotonic())
