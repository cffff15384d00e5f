"""Draws the pictures of lab 08 into pictures/, by counting a few keys as the kernels do.

    python3 labs/08-histogram/pictures.py
"""
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "docs" / "pictures"))
from sketch import Sketch  # noqa: E402

BINS = 4
BLOCKS = ([3, 1, 3, 0, 3, 1, 2, 3], [0, 0, 2, 1, 3, 0, 2, 2], [1, 3, 1, 1, 2, 3, 0, 1])


def write(sketch, name):
    sketch.write(HERE / "pictures" / f"histogram-{name}.svg")


def rounds_of(keys):
    """Returns, for each round, the thread that adds to each bin: in round k the k-th thread of a
    bin."""
    rounds = []
    for thread, key in enumerate(keys):
        k = keys[:thread].count(key)
        if k == len(rounds):
            rounds.append({})
        rounds[k][key] = thread
    return rounds


def draw_rounds():
    """Draws the cost of one request of atomicAdd: threads with the same key go one after another."""
    sketch = Sketch("One request of atomicAdd by eight threads: the number of rounds is how often "
                    "the most frequent key occurs")
    requests = (("random keys", BLOCKS[0]), ("equal keys", [2] * 8),
                ("each key twice", [0, 1, 2, 3, 0, 1, 2, 3]))
    for number, (title, keys) in enumerate(requests):
        x = 2.0 + number * 6.4
        rounds = rounds_of(keys)
        sketch.text(x, 0.5, title)
        sketch.text(x, 1.1, "keys " + " ".join(map(str, keys)), "small")
        for key in range(BINS):
            sketch.text(x + key + 0.5, 1.9, f"bin {key}", "small", "middle")
        for k, taken in enumerate(rounds):
            sketch.text(x - 0.2, 2.75 + k, k + 1, "small", "end")
            for key in range(BINS):
                if key in taken:
                    sketch.cell(x + key, 2.1 + k, f"t{taken[key]}", key)
                else:
                    sketch.cell(x + key, 2.1 + k, kind="empty")
    sketch.text(1.8, 1.9, "round", "small", "end")
    write(sketch, "rounds")


def draw_blocks():
    """Draws three blocks, the counts of each, and the bins."""
    sketch = Sketch("24 keys in three blocks: each block counts its own keys, and the counts are "
                    "added to the bins")
    left, bins = 4.0, [0] * BINS
    for number, keys in enumerate(BLOCKS):
        x = left + number * 9.0
        counts = [keys.count(key) for key in range(BINS)]
        bins = [total + count for total, count in zip(bins, counts)]
        sketch.text(x + 4, 0.5, f"block {number}", anchor="middle")
        sketch.row(x, 0.8, "keys" if number == 0 else "", keys, keys)
        sketch.arrow(x + 4, 1.9, x + 4, 2.9)
        sketch.row(x + 2, 3.0, "", counts, range(BINS))
        sketch.arrow(x + 4, 4.1, left + 13 + (number - 1) * 1.0, 5.5)
    sketch.text(left - 0.25, 3.65, "counts", anchor="end")
    sketch.row(left + 11, 5.6, "", bins, range(BINS))
    sketch.text(left - 0.25, 6.25, "bins", anchor="end")
    for key in range(BINS):
        sketch.text(left + 11.5 + key, 7.0, key, "small", "middle")
    assert sum(bins) == sum(map(len, BLOCKS))
    write(sketch, "blocks")


if __name__ == "__main__":
    (HERE / "pictures").mkdir(exist_ok=True)
    draw_rounds()
    draw_blocks()
