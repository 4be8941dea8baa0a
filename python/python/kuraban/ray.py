"""A run on many machines, by Ray: one task for each part.

``kuraban.ray.run("run")`` solves what is missing of a run folder. A worker or a node that dies
costs the time of its part; a driver that dies is started again and skips what is sealed. A level
that kills its workers becomes a row with the status ``error``.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any, Literal, NamedTuple

from kuraban._native import DEADLY, Run, Worker

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
    max_retries: int = DEADLY,
    memory: int | None = None,
) -> Summary:
    """Solves the parts of a run that are missing, and seals them.

    With ``transport="object"`` (and ``"auto"``) parts travel as bytes and only this process
    needs the folder. With ``"files"`` every node sees the folder under the same path, and the
    rows of a killed worker are taken over. Ray is started here unless ``address`` names a
    cluster or the caller has started it. ``memory`` reserves so many bytes for each task.

    A part whose worker dies is begun again, ``max_retries`` times. If it dies once more, each level of
    the part becomes a task; a level over which three more workers die gets the status ``error``.
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
        _Driver(ray, folder, transport, max_retries, memory).drive(waiting, in_flight)
        return Summary(len(waiting), skipped, time.monotonic() - begun)
    finally:
        if started:
            ray.shutdown()
        if temporary is not None:
            temporary.cleanup()


class _Piece(NamedTuple):
    """What a task is to solve: a part, or one of its levels alone."""

    part: int
    level: int | None = None


class _Driver:
    """Begins tasks, and seals what comes of them."""

    def __init__(
        self, ray: Any, folder: Run, transport: str, max_retries: int, memory: int | None
    ) -> None:
        if transport not in ("auto", "object", "files"):
            raise ValueError(f"there is no transport {transport!r}; there are object, files")
        if max_retries < 0:
            raise ValueError("`max_retries` is at least 0")
        errors = ray.exceptions
        self.deaths = (errors.WorkerCrashedError, errors.NodeDiedError, errors.OutOfMemoryError)
        self.ray = ray
        self.folder = folder
        self.description = folder.description
        self.shares_files = transport == "files"
        options: dict[str, Any] = {
            "num_cpus": 1,
            "retry_exceptions": [OSError],
            "scheduling_strategy": "SPREAD",
        }
        if memory is not None:
            options["memory"] = memory + BESIDE
        remote = ray.remote(**options)
        work = _solve_in_folder if self.shares_files else _solve_there
        self.whole = remote(work).options(max_retries=max_retries)
        self.alone = remote(_solve_there).options(max_retries=DEADLY - 1)
        # Tasks under way: what each is to solve, and since when.
        self.tasks: dict[Any, tuple[_Piece, float]] = {}
        self.queue: list[_Piece] = []
        # Of parts that are taken apart: their levels, and the rows of those that are done.
        self.levels: dict[int, list[bytes]] = {}
        self.rows: dict[int, dict[int, bytes]] = {}
        self.left: set[int] = set()
        self.took: list[float] = []

    def drive(self, parts: list[int], in_flight: int | None) -> None:
        """Solves these parts."""
        most = in_flight or 4 * max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        self.queue = [_Piece(part) for part in reversed(parts)]
        self.left = set(parts)
        while self.left:
            while self.queue and len(self.tasks) < most:
                self.begin(self.queue.pop())
            done, _ = self.ray.wait(list(self.tasks), num_returns=1, timeout=LOOK)
            for task in done:
                self.end(task)
            if self.took and not self.queue:
                self.hurry()

    def begin(self, piece: _Piece) -> None:
        """Begins a task."""
        part, level = piece
        if level is not None:
            task = self.alone.remote(self.description, self.levels[part][level])
        elif self.shares_files:
            task = self.whole.remote(str(Path(self.folder.path).resolve()), part)
        else:
            task = self.whole.remote(self.description, self.folder.part_bytes(part))
        self.tasks[task] = (piece, time.monotonic())

    def end(self, task: Any) -> None:
        """Takes what came of a task."""
        if task not in self.tasks:
            return
        piece, since = self.tasks.pop(task)
        others = [other for other, (at, _) in self.tasks.items() if at == piece]
        try:
            rows = self.ray.get(task)
        except self.deaths:
            if others:
                return
            if piece.level is None:
                self.take_apart(piece.part)
                return
            rows = self.give_up(self.levels[piece.part][piece.level])
        for other in others:
            self.ray.cancel(other, force=True)
            del self.tasks[other]
        if piece.level is None:
            self.took.append(time.monotonic() - since)
            if not self.shares_files:
                self.folder.adopt(piece.part, rows)
            self.left.discard(piece.part)
        else:
            self.collect(piece.part, piece.level, rows)

    def take_apart(self, part: int) -> None:
        """One level of this part may kill whoever is at it: each is tried alone."""
        self.levels[part] = self.folder.part_bytes(part).splitlines(keepends=True)
        self.rows[part] = {}
        self.queue.extend(_Piece(part, level) for level in range(len(self.levels[part])))

    def collect(self, part: int, level: int, rows: bytes) -> None:
        """Seals a part that was taken apart, once all its levels are there."""
        found = self.rows[part]
        found[level] = rows
        if len(found) == len(self.levels[part]):
            self.folder.adopt(part, b"".join(rows for _, rows in sorted(found.items())))
            self.left.discard(part)
            del self.rows[part], self.levels[part]

    def give_up(self, level: bytes) -> bytes:
        """The row of a level that kills; where workers die over nothing, that is raised."""
        nothing = self.ray.remote(num_cpus=0, max_retries=0)(_solve_there)
        self.ray.get(nothing.remote(self.description, b""))
        return Worker(self.description).give_up(level, DEADLY)

    def hurry(self) -> None:
        """Gives what takes very long to a second worker."""
        late = time.monotonic() - max(STRAGGLES * median(self.took), LOOK)
        under_way = [piece for piece, _ in self.tasks.values()]
        for piece, since in list(self.tasks.values()):
            if since < late and under_way.count(piece) == 1:
                self.begin(piece)
