#!/usr/bin/env python3
"""compare_scipy.py: reading a large Matrix Market file, sl_io_read against scipy's mmread.

    python3 common/io/bench/compare_scipy.py build/common/io/bench_io_read

Both run on one thread and on the same CPU, each sample in a fresh process, alternating in changing
order. The file is in the page cache, and the start of a process is not timed. Timed are
    sl_io_read    file to CSR: rows sorted, duplicates summed, everything checked
    mmread        file to COO arrays in the order of the file (scipy.io.mmread, parallelism 1)
    mmread+csr    the same and tocsr(), which sums duplicates: which corresponds to sl_io_read
    cached        sl_io_read_cached, the second time
Needs scipy 1.12 or newer, whose mmread is fast_matrix_market.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

SCIPY_SAMPLE = """
import sys, time
import scipy.io, scipy.io._fast_matrix_market as fmm
fmm.PARALLELISM = 1
start = time.perf_counter()
coo = scipy.io.mmread(sys.argv[1])
read = time.perf_counter()
csr = coo.tocsr()
made = time.perf_counter()
print(read - start, made - start, *csr.shape, csr.nnz, repr(csr.data.sum()))
"""


def sample(command):
    """Runs the command and returns the words that it prints. Before that, it touches and frees as
    much memory as the command needs, because in a virtual machine, memory that was not used for a
    while is slow for the first process that uses it."""
    _ = b"\1" * (1 << 30)
    del _
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def spread(times):
    """Returns the median, the 10th and 90th percentile, and the extremes, in seconds."""
    deciles = statistics.quantiles(times, n=10, method="inclusive")
    return (statistics.median(times), deciles[0], deciles[-1], min(times), max(times))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("program", help="the built bench_io_read")
    parser.add_argument("--entries", type=int, default=10_000_000)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--order", choices=["columns", "rows", "shuffled"], default="columns")
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)))
    options = parser.parse_args()
    os.sched_setaffinity(0, {options.cpu})  # the processes that take samples inherit this

    with tempfile.TemporaryDirectory(prefix="sl_bench_") as folder:
        path, cache = os.path.join(folder, "bench.mtx"), os.path.join(folder, "cache")
        subprocess.run([options.program, "make", path, str(options.rows), str(options.entries),
                        options.order], check=True)
        megabytes = os.path.getsize(path) / 1e6
        runs = {
            "sl_io_read": [options.program, "read", path],
            "mmread": [sys.executable, "-c", SCIPY_SAMPLE, path],
            "cached": [options.program, "cached", path, cache],
        }
        times = {"sl_io_read": [], "mmread": [], "mmread+csr": [], "cached": []}
        for turn in range(options.rounds + 1):
            order = list(runs) if turn % 2 else list(reversed(runs))
            words = {name: sample(runs[name]) for name in order}
            if words["sl_io_read"][1:4] != words["mmread"][2:5]:
                sys.exit(f"not the same matrix: {words}")
            if turn == 0:
                continue  # this sample warms the page cache, and fills the kit's cache
            times["sl_io_read"].append(float(words["sl_io_read"][0]))
            times["mmread"].append(float(words["mmread"][0]))
            times["mmread+csr"].append(float(words["mmread"][1]))
            times["cached"].append(float(words["cached"][0]))

    import scipy
    print(f"{options.entries} entries, {options.rows} rows, {megabytes:.0f} MB, in order of "
          f"{options.order}; {options.rounds} rounds, CPU {options.cpu}; scipy {scipy.__version__}")
    print(f"{'':12}{'median s':>10}{'p10':>8}{'p90':>8}{'min':>8}{'max':>8}{'MB/s':>8}{'ratio':>8}")
    ours = statistics.median(times["sl_io_read"])
    for name, seconds in times.items():
        median, low, high, least, most = spread(seconds)
        print(f"{name:12}{median:10.3f}{low:8.3f}{high:8.3f}{least:8.3f}{most:8.3f}"
              f"{megabytes / median:8.0f}{median / ours:8.2f}")


if __name__ == "__main__":
    main()
