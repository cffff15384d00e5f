#!/usr/bin/env python3
"""marks.py SPARSELAB ROOT: what teachers decide about marks, and what they pass on. A small class
is graded; then decisions are written, changed and withdrawn, and every output is read with other
parsers of CSV, JSON, XML and HTML."""
import csv
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

SPARSELAB, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
LAB = "01-csr-scalar"
SOLUTION = "".join(
    line for line in (ROOT / f"solutions/{LAB}/csr-scalar.cu").read_text().splitlines(keepends=True)
    if not re.match(r" *//[][|]", line))
REFUSED = "#include <unistd.h>\n"  # judged quickly, because it is forbidden
CLASS = {
    "ann": SOLUTION,
    "bob": SOLUTION.replace("if (row >= num_rows)", "if (row > num_rows)"),
    "Jane Doe": REFUSED,
    "zoé": REFUSED + "// z\n",
}
RUBRIC = """lab 01
task cpu 2
task kernel 5
task launch 3
deadline 2026-11-15T12:00
late 2026-11-15T12:00 10
late 2026-11-18T12:00 50
"""
TIMES = """student,time
ann,2026-11-20T10:00
bob,2026-11-14T10:00
Jane Doe,2026-11-14T10:00
zoé,2026-11-16T10:00
"""
DECISIONS = """# what we decided
points bob 01 kernel 4 by smith 2026-11-21: the bound is off by one, =the rest, "is" right <b>
points "Jane Doe" 01 all 7 by "A. Smith" 2026-11-21: the header was not used
extend ann 01 2026-11-20T23:00 by smith 2026-11-14: ill
comment ann 01 kernel by smith 2026-11-22: well *done*
comment zoé 01 all by smith 2026-11-22: come to the office hour
"""
failures = []
work = pathlib.Path(tempfile.mkdtemp(prefix="sparselab-marks-"))


def check(good, *what):
    if not good:
        failures.append(" ".join(str(part) for part in what))


def lab(*arguments, exit_status=0):
    said = subprocess.run([SPARSELAB, "grade", *map(str, arguments)], capture_output=True, text=True,
                          check=False)
    if said.returncode == 3 and "no sandbox" in said.stderr:
        print("SKIPPED: there is no sandbox")
        sys.exit(77)
    check(said.returncode == exit_status, arguments, "ended with", said.returncode, said.stderr)
    return said.stdout + said.stderr


def grade(*more, out="grades", folder="class", **options):
    return lab(work / folder, "-o", work / out, "--rubric", work / "rubric", "--times", work / "times.csv",
               "--seed", 7, "--no-search", "-j", 2, *more, **options)


def reports(*more, out="grades", **options):
    return lab("--reports", "-o", work / out, "--rubric", work / "rubric", *more, **options)


def decide(text, out="grades"):
    (work / out / "decisions.txt").write_text(text)


def table(name, out="grades"):
    path = work / out / name
    if not path.exists():
        return []
    return list(csv.DictReader(path.read_text(encoding="utf-8-sig").splitlines(), strict=True))


def points(out="grades"):
    return {row["student"]: row[LAB] for row in table("gradebook.csv", out)}


def log(out="grades"):
    return [(r["student"], r["before"], r["after"], r["why"]) for r in table("regrades.csv", out)]


def output(folder, student, out="grades", ending=""):
    found = [p for p in (work / out / folder).iterdir()
             if p.name.startswith(student) and p.name.endswith(ending)]
    check(len(found) > 0, folder, "has nothing for", student)
    return found[0].read_text()


def every_output(student, out="grades"):
    """Returns the points that each output gives a student. A parser reads each output."""
    scope = json.loads(output("gradescope", student, out))
    prairie = json.loads(output("prairielearn", student, out))
    auto = json.loads(output("autolab", student, out).splitlines()[-1])
    suites = xml.parse(work / out / "junit.xml").getroot()
    suite = next(s for s in suites if s.get("name").startswith(student))
    properties = {p.get("name"): p.get("value") for p in suite.iter("property")}
    page = html.unescape(re.sub(r"<[^>]*>", "", (work / out / "report.html").read_text()))
    return {"gradescope": scope["score"], "prairielearn": 10 * prairie.get("score", 0),
            "autolab": sum(auto["scores"].values()), "junit": float(properties["points"].split()[0]),
            "texts": [output("feedback", student, out, ".md"), output("feedback", student, out, ".html"),
                      scope["output"] + str(scope["tests"]), str(prairie), output("autolab", student, out),
                      xml.tostring(suite, "unicode")],
            "report": page}


def plain(text):
    return re.sub(r"[^a-z ]", "", html.unescape(re.sub(r"<[^>]*>|\\", "", text)).lower())


def check_outputs(student, expected, words):
    made = every_output(student)
    for name in ("gradescope", "prairielearn", "autolab", "junit"):
        check(abs(made[name] - expected) < 1e-6, student, name, "gives", made[name], "not", expected)
    for text in [*made["texts"], made["report"]]:
        check(plain(words) in plain(text), student, "gets no words:", words, "in", text[:200])


# ---- decisions ---------------------------------------------------------------------------------------

def make_class():
    for student, text in CLASS.items():
        (work / "class" / student).mkdir(parents=True)
        (work / "class" / student / "csr-scalar.cu").write_text(text)
    (work / "rubric").write_text(RUBRIC)
    (work / "times.csv").write_text(TIMES)


def test_decisions():
    grade()
    computed = {"ann": "5", "bob": "5", "Jane Doe": "0", "zoé": "0"}
    check(points() == computed, "computed marks", points())
    check(log() == [], "nothing changed yet", log())
    records = {p.name: p.read_bytes() for p in (work / "grades/records").iterdir()}
    decide(DECISIONS)
    said = reports()
    check("3 marks changed" in said, said)
    decided = {"ann": "10", "bob": "9", "Jane Doe": "7", "zoé": "0"}
    check(points() == decided, "decided marks", points())
    check_outputs("bob", 9, "by smith 2026-11-21 computed 0 the bound is off by one the rest is right")
    check_outputs("Jane", 7, "by A. Smith 2026-11-21 computed 0 the header was not used")
    check_outputs("ann", 10, "well done")
    check("extended" in output("feedback", "ann", ending=".md") and
          "ill" not in output("feedback", "ann", ending=".md").split(),
          "a student sees the new deadline, and not its reason")
    rows = {r["student"]: r for r in table("gradebook.csv")}
    check("set" not in rows["zoé"]["decisions"] and "office hour" in rows["zoé"]["decisions"], rows["zoé"])
    check("extended to 2026-11-20T23:00:00Z" in rows["ann"]["decisions"], rows["ann"])
    check([entry[:3] for entry in log()] == [("Jane Doe", "0", "7"), ("ann", "5", "10"), ("bob", "5", "9")],
          log())
    check(all("decided" in entry[3] for entry in log()), log())
    # Decisions must be kept when reports are written again and when grading again changes nothing.
    reports()
    grade()
    check(points() == decided and len(log()) == 3, "after new reports", points(), log())
    check(records == {p.name: p.read_bytes() for p in (work / "grades/records").iterdir()},
          "records are what they were")


def test_bad_decisions():
    """Checks that the command writes nothing: the outputs must stay unchanged."""
    before = (work / "grades/gradebook.csv").read_bytes()
    for line, words in (("points bbo 01 kernel 1 by s 2026-12-01: x", 'did you mean "bob"?'),
                        ("points bob 01 kernel 9 by s 2026-12-01: x", "9 points are more than the 5"),
                        ("pionts bob 01 kernel 1 by s 2026-12-01: x", "lines begin with points"),
                        ("comment ann 01 kernel by s 2026-12-01: \x1b[2J", None)):
        decide("# one\n" + line + "\n")
        said = reports(exit_status=2 if words else 0)
        check(not words or ("decisions.txt:2: " in said and words in said), said)
        check("\x1b" not in said, "the terminal gets a control character")
        if words:
            check((work / "grades/gradebook.csv").read_bytes() == before, line)
    decide("points bob 02 kernel 1 by s 2026-12-01: x\n")
    check("decisions.txt:1: this line has no effect" in reports(), "a lab that is not graded here")
    decide("points bob 01 nonsense")
    said = grade(exit_status=2)
    check("decisions.txt:1: " in said and "graded" not in said, said)


def test_withdrawn():
    decide(DECISIONS)
    reports()
    decide(DECISIONS.replace("points bob", "# points bob"))
    reports()
    check(points()["bob"] == "5", points())
    check(log()[-1][0] == "bob" and "withdrawn: kernel: 4 of 5 points by smith" in log()[-1][3], log())


def test_previous():
    """After a change of the rubric, grades into another folder. Decisions, seed and log must be
    taken over."""
    decide(DECISIONS)
    reports()
    (work / "rubric").write_text(RUBRIC.replace("task launch 3", "task launch 1"))
    said = lab(work / "class", "-o", work / "next", "--rubric", work / "rubric", "--times",
               work / "times.csv", "--no-search", "--previous", work / "grades", "-j", 2)
    check(points("next") == {"ann": "8", "bob": "7", "Jane Doe": "7", "zoé": "0"}, points("next"), said)
    check(sorted((e[0], e[1], e[2]) for e in log("next")) == [("ann", "10", "8"), ("bob", "9", "7")],
          log("next"))
    check(all("the rubric changed" in e[3] for e in log("next")), log("next"))
    seeds = {json.loads((work / out / "grading.json").read_text())["seed"] for out in ("grades", "next")}
    check(seeds == {"7"}, "seeds", seeds)
    (work / "rubric").write_text(RUBRIC)


# ---- names and numbers -------------------------------------------------------------------------------

CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (98765),Final Score
,,,,,Manual Posting,
    Points Possible,,,,,10,(read only)
"Doe, Jane",111,s1001,jdoe,One,,77
"Miller, Bob",112,s1002,bmiller,One,1,78
"Lee, Ann",113,s1003,alee,Two,,
"Lee, Ann",114,s1004,alee2,Two,,
"Absent, Zoë",115,s1005,zabsent,Two,,
"""
MOODLE = """Identifier,Full name,ID number,Status,Grade,Maximum Grade,"Last modified (grade)","Feedback comments"
Participant 501,Jane Doe,s1001,"Submitted
late",,10.00,-,
Teilnehmer/in 502,Bob Miller,s1002,Submitted,,10.00,-,"old
text"
"""


def fill(*arguments, exit_status=0):
    said = subprocess.run([sys.executable, ROOT / "grading/platforms/fill.py", *map(str, arguments)],
                          capture_output=True, text=True, check=False)
    check(said.returncode == exit_status, "fill.py", arguments, "ended with", said.returncode, said.stderr)
    return said.stdout + said.stderr


def cells(path):
    with path.open(newline="") as file:
        return list(csv.reader(file, strict=True))


def make_platform(folder, files):
    for name, text in files.items():
        path = work / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def grade_platform(folder, out, roster=None):
    (work / out).mkdir()
    if roster:
        (work / out / "roster.csv").write_text(roster)
    return lab(work / folder, "--lab", "01", "-o", work / out, "--rubric", work / "rubric", "--seed", 7,
               "--no-search", "-j", 2, "--accept-names")


def check_accepted_names():
    """Accepted names must stay accepted: the next time, with new files, and in another folder after
    a change of the rubric. A different file must be proposed again."""
    def grade_again(out, *more):
        return lab(work / "canvas", "--lab", "01", "-o", work / out, "--rubric", work / "rubric", "--no-search",
                   "-j", 2, *more)
    said = grade_again("of-canvas")
    check("5 of them before" in said and "proposed" not in said, said)
    notes = work / "canvas/millerbob_112_901_notes.txt"
    notes.write_text("beside it")
    said = grade_again("of-canvas")
    check("4 of them before" in said and "proposed" not in said, said)
    notes.unlink()
    grade_again("of-canvas")
    rubric = (work / "rubric").read_text()
    (work / "rubric").write_text(rubric.replace("task launch 3", "task launch 1"))
    said = grade_again("canvas-next", "--previous", work / "of-canvas")
    check("proposed" not in said and points("canvas-next")["millerbob"] == "0", said, points("canvas-next"))
    said = grade_again("canvas-alone")
    check("For 1 submission a file is proposed" in said, said)
    final = work / "canvas/millerbob_112_900_final.cu"
    before = final.read_text()
    final.write_text(before + "// a new version\n")
    said = grade_again("canvas-next", "--previous", work / "of-canvas")
    check("For 1 submission a file is proposed" in said, said)
    final.write_text(before)
    (work / "rubric").write_text(rubric)


def test_canvas():
    """The gradebook that Canvas exported is the roster, and must be filled in."""
    (work / "rubric").write_text("lab 01\ntask cpu 2\ntask kernel 5\ntask launch 3\n")
    make_platform("canvas", {f"{name}_900_csr-scalar.cu": REFUSED + f"// {name}\n" for name in (
        "doejane_LATE_111", "leeann_113", "leeann_114")})
    make_platform("canvas", {"millerbob_112_900_final.cu": REFUSED + "// millerbob_112\n"})
    grade_platform("canvas", "of-canvas", CANVAS)
    rows = {row["student"]: row for row in table("gradebook.csv", "of-canvas")}
    check(set(rows) == {"doejane", "millerbob", "leeann_113", "leeann_114", "Absent, Zoë"}, list(rows))
    check_accepted_names()
    check(log("of-canvas") == [], "first marks are no changes", log("of-canvas"))
    decide("points leeann_114 01 kernel 3.5 by s 2026-12-01: x\npoints doejane 01 all 10 by s 2026-12-01: y\n",
           "of-canvas")
    lab("--reports", "-o", work / "of-canvas", "--rubric", work / "rubric")
    (work / "export.csv").write_text("\ufeff" + CANVAS)
    said = fill(work / "of-canvas", "01", work / "export.csv", "Lab 1 (98765)", "-o", work / "import.csv")
    check("5 of 5 students found, 5 marks" in said, said)
    made, was = cells(work / "import.csv"), list(csv.reader(CANVAS.splitlines()))
    check([row[5] for row in made] == ["Lab 1 (98765)", "Manual Posting", "10", "10", "0", "0", "3.5", "0"], made)
    check([row[:5] + row[6:] for row in made] == [row[:5] + row[6:] for row in was], "other cells", made)
    (work / "export.csv").write_text(CANVAS.replace("zabsent,Two,,", "zabsent,Two,EX,"))
    said = fill(work / "of-canvas", "01", work / "export.csv", "Lab 1", "-o", work / "import.csv")
    check("4 marks" in said and "Excused, left as it was: Absent, Zoë" in said, said)
    check(cells(work / "import.csv")[-1][5] == "EX", "an excused student stays excused")
    for arguments, words in (((work / "of-canvas", "01", work / "export.csv"), 'no column is called "Grade"'),
                             ((work / "of-canvas", "03", work / "export.csv", "Lab 1"), 'no marks of lab "03"'),
                             ((work / "nowhere", "01", work / "export.csv", "Lab 1"), "does not exist"),
                             ((work / "of-canvas", "01", work / "nowhere.csv", "Lab 1"), "nowhere.csv")):
        said = fill(*arguments, "-o", work / "none.csv", exit_status=2)
        check(words in said and not (work / "none.csv").exists(), words, said)
    (work / "export.csv").write_text(CANVAS.replace(",10,(read", ",100,(read").replace("114,", "999,"))
    said = fill(work / "of-canvas", "01", work / "export.csv", "Lab 1", "-o", work / "none.csv", exit_status=2)
    check("at most 100 points, and the lab 10" in said, said)
    said = fill(work / "of-canvas", "01", work / "export.csv", "Lab 1", "--scale", "-o", work / "import.csv",
                exit_status=1)  # one of the two students has a new number
    check("Not in the export: leeann_114" in said, said)
    check(cells(work / "import.csv")[3][5] == "100", cells(work / "import.csv"))


def test_moodle():
    make_platform("moodle", {f"{name}_assignsubmission_file_/csr-scalar.cu": REFUSED + name for name in (
        "Jane Doe_501", "Bob Miller_502", "Carl New_503")})
    make_platform("moodle", {"Carl New_503_assignsubmission_file_/carl_notes.txt": "a path that holds a name"})
    said = grade_platform("moodle", "of-moodle", "number,name,group\n1001,Jane Doe,A\n1002,\"Miller, Bob\",B\n")
    check("Not in the roster: Carl New.\n" in said, said)
    check({r["student"]: (r["number"], r["group"]) for r in table("gradebook.csv", "of-moodle")} ==
          {"Jane Doe": ("1001", "A"), "Bob Miller": ("1002", "B"), "Carl New": ("", "")},
          table("gradebook.csv", "of-moodle"))
    (work / "worksheet.csv").write_text(MOODLE)
    said = fill(work / "of-moodle", "csr-scalar", work / "worksheet.csv", "-o", work / "import.csv", exit_status=1)
    check("Not in the export: " in said and "Carl New" in said, said)
    made = cells(work / "import.csv")
    check([row[4] for row in made] == ["Grade", "0", "0"], made)
    check(made[1][3] == "Submitted\nlate" and made[1][7].startswith("cpu 0 of 2, kernel 0 of 5"), made)
    decide("comment \"Jane Doe\" 01 kernel by s 2026-12-01: write i < n & not i <= n\n", "of-moodle")
    said = lab("--reports", "-o", work / "of-moodle")
    check("01-csr-scalar was graded with another rubric than " in said, "what students see may differ", said)
    said = lab("--reports", "-o", work / "of-moodle", "--rubric", work / "rubric")
    check("another rubric" not in said, said)
    fill(work / "of-moodle", "01", work / "worksheet.csv", "-o", work / "import.csv", exit_status=1)
    made = cells(work / "import.csv")
    check("i &lt; n &amp; not i &lt;= n" in made[1][7], "Moodle reads comments as HTML", made)
    (work / "worksheet.csv").write_text(MOODLE.replace("10.00", '"100,00"'))
    said = fill(work / "of-moodle", "01", work / "worksheet.csv", "-o", work / "none.csv", exit_status=2)
    check("at most 100 points, and the lab 10" in said, "a maximum with a decimal comma", said)


def test_anonymous():
    decide("points 1002 01 kernel 2 by s 2026-12-01: by number\n", "of-moodle")
    lab("--reports", "-o", work / "of-moodle", "--rubric", work / "rubric", "--anonymous")
    check(points("of-moodle") == {"Jane Doe": "0", "Bob Miller": "2", "Carl New": "0"}, points("of-moodle"))
    check(not (work / "of-moodle/report.html").exists(), "the report with names is gone")
    for path in (work / "of-moodle/anonymous").rglob("*"):
        text = str(path.name) + (path.read_text() if path.is_file() else "")
        check(not re.search(r"\b(jane|doe|bob|miller|carl)\b", text, re.I), path, "holds a name")
    names = {path.name for path in (work / "of-moodle/anonymous/feedback").iterdir()}
    check({"1001.html", "1002.md"} <= names and len(names) == 6, names)
    check("1001" in (work / "of-moodle/anonymous/report.html").read_text(), "numbers in the report")


# ---- partial credit ----------------------------------------------------------------------------------

def test_partial():
    """Returns a kernel that is wrong only on rows without entries."""
    end = "if (row >= num_rows) return;\n"
    wrong = SOLUTION.replace(end, end + "  if (row_ptr[row] == row_ptr[row + 1]) { y[row] = 0; return; }\n", 1)
    check(wrong != SOLUTION, "the solution has another form")
    make_platform("parts", {"ann/csr-scalar.cu": wrong, "bob/csr-scalar.cu": REFUSED, "zoe/csr-scalar.cu": SOLUTION})
    rubric = "lab 01\ntask cpu 2\ntask kernel 5\ntask launch 3\n"
    parts = "partial kernel 2 square\npartial kernel 1 rectangular\npartial kernel 1.5 empty rows\n"
    for out, text, mark in (("whole", rubric, "5"), ("parts-of", rubric + parts, "8")):
        (work / "rubric").write_text(text)
        (work / out).mkdir()
        grade_into = lab(work / "parts", "-o", work / out, "--rubric", work / "rubric", "--seed", 7, "--no-search",
                         "-j", 2)
        check(points(out) == {"ann": mark, "bob": "0", "zoe": "10"}, out, points(out), grade_into)
    page = output("feedback", "ann", "parts-of", ".md")
    check("(3 of 5 points)" in page and "rectangular: " in page and "0 of 1.5 points" in page, page)
    (work / "rubric").write_text(rubric + "partial kernel 4 square\npartial kernel 2 large\n")
    said = lab(work / "parts", "-o", work / "refused", "--rubric", work / "rubric", exit_status=2)
    check("but the task gives only" in said, said)


# ---- what a person must look at ----------------------------------------------------------------------

REASON = "one warp does most of the work"


def shown(out):
    """Returns everything that each output shows about ann. JSON, CSV and XML are read by a parser."""
    row = next(r for r in table("gradebook.csv", out) if r["student"] == "ann")
    record = [json.loads(p.read_text()) for p in (work / out / "records").iterdir()]
    suite = next(s for s in xml.parse(work / out / "junit.xml").getroot() if s.get("name").startswith("ann"))
    page = html.unescape(re.sub(r"<[^>]*>", " ", (work / out / "report.html").read_text()))
    return {"row": row, "record": next(r for r in record if r["student"] == "ann"),
            "item": next(i for r in record for i in r["items"] if r["student"] == "ann" and i["task"] == "scatter"),
            "attention": [r["why"] for r in table("attention.csv", out) if r["student"] == "ann"],
            "report": " ".join(page.split()),
            "feedback": [output("feedback", "ann", out, ending) for ending in (".md", ".html")],
            "gradescope": json.loads(output("gradescope", "ann", out)),
            "prairielearn": json.loads(output("prairielearn", "ann", out)),
            "junit": xml.tostring(suite, "unicode")}


def check_waiting(seen, said):
    check("1 waits for your review, and has open points: the report says why" in said, said)
    check("Needs attention: ann: transpose.cu" in said, said)
    check(seen["record"]["verdict"] == "review" and REASON in seen["record"]["review"], seen["record"])
    check(seen["item"]["verdict"] == "review" and not seen["item"]["judged"] and
          REASON in seen["item"]["what"], seen["item"])
    check(REASON in seen["row"]["review"] and seen["row"]["open"] == "4" and seen["row"]["05-transpose"] == "0" and
          seen["row"]["05-transpose verdict"] == "review", seen["row"])
    check(any(REASON in why for why in seen["attention"]), seen["attention"])
    check(seen["report"].count(REASON) >= 1 and "Needs attention" in seen["report"], "the report")
    for text in seen["feedback"]:
        check("A person will check" in text and REASON in text and "4 points open" in text, text)
    check("4 points are open" in seen["gradescope"]["output"] and seen["gradescope"]["score"] == 0,
          seen["gradescope"])
    check("A person will check" in seen["prairielearn"]["message"], seen["prairielearn"])
    check(REASON in seen["junit"] and "skipped" in seen["junit"], seen["junit"])


def test_review():
    """The mark "review" must be in the record and in all outputs, after grading was resumed, too,
    until a person decides."""
    hostile = ROOT / "grading/hostile/work"
    text = (hostile / "05-scatter-one-warp.cu").read_text()
    text = text.replace('#include "rest-05.h"', (hostile / "rest-05.h").read_text())
    make_platform("looks", {"ann/transpose.cu": text, "bob/transpose.cu": REFUSED})

    def grade_looks(*more):
        return lab(work / "looks", "--lab", "05", "-o", work / "of-looks", "--seed", 7, "--no-search", "-j", 2, *more)

    said = grade_looks()
    check_waiting(shown("of-looks"), said)
    kept = {p.name: p.read_bytes() for p in (work / "of-looks/records").iterdir()}
    said = grade_looks()
    check("2 of 2 graded, 2 of them before" in said, said)
    check_waiting(shown("of-looks"), said)
    for line, mark in (("points ann 05 scatter 3 by smith 2026-12-01: the blocks take turns\n", "3"),
                       ("points ann 05 all 5 by smith 2026-12-01: the blocks take turns\n", "5")):
        decide(line, "of-looks")
        for said in (lab("--reports", "-o", work / "of-looks"), grade_looks()):
            seen = shown("of-looks")
            check(seen["row"]["05-transpose"] == mark and seen["row"]["open"] in ("", "0"), seen["row"])
            check("the blocks take turns" in seen["row"]["decisions"], seen["row"])
            check(seen["record"]["verdict"] == "review", "records stay as they are", seen["record"])
            check(not seen["attention"] and "ann" not in said, seen["attention"], said)
            check("the blocks take turns" in seen["report"], "the report")
            for text in seen["feedback"]:
                check("A person will check" not in text and "the blocks take turns" in text, text)
            check(seen["gradescope"]["score"] == float(mark) and "open" not in seen["gradescope"]["output"] and
                  "A person" not in seen["prairielearn"]["message"], seen["gradescope"], seen["prairielearn"])
        check({p.name: p.read_bytes() for p in (work / "of-looks/records").iterdir()} == kept, "records")
    decide("", "of-looks")
    lab("--reports", "-o", work / "of-looks")
    check(shown("of-looks")["row"]["open"] == "4", "withdrawn", shown("of-looks")["row"])


# ---- single labs and files ---------------------------------------------------------------------------

def test_rubric_of_one_lab():
    """A broken or changed rubric must stop the grading of its own lab only."""
    make_platform("labs", {"ann/01-csr-scalar/csr-scalar.cu": REFUSED, "ann/02-ell/ell.cu": REFUSED})
    rubric = work / "rubric-02"
    good = "lab 02\ntask pad 2\ndeadline 2026-11-15T12:00\nbefore deadline show nothing\n"

    def grade_labs(text, exit_status, *more):
        rubric.write_text(text)
        return lab(work / "labs", "-o", work / "of-labs", "--rubric", rubric, "--seed", 7, "--no-search",
                   "-j", 2, *more, exit_status=exit_status)

    def labs_of_ann():
        rows = table("gradebook.csv", "of-labs")
        return {name: rows[0][name] for name in (LAB, "02-ell") if rows and name in rows[0]}

    for text, words in ((good + "task nonsense 3\n", "rubric-02:5: "),
                        (good + "hidden nonsense:7\n", "rubric-02:5: ")):
        said = grade_labs(text, 2)
        check(words in said and "02-ell is not graded" in said and "1 of 1 graded" in said and
              "Not graded, for the reason that is given above: 02-ell." in said, said)
        check(labs_of_ann() == {LAB: "0"}, labs_of_ann(), said)
    grade_labs(good, 0)
    check(labs_of_ann() == {LAB: "0", "02-ell": "0"}, labs_of_ann())
    feedback = output("feedback", "ann", "of-labs", ".md")
    check("02-ell" in feedback and "unistd.h" in feedback, feedback)
    # Existing grades must be kept. Without the rubric it is unknown what students may see of this
    # lab.
    for said in (grade_labs(good + "nonsense\n", 2),
                 lab("--reports", "-o", work / "of-labs", "--rubric", rubric, exit_status=2)):
        check("rubric-02:5: " in said and "students are shown nothing of 02-ell" in said, said)
        check(labs_of_ann() == {LAB: "0", "02-ell": "0"}, labs_of_ann())
    # A decision that needs this rubric must not stop the outputs of other labs.
    decide("extend ann 02 2026-11-20T12:00 by s 2026-11-14: ill\n"
           "points ann 01 kernel 2 by s 2026-11-14: x\n", "of-labs")
    said = grade_labs(good + "nonsense\n", 2)
    check(labs_of_ann()[LAB] == "2" and "rubric-02:5: " in said, labs_of_ann(), said)
    decide("", "of-labs")
    said = grade_labs(good.replace("pad 2", "pad 1"), 2)
    check("the rubric of 02-ell has changed" in said and "1 of 1 graded" in said, said)
    said = grade_labs(good + "nonsense\n", 2, "--lab", "02")
    check("rubric-02:5: " in said and "graded, " not in said, "no other lab is left", said)


def test_rubrics_of_two_labs():
    """Each lab may have a rubric that is not the kit's. An extension must follow that rubric."""
    rubrics = {"01": "lab 01\ntask kernel 7\ndeadline 2026-11-15T12:00\n", "02": "lab 02\ntask pad 9\n"}
    for name, text in rubrics.items():
        (work / f"own-{name}").write_text(text)
    given = ["-o", work / "of-both", "--rubric", work / "own-02", "--rubric", work / "own-01"]
    lab(work / "labs", *given, "--lab", "01", "--no-search")
    decide("extend ann 01 2026-11-20T12:00 by s 2026-11-14: ill\n", "of-both")
    lab(work / "labs", *given, "--lab", "02", "--no-search")
    said = lab("--reports", *given)
    check("another rubric" not in said, said)
    check(table("gradebook.csv", "of-both")[0]["possible"] == "30", table("gradebook.csv", "of-both"))
    said = lab(work / "labs", *given, "--rubric", work / "own-01", exit_status=2)
    check("are both rubrics of 01-csr-scalar" in said, said)
    said = lab(work / "labs", "-o", work / "of-both", "--rubric", work / "own-02", "--lab", "01", exit_status=2)
    check("no submission of that lab is graded" in said, said)


def test_empty_file():
    """A failed upload must not count as a compiler error."""
    make_platform("hollow", {"ann/csr-scalar.cu": "", "bob/csr-scalar.cu": "\ufeff \r\n"})
    (work / "rubric").write_text("lab 01\n")
    said = lab(work / "hollow", "-o", work / "of-hollow", "--rubric", work / "rubric", "--no-search")
    check("Needs attention: ann: csr-scalar.cu; bob: csr-scalar.cu" in said, said)
    check(points("of-hollow") == {"ann": "0", "bob": "0"}, points("of-hollow"))
    for student in ("ann", "bob"):
        text = output("feedback", student, "of-hollow", ".md")
        check("csr-scalar.cu is empty" in text and "not written" in text and "compile" not in text and
              "skeleton" not in text, text)
    rows = {row["student"]: row for row in table("attention.csv", "of-hollow")}
    check("it is empty, so nothing was graded" in rows["bob"]["why"], rows)
    page = (work / "of-hollow/report.html").read_text()
    check("it is empty, so nothing was graded" in page, "the report")


# ---- terminals ---------------------------------------------------------------------------------------

HOSTILE = "\x1b[2J\x1b]0;title\x07 \u009b2J \u202ereversed\u202c"


def test_terminal():
    """A teacher may run a student's file: nothing in it may control the terminal."""
    folder = work / "terminal"
    folder.mkdir()
    begin = SOLUTION.index("{", SOLUTION.index("spmv_csr_cpu("))
    printing = SOLUTION[:begin + 1] + f' printf("{HOSTILE}\\n");' + SOLUTION[begin + 1:]
    files = {"prints.cu": "#include <cstdio>\n" + printing.replace("y[row] += sum", "y[row] = sum", 1),
             "error.cu": f"#error {HOSTILE}\n" + SOLUTION,
             "line.cu": SOLUTION.replace("real sum = 0;", f"real sum = 0 /* {HOSTILE} */ x;", 1),
             f"{HOSTILE.replace('/', '')}.cu": SOLUTION}
    for name, text in files.items():
        (folder / name).write_text(text)
        for more in ((), ("--raw",)) if name in ("error.cu", "line.cu") else ((),):
            said = subprocess.run([SPARSELAB, "run", "01", "--file", folder / name, "--backend", "lens", *more],
                                  capture_output=True, check=False)
            text_of = (said.stdout + said.stderr).decode("utf-8", "replace")
            bad = re.findall("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text_of)
            check(not bad and text_of, name, more, "reaches the terminal:", bad, text_of[:300])


try:
    make_class()
    test_decisions()
    test_bad_decisions()
    test_withdrawn()
    test_previous()
    test_canvas()
    test_moodle()
    test_anonymous()
    test_partial()
    test_review()
    test_rubric_of_one_lab()
    test_rubrics_of_two_labs()
    test_empty_file()
    test_terminal()
finally:
    for failure in failures:
        print("FAILED:", failure)
    if "--keep" in sys.argv:
        print(work)
    else:
        shutil.rmtree(work, ignore_errors=True)
sys.exit(1 if failures else 0)
