#!/usr/bin/env python3
"""Measures how fast the lens is: million accesses per second by kind of kernel, as table and CSV.

    cmake --build build --target lens-bench
    common/lens/bench/bench.py --build build [--runs 7] [--csv FILE] [KIND …]

An access is a load, store or atomic of one thread, as the launch's record counts them; exchanges
between threads (shuffles, barriers) are not counted. Each kind is run on one core (LENS_THREADS=1,
pinned) and on all. If threads do not wait for each other, the same source is also compiled as plain
C++ and called in a loop over the threads. Runs alternate, so that other load on the machine affects
all of them equally; those on one core also alternate between the cores. A run's time is the median
of its launches. The table has the median of the runs and, as spread, their lowest and highest.
`scaling` is the speed on all cores over that on one core, divided by the number of cores. `best` is
the same for the fastest runs, because on a shared machine other load makes runs slower, especially
those on all cores. `apart` is the same for as many independent processes at once, one pinned to
each core: it shows how much the machine's clock, caches and memory, or other load, limit scaling.
`own` is the scaling of the lens itself: the speed on all cores over that of the independent
processes, which run right after it; the median over the runs. `memory` is the peak resident memory
over the bytes of device data.

With numba installed, SpMV also runs on its CUDA simulator, in the same run on a small matrix.
Exit status: 0, or 3 when the program is not built.
"""
import argparse
import csv
import os
import shutil
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
KINDS = ("csr-scalar", "csr-no-const", "ell", "coo", "stencil", "csr-vector", "reduction",
         "product", "histogram")
NUMBA_ROWS = 256
LAUNCHES = 15 # number of launches per run


def start(program, kind, core=None, size=0):
    """Starts the program on one core, or on all."""
    cores = len(os.sched_getaffinity(0)) if core is None else 1
    command = [program, kind, str(size), str(LAUNCHES)]
    if core is not None and shutil.which("taskset"):
        command = ["taskset", "-c", str(core)] + command
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=dict(os.environ, LENS_THREADS=str(cores)))


def result_of(process):
    """Returns one line of the program as a dictionary, or None if the program has no such kernel."""
    output, errors = process.communicate()
    if process.returncode == 2:
        return None
    if process.returncode != 0:
        sys.exit(f"bench.py: {' '.join(process.args)} ended with {process.returncode}: {errors}")
    words = output.split()
    return {"size": int(words[1]), "accesses": int(words[2]), "device_bytes": int(words[3]),
            "peak_bytes": 1024 * int(words[4]), "sum": float(words[5]),
            "seconds": statistics.median(map(float, words[6:]))}


def run(program, kind, core=None, size=0):
    return result_of(start(program, kind, core, size))


def run_apart(program, kind):
    """Runs a process on each core, all at the same time. Returns the sum of their results."""
    cores = sorted(os.sched_getaffinity(0))
    results = [result_of(it) for it in [start(program, kind, core) for core in cores]]
    return {"accesses": 1, "seconds": 1 / sum(it["accesses"] / it["seconds"] for it in results)}


def rate(result):
    return result["accesses"] / result["seconds"] / 1e6


def of_all(results, value):
    return [statistics.median(map(value, results)), min(map(value, results)),
            max(map(value, results))]


def measure(lens, plain, kinds, runs):
    """Returns {(kind, who): list of results}. The programs run in turn."""
    taken = {}
    cores = sorted(os.sched_getaffinity(0))
    for turn in range(runs):
        core = cores[turn % len(cores)]
        for kind in kinds:
            results = {"one": run(lens, kind, core), "all": run(lens, kind),
                       "apart": run_apart(lens, kind), "plain_one": run(plain, kind, core),
                       "plain_all": run(plain, kind)}
            for who, result in results.items():
                if result:
                    taken.setdefault((kind, who), []).append(result)
        print(f"run {turn + 1} of {runs} done", file=sys.stderr)
    return taken


def row_of(kind, taken, cores):
    one, every = taken[kind, "one"], taken[kind, "all"]
    row = {"kind": kind, "size": one[0]["size"], "accesses": one[0]["accesses"]}
    for name, results in (("one", one), ("all", every)):
        for part, value in zip(("", "_low", "_high"), of_all(results, rate)):
            row[f"{name}{part}"] = round(value, 1)
    row["scaling"] = round(row["all"] / row["one"] / cores, 2)
    row["best"] = round(row["all_high"] / row["one_high"] / cores, 2)
    apart = taken[kind, "apart"]
    row["apart"] = round(of_all(apart, rate)[0] / row["one"] / cores, 2)
    row["own"] = round(statistics.median(rate(a) / rate(b) for a, b in zip(every, apart)), 2)
    for name in ("one", "all"):
        plain = taken.get((kind, f"plain_{name}"))
        seconds = plain and statistics.median(it["seconds"] for it in plain)
        row[f"plain_{name}"] = round(one[0]["accesses"] / seconds / 1e6, 1) if plain else ""
    if (kind, "plain_one") in taken and kind != "coo": # COO adds to earlier sums
        expected = taken[kind, "plain_one"][0]["sum"]
        if abs(one[0]["sum"] - expected) > 1e-5 * abs(expected):
            sys.exit(f"bench.py: {kind}: the lens computes {one[0]['sum']}, plain code {expected}")
    row["device_mb"] = round(one[0]["device_bytes"] / 1e6, 1)
    row["memory"] = round(max(it["peak_bytes"] for it in every) / one[0]["device_bytes"], 2)
    return row


def with_numba(lens, plain, runs):
    """Runs SpMV on a small matrix. Returns rows of name, accesses, and seconds per launch."""
    matrix = subprocess.run([lens, "matrix", str(NUMBA_ROWS)], capture_output=True, text=True)
    simulated = []
    for _ in range(runs):
        done = subprocess.run([sys.executable, os.path.join(HERE, "simulate.py")],
                              input=matrix.stdout, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"numba's simulator is left out: {done.stderr.strip().splitlines()[-1]}",
                  file=sys.stderr)
            return []
        simulated.append(list(map(float, done.stdout.split())))
    rows = []
    core = min(os.sched_getaffinity(0))
    here = [run(lens, "csr-scalar", core, NUMBA_ROWS) for _ in range(runs)]
    bare = [run(plain, "csr-scalar", core, NUMBA_ROWS) for _ in range(runs)]
    if any(abs(total - here[0]["sum"]) > 1e-5 * total for _, total in simulated):
        sys.exit("bench.py: numba's simulator computes something else than the lens")
    for name, seconds in (("numba's simulator", [it[0] for it in simulated]),
                          ("the lens", [it["seconds"] for it in here]),
                          ("plain C++", [it["seconds"] for it in bare])):
        rows.append((name, here[0]["accesses"], statistics.median(seconds)))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", default="build", help="where the kit was built")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--csv", help="also write the table to this file")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}")
    args = parser.parse_args()
    folder = os.path.join(args.build, "common", "lens", "bench")
    lens, plain = (os.path.join(folder, name) for name in ("lens-bench-lens", "lens-bench-plain"))
    if not (os.path.exists(lens) and os.path.exists(plain)):
        print(f"bench.py: {lens} is missing: cmake --build {args.build} --target lens-bench",
              file=sys.stderr)
        sys.exit(3)
    cores = len(os.sched_getaffinity(0))
    taken = measure(lens, plain, args.kinds or KINDS, args.runs)
    rows = [row_of(kind, taken, cores) for kind in args.kinds or KINDS]
    print(f"million accesses a second; {cores} cores; median of {args.runs} runs [lowest, highest]")
    for row in rows:
        print(f"{row['kind']:12} one core {row['one']:6} [{row['one_low']}, {row['one_high']}]  "
              f"all {row['all']:6} [{row['all_low']}, {row['all_high']}]  "
              f"scaling {row['scaling']:.2f} (best {row['best']:.2f}, apart {row['apart']:.2f}, "
              f"own {row['own']:.2f})  "
              f"plain {row['plain_one'] or '-'} / "
              f"{row['plain_all'] or '-'}  memory {row['memory']:.1f} x {row['device_mb']} MB")
    simulated = with_numba(lens, plain, args.runs)
    if simulated:
        print(f"SpMV, CSR, one thread a row, {NUMBA_ROWS} rows:")
    for name, accesses, seconds in simulated:
        print(f"  {name:18} {seconds * 1e6:12.1f} us a launch, {accesses / seconds / 1e6:8.3f} M/s")
    if args.csv:
        for name, accesses, seconds in simulated:
            rows.append({"kind": f"csr-scalar on {name}", "size": NUMBA_ROWS,
                         "accesses": accesses, "one": round(accesses / seconds / 1e6, 4)})
        with open(args.csv, "w", newline="") as file:
            writer = csv.DictWriter(file, fieldnames=list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
