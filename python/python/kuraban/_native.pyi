"""The native part of the package. `kuraban`, `kuraban.data` and `kuraban.gym` show what is public."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any, Literal, TypeAlias, Unpack, final

import numpy as np
from numpy.typing import NDArray

from kuraban._errors import LevelError
from kuraban._play import Play

__all__ = [
    "Answer",
    "Boards",
    "DEADLY",
    "Level",
    "LevelReader",
    "Levels",
    "Positions",
    "Run",
    "STATUSES",
    "Table",
    "Worker",
    "__version__",
    "_restore_level",
    "engines",
    "make",
    "positions",
    "solve",
    "solve_many",
    "trajectory",
    "verify",
    "wander",
]

_U8: TypeAlias = NDArray[np.uint8]
_I32: TypeAlias = NDArray[np.int32]
_Bool: TypeAlias = NDArray[np.bool_]
_Path: TypeAlias = str | PathLike[str]
_Objective: TypeAlias = Literal["any", "pushes", "moves", "robot", "actions"]
_Status: TypeAlias = Literal["solved", "unsolvable", "limit", "invalid", "error"]
_Given: TypeAlias = Level | str | _U8

__version__: str
DEADLY: int
"""A level that was being solved so often when its process died is not tried again."""
STATUSES: list[str]
"""The statuses by their numbers in the column `status` of a table."""

@final
class Level:
    """A level, which does not change. Levels are equal where their boards are."""

    def __new__(cls, text: str) -> Level: ...
    @staticmethod
    def from_codes(codes: _U8) -> Level: ...
    @staticmethod
    def read(path: _Path) -> Iterator[Level | LevelError]: ...
    def codes(self) -> _U8: ...
    def planes(self) -> _U8: ...
    def picture(self) -> _U8: ...
    def after(self, lurd: str) -> Level: ...
    def facts(self) -> dict[str, Any]: ...
    @property
    def id(self) -> str: ...
    @property
    def canonical_id(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def boxes(self) -> int: ...
    @property
    def rules(self) -> Literal["boxes", "boulders"]: ...
    @property
    def title(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class LevelReader:
    def __iter__(self) -> LevelReader: ...
    def __next__(self) -> Level | LevelError: ...

def _restore_level(codes: bytes, width: int, title: str | None) -> Level: ...
@final
class Answer:
    """What is known about a level after a search. Everything in it was proved or replayed."""

    @property
    def status(self) -> _Status: ...
    @property
    def reason(self) -> str | None: ...
    @property
    def solution(self) -> str | None: ...
    @property
    def moves(self) -> int | None: ...
    @property
    def pushes(self) -> int | None: ...
    @property
    def optimal(self) -> frozenset[str]: ...
    @property
    def lower_bound(self) -> dict[str, int]: ...
    @property
    def engine(self) -> str | None: ...
    @property
    def expanded(self) -> int: ...
    @property
    def generated(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def cpu_seconds(self) -> float: ...
    @property
    def peak_bytes(self) -> int: ...
    def actions(self, kind: Literal["envpool", "gym", "jumanji"] = "envpool") -> _U8: ...
    def as_dict(self) -> dict[str, Any]: ...

@final
class Table:
    """Answers in the order of their levels, as columns."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Answer: ...
    def __iter__(self) -> Iterator[Answer]: ...
    @property
    def columns(self) -> list[str]: ...
    def column(self, name: str) -> NDArray[Any]: ...
    def to_arrow(self) -> Any: ...
    def to_pandas(self) -> Any: ...

def solve(
    level: _Given,
    objective: _Objective = "any",
    *,
    engine: str = "auto",
    nodes: int | None = None,
    cpu: float | None = None,
    time: float | None = 60.0,
    memory: int | None = 4294967296,
    threads: int = 1,
) -> Answer: ...
def solve_many(
    levels: Iterable[_Given] | _U8,
    objective: _Objective = "any",
    *,
    engine: str = "auto",
    nodes: int | None = None,
    cpu: float | None = None,
    time: float | None = 60.0,
    memory: int | None = None,
    threads: int | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Table: ...
def verify(level: _Given, lurd: str) -> dict[str, Any]: ...
def engines() -> list[dict[str, Any]]: ...
@final
class Positions:
    """All positions of a level, with the fewest pushes to go from each; -1: proved dead."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Level: ...
    @property
    def pushes(self) -> _I32: ...
    def codes(self, start: int = 0, stop: int | None = None) -> _U8: ...
    def find(self, level: _Given) -> int | None: ...

def positions(
    level: _Given,
    limit: int = 1_000_000,
    *,
    scope: Literal["reachable", "solvable"] = "reachable",
    cpu: float | None = None,
    time: float | None = None,
    memory: int | None = None,
) -> Positions: ...
def trajectory(
    level: _Given, lurd: str, actions: str = "envpool"
) -> tuple[_U8, _U8, _I32, _I32]: ...
def make(
    count: int,
    preset: str,
    start: int,
    threads: int | None,
    time: float | None,
    **keywords: Any,
) -> list[
    tuple[
        Level, int, bool, str | None, int | None, int | None, frozenset[str], float | None
    ]
]: ...
def wander(level: _Given, count: int, most_pushes: int, seed: int) -> _U8: ...
@final
class Run:
    """A run folder: what `kuraban batch` works on."""

    @staticmethod
    def new(
        path: _Path,
        levels: Sequence[_Path],
        objective: _Objective = "pushes",
        *,
        engine: str = "auto",
        nodes: int | None = None,
        cpu: float | None = 60.0,
        time: float | None = None,
        memory: int | None = None,
        part_size: int = 1000,
        dedup: Literal["exact", "canonical", "none"] = "exact",
        where: str | None = None,
    ) -> Run: ...
    @staticmethod
    def open(path: _Path) -> Run: ...
    @property
    def path(self) -> Path: ...
    @property
    def levels(self) -> int: ...
    @property
    def parts(self) -> int: ...
    @property
    def missing(self) -> list[int]: ...
    @property
    def description(self) -> str: ...
    def run(
        self,
        threads: int | None = None,
        *,
        progress: Callable[[int, int], object] | None = None,
    ) -> bool: ...
    def shard(self, part: int, threads: int = 1) -> dict[str, Any]: ...
    def part_bytes(self, part: int) -> bytes: ...
    def adopt(self, part: int, segment: bytes) -> bool: ...
    def export(
        self,
        out: _Path,
        *,
        where: str | None = None,
        columns: list[str] | None = None,
        actions: Literal["envpool", "gym", "jumanji"] | None = None,
        per: Literal["level", "source"] = "level",
    ) -> int: ...
    def check(self, *, replay: bool = False) -> dict[str, Any]: ...

@final
class Worker:
    """Solves parts of a run elsewhere."""

    def __new__(cls, description: str) -> Worker: ...
    def solve_part(self, part: bytes) -> bytes: ...
    def give_up(self, part: bytes, deaths: int) -> bytes: ...

@final
class Levels:
    """Levels that are played, as codes of one size."""

    def __new__(cls, levels: Iterable[_Given] | _U8) -> Levels: ...
    @staticmethod
    def read(paths: Sequence[_Path]) -> Levels: ...
    def __len__(self) -> int: ...
    @property
    def height(self) -> int: ...
    @property
    def width(self) -> int: ...
    @property
    def ids(self) -> list[str]: ...
    def id(self, level: int) -> str: ...

_Figures: TypeAlias = tuple[NDArray[np.float64], _Bool, _Bool, _I32, _I32, _Bool]
_Alone: TypeAlias = tuple[_U8, float, bool, bool, int, int, bool]

@final
class Boards:
    """Many boards, stepped together."""

    def __new__(
        cls,
        levels: Levels,
        boards: int,
        *,
        threads: int = 1,
        autoreset: str = "NextStep",
        copies: bool = False,
        **options: Unpack[Play],
    ) -> Boards: ...
    @property
    def shape(self) -> list[int]: ...
    @property
    def largest(self) -> int: ...
    @property
    def is_quick(self) -> bool: ...
    @property
    def actions(self) -> int: ...
    def reset(
        self,
        seed: int | None,
        seeds: list[int] | None,
        mask: _Bool | None,
        levels: list[int] | None,
        observations: _U8,
        figures: _Figures,
    ) -> None: ...
    def reset_copies(
        self,
        seed: int | None,
        seeds: list[int] | None,
        mask: _Bool | None,
        levels: list[int] | None,
    ) -> tuple[_U8, _Figures]: ...
    def step_fresh(
        self,
        actions: NDArray[np.int64],
        observations: _U8,
        finals: tuple[_U8, _I32, _I32, _Bool] | None,
    ) -> _Figures: ...
    def step_copies(
        self,
        actions: NDArray[np.int64],
        finals: tuple[_U8, _I32, _I32, _Bool] | None,
    ) -> tuple[_U8, _Figures]: ...
    def step(
        self,
        actions: NDArray[np.int64],
        observations: _U8,
        figures: _Figures,
        finals: tuple[_U8, _I32, _I32, _Bool] | None,
    ) -> None: ...
    def reset_one(self, seed: int | None, level: int | None) -> _Alone: ...
    def step_one(self, action: int | np.int64) -> _Alone: ...
    def level(self, board: int) -> Level: ...
