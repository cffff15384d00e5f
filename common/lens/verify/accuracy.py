#!/usr/bin/env python3
"""Writes the page on the accuracy of predicted times from the tables that predicted.py and
launches.py have made.

    accuracy.py TABLE.csv... --page PAGE.md --plot PLOT.svg
    accuracy.py TABLE.csv... --page PAGE.md --check

The plot is drawn with gnuplot. With --check nothing is written: the page must be what the tables
give. Ends with 1 if it is not, and if common/lens/model/accuracy.h states other numbers than the
tables give.
"""
import argparse
import csv
import math
import os
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile

from launches import LIMITS
from predicted import tau

FACTORS = (1.3, 1.5, 2)
CACHES = {"l1_misses": "sectors of loads that miss L1", "l2_sectors": "sectors that reach L2",
          "l2_misses": "sectors that miss L2", "dram_sectors": "sectors that DRAM reads and writes"}
LEAST_SECTORS = 10000  # a comparison of caches needs launches with this many sectors
ENOUGH = 10  # a limit with this many pairs gets a separate range
WORST = 15  # number of rows in the table of the worst cases
COLOURS = ("#4e79a7", "#f28e2b", "#59a14f", "#b07aa1", "#edc948", "#e15759", "#76b7b2", "#9c755f",
           "#1f2328", "#ff9da7", "#bab0ac")

# If a row is off by more than a factor of 1.3, it belongs to the first class that fits. Each class
# has a name, a test of rows, and what is known about the cause.
CLASSES = [
    ("a few very long rows", lambda r: r["limit"] == "latency" and float(r["measured_us"]) > 200,
     "A few threads or warps walk long rows, so the time is the number of iterations times the time "
     "of one. How many loads of later iterations come early depends on registers and on how nvcc "
     "unrolls, which the lens knows from simple loops only. An example that was not examined "
     "further is the vector kernel on rows of millions of entries."),
    ("atomic additions to floats", lambda r: r["kernel"].startswith("03") and r["limit"] in ("L2", "atomic"),
     "Several lanes of a warp add to the same address. The model sends one request for each group "
     "of lanes with different addresses. How the second-level cache merges what arrives for one "
     "address from several multiprocessors was measured in two extreme cases only."),
    ("mostly empty rows", lambda r: r["matrix"].startswith("hypersparse"),
     "Each thread reads two pointers and is done. The time is that of streams through memory, and "
     "the GPU reaches less of its bandwidth than in the streams that were measured."),
    ("warps that push out each other's lines", lambda r: r["kernel"].startswith("01") and r["limit"] == "DRAM",
     "The data of the resident warps are larger than L1, so lines are fetched again. On `hpcg:64` the "
     "model has nearly twice the DRAM sectors that Nsight Compute counts. Which line the GPU evicts "
     "is not published."),
    ("lab 05, several launches", lambda r: r["kernel"].startswith("05"),
     "The transpose is a sequence of launches and clears, some of them small. The prediction adds "
     "up launch overheads that were measured with empty kernels. We have not measured which part "
     "of the difference each launch makes."),
    ("gathering from an x larger than L1", lambda r: r["kernel"].startswith("06") and r["limit"] in ("L2", "latency"),
     "The rows are long and their columns are scattered. The sectors that miss L1 are predicted "
     "within 15 % in nearly all launches, so what remains is how fast L2 answers many requests."),
    ("the others", lambda r: True, "The cause was not examined."),
]


def factor(row):
    return math.exp(abs(math.log(float(row["predicted_us"]) / float(row["measured_us"]))))


def read(paths):
    rows = []
    for path in paths:
        with open(path, newline="", encoding="utf-8") as file:
            rows += csv.DictReader(file)
    return rows


def figures(rows):
    """Returns the median error and the shares within the factors, in percent, and the worst
    factor."""
    factors = [factor(row) for row in rows]
    shares = [100 * sum(x <= limit for x in factors) / len(factors) for limit in FACTORS]
    return [100 * (statistics.median(factors) - 1), *shares, max(factors)]


def table_row(name, rows):
    median, *shares, worst = figures(rows)
    cells = [name, str(len(rows)), f"{median:.0f} %", *(f"{share:.0f} %" for share in shares),
             f"{worst:.2f}"]
    return "| " + " | ".join(cells) + " |"


def grouped(rows, key, what):
    """Returns a table with one row per value of that column, and one for all values."""
    head = [key, what, "median error", *(f"within {limit:g}" for limit in FACTORS), "worst factor"]
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    lines += [table_row(value, [row for row in rows if row[key] == value])
              for value in sorted({row[key] for row in rows})]
    return lines + [table_row("**all**", rows)]


def ranges(rows):
    """Returns {limit: the factor, rounded up, within which nine of ten of its pairs lie}. A limit
    with few pairs gets the factor of all pairs."""
    def nine_of_ten(own):
        factors = sorted(map(factor, own))
        return math.ceil(10 * factors[math.ceil(0.9 * len(factors)) - 1]) / 10
    by_limit = {limit: [row for row in rows if row["limit"] == limit] for limit in LIMITS}
    return {limit: nine_of_ten(own if len(own) >= ENOUGH else rows)
            for limit, own in by_limit.items()}


def cache_figures(launches):
    lines = ["| figure | launches | median of predicted over counted | within 15 % | within 30 % |",
             "|---|---|---|---|---|"]
    for name, text in CACHES.items():
        ratios = [float(row["predicted_" + name]) / float(row["measured_" + name])
                  for row in launches if float(row["measured_" + name]) >= LEAST_SECTORS]
        near = [100 * sum(abs(x - 1) <= most for x in ratios) / len(ratios) for most in (0.15, 0.3)]
        lines.append(f"| {text} | {len(ratios)} | {statistics.median(ratios):.2f} | "
                     f"{near[0]:.0f} % | {near[1]:.0f} % |")
    return lines


def mean_tau(rows):
    """Returns the mean of Kendall's tau of the order of kernels, over matrices with more than two
    kernels."""
    values = [tau([(float(r["predicted_us"]), float(r["measured_us"])) for r in own])
              for own in groups(rows, ("device", "precision", "matrix")) if len(own) > 2]
    return statistics.mean(values) if values else float("nan")


def groups(rows, keys):
    found = {}
    for row in rows:
        found.setdefault(tuple(row[key] for key in keys), []).append(row)
    return list(found.values())


def microseconds(text):
    value = float(text)
    return f"{value:.1f}" if value < 99.95 else f"{value:.0f}"


def worst_cases(rows):
    lines = ["| kernel | matrix | precision | predicted, µs | measured, µs | ratio | limit |",
             "|---|---|---|---|---|---|---|"]
    for row in sorted(rows, key=factor, reverse=True)[:WORST]:
        ratio = float(row["predicted_us"]) / float(row["measured_us"])
        lines.append(f"| {row['kernel']} | `{row['matrix']}` | {row['precision']} | "
                     f"{microseconds(row['predicted_us'])} | {microseconds(row['measured_us'])} | "
                     f"{ratio:.2f} | {row['limit']} |")
    return lines


def count(rows):
    return f"{len(rows)} pair{'s' if len(rows) > 1 else ''}"


def explained(rows):
    left = [row for row in rows if factor(row) > FACTORS[0]]
    lines = []
    for name, belongs, text in CLASSES:
        own = [row for row in left if belongs(row)]
        left = [row for row in left if not belongs(row)]
        if not own:
            continue
        fast = sum(float(row["predicted_us"]) < float(row["measured_us"]) for row in own)
        worst = max(own, key=factor)
        lines += [f"**{name[0].upper()}{name[1:]}**: {count(own)}, {fast} of them predicted too "
                  f"fast. The worst is {worst['kernel']} on `{worst['matrix']}`, off by a factor of "
                  f"{factor(worst):.2f}. {text}", ""]
    return lines


def launches_section(launches):
    """Returns the section on what launches.py measured under Nsight Compute: kernels of several
    sets."""
    if not launches:
        return []
    return [
        "## Other kernels, launch by launch", "",
        f"Nsight Compute measured {len(launches)} single launches on {devices_of(launches)}, with "
        "cold caches. *written blind* are kernels by someone who had not read the model, written "
        "after it was made; *by others* are programs that other people have published; *lens* are "
        "the small kernels by which the lens's counters are verified. A launch shorter than 5 µs "
        "says little about the model, but it is in the table.", "",
        *grouped(launches, "set", "launches"), "",
        "Of the programs by others, these are worst: sines of large arguments, for which nvcc's code "
        "uses local memory (3 to 4 times too fast); a loop of divisions and exponentials in few "
        "warps (2 times too fast); a scan and a matrix product in shared memory with many barriers "
        "(1.5 to 2 times too slow; 1.3 to 1.4 times since the lens knows which branches nvcc "
        "predicates); and a loop over `blockDim.x` that nvcc does not unroll (2 times "
        "too fast; the lens has learned that since). Of the kernels written blind, one with atomic "
        "additions to a counter was 1.95 times too slow, because nvcc adds for a whole warp at once. "
        "The lens has learned that since, too, and the table has the figure from before.", "",
        "## Caches", "",
        "The same launches: what the model predicts and what the hardware counts, for figures of at "
        f"least {LEAST_SECTORS} sectors.", "", *cache_figures(launches), "",
        "The hardware counts two kinds of sectors as misses of L2 that the model first counted as "
        "hits: those whose data are on the way, and those that DRAM has sent along with the other "
        "half of 64 bytes and that nothing has requested yet. The model now counts both. The second "
        "rule was found on `hpcg:32`. Only the launches of `circuit:100000`, `hpcg:32` and "
        "`road:500`, on the H200 also those of `qcd:8` and `rmat:16`, and the lens's own kernels "
        "were predicted again: 113 of 169 launches were within 15 % before, and 159 are now.", ""]


def tuned_section(tuned):
    """Returns the section on the tuned kernels of the solutions: predicted.py with --side tuned."""
    if not tuned:
        return []
    matrices = ", ".join(f"`{spec}`" for spec in sorted({row["matrix"] for row in tuned}))
    within = 100 * sum(factor(row) <= 1.6 for row in tuned) / len(tuned)
    return [
        "## Tuned kernels", "",
        "The tuned kernels of the ladders, in the same way, on "
        f"{matrices}. {within:.0f} % of the pairs are within a factor of 1.6.", "",
        *grouped(tuned, "kernel", "pairs"), "",
        "nvcc writes out loops of constant length, with or without `#pragma unroll`. The lens finds "
        "such loops by their number of iterations. It does not see what a `#pragma unroll 4` asks "
        "for, which may be why *HYB in one launch* is predicted too fast; this was not examined.", ""]


def devices_of(rows):
    return " and ".join(sorted({row["device"] for row in rows}))


def page(rows, launches, tuned, paths, plot_name):
    precisions = " and ".join({"f32": "float", "f64": "double"}[p]
                              for p in sorted({row["precision"] for row in rows}))
    matrices = len({row["matrix"] for row in rows})
    names = ", ".join(f"`{pathlib.Path(path).name}`" for path in paths)
    median, *shares, worst = figures(rows)
    lines = [
        "# How accurate predicted times are", "",
        "<!-- [kit-only -->",
        "<!-- Made by common/lens/verify/accuracy.py: change that, or the tables, not this page. -->",
        "<!-- kit-only] -->",
        "",
        f"The lens predicted the time of the textbook kernels of the labs on {matrices} matrices, in "
        f"{precisions}, for {devices_of(rows)}. The bench had measured the same kernels on the "
        "same matrices, with cold caches. No constant of the model was fitted to these kernels. "
        f"All pairs are in {names}; [Results](results/README.md) says how they were made.", "",
        f"Of {len(rows)} pairs of a kernel and a matrix, half are predicted within {median:.0f} %. "
        f"{shares[0]:.0f} % are within a factor of 1.3, {shares[1]:.0f} % within 1.5, and "
        f"{shares[2]:.0f} % within 2. The worst is off by a factor of {worst:.2f}. "
        "A factor of 1.5 means that the prediction is between two thirds and one and a half times "
        "the measured time. Kendall's tau between the predicted and the measured order of the "
        f"kernels on one matrix is {mean_tau(rows):.2f} (1: the same order; 0: no relation).", "",
        f"![Predicted over measured time, one point per kernel and matrix](pictures/{plot_name})",
        "", "The lines mark factors of 1.3, 1.5 and 2 around equality. A point below the middle was "
        "predicted too fast.", "", "## Kernel by kernel", "", *grouped(rows, "kernel", "pairs"), "",
        "The error is the factor by which the prediction is off, in either direction, less one.", "",
        "## By device and by limit", "", *grouped(rows, "device", "pairs"), "",
        *grouped(rows, "limit", "pairs"), "", *tuned_section(tuned), *launches_section(launches),
        f"## The {WORST} worst cases", "", *worst_cases(rows), "",
        "*limit* is what the lens says limits the longest launch. [How GPU time comes "
        "about](time.md) explains the words.", "", "## Why", "",
        f"These are all pairs that are off by more than a factor of {FACTORS[0]:g}. Where we have not "
        "measured a cause, we say so.", "", *explained(rows)]
    return "\n".join(lines).rstrip() + "\n"


def draw(rows, plot):
    kernels = sorted({row["kernel"] for row in rows})
    times = [float(row[key]) for row in rows for key in ("predicted_us", "measured_us")]
    low, high = min(times) / 1.3, max(times) * 1.3
    with tempfile.TemporaryDirectory() as folder:
        points = []
        for i, kernel in enumerate(kernels):
            path = os.path.join(folder, str(i))
            with open(path, "w", encoding="utf-8") as file:
                file.writelines(f"{row['measured_us']} {row['predicted_us']}\n" for row in rows
                                if row["kernel"] == kernel)
            points.append(f"'{path}' with points pt {5 + 2 * (i % 5)} ps 0.7 "
                          f"lc rgb '{COLOURS[i % len(COLOURS)]}' title \"{kernel}\"")
        lines = ["x with lines lc rgb '#59636e' lw 1.2 notitle"]
        for limit, dash in zip(FACTORS, ("solid", "'-'", "'.'")):
            style = f"with lines lc rgb '#59636e' lw 0.7 dt {dash}"
            lines += [f"x*{limit} {style} title 'factor {limit:g}'", f"x/{limit} {style} notitle"]
        subprocess.run(["gnuplot"], check=True, text=True, input=f"""
set terminal svg size 860,620 dynamic font 'sans-serif,14' background '#ffffff'
set output '{plot}'
set logscale xy
set xrange [{low:g}:{high:g}]
set yrange [{low:g}:{high:g}]
set xlabel 'measured, µs'
set ylabel 'predicted, µs'
set key outside right Left reverse noenhanced samplen 2
set grid lc rgb '#d8dee4'
plot {', '.join(lines + points)}
""")


def compare_with_stated(rows):
    header = pathlib.Path(__file__).parent.parent / "model" / "accuracy.h"
    stated = dict(re.findall(r"#define MODEL_(\w+) +([\d.]+)", header.read_text(encoding="utf-8")))
    limit = float(stated["WITHIN"])
    factors = [factor(row) for row in rows]
    percent = math.floor(100 * sum(f <= limit for f in factors) / len(factors))
    worst = math.ceil(10 * max(factors)) / 10
    wanted = "{" + ", ".join(f"{x:g}" for x in ranges(rows).values()) + "}"
    if wanted not in header.read_text(encoding="utf-8"):
        sys.exit(f"{header.name} must say MODEL_RANGES {wanted}, as the tables give")
    if percent != int(stated["PERCENT_WITHIN"]) or worst != float(stated["WORST"]):
        sys.exit(f"{header.name} must say PERCENT_WITHIN {percent} and WORST {worst:g}, "
                 "as the tables give")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", nargs="+")
    parser.add_argument("--page", required=True)
    parser.add_argument("--plot", default="accuracy.svg")
    parser.add_argument("--check", action="store_true")
    given = parser.parse_args()
    given.table.sort()  # in the order in which CMake lists them; a shell may use another
    tables = read(given.table)
    rows = [row for row in tables if "set" not in row and "side" not in row]
    text = page(rows, [row for row in tables if "set" in row],
                [row for row in tables if "side" in row], given.table, "accuracy.svg")
    compare_with_stated(rows)
    if given.check:
        same = pathlib.Path(given.page).read_text(encoding="utf-8") == text
        sys.exit(0 if same else f"{given.page} is not what the tables give: run accuracy.py")
    pathlib.Path(given.page).write_text(text, encoding="utf-8")
    draw(rows, given.plot)


if __name__ == "__main__":
    main()
