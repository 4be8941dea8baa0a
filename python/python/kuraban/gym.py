"""Environments for Gymnasium.

>>> import gymnasium, kuraban.gym
>>> env = gymnasium.make("Kuraban/Sokoban-v0", levels="######\\n#@$ .#\\n######")
>>> observation, info = env.reset(seed=1)
>>> env.step(3)[1], env.step(3)[1]
(-0.1, 10.9)

``SokobanVectorEnv`` steps thousands of boards in one call. The names are known once this module
is imported; ``gymnasium.make("kuraban.gym:Kuraban/Sokoban-v0")`` imports it, too.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kuraban._labels import Labels, read_labels
from kuraban._load import U8, Source, boxoban_files, load
from kuraban._native import Boards, Levels
from kuraban._play import Play

__all__ = ["SokobanEnv", "SokobanVectorEnv", "boxoban_env", "boxoban_vector_env"]

#: The names that Gymnasium knows once this module is imported.
_NAMES = (
    ("Kuraban/Sokoban-v0", "SokobanEnv", "SokobanVectorEnv"),
    ("Kuraban/Boxoban-v0", "boxoban_env", "boxoban_vector_env"),
)
for _name, _single, _vector in _NAMES:
    if _name not in gymnasium.registry:
        gymnasium.register(
            _name,
            entry_point=f"kuraban.gym:{_single}",
            vector_entry_point=f"kuraban.gym:{_vector}",
        )


def _space(boards: Boards) -> spaces.Space[U8]:
    """All observations of one board."""
    space: Any = spaces.Box(0, boards.largest, tuple(boards.shape), np.uint8)
    return space  # type: ignore[no-any-return]


def _known(render_mode: str | None, metadata: dict[str, Any]) -> str | None:
    """A way to draw, which must be one of those that there are."""
    if render_mode not in (None, *metadata["render_modes"]):
        raise ValueError(f"there is no render mode {render_mode!r}")
    return render_mode


class SokobanEnv(gymnasium.Env[U8, "int | np.int64"]):
    """One board.

    ``info`` has ``level`` (its number), ``level_id``, ``solved``, ``boxes_on_target``; with
    ``labels``, a table that ``kuraban batch export`` or ``Run.export`` wrote, also
    ``optimal_moves`` and ``optimal_pushes``, -1 where that is not proved.
    ``reset(options={"level": n})`` chooses the level. The other options are those of
    :class:`kuraban._play.Play`.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 8}

    def __init__(
        self,
        levels: Source = None,
        *,
        labels: str | os.PathLike[str] | None = None,
        render_mode: str | None = None,
        **play: Unpack[Play],
    ) -> None:
        self.render_mode = _known(render_mode, self.metadata)
        self._levels = load(levels)
        self._labels = read_labels(labels, self._levels)
        self._boards = Boards(self._levels, 1, autoreset="Disabled", **play)
        self.observation_space = _space(self._boards)
        self.action_space = spaces.Discrete(self._boards.actions)
        self._seeded = False
        self._level_info: dict[str, Any] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[U8, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is None and not self._seeded:
            seed = int(self.np_random.integers(2**63))
        self._seeded = True
        chosen = (options or {}).get("level")
        seen, _, _, _, level, boxes, solved = self._boards.reset_one(seed, chosen)
        self._level_info = {"level": level, "level_id": self._levels.id(level)}
        if self._labels is not None:
            self._level_info |= self._labels.of(level)
        return seen, {**self._level_info, "solved": solved, "boxes_on_target": boxes}

    def step(self, action: int | np.int64) -> tuple[U8, float, bool, bool, dict[str, Any]]:
        seen, reward, ended, cut, _, boxes, solved = self._boards.step_one(action)
        return seen, reward, ended, cut, {**self._level_info, "solved": solved, "boxes_on_target": boxes}

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        level = self._boards.level(0)
        return level.picture() if self.render_mode == "rgb_array" else str(level)


#: What a step tells beside the observations: rewards, terminated, truncated, level, boxes on
#: target, solved.
_Figures = tuple[
    NDArray[np.float64],
    NDArray[np.bool_],
    NDArray[np.bool_],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.bool_],
]


def _figures(boards: int) -> _Figures:
    """Places for what a step tells."""
    return (
        np.zeros(boards, np.float64),
        np.zeros(boards, np.bool_),
        np.zeros(boards, np.bool_),
        np.zeros(boards, np.int32),
        np.zeros(boards, np.int32),
        np.zeros(boards, np.bool_),
    )


class SokobanVectorEnv(VectorEnv[U8, NDArray[np.int64], NDArray[Any]]):
    """Many boards, stepped together.

    Every board has a random stream of its own, made from the seed and its index: what happens on
    it depends neither on ``num_envs`` nor on ``threads``. With ``copy=False`` what is returned
    is written again two calls later. ``threads`` pay from some thousands of boards on.
    ``infos`` holds arrays: ``level``, ``solved``, ``boxes_on_target``; identities are in
    ``level_ids``. Boards of unequal size are padded with wall to the largest. The other options
    are those of :class:`kuraban._play.Play`.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["rgb_array"],
        "render_fps": 8,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        levels: Source = None,
        *,
        autoreset: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        labels: str | os.PathLike[str] | None = None,
        render_mode: str | None = None,
        **play: Unpack[Play],
    ) -> None:
        self.num_envs = num_envs
        self.render_mode = _known(render_mode, self.metadata)
        self._mode = AutoresetMode(autoreset)
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self._levels = load(levels)
        self._labels: Labels | None = read_labels(labels, self._levels)
        self._boards = Boards(
            self._levels,
            num_envs,
            threads=threads,
            autoreset=self._mode.value,
            copies=copy,
            **play,
        )
        self.single_observation_space = _space(self._boards)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self._boards.actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        shape = (num_envs, *self._boards.shape)
        # Without copies two buffers are used in turn. With copies, observations that are drawn as
        # quickly as copied are drawn anew.
        self._shape = shape
        self._is_fresh = copy and self._boards.is_quick
        self._buffers: list[tuple[U8, _Figures]] = []
        if not copy:
            self._buffers = [(np.zeros(shape, np.uint8), _figures(num_envs)) for _ in range(2)]
        self._finals = None
        if self._mode == AutoresetMode.SAME_STEP:
            *_, level, boxes, solved = _figures(num_envs)
            self._finals = (np.zeros(shape, np.uint8), level, boxes, solved)
        everywhere = np.ones(num_envs, np.bool_)
        everywhere.flags.writeable = False
        names = ["level", "solved", "boxes_on_target"]
        if self._labels is not None:
            names += self._labels.of(0)
        self._masks = {f"_{name}": everywhere for name in names}
        self._seeded = False

    @property
    def level_ids(self) -> list[str]:
        """The identities of the levels, by number."""
        return self._levels.ids

    def _next(self) -> tuple[U8, _Figures]:
        """Where the next call writes."""
        self._buffers.reverse()
        return self._buffers[0]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[U8, dict[str, Any]]:
        one = seed if isinstance(seed, (int, np.integer)) else None
        super().reset(seed=None if one is None else int(one))
        each: list[int] | None = None
        if seed is None and not self._seeded:
            one = int(self.np_random.integers(2**63))
        elif seed is not None and one is None:
            each = [
                int(self.np_random.integers(2**63)) if given is None else int(given)
                for given in seed  # type: ignore[union-attr]
            ]
        self._seeded = True
        options = options or {}
        levels = options.get("level")
        if levels is not None:
            levels = [int(level) for level in np.broadcast_to(levels, self.num_envs)]
        mask = options.get("reset_mask")
        if self._buffers:
            seen, figures = self._next()
            self._boards.reset(one, each, mask, levels, seen, figures)
        elif self._is_fresh:
            seen, figures = np.empty(self._shape, np.uint8), _figures(self.num_envs)
            self._boards.reset(one, each, mask, levels, seen, figures)
        else:
            seen, figures = self._boards.reset_copies(one, each, mask, levels)
        return seen, self._infos(figures)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[U8, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        actions = np.ascontiguousarray(actions)
        if actions.dtype != np.int64:
            actions = actions.astype(np.int64, casting="same_kind")
        if self._buffers:
            seen, figures = self._next()
            self._boards.step(actions, seen, figures, self._finals)
        elif self._is_fresh:
            seen = np.empty(self._shape, np.uint8)
            figures = self._boards.step_fresh(actions, seen, self._finals)
        else:
            seen, figures = self._boards.step_copies(actions, self._finals)
        rewards, terminated, truncated, *_ = figures
        infos = self._infos(figures)
        if self._finals is not None:
            self._add_finals(infos, terminated | truncated)
        return seen, rewards, terminated, truncated, infos

    def _infos(self, figures: _Figures) -> dict[str, Any]:
        _, _, _, level, boxes, solved = figures
        infos = {"level": level, "solved": solved, "boxes_on_target": boxes, **self._masks}
        if self._labels is not None:
            infos |= self._labels.of(level)
        return infos

    def _add_finals(self, infos: dict[str, Any], ended: NDArray[np.bool_]) -> None:
        """Tells how episodes ended that were begun anew in this step."""
        assert self._finals is not None
        if ended.any():
            seen, level, boxes, solved = (array.copy() for array in self._finals)
            final: dict[str, Any] = {"level": level, "boxes_on_target": boxes, "solved": solved}
            final |= {f"_{key}": ended for key in final}
            infos |= {"final_obs": seen, "_final_obs": ended}
            infos |= {"final_info": final, "_final_info": ended}

    def render(self) -> tuple[U8, ...] | None:
        if self.render_mode is None:
            return None
        return tuple(self._boards.level(board).picture() for board in range(self.num_envs))


def _boxoban(
    levels: str | os.PathLike[str] | None, difficulty: str, split: str | None
) -> Levels:
    place = levels if levels is not None else os.environ.get("KURABAN_LEVELS")
    if place is None:
        raise ValueError(
            "name a Boxoban checkout by `levels=` or the variable KURABAN_LEVELS; "
            "nothing is downloaded"
        )
    return Levels.read([str(file) for file in boxoban_files(place, difficulty, split)])


def boxoban_env(
    levels: str | os.PathLike[str] | None = None,
    *,
    difficulty: str = "unfiltered",
    split: str | None = "train",
    **options: Any,
) -> SokobanEnv:
    """One board on the levels of a Boxoban checkout: ``Kuraban/Boxoban-v0``."""
    return SokobanEnv(_boxoban(levels, difficulty, split), **options)


def boxoban_vector_env(
    num_envs: int = 1,
    levels: str | os.PathLike[str] | None = None,
    *,
    difficulty: str = "unfiltered",
    split: str | None = "train",
    **options: Any,
) -> SokobanVectorEnv:
    """Many boards on the levels of a Boxoban checkout."""
    return SokobanVectorEnv(num_envs, _boxoban(levels, difficulty, split), **options)
