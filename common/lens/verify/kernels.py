#!/usr/bin/env python3
"""Compares the lens with the hardware counters of an NVIDIA GPU on the programs in kernels/.

    kernels.py gpu  --out GPU.csv                       needs nvcc, a GPU and Nsight Compute
    kernels.py lens --out LENS.csv [--lenscc PROGRAM]   needs neither
    kernels.py join GPU.csv LENS.csv --out FILE.csv     one row per line and kind of access
    kernels.py check FILE.csv [--lenscc PROGRAM]        does the lens still count what is in FILE?

Each program is built with its loops kept rolled (rolled.h), and those of UNROLLED also as nvcc
unrolls them. It runs on all its inputs. A row with the line `all` is a whole kernel, by the
hardware's own counters (nsight.py: TOTALS); the others are Nsight Compute's figures of single
instructions. `join` names the reason of each row that is not equal. Exit status: 0 all rows are
equal or explained, 1 some are not, 3 something is missing.
"""
import argparse
import csv
import glob
import os
import subprocess
import sys
import tempfile

import nsight
import rows
from rows import COUNTS, read

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
UNROLLED = ("matrix_product", "scan", "spmv_csr", "spmv_ell")
KEYS = ["program", "loops", "input", "kernel", "file", "line", "space", "operation"]
MARKER = "input_begins"  # kernels/inputs.h launches this kernel before each input

UNROLLING = "unrolled: copies of the loop's body make requests of their own"
WIDENED = "unrolled: nvcc reads four neighbours by one LDS.128 in four passes of the loop"
CONTENTION = "contention: warps of the block undo each other's swaps, which are tried again"
# Causes of differences that were found in the machine code, by program, kernel, space and
# operation.
EXPLAINED = {
    ("rolled", "histogram_shared", "add_real_by_warps", "shared", "load"): CONTENTION,
    ("rolled", "histogram_shared", "add_real_by_warps", "shared", "atomic"): CONTENTION,
    ("unrolled", "matrix_product", "product", "shared", "load"): WIDENED,
    ("unrolled", "spmv_csr", "csr_scalar", "global", "load"): UNROLLING,
    ("unrolled", "spmv_csr", "csr_vector", "global", "load"): UNROLLING,
    ("unrolled", "spmv_csr", "csr_block", "global", "load"): UNROLLING,
    ("unrolled", "spmv_ell", "ell_by_rows", "global", "load"): UNROLLING,
    ("unrolled", "spmv_ell", "ell_by_columns", "global", "load"): UNROLLING,
}


def programs():
    for path in sorted(glob.glob(os.path.join(HERE, "kernels", "*.cu"))):
        yield os.path.basename(path)[:-len(".cu")], path


# ---- on the GPU -------------------------------------------------------------------------------

def build_on_gpu(folder, only):
    """Returns [(program, loops, binary)], compiled in parallel. The binaries have no fused
    multiply-adds, because the host's compiler makes none, and in some programs the results
    decide the length of loops."""
    built = []
    for name, path in programs():
        if only and name not in only:
            continue
        for loops in ("rolled", "unrolled") if name in UNROLLED else ("rolled",):
            rolled = ["-include", os.path.join(HERE, "rolled.h")] if loops == "rolled" else []
            binary = os.path.join(folder, f"{name}.{loops}")
            command = ["nvcc", "-arch=native", "-lineinfo", "-fmad=false", "-std=c++17", *rolled, path, "-o", binary]
            built.append((name, loops, binary, subprocess.Popen(command)))
    if any(compiler.wait() for *_, compiler in built):
        raise nsight.Missing("nvcc failed")
    return [one[:3] for one in built]


def count_on_gpu(name, loops, binary, table):
    """Adds the rows of a program, and returns the device's name."""
    input_number = None
    for action in nsight.profile(binary, [], [binary], totals=True):
        kernel = action.name()
        if kernel == MARKER:
            input_number = action.metric_by_name("launch__grid_size").as_uint64() - 1
            continue
        rows.count_action(action, name + ".cu", (name, loops, input_number), table)
    return nsight.device_of(action)


def gpu(args):
    with tempfile.TemporaryDirectory() as folder, open(args.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow([*KEYS, *COUNTS, "opcodes", "device"])
        for one in build_on_gpu(folder, args.only):
            table = {}
            device = count_on_gpu(*one, table)
            rows.write_gpu(out, table, device)
            file.flush()
            print(f"{one[0]}, {one[1]}", flush=True)
    return 0


# ---- on the lens ------------------------------------------------------------------------------

def count_on_lens(args, name, path, folder, table):
    binary, counters = os.path.join(folder, name), os.path.join(folder, name + ".csv")
    nsight.run([args.lenscc, "-I" + os.path.join(ROOT, "common"), path,
                os.path.join(HERE, "dump.c"), "-o", binary])
    nsight.run([binary], env=dict(os.environ, LENS_COUNTERS=counters))
    with open(counters, newline="") as file:
        for row in csv.reader(file):
            number, kernel, source, line, space, operation, *values = row
            read = {name: int(value) for name, value in (pair.split("=") for pair in values)}
            counts = {name: read[name] for name in COUNTS}
            start = (name, "any", int(number), kernel.split("<")[0], os.path.basename(source))
            rows.add(table, (*start, "all", space, operation), counts)
            counts["sectors"] -= read["replays"]  # Nsight's figures for instructions omit replays
            rows.add(table, (*start, int(line), space, operation), counts)


def count_all_on_lens(args):
    table = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, path in programs():
            count_on_lens(args, name, path, folder, table)
    return table


def lens(args):
    with open(args.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow([*KEYS, *COUNTS])
        for key, counts in count_all_on_lens(args).items():
            out.writerow([*key, *(counts[name] for name in COUNTS)])
    return 0


def check(args):
    today = {(program, str(number), kernel, str(line), *what): counts for
             (program, _, number, kernel, _, line, *what), counts in count_all_on_lens(args).items()}
    names = [name for name in KEYS if name not in ("loops", "file")]
    then = {tuple(row[name] for name in names): rows.counts_then(row) for row in read(args.table)}
    return rows.check(today, then, args.table)


# ---- side by side -----------------------------------------------------------------------------

def explained(key):
    program, loops, _, kernel, _, *what = key
    return EXPLAINED.get((loops, program, kernel, *what), "")


def join(args):
    lens_rows, gpu_rows, device = {}, {}, ""
    for row in read(args.lens):
        for loops in ("rolled", "unrolled") if row["program"] in UNROLLED else ("rolled",):
            key = (row["program"], loops, row["input"], row["kernel"], row["line"], row["space"],
                   row["operation"])
            rows.add(lens_rows, key, rows.counts_of(row))
    for row in read(args.gpu):
        run = row["program"], row["loops"], row["input"]
        place = rows.place_of(row, row["program"] + ".cu", run, lens_rows)
        key = (*run, row["kernel"], place, row["space"], row["operation"])
        rows.add(gpu_rows, key, {**rows.counts_of(row), "opcodes": set(row["opcodes"].split())})
        device = row["device"]
    with open(args.out, "w", newline="") as file:
        verdicts = rows.write(csv.writer(file), ("program", "loops", "input"), lens_rows, gpu_rows,
                              device, explained)
    return rows.tell(verdicts, args.out)


def main():
    parser = argparse.ArgumentParser(description="lens against hardware counters, on kernels/")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("gpu", "lens", "join", "check"):
        command = commands.add_parser(name)
        if name == "check":
            command.add_argument("table")
        else:
            command.add_argument("--out", required=True)
        command.set_defaults(run=globals()[name])
        if name == "gpu":
            command.add_argument("--only", nargs="*", help="these programs; else all")
        if name == "join":
            command.add_argument("gpu")
            command.add_argument("lens")
        if name in ("lens", "check"):
            command.add_argument("--lenscc", default=os.path.join(ROOT, "build", "bin", "lenscc"))
    args = parser.parse_args()
    try:
        sys.exit(args.run(args))
    except nsight.Missing as missing:
        print(f"kernels.py: {missing}", file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
