#!/usr/bin/env python3
"""paced.py: tests that the grader's clock gives each submission the points that its speed deserves.

    grading/class/paced.py SPARSELAB FOLDER [EACH [PROCESSES [OPTION…]]]

Makes two classes for lab 06 in FOLDER, grades them on this machine's GPU, and checks the marks:

- honest submissions: the reference solution, and the same with a part of the rows computed once more
  into memory of its own, so that a launch takes 1.1, 1.5 and 3 times as long; EACH (5) of each
- the files of grading/hostile/timing, which cheat to get points for speed; the first line of each
gives its expected result

The options are for `grade`. Exit status: 0 if all marks are as expected, 1 if not, 77 without a GPU
or a sandbox.
"""
import json
import pathlib
import re
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB = "06-warp"
# For each ratio, the percentage of the rows to compute once more. The second time is faster,
# because the data were just read.
SECOND = {1.0: 0, 1.1: 13, 1.5: 55, 3.0: 245}
POINTS, FULL, NONE = 10, 1.2, 3
MOST_SPREAD = 0.03
MOST_OFF = 0.1  # allowed difference from the ratio: a second kernel takes time to start

RUBRIC = f"""lab {LAB}
performance static {POINTS} full {FULL} none {NONE}
"""

LAUNCH = """  kernel<<<blocks, threads_per_block>>>(num_rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, beta,
                                        d_y);
"""

MORE = """
static __device__ real more[1 << 20];

"""

ONCE_MORE = """  real *d_more;
  cudaGetSymbolAddress((void **)&d_more, more);
  for (long left = (long)num_rows * %d / 100; left > 0;) {
    int rows = left < num_rows ? left : num_rows;
    if (rows > 1 << 20) rows = 1 << 20;
    left -= rows;
    int some = rows / rows_a_block + (rows %% rows_a_block != 0);
    kernel<<<some, threads_per_block>>>(rows, d_row_ptr, d_col_idx, d_values, alpha, d_x, 0, d_more);
  }
"""


def plain(text):
    """Returns the solution in the form that students would submit."""
    lines = [line for line in text.splitlines(keepends=True) if not re.match(r" *//[][|]", line)]
    return "".join(lines)


def honest(percent):
    text = plain((ROOT / "solutions" / LAB / "warp.cu").read_text())
    assert text.count(LAUNCH) == 1
    if not percent:
        return text
    include = '#include "warp.h"\n'
    return text.replace(LAUNCH, ONCE_MORE % percent + LAUNCH).replace(include, include + MORE)


def hostile(path):
    rest = (path.parent / "rest.h").read_text()
    return path.read_text().replace('#include "rest.h"\n', rest)


def honest_class(each):
    return {f"honest-{ratio}-{number}": honest(percent)
            for ratio, percent in SECOND.items() for number in range(each)}


def hostile_class():
    return {f"hostile-{path.stem}": hostile(path)
            for path in sorted((ROOT / "grading/hostile/timing").glob("*.cu"))}


def grade(sparselab, folder, texts, options):
    """Submits each text as a different student. Returns, by student, the record and its item for
    speed."""
    for student, text in texts.items():
        place = folder / "class" / student / LAB
        place.mkdir(parents=True)
        (place / "warp.cu").write_text(text)
    (folder / "rubric.txt").write_text(RUBRIC)
    ran = subprocess.run(
        [sparselab, "grade", folder / "class", "--lab", "06", "--rubric", folder / "rubric.txt",
         "--backend", "gpu", "-o", folder / "grades", "--seed", "14", "--no-search",
         "-j", *options], capture_output=True, text=True)
    if ran.returncode == 3 and re.search("no usable GPU|there is no sandbox", ran.stderr):
        print(ran.stderr.strip())
        sys.exit(77)
    if ran.returncode != 0:
        print(ran.stdout + ran.stderr)
        sys.exit(1)
    found = {}
    for path in (folder / "grades/records").glob("*.json"):
        record = json.loads(path.read_text())
        item = next(i for i in record["items"] if i["kind"] == "performance")
        found[record["student"]] = record, item
    return found


def expected_points(ratio):
    return POINTS * min(1, max(0, (NONE - ratio) / (NONE - FULL)))


def check_honest(found, each):
    wrong = []
    print(f"{'meant':>6} {'times the reference’s':>24} {'spread':>8} {'us':>8} {'points':>12}")
    for meant in SECOND:
        items = [found[f"honest-{meant}-{number}"][1] for number in range(each)]
        if not all(item["judged"] for item in items):
            wrong += [f"honest-{meant}: {item['what']}" for item in items if not item["judged"]]
            continue
        ratios = sorted(item["value"] for item in items)
        spread = (ratios[-1] - ratios[0]) / statistics.median(ratios)
        points = sorted(item["points"] for item in items)
        print(f"{meant:6} {ratios[0]:11.3f} to {ratios[-1]:9.3f} {spread:8.2%} "
              f"{statistics.median(i['time_us'] for i in items):8.1f} "
              f"{points[0]:5.2f} to {points[-1]:.2f}")
        if spread > MOST_SPREAD:
            wrong.append(f"honest-{meant}: a spread of {spread:.1%}")
        if abs(statistics.median(ratios) / meant - 1) > MOST_OFF:
            wrong.append(f"honest-{meant}: it takes {ratios} times the reference's time")
        for item in items:
            if abs(item["points"] - expected_points(item["value"])) > 1e-6:
                wrong.append(f"honest-{meant}: {item['points']} points for {item['value']}")
    return wrong


def check_hostile(found):
    wrong = []
    for path in sorted((ROOT / "grading/hostile/timing").glob("*.cu")):
        expected = re.match(r"// (\w+): ", path.read_text()).group(1)
        record, item = found[f"hostile-{path.stem}"]
        ratio = f"{item['value']:.2f} times" if item["value"] else ""
        print(f"{path.stem}: {item['verdict']}, {item['points']:g} points, {ratio} {item['what']}")
        good = item["verdict"] == expected and item["points"] == 0
        if expected == "review":
            good = good and not item["judged"] and record["verdict"] == "review"
        if not good:
            wrong.append(f"{path.stem}: {item['verdict']}, {item['points']} points, not {expected}")
    return wrong


def main():
    sparselab, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    each = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    options = sys.argv[4:] or ["4"]
    found = grade(sparselab, folder / "honest", honest_class(each), options)
    print(next(iter(found.values()))[0]["device"])
    wrong = check_honest(found, each)
    wrong += check_hostile(grade(sparselab, folder / "hostile", hostile_class(), options))
    print("\n".join(wrong) if wrong else "all as it should be")
    sys.exit(1 if wrong else 0)


main()
