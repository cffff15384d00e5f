#!/usr/bin/env python3
"""Compares the lens with the hardware counters of an NVIDIA GPU on the labs' solutions.

    compare.py gpu  --out GPU.csv  [--labs 01 02 …]   needs nvcc, a GPU and Nsight Compute
    compare.py lens --out LENS.csv [--labs 01 02 …]   needs neither
    compare.py join GPU.csv LENS.csv --out FILE.csv   one row per line and kind of access
    compare.py check FILE.csv        does the lens still count what is in FILE? (--all: in double,
                                     too, on every matrix and not on two)

Every measured task of every lab runs once on each of the MATRICES, in float and in double, built
with its loops kept rolled (rolled.h). A row adds up all launches of a kernel on one matrix. A row
with the line `all` is a whole kernel, by the hardware's own counters (nsight.py: TOTALS); the others
are Nsight Compute's figures of single instructions. The lens gets the GPU's number of
multiprocessors, because lab 06 uses it. `join` names the reason of each row that is not equal.
`check` compares whole kernels, so that an additional line in a solution makes no difference. It
leaves out the rows that depend on which thread is faster. Exit status: 0 all rows are equal or
explained, 1 some are not, 3 something is missing.
"""
import argparse
import csv
import os
import shlex
import subprocess
import sys
import tempfile

import nsight
import rows

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
PRECISIONS = ("f32", "f64")
# Rows of one length, of many lengths, in random order, and from a file. The last matrix has long
# rows, so that all four vector widths of lab 06 occur.
MATRICES = ("hpcg:10", "web:2000", "rmat:11", "uniform:3000", "l-shape", "road:55", "rail:40x4000")
# The matrices that `check` also counts in double, without --all: one with rows of one length, and
# one with long rows.
IN_DOUBLE = ("hpcg:10", "rail:40x4000")
RUN = ("lab", "precision", "matrix")
KEYS = [*RUN, "kernel", "file", "line", "space", "operation"]
MULTIPROCESSORS = 132  # of an H100 SXM or H200

# Causes of differences that were found in the machine code, by lab, kernel, space and operation.
CARRIED = "carried: nvcc keeps diag_ptr[d + 1] for the next iteration, which does not load it again"
GATHERED = "gathered: all add to the same word, so nvcc lets one thread of the warp add for all"
SLOTS = "slots: time decides which slot an atomic hands out, and so which stores share a sector"
ROUNDS = "rounds: the hardware's atomics took somewhat more rounds than the model says; cause not found"
EXPLAINED = {
    ("03-coo-hyb", "spmv_coo", "global", "atomic"): ROUNDS,
    ("04-jds", "spmv_jds", "global", "load"): CARRIED,
    ("05-transpose", "count_columns", "global", "atomic"): ROUNDS,
    ("05-transpose", "scatter_rows", "global", "atomic"): ROUNDS,
    ("05-transpose", "scatter_rows", "global", "store"): SLOTS,
    ("06-warp", "spmv_vector", "global", "atomic"): GATHERED,
}


def labs():
    """Returns the labs that are judged on the standard matrices and have no cases of their own."""
    folder = os.path.join(ROOT, "labs")
    found = []
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name, "lab.c")
        if os.path.isfile(path) and "SL_CASES(" not in open(path, encoding="utf-8").read():
            found.append(name)
    return found


def source_of(lab):
    return lab.split("-", 1)[1] + ".cu"


def command(args, lab, precision, matrix):
    return [args.sparselab, "run", lab, "--solution", "--backend", "gpu", "--untimed",
            "--precision", precision, "-m", matrix]


# ---- on the GPU -------------------------------------------------------------------------------

def build(args):
    """Builds all modules in parallel, not under Nsight Compute."""
    runs = [subprocess.Popen(command(args, lab, precision, "example-4x4"),
                             stdout=subprocess.DEVNULL)
            for lab in args.labs for precision in PRECISIONS]
    if any([run.wait() for run in runs]):
        raise nsight.Missing("a solution fails")


def count_on_gpu(args, lab, precision, folder, table):
    """Adds the rows of a lab; returns the device's name. Each matrix has its own judge and worker,
    so the number of the process shows to which matrix a launch belongs."""
    script = "set -e\n" + "\n".join(shlex.join(command(args, lab, precision, matrix))
                                    for matrix in MATRICES)
    report = os.path.join(folder, f"{lab}.{precision}")
    actions = nsight.profile(report, ["--target-processes", "all"], ["sh", "-c", script],
                             totals=True)
    processes = nsight.processes(report)
    order = list(dict.fromkeys(processes))
    if len(order) != len(MATRICES):
        raise nsight.Missing(f"{lab}: {len(order)} processes instead of {len(MATRICES)}")
    for process, action in zip(processes, actions):
        counted = nsight.count_lines(action)
        if any(key[0] == source_of(lab) for key in counted):  # otherwise it is a kernel of drive.cu
            run = lab, precision, MATRICES[order.index(process)]
            rows.count_action(action, source_of(lab), run, table)
    return nsight.device_of(actions[0])


def gpu(args):
    os.environ["SL_NVCC_FLAGS"] = f"-include {HERE}/rolled.h"
    build(args)
    with tempfile.TemporaryDirectory() as folder, open(args.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow([*KEYS, *rows.COUNTS, "opcodes", "device"])
        for lab in args.labs:
            for precision in PRECISIONS:
                table = {}
                device = count_on_gpu(args, lab, precision, args.keep or folder, table)
                rows.write_gpu(out, table, device)
                file.flush()
                print(f"{lab}, {precision}", flush=True)
    return 0


# ---- on the lens ------------------------------------------------------------------------------

def count_on_lens(args, lab, precision, matrix, folder, table):
    path = os.path.join(folder, "lens.csv")
    nsight.run([args.sparselab, "lens", lab, "--solution", "--precision", precision, "-m", matrix,
                "--csv", path],
               env=dict(os.environ, LENS_MULTIPROCESSORS=str(MULTIPROCESSORS), SL_DEVICE="none"))
    for row in rows.read(path):
        counts = rows.counts_of(row)
        what = row["space"], row["operation"]
        rows.add(table, (lab, precision, matrix, row["kernel"], "all", *what), counts)
        counts["sectors"] -= int(row["replays"])  # Nsight's figures for instructions omit replays
        rows.add(table, (lab, precision, matrix, row["kernel"], row["line"], *what), counts)
    os.unlink(path)


def count_all_on_lens(args, in_double=MATRICES):
    table = {}
    with tempfile.TemporaryDirectory() as folder:
        for lab in args.labs:
            for precision in PRECISIONS:
                for matrix in MATRICES if precision == "f32" else in_double:
                    count_on_lens(args, lab, precision, matrix, folder, table)
    return table


def lens(args):
    table = count_all_on_lens(args)
    with open(args.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow([*RUN, "kernel", "line", "space", "operation", *rows.COUNTS])
        for key, counts in table.items():
            out.writerow([*key, *(counts[name] for name in rows.COUNTS)])
    return 0


def check(args):
    def kept(key):
        lab, _, _, kernel, line, *what = key
        return line == "all" and EXPLAINED.get((lab, kernel, *what)) != SLOTS

    names = [name for name in KEYS if name != "file"]
    then = {tuple(row[name] for name in names): rows.counts_then(row)
            for row in rows.read(args.table)}
    in_double = MATRICES if args.all else IN_DOUBLE
    then = {key: counts for key, counts in then.items() if key[1] == "f32" or key[2] in in_double}
    today = count_all_on_lens(args, in_double)
    return rows.check({key: counts for key, counts in today.items() if kept(key)},
                      {key: counts for key, counts in then.items() if kept(key)}, args.table)


# ---- side by side -----------------------------------------------------------------------------

def explained(key):
    lab, _, _, kernel, _, *what = key
    return EXPLAINED.get((lab, kernel, *what), "")


def join(args):
    lens_rows, gpu_rows, device = {}, {}, ""
    for row in rows.read(args.lens):
        key = tuple(row[name] for name in KEYS if name != "file")
        rows.add(lens_rows, key, rows.counts_of(row))
    for row in rows.read(args.gpu):
        run = tuple(row[name] for name in RUN)
        place = rows.place_of(row, source_of(row["lab"]), run, lens_rows)
        key = (*run, row["kernel"], place, row["space"], row["operation"])
        rows.add(gpu_rows, key, {**rows.counts_of(row), "opcodes": set(row["opcodes"].split())})
        device = row["device"]
    with open(args.out, "w", newline="") as file:
        verdicts = rows.write(csv.writer(file), RUN, lens_rows, gpu_rows, device, explained)
    return rows.tell(verdicts, args.out)


def main():
    parser = argparse.ArgumentParser(description="lens against hardware counters, on the solutions")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("gpu", "lens", "join", "check"):
        one = commands.add_parser(name)
        if name == "check":
            one.add_argument("table")
            one.add_argument("--all", action="store_true")
        else:
            one.add_argument("--out", required=True)
        one.set_defaults(run=globals()[name])
        if name == "join":
            one.add_argument("gpu")
            one.add_argument("lens")
            continue
        one.add_argument("--labs", nargs="*", default=labs())
        one.add_argument("--sparselab", default=os.path.join(ROOT, "build", "bin", "sparselab"))
        if name == "gpu":
            one.add_argument("--keep", help="a folder for Nsight Compute's reports")
    args = parser.parse_args()
    try:
        sys.exit(args.run(args))
    except nsight.Missing as missing:
        print(f"compare.py: {missing}", file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
