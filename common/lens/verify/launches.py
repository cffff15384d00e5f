#!/usr/bin/env python3
"""Compares what the lens predicts of each launch with what Nsight Compute measures.

    launches.py gpu  --out GPU.csv PROGRAM.cu…                     needs nvcc, a GPU and ncu
    launches.py lens --out LENS.csv --device FILE PROGRAM.cu…
    launches.py join GPU.csv LENS.csv --set NAME --out FILE.csv    one row per launch

A PROGRAM.cu runs with the arguments after a colon (predicted.cu:hpcg:32). If there is a file
PROGRAM.args in its folder, its lines add options for the compiler of one side (gpu:, lens: or
both:). Both sides flush the caches before each launch, and leave no lines that must be written
back. The measured time is gpu__time_duration, which is not zero for an empty kernel. That time,
measured in the same run, is added to the lens's prediction for the kernel without its launch
overhead. If a kernel is launched more than MOST times, only the first MOST launches count.
"""
import argparse
import collections
import concurrent.futures
import csv
import math
import os
import shlex
import statistics
import subprocess
import sys
import tempfile

import nsight

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
MOST = 3
METRICS = {
    "us": ["gpu__time_duration.sum"],
    "l1_misses": ["l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_miss.sum"],
    "l2_sectors": ["lts__t_sectors_srcunit_tex.sum"],
    "l2_misses": ["lts__t_sectors_srcunit_tex_lookup_miss.sum"],
    "dram_sectors": ["dram__sectors_read.sum", "dram__sectors_write.sum"],
}
EMPTY = "empty"
EMPTY_PROGRAM = """__global__ void empty() {}
int main() {
  empty<<<1, 32>>>();
  return cudaDeviceSynchronize() != cudaSuccess;
}
"""
KEYS = ["program", "arguments", "kernel", "number"]
LIMITS = ["issue", "L1", "L2", "DRAM", "shared", "atomic", "barrier", "latency", "start"]


def name_of(kernel):
    """Returns the kernel's name without template arguments, parameters and return type."""
    return kernel.split("<")[0].split("(")[0].split()[-1].split("::")[-1]


def options_for(path, side, build_folder):
    options = os.path.splitext(path)[0] + ".args"
    if not os.path.exists(options):
        return []
    words = []
    with open(options, encoding="utf-8") as file:
        for line in file:
            whose, _, rest = line.partition(":")
            if whose in (side, "both"):
                words += shlex.split(rest.replace("$ROOT", ROOT).replace("$BUILD", build_folder))
    return words


def runs(programs):
    """Yields (path, name, arguments) for each program named on the command line."""
    for one in programs:
        path, _, arguments = one.partition(":")
        yield path, os.path.basename(path)[:-len(".cu")], arguments


def build(compiler, args, folder):
    """Returns {path: binary}. A program that does not compile is reported and left out."""
    def one(path):
        binary = os.path.join(folder, os.path.basename(path) + ".bin")
        command = [*compiler, path, *options_for(path, args.command, args.build), "-o", binary]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode != 0:
            print(f"{path} does not compile:\n{done.stderr}", file=sys.stderr)
        return path, binary, done.returncode == 0

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        all_of_them = pool.map(one, sorted({path for path, *_ in runs(args.programs)}))
    built = {path: binary for path, binary, good in all_of_them if good}
    return built


def numbered(launches):
    """Adds to each (kernel, …) its number among the launches of that kernel, from 1. Drops launches
    after the first MOST."""
    seen = collections.Counter()
    for kernel, *rest in launches:
        seen[kernel] += 1
        if seen[kernel] <= MOST:
            yield [kernel, seen[kernel], *rest]


# ---- on the GPU -------------------------------------------------------------------------------

def measured(report, command, most_seconds):
    names = [name for group in METRICS.values() for name in group]
    ncu_report = nsight.load_ncu_report()
    done = subprocess.run(["timeout", str(most_seconds), "ncu", "--metrics", ",".join(names),
                           "--clock-control", "none", "--cache-control", "all",
                           "--launch-count", "60", "-f", "-o", report, *command],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    path = report + ".ncu-rep"
    if not os.path.exists(path):
        print(f"{command}: no report: {done.stdout.decode()[-500:]}", file=sys.stderr)
        return "", []
    launches = ncu_report.load_report(path).range_by_idx(0)
    actions = [launches.action_by_idx(i) for i in range(launches.num_actions())]
    device = "" if not actions else nsight.device_of(actions[0])
    rows = []
    for action in actions:
        values = [sum(action.metric_by_name(name).as_double() for name in group)
                  for group in METRICS.values()]
        values[0] /= 1000
        rows.append([name_of(action.name()), *values])
    return device, rows


def gpu(args):
    with tempfile.TemporaryDirectory() as folder, open(args.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow([*KEYS, "device", *METRICS])
        args.programs.append(os.path.join(folder, EMPTY + ".cu"))
        with open(args.programs[-1], "w", encoding="utf-8") as program:
            program.write(EMPTY_PROGRAM)
        built = build(["nvcc", "-arch=native", "-O3", "-std=c++17", "-w"], args, folder)
        for path, name, arguments in runs(args.programs):
            if path not in built:
                continue
            report = os.path.join(folder, "report")
            if os.path.exists(report + ".ncu-rep"):
                os.unlink(report + ".ncu-rep")
            device, launches = measured(report, [built[path], *shlex.split(arguments)], args.seconds)
            for kernel, number, *values in numbered(launches):
                out.writerow([name, arguments, kernel, number, device,
                              *(f"{value:.6g}" for value in values)])
            file.flush()
    return 0


# ---- on the lens ------------------------------------------------------------------------------

def clean(device, folder):
    """Writes the device's file for caches that were flushed and hold nothing to be written back."""
    path = os.path.join(folder, "device.txt")
    with open(device, encoding="utf-8") as file, open(path, "w", encoding="utf-8") as out:
        for line in file:
            out.write("flush_dirty = 0\n" if line.startswith("flush_dirty") else line)
    return path


def predicted(report, command, device, most_seconds):
    environment = dict(os.environ, LENS_REPORT=report, LENS_DEVICE=device, LENS_COLD="1")
    try:
        subprocess.run(command, env=environment, timeout=most_seconds, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False)
    except subprocess.TimeoutExpired:
        print(f"{command}: not finished after {most_seconds} s", file=sys.stderr)
    kernels, launches = [], []
    if not os.path.exists(report):
        return launches
    with open(report, encoding="utf-8") as file:
        for line in file:
            word, *fields = line.rstrip("\n").split("\t")
            if word == "launch":
                kernels.append(name_of(fields[0]))
            if word == "predicted":
                number, _, us, _, _, limit, _, _, l1_hits, l1_misses, l2_hits, l2_misses, dram = fields[:13]
                launches.append([kernels[int(number)], float(us), int(l1_misses),
                                 int(l2_hits) + int(l2_misses), int(l2_misses), int(dram),
                                 LIMITS[int(limit)], int(l1_hits)])
    return launches


def lens(args):
    with tempfile.TemporaryDirectory() as folder, open(args.out, "w", newline="") as file:
        out = csv.writer(file)
        out.writerow([*KEYS, *METRICS, "limit", "l1_hits"])
        device = clean(args.device, folder)
        built = build([os.path.join(args.build, "bin", "lenscc"), "-w"], args, folder)
        for path, name, arguments in runs(args.programs):
            if path not in built:
                continue
            report = os.path.join(folder, "report")
            if os.path.exists(report):
                os.unlink(report)
            launches = predicted(report, [built[path], *shlex.split(arguments)], device, args.seconds)
            for row in numbered(launches):
                out.writerow([name, arguments, row[0], row[1], f"{row[2]:.6g}", *row[3:]])
            file.flush()
    return 0


# ---- side by side -----------------------------------------------------------------------------

def read(path):
    with open(path, newline="", encoding="utf-8") as file:
        return {tuple(row[name] for name in KEYS): row for row in csv.DictReader(file)}


def share_within(pairs, most):
    """Returns how many pairs (lens, GPU) differ by at most this share of the GPU's figure."""
    near = [abs(lens_value - gpu_value) <= most * gpu_value for lens_value, gpu_value in pairs]
    return sum(near) / len(near) if near else float("nan")


def join(args):
    on_gpu, on_lens = read(args.gpu), read(args.lens)
    rows = []
    empty = on_gpu.pop((EMPTY, "", EMPTY, "1"))
    for key, measured_row in on_gpu.items():
        if key not in on_lens:
            continue
        row = dict(zip(KEYS, key), set=args.set, device=measured_row["device"], limit=on_lens[key]["limit"])
        for name in METRICS:
            row["predicted_" + name] = on_lens[key][name]
            row["measured_" + name] = measured_row[name]
        row["predicted_us"] = f"{float(row['predicted_us']) + float(empty['us']):.6g}"
        rows.append(row)
    if not rows:
        sys.exit("launches.py: the tables have no launch in common")
    with open(args.out, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    factors = [math.exp(abs(math.log(float(r["predicted_us"]) / float(r["measured_us"]))))
               for r in rows]
    print(f"{len(rows)} launches, {len(on_gpu) - len(rows)} of the GPU's have no counterpart: time: "
          f"median error {100 * (statistics.median(factors) - 1):.0f} %, " +
          ", ".join(f"{100 * sum(x <= f for x in factors) / len(factors):.0f} % within {f}"
                    for f in (1.3, 1.6, 2)) + f", worst {max(factors):.2f}")
    for name in list(METRICS)[1:]:
        pairs = [(float(r["predicted_" + name]), float(r["measured_" + name])) for r in rows]
        pairs = [pair for pair in pairs if pair[1] >= args.least]
        print(f"{name}: of {len(pairs)} launches with at least {args.least} of them, "
              f"{100 * share_within(pairs, 0.15):.0f} % within 15 %, "
              f"{100 * share_within(pairs, 0.3):.0f} % within 30 %")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("gpu", "lens", "join"):
        command = commands.add_parser(name)
        command.add_argument("--out", required=True)
        command.set_defaults(run=globals()[name])
        if name == "join":
            command.add_argument("gpu")
            command.add_argument("lens")
            command.add_argument("--set", required=True, help="what these programs are, one word")
            command.add_argument("--least", type=int, default=10000,
                                 help="leave out of the summary what has fewer sectors")
        else:
            command.add_argument("--seconds", type=float, default=60, help="for each program")
            command.add_argument("--build", default=os.path.join(ROOT, "build"))
            command.add_argument("programs", nargs="+")
        if name == "lens":
            command.add_argument("--device", required=True)
    args = parser.parse_args()
    try:
        sys.exit(args.run(args))
    except nsight.Missing as missing:
        print(f"launches.py: {missing}", file=sys.stderr)
        sys.exit(3)


if __name__ == "__main__":
    main()
