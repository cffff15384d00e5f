#!/usr/bin/env python3
"""make.py: invents a class for testing the grader at full size.

    grading/class/make.py SPARSELAB FOLDER STUDENTS SEED

Each student submits one lab, and all labs are equally frequent. A submission is a solution or a
right file, the program of a known mistake, or a hostile file. Many have random edits, because real
submissions are more varied. A third comes as a folder, a third as .tar.gz, a third as .zip.
FOLDER.csv describes each one: student, lab, kind (right, wrong, hostile), from which file or
mistake, number of edits. The same seed makes the same class.
"""
import csv
import io
import pathlib
import random
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LABS = sorted(path.name for path in (ROOT / "labs").iterdir() if path.is_dir())
KINDS = ["right"] * 8 + ["wrong"] * 8 + ["hostile"] * 4
EDITED = 0.5  # share of the students whose file has random edits


def name_of(lab):
    return lab.split("-", 1)[1] + ".cu"


def right_files(lab):
    """Returns the solution and the right files of a lab. fast.cu is left out, because it is a
    program of the bench."""
    return [ROOT / "solutions" / lab / name_of(lab)] + sorted(
        (ROOT / "grading" / "right" / lab).glob("*.cu"))


def hostile_files(lab):
    """Returns the hostile files for a lab. Files that forge evidence are written for lab 01, or for
    the lab whose number their name begins with. What the gate refuses, it refuses in any lab.
    Files that do something wrong only on a GPU are left out."""
    hostile = ROOT / "grading/hostile"
    if lab == LABS[0]:
        return sorted((hostile / "evidence").glob("[!0]*.cu"))
    return sorted([*(hostile / "evidence").glob(lab[:3] + "*.cu"), *(hostile / "gate").glob("*.cu")])


def hostile_text(path, lab):
    text = path.read_bytes().decode("latin-1").replace("csr-scalar.h", name_of(lab)[:-2] + "h")
    rest = path.parent / "rest.h"
    if rest.exists():  # included here, because students submit only one file
        text = text.replace('#include "rest.h"\n', rest.read_text(encoding="latin-1"))
    return text


def mistakes(lab):
    listed = subprocess.run(
        ["awk", "-f", ROOT / "common/cmake/mistakes.awk", ROOT / "grading/mistakes" / (lab + ".txt")],
        check=True, capture_output=True, text=True).stdout
    return [line.split()[0] for line in listed.splitlines()]


def program_of(sparselab, lab, which, scratch):
    subprocess.run([sparselab, "fingerprint", lab, "--program", which, scratch], check=True)
    lines = scratch.read_text().splitlines(keepends=True)
    return "".join(lines[1:])  # the first line names the mistake


def choose(chance, sparselab, kind, lab, scratch):
    """Returns the text of a submission, and where it comes from."""
    if kind == "right":
        file = chance.choice(right_files(lab))
        return file.read_text(), file.relative_to(ROOT)
    if kind == "wrong":
        which = chance.choice(mistakes(lab))
        return program_of(sparselab, lab, which, scratch), which
    file = chance.choice(hostile_files(lab))
    return hostile_text(file, lab), file.relative_to(ROOT)


def swap(chance, text, old_and_new):
    old, new = chance.choice(old_and_new)
    places = [i for i in range(len(text)) if text.startswith(old, i)]
    if not places:
        return text
    at = chance.choice(places)
    return text[:at] + new + text[at + len(old):]


def edit(chance, text):
    """Makes one random edit, of a kind that tired students make."""
    lines = text.splitlines(keepends=True)
    at = chance.randrange(len(lines))
    what = chance.randrange(8)
    if what == 0:
        del lines[at]
    elif what == 1:
        lines.insert(at, lines[chance.randrange(len(lines))])
    elif what == 2:
        other = chance.randrange(len(lines))
        lines[at], lines[other] = lines[other], lines[at]
    elif what == 3:
        return text[:chance.randrange(len(text))]
    elif what == 4:
        here = chance.randrange(len(text))
        return text[:here] + chr(chance.randrange(1, 256)) + text[here:]
    else:
        pairs = [("<", "<="), ("+ 1", ""), ("+=", "="), ("[row]", "[row + 1]"), ("0", "1"), (";", ""),
                 ("x[", "y["), ("threadIdx.x", "blockIdx.x"), ("int ", "short "), ("(", "((")]
        return swap(chance, text, pairs)
    return "".join(lines)


def hand_in(chance, folder, student, lab, text):
    path = f"{lab}/{name_of(lab)}"
    bytes_ = text.encode("latin-1", "replace")
    form = chance.randrange(3)
    if form == 0:
        (folder / student / lab).mkdir(parents=True)
        (folder / student / path).write_bytes(bytes_)
    elif form == 1:
        with tarfile.open(folder / (student + ".tar.gz"), "w:gz") as archive:
            about = tarfile.TarInfo(path)
            about.size = len(bytes_)
            archive.addfile(about, io.BytesIO(bytes_))
    else:
        with zipfile.ZipFile(folder / (student + ".zip"), "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(path, bytes_)


def main():
    sparselab, folder, students, seed = sys.argv[1], pathlib.Path(sys.argv[2]), *map(int, sys.argv[3:5])
    chance = random.Random(seed)
    folder.mkdir(parents=True)
    scratch = folder / ".program.cu"
    with open(str(folder) + ".csv", "w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["student", "lab", "kind", "from", "edits"])
        for number in range(students):
            student, lab = f"s{number:04}", LABS[number % len(LABS)]
            kind = chance.choice(KINDS)
            text, origin = choose(chance, sparselab, kind, lab, scratch)
            edits = chance.randrange(1, 4) if chance.random() < EDITED else 0
            for _ in range(edits):
                text = edit(chance, text) or " "
            hand_in(chance, folder, student, lab, text)
            table.writerow([student, lab, kind, origin, edits])
    scratch.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
