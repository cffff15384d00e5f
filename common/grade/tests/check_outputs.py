"""check_outputs.py PROGRAM KIND: the files that PROGRAM writes about a class can be read by other
parsers of CSV, JSON, XML and HTML, have the fields that platforms require, and contain nothing that
a browser would execute."""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as xml
from html.parser import HTMLParser

program, kind = sys.argv[1:]


def expect(condition, *what):
    if not condition:
        sys.exit("FAILED: " + " ".join(str(w)[:300] for w in what))


def only_kinds(value, fields, where):
    """Checks that an object has no other fields than these; fields that end in ! are required."""
    names = {f.rstrip("!"): k for f, k in fields.items()}
    expect(isinstance(value, dict), where, "is not an object")
    for name, item in value.items():
        expect(name in names, where, "has an unknown field", name)
        kinds = names[name] if isinstance(names[name], tuple) else (names[name],)
        expect(type(item) in kinds, where, name, "is", type(item))
    for f in fields:
        expect(not f.endswith("!") or f[:-1] in value, where, "lacks", f)


UNSAFE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")


def safe_text(text, where):
    bad = UNSAFE.search(text)
    expect(not bad, where, "holds the character", bad and hex(ord(bad.group())))


def read(path):
    text = path.read_bytes().decode("utf-8")
    safe_text(text, path)
    return text


def timed_items(records):
    """Yields student, lab, item and figures of items that were timed on a GPU."""
    return [(r["student"], r["lab"], i["id"], {"us": i["time_us"], "reference us": i["reference_us"],
                                               "ratio": i["value"]})
            for r in records for i in r["items"] if i["time_us"] > 0 and i["reference_us"] > 0]


def check_gradebook(path, records):
    text = read(path)
    expect("\n" not in text.replace("\r\n", ""), "lines of the gradebook end in CR LF")
    rows = list(csv.reader(text.splitlines(), strict=True))
    labs = sorted({r["lab"] for r in records})
    times = timed_items(records)
    expect(rows[0] == ["student", *labs, "late", "total", "possible", "open", "review", "decisions",
                       *(lab + " verdict" for lab in labs),
                       *(f"{lab} {item} {figure}" for lab, item in sorted({t[1:3] for t in times})
                         for figure in ("us", "reference us", "ratio"))], "header", rows[0])
    expect(len(rows) - 1 == len({r["student"] for r in records}), "a row a student")
    for row in rows[1:]:
        expect(len(row) == len(rows[0]), "cells of", row)
        for cell in row:
            numeric = re.fullmatch(r"[0-9]+(\.[0-9]{1,2})?", cell)
            expect(numeric or not cell.lstrip(" ").startswith(tuple("=+-@\t\r＝＋－＠")), "formula", cell)
            expect(len(cell) < 1010, "a cell of", len(cell))
        cells = dict(zip(rows[0], row))
        marks = sum(float(cells[lab]) for lab in labs if cells[lab])
        if any(cells[lab] for lab in labs):
            expect(abs(marks - float(cells["total"])) < 0.011 * len(labs), "total of", row)
        else:
            expect(cells["total"] == "", "nothing was graded, which must not give a total of 0", row)
        for student, lab, item, figures in times:
            if student == row[0]:
                expect(all(abs(float(cells[f"{lab} {item} {name}"]) - figure) < 0.006
                           for name, figure in figures.items()), "times of", row)
        for lab in labs:
            expect((cells[lab] == "") == (cells[lab + " verdict"] in ("", "infrastructure", "needs attention")),
                   "what was not graded has no mark", row)


def check_attention(path, records):
    rows = list(csv.DictReader(read(path).splitlines(), strict=True))
    listed = {(row["student"].lstrip("'"), row["lab"]) for row in rows}
    for record in records:
        expect(record["verdict"] not in ("infrastructure", "review", "needs attention") or
               (record["student"].replace("\n", " ").lstrip("'"), record["lab"]) in listed,
               "not among what needs attention:", record["student"])


class Page(HTMLParser):
    allowed = set("html head meta title style body h1 h2 h3 main section header div p span a b i code "
                  "pre table tr th td details summary figure figcaption small svg g path text rect "
                  "polygon tspan".split())

    def __init__(self, path):
        super().__init__()
        self.path, self.links, self.open = path, [], []

    def handle_starttag(self, tag, attributes):
        expect(tag in self.allowed, self.path, "has the element", tag)
        for name, value in attributes:
            expect(not name.startswith("on"), self.path, "has the attribute", name)
            expect(name not in ("src", "srcdoc", "action", "xlink:href"), self.path, "has", name)
            if name == "href":
                self.links.append(value)
        self.open.append(tag)

    def handle_comment(self, data):
        expect(False, self.path, "has a comment", data)


def check_page(path):
    text = read(path)
    expect("default-src 'none'" in text, path, "has no policy")
    page = Page(path)
    page.feed(text)
    page.close()
    for link in page.links:
        expect(re.fullmatch(r"feedback/[A-Za-z0-9._~%-]+\.html|records/[0-9a-f]{64}\.json", link),
               path, "links to", link)
    return [link for link in page.links if link.startswith("feedback/")]


def check_markdown(path):
    """Checks Markdown: outside of fences nothing may begin an element, a link, an image or the
    mention of a person, and all headings must be the kit's."""
    fence = None
    for line in read(path).split("\n"):
        ticks = re.match(r"`{3,}", line)
        if fence is None and ticks:
            fence = ticks.group()
        elif fence is not None:
            if line == fence:
                fence = None
        else:
            plain = re.sub(r"\\.|&#64;", "", line.removeprefix("> Hint: "))
            expect(not re.search(r"[<>`@|~]|\]\(", plain), path, "markup:", line)
            expect(not plain.startswith("#") or re.match(r"# Feedback for|## 0|###", plain), path, line)
    expect(fence is None, path, "has an open fence")


def check_gradescope(path, mine):
    top = json.loads(read(path))
    only_kinds(top, {"score": (int, float), "output!": str, "output_format!": str, "tests!": list,
                     "test_output_format": str, "test_name_format": str,
                     "stdout_visibility!": str}, path)
    graded = all(r["verdict"] != "infrastructure" for r in mine)
    expect(("score" in top) == graded, path, "a score although nothing was graded, or no score")
    scores = 0
    for test in top["tests"]:
        only_kinds(test, {"score": (int, float), "max_score": (int, float), "name!": str,
                          "name_format": str, "number": str, "output": str, "output_format!": str,
                          "tags": list, "visibility!": str, "status": str}, path)
        expect(test["visibility"] in ("visible", "after_due_date"), path, test["visibility"])
        expect(test["output_format"] == "text" and test["name_format"] == "text", path)
        expect(test.get("status", "passed") in ("passed", "failed"), path)
        expect(("score" in test) == ("max_score" in test), path, "score and max_score")
        expect(graded or "score" not in test, path, "a score although nothing was graded")
        scores += test.get("score", 0)
    items = [(r, i) for r in mine for i in r["items"]]
    if graded:
        expect(abs(scores - sum(i["points"] for _, i in items if i["judged"])) < 1e-6, path, "scores")
        points = sum(i["points"] * (1 - r["late_percent"] / 100) for r, i in items if i["judged"])
        expect(abs(top["score"] - points) < 1e-6, path, "top score")
    if kind == "before":
        for test in top["tests"]:
            expect("score" not in test or test["visibility"] == "after_due_date", path, "points shown")


def check_prairielearn(path, mine):
    text = read(path)
    expect(len(text.encode()) < 1000000, path, "is larger than 1 MB")
    top = json.loads(text)
    only_kinds(top, {"gradable!": bool, "score": (int, float), "message": str, "format_errors": str,
                     "tests!": list}, path)
    lost = any(r["verdict"] in ("infrastructure", "does not compile", "forbidden") for r in mine)
    expect(top["gradable"] != lost and ("score" in top) != lost, path, "gradable")
    expect(("format_errors" in top) == lost, path, "format_errors")
    expect(0 <= top.get("score", 0) <= 1, path, "score")
    for test in top["tests"]:
        only_kinds(test, {"name!": str, "points": (int, float), "max_points": (int, float),
                          "message!": str}, path)


def check_autolab(path, mine):
    lines = read(path).split("\n")
    expect(lines.pop() == "", path, "ends in a newline")
    for line in lines[:-2]:
        expect(line == "" or line.startswith("  "), path, "a line of the feedback begins at once", line)
    feedback, last = json.loads(lines[-2]), json.loads(lines[-1])
    expect(feedback["_presentation"] == "semantic" and isinstance(feedback["stages"], list), path)
    for stage in feedback["stages"]:
        for result in feedback[stage].values():
            if isinstance(result, dict):
                only_kinds(result, {"passed!": bool, "hint": str}, path)
    only_kinds(last, {"scores!": dict}, path)
    names = {i["id"] for r in mine for i in r["items"]}
    for name, score in last["scores"].items():
        expect(name.split(" ")[-1] in names and type(score) in (int, float), path, name, score)
        expect(0 <= score <= 5, path, "score", score)
    if kind == "before":
        expect(last["scores"] == {}, path, "points shown")


def check_junit(path, records):
    """Allows only attributes of the schema junit-10.xsd of Jenkins' plugin xUnit, because its
    reader refuses a whole file with others."""
    top = xml.parse(path).getroot()
    expect(top.tag == "testsuites" and len(top) == len(records), path, "suites")
    total = dict.fromkeys(("tests", "failures", "errors"), 0)
    expect(set(top.attrib) == {"name", *total}, path, top.attrib)
    for suite in top:
        expect(set(suite.attrib) <= {"name", *total, "skipped", "timestamp", "file"}, path, suite.attrib)
        cases = suite.findall("testcase")
        found = {"tests": len(cases), "failures": len(suite.findall("testcase/failure")),
                 "errors": len(suite.findall("testcase/error")),
                 "skipped": len(suite.findall("testcase/skipped"))}
        for name, count in found.items():
            expect(int(suite.get(name)) == count, path, name)
            if name in total:
                total[name] += count
        for case in cases:
            expect(set(case.attrib) == {"name", "classname"}, path, case.attrib)
            expect(case.get("name") and len(case) <= 1, path, "case")
    for name, count in total.items():
        expect(int(top.get(name)) == count, path, name)
    read(path)


with tempfile.TemporaryDirectory() as around:
    out = pathlib.Path(around) / "a" / "b" / "out"
    out.mkdir(parents=True)
    subprocess.run([program, kind, str(out)], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    expect([p.name for p in pathlib.Path(around).iterdir()] == ["a"], "written outside")
    expect([p.name for p in (out / "..").iterdir()] == ["out"], "written outside")
    expect({p.name for p in out.iterdir()} == {"records", "gradebook.csv", "attention.csv", "feedback", "gradescope",
                                               "prairielearn", "autolab", "junit.xml",
                                               "report.html"}, "files of the folder")
    records = [json.loads(p.read_text("utf-8")) for p in (out / "records").iterdir()]
    students = {r["student"] for r in records}
    check_gradebook(out / "gradebook.csv", records)
    check_attention(out / "attention.csv", records)
    check_junit(out / "junit.xml", records)
    links = check_page(out / "report.html")
    checks = {"feedback": {".md": lambda p, _: check_markdown(p), ".html": lambda p, _: check_page(p)},
              "gradescope": {".json": check_gradescope}, "prairielearn": {".json": check_prairielearn},
              "autolab": {".txt": check_autolab}}
    # Finds the file of each student by the name in the heading of the page.
    names = {}
    for page in (out / "feedback").glob("*.html"):
        heading = re.search(r"<h1>Feedback for ?(.*?)</h1>", read(page), re.S).group(1)
        for entity, c in (("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&#39;", "'"), ("&amp;", "&")):
            heading = heading.replace(entity, c)
        names[page.stem if page.name != ".html" else ""] = heading
    expect(set(names.values()) == students, "a page a student", set(names.values()) ^ students)
    for folder, endings in checks.items():
        for ending, check in endings.items():
            files = list((out / folder).glob("*" + ending))
            expect(len(files) == len(students), folder, ending, len(files))
            for path in files:
                name = path.name[:-len(ending)]
                check(path, [r for r in records if r["student"] == names[name]])
    for link in links:
        expect((out / urllib.parse.unquote(link)).is_file(), "a link leads nowhere:", link)
print("checked", len(students), "students of", kind)
