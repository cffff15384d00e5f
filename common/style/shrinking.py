"""Lists of exceptions that may only get shorter.

Each checker in this folder compares what it finds with a list in left/. A line of a list is a number
and what it is about, for example "3 common/base/table.c". A checker fails if something has a greater
number than its line, or no line at all, or if a line is no longer needed.
"""
import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
PARTS = ("common", "labs", "solutions", "grading", "docs")


def files(root, *endings):
    """Returns the paths of all files below the kit's folders with one of these endings, relative to
    root."""
    found = []
    for part in PARTS:
        for folder, folders, names in os.walk(root / part):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            found += [pathlib.Path(folder, name).relative_to(root) for name in sorted(names)
                      if name.endswith(endings)]
    return [path.as_posix() for path in found]


def read_list(path):
    listed = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            number, _, subject = line.partition(" ")
            listed[subject] = int(number)
    return listed


def judge(root, name, found, what, print_list=False):
    """Compares found (subject: number) with left/NAME.txt. Returns the exit status."""
    if print_list:
        for subject in sorted(found):
            print(found[subject], subject)
        return 0
    listed = read_list(root / "common/style/left" / f"{name}.txt")
    trouble = [f"{subject}: {found[subject]} {what}, {listed.get(subject, 0)} listed"
               for subject in sorted(found) if found[subject] > listed.get(subject, 0)]
    unneeded = [f"{subject}: no longer needed in left/{name}.txt" for subject in sorted(listed)
                if subject not in found]
    for line in trouble + unneeded:
        print(line)
    print(f"{name}: {len(found)} exceptions, of these {len(trouble)} not listed or worse than listed; "
          f"{len(unneeded)} lines no longer needed")
    if unneeded:
        print(f"To shorten the list: python3 common/style/{name}.py --list >new, "
              f"then move new to common/style/left/{name}.txt")
    return 1 if trouble or unneeded else 0


def arguments():
    """Returns the root of the kit, and whether --list asks for the list of all exceptions."""
    words = [word for word in sys.argv[1:] if word != "--list"]
    root = pathlib.Path(words[0]).resolve() if words else HERE.parent.parent
    return root, "--list" in sys.argv[1:]
