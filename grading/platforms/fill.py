#!/usr/bin/env python3
"""Fills in the marks of one lab in a CSV file that a learning platform exported, for import.

  fill.py GRADES LAB EXPORT [COLUMN] [--scale] -o IMPORT

GRADES is the folder of ./lab grade. EXPORT is a gradebook of Canvas, or a grading worksheet or a
gradebook of Moodle. COLUMN is the column for the marks; by default "Grade". Every other cell stays as
it is. --scale: the platform's maximum is not the lab's. docs/marks.md describes the whole way.

Exit status: 0; 1 if a mark could not be placed (IMPORT is written, and those students are named);
2 if nothing could be done."""
import argparse
import csv
import html
import io
import json
import os
import pathlib
import re
import sys

COMMENTS = "Feedback comments"
EXCUSED = "EX"  # in Canvas: this assignment does not count for this student
# How a row identifies a student: the columns of platforms, and which data of a student they
# contain.
KEYS = {"ID": "id", "Identifier": "participant", "SIS User ID": "number", "ID number": "number",
        "SIS Login ID": "login", "Username": "login", "Email address": "email", "Student": "name",
        "Full name": "name"}
UNIQUE = ("id", "participant", "number", "login", "email")


class Trouble(Exception):
    pass


def read_table(path):
    """Returns the rows as lists, and the dialect of the file: platforms use commas, semicolons or
    tabs."""
    text = path.read_text(encoding="utf-8-sig")
    head = text.splitlines()[0] if text.strip() else ""
    delimiter = max(",;\t", key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise Trouble(f"{path}: this is not CSV: {error}. Export the file again") from error
    if len(rows) < 2:
        raise Trouble(f"{path}: there are no rows under the first line, which names the columns")
    for number, row in enumerate(rows[1:], 2):
        if row and len(row) != len(rows[0]):
            raise Trouble(f"{path}: row {number} has {len(row)} cells, and the first line has "
                          f"{len(rows[0])}. Export the file again")
    return rows, delimiter


def plain(name):
    """ "Doe, Jane" and "Jane Doe" are one name."""
    if name.count(",") == 1:
        name = " ".join(reversed(name.split(",")))
    return re.sub(r"\W+", " ", name).strip().casefold()


def read_marks(folder, lab):
    path = folder / "marks.json"
    try:
        marks = json.loads(path.read_text(encoding="utf-8"))["marks"].values()
    except FileNotFoundError as error:
        raise Trouble(f"{path} does not exist: make it by ./lab grade --reports -o {folder}") from error
    except (ValueError, KeyError) as error:
        raise Trouble(f"{path} is damaged: {error}. Remove it, then: ./lab grade --reports -o {folder}") from error
    labs = sorted({mark["lab"] for mark in marks})
    found = [name for name in labs if lab in (name, name.split("-")[0], name.partition("-")[2])]
    if not found:
        raise Trouble(f"{folder} has no marks of lab \"{lab}\"; it has {', '.join(labs) or 'none'}")
    return [mark for mark in marks if mark["lab"] == found[0]]


def read_roster(path):
    if not path.exists():
        return []
    rows, _ = read_table(path)
    names = [name.strip().lower() for name in rows[0]]
    return [dict(zip(names, row)) for row in rows[1:] if row]


def known_of(mark, roster):
    """Returns everything that is known about a student, by the names in KEYS."""
    known = {"id": mark["platform_id"], "participant": mark["platform_id"], "login": mark["student"],
             "name": mark["student"], "number": "", "email": mark["student"]}
    by_id = [e for e in roster if known["id"] and e.get("id") == known["id"]]
    entries = by_id or [e for e in roster if mark["student"] in
                        [e.get(key) for key in ("student", "login", "number", "name") if e.get(key)]]
    if len(entries) == 1:
        known.update({key: value for key, value in entries[0].items() if key in known and value})
        known["participant"] = mark["platform_id"]
    return known


def says(kind, cell, known):
    cell = cell.strip()
    if kind == "participant":
        cell = re.sub(r"^\D*", "", cell)  # "Participant 123" in the language of the course
    if not cell or not known[kind]:
        return False
    if kind == "name":
        return plain(cell) == plain(known["name"])
    return cell.casefold() == known[kind].casefold()


def find_row(rows, known):
    """Returns the number of the student's row, or None. Unique identifiers are compared before
    names."""
    head = [name.strip() for name in rows[0]]
    for kinds in (UNIQUE, ("name",)):
        fitting = {number for number, row in enumerate(rows) if number and row
                   for name, cell in zip(head, row)
                   if KEYS.get(name) in kinds and says(KEYS[name], cell, known)}
        if len(fitting) > 1:
            lines = ", ".join(str(number + 1) for number in sorted(fitting))
            raise Trouble(f"rows {lines} both fit \"{known['name']}\": write the platform's number into a "
                          "column id of roster.csv")
        if fitting:
            return fitting.pop()
    return None


def find_column(rows, path, wanted):
    head = [name.strip() for name in rows[0]]
    found = [i for i, name in enumerate(head) if name == wanted]
    found = found or [i for i, name in enumerate(head) if re.sub(r" \(\d+\)$", "", name) == wanted]
    if len(found) == 1:
        return found[0]
    raise Trouble(f"{path}: {'no' if not found else 'more than one'} column is called \"{wanted}\"; "
                  f"the columns are {', '.join(head)}")


def factor_of(rows, number, column, mark, path, scale):
    """Converts the lab's points to those of the platform."""
    head = [name.strip().casefold() for name in rows[0]]
    most = rows[number][head.index("maximum grade")] if "maximum grade" in head else next(
        (row[column] for row in rows[1:] if row and row[0].strip() == "Points Possible"), "")
    try:
        most = float(most.replace(",", "."))  # "10,00" in many languages
    except ValueError:
        return 1  # the export does not contain the maximum
    if most == mark["possible"] or not mark["possible"]:
        return 1
    if scale:
        return most / mark["possible"]
    raise Trouble(f"{path}: the platform gives at most {most:g} points, and the lab {mark['possible']:g}: "
                  "change one of them, or add --scale")


def fill(rows, path, marks, roster, wanted, scale):
    """Fills in the rows. Returns the students that have no row, excused students, and rows without a
    mark."""
    column, head = find_column(rows, path, wanted), [name.strip() for name in rows[0]]
    comments = head.index(COMMENTS) if COMMENTS in head else None
    if not any(name in KEYS for name in head):
        raise Trouble(f"{path}: no column says who a row is; platforms call it one of {', '.join(KEYS)}")
    filled, lost, excused = {}, [], []
    for mark in marks:
        known = known_of(mark, roster)
        number = find_row(rows, known)
        if number is None:
            lost.append(mark["student"])
            continue
        if number in filled:
            raise Trouble(f"{path}: row {number + 1} fits both \"{filled[number]}\" and \"{mark['student']}\": "
                          "write their platform's numbers into a column id of roster.csv")
        filled[number] = mark["student"]
        if rows[number][column].strip().upper() == EXCUSED:
            excused.append(mark["student"])
        elif mark["points"] is not None:  # open points do not count as 0
            points = mark["points"] * factor_of(rows, number, column, mark, path, scale)
            rows[number][column] = f"{points:.2f}".rstrip("0").rstrip(".")
            if comments is not None:
                rows[number][comments] = html.escape(mark["comment"], quote=False)  # Moodle reads HTML
    return lost, excused, [row for number, row in enumerate(rows) if number and row and number not in filled]


def write(path, rows, delimiter):
    beside = path.with_name(path.name + ".new")
    with beside.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)
    os.replace(beside, path)


def show(text):
    return "".join(c if c.isprintable() else "\ufffd" for c in text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("grades", type=pathlib.Path)
    parser.add_argument("lab")
    parser.add_argument("export", type=pathlib.Path)
    parser.add_argument("column", nargs="?", default="Grade")
    parser.add_argument("-o", dest="result", type=pathlib.Path, required=True, metavar="IMPORT")
    parser.add_argument("--scale", action="store_true")
    given = parser.parse_args()
    marks = read_marks(given.grades, given.lab)
    rows, delimiter = read_table(given.export)
    lost, excused, rest = fill(rows, given.export, marks, read_roster(given.grades / "roster.csv"), given.column,
                               given.scale)
    write(given.result, rows, delimiter)
    placed = len(marks) - len(lost)
    unmarked = [m["student"] for m in marks
                if m["points"] is None and m["student"] not in lost + excused]
    print(f"{placed} of {len(marks)} students found, {placed - len(unmarked) - len(excused)} marks filled in: "
          f"{show(str(given.result))}")
    if unmarked:
        print("No mark yet, left as it was:", show("; ".join(unmarked)))
    if excused:
        print("Excused, left as it was:", show("; ".join(excused)))
    students = [show(row[0]) for row in rest if row[0].strip() and row[0].strip() != "Points Possible"]
    if students:
        print("In the export, and without a submission:", "; ".join(students))
    if lost:
        print("Not in the export:", show("; ".join(lost)), file=sys.stderr)
    return 1 if lost else 0


try:
    sys.exit(main())
except (Trouble, OSError, UnicodeDecodeError) as trouble:
    print(f"fill.py: {show(str(trouble))}", file=sys.stderr)
    sys.exit(2)
