#!/usr/bin/env python3
"""blame.py SPARSELAB ROOT: whether the machine or the submission is at fault if the kit cannot
judge a program. If the machine can judge nothing, it is at fault: there are no marks, and the
outputs say what to do. If only one submission fails in this way, the submission is at fault, and no
result stays open."""
import csv
import json
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

SPARSELAB, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
LAB = "01-csr-scalar"
SOLUTION = "".join(
    line for line in (ROOT / f"solutions/{LAB}/csr-scalar.cu").read_text().splitlines(keepends=True)
    if not re.match(r" *//[][|]", line))
HOSTILE = ROOT / "grading/hostile"
EARLY = (HOSTILE / "limits/ends-before-main.cu").read_text().replace(
    '#include "rest.h"', (HOSTILE / "evidence/rest.h").read_text())
ADDRESSES = 5 << 30  # enough address space for a compiler; a worker reserves more
failures = []
work = pathlib.Path(tempfile.mkdtemp(prefix="sparselab-blame-"))


def check(good, *what):
    if not good:
        failures.append(" ".join(str(part) for part in what)[:1500])


def grade(exit_status, addresses=resource.RLIM_INFINITY):
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (addresses, addresses))
    said = subprocess.run([SPARSELAB, "grade", work / "class", "-o", work / "grades", "--rubric", work / "rubric",
                           "--seed", "7", "--no-search", "-j", "2"], preexec_fn=limit, capture_output=True,
                          text=True, check=False)
    if said.returncode == 3 and "no sandbox" in said.stderr:
        print("SKIPPED: there is no sandbox")
        sys.exit(0)
    check(said.returncode == exit_status, "exit status", said.returncode, said.stdout, said.stderr)
    return said.stdout


def rows(name):
    text = (work / "grades" / name).read_text(encoding="utf-8-sig")
    return {row["student"]: row for row in csv.DictReader(text.splitlines(), strict=True)}


def records():
    known = [json.loads(path.read_text()) for path in (work / "grades/records").iterdir()]
    return {record["student"]: record for record in known}


def test_machine():
    """Without enough address space no kernel can be judged, but the task on the host can. On such a
    machine, nothing can be concluded about a single submission."""
    said = grade(3, ADDRESSES)
    check(re.search("2 could not be graded, and have open points. The first: (ann|eve), 01-csr-scalar: kernel: ", said)
          and "try them again; ./lab doctor says" in said, said)
    for student, why in (("ann", "the kit could not run this case: row_ptr: out of memory"),
                         ("eve", "the module could not be started")):
        record, row = records()[student], rows("gradebook.csv")[student]
        check(record["verdict"] == "infrastructure" and record["message"] == "kernel: " + why, record)
        open_items = [item["id"] for item in record["items"] if not item["judged"]]
        check(open_items == ["kernel", "launch"], open_items)
        check(row[LAB] == "" and row["total"] == "" and row["open"] == "8", row)
        check(why in rows("attention.csv")[student]["why"], rows("attention.csv"))
        feedback = (work / f"grades/feedback/{student}.md").read_text()
        check("through no fault of its author" in feedback, feedback)
        check("score" not in json.loads((work / f"grades/gradescope/{student}.json").read_text()), student)
    page = (work / "grades/report.html").read_text()
    check("the same command tries it again" in page and "./lab doctor" in page, "the report")


def test_submission():
    """Repeats the command after the machine works again."""
    said = grade(0)
    check("could not be graded" not in said and "review" not in said, said)
    check({name: row[LAB] for name, row in rows("gradebook.csv").items()} == {"ann": "10", "eve": "0"},
          rows("gradebook.csv"))
    check(all(row["open"] in ("", "0") for row in rows("gradebook.csv").values()), rows("gradebook.csv"))
    eve = records()["eve"]
    check(eve["verdict"] == "crashed" and not eve["review"] and not eve["message"], eve)
    for item in eve["items"]:
        check(item["verdict"] == "crashed" and item["judged"] and
              "with this file alone, the module could not be started" in item["detail"], item)


try:
    for name, text in (("ann", SOLUTION), ("eve", EARLY)):
        (work / f"class/{name}").mkdir(parents=True)
        (work / f"class/{name}/csr-scalar.cu").write_text(text)
    (work / "rubric").write_text("lab 01\n")
    test_machine()
    test_submission()
finally:
    for failure in failures:
        print("FAILED:", failure)
    shutil.rmtree(work, ignore_errors=True)
sys.exit(1 if failures else 0)
