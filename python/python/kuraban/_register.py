"""The names that Gymnasium knows."""

from __future__ import annotations


def register() -> None:
    """Tells Gymnasium our environments, once."""
    import gymnasium

    for name, single, vector in (
        ("Kuraban/Sokoban-v0", "SokobanEnv", "SokobanVectorEnv"),
        ("Kuraban/Boxoban-v0", "boxoban_env", "boxoban_vector_env"),
    ):
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"kuraban.gym:{single}",
                vector_entry_point=f"kuraban.gym:{vector}",
            )
