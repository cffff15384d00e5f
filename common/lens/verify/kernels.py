#!/usr/bin/env python3
"""Compares the lens with the hardware counters of an NVIDIA GPU on the programs in kernels/.

    kernels.py gpu  --out GPU.csv                       needs nvcc, a GPU and Nsight Compute
    kernels.py lens --out LENS.csv [--lenscc PROGRAM]   needs neither
    kernels.py join GPU.csv LENS.csv --out FILE.csv     one row a line and kind of access
    kernels.py check FILE.csv [--lenscc PROGRAM]        does the lens still count what is in FILE?

Each program is built with its loops kept rolled (rolled.h), those of UNROLLED also as nvcc unrolls
them, and run on all its inputs. A row with the line `all` is a whole kernel, by the hardware's own
counters (nsight.py: TOTALS); the others are Nsight Compute's figures of single instructions. `join`
names the reason of each row that is not equal. Exit status: 0 all rows are equal or explained, 1
some are not, 3 something is missing.
"""
import argparse
import csv
import glob
import os
import subprocess
import sys
import tempfile

import nsight

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
UNROLLED = ("matrix_product", "scan", "spmv_csr", "spmv_ell")
COUNTS = [*nsight.METRICS, "bank_conflicts"]
KEYS = ["program", "loops", "input", "kernel", "file", "line", "space", "operation"]
MARKER = "input_begins"  # kernels/inputs.h launches it in front of each input

VERDICTS = ("equal", "within 2 %", "beyond 2 %", "unexplained")

PREDICATED = "predicated: nvcc issues the instruction also where no thread of the warp takes part"
UNROLLING = "unrolled: copies of the loop's body make requests of their own"
WIDENED = "unrolled: nvcc reads four neighbours by one LDS.128 in four passes of the loop"
CONTENTION = "contention: warps of the block undo each other's swaps, which are tried again"
UNSTEADY = "unsteady: the hardware's counter of these requests reads 1 or 2 more in some runs"
ESTIMATED = "estimated: Nsight's figure; the hardware's of the whole kernel is the lens's"
# What was found in the machine code, by program, kernel, space and operation.
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


def add(table, key, counts):
    row = table.setdefault(key, {})
    for name, value in counts.items():
        row[name] = row.get(name, 0) + value if name != "opcodes" else row.get(name, set()) | value


# ---- on the GPU -------------------------------------------------------------------------------

def build_on_gpu(folder, only):
    """[(program, loops, binary)], compiled side by side. Without fused multiply-adds, which the
    host's compiler does not make: what is computed decides how long the loops of some are."""
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
    """Adds the rows of a program; gives the device's name."""
    input_number = None
    for action in nsight.profile(binary, [], [binary], totals=True):
        kernel = action.name()
        if kernel == MARKER:
            input_number = action.metric_by_name("launch__grid_size").as_uint64() - 1
            continue
        for (file, line, *what), counts in nsight.count_lines(action).items():
            add(table, (name, loops, input_number, kernel, file, line, *what), counts)
        for what, counts in nsight.count_totals(action).items():
            add(table, (name, loops, input_number, kernel, name + ".cu", "all", *what), counts)
    return nsight.device_of(action)


def gpu(args):
    with tempfile.TemporaryDirectory() as folder, open(args.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow([*KEYS, *COUNTS, "opcodes", "device"])
        for one in build_on_gpu(folder, args.only):
            table = {}
            device = count_on_gpu(*one, table)
            for key, counts in table.items():
                out.writerow([*key, *(counts.get(name, "") for name in COUNTS),
                              " ".join(sorted(counts.get("opcodes", ()))), device])
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
            counts = dict(zip([*COUNTS, "replays"], map(int, values)))
            replays = counts.pop("replays")
            start = (name, "any", int(number), kernel.split("<")[0], os.path.basename(source))
            add(table, (*start, "all", space, operation), counts)
            counts["sectors"] -= replays  # Nsight's figure of an instruction leaves replays out
            add(table, (*start, int(line), space, operation), counts)


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
    """Whether the lens counts today what it did when the table was made beside the hardware."""
    today = {(program, str(number), kernel, str(line), *what): counts for
             (program, _, number, kernel, _, line, *what), counts in count_all_on_lens(args).items()}
    compared, wrong = set(), 0
    for row in read(args.table):
        key = tuple(row[name] for name in KEYS if name not in ("loops", "file"))
        then = {name: int(row[name + "_lens"]) for name in COUNTS}
        now = today.get(key, dict.fromkeys(COUNTS, 0))
        compared.add(key)
        if now != then:
            wrong += 1
            print(f"{' '.join(key)}: now {now}, then {then}")
    print(f"{len(compared)} rows, {wrong} not as in {args.table}, "
          f"{len(today.keys() - compared)} not in it")
    return 1 if wrong or today.keys() - compared or not compared else 0


# ---- side by side -----------------------------------------------------------------------------

def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def counts_of(row):
    """The counters of a row; those that are not known are left out."""
    return {name: int(row[name]) for name in COUNTS if row[name] != ""}


def place_of(row, lens_rows):
    """The line that a row of the GPU belongs to. nvcc gives some atomics the line of the function in
    its header: that is the kernel's only line with an atomic, if there is but one."""
    if row["file"] == row["program"] + ".cu" or row["line"] == "all":
        return row["line"]
    lines = {key[4] for key in lens_rows
             if key[4] != "all" and key[:1] + key[2:4] + key[5:] ==
             (row["program"], row["input"], row["kernel"], row["space"], row["operation"])}
    return lines.pop() if len(lines) == 1 else f"{row['file']}:{row['line']}"


def differing(here, there):
    """The counters that both sides have and that differ."""
    return {name for name in here.keys() & there.keys() if here[name] != there[name]}


def deviation(here, there):
    """The largest relative difference over the counters that both sides have."""
    most = 0
    for name in differing(here, there):
        most = max(most, abs(here[name] - there[name]) / max(there[name], 1))
    return most


def unsteady(total_here, total_there):
    """Whether a kernel's counters agree but for smsp__inst_executed_op_shared_…_pred_on_any, which is
    not the same in every run: measured twice, it differed by 1 or 2, above the wavefronts."""
    return (differing(total_here, total_there) == {"requests"} and "wavefronts" in total_there and
            0 < total_there["requests"] - total_here["requests"] <= 2)


def reason(key, here, there, opcodes, total_here, total_there):
    """Why a row is not equal; empty if nobody knows."""
    loops, program, kernel, line, what = key[1], key[0], key[3], key[4], key[5:]
    known = EXPLAINED.get((loops, program, kernel, *what), "")
    if line == "all":
        return UNSTEADY if unsteady(total_here, total_there) else known
    if not differing(total_here, total_there) or unsteady(total_here, total_there):
        differ = differing(here, there)
        if (differ == {"requests"} and here["requests"] < there["requests"] and
                any(opcode.startswith("@") for opcode in opcodes)):
            return PREDICATED
        if differ == {"wavefronts"}:
            return ESTIMATED
    return known


def join(args):
    lens_rows, gpu_rows, opcodes, device = {}, {}, {}, ""
    for row in read(args.lens):
        for loops in ("rolled", "unrolled") if row["program"] in UNROLLED else ("rolled",):
            key = (row["program"], loops, row["input"], row["kernel"], row["line"], row["space"],
                   row["operation"])
            add(lens_rows, key, counts_of(row))
    for row in read(args.gpu):
        key = (row["program"], row["loops"], row["input"], row["kernel"], place_of(row, lens_rows),
               row["space"], row["operation"])
        add(gpu_rows, key, counts_of(row))
        opcodes[key] = row["opcodes"].split()
        device = row["device"]
    with open(args.out, "w", newline="") as file:
        verdicts = write_rows(csv.writer(file), lens_rows, gpu_rows, opcodes, device)
    print(", ".join(f"{verdicts[name]} {name}" for name in VERDICTS) + f": {args.out}")
    return 1 if verdicts["unexplained"] or not verdicts["equal"] else 0


def write_rows(out, lens_rows, gpu_rows, opcodes, device):
    """Writes all rows; gives how many there are of each verdict."""
    out.writerow(["program", "loops", "input", "kernel", "device", "line", "space", "operation"] +
                 [f"{name}_{where}" for name in COUNTS for where in ("lens", "gpu")] +
                 ["deviation", "verdict", "explanation"])
    verdicts = dict.fromkeys(VERDICTS, 0)
    none = dict.fromkeys(COUNTS, 0)
    for key in sorted(lens_rows.keys() | gpu_rows.keys()):
        here, there = lens_rows.get(key, none), gpu_rows.get(key, none)
        if not any(here.values()) and not any(there.values()):
            continue
        total = key[:4] + ("all",) + key[5:]
        off = deviation(here, there)
        why = reason(key, here, there, opcodes.get(key, []), lens_rows.get(total, none),
                     gpu_rows.get(total, none)) if off else ""
        verdict = ("equal" if off == 0 else "unexplained" if not why else
                   "within 2 %" if off <= 0.02 else "beyond 2 %")
        verdicts[verdict] += 1
        out.writerow([*key[:4], device, *key[4:]] +
                     [side.get(name, "") for name in COUNTS for side in (here, there)] +
                     [f"{off:.4f}" if off else "0", verdict, why])
    return verdicts


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
