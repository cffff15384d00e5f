"""random_kernels.py: builds and runs random kernels on the lens, and compares every line.

    random_kernels.py --lenscc build/bin/lenscc [--seeds FIRST LAST] [--least PERCENT] [--keep DIR]

Each seed is one program (generate.py). Prints each line whose count is not what the model says, and
how many lines and kernels agree. Exit status 1 when a program does not build or run, or when fewer
than PERCENT of the lines agree.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import generate

LENS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TESTS = os.path.join(LENS, "tests")
LIMIT_SECONDS = 1800


def run(command, **environment):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_SECONDS,
                              env={**os.environ, **environment}, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"more than {LIMIT_SECONDS} s\n")


class Bench:
    def __init__(self, options, folder):
        self.lenscc = options.lenscc
        self.folder = folder
        self.include = ["-I" + os.path.dirname(LENS), "-I" + TESTS]
        self.checker = os.path.join(folder, "check.o")
        done = run([self.lenscc, *self.include, "-c", os.path.join(TESTS, "check.c"), "-o",
                    self.checker])
        if done.returncode != 0:
            sys.exit(f"check.c does not compile:\n{done.stderr}")

    def try_seed(self, seed):
        """Returns the number of lines and of kernels, the lines that differ, and what failed."""
        text = generate.program(seed)
        source = os.path.join(self.folder, f"random_{seed}.cu")
        program = os.path.join(self.folder, f"random_{seed}")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        counts = (text.count("// EXPECT"), text.count("__global__"))
        done = run([self.lenscc, "-w", *self.include, source, self.checker, "-o", program])
        if done.returncode != 0:
            return (*counts, {}, f"seed {seed} does not build:\n{done.stderr}")
        done = run([program])
        os.remove(program)
        differ = {int(line): message for line, message in
                  re.findall(r"^random_\d+\.cu:(\d+): *(.*expected.*)$", done.stderr, re.M)}
        failed = None
        if done.returncode not in (0, 1) or (done.returncode == 1) != bool(differ):
            failed = f"seed {seed}: exit status {done.returncode}:\n{done.stderr[-2000:]}"
        return (*counts, differ, failed)


def kernel_at(text, line):
    return re.findall(r"__(?:global|device)__.*?(k\d+)\w*\(", "\n".join(text.split("\n")[:line]))[-1]


def main():
    parse = argparse.ArgumentParser(description="random kernels against the model of a warp")
    parse.add_argument("--lenscc", required=True)
    parse.add_argument("--seeds", nargs=2, type=int, default=[1, 40], metavar=("FIRST", "LAST"))
    parse.add_argument("--least", type=float, default=100.0, metavar="PERCENT")
    parse.add_argument("--jobs", type=int, default=2)
    parse.add_argument("--keep", metavar="DIR", help="for the programs; else a temporary folder")
    options = parse.parse_args()
    seeds = range(options.seeds[0], options.seeds[1] + 1)
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(options.jobs) as pool:
        folder = options.keep or temporary
        os.makedirs(folder, exist_ok=True)
        results = list(pool.map(Bench(options, folder).try_seed, seeds))
    lines = kernels = wrong = wrong_kernels = failures = 0
    for seed, (its_lines, its_kernels, differ, failed) in zip(seeds, results):
        text = generate.program(seed) if differ else ""
        affected = {kernel_at(text, line) for line in differ}
        for line, message in differ.items():
            print(f"seed {seed}, {kernel_at(text, line)}, line {line}: {message}")
        if failed:
            print(failed)
        lines += its_lines
        kernels += its_kernels
        wrong += len(differ)
        wrong_kernels += len(affected)
        failures += bool(failed)
    print(f"{lines - wrong} of {lines} lines and {kernels - wrong_kernels} of {kernels} kernels "
          f"agree with the model; {failures} programs failed")
    exact = lines > 0 and 100.0 * (lines - wrong) >= options.least * lines
    return 0 if exact and failures == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
