"""Draws the pictures of lab 03 into pictures/, from the matrices themselves.

    python3 labs/03-coo-hyb/pictures.py [PROGRAM]

PROGRAM is `sparselab`, which makes the large matrix; build/bin/sparselab when not given.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from matrices import EXAMPLE, row_lengths  # noqa: E402
from sketch import CELL, COLOURS, Sketch  # noqa: E402


def entries_of(dense):
    """Returns (row, column, value) of each entry, in row order."""
    return [(r, c, v) for r, line in enumerate(dense) for c, v in enumerate(line) if v]


def width_by_rule(lengths):
    """Returns the largest width that at least a third of the rows fill."""
    width = max(lengths)
    while width > 0 and 3 * sum(length >= width for length in lengths) < len(lengths):
        width -= 1
    return width


def draw_coo():
    """Draws the 4×4 matrix, its entries in row order and in another order."""
    sketch = Sketch("The 4×4 example in COO, its entries in row order and in another order: each "
                    "entry says itself where it belongs")
    entries = entries_of(EXAMPLE)
    other = [entries[k] for k in (4, 1, 6, 2, 0, 5, 3)]
    sketch.text(0.8, 0.7, "the matrix")
    sketch.matrix(0.8, 1, EXAMPLE)
    for row in range(4):
        sketch.text(0.55, row + 1.65, row, "small", "end")
    for y, title, order in ((0.7, "in row order", entries), (5.4, "in another order", other)):
        sketch.text(9, y, title)
        for part, name in ((0, "row_idx"), (1, "col_idx"), (2, "values")):
            sketch.row(9, y + 0.3 + part * 1.2, name, [e[part] for e in order],
                       [e[0] for e in order])
    sketch.write(HERE / "pictures" / "coo.svg")


def draw_cut():
    """Draws the rows of the 4×4 matrix, pushed to the left and cut at the width of the rule."""
    sketch = Sketch("The rows of the 4×4 example cut at width 2: two slots of each row go to the "
                    "ELL part, one entry is left for the COO part")
    rows = [[e for e in entries_of(EXAMPLE) if e[0] == r] for r in range(4)]
    width = width_by_rule([len(row) for row in rows])
    for title, x, part in (("columns", 0.8, 1), ("values", 5.3, 2)):
        sketch.text(x, 0.7, title)
        for r, row in enumerate(rows):
            for i in range(max(width, len(row))):
                if i < len(row):
                    sketch.cell(x + i, 1 + r, row[i][part], r)
                else:
                    sketch.cell(x + i, 1 + r, "∗", kind="padding")
        cut = (x + width) * CELL
        sketch.parts.append(f'<path d="M{cut:g} {0.85 * CELL:g} V{5.15 * CELL:g}" '
                            f'style="fill:none;stroke:{COLOURS[5]};stroke-width:3"/>')
    for r in range(4):
        sketch.text(0.55, r + 1.65, r, "small", "end")
    slots = [(r, rows[r][i] if i < len(rows[r]) else None) for i in range(width) for r in range(4)]
    rest = [e for row in rows for e in row[width:]]
    sketch.arrow(8.7, 3, 9.7, 3)
    for part, name in ((1, "ell_col_idx"), (2, "ell_values")):
        sketch.row(14, 0.4 + (part - 1) * 1.2, name, [e and e[part] for _, e in slots],
                   [r for r, _ in slots])
    for part, name in ((0, "coo_row_idx"), (1, "coo_col_idx"), (2, "coo_values")):
        sketch.row(14, 3 + part * 1.2, name, [e[part] for e in rest], [e[0] for e in rest])
    sketch.write(HERE / "pictures" / "cut.svg")


def draw_rounds():
    """Draws the cost of one request of atomicAdd: lanes that add to the same element go one after
    another."""
    sketch = Sketch("One request of atomicAdd by eight threads: entries of different rows take one "
                    "round, six entries of one row take six rounds, and after adding up the runs it "
                    "is one round again")
    # Each request is a list of (lane, row) for the lanes that take part.
    requests = (("all of different rows", list(enumerate([5, 0, 3, 6, 1, 7, 2, 4]))),
                ("in row order", list(enumerate([2, 2, 2, 2, 2, 2, 5, 5]))),
                ("runs added up first", [(5, 2), (7, 5)]))
    for number, (title, lanes) in enumerate(requests):
        x = 1.6 + number * 9.6
        sketch.text(x, 0.7, title)
        for row in range(8):
            sketch.text(x + row + 0.5, 1.3, f"y[{row}]", "small", "middle")
        rounds = []
        for lane, row in lanes:
            k = sum(1 for other, its_row in lanes if its_row == row and other < lane)
            if k == len(rounds):
                rounds.append({})
            rounds[k][row] = lane
        for k, taken in enumerate(rounds):
            sketch.text(x - 0.2, 2.15 + k, k + 1, "small", "end")
            for row in range(8):
                if row in taken:
                    sketch.cell(x + row, 1.5 + k, f"t{taken[row]}", row)
                else:
                    sketch.cell(x + row, 1.5 + k, kind="empty")
    sketch.text(1.4, 1.3, "round", "small", "end")
    sketch.write(HERE / "pictures" / "rounds.svg")


def draw_histogram():
    """Draws the number of rows of each length in the web matrix, and the width that a third of the
    rows fill."""
    sketch = Sketch("Histogram of the row lengths of web:2000: the bars from length 4 on hold more "
                    "than a third of the rows, those from length 5 on do not")
    lengths = row_lengths("web:2000")
    width, last = width_by_rule(lengths), 16
    counts = [sum(length == k for length in lengths) for k in range(last)]
    counts.append(sum(length >= last for length in lengths))
    left, floor, height = 1.5, 8.0, 6.5
    for k, count in enumerate(counts):
        tall = count / max(counts) * height
        colour = COLOURS[0] if k >= width else "#b4bcc4"
        sketch.parts.append(f'<rect x="{(left + k * 1.15) * CELL:g}" '
                            f'y="{(floor - tall) * CELL:.1f}" width="{0.95 * CELL:g}" '
                            f'height="{tall * CELL:.1f}" style="fill:{colour}"/>')
        sketch.text(left + k * 1.15 + 0.47, floor - tall - 0.15, count, "small", "middle")
        name = k if k < last else f"≥ {last}"
        sketch.text(left + k * 1.15 + 0.47, floor + 0.5, name, "small", "middle")
        sketch._reach(left + k * 1.15 + 1.4, floor + 0.5)
    fill, next_fill = (sum(length >= w for length in lengths) for w in (width, width + 1))
    sketch.text(left, floor + 1.3, f"entries in a row; the longest has {max(lengths)}", "small")
    sketch.text(left, 0.9, "rows", "small")
    sketch.text(9, 1.2, f"rows: {len(lengths)}, a third: {len(lengths) / 3:.1f}")
    sketch.text(9, 2.0, f"{width} entries or more: {fill} rows")
    sketch.text(9, 2.8, f"{width + 1} entries or more: {next_fill} rows")
    sketch.text(9, 3.6, f"width: {width}")
    sketch.write(HERE / "pictures" / "histogram.svg")


if __name__ == "__main__":
    draw_coo()
    draw_cut()
    draw_rounds()
    draw_histogram()
