"""Computes the tables of docs/results/README.md from the files beside it, and compares.

    python3 docs/check_results.py docs/results

Each table of the bench has a row for a matrix with cold medians: the best of the kit, the best of
the library, and their ratio; of transposes only sorted ones count. Prints what differs, and ends
with 1 if anything does.
"""
import collections
import csv
import math
import pathlib
import re
import sys

FAULTS = []


def best(path, precision):
    """Returns {(kind, matrix, side): least cold median in µs}, and the matrices in their order."""
    least = {}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["precision"] != precision or row["state"] != "measured" or not row["cold_us"]:
                continue
            if row["kind"] == "transpose" and row["sorted"] != "yes":
                continue
            side = "library" if row["side"] == "library" else "kit"
            key = row["kind"], row["matrix"], side
            least[key] = min(float(row["cold_us"]), least.get(key, math.inf))
    return least


def shown(number, digits=None):
    if digits is not None:
        return f"{number:.{digits}f}"
    return f"{number:.1f}" if number < 99.95 else f"{number:.0f}"


def rows_below(text, heading):
    """Returns the rows of the first table below a heading, as lists of cells."""
    part = text.split(f"\n### {heading}\n", 1)[1]
    table = re.search(r"(?:^\|.*\n)+", part, flags=re.M).group()
    rows = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return rows[2:]


def compare(where, said, computed):
    if said != computed:
        FAULTS.append(f"{where}: says {said}, the files give {computed}")


def check_columns(rows, columns):
    """Compares columns of a table with computed values. Each of `columns` is (index, name, function
    of the matrix, digits). A column with 2 digits also has a geometric mean."""
    ratios = collections.defaultdict(list)
    for row in rows:
        matrix = row[0]
        if matrix in ("", "geometric mean"):
            continue
        for index, what, value, digits in columns:
            number = value(matrix)
            if number is None:
                compare(f"{matrix}, {what}", row[index], "–")
                continue
            compare(f"{matrix}, {what}", row[index], shown(number, digits))
            if digits == 2:
                ratios[index].append(number)
    means = next(row for row in rows if row[0] == "geometric mean")
    for index, values in ratios.items():
        mean = math.exp(sum(map(math.log, values)) / len(values))
        compare(f"geometric mean in column {index + 1}", means[index], shown(mean, 2))


def trio(first, times, kind):
    """Describes three columns from `first` on: kit, library, and the ratio of library to kit."""
    kit = lambda matrix: times[kind, matrix, "kit"]
    library = lambda matrix: times[kind, matrix, "library"]
    return [(first, "kit", kit, None), (first + 1, "library", library, None),
            (first + 2, "times", lambda matrix: library(matrix) / kit(matrix), 2)]


def ratio(index, times, kind):
    return (index, f"{kind}, times",
            lambda matrix: times[kind, matrix, "library"] / times[kind, matrix, "kit"], 2)


def spmvop(folder, specs):
    """Returns {matrix: the time of the fastest of the three settings in float}."""
    path = next(folder.glob("spmvop.*.txt"))
    fastest = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if len(words) > 2 and words[1] == "f32":
            fastest[words[0]] = min(float(time) for time in re.findall(r"Op\d ([\d.]+)", line))
    return {matrix: fastest.get(spec) for matrix, spec in specs.items()}


def main():
    folder = pathlib.Path(sys.argv[1])
    text = (folder / "README.md").read_text(encoding="utf-8")
    f32, f64 = (best(next(folder.glob("bench.*.csv")), precision) for precision in ("f32", "f64"))
    check_columns(rows_below(text, "What the bench measured")[1:],
                  trio(1, f32, "spmv") + trio(4, f64, "spmv") + trio(7, f32, "transpose") +
                  trio(10, f64, "transpose"))
    newer_path = next(folder.glob("bench-library.*.csv"))
    newer, h100 = best(newer_path, "f32"), best(next(folder.glob("bench-h100.*.csv")), "f32")
    with open(newer_path, encoding="utf-8", newline="") as file:
        specs = {row["matrix"]: row["spec"] for row in csv.DictReader(file)}
    operation = spmvop(folder, specs)
    check_columns(rows_below(text, "A newer cuSPARSE, and an H100"),
                  trio(1, newer, "spmv") + [(4, "SpMVOp", operation.get, None)] +
                  trio(5, h100, "spmv") + [ratio(8, newer, "transpose"), ratio(9, h100, "transpose")])
    print("\n".join(FAULTS + [f"{len(FAULTS)} figures differ from the files"]))
    return 1 if FAULTS else 0


if __name__ == "__main__":
    sys.exit(main())
