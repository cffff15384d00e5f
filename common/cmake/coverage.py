#!/usr/bin/env python3
"""Which lines of the kit's C code were run, after tests in a build with SL_COVERAGE.

    coverage.py BUILD              a line per room: lines, lines that were run, per cent
    coverage.py BUILD ROOM…        also which lines of these rooms were not run
    coverage.py BUILD --files      a line per file, the worst first

All objects are read, including those whose code never ran. Lines of headers count for the room of
the header. Tests, benchmarks and fuzzers are left out.
"""
import collections
import concurrent.futures
import json
import os
import subprocess
import sys

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))
LEFT_OUT = ("/tests/", "/fuzz/", "/bench/bench_", "/lens/bench/", "base/test.h", "base/fuzz.h")


def lines_of(object_notes):
    """Yields (path, line, count) for each line with code in one object."""
    out = subprocess.run([os.environ.get("GCOV", "gcov"), "--json-format", "--stdout", object_notes],
                         capture_output=True, text=True, cwd=os.path.dirname(object_notes)).stdout
    for document in out.splitlines():
        about = json.loads(document)
        for source in about["files"]:
            path = os.path.join(about["current_working_directory"], source["file"])
            path = os.path.relpath(os.path.realpath(path), ROOT)
            if not path.startswith(("common/", "labs/")) or any(part in path for part in LEFT_OUT):
                continue
            for line in source["lines"]:
                yield path, line["line_number"], line["count"]


def room_of(path):
    words = path.split("/")
    if words[0] == "labs":
        return "labs"
    return "/".join(words[1:3]) if words[1] == "lens" and len(words) > 3 else words[1]


def ranges(numbers, code):
    """Formats line numbers as "4-7 12". A range may also contain lines without code."""
    out = []
    for line in code:
        if line not in numbers:
            out.append(None)
        elif out and out[-1]:
            out[-1][1] = line
        else:
            out.append([line, line])
    return " ".join(f"{a}-{b}" if a != b else str(a) for a, b in filter(None, out))


def main(build, *wanted):
    notes = [os.path.join(folder, name) for folder, _, names in os.walk(os.path.realpath(build))
             for name in names if name.endswith(".gcno")]
    if not notes:
        sys.exit(f"coverage.py: no object in {build} counts lines: configure with SL_COVERAGE")
    counts = collections.defaultdict(lambda: collections.defaultdict(int))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for found in pool.map(lambda name: list(lines_of(name)), notes):
            for path, line, count in found:
                counts[path][line] += count
    rooms = collections.defaultdict(lambda: [0, 0])
    rows = []
    for path, lines in counts.items():
        run = sum(count > 0 for count in lines.values())
        rows.append((run / len(lines), path, run, len(lines)))
        rooms[room_of(path)][0] += len(lines)
        rooms[room_of(path)][1] += run
    rooms["all"] = [sum(row[3] for row in rows), sum(row[2] for row in rows)]
    for room in sorted(rooms, key=lambda name: (name == "all", name)):
        code, run = rooms[room]
        print(f"{room:20} {code:6} {run:6} {100 * run / code:6.1f} %")
    if "--files" in wanted:
        for share, path, run, code in sorted(rows):
            print(f"{path:50} {code:5} {run:5} {100 * share:6.1f} %")
    for path in sorted(counts):
        if room_of(path) not in wanted:
            continue
        unseen = {line for line, count in counts[path].items() if count == 0}
        if unseen:
            print(f"{path}: {ranges(unseen, sorted(counts[path]))}")


if __name__ == "__main__":
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    main(*sys.argv[1:])
