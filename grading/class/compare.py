#!/usr/bin/env python3
"""compare.py: summarises the results of an invented class, and checks that they are the same each
time.

    grading/class/compare.py CLASS.csv GRADES [GRADES…]

make.py has written CLASS.csv. Each GRADES is a folder that `grade` has filled: with another number
of processes, with interruptions, under Slurm, or for a part of the class. Prints how many
submissions of each kind got which verdict in the first folder, and each record of another folder
that is not byte for byte the same. Exit status: 1 if there is one, if a right file without edits
does not pass, if a wrong or hostile one passes, or if any verdict is "infrastructure".
"""
import collections
import csv
import json
import pathlib
import sys


def load(folder):
    """Returns the bytes of each record, by student and lab."""
    found = {}
    for path in (pathlib.Path(folder) / "records").glob("*.json"):
        text = path.read_bytes()
        record = json.loads(text)
        found[record["student"], record["lab"]] = text
    return found


def describe(handed, records):
    """Counts the submissions by kind and verdict, and returns the results that should not occur."""
    counts, bad = collections.Counter(), []
    for (student, lab), text in sorted(records.items()):
        mine = handed[student]
        verdict = json.loads(text)["verdict"]
        if verdict == "infrastructure":
            bad.append(f"{student}, {lab}: infrastructure")
        if mine["lab"] != lab:
            counts["nothing", verdict] += 1
            continue
        edited = mine["edits"] != "0"
        counts[mine["kind"] + (", edited" if edited else ""), verdict] += 1
        should_pass = mine["kind"] == "right"
        if (not edited or not should_pass) and (verdict == "pass") != should_pass:
            bad.append(f"{student}, {lab}: {mine['kind']} ({mine['from']}, {mine['edits']} edits), "
                       f"and yet {verdict}")
    print("handed in,verdict,submissions")
    for (kind, verdict), count in sorted(counts.items()):
        print(f'"{kind}",{verdict},{count}')
    return bad


def difference(first, other):
    """Returns the fields that differ, with both values."""
    first, other = json.loads(first), json.loads(other)
    fields = [(name, first[name], other.get(name)) for name in first
              if name != "items" and first[name] != other.get(name)]
    for one, two in zip(first["items"], other["items"]):
        fields += [(f"{one['id']}: {name}", one[name], two.get(name)) for name in one
                   if one[name] != two.get(name)]
    return fields


def compare(records, folder):
    others, bad = load(folder), []
    for key, text in sorted(others.items()):
        if key not in records:
            bad.append(f"{folder}: {key} is not in the first folder")
        elif records[key] != text:
            bad.append(f"{folder}: {key} differs: {difference(records[key], text)}")
    print(f"{folder}: {len(others)} records, {len(others) - len(bad)} the same to the byte")
    return bad


def main():
    with open(sys.argv[1], newline="") as file:
        handed = {row["student"]: row for row in csv.DictReader(file)}
    records = load(sys.argv[2])
    bad = describe(handed, records)
    for folder in sys.argv[3:]:
        bad += compare(records, folder)
    print("\n".join(bad) if bad else "all as it should be")
    sys.exit(1 if bad else 0)


main()
