"""How far an agent comes that does anything: steps a second and levels solved.

python examples/random_agent.py [LEVELS]
"""

import os
import sys
import time

import numpy as np

from kuraban.gym import SokobanVectorEnv


def main() -> None:
    rounds = 20 if os.environ.get("KURABAN_QUICK") else 2000
    levels = sys.argv[1] if len(sys.argv) > 1 else None
    envs = SokobanVectorEnv(1024, levels, copy=False, end_on_deadlock=False)
    random = np.random.default_rng(1)
    actions = random.integers(0, 4, (64, envs.num_envs))
    envs.reset(seed=1)
    solved, begun = 0, time.process_time()
    for turn in range(rounds):
        _, _, terminated, _, _ = envs.step(actions[turn % 64])
        solved += int(terminated.sum())
    seconds = time.process_time() - begun
    rate = rounds * envs.num_envs / seconds / 1e6
    print(f"{rate:.1f} million steps per CPU second, {solved} levels solved by chance")


if __name__ == "__main__":
    main()
