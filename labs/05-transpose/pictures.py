"""Draws the pictures of lab 05 into pictures/, from what they show: the example, a scan, banks.

    python3 labs/05-transpose/pictures.py
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from matrices import EXAMPLE  # noqa: E402
from sketch import Sketch  # noqa: E402


def entries(dense):
    """Returns (row, column, value) of each entry in the order of CSR."""
    return [(r, c, v) for r, line in enumerate(dense) for c, v in enumerate(line) if v]


def counts(csr, num_cols):
    return [sum(c == col for _, c, _ in csr) for col in range(num_cols)]


def scan(numbers):
    sums = [0]
    for number in numbers:
        sums.append(sums[-1] + number)
    return sums


def draw_matrix(sketch, x, y):
    for r, line in enumerate(EXAMPLE):
        sketch.text(x - 0.25, y + r + 0.65, r, "small", "end")
        sketch.text(x + r + 0.5, y - 0.15, r, "small", "middle")
        for c, value in enumerate(line):
            if value:
                sketch.cell(x + c, y + r, value, c)
            else:
                sketch.cell(x + c, y + r, kind="empty")


def draw_formats():
    """Draws the example in CSR and in CSC. A colour is a column."""
    sketch = Sketch("The 4×4 example in CSR and in CSC: the same seven entries, gathered by row and "
                    "by column")
    csr = entries(EXAMPLE)
    csc = sorted(csr, key=lambda entry: entry[1])
    draw_matrix(sketch, 0.7, 2.2)
    left = 9
    for y, name, order, pointers, index, key in (
            (0.3, "CSR", csr, scan([sum(r == row for r, _, _ in csr) for row in range(4)]),
             "col_idx", 1),
            (5.0, "CSC", csc, scan(counts(csr, 4)), "row_idx", 0)):
        colours = [c for _, c, _ in order]
        sketch.text(left - 0.25, y + 0.4, name, anchor="end")
        for k in range(len(order)):
            sketch.text(left + k + 0.5, y + 0.4, k, "small", "middle")
        sketch.row(left, y + 0.6, "values", [v for _, _, v in order], colours)
        sketch.row(left, y + 1.7, index, [entry[key] for entry in order], colours)
        sketch.row(left, y + 2.8, "row_ptr" if key else "col_ptr", pointers,
                   None if key else [0, 1, 2, 3, None])
    sketch.write(HERE / "pictures" / "formats.svg")


def draw_scan():
    """Draws a scan of twelve numbers in blocks of four, and the scan of the blocks' sums."""
    numbers, block = [2, 1, 2, 2, 0, 3, 1, 1, 4, 0, 1, 2], 4
    sketch = Sketch("A scan of twelve numbers in three blocks: each block by itself, then the sums "
                    "of the blocks, then what each block lacks")
    left = 5.5
    blocks = [numbers[i:i + block] for i in range(0, len(numbers), block)]
    inside = [sum_ for part in blocks for sum_ in scan(part)[:-1]]
    sums = [sum(part) for part in blocks]
    offsets = scan(sums)
    colours = [i // block for i in range(len(numbers))]
    whole = [inside[i] + offsets[i // block] for i in range(len(numbers))]
    assert whole + [sum(numbers)] == scan(numbers)
    sketch.row(left, 0.4, "numbers", numbers, colours)
    sketch.row(left, 2.2, "each block", inside, colours)
    for i, total in enumerate(sums):
        x = left + (i + 1) * block - 0.5
        sketch.arrow(x, 3.3, left + 4 + i * 1.5 + 0.5, 4.4)
        sketch.cell(left + 4 + i * 1.5, 4.5, total, i)
    sketch.text(left - 0.25, 5.15, "sums of blocks", anchor="end")
    sketch.text(left - 0.25, 6.95, "their scan", anchor="end")
    for i, offset in enumerate(offsets):
        x = left + 4 + i * 1.5
        sketch.cell(x, 6.3, offset, i if i < len(blocks) else None)
        if i < len(blocks):
            sketch.arrow(x + 0.5, 7.4, left + i * block + block / 2, 8.5)
        else:
            sketch.arrow(x + 0.5, 7.4, left + len(numbers) + 0.5, 8.5)
    sketch.row(left, 8.6, "added", whole + [sum(numbers)], colours + [None])
    sketch.write(HERE / "pictures" / "scan.svg")


def draw_scatter():
    """Draws where next[] points before the scatter, and after all entries have a slot."""
    sketch = Sketch("The next free slot of each column before the scatter and after it: afterwards "
                    "each points to where the next column begins")
    csr = entries(EXAMPLE)
    csc = sorted(csr, key=lambda entry: entry[1])
    begin = scan(counts(csr, 4))
    left = 5
    for y, title, places in ((0.3, "before", begin[:-1]), (5.6, "after", begin[1:])):
        for k in range(len(csc) + 1):
            sketch.text(left + k + 0.5, y + 2.85, k, "small", "middle")
        for k, (row, col, _) in enumerate(csc):
            sketch.cell(left + k, y + 3, "" if title == "before" else row, col)
        sketch.text(left - 0.25, y + 3.65, "row_idx", anchor="end")
        sketch.text(left - 0.25, y + 0.65, f"next, {title}", anchor="end")
        for col, place in enumerate(places):
            sketch.cell(left + 0.5 + col * 2, y, place, col)
            sketch.arrow(left + 1 + col * 2, y + 1.1, left + place + 0.5, y + 2.4)
    sketch.write(HERE / "pictures" / "scatter.svg")


def draw_banks():
    """Draws the banks of a tile's column, with and without a word of padding, for 8 banks."""
    sketch = Sketch("The banks of a tile of eight by eight words, with eight banks: a column lies in "
                    "one bank, and in eight when each row has a word of padding")
    side = 8
    for x, title, width in ((0.5, "8 words a row", side), (10.5, "9 words a row", side + 1)):
        sketch.text(x, 0.6, title)
        for r in range(side):
            for c in range(side):
                bank = (r * width + c) % side
                sketch.cell(x + c, 1 + r, bank, bank if c == 2 else None)
            if width > side:
                sketch.cell(x + side, 1 + r, (r * width + side) % side, kind="padding")
        banks = {(r * width + 2) % side for r in range(side)}
        sketch.text(x, 1 + side + 0.7, f"column 2: {len(banks)} bank{'s' * (len(banks) > 1)}",
                    "small")
    sketch.write(HERE / "pictures" / "banks.svg")


if __name__ == "__main__":
    draw_formats()
    draw_scan()
    draw_scatter()
    draw_banks()
