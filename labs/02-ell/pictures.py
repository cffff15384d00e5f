"""Draws the pictures of lab 02 into pictures/, from the matrices themselves.

Their names differ from those of other labs, because the documentation site puts all pictures into
one folder.

    python3 labs/02-ell/pictures.py [PROGRAM]

PROGRAM is `sparselab`, which makes the large matrices; build/bin/sparselab when not given.
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from matrices import EXAMPLE, row_lengths  # noqa: E402
from sketch import CELL, COLOURS, Sketch  # noqa: E402


def pad(dense):
    """Returns the slots in row-major order: (row, column, value). Column and value are None if
    there is no entry."""
    rows = [[(r, c, v) for c, v in enumerate(line) if v] for r, line in enumerate(dense)]
    width = max(len(row) for row in rows)
    return width, [slot for r, row in enumerate(rows)
                   for slot in row + [(r, None, None)] * (width - len(row))]


def transpose(width, slots):
    num_rows = len(slots) // width
    return [slots[row * width + i] for i in range(width) for row in range(num_rows)]


def draw_padding():
    """Draws the 4×4 matrix, its entries pushed to the left, and padding after them."""
    sketch = Sketch("The 4×4 example, its rows pushed to the left and padded to three slots")
    width, slots = pad(EXAMPLE)
    sketch.text(0.8, 0.7, "the matrix")
    sketch.matrix(0.8, 1, EXAMPLE)
    for row in range(4):
        sketch.text(0.55, row + 1.65, row, "small", "end")
    sketch.arrow(5.2, 3, 6.3, 3)
    for title, x, part in (("columns", 7, 1), ("values", 11.5, 2)):
        sketch.text(x, 0.7, title)
        for place, slot in enumerate(slots):
            row, i = divmod(place, width)
            if slot[1] is None:
                sketch.cell(x + i, row + 1, "∗", kind="padding")
            else:
                sketch.cell(x + i, row + 1, slot[part], row)
        for i in range(width):
            sketch.text(x + i + 0.5, 5.5, i, "small", "middle")
    sketch.text(6.75, 5.5, "slot", "small", "end")
    sketch.write(HERE / "pictures" / "ell-padding.svg")


def draw_orders():
    """Draws the same slots in both orders, and what the four threads read in their first iteration."""
    sketch = Sketch("The slots of the 4×4 example in row-major and in column-major order, with the "
                    "elements that four threads read in their first iteration")
    width, slots = pad(EXAMPLE)
    left = 4
    for y, name, order, step in ((0.6, "row-major", slots, width),
                                 (5.1, "column-major", transpose(width, slots), 1)):
        sketch.text(left - 0.25, y + 0.4, name, anchor="end")
        for i in range(len(order)):
            sketch.text(left + i + 0.5, y + 0.4, i, "small", "middle")
        sketch.row(left, y + 0.6, "col_idx", [c for _, c, _ in order], [r for r, _, _ in order])
        for row in range(4):
            place = row * step
            assert order[place][0] == row
            sketch.arrow(left + place + 0.5, y + 2.75, left + place + 0.5, y + 1.75)
            sketch.text(left + place + 0.5, y + 3.15, f"t{row}", "small", "middle")
        sketch.text(left - 0.25, y + 3.15, "iteration 0", "small label")
    sketch.write(HERE / "pictures" / "ell-orders.svg")


def draw_sectors():
    """Draws one request of eight threads with rows of 27 slots: the words, and the sectors that
    contain them."""
    sketch = Sketch("The sectors that one request of eight threads touches: eight in row-major "
                    "order, one in column-major order")
    width, threads, words, scale = 27, 8, 8, 0.48

    def sector(x, y, number, readers):
        for word in range(words):
            thread = readers.get(number * words + word)
            style = "fill:none" if thread is None else (
                f"fill:{COLOURS[thread % len(COLOURS)]};fill-opacity:0.75")
            sketch.parts.append(f'<rect x="{(x + word * scale) * CELL:g}" y="{y * CELL:g}" '
                                f'width="{scale * CELL:g}" height="{0.7 * CELL:g}" class="cell" '
                                f'style="{style}"/>')
            if thread is not None:
                sketch.text(x + (word + 0.5) * scale, y + 1.2, f"t{thread}", "small", "middle")
        sketch.text(x + words * scale / 2, y - 0.2, f"sector {number}", "small", "middle")
        sketch._reach(x + words * scale, y + 1.3)

    for y, title, step in ((1.6, "row-major: 27 slots from thread to thread", width),
                           (7.0, "column-major: side by side", 1)):
        readers = {thread * step: thread for thread in range(threads)}
        sketch.text(0.3, y - 0.9, title)
        for k, number in enumerate(sorted({word // words for word in readers})):
            sector(0.3 + k % 4 * (words * scale + 0.5), y + k // 4 * 2.2, number, readers)
    sketch.write(HERE / "pictures" / "ell-sectors.svg")


def draw_filling():
    """Draws each row's entries and padding, for a matrix that ELL suits and for one that it does
    not."""
    sketch = Sketch("Entries and padding, row by row: the HPCG matrix is mostly filled, a matrix "
                    "with one dense row is nearly empty")
    size = 7.5
    for x, spec, stroke in ((1.9, "hpcg:10", 0), (11.6, "onedense:600", 0.8)):
        lengths = row_lengths(spec)
        width, entries = max(lengths), sum(lengths)
        sketch.parts.append(f'<rect x="{x * CELL:g}" y="{CELL:g}" width="{size * CELL:g}" '
                            f'height="{size * CELL:g}" class="padding"/>')
        path = f"M{x * CELL:g} {CELL:g}"
        for row, length in enumerate(lengths):
            bottom = (1 + (row + 1) / len(lengths) * size) * CELL
            path += f"H{(x + length / width * size) * CELL:.1f}V{bottom:.1f}"
        path += f"H{x * CELL:g}Z"
        # A single row would be thinner than a pixel; the stroke keeps it visible.
        sketch.parts.append(f'<path d="{path}" style="fill:{COLOURS[0]};stroke:{COLOURS[0]};'
                            f'stroke-width:{stroke}"/>')
        sketch.text(x, 0.7, f"{spec}: {100 * entries / (len(lengths) * width):.1f} % entries")
        sketch.text(x - 0.15, 1.3, "row 0", "small", "end")
        sketch.text(x - 0.15, 1 + size, len(lengths) - 1, "small", "end")
        sketch.text(x, 1.5 + size, "slot 0", "small")
        sketch.text(x + size, 1.5 + size, width - 1, "small", "end")
        sketch._reach(x + size, 1.7 + size)
    sketch.write(HERE / "pictures" / "ell-filling.svg")


if __name__ == "__main__":
    draw_padding()
    draw_orders()
    draw_sectors()
    draw_filling()
