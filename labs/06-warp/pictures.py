"""Draws the pictures of lab 06 into pictures/, from the matrices themselves.

    python3 labs/06-warp/pictures.py [PROGRAM]

PROGRAM is `sparselab`, which makes the large matrix; build/bin/sparselab when not given.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from matrices import EXAMPLE, row_lengths  # noqa: E402
from sketch import CELL, COLOURS, Sketch  # noqa: E402


def csr(dense):
    """Returns row_ptr, and the row and value of each entry."""
    row_ptr, entries = [0], []
    for row, line in enumerate(dense):
        entries += [(row, value) for value in line if value]
        row_ptr.append(len(entries))
    return row_ptr, entries


def draw_vectors():
    """Draws which lane reads which entry of the 4×4 example in which iteration, with vectors of two
    lanes."""
    sketch = Sketch("Eight lanes as four vectors of two: in each iteration they read neighbouring "
                    "entries of their rows")
    width, left, top = 2, 3.6, 1.4
    row_ptr, entries = csr(EXAMPLE)
    for k in range(len(entries)):
        sketch.text(left + k + 0.5, top - 0.2, k, "small", "middle")
    sketch.text(left - 0.25, top - 0.2, "entry", "small label")
    sketch.row(left, top, "values", [v for _, v in entries], [r for r, _ in entries])
    y = top + 2.2
    lanes = len(EXAMPLE) * width
    sketch.text(left - 0.25, y - 0.2, "lane", "small label")
    for lane in range(lanes):
        sketch.text(left + lane + 0.5, y - 0.2, lane, "small", "middle")
    longest = max(b - a for a, b in zip(row_ptr, row_ptr[1:]))
    for turn in range(-(-longest // width)):
        sketch.text(left - 0.25, y + turn + 0.65, f"iteration {turn}", anchor="end")
        for lane in range(lanes):
            row = lane // width
            k = row_ptr[row] + turn * width + lane % width
            if k < row_ptr[row + 1]:
                sketch.cell(left + lane, y + turn, k, row)
            else:
                sketch.cell(left + lane, y + turn, kind="padding")
    for row in range(len(EXAMPLE)):
        sketch.text(left + row * width + 1, y + 2.55, f"vector {row}", "small", "middle")
        sketch.text(left + row * width + 1, y + 2.95, f"row {row}", "small", "middle")
    sketch._reach(left + lanes, y + 3)
    sketch.write(HERE / "pictures" / "vectors.svg")


def draw_reduction():
    """Draws how eight parts of a sum become one in three steps. Grey values are no longer used."""
    sketch = Sketch("A vector of eight lanes adds up its parts in three steps: over distances of "
                    "four, two and one lane")
    parts = [3, 1, 4, 1, 5, 9, 2, 6]
    width, left, step = len(parts), 4.2, 2.1
    total, y, offset, useful = sum(parts), 0.9, width, width
    for lane in range(width):
        sketch.text(left + lane + 0.5, y - 0.2, lane, "small", "middle")
    sketch.text(left - 0.25, y - 0.2, "lane", "small label")
    while True:
        label = "sum" if offset == width else f"offset {offset}"
        sketch.text(left - 0.25, y + 0.65, label, anchor="end")
        for lane, part in enumerate(parts):
            if lane < useful:
                sketch.cell(left + lane, y, part, 0)
            else:
                sketch.cell(left + lane, y, part, kind="padding")
        if useful == 1:
            break
        offset = useful // 2
        for lane in range(offset):
            sketch.arrow(left + lane + offset + 0.5, y + 1.05, left + lane + 0.6, y + step - 0.05)
            sketch.arrow(left + lane + 0.5, y + 1.05, left + lane + 0.5, y + step - 0.05)
        # If a lane's partner is outside of the vector, the shuffle returns the lane's own part.
        parts = [part + (parts[lane + offset] if lane + offset < width else part)
                 for lane, part in enumerate(parts)]
        useful, y = offset, y + step
    assert parts[0] == total
    sketch.write(HERE / "pictures" / "reduction.svg")


LONG, MEANWHILE = 1, 0  # numbers of COLOURS


def hand_out(lengths, first_row, warps, vectors, vector, batches):
    """Returns which warp takes which rows, when, and for how many iterations: (warp, first row,
    begin, iterations)."""
    free, taken = [0] * warps, []
    for first in range(first_row, first_row + batches * vectors, vectors):
        # A warp is done when its longest row is. The counter costs one iteration, too.
        turns = max(-(-lengths[row] // vector) for row in range(first, first + vectors)) + 1
        warp = free.index(min(free))
        taken.append((warp, first, free[warp], turns))
        free[warp] += turns
    return taken


def bar(sketch, x, y, width, text="", kind="cell", colour=None):
    """Adds a cell of any width."""
    style = "" if kind != "cell" else ' style="fill:none"' if colour is None else (
        f' style="fill:{COLOURS[colour]};fill-opacity:0.6"')
    sketch.parts.append(f'<rect x="{x * CELL:g}" y="{y * CELL:g}" width="{width * CELL:g}" '
                        f'height="{CELL}" class="{kind}"{style}/>')
    sketch.text(x + width / 2, y + 0.65, text, anchor="middle")
    sketch._reach(x + width, y + 1)


def draw_counter():
    """Draws three warps that take four rows at a time. The one that finishes first takes the next
    rows."""
    sketch = Sketch("Three warps take rows of a web matrix from the counter: while one is busy "
                    "with a long row, the two others take the next rows")
    vector, vectors, warps, turn = 8, 4, 3, 0.95
    lengths = row_lengths("web:2000")
    # Finds the first rows with a long row that does not dominate the picture.
    first_row = next(row for row in range(0, len(lengths), vectors)
                     if 70 <= max(lengths[row:row + vectors * 5]) <= 110)
    taken = hand_out(lengths, first_row, warps, vectors, vector, 14)
    _, long_row, begin, turns = max(taken, key=lambda batch: batch[3])
    left, top = 2.6, 1.2
    sketch.text(left, top - 0.35, "time, in iterations of the loop", "small")
    for warp, first, at, lasts in taken:
        meanwhile = begin < at < begin + turns
        colour = LONG if first == long_row else MEANWHILE if meanwhile else None
        x, y = left + at * turn, top + warp * 1.4
        bar(sketch, x, y, turn, kind="padding")
        bar(sketch, x + turn, y, (lasts - 1) * turn, first, colour=colour)
    for warp in range(warps):
        sketch.text(left - 0.25, top + warp * 1.4 + 0.65, f"warp {warp}", anchor="end")
    y = top + warps * 1.4
    for number in range(0, max(at + lasts for _, _, at, lasts in taken) + 1, 4):
        sketch.text(left + number * turn, y + 0.2, number, "small", "middle")
    keys = (("padding", None, "", "a turn at the counter"),
            ("cell", None, first_row, f"rows {first_row} to {first_row + vectors - 1}"),
            ("cell", LONG, "", f"rows {long_row} to {long_row + vectors - 1}, one of them long"),
            ("cell", MEANWHILE, "", "taken by the others meanwhile"))
    for i, (kind, colour, text, words) in enumerate(keys):
        x, key = left + i % 2 * 9.2, y + 0.8 + i // 2 * 1.3
        bar(sketch, x, key, turn, text, kind, colour)
        sketch.text(x + turn + 0.3, key + 0.62, words, "small")
    sketch.write(HERE / "pictures" / "counter.svg")


if __name__ == "__main__":
    draw_vectors()
    draw_reduction()
    draw_counter()
