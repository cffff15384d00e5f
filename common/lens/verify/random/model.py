"""model.py: computes what must be counted in a .cu file, and checks its EXPECT annotations.

    model.py FILE.cu …    compares; exit status 1 when an annotation differs
"""
import re
import sys

from parse import Parser, launches_of
from warp import Array, run_kernel, totals

EXPECT = re.compile(r"// EXPECT (?:(load|store|atomic) )?(\d+) (\d+)")


def inputs():
    """Returns the arrays used in launches in these files, filled as in control_flow.h."""
    return {
        "a": [i % 64 for i in range(8192)],
        "b": [i % 64 for i in range(8192)],
        "p": [i % 64 for i in range(4096)],
        "c": [10 - i for i in range(16)],
        "n": [0] * 64,
        "o": [0] * 64,
    }


def expected_counts(text, most_requests=10**6):
    """Returns (line, operation) → [requests, threads] of all launches in the text."""
    functions = Parser(text).functions()
    arrays = {name: (Array(data), 0) for name, data in inputs().items()}
    counts = {}
    for name, blocks, threads, arguments in launches_of(text):
        given = [arrays[it] if it in arrays else int(it) for it in arguments]
        run_kernel(functions, name, blocks, threads, given, counts, most_requests)
    return counts


def check(path):
    """Prints the annotations that differ. Returns the number of annotations, and of those that
    differ."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    counts = expected_counts(text)
    annotated = wrong = 0
    for line, content in enumerate(text.split("\n"), 1):
        match = EXPECT.search(content)
        if not match:
            continue
        annotated += 1
        want = totals(counts, line, match[1])
        if want != [int(match[2]), int(match[3])]:
            wrong += 1
            print(f"{path}:{line}: the model counts {want[0]} {want[1]}: {content.strip()}")
    return annotated, wrong


def main(paths):
    results = [check(path) for path in paths]
    annotated, wrong = (sum(it) for it in zip(*results))
    print(f"{annotated - wrong} of {annotated} annotations agree with the model")
    return 1 if wrong or not annotated else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
