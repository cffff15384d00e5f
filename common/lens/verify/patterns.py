#!/usr/bin/env python3
"""Compares the lens's memory model with the hardware, one instruction of one warp at a time.

    patterns.py --lens PROGRAM --out FILE.csv GROUP:STEP:NCU.csv …

PROGRAM is patterns.cu compiled by lenscc together with dump.c. An NCU.csv holds what Nsight Compute
counted of `patterns GROUP STEP` compiled by nvcc, with some of the metrics named below:

    ncu --csv --page raw --print-units base --clock-control none --metrics … patterns GROUP STEP

A row of FILE.csv is a launch and a kind of access: requests, sectors or wavefronts, and bank
conflicts if they were read. Exit status: 0 all equal, 1 some differ.
"""
import argparse
import csv
import subprocess
import sys

# The counters that dump.c prints for each space and operation of a launch.
FIGURES = ("requests", "units", "ideal", "conflicts")
PLACES = [(space, operation) for space in ("global", "shared")
          for operation in ("load", "store", "atomic")]
SHORT = {"load": ("ld",), "store": ("st",), "atomic": ("atom", "red")}
METRICS = {
    ("global", "requests"): "l1tex__t_requests_pipe_lsu_mem_global_op_{}.sum",
    ("global", "units"): "l1tex__t_sectors_pipe_lsu_mem_global_op_{}.sum",
    ("shared", "requests"): "smsp__inst_executed_op_shared_{}.sum",
    ("shared", "units"): "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{}.sum",
    ("shared", "conflicts"): "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_{}.sum",
}


def lens_launches(program, group, step):
    """Returns [(kind, pattern, {(space, operation): {figure: value}})] in order."""
    text = subprocess.run([program, group, step], capture_output=True, text=True, check=True).stdout
    for kind, pattern, *values in csv.reader(text.splitlines()):
        numbers = iter(map(int, values))
        yield kind, pattern, {place: {name: next(numbers) for name in FIGURES} for place in PLACES}


def gpu_launches(path):
    with open(path, newline="") as file:
        rows = csv.DictReader(line for line in file if line.startswith('"'))
        return [row for row in rows if row["ID"].isdigit()]  # the first row holds the units


def on_gpu(row, space, operation, figure):
    """Returns a figure of one launch, or None if none of its metrics was read."""
    metric = METRICS.get((space, figure))
    values = [row[metric.format(op)] for op in SHORT[operation]
              if metric and metric.format(op) in row]
    return sum(int(value.replace(",", "")) for value in values) if values else None


def compare(out, program, group, step, path):
    """Writes the rows of a group. Returns their number, and how many differ."""
    total = differing = 0
    launches, rows = list(lens_launches(program, group, step)), gpu_launches(path)
    if len(launches) != len(rows):
        sys.exit(f"patterns.py: {path} has {len(rows)} launches, the lens {len(launches)}")
    space = group.split("-")[0]
    for (kind, pattern, counted), row in zip(launches, rows):
        for operation in SHORT:
            here = counted[space, operation]
            there = {name: on_gpu(row, space, operation, name) for name in FIGURES}
            known = [name for name in FIGURES if there[name] is not None]
            # A kernel that tests loads stores the loaded value, so that the load is not removed.
            stored = kind.startswith("load") and operation == "store"
            if stored or not any(here[name] or there[name] for name in known):
                continue
            equal = all(here[name] == there[name] for name in known)
            total += 1
            differing += not equal
            out.writerow([group, kind, pattern, operation] +
                         [value for name in FIGURES if name != "ideal"
                          for value in (here[name], "" if there[name] is None else there[name])] +
                         ["yes" if equal else "no"])
    return total, differing


def main():
    parser = argparse.ArgumentParser(description="the memory model against hardware counters")
    parser.add_argument("--lens", required=True)
    parser.add_argument("--out", required=True)
    parser.add_argument("groups", nargs="+", metavar="GROUP:STEP:NCU.csv")
    args = parser.parse_args()
    total = differing = 0
    with open(args.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["group", "kind", "pattern", "operation"] +
                     [f"{name}_{where}" for name in FIGURES if name != "ideal"
                      for where in ("lens", "gpu")] + ["equal"])
        for group in args.groups:
            rows, different = compare(out, args.lens, *group.split(":", 2))
            total += rows
            differing += different
    print(f"{total - differing} of {total} rows equal, written to {args.out}")
    sys.exit(1 if differing or total == 0 else 0)


if __name__ == "__main__":
    main()
