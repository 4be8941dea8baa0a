"""Kuraban solves Sokoban levels, and proves what it says.

>>> import kuraban
>>> answer = kuraban.solve("######\\n#@$ .#\\n######", "pushes")
>>> answer.solution, answer.pushes, "pushes" in answer.optimal
('RR', 2, True)
"""

from kuraban._errors import KurabanError, LevelError
from kuraban._native import (
    STATUSES,
    Answer,
    Level,
    Run,
    Table,
    Worker,
    __version__,
    engines,
    solve,
    solve_many,
    verify,
)

__all__ = [
    "STATUSES",
    "Answer",
    "KurabanError",
    "Level",
    "LevelError",
    "Run",
    "Table",
    "Worker",
    "__version__",
    "engines",
    "solve",
    "solve_many",
    "verify",
]
