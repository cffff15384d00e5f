#!/usr/bin/env python3
"""sixty.py: tests a class of 60 students, as a learning platform exports it, from submissions to
marks.

    grading/class/sixty.py SPARSELAB FOLDER [again]

Makes the class in FOLDER, and then does what docs/marks.md describes: grades, accepts names, writes a
roster and decisions, grades again after a change of another lab, marks without names, and fills in
what Canvas exports. Every submitted file must be accounted for, and all outputs must agree; they
are read by Python's parsers of CSV, JSON and XML. The folder is kept, so that you can read the
report. Exit status: 0 if all is as expected, 1 if not.
"""
import csv
import io
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tarfile
import time
import xml.etree.ElementTree as xml
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LAB, FILE = "01-csr-scalar", "csr-scalar.cu"
COUNT = 60
RUBRIC = """lab 01
task cpu 2
task kernel 5
task launch 3
partial kernel 2 square
deadline 2026-11-15T12:00
late 2026-11-15T12:00 10
late 2026-11-18T12:00 50
"""
SOLUTION = "".join(
    line for line in (ROOT / f"solutions/{LAB}/{FILE}").read_text().splitlines(keepends=True)
    if not re.match(r" *//[][|]", line))
SKELETON = (ROOT / f"labs/{LAB}/{FILE}").read_text()
KINDS = {
    "right": lambda text: text,
    "overwrites": lambda text: text.replace("y[row] += sum", "y[row] = sum", 1),
    "too far": lambda text: text.replace("if (row >= num_rows)", "if (row > num_rows)"),
    "does not compile": lambda text: text.replace("real sum = 0;", "real sum = 0", 1),
    "forbidden": lambda text: "#include <unistd.h>\n" + text,
    "empty rows": lambda text: text.replace(
        "if (row >= num_rows) return;\n",
        "if (row >= num_rows) return;\n  if (row_ptr[row] == row_ptr[row + 1]) { y[row] = 0; return; }\n", 1),
    "skeleton": lambda text: SKELETON,
    "empty": lambda text: "",
}
# The kind of each student's program, by number. All others are forbidden programs, which are judged
# quickly. Among the right programs are each form of name and archive, and a late submission.
HANDED_IN = {"right": (0, 4, 7, 13, 18, 25), "overwrites": (1, 33), "too far": (2,), "does not compile": (6,),
             "empty rows": (3,), "skeleton": (9, 40), "empty": (12, 50)}
failures = []


def check(good, *what):
    if not good:
        failures.append(" ".join(str(part) for part in what)[:600])


# ---- the submissions ---------------------------------------------------------------------------------

def own(student, text):
    """Returns the program with changes, so that every student's differs."""
    return f"// {student}\n" + re.sub(r"\bsum\b", f"sum_{student[:3]}", text)


def zip_of(name, text):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr(name, text)
    return made.getvalue()


def tar_of(name, text):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        entry = tarfile.TarInfo(name)
        entry.size = len(text.encode())
        archive.addfile(entry, io.BytesIO(text.encode()))
    return made.getvalue()


def names_of_class():
    first = "Ada Ben Cleo Dan Eva Finn Gina Hugo Ida Jon Kim Leo".split()
    last = "Adams Brown Clark Doe Evans".split()
    return [(f, l) for l in last for f in first][:COUNT]


def make_class(folder):
    """Makes each student's submission. Returns the students' names in the form of Canvas, with
    number and kind."""
    chance, students = random.Random(60), []
    for number, (first, last) in enumerate(names_of_class()):
        student, late = (last + first).lower(), "_LATE" if number % 9 == 4 else ""
        kind = next((kind for kind, numbers in HANDED_IN.items() if number in numbers), "forbidden")
        text = own(student, KINDS[kind](SOLUTION)) if kind != "empty" else ""
        before = f"{student}{late}_{5000 + number}_{7000 + number}_"
        name, content = FILE, text.encode()
        form = number % 10
        if form == 3:
            name, content = "CSR-Scalar.cu", content
        elif form == 5:
            name, content = "lab1.zip", zip_of(f"homework/week1/{LAB}/{FILE}", text)
        elif form == 7:
            name, content = "work.tar.gz", tar_of("lab1_final.cu", text)
        elif form == 8:
            name = "csr-scalar-2.cu"
        path = folder / (before + name)
        path.write_bytes(content)
        if number == 11:  # submits a link to a classmate's file
            path.unlink()
            path.symlink_to(min(folder.glob("adamsada_*")).name)
        elif number == 23:  # damaged
            path.unlink()
            path = folder / (before + "lab1.rar")
            path.write_bytes(b"Rar!\x1a\x07\x00nonsense")
        elif number == 35:  # two attempts
            (folder / (before + "csr-scalar-1.cu")).write_text("// an earlier attempt\n" + SKELETON)
        elif number == 47:  # the submission has notes beside the file
            (folder / (before + "notes.txt")).write_text("sorry for being late")
        when = 1794700000 + chance.randrange(-86400, 0) + (4 * 86400 if late else 0)
        os.utime(path, (when, when), follow_symlinks=False)
        students.append({"student": student, "id": str(5000 + number), "first": first, "last": last, "kind": kind})
    (folder / "grades.csv").write_text("a file without an owner\n")
    return students


# ---- the commands of the page ------------------------------------------------------------------------

program, work = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()
grades = work / "grades"


def lab(*arguments, binary=program):
    begin = time.monotonic()
    said = subprocess.run([binary, "grade", *map(str, arguments)], capture_output=True, text=True, check=False)
    if said.returncode == 3 and "no sandbox" in said.stderr:
        print("SKIPPED: there is no sandbox")
        sys.exit(0)
    check(said.returncode == 0, arguments, "ended with", said.returncode, said.stderr)
    print(f"{time.monotonic() - begin:6.1f} s  grade {' '.join(map(str, arguments))[:100]}")
    return said.stdout + said.stderr


def grade(*more, **options):
    return lab(work / "submissions", "--lab", "01", "-o", grades, "--rubric", work / "rubric", "--seed", 7, "--no-search",
               "-j", 2, *more, **options)


def table(path):
    return list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines(), strict=True))


def marks():
    return {row["student"]: row[LAB] for row in table(grades / "gradebook.csv")}


def records():
    return {r["student"]: r for r in (json.loads(p.read_text()) for p in (grades / "records").glob("*.json"))}


def check_files():
    """Checks that every file is in a record, or listed as belonging to no student."""
    known = records()
    named = [f["path"] for r in records().values() for f in r["files"]]
    named += [s["path"] for s in json.loads((grades / "class.json").read_text())["not_used"]]
    named += [r["review"] for r in records().values()] + [r["message"] for r in records().values()]
    listed = " ".join(row["file"] + " " + row["why"] for row in table(grades / "attention.csv"))
    for path in (work / "submissions").iterdir():
        student = known.get(path.name.split("_")[0])  # an archive or a link is a submission itself
        whole = student and (path.is_symlink() or path.suffix in (".zip", ".gz")) and student["files"]
        check(any(path.name in text for text in named) or path.name in listed or whole,
              "not accounted for:", path.name)


def check_outputs():
    """Checks that all outputs give the same marks."""
    book = {row["student"]: row for row in table(grades / "gradebook.csv")}
    suites = {s.get("name").split()[0]: s for s in xml.parse(grades / "junit.xml").getroot()}
    for student, row in book.items():
        scope = json.loads((grades / f"gradescope/{student}.json").read_text())
        prairie = json.loads((grades / f"prairielearn/{student}.json").read_text())
        auto = json.loads((grades / f"autolab/{student}.txt").read_text().splitlines()[-1])["scores"]
        check(student in suites and (grades / f"feedback/{student}.html").exists(), student, "lacks outputs")
        if row[LAB] == "":
            check("score" not in scope and not prairie["gradable"] and not auto, student, "has open points")
            continue
        mark = float(row[LAB])
        check(abs(scope["score"] - mark) < 0.006 and abs(sum(auto.values()) - mark) < 0.006, student, mark, scope["score"], auto)
        check(not prairie["gradable"] or abs(10 * prairie.get("score", -1) - mark) < 0.006, student, prairie)


def main():
    if sys.argv[3:] == ["again"]:  # keeps the existing grades
        shutil.rmtree(work / "submissions", ignore_errors=True)
        for name in ("decisions.txt", "regrades.csv", "marks.json", "roster.csv"):
            (grades / name).unlink(missing_ok=True)
    else:
        shutil.rmtree(work, ignore_errors=True)
        grades.mkdir(parents=True)
    (work / "submissions").mkdir()
    students = make_class(work / "submissions")
    (work / "rubric").write_text(RUBRIC)
    export = work / "canvas.csv"
    export.write_text("Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (4711),Final Score\n"
                      "    Points Possible,,,,,10,(read only)\n" +
                      "".join(f"\"{s['last']}, {s['first']}\",{s['id']},s{s['id']},{s['student'][:3]}{s['id']},One,,\n"
                              for s in students) + "\"Absent, Zoe\",5999,s5999,absent,One,,\n")
    said = grade()
    print(said.splitlines()[-2][:150])
    check_files()
    proposed = {r["student"] for r in records().values() if r["proposal"]}
    (grades / "roster.csv").write_text("student,id,number,name,group\n" + "".join(
        f"{s['student']},{s['id']},{s['id'][1:]},\"{s['last']}, {s['first']}\",{'AB'[int(s['id']) % 2]}\n" for s in students) +
        ",5999,999,\"Absent, Zoe\",A\n")
    grade("--accept-names")
    check_files()
    first = marks()
    check(proposed, "no name is proposed")
    for student in proposed:  # without the option, too, an accepted file must stay accepted
        check(records()[student]["file"], student, "has no file")
    grade()
    check(marks() == first, "after a run without --accept-names")
    check(len(first) == COUNT + 1, len(first), "students")
    for s in students:
        got, kind = first[s["student"]], s["kind"]
        if s["id"] in ("5011", "5023", "5035"):
            check(got == "", s, "waits for a person, and has", got)
        else:
            late = records()[s["student"]]["late_percent"]
            most = {"right": 10, "overwrites": 10, "too far": 10, "empty rows": 7}.get(kind, 0)
            check(got != "" and float(got) <= most * (1 - late / 100) + 1e-6, s, got, late)
            check(kind != "right" or float(got) == 10 * (1 - late / 100), s, got, late)
            check(kind != "empty" or "is empty" in records()[s["student"]]["message"], s, records()[s["student"]])
    waiting = ("5011", "5023", "5035")  # a link, .rar, and two files that differ
    late = next(s["student"] for s in students if s["id"] not in waiting and records()[s["student"]]["late_percent"] > 0 and s["kind"] == "right")
    wrong = next(s["student"] for s in students if s["kind"] == "too far")
    linked = next(s["student"] for s in students if s["id"] == "5011")
    (grades / "decisions.txt").write_text(
        f"points {wrong} 01 kernel 4 by smith 2026-11-25: the bound is off by one\n"
        f"points {linked} 01 all 6 by smith 2026-11-25: handed in again by mail\n"
        f"extend {late} 01 2026-11-20T23:59 by smith 2026-11-10: ill\n"
        f"comment {wrong} 01 kernel by smith 2026-11-25: write down the last row by hand\n")
    lab("--reports", "-o", grades, "--rubric", work / "rubric")
    second = marks()
    changed = {student for student, mark in second.items() if mark != first[student]}
    check(changed == {late, wrong, linked}, "changed:", changed)
    check(second[late] == "10" and second[linked] == "6", second[late], second[linked])
    log = table(grades / "regrades.csv")
    check({row["student"] for row in log} == changed and all(row["why"] for row in log), log)
    check_outputs()
    # A change of another lab changes the program, but must change no result of this lab.
    other = work / "with-another-lab"
    shutil.copy(program, other)
    with other.open("ab") as file:
        file.write(b"another lab")
    kept = {p.name: p.read_bytes() for p in (grades / "records").iterdir()}
    said = grade("--accept-names", binary=str(other))
    check(f"{COUNT + 1} of them before" in said, said)
    check({p.name: p.read_bytes() for p in (grades / "records").iterdir()} == kept and marks() == second, "after another lab")
    check(len(table(grades / "regrades.csv")) == len(log), "the log grew")
    said = subprocess.run([sys.executable, str(ROOT / "grading/platforms/fill.py"), str(grades), "01", str(export), "Lab 1",
                           "-o", str(work / "import.csv")], capture_output=True, text=True, check=False)
    print(said.stdout.strip(), said.stderr.strip())
    filled = {row["ID"]: row["Lab 1 (4711)"] for row in table(work / "import.csv") if row["ID"]}
    check(said.returncode == 0 and len(filled) == COUNT + 1, said)
    for s in students:
        check(filled[s["id"]] == second[s["student"]], s, filled[s["id"]])
    lab("--reports", "-o", grades, "--rubric", work / "rubric", "--anonymous")
    names = re.compile("|".join(rf"\b{n}\b" for s in students for n in (s["student"], s["first"], s["last"])), re.I)
    for path in (grades / "anonymous").rglob("*.*"):
        found = names.search(path.name + path.read_text())
        check(not found, path.name, "holds the name", found)
    lab("--reports", "-o", grades, "--rubric", work / "rubric")
    counted = {}
    for record in records().values():
        counted[record["verdict"]] = counted.get(record["verdict"], 0) + 1
    print(counted, "open:", sum(mark == "" for mark in second.values()))
    for failure in failures:
        print("FAILED:", failure)
    return 1 if failures else 0


sys.exit(main())
