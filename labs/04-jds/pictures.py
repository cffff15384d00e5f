"""Draws the pictures of lab 04 into pictures/, from the matrices themselves, and prints the table of
sorting windows in the handout.

    python3 labs/04-jds/pictures.py [PROGRAM]

PROGRAM is `sparselab`, which makes the large matrices; build/bin/sparselab when not given.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from matrices import EXAMPLE, row_lengths  # noqa: E402
from sketch import CELL, COLOURS, Sketch  # noqa: E402
WARP = 32


def rows_of(dense):
    """Returns the entries (column, value) of each row."""
    return [[(c, v) for c, v in enumerate(line) if v] for line in dense]


def sort_rows(rows):
    return sorted(range(len(rows)), key=lambda row: -len(rows[row]))  # stable


def diagonals_of(rows, perm):
    """Returns the entries (row, column, value) of each diagonal, in the order of the permuted rows."""
    longest = max(len(row) for row in rows)
    return [[(row, *rows[row][d]) for row in perm if len(rows[row]) > d] for d in range(longest)]


def sections_of(rows, perm):
    """Returns for each section its rows, and its entries (row, column, value) column by column."""
    sections = []
    for length in sorted({len(row) for row in rows}, reverse=True):
        members = [row for row in perm if len(rows[row]) == length]
        sections.append((members, [(row, *rows[row][i]) for i in range(length) for row in members]))
    return sections


def starts(groups):
    total, out = 0, [0]
    for group in groups:
        total += len(group)
        out.append(total)
    return out


def draw_sorting():
    """Draws the 4×4 matrix, its rows pushed to the left, then sorted by length."""
    sketch = Sketch("The 4×4 example, its rows pushed to the left, and then sorted by falling length")
    rows = rows_of(EXAMPLE)
    perm = sort_rows(rows)
    matrix, pushed, sorted_, places = 1.4, 8, 14.6, 20
    for x, title, numbers in ((matrix, "the matrix", "row"), (pushed, "pushed left", "row"),
                              (sorted_, "sorted", "place"), (places, "perm", "place")):
        sketch.text(x, 0.5, title)
        sketch.text(x - 0.25, 1, numbers, "small", "end")
        for n in range(4):
            sketch.text(x - 0.25, n + 1.85, n, "small", "end")
    sketch.matrix(matrix, 1.2, EXAMPLE)
    for row in range(4):
        for i, (_, value) in enumerate(rows[row]):
            sketch.cell(pushed + i, row + 1.2, value, row)
    for place, row in enumerate(perm):
        for i, (_, value) in enumerate(rows[row]):
            sketch.cell(sorted_ + i, place + 1.2, value, row)
        sketch.cell(places, place + 1.2, row, row)
    sketch.arrow(matrix + 4.4, 3.2, pushed - 1.1, 3.2)
    sketch.arrow(pushed + 3.7, 3.2, sorted_ - 1.5, 3.2)
    sketch.text(sorted_ - 0.25, 5.7, "diagonal", "small", "end")
    for d in range(3):
        sketch.text(sorted_ + d + 0.5, 5.7, d, "small", "middle")
    sketch._reach(places + 1, 5.8)
    sketch.write(HERE / "pictures" / "sorting.svg")


def draw_arrays(name, title, groups, pointer, members=None):
    """Draws arrays of entries with marks at the beginning of each group, and the threads that read
    the group first."""
    sketch = Sketch(title)
    entries = [entry for group in groups for entry in group]
    left, begins = 4.2, starts(groups)
    perm = sort_rows(rows_of(EXAMPLE))
    sketch.text(left - 0.25, 0.5, name, anchor="end")
    for k in range(len(entries)):
        sketch.text(left + k + 0.5, 1, k, "small", "middle")
    sketch.row(left, 1.2, "col_idx", [c for _, c, _ in entries], [r for r, _, _ in entries])
    sketch.row(left, 2.4, "values", [v for _, _, v in entries], [r for r, _, _ in entries])
    for g, begin in enumerate(begins[:-1]):
        x = left + begin
        sketch.parts.append(f'<path class="arrow" d="M{x * CELL:g} {0.4 * CELL:g} V{3.7 * CELL:g}" '
                            f'stroke-width="2.5"/>')
        if groups[g]:
            sketch.text(x + len(groups[g]) / 2, 0.5, g, anchor="middle")
        else:
            sketch.text(x + 0.3, 0.5, f"{g}: no entry")
    sketch.row(left, 4.4, pointer, begins)
    y = 5.6
    if members is None:
        sketch.row(left, y, "perm", perm, perm)
    else:
        sketch.row(left, y, "section_row", starts(members))
        filled = [row for group, rows in zip(groups, members) if group for row in rows]
        sketch.row(left, y + 1.2, "d_perm", filled, filled)
    sketch.write(HERE / "pictures" / f"{name}s.svg")


def draw_diagonals():
    rows = rows_of(EXAMPLE)
    draw_arrays("diagonal", "The jagged diagonals of the 4×4 example, one behind the other",
                diagonals_of(rows, sort_rows(rows)), "diag_ptr")


def draw_sections():
    rows = rows_of(EXAMPLE)
    sections = sections_of(rows, sort_rows(rows))
    draw_arrays("section", "The sections of the 4×4 example, one behind the other",
                [entries for _, entries in sections], "section_ptr",
                [members for members, _ in sections])


def sort_in_windows(lengths, window):
    out = []
    for begin in range(0, len(lengths), window):
        out += sorted(lengths[begin:begin + window], reverse=True)
    return out


def longest_of_slices(lengths):
    return [max(lengths[begin:begin + WARP]) for begin in range(0, len(lengths), WARP)]


def slots_an_entry(lengths):
    """Returns slots per entry if the rows are padded in slices of 32, each to its longest row."""
    return WARP * sum(longest_of_slices(lengths)) / sum(lengths)


def print_windows():
    print("matrix          σ = 1   σ = 32   σ = 256      all")
    for spec in ("hpcg:10", "road:55", "circuit:2000", "rmat:11", "web:2000", "web:20000"):
        lengths = row_lengths(spec)
        figures = [slots_an_entry(sort_in_windows(lengths, window))
                   for window in (1, 32, 256, len(lengths))]
        print(f"{spec:12}" + "".join(f"{figure:9.2f}" for figure in figures))


def draw_windows():
    """Draws the row lengths of a graph with three sizes of windows, and the padding in slices of 32
    rows."""
    spec, show = "rmat:11", 60
    sketch = Sketch("Row lengths in slices of 32 rows, unsorted, sorted in windows of 256 rows, and "
                    "sorted as a whole: the longer the window, the less padding")
    lengths = row_lengths(spec)
    left, width, height = 2.6, 19.0, 3.0
    for n, (window, label) in enumerate(((1, "own order"), (256, "windows of 256"),
                                         (len(lengths), "all rows"))):
        order = sort_in_windows(lengths, window)
        base = 1 + n * (height + 1.5) + height
        step = width / len(order)

        def outline(values, each):
            path = f"M{left * CELL:g} {base * CELL:g}"
            for i, value in enumerate(values):
                top = base - min(value, show) / show * height
                path += f"V{top * CELL:.1f}H{(left + min((i + 1) * each, len(order)) * step) * CELL:.1f}"
            return path + f"V{base * CELL:g}Z"

        sketch.parts.append(f'<path class="padding" d="{outline(longest_of_slices(order), WARP)}"/>')
        sketch.parts.append(f'<path d="{outline(order, 1)}" style="fill:{COLOURS[0]}"/>')
        sketch.text(left, base - height - 0.25,
                    f"{label}: {slots_an_entry(order):.2f} slots an entry")
        sketch.text(left - 0.15, base - height + 0.3, f"{show} entries", "small", "end")
        sketch.text(left - 0.15, base, 0, "small", "end")
        sketch.text(left, base + 0.5, "place 0", "small")
        sketch.text(left + width, base + 0.5, len(order) - 1, "small", "end")
        sketch._reach(left + width, base + 0.6)
    sketch.write(HERE / "pictures" / "windows.svg")


if __name__ == "__main__":
    draw_sorting()
    draw_diagonals()
    draw_sections()
    draw_windows()
    print_windows()
