#!/usr/bin/env python3
"""Compares predicted times of the textbook kernels with times measured by the bench.

    predicted.py PROGRAM --device FILE --measured bench.….csv [--precision f32|f64] [--out TABLE.csv]
                 [--side textbook|tuned] [--matrix SPEC]... [--but CONTESTANT]... [--seconds N]

PROGRAM is predicted.cu, compiled with lenscc for that precision; see README.md. Each matrix of the
measured table that takes no longer than --seconds is run. Writes one row per kernel and matrix, and
prints how far off the predictions are. With --side tuned, PROGRAM is compiled with -DTUNED and each
solutions/*/fast.cu, and the table has an additional column, `side`.
"""
import argparse
import csv
import math
import os
import statistics
import subprocess
import sys


def measured_times(path, precision, side):
    """Returns the cold times of the kernels of one side, {spec: {(file, contestant): µs}}, and the
    device."""
    times, device = {}, ""
    with open(path, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["precision"] != precision or row["side"] != side or not row["cold_us"]:
                continue
            device = row["device"]
            key = row["file"], row["contestant"]
            times.setdefault(row["spec"], {})[key] = float(row["cold_us"])
    return times, device


def predicted_times(program, device, spec, but, seconds):
    """Returns {(file, contestant): (µs, limit)} of one matrix; not all of them if time runs out."""
    environment = dict(os.environ, LENS_DEVICE=device)
    try:
        run = subprocess.run([program, spec] + ["-" + name for name in but], env=environment,
                             timeout=seconds, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                             check=False)
        text = run.stdout
    except subprocess.TimeoutExpired as late:
        text = late.stdout or b""
    times = {}
    for line in text.decode().splitlines():
        name, file, us, limit = line.split("\t")
        times[file, name] = float(us), limit
    return times


def tau(pairs):
    """Returns Kendall's tau: of all pairs of kernels, the share in the right order minus the share
    in the wrong order."""
    right = wrong = 0
    for i, (p, m) in enumerate(pairs):
        for q, n in pairs[:i]:
            right += (p - q) * (m - n) > 0
            wrong += (p - q) * (m - n) < 0
    return (right - wrong) / (right + wrong) if right + wrong else 1.0


def summary(rows):
    """Returns a sentence: the median error, the share within a factor, the worst factor, and the
    order of kernels per matrix."""
    factors = [math.exp(abs(math.log(float(r["predicted_us"]) / float(r["measured_us"]))))
               for r in rows]
    by_matrix = {}
    for r in rows:
        pair = float(r["predicted_us"]), float(r["measured_us"])
        by_matrix.setdefault(r["matrix"], []).append(pair)
    taus = [tau(pairs) for pairs in by_matrix.values() if len(pairs) > 2]
    within = {f: sum(x <= f for x in factors) / len(factors) for f in (1.18, 1.3, 1.5, 2)}
    shares = ", ".join(f"{100 * share:.0f} % within {f}" for f, share in within.items())
    mean_tau = f"; mean tau {statistics.mean(taus):.2f}" if taus else ""
    return (f"{len(rows)} pairs: median error {100 * (statistics.median(factors) - 1):.0f} %, "
            f"{shares}, worst {max(factors):.2f}{mean_tau}")


def show(rows):
    kernels = sorted({r["kernel"] for r in rows})
    by = {(r["kernel"], r["matrix"]): float(r["predicted_us"]) / float(r["measured_us"])
          for r in rows}
    print(f"{'predicted over measured':34}", " ".join(f"{k.split(': ')[1][:9]:>9}" for k in kernels))
    for matrix in dict.fromkeys(r["matrix"] for r in rows):
        cells = [f"{by[k, matrix]:9.2f}" if (k, matrix) in by else " " * 9 for k in kernels]
        print(f"{matrix[:34]:34}", " ".join(cells))
    for kernel in kernels:
        own = [r for r in rows if r["kernel"] == kernel]
        print(f"{kernel}: {summary(own)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--device", required=True)
    parser.add_argument("--measured", required=True)
    parser.add_argument("--precision", default="f32", choices=["f32", "f64"])
    parser.add_argument("--side", default="textbook", choices=["textbook", "tuned"])
    parser.add_argument("--matrix", action="append")
    parser.add_argument("--but", action="append", default=[])
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--out")
    given = parser.parse_args()
    measured, name = measured_times(given.measured, given.precision, given.side)
    rows = []
    for spec in given.matrix or measured:
        predicted = predicted_times(given.program, given.device, spec, given.but, given.seconds)
        for (file, contestant), (us, limit) in predicted.items():
            if (file, contestant) not in measured[spec] or us <= 0:
                continue
            lab = file.split("/")[1][:2]
            rows.append({"kernel": f"{lab}: {contestant}", "matrix": spec,
                         "precision": given.precision, "device": name,
                         "predicted_us": f"{us:.6g}",
                         "measured_us": f"{measured[spec][file, contestant]:.6g}", "limit": limit})
            if given.side != "textbook":
                rows[-1]["side"] = given.side
    if not rows:
        sys.exit("predicted.py: nothing was predicted")
    if given.out:
        with open(given.out, "w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    show(rows)
    print(summary(rows))


if __name__ == "__main__":
    main()
