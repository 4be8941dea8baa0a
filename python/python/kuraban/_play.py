"""How boards are played."""

from __future__ import annotations

from typing import Literal, TypedDict


class Play(TypedDict, total=False):
    """The options that all environments share; what is left out is as usual."""

    max_steps: int
    """An episode ends undecided after so many steps: 120; 0 is never."""
    min_steps: int | None
    """Where it is given, each episode draws its own most steps from here to ``max_steps``."""
    actions: Literal["envpool", "gym", "jumanji"]
    """What the numbers of actions mean: ``envpool``."""
    observation: Literal["planes", "codes", "tiny", "tiny_chw", "rgb"]
    """What is seen of a board: ``planes``."""
    rewards: tuple[float, float, float]
    """Of a step, of a box that comes to a goal, of the end: -0.1, 1 and 10."""
    order: Literal["random", "sequential"]
    """Which level comes next: ``random``."""
    end_on_deadlock: bool
    """Whether positions that are proved lost end the episode: they do not."""
