#!/usr/bin/env python3
"""Compares the lens with the hardware counters of an NVIDIA GPU on a lab's kernel, line by line.

Runs a lab's module on the lens and, compiled with its loops rolled (rolled.h), under Nsight
Compute on the GPU, on the same matrices, and writes one CSV row a line and kind of access:

    compare.py --lab 01 --kernel spmv_csr_scalar --out docs/results/FILE.csv MATRIX…

Requests are executed memory instructions of warps; sectors are Nsight Compute's "L2 theoretical
sectors global", the 32-byte sectors that a warp's addresses touch. Accesses to global memory alone;
kernels.py compares all kinds, on programs of their own. Needs ncu with its Python module and
permission to read the counters. Exit status: 0 all equal, 1 some differ, 3 no ncu.
"""
import argparse
import csv
import os
import sys
import tempfile

import nsight

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
COUNTS = ("requests", "threads", "sectors", "ideal_sectors")


def add(table, key, counts):
    row = table.setdefault(key, dict.fromkeys(COUNTS, 0))
    for name in COUNTS:
        row[name] += int(counts[name])


def count_on_lens(args, matrix, folder):
    """{(line, operation): counts} of the kernel on the lens."""
    path = os.path.join(folder, "lens.csv")
    nsight.run([args.sparselab, "lens", args.lab, "--solution", "--task", args.task, "--precision",
                args.precision, "-m", matrix, "--csv", path])
    table = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["space"] == "global" and row["kernel"] == args.kernel:
                add(table, (int(row["line"]), row["operation"]), row)
    os.unlink(path)
    return table


def count_on_gpu(args, matrix, folder):
    """The same from Nsight Compute, and the name of the device."""
    environment = dict(os.environ, SL_NVCC_FLAGS=f"-include {HERE}/rolled.h")
    options = ["--target-processes", "all", "-k", f"regex:{args.kernel}", "--launch-count", "1"]
    command = [args.sparselab, "run", args.lab, "--solution", "--backend", "gpu", "--task",
               args.task, "--precision", args.precision, "-m", matrix]
    action = nsight.profile(os.path.join(folder, "report"), options, command, env=environment)[0]
    table = {}
    for (_, line, space, operation), counts in nsight.count_lines(action).items():
        if space == "global":
            add(table, (line, operation), counts)
    return table, nsight.device_of(action)


def compare(args, out, folder):
    """Writes the rows of all matrices; gives how many there are, and how many differ."""
    total = differing = 0
    none = dict.fromkeys(COUNTS, 0)
    for matrix in args.matrices:
        lens = count_on_lens(args, matrix, folder)
        gpu, device = count_on_gpu(args, matrix, folder)
        for key in sorted(lens.keys() | gpu.keys()):
            here, there = lens.get(key, none), gpu.get(key, none)
            total += 1
            differing += here != there
            out.writerow([args.lab, args.kernel, args.precision, matrix, device, *key] +
                         [side[name] for name in COUNTS for side in (here, there)] +
                         ["yes" if here == there else "no"])
    return total, differing


def main():
    parser = argparse.ArgumentParser(description="lens against hardware counters")
    parser.add_argument("--lab", default="01")
    parser.add_argument("--task", default="kernel")
    parser.add_argument("--kernel", default="spmv_csr_scalar")
    parser.add_argument("--precision", default="f32")
    parser.add_argument("--out", required=True)
    parser.add_argument("--sparselab", default=os.path.join(ROOT, "build", "bin", "sparselab"))
    parser.add_argument("matrices", nargs="+")
    args = parser.parse_args()
    fresh = not os.path.exists(args.out)
    with open(args.out, "a", newline="") as file, tempfile.TemporaryDirectory() as folder:
        out = csv.writer(file)
        if fresh:
            out.writerow(["lab", "kernel", "precision", "matrix", "device", "line", "operation"] +
                         [f"{name}_{where}" for name in COUNTS for where in ("lens", "gpu")] +
                         ["equal"])
        try:
            total, differing = compare(args, out, folder)
        except nsight.Missing as missing:
            print(f"compare.py: {missing}", file=sys.stderr)
            sys.exit(3)
    print(f"{total - differing} of {total} rows equal, written to {args.out}")
    sys.exit(1 if differing or total == 0 else 0)


if __name__ == "__main__":
    main()
