"""Draws the 4×4 example in every format of the kit, for docs/formats.md, beside this file.

    python3 docs/pictures/formats.py

Each picture is computed from the matrix. A colour is a row, in all of them.
"""
import pathlib

from matrices import EXAMPLE
from sketch import Sketch

HERE = pathlib.Path(__file__).resolve().parent
ROWS = [[(r, c, v) for c, v in enumerate(line) if v] for r, line in enumerate(EXAMPLE)]
LEFT = 4  # number of cells to the left of the arrays, for their names


def starts(groups):
    """Returns where each group begins, and where the last one ends."""
    out = [0]
    for group in groups:
        out.append(out[-1] + len(group))
    return out


def draw(name, title, arrays):
    """Draws a picture. `arrays` is a list of (name, values, rows that give the colours or None)."""
    sketch = Sketch(title)
    for i, (array, values, rows) in enumerate(arrays):
        sketch.row(LEFT, 0.3 + 1.2 * i, array, values, rows)
    sketch._reach(LEFT + 9, 0)  # gives all pictures the same scale
    sketch.write(HERE / f"format-{name}.svg")


def of_entries(entries, *parts):
    """Returns the arrays of these names over the entries. None is padding."""
    where = {"row_idx": 0, "col_idx": 1, "values": 2}
    return [(part, [e and e[where[part]] for e in entries], [e[0] if e else 0 for e in entries])
            for part in parts]


def draw_all():
    flat = [e for row in ROWS for e in row]
    sketch = Sketch("The 4×4 example: row 0 holds 3 and 1, row 1 is empty, row 2 holds 2, 4 and 1, "
                    "row 3 holds 1 and 1")
    sketch.matrix(LEFT, 0.3, EXAMPLE)
    for row in range(4):
        sketch.text(LEFT - 0.25, row + 0.95, f"row {row}", "small", "end")
    sketch._reach(LEFT + 9, 0)
    sketch.write(HERE / "format-dense.svg")

    draw("coo", "The example in COO: row_idx, col_idx and values, one of each for each entry",
         of_entries(flat, "row_idx", "col_idx", "values"))
    draw("csr", "The example in CSR: row_ptr says where each row begins in col_idx and values",
         [("row_ptr", starts(ROWS), None)] + of_entries(flat, "col_idx", "values"))
    columns = [[e for e in flat if e[1] == c] for c in range(4)]
    draw("csc", "The example in CSC: col_ptr says where each column begins in row_idx and values",
         [("col_ptr", starts(columns), None)] +
         of_entries([e for column in columns for e in column], "row_idx", "values"))

    width = max(map(len, ROWS))
    padded = [row + [None] * (width - len(row)) for row in ROWS]
    draw("ell", "The example in ELL: three slots for each row, stored column by column; five of "
         "the twelve slots are padding",
         of_entries([padded[r][i] for i in range(width) for r in range(4)], "col_idx", "values"))

    cut = 2
    kept = [(row + [None] * cut)[:cut] for row in ROWS]
    rest = [e for row in ROWS for e in row[cut:]]
    ell = of_entries([kept[r][i] for i in range(cut) for r in range(4)], "col_idx", "values")
    coo = of_entries(rest, "row_idx", "col_idx", "values")
    draw("hyb", "The example in HYB, cut at width 2: two slots of each row are in the ELL part, one "
         "entry is in the COO part",
         [(f"ell {n}", v, r) for n, v, r in ell] + [(f"coo {n}", v, r) for n, v, r in coo])

    perm = sorted(range(4), key=lambda r: -len(ROWS[r]))
    diagonals = [[ROWS[r][d] for r in perm if len(ROWS[r]) > d] for d in range(width)]
    draw("jds", "The example in JDS: perm gives the rows by falling length, diag_ptr says where each "
         "jagged diagonal begins",
         [("perm", perm, perm), ("diag_ptr", starts(diagonals), None)] +
         of_entries([e for diagonal in diagonals for e in diagonal], "col_idx", "values"))


if __name__ == "__main__":
    draw_all()
