"""Step by step against gym-sokoban, which lives in an environment of its own: it needs an old NumPy."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from kuraban import data  # noqa: E402
from kuraban.gym import SokobanEnv  # noqa: E402

PACKAGES = ("gym-sokoban==0.0.6", "gym==0.26.2", "numpy<2", "setuptools<81")
STEPS = 100_000

THEIRS = """
import json, sys
import numpy as np
from gym_sokoban.envs.sokoban_env import SokobanEnv

given = json.load(open(sys.argv[1]))
env = SokobanEnv(dim_room=(10, 10), max_steps=10**9, num_boxes=1, reset=False)
told = []
for codes, actions in zip(given["codes"], given["actions"]):
    state = np.array(codes)
    goals = np.isin(state, (2, 3, 6))
    env.room_fixed = np.where(goals, 2, np.where(state == 0, 0, 1))
    env.player_position = np.argwhere(np.isin(state, (5, 6)))[0]
    env.room_state = np.where(state == 6, 5, state)
    env.num_boxes = int(goals.sum())
    env.boxes_on_target = int((state == 3).sum())
    env.num_env_steps, env.reward_last = 0, 0
    for action in actions:
        seen, reward, done, _ = env.step(action, observation_mode="tiny_rgb_array")
        told.append([int(seen.astype(np.int64).sum()), seen[env.player_position[0], env.player_position[1]].tolist(),
                     round(float(reward), 6), bool(done), env.player_position.tolist()])
        if done:
            break
json.dump(told, sys.stdout)
"""


@pytest.mark.long
def test_steps_are_those_of_gym_sokoban(tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    subprocess.run([sys.executable, "-m", "venv", tools], check=True)
    subprocess.run([tools / "bin/pip", "install", "--quiet", *PACKAGES], check=True)
    levels = data.own()
    random = np.random.default_rng(7)
    per_level = 2000
    rounds = STEPS // per_level
    given = [levels[index % len(levels)] for index in range(rounds)]
    actions = random.integers(0, 9, (rounds, per_level))
    asked = {"codes": [level.codes().tolist() for level in given], "actions": actions.tolist()}
    (tmp_path / "given.json").write_text(json.dumps(asked))
    command = [str(tools / "bin/python"), "-W", "ignore", "-c", THEIRS, str(tmp_path / "given.json")]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    theirs = iter(json.loads(told[told.index("[[") :]))
    count = 0
    for level, tried in zip(given, actions, strict=True):
        env = SokobanEnv([level], actions="gym", observation="tiny", max_steps=0)
        env.reset(seed=1)
        for action in tried:
            seen, reward, ended, _, _ = env.step(action)
            total, colour, their_reward, done, player = next(theirs)
            assert int(seen.astype(np.int64).sum()) == total
            assert seen[player[0], player[1]].tolist() == colour
            assert (round(reward, 6), ended) == (their_reward, done)
            count += 1
            if ended:
                break
    assert count > STEPS // 2 and next(theirs, None) is None
