#!/usr/bin/env python3
"""names.py SPARSELAB ROOT: a class whose files have the names, folders and archives that real classes
hand in. All of it is graded twice, without and with --accept-names, and every file must be accounted
for: used, or in a record and in the list of what needs attention. No submission may get 0 points
unnoticed. The files include <unistd.h>, which the gate refuses before anything is compiled, so the
verdict "forbidden" shows that the file was accepted. Two submissions are solutions, and are
actually judged.
"""
import csv
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile

SPARSELAB, ROOT = sys.argv[1], pathlib.Path(sys.argv[2])
SOLUTION = "".join(
    line for line in (ROOT / "solutions/02-ell/ell.cu").read_text().splitlines(keepends=True)
    if not re.match(r" *//[][|]", line))
SKELETON = (ROOT / "labs/02-ell/ell.cu").read_text()
TAKEN, OPEN, MISSING = "forbidden", "needs attention", "not written"
failures = []


def check(good, *what):
    if not good:
        failures.append(" ".join(str(part) for part in what))


def work(who, lab="ell"):
    """Returns a file that is accepted if its name is right, and that is different for each
    student."""
    return f'#include "{lab}.h"\n#include <unistd.h>\n// {who}\n'


def plain(who):
    return f"#include <unistd.h>\n// {who}\n"


# ---- making the submissions ------------------------------------------------------------------------

def zip_of(files):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            entry = zipfile.ZipInfo("x")
            entry.filename = name  # with backslashes, if the name has any
            archive.writestr(entry, content)
    return made.getvalue()


def tar_of(files):
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        for name, content in files.items():
            data = content if isinstance(content, bytes) else content.encode()
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return made.getvalue()


def locked_zip(name, content):
    """Marks the archive as protected by a password, in both places."""
    data = bytearray(zip_of({name: content}))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


class Link(str):
    pass


# Each row: the submission; the student; the verdict without and with --accept-names; the file that
# is graded or proposed, or a word of the reason.
CLASS = [
    # usual names
    ({"ann/02-ell/ell.cu": SOLUTION}, "ann", "pass", "pass", "02-ell/ell.cu"),
    ({"bob/ell.cu": work("bob")}, "bob", TAKEN, TAKEN, "ell.cu"),
    ({"cyd/labs/02-ell/ell.cu": work("cyd")}, "cyd", TAKEN, TAKEN, "labs/02-ell/ell.cu"),
    ({"dan.zip": zip_of({"02-ell/ell.cu": work("dan")})}, "dan", TAKEN, TAKEN, "02-ell/ell.cu"),
    ({"eve.tar.gz": tar_of({"ell.cu": work("eve")})}, "eve", TAKEN, TAKEN, "ell.cu"),
    ({"fay/02-ell-submission.tar.gz": tar_of({"02-ell/ell.cu": work("fay")})}, "fay", TAKEN, TAKEN,
     "02-ell-submission.tar.gz/02-ell/ell.cu"),
    ({"gus.zip": zip_of({"gus/02-ell/ell.cu": work("gus")})}, "gus", TAKEN, TAKEN,
     "gus/02-ell/ell.cu"),
    ({"win.zip": zip_of({"02-ell\\ell.cu": work("win")})}, "win", TAKEN, TAKEN, "02-ell/ell.cu"),
    # other letters, numbers, folders
    ({"hal/ELL.cu": SOLUTION + "// hal\n"}, "hal", OPEN, "pass", "ELL.cu"),
    ({"ida/lab2_final.cu": plain("ida")}, "ida", OPEN, TAKEN, "lab2_final.cu"),
    ({"jon/homework/week3/02-ell/ell.cu": work("jon")}, "jon", OPEN, TAKEN,
     "homework/week3/02-ell/ell.cu"),
    ({"kim/solution.cu": work("kim")}, "kim", OPEN, TAKEN, "solution.cu"),
    ({"lea/main.cu": plain("lea")}, "lea", OPEN, TAKEN, "main.cu"),
    ({"lab.2.zip": zip_of({"stuff.cu": plain("stuff")})}, "lab.2", OPEN, TAKEN, "stuff.cu"),
    ({"ott/lab02/kernel.cu": plain("ott")}, "ott", OPEN, TAKEN, "lab02/kernel.cu"),
    ({"mia/ell.cu.txt": work("mia")}, "mia", OPEN, TAKEN, "ell.cu.txt"),
    ({"moe/ell.cpp": work("moe")}, "moe", OPEN, TAKEN, "ell.cpp"),
    ({"max/02-ell/ell.cu": work("max"), "max/README.md": "read me", "max/Makefile": "all:",
      "max/try.cu": plain("a try")}, "max", TAKEN, TAKEN, "02-ell/ell.cu"),
    ({"eli/ell.cu": SKELETON, "eli/ell_final.cu": work("eli")}, "eli", OPEN, TAKEN, "ell_final.cu"),
    # learning platforms
    ({"mona_12345_67890_ell.cu": work("mona")}, "mona", TAKEN, TAKEN, "mona_12345_67890_ell.cu"),
    ({"doejane_LATE_12346_67891_ell-1.cu": work("doejane")}, "doejane", OPEN, TAKEN,
     "doejane_LATE_12346_67891_ell-1.cu"),
    ({"lee_11_21_ell.cu": work("lee the first")}, "lee_11", TAKEN, TAKEN, "lee_11_21_ell.cu"),
    ({"lee_12_22_ell.cu": work("lee the second")}, "lee_12", TAKEN, TAKEN, "lee_12_22_ell.cu"),
    ({"kay_1_2_02-ell-submission.tar.gz": tar_of({"02-ell/ell.cu": work("kay")}),
      "kay_LATE_1_3_02-ell-submission.tar-1.gz": tar_of({"02-ell/ell.cu": work("kay, later")})},
     "kay", OPEN, TAKEN, "kay_LATE_1_3_02-ell-submission.tar-1.gz/02-ell/ell.cu"),
    ({"Jane Doe_123456_assignsubmission_file_/ell.cu": work("Jane")}, "Jane Doe", TAKEN, TAKEN,
     "ell.cu"),
    ({"Jim Poe_123457_assignsubmission_file_/Ell.CU": work("Jim")}, "Jim Poe", OPEN, TAKEN, "Ell.CU"),
    ({"Lab2_jdoe_attempt_2026-10-01-12-00-00_ell.cu": work("jdoe"),
      "Lab2_jdoe_attempt_2026-10-01-12-00-00.txt": "Name: J. Doe"}, "jdoe", TAKEN, TAKEN,
     "Lab2_jdoe_attempt_2026-10-01-12-00-00_ell.cu"),
    ({"Lab2_two_attempt_2026-10-01-12-00-00_ell.cu": work("two"),
      "Lab2_two_attempt_2026-10-02-12-00-00_ell.cu": work("two, later")}, "two", OPEN, TAKEN,
     "Lab2_two_attempt_2026-10-02-12-00-00_ell.cu"),
    ({"submission_123456/ell.cu": work("123456")}, "submission_123456", TAKEN, TAKEN, "ell.cu"),
    ({"12345-67890 - Ned Low - Oct 1, 2026 1159 AM/ell.cu": work("Ned")}, "Ned Low", TAKEN, TAKEN,
     "ell.cu"),
    ({"Roe, Rick(rroe)/Submission attachment(s)/ell.cu": work("Rick")}, "Roe, Rick(rroe)", OPEN,
     TAKEN, "Submission attachment(s)/ell.cu"),
    ({"lou_ell.cu": work("lou")}, "lou", OPEN, TAKEN, "lou_ell.cu"),
    # several files
    ({"oli/ell.cu": work("oli"), "oli/ell(1).cu": work("oli, other")}, "oli", TAKEN, TAKEN, "ell.cu"),
    ({"pam/ell.cu": work("pam"), "pam/ell-1.cu": work("pam")}, "pam", TAKEN, TAKEN, "ell.cu"),
    ({"quy/ell (1).cu": work("quy"), "quy/ell (2).cu": work("quy, later")}, "quy", OPEN, TAKEN,
     "ell (2).cu"),
    ({"rob/ell_old.cu": work("rob"), "rob/my_ell.cu": work("rob, mine")}, "rob", OPEN, OPEN,
     "several files could be the submission"),
    ({"sue/a.cu": plain("sue"), "sue/b.cu": plain("sue, b")}, "sue", OPEN, OPEN,
     "several files could be the submission"),
    ({"cal/csr-scalar.cu": work("cal", "csr-scalar")}, "cal", OPEN, OPEN, "csr-scalar.cu"),
    ({"una/jds_una.cu": work("una")}, "una", OPEN, OPEN, "different labs"),
    ({"nat/ell.cu": work("nat"), "nat.zip": zip_of({"ell.cu": work("nat")})}, "nat", TAKEN, TAKEN,
     "nat/ell.cu"),
    # archives
    ({"gia/task/sub.zip": zip_of({"ell.cu": work("gia")})}, "gia", OPEN, TAKEN,
     "task/sub.zip/ell.cu"),
    ({"hue.zip": zip_of({"sub.zip": zip_of({"ell.cu": work("hue")})})}, "hue", OPEN, TAKEN,
     "sub.zip/ell.cu"),
    ({"tom.rar": b"Rar!\x1a\x07\x00"}, "tom", OPEN, OPEN, ".rar"),
    ({"uma/ell.7z": b"7z\xbc\xaf\x27\x1c"}, "uma", OPEN, OPEN, ".7z"),
    ({"vic.zip": b"PK\x03\x04 and no more"}, "vic", OPEN, OPEN, "cannot be read"),
    ({"wes.zip": locked_zip("ell.cu", work("wes"))}, "wes", OPEN, OPEN, "password"),
    ({"pip/ell.cu": work("pip"), "pip/old.zip": b"no zip"}, "pip", TAKEN, TAKEN, "ell.cu"),
    ({"ova.zip": zip_of({"02-ell/ell.cu": work("ova"), "../ell.cu": work("ova")})}, "ova", TAKEN,
     TAKEN, "outside of its folder"),
    # empty submissions, links, names with control characters
    ({"xia/": None}, "xia", MISSING, MISSING, "not submitted"),
    ({"yan.zip": zip_of({})}, "yan", OPEN, OPEN, "yan.zip"),
    ({"fox/notes.txt": "I could not do it"}, "fox", OPEN, OPEN, "notes.txt"),
    ({"zed": Link("ann")}, "zed", OPEN, OPEN, "a link"),
    ({"abe/ell.cu": Link("../ann/02-ell/ell.cu")}, "abe", TAKEN, TAKEN, "a link"),
    ({"ira/ell.cu": work("ira"), "ira/more": Link("../ann")}, "ira", TAKEN, TAKEN, "ell.cu"),
    ({"bea\x1b[31m/ell.cu": work("bea")}, "bea\ufffd[31m", TAKEN, TAKEN, "ell.cu"),
]
STRAYS = {"submission_metadata.yml": "a: 1", "grades.csv": "a,b", "ell.cu": work("nobody")}


def write(folder, files):
    for name, content in files.items():
        path = folder / name
        if name.endswith("/"):
            path.mkdir()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, Link):
            path.symlink_to(content)
        elif isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content)


# ---- grading ---------------------------------------------------------------------------------------

class Grading:
    def __init__(self, folder, out, *options):
        done = subprocess.run(
            [SPARSELAB, "grade", folder, "--lab", "02", "-o", out, "--seed", "7", "--no-search", "-j", "2",
             "--unsafe-no-sandbox", *options], capture_output=True)
        self.out, self.said = out, done.stdout.decode(errors="replace")
        check(done.returncode == 0, "exit status", done.returncode, self.said, done.stderr.decode())
        check(b"\x1b" not in done.stdout + done.stderr, "a control character reaches the terminal")
        self.last = self.said.rstrip("\n").rsplit("\n", 1)[-1]
        self.records = [json.loads(path.read_text()) for path in (out / "records").glob("*.json")]
        with open(out / "attention.csv", newline="") as file:
            self.attention = list(csv.DictReader(file))
        with open(out / "gradebook.csv", newline="") as file:
            self.gradebook = {row["student"]: row for row in csv.DictReader(file)}
        self.report = (out / "report.html").read_text()

    def record(self, student):
        found = [record for record in self.records if record["student"] == student]
        check(len(found) == 1, student, "has", len(found), "records")
        return found[0] if found else None


def names_in(name, data):
    """Returns the base names of the files in an archive, including nested archives."""
    if name.endswith(".zip") and zipfile.is_zipfile(io.BytesIO(data)):
        archive = zipfile.ZipFile(io.BytesIO(data))
        members = [(entry.filename, entry) for entry in archive.infolist()]
        if any(entry.flag_bits & 1 for _, entry in members) or any(".." in inner for inner, _ in members):
            return [name]
        made = [name for inner, entry in members for name in names_in(inner, archive.read(entry))]
        return made or [name]
    if ".tar" in name:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            return [os.path.basename(entry.name) for entry in archive]
    return [re.split(r"[/\\]", name)[-1]]


def names_of(files):
    for name, content in files.items():
        if name.endswith("/"):
            continue
        data = content if isinstance(content, bytes) else b""
        yield from names_in(name.split("/")[-1], data)


def check_submission(grading, files, student, verdict, place):
    record = grading.record(student)
    if not record:
        return
    check(record["verdict"] == verdict, student, "is", record["verdict"], "and not", verdict,
          record["message"])
    told = [record["file"], record["proposal"], record["message"]]
    check(any(place in text for text in told), student, "does not name", place, told)
    listed = {file["path"].split("/")[-1]: file for file in record["files"]}
    for name in names_of(files):
        check(name in listed, student, "does not list", name, list(listed))
    row = grading.gradebook[student]
    points = row["02-ell"]
    check((points == "") == (verdict == OPEN), student, "has", repr(points), "points")
    check((row["total"] == "") == (verdict == OPEN), student, "has the total", repr(row["total"]))
    attention = [row for row in grading.attention if row["student"] == student]
    if verdict == OPEN:
        check(float(row["open"]) > 0, student, "has no open points")
        check(any(row["verdict"] == OPEN for row in attention), student, "is not listed")
    if verdict == MISSING or (verdict == TAKEN and not record["digest"]):
        check(attention, student, "has 0 points and is not listed")
    for file in record["files"]:
        unused = file["use"] in ("look", "not used")
        check(not unused or any(row["file"] == file["path"] for row in attention),
              student, "does not list", file)
    for row in attention:
        shown = student + (": " if row["file"] else "") + row["file"]
        source = any(file["path"] == row["file"] and file["use"] == "not used"
                     for file in record["files"])
        check(source or shown in grading.last, "the last line lacks", shown)


def check_report(grading):
    top = grading.report.split("<h2>02-ell</h2>")[0]
    check("<h2>Needs attention</h2>" in top, "the list is not at the top of the report")
    for row in grading.attention:
        file = row["file"].replace("&", "&amp;")
        check(f"<code>{file}</code>" in top, "the report does not list", row)


def check_class(work_folder):
    folder = work_folder / "class"
    folder.mkdir()
    for files, *_ in CLASS:
        write(folder, files)
    write(folder, STRAYS)
    check(len(CLASS) >= 40, "only", len(CLASS), "submissions")
    for index, options in (3, []), (4, ["--accept-names"]):
        grading = Grading(folder, work_folder / "grades", *options)
        check(len(grading.records) == len(CLASS), len(grading.records), "records of", len(CLASS),
              sorted({record["student"] for record in grading.records} -
                     {student for _, student, *_ in CLASS}))
        for files, student, *rest in CLASS:
            check_submission(grading, files, student, rest[index - 3], rest[2])
        for name in STRAYS:
            check(f"{name} (nobody's)" in grading.last, "the last line lacks", name, grading.last)
            check(any(row["file"].endswith("/" + name) for row in grading.attention), name, "is lost")
        check_report(grading)
    return grading


# ---- archives of a whole class ---------------------------------------------------------------------

def check_archive(work_folder, name, data, expected, *options):
    """Returns the results for an archive of a class: for each student, the verdict and the file."""
    folder = work_folder / name
    folder.mkdir()
    path = folder / f"{name}.zip"
    path.write_bytes(data)
    argument = folder if "inside" in name else path
    grading = Grading(argument, folder / "grades", *options)
    found = {record["student"]: (record["verdict"], record["proposal"] or record["file"])
             for record in grading.records}
    check(found == expected, name, "gives", found, "and not", expected)


def check_archives(work_folder):
    canvas = zip_of({"mona_1_2_ell.cu": work("mona"), "nora_2_3_lab2.cu": work("nora"),
                     "otto_3_4_02-ell-submission.tar.gz": tar_of({"02-ell/ell.cu": work("otto")})})
    told = {"mona": (TAKEN, "mona_1_2_ell.cu"), "nora": (TAKEN, "nora_2_3_lab2.cu"),
            "otto": (TAKEN, "otto_3_4_02-ell-submission.tar.gz/02-ell/ell.cu")}
    check_archive(work_folder, "canvas", canvas, told, "--accept-names")
    check_archive(work_folder, "canvas-inside", canvas, told, "--accept-names")
    moodle = zip_of({"Jane Doe_1_assignsubmission_file_/ell.cu": work("Jane"),
                     "Jim Poe_2_assignsubmission_file_/sub.zip": zip_of({"ell.cu": work("Jim")})})
    check_archive(work_folder, "moodle", moodle, {"Jane Doe": (TAKEN, "ell.cu"),
                                                  "Jim Poe": (TAKEN, "sub.zip/ell.cu")})
    folders = zip_of({"all/ann/ell.cu": work("ann"), "all/bob/02-ell/ell.cu": work("bob"),
                      "all/cyd.zip": zip_of({"ell.cu": work("cyd")})})
    files = {"ann": "ell.cu", "bob": "02-ell/ell.cu", "cyd": "cyd.zip/ell.cu"}
    check_archive(work_folder, "folders", folders, {name: (OPEN, path) for name, path in files.items()})
    check_archive(work_folder, "folders-accepted", folders,
                  {name: (TAKEN, path) for name, path in files.items()}, "--accept-names")


def main():
    with tempfile.TemporaryDirectory() as work_folder:
        work_folder = pathlib.Path(work_folder)
        check_class(work_folder)
        check_archives(work_folder)
    for failure in failures:
        print(failure)
    print(f"{len(CLASS)} submissions, {len(failures)} complaints")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
