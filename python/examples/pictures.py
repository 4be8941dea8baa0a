"""The pictures of docs/python.md: a solution in three boards, and all positions by their distance.

python examples/pictures.py [FOLDER]
"""

import struct
import sys
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import kuraban
from kuraban import data

LEVEL = """\
#########
#   #   #
# $   $ #
#  #@#  #
# .   . #
#   #   #
#########"""


def png(picture: NDArray[np.uint8]) -> bytes:
    """Rows of red, green and blue as a PNG file."""
    height, width, _ = picture.shape
    lines = b"".join(b"\0" + line.tobytes() for line in picture)
    chunks = [
        (b"IHDR", struct.pack(">2I5B", width, height, 8, 2, 0, 0, 0)),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    ]
    out = b"\x89PNG\r\n\x1a\n"
    for name, body in chunks:
        out += struct.pack(">I", len(body)) + name + body
        out += struct.pack(">I", zlib.crc32(name + body))
    return out


def in_three_boards(level: kuraban.Level, solution: str) -> NDArray[np.uint8]:
    """The start, the middle and the end of a solution, side by side."""
    half = len(solution) // 2
    boards = [level.after(solution[:steps]).picture() for steps in (0, half, len(solution))]
    gap = np.full((boards[0].shape[0], 16, 3), 255, np.uint8)
    return np.concatenate([boards[0], gap, boards[1], gap, boards[2]], axis=1)


def bars(pushes: NDArray[np.int32]) -> str:
    """How many positions there are for each number of pushes to go, dead ones apart."""
    # Vermilion and blue, as in all pictures of Kuraban: Okabe and Ito's colours.
    groups = [("dead", int((pushes == -1).sum()), "#D55E00")]
    for distance in range(int(pushes.max()) + 1):
        groups.append((str(distance), int((pushes == distance).sum()), "#0072B2"))
    most = max(count for _, count, _ in groups)
    parts = []
    for index, (name, count, colour) in enumerate(groups):
        left, tall = 20 + 48 * index, 160 * count / most
        parts.append(
            f'<rect x="{left}" y="{190 - tall:.1f}" width="36" height="{tall:.1f}" fill="{colour}"/>'
            f'<text x="{left + 18}" y="{184 - tall:.1f}">{count}</text>'
            f'<text x="{left + 18}" y="206">{name}</text>'
        )
    width = 40 + 48 * len(groups)
    told = ", ".join(f"{name}: {count}" for name, count, _ in groups)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 232" width="{width}" '
        'role="img" font-family="sans-serif" font-size="12" text-anchor="middle">'
        f"<title>Positions by their pushes to go</title><desc>Bars: {told}.</desc>"
        f'<rect width="{width}" height="232" fill="white"/>{"".join(parts)}'
        f'<text x="{width / 2}" y="226">pushes to go</text></svg>\n'
    )


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    level = kuraban.Level(LEVEL)
    answer = kuraban.solve(level, "pushes")
    assert answer.solution is not None
    picture = in_three_boards(level, answer.solution)
    (folder / "python-solution.png").write_bytes(png(picture))
    (folder / "python-positions.svg").write_text(bars(data.positions(level).pushes))


if __name__ == "__main__":
    main()
