#!/usr/bin/env python3
"""What each rung of the tuned kernels moves, counted on the lens: the tables of "How far it goes" in
the handouts. Prints CSV.

    python3 common/bench/rungs.py [LAB]... > docs/results/rungs.lens.DATE.csv

It needs a build with CUDA's headers, for the files in build/judged, which CMake writes. A tuned
kernel is judged under the contract of lab 06, or of lab 05 if it is a transpose. The conversion of
the matrix is not counted."""
import csv
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
GRID, WEB = "hpcg:64", "web:1000005,row=4,most=4700"
UNIFORM, GRAPH = "uniform:1000000,row=32", "rmat:20"

# Rungs of each lab: name (as in the bench, if it is there), number among the tuned kernels or the
# solution's task, kernels, and matrices.
RUNGS = {
    "01": [
        ("CSR, one thread a row", "kernel", ["spmv_csr_scalar"], [GRID, GRAPH]),
        ("CSR vectors", 0, ["spmv_vector"], [GRID, GRAPH]),
        ("CSR in equal shares", 1, ["spmv"], [GRID, GRAPH]),
    ],
    "02": [
        ("ELL, row-major", "row-major", ["spmv_ell_row_major"], [GRID]),
        ("ELL", "kernel", ["spmv_ell"], [GRID]),
        ("sliced ELL", 0, ["spmv_slices"], [GRID]),
        ("sliced ELL, 16-bit columns", 1, ["spmv_slices"], [GRID]),
        ("sliced ELL, 8-bit columns", 2, ["spmv_slices"], [GRID]),
        ("sliced ELL, three to a column", 3, ["spmv_slices"], [GRID]),
        ("sliced ELL, diagonals", 4, ["spmv_slices"], [GRID]),
        ("whole diagonals", 6, ["spmv_diagonals"], [GRID]),
    ],
    "03": [
        ("HYB", "hyb", ["spmv_ell", "spmv_coo"], [WEB]),
        ("COO segmented", 0, ["spmv_segmented", "add_parts"], [WEB]),
        ("HYB in one launch", 1, ["spmv_hyb", "add_parts"], [WEB]),
    ],
    "04": [
        ("JDS", "kernel", ["spmv_jds"], ["road:1000"]),
        ("sorted in windows", 0, ["spmv_sorted"], ["road:1000"]),
        ("sorted in windows, fewer bytes", 1, ["spmv_sorted"], ["road:1000"]),
        ("packed by masks", 2, ["spmv_packed"], ["road:1000"]),
    ],
    "05": [
        ("scatter alone", "scatter", None, [GRID, "uniform:100000,row=16"]),
        ("radix sort, bit by bit", "sorted", None, [GRID, "uniform:100000,row=16"]),
        ("mirror or two passes", 0, None, [GRID, "uniform:1000000,row=16"]),
    ],
    "06": [
        ("CSR, a vector a row", "static", ["spmv_static"], [UNIFORM, GRAPH]),
        ("vectors, eight loads in flight", 0, ["spmv_unrolled"], [UNIFORM, GRAPH]),
        ("many rows an atomic", 1, ["spmv_counter"], [UNIFORM, GRAPH]),
        ("tiles, x in shared memory", 2, ["spmv_tiles", "add_partial"], [UNIFORM, GRAPH]),
        ("tiles of hot columns", 3, ["spmv_tiles", "add_partial", "sort_x"], [UNIFORM, GRAPH]),
    ],
}

TRANSPOSE = """#include "{root}/solutions/05-transpose/fast.cu"
#define JUDGED_NUMBER {number}
#define JUDGED_COUNT 1
#include "bench/judged_transpose.cuh"
"""


def folder_of(lab):
    return next(name for name in os.listdir(f"{ROOT}/labs") if name.startswith(lab))


def command(lab, rung, matrix, scratch):
    """Returns the command that runs a rung on the lens, and its environment."""
    judge, task, file = lab, rung, None
    environment = dict(os.environ)
    if isinstance(rung, int) and lab == "05":
        task, file = "sorted", f"{scratch}/transpose.cu"
        with open(file, "w") as f:
            f.write(TRANSPOSE.format(root=ROOT, number=rung))
    elif isinstance(rung, int):
        judge, task, file = "06", "static", f"{ROOT}/build/judged/{folder_of(lab)}.fast.cu"
        environment["JUDGED"] = str(rung)
    source = ["--file", file] if file else ["--solution"]
    table = f"{scratch}/counters.csv"
    program = f"{ROOT}/build/bin/sparselab"
    words = [program, "lens", judge, *source, "--task", task, "--backend", "lens", "-m", matrix]
    return words + ["--csv", table], environment, table


def kind_of(row):
    """Says what these sectors contain: the matrix, x, or other data such as y."""
    if row["array"] in ("x", "x_sorted"):
        return "x"
    mine = row["operation"] == "load" and row["array"] not in ("y", "partial", "parts", "cuts")
    return "matrix" if mine else "other"


def count(lab, rung, kernels, matrix):
    sums = {"entries": 0, "requests": 0, "matrix": 0, "x": 0, "other": 0, "shared": 0, "waves": 0}
    with tempfile.TemporaryDirectory() as scratch:
        words, environment, table = command(lab, rung, matrix, scratch)
        run = subprocess.run(words, env=environment, capture_output=True, text=True)
        size = re.search(rf"^  {re.escape(matrix)} +(\d+) +(\d+) ", run.stdout, re.M)
        if not os.path.exists(table) or not size:
            sys.exit(f"{' '.join(words)}:\n{run.stdout}{run.stderr}")
        sums["entries"] = int(size[2])
        with open(table) as f:
            for row in csv.DictReader(f):
                if kernels and row["kernel"] not in kernels:
                    continue
                where = "shared" if row["space"] == "shared" else "requests"
                sums[where] += int(row["requests"])
                sums["waves"] += int(row["wavefronts"])
                sums[kind_of(row)] += int(row["sectors"])
    return sums


def main():
    out = csv.writer(sys.stdout)
    out.writerow(["lab", "contestant", "matrix", "precision", "entries", "requests", "matrix_sectors",
                  "x_sectors", "other_sectors", "shared_requests", "shared_wavefronts"])
    for lab in sys.argv[1:] or RUNGS:
        for name, rung, kernels, matrices in RUNGS[lab]:
            for matrix in matrices:
                s = count(lab, rung, kernels, matrix)
                out.writerow([folder_of(lab), name, matrix, "f32", *s.values()])
                sys.stdout.flush()


if __name__ == "__main__":
    main()
