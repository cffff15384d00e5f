#!/usr/bin/env python3
"""Compares the lens with the hardware counters of an NVIDIA GPU, source line by source line.

Runs a lab's module on the lens and, compiled with its loops rolled (rolled.h), under Nsight
Compute on the GPU, on the same matrices, and writes one CSV row a line and kind of access:

    compare.py --lab 01 --kernel spmv_csr_scalar --out docs/results/FILE.csv MATRIX…

Requests are executed memory instructions of warps; sectors are Nsight Compute's "L2 theoretical
sectors global", the 32-byte sectors that a warp's addresses touch. Needs ncu with its Python
module and permission to read the counters. Exit status: 0 all equal, 1 some differ, 3 no ncu.
"""
import argparse
import csv
import glob
import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
COUNTS = ("requests", "threads", "sectors", "ideal_sectors")
OPERATIONS = {"LDG": "load", "STG": "store", "RED": "atomic", "ATOM": "atomic", "ATOMG": "atomic"}


def fail(text):
    print(f"compare.py: {text}", file=sys.stderr)
    sys.exit(3)


def load_ncu_report():
    ncu = shutil.which("ncu") or fail("ncu is not on PATH: install Nsight Compute")
    home = os.path.dirname(os.path.realpath(ncu))
    places = [home, *glob.glob("/opt/nvidia/nsight-compute/*"), *glob.glob("/usr/local/cuda*/nsight-compute-*")]
    for place in places:
        folder = os.path.join(place, "extras", "python")
        if os.path.exists(os.path.join(folder, "ncu_report.py")):
            sys.path.insert(0, folder)
            import ncu_report
            return ncu_report
    fail("Nsight Compute's Python module ncu_report was not found beside ncu")


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode != 0:
        fail(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def add(table, key, values):
    row = table.setdefault(key, dict.fromkeys(COUNTS, 0))
    for name, value in zip(COUNTS, values):
        row[name] += value


def count_on_lens(args, matrix, folder):
    """{(line, operation): counts} of the kernel on the lens."""
    path = os.path.join(folder, "lens.csv")
    run([args.sparselab, "lens", args.lab, "--solution", "--task", args.task, "--precision",
         args.precision, "-m", matrix, "--csv", path])
    table = {}
    with open(path, newline="") as file:
        for row in csv.DictReader(file):
            if row["space"] == "global" and row["kernel"] == args.kernel:
                key = (int(row["line"]), row["operation"])
                add(table, key, [int(row[name]) for name in COUNTS])
    os.unlink(path)
    return table


def instances(action, name):
    """{program counter: value} of a metric that is counted for each instruction."""
    metric = action.metric_by_name(name)
    pcs = metric.correlation_ids()
    return {pcs.as_uint64(i): metric.as_uint64(i) for i in range(metric.num_instances())}


def count_on_gpu(args, matrix, folder, ncu_report):
    """The same from Nsight Compute, and the name of the device."""
    report = os.path.join(folder, "report")
    environment = dict(os.environ, SL_NVCC_FLAGS=f"-include {HERE}/rolled.h")
    run(["ncu", "--set", "full", "--import-source", "yes", "--clock-control", "none",
         "--target-processes", "all", "-k", f"regex:{args.kernel}", "--launch-count", "1", "-f",
         "-o", report, args.sparselab, "run", args.lab, "--solution", "--backend", "gpu", "--task",
         args.task, "--precision", args.precision, "-m", matrix], env=environment)
    action = ncu_report.load_report(report + ".ncu-rep").range_by_idx(0).action_by_idx(0)
    executed = instances(action, "inst_executed")
    threads = instances(action, "thread_inst_executed_true")
    sectors = instances(action, "memory_l2_theoretical_sectors_global")
    ideal = instances(action, "memory_l2_theoretical_sectors_global_ideal")
    table = {}
    for pc, requests in executed.items():
        words = action.sass_by_pc(pc).split()
        opcode = next((w.split(".")[0] for w in words if w.split(".")[0] in OPERATIONS), None)
        if opcode is None or requests == 0:
            continue
        line = action.source_info(pc).line()
        add(table, (line, OPERATIONS[opcode]),
            [requests, threads.get(pc, 0), sectors.get(pc, 0), ideal.get(pc, 0)])
    device = action.metric_by_name("device__attribute_display_name").as_string()
    return table, device


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
    ncu_report = load_ncu_report()
    differing = total = 0
    fresh = not os.path.exists(args.out)
    with open(args.out, "a", newline="") as file, tempfile.TemporaryDirectory() as folder:
        out = csv.writer(file)
        if fresh:
            out.writerow(["lab", "kernel", "precision", "matrix", "device", "line", "operation"] +
                         [f"{name}_{where}" for name in COUNTS for where in ("lens", "gpu")] +
                         ["equal"])
        for matrix in args.matrices:
            lens = count_on_lens(args, matrix, folder)
            gpu, device = count_on_gpu(args, matrix, folder, ncu_report)
            none = dict.fromkeys(COUNTS, 0)
            for key in sorted(lens.keys() | gpu.keys()):
                here, there = lens.get(key, none), gpu.get(key, none)
                equal = here == there
                total += 1
                differing += not equal
                out.writerow([args.lab, args.kernel, args.precision, matrix, device, *key] +
                             [side[name] for name in COUNTS for side in (here, there)] +
                             ["yes" if equal else "no"])
    print(f"{total - differing} of {total} rows equal, written to {args.out}")
    sys.exit(1 if differing or total == 0 else 0)


if __name__ == "__main__":
    main()
