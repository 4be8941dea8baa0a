"""CPU seconds of the wheel and of the command line: python wheel.py PROGRAM LEVELS."""

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

import kuraban

PROGRAM, LEVELS = sys.argv[1:3]


def program(objective: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [PROGRAM, "solve", "--json", "--threads", "1", "--objective", objective, LEVELS]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def own(work: Callable[[], object]) -> float:
    begun = time.process_time()
    work()
    return time.process_time() - begun


texts = [str(level) for level in kuraban.Level.read(LEVELS)]
codes = np.stack([kuraban.Level(text).codes() for text in texts])
for objective, rounds in (("any", 9), ("pushes", 5)):
    ways: dict[str, Callable[[], float]] = {
        "command line": lambda: program(objective),
        "texts": lambda: own(lambda: kuraban.solve_many(texts, objective, threads=1)),
        "read and solved": lambda: own(
            lambda: kuraban.solve_many(list(kuraban.Level.read(LEVELS)), objective, threads=1)
        ),
        "codes": lambda: own(lambda: kuraban.solve_many(codes, objective, threads=1)),
    }
    taken: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            taken[name].append(way())
    theirs = statistics.median(taken["command line"])
    for name, times in taken.items():
        middle = statistics.median(times)
        print(f"{objective}: {name}: {middle:.3f} s, {theirs / middle:.2f} of its speed", flush=True)
