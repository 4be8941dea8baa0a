from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kuraban

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode  # noqa: E402

from kuraban.gym import SokobanEnv, SokobanVectorEnv  # noqa: E402

ONE = "######\n#@$ .#\n######"
OBSERVATIONS = ("planes", "codes", "tiny", "tiny_chw", "rgb")


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("actions", ["envpool", "gym", "jumanji"])
def test_gymnasium_finds_no_fault(observation: str, actions: str) -> None:
    env = gymnasium.make("Kuraban/Sokoban-v0", observation=observation, actions=actions)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Small pictures and planes are what they are.
        warnings.filterwarnings("ignore", message=".*(image|pixel|minimum|maximum|render).*")
        check_env(env.unwrapped, skip_render_check=True)


def test_an_episode() -> None:
    env = gymnasium.make("Kuraban/Sokoban-v0", levels=[ONE], observation="codes", render_mode="ansi")
    seen, info = env.reset(seed=4)
    assert (seen == kuraban.Level(ONE).codes()).all()
    assert info == {
        "level": 0,
        "level_id": kuraban.Level(ONE).id,
        "solved": False,
        "boxes_on_target": 0,
    }
    seen, reward, ended, cut, info = env.step(3)
    assert (reward, ended, cut) == (-0.1, False, False) and seen[1].tolist() == [0, 1, 5, 4, 2, 0]
    assert env.render() == "######\n# @$.#\n######"
    _, reward, ended, cut, info = env.step(3)
    assert (reward, ended, cut, info["solved"]) == (10.9, True, False, True)
    with pytest.raises(kuraban.KurabanError, match="over"):
        env.unwrapped.step(3)


def test_levels_from_everywhere(
    tmp_path: Path, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "one.xsb").write_text(ONE)
    codes = kuraban.Level(ONE).codes()[None]
    for levels in (ONE, [ONE], [kuraban.Level(ONE)], codes, tmp_path / "one.xsb"):
        assert SokobanEnv(levels, observation="codes").observation_space.shape == (3, 6)
    monkeypatch.setenv("KURABAN_LEVELS", str(tmp_path / "one.xsb"))
    assert SokobanEnv(observation="codes").observation_space.shape == (3, 6)
    monkeypatch.setenv("KURABAN_LEVELS", str(checkout))
    env = gymnasium.make("Kuraban/Boxoban-v0", split="test", observation="codes", order="sequential")
    assert env.observation_space.shape == (10, 10)
    _, info = env.reset(seed=1, options={"level": 7})
    assert info["level"] == 7
    with pytest.raises(kuraban.LevelError, match="level 2"):
        (tmp_path / "bad.xsb").write_text(f"{ONE}\n\n#####\n#@@.#\n#####\n")
        SokobanEnv(tmp_path / "bad.xsb")
    with pytest.raises(ValueError, match="observation"):
        SokobanEnv(ONE, observation="pixels")  # type: ignore[arg-type]


def play(env: Any, boards: int, keep: int, rounds: int = 300) -> list[Any]:
    """What the first boards tell of the same actions."""
    told = [env.reset(seed=11)[0][:keep].copy()]
    for turn in range(rounds):
        actions = np.array([(turn * 7 + board * 5 + turn // 3) % 4 for board in range(boards)])
        seen, rewards, ended, cut, infos = env.step(actions)
        told += [seen[:keep].copy(), rewards[:keep].copy(), ended[:keep].copy(), cut[:keep].copy()]
        told += [infos["level"][:keep].copy(), infos["boxes_on_target"][:keep].copy()]
    return told


@pytest.mark.parametrize("observation", ["planes", "codes", "tiny_chw"])
def test_boards_do_not_depend_on_each_other(observation: str) -> None:
    options: dict[str, Any] = {"observation": observation, "max_steps": 30}
    one = play(SokobanVectorEnv(3, **options), 3, 3)
    for other in (
        SokobanVectorEnv(40, **options),
        SokobanVectorEnv(40, copy=False, **options),
        SokobanVectorEnv(40, threads=3, copy=False, **options),
    ):
        for left, right in zip(one, play(other, 40, 3), strict=True):
            assert (left == right).all()


def test_the_first_board_is_the_single_one() -> None:
    single, many = SokobanEnv(), SokobanVectorEnv(2)
    seen, _ = single.reset(seed=9)
    all_seen, _ = many.reset(seed=9)
    assert (seen == all_seen[0]).all()
    each, _ = many.reset(seed=[1, 9])
    assert (seen == each[1]).all()
    for action in (0, 1, 2, 3, 3, 1):
        seen, reward, *_ = single.step(action)
        all_seen, rewards, *_ = many.step(np.array([0, action]))
        assert (seen == all_seen[1]).all() and reward == rewards[1]


def test_the_next_step_begins_anew() -> None:
    env = gymnasium.make_vec("Kuraban/Sokoban-v0", num_envs=2, levels=ONE, observation="codes")
    assert isinstance(env.unwrapped, SokobanVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    first, _ = env.reset(seed=1)
    env.step(np.array([3, 0]))
    _, rewards, ended, _, infos = env.step(np.array([3, 0]))
    assert rewards.tolist() == [10.9, -0.1] and ended.tolist() == [True, False]
    assert infos["solved"].tolist() == [True, False] and infos["_solved"].all()
    seen, rewards, ended, _, _ = env.step(np.array([3, 3]))
    assert (seen[0] == first[0]).all() and rewards[0] == 0 and not ended[0]


def test_the_same_step_begins_anew() -> None:
    env = SokobanVectorEnv(2, ONE, observation="codes", autoreset="SameStep")
    first, _ = env.reset(seed=1)
    env.step(np.array([3, 0]))
    seen, _, ended, _, infos = env.step(np.array([3, 0]))
    assert ended.tolist() == [True, False] and (seen[0] == first[0]).all()
    assert infos["final_obs"][0][1].tolist() == [0, 1, 1, 5, 3, 0]
    assert infos["_final_obs"].tolist() == [True, False]
    assert infos["final_info"]["solved"][0] and not infos["solved"][0]


def test_without_autoreset_boards_wait() -> None:
    env = SokobanVectorEnv(2, ONE, autoreset=AutoresetMode.DISABLED)
    env.reset(seed=1)
    for _ in range(2):
        _, _, ended, cut, _ = env.step(np.array([3, 0]))
    with pytest.raises(kuraban.KurabanError, match="board 0 is over"):
        env.step(np.array([0, 0]))
    env.reset(options={"reset_mask": ended | cut})
    env.step(np.array([0, 0]))
    with pytest.raises(kuraban.KurabanError, match="action 9 of board 1"):
        env.step(np.array([0, 9]))
    with pytest.raises(TypeError, match="cast"):
        env.step(np.array([0.5, 1.0]))


def test_labels_make_the_gap_one_subtraction(tmp_path: Path) -> None:
    (tmp_path / "levels.xsb").write_text(ONE)
    run = kuraban.Run.new(tmp_path / "run", [tmp_path / "levels.xsb"], "pushes")
    run.run(threads=1)
    for name in ("labels.csv", "labels.jsonl"):
        run.export(tmp_path / name)
        env = SokobanEnv(ONE, labels=tmp_path / name)
        assert env.reset(seed=1)[1]["optimal_pushes"] == 2
        many = SokobanVectorEnv(3, ONE, labels=tmp_path / name)
        assert many.reset(seed=1)[1]["optimal_moves"].tolist() == [2, 2, 2]


def test_lost_positions_end_an_episode_where_asked() -> None:
    level = "######\n#    #\n# $  #\n# @. #\n######"
    env = SokobanEnv(level, end_on_deadlock=True)
    env.reset(seed=1)
    _, reward, ended, _, info = env.step(0)
    assert (reward, ended, info["solved"]) == (-0.1, True, False)
