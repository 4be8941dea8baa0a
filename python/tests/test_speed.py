"""Far below what was measured, so that a slow machine passes and a slip does not."""

from __future__ import annotations

import time

import numpy as np
import pytest

pytest.importorskip("gymnasium")
import gymnasium  # noqa: E402

from kuraban.gym import SokobanVectorEnv  # noqa: E402


def cpu_seconds_of(work: object) -> float:
    assert callable(work)
    begun = time.process_time()
    work()
    return time.process_time() - begun


@pytest.mark.parametrize(("observation", "least"), [("codes", 20e6), ("planes", 15e6)])
def test_many_boards(observation: str, least: float) -> None:
    boards, turns = 1024, 1000
    envs = SokobanVectorEnv(boards, observation=observation, copy=False)  # type: ignore[arg-type]
    actions = np.random.default_rng(1).integers(0, 4, (64, boards))
    envs.reset(seed=1)

    def play() -> None:
        for turn in range(turns):
            envs.step(actions[turn % 64])

    assert boards * turns / min(cpu_seconds_of(play) for _ in range(3)) > least


def test_one_board() -> None:
    env = gymnasium.make("Kuraban/Sokoban-v0", observation="codes")
    env.reset(seed=1)

    def play() -> None:
        for turn in range(10_000):
            _, _, ended, cut, _ = env.step(turn % 4)
            if ended or cut:
                env.reset()

    assert 10_000 / min(cpu_seconds_of(play) for _ in range(3)) > 150_000
