"""Draws the pictures of lab 01 into pictures/, from the 4×4 example itself.

Their names differ from those of other labs, because the documentation site puts all pictures into
one folder.

    python3 labs/01-csr-scalar/pictures.py
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from matrices import EXAMPLE  # noqa: E402
from sketch import Sketch  # noqa: E402


def csr(dense):
    """Returns row_ptr, and the row, column and value of each entry."""
    row_ptr, entries = [0], []
    for row, line in enumerate(dense):
        entries += [(row, col, value) for col, value in enumerate(line) if value]
        row_ptr.append(len(entries))
    return row_ptr, entries


def draw_arrays():
    """Draws the matrix, the three arrays of CSR, and where row_ptr points."""
    sketch = Sketch("The 4×4 example and its three arrays in CSR: row_ptr points to the first "
                    "entry of each row")
    row_ptr, entries = csr(EXAMPLE)
    sketch.text(0.8, 0.7, "the matrix")
    sketch.matrix(0.8, 1, EXAMPLE)
    for row in range(len(EXAMPLE)):
        sketch.text(0.55, row + 1.65, row, "small", "end")
        sketch.text(1.3 + row, 5.4, row, "small", "middle")
    left, top = 8.3, 3.2
    sketch.text(left - 0.25, 0.45, "row", "small label")
    for row, first in enumerate(row_ptr):
        name = row if row < len(EXAMPLE) else "end"
        x = left + row * 1.5
        sketch.text(x + 0.5, 0.45, name, "small", "middle")
        sketch.cell(x, 0.7, first, row if row < len(EXAMPLE) else None)
        sketch.arrow(x + 0.5, 1.75, left + first + (0.25 if row_ptr.index(first) == row else 0.1),
                     top - 0.5)
    sketch.text(left - 0.25, 1.35, "row_ptr", anchor="end")
    for k in range(len(entries)):
        sketch.text(left + k + 0.5, top - 0.12, k, "small", "middle")
    sketch.text(left - 0.25, top - 0.12, "entry", "small label")
    rows = [row for row, _, _ in entries]
    sketch.row(left, top, "values", [value for _, _, value in entries], rows)
    sketch.row(left, top + 1.3, "col_idx", [col for _, col, _ in entries], rows)
    sketch.write(HERE / "pictures" / "csr-arrays.svg")


def draw_iterations():
    """Draws which entry each of four threads loads in each iteration, and which threads wait."""
    sketch = Sketch("Four threads, one per row, in three iterations of the loop: three threads load "
                    "in the first, three in the second and one in the last")
    row_ptr, _ = csr(EXAMPLE)
    lengths = [end - begin for begin, end in zip(row_ptr, row_ptr[1:])]
    left, top = 3.4, 0.9
    for thread in range(len(lengths)):
        sketch.text(left + thread + 0.5, top - 0.2, f"t{thread}", "small", "middle")
    sketch.text(left - 0.25, top - 0.2, "thread", "small label")
    for turn in range(max(lengths)):
        sketch.text(left - 0.25, top + turn + 0.65, f"iteration {turn}", anchor="end")
        for thread, length in enumerate(lengths):
            if turn < length:
                sketch.cell(left + thread, top + turn, row_ptr[thread] + turn, thread)
            else:
                sketch.cell(left + thread, top + turn, kind="padding")
        busy = sum(turn < length for length in lengths)
        sketch.text(left + len(lengths) + 0.4, top + turn + 0.65,
                    f"{busy} of {len(lengths)} at work", "small")
    sketch.write(HERE / "pictures" / "csr-iterations.svg")


if __name__ == "__main__":
    (HERE / "pictures").mkdir(exist_ok=True)
    draw_arrays()
    draw_iterations()
