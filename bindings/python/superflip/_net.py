"""The unfolded cube, as text and as a picture.

       U
     L F R B
       D
"""

from __future__ import annotations

_COLOURS = {"U": "#ffffff", "R": "#c41e3a", "F": "#009b48", "D": "#ffd500", "L": "#ff5800", "B": "#0051ba"}
# The column and row of each face in the net, in units of faces.
_AT = {"U": (1, 0), "R": (2, 1), "F": (1, 1), "D": (1, 2), "L": (0, 1), "B": (3, 1)}
_STICKER = 18


def text(facelets: str) -> str:
    """Nine lines of letters."""
    rows = {face: [facelets[9 * f + 3 * y : 9 * f + 3 * y + 3] for y in range(3)] for f, face in enumerate("URFDLB")}
    middle = [" ".join(rows[face][y] for face in "LFRB") for y in range(3)]
    return "\n".join(["    " + row for row in rows["U"]] + middle + ["    " + row for row in rows["D"]])


def svg(facelets: str) -> str:
    """A picture, with the colours of the usual cube: U white, R red, F green, D yellow, L orange, B blue."""
    stickers = []
    for i, colour in enumerate(facelets):
        column, row = _AT["URFDLB"[i // 9]]
        x = 4 + (3 * _STICKER + 4) * column + _STICKER * (i % 3)
        y = 4 + (3 * _STICKER + 4) * row + _STICKER * (i % 9 // 3)
        stickers.append(
            f'<rect x="{x}" y="{y}" width="{_STICKER}" height="{_STICKER}" rx="2" fill="{_COLOURS[colour]}"/>'
        )
    width = 8 + 4 * 3 * _STICKER + 3 * 4
    height = 8 + 3 * 3 * _STICKER + 2 * 4
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'role="img" stroke="#222" stroke-width="1"><title>{facelets}</title>{"".join(stickers)}</svg>'
    )
