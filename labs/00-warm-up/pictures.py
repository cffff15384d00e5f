"""Draws the pictures of lab 00 into pictures/, by doing with a few numbers what the kernels do.
Their names differ from those of other labs, because the documentation site puts all pictures into
one folder.

    python3 labs/00-warm-up/pictures.py
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from sketch import Sketch  # noqa: E402

NUMBERS = [3, 1, 4, 1, 5, 2, 6, 2]
LEFT = 4.6


def write(sketch, name):
    sketch.write(HERE / "pictures" / f"warm-up-{name}.svg")


def name_threads(sketch, y, count, name="thread"):
    sketch.text(LEFT - 0.25, y, name, "small", "end")
    for t in range(count):
        sketch.text(LEFT + t + 0.5, y, t, "small", "middle")


def draw_threads():
    """Draws ten elements and three blocks of four threads. A colour is a block."""
    elements, block, blocks = 10, 4, 3
    sketch = Sketch("Ten elements and three blocks of four threads: the last two threads have no "
                    "element")
    gap = 0.5
    for b in range(blocks):
        first = LEFT + b * (block + gap)
        sketch.text(first + block / 2, 0.4, f"block {b}", anchor="middle")
        for t in range(block):
            i = b * block + t
            x = first + t
            sketch.cell(x, 0.7, t, b)
            sketch.text(x + 0.5, 2.35, i, "small", "middle")
            if i < elements:
                sketch.cell(LEFT + i + gap, 4, f"x{i}", b)
                sketch.arrow(x + 0.5, 2.5, LEFT + i + gap + 0.5, 3.9)
            else:
                sketch.text(x + 0.5, 2.9, "–", "small", "middle")
    sketch.text(LEFT - 0.25, 1.35, "threadIdx.x", anchor="end")
    sketch.text(LEFT - 0.25, 2.35, "4 · block + thread", "small", "end")
    sketch.text(LEFT - 0.25, 4.65, "elements", anchor="end")
    write(sketch, "threads")


def draw_copies():
    """Draws the two memories, and what is copied between them."""
    sketch = Sketch("Two copies to the device, the launch on the device's copies, and one copy back")
    x, y = [1, 2, 3, 4], [10, 20, 30, 40]
    after = [b + a for a, b in zip(x, y)]
    host, device = 2.0, 12.0
    sketch.text(host, 0.4, "memory of the host")
    sketch.text(device, 0.4, "memory of the device")
    for top, name, contents, colour in ((0.8, "x", x, 0), (2.3, "y", y, 1)):
        sketch.row(host, top, name, contents, [colour] * 4)
        sketch.row(device, top, f"d_{name}", contents, [colour] * 4)
        sketch.arrow(host + 4.2, top + 0.5, device - 1.6, top + 0.5)
        sketch.text(host + 6.2, top + 0.35, "copy to device", "small", "middle")
    sketch.arrow(device + 2, 3.5, device + 2, 4.7)
    sketch.text(device + 2.3, 4.2, "launch", "small")
    sketch.row(device, 4.9, "d_y", after, [2] * 4)
    sketch.row(host, 4.9, "y", after, [2] * 4)
    sketch.arrow(device - 1.6, 5.4, host + 4.2, 5.4)
    sketch.text(host + 6.2, 5.25, "copy to host", "small", "middle")
    write(sketch, "copies")


def draw_tree():
    """Draws the sum of eight numbers in three steps, each with half as many threads as the one
    before."""
    sketch = Sketch("The sum of eight numbers: four threads add, then two, then one")
    now, y = list(NUMBERS), 0.7
    name_threads(sketch, 0.4, len(now))
    sketch.row(LEFT, y, "partial", now, [0] * 8)
    half = len(now) // 2
    while half:
        for t in range(half):
            sketch.arrow(LEFT + t + half + 0.5, y + 1.05, LEFT + t + 0.75, y + 1.95)
            now[t] += now[t + half]
        y += 2
        sketch.row(LEFT, y, f"half = {half}", now, [0 if t < half else None for t in range(8)])
        half //= 2
    assert now[0] == sum(NUMBERS)
    write(sketch, "tree")


def draw_barrier():
    """Draws what two warps do over time, without a barrier and with one."""
    sketch = Sketch("Warp 1 writes late. Without a barrier warp 0 reads what is not there yet; "
                    "with one it waits")
    left = 3
    sketch.text(left, 0.4, "time →", "small")
    for top, title, waits in ((0.8, "without a barrier", False), (4.3, "with __syncthreads()", True)):
        sketch.text(left, top + 0.4, title)
        begin = top + 0.7
        for warp in range(2):
            sketch.text(left - 0.25, begin + warp * 1.2 + 0.65, f"warp {warp}", anchor="end")
        for x, warp, text, colour in ((0, 0, "w", 0), (4, 1, "w", 1)):
            sketch.cell(left + x, begin + warp * 1.2, text, colour)
        read = 6 if waits else 1.5
        sketch.cell(left + read, begin, "r", 2 if waits else 5)
        sketch.cell(left + read + (0 if waits else 4), begin + 1.2, "r", 2)
        if waits:
            for x in range(1, 5):
                sketch.cell(left + x, begin, kind="padding")
            for warp in range(2):
                sketch.text(left + 5.5, begin + warp * 1.2 + 0.65, "|", anchor="middle")
            sketch.text(left + 8.2, begin + 0.65, "warp 0 waits until warp 1 has come", "small")
        else:
            sketch.text(left + 8.2, begin + 0.65, "warp 0 reads before warp 1 has written", "small")
    write(sketch, "barrier")


def draw_scan():
    """Draws the running sums of eight numbers in three steps."""
    sketch = Sketch("The running sums of eight numbers: each thread adds the sum one, two and four "
                    "places before its own")
    now, y, step = list(NUMBERS), 0.7, 1
    name_threads(sketch, 0.4, len(now))
    sketch.row(LEFT, y, "partial", now, [0] * 8)
    while step < len(now):
        for t in range(step, len(now)):
            sketch.arrow(LEFT + t - step + 0.5, y + 1.05, LEFT + t + 0.35, y + 1.95)
        now = [n + (now[t - step] if t >= step else 0) for t, n in enumerate(now)]
        y += 2
        sketch.row(LEFT, y, f"step = {step}", now, [0 if t >= step else None for t in range(8)])
        step *= 2
    assert now == [sum(NUMBERS[:t + 1]) for t in range(8)]
    write(sketch, "scan")


def draw_shuffle():
    """Draws the variable of eight lanes, and what each lane adds; a shuffle from beyond the end
    returns a lane's own variable."""
    sketch = Sketch("The variable `sum` of eight lanes after shuffles over four, two and one lanes: "
                    "lane 0 has the sum of all")
    now, y, offset, lanes = list(NUMBERS), 0.7, 4, 8
    name_threads(sketch, 0.4, lanes, "lane")
    sketch.row(LEFT, y, "sum", now, [1] * lanes)
    needed = lanes
    while offset:
        needed //= 2
        for t in range(needed):
            sketch.arrow(LEFT + t + offset + 0.5, y + 1.05, LEFT + t + 0.75, y + 1.95)
        now = [n + (now[t + offset] if t + offset < lanes else n) for t, n in enumerate(now)]
        y += 2
        sketch.row(LEFT, y, f"offset = {offset}", now,
                   [1 if t < needed else None for t in range(lanes)])
        offset //= 2
    assert now[0] == sum(NUMBERS)
    write(sketch, "shuffle")


if __name__ == "__main__":
    (HERE / "pictures").mkdir(exist_ok=True)
    draw_threads()
    draw_copies()
    draw_tree()
    draw_barrier()
    draw_scan()
    draw_shuffle()
