"""Steps per CPU second through Gymnasium: python steps.py LEVELS."""

import sys
import time

import gymnasium
import numpy as np

from kuraban.gym import SokobanVectorEnv

STEPS = 6_000_000


def many(boards: int, observation: str, copy: bool) -> float:
    """Million steps per CPU second, the best of three."""
    envs = SokobanVectorEnv(boards, sys.argv[1], observation=observation, copy=copy)
    envs.reset(seed=1)
    actions = np.random.default_rng(1).integers(0, 4, (64, boards))
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        for turn in range(STEPS // boards):
            envs.step(actions[turn % 64])
        best = max(best, STEPS / (time.process_time() - begun) / 1e6)
    return best


def one(observation: str) -> float:
    """The same for one board by `gymnasium.make`."""
    env = gymnasium.make("Kuraban/Sokoban-v0", levels=sys.argv[1], observation=observation)
    env.reset(seed=1)
    actions = [int(action) for action in np.random.default_rng(1).integers(0, 4, 100_000)]
    best = 0.0
    for _ in range(3):
        begun = time.process_time()
        for action in actions:
            _, _, ended, cut, _ = env.step(action)
            if ended or cut:
                env.reset()
        best = max(best, len(actions) / (time.process_time() - begun) / 1e6)
    return best


for observation in ("codes", "planes", "tiny"):
    for boards in (64, 1024, 4096):
        figures = [many(boards, observation, copy) for copy in (False, True)]
        print(observation, boards, *(f"{figure:.1f}" for figure in figures), flush=True)
    print(observation, "gymnasium.make", f"{one(observation):.2f}", flush=True)
