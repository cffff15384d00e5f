"""Draws the picture of lab 07 into pictures/: the steps of the example in section 2.

    python3 labs/07-solver/pictures.py
"""
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from sketch import CELL, Sketch  # noqa: E402

A = ((4.0, 1.0), (1.0, 3.0))
B = (1.0, 2.0)
SCALE = 10  # number of cells per unit
LEFT, BASE = 2.5, 9.0  # position of the point (0, 0)


def times(x):
    return tuple(row[0] * x[0] + row[1] * x[1] for row in A)


def dot(x, y):
    return x[0] * y[0] + x[1] * y[1]


def solve():
    """Returns the x of each step of the method of section 2."""
    x, r = (0.0, 0.0), B
    p = z = tuple(r[i] / A[i][i] for i in range(2))
    found = [x]
    for _ in range(2):
        q, rz = times(p), dot(r, z)
        alpha = rz / dot(p, q)
        x = tuple(x[i] + alpha * p[i] for i in range(2))
        r = tuple(r[i] - alpha * q[i] for i in range(2))
        z = tuple(r[i] / A[i][i] for i in range(2))
        p = tuple(z[i] + dot(r, z) / rz * p[i] for i in range(2))
        found.append(x)
    return found


def place(x):
    return LEFT + SCALE * x[0], BASE - SCALE * x[1]


def draw_contour(sketch, centre, size):
    """Draws the curve on which e · A e is `size`."""
    points = []
    for degree in range(360):
        way = math.cos(math.radians(degree)), math.sin(math.radians(degree))
        length = math.sqrt(size / dot(way, times(way)))
        x = tuple(centre[i] + length * way[i] for i in range(2))
        points.append(f"{place(x)[0] * CELL:.1f} {place(x)[1] * CELL:.1f}")
    sketch.parts.append(f'<path class="empty" d="M{" L".join(points)} z"/>')


def draw_steps():
    sketch = Sketch("Two steps to the solution. The first ends where its line touches a curve of "
                    "equal error, which is an ellipse")
    found = solve()
    error = tuple(found[1][i] - found[2][i] for i in range(2))
    draw_contour(sketch, found[2], dot(error, times(error)))
    sketch.arrow(LEFT, BASE, LEFT + 3.5, BASE)
    sketch.arrow(LEFT, BASE, LEFT, BASE - 8.5)
    sketch.text(LEFT + 3.7, BASE + 0.1, "x[0]", "small")
    sketch.text(LEFT - 1.3, BASE - 8.3, "x[1]", "small")
    for before, after in zip(found, found[1:]):
        sketch.arrow(*place(before), *place(after))
    for number, x in enumerate(found):
        name = ("begin: (0, 0)", "after 1 iteration", "after 2: the solution")[number]
        # Puts the label on a side of the point without a line.
        right, down = ((0.6, -0.3), (0.4, 0.4), (1.3, -0.7))[number]
        sketch.text(place(x)[0] + right, place(x)[1] + down, name, "small")
        sketch.parts.append(f'<circle cx="{place(x)[0] * CELL:.1f}" cy="{place(x)[1] * CELL:.1f}" '
                            'r="3.5" fill="#e15759"/>')
    sketch.write(HERE / "pictures" / "solver-steps.svg")


if __name__ == "__main__":
    (HERE / "pictures").mkdir(exist_ok=True)
    draw_steps()
