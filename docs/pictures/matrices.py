"""The matrices that the pictures show: the 4×4 example, and those that the kit makes.

Used by labs/*/pictures.py. The first argument of such a script is the program `sparselab`, which
makes the matrices; build/bin/sparselab when not given.
"""
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build" / "bin" / "sparselab")
EXAMPLE = [[3, 0, 1, 0], [0, 0, 0, 0], [0, 2, 4, 1], [1, 0, 0, 1]]


def row_lengths(spec):
    """Returns the number of entries of each row of a matrix that the kit makes."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / "a.mtx"
        subprocess.run([PROGRAM, "matrix", "make", spec, file], check=True,
                       stdout=subprocess.DEVNULL)
        header, *lines = file.read_text().splitlines()
    assert "coordinate" in header and "general" in header
    lines = [line for line in lines if not line.startswith("%")]
    lengths = [0] * int(lines[0].split()[0])
    for line in lines[1:]:
        lengths[int(line.split()[0]) - 1] += 1
    return lengths
