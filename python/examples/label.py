"""Labels for learning: along every optimal solution the action to take and the pushes to go.

python examples/label.py [LEVELS] writes labels.npz.
"""

import sys

import numpy as np

import kuraban
from kuraban import data


def main() -> None:
    levels = data.LevelSet(sys.argv[1:]) if len(sys.argv) > 1 else data.own()
    table = kuraban.solve_many(levels, "pushes", nodes=1_000_000, time=None)
    proved = table.column("optimal_pushes")
    batches = [batch for batch in data.trajectories(levels, table) if proved[batch.level]]
    np.savez_compressed(
        "labels.npz",
        codes=np.concatenate([batch.codes for batch in batches]),
        action=np.concatenate([batch.action for batch in batches]),
        pushes_left=np.concatenate([batch.pushes_left for batch in batches]),
    )
    count = sum(len(batch.action) for batch in batches)
    print(f"{count} positions of {len(batches)} levels, every distance proved")


if __name__ == "__main__":
    main()
