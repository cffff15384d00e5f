"""run.py LENSCC PAIRS [NAME ...]: compiles and runs the pairs of programs in the file PAIRS, which
describes their form. Prints each result that was not expected, and at the end the number of
expected ones. Exit status 1: the lens reports a right program, or fewer than 95 of 100 wrong
ones."""

import os
import re
import subprocess
import sys
import tempfile

HEAD = r'''#include <cstdio>
#include <cstdlib>
#define CHECK(call) do { cudaError_t e_ = (call); if (e_ != cudaSuccess) { \
  printf("%s\n", cudaGetErrorString(e_)); exit(1); } } while (0)
'''
LEAST = 0.95


def pairs_of(path):
    with open(path, encoding="utf-8") as file:
        parts = re.split(r"^@@", file.read(), flags=re.M)[1:]
    for part in parts:
        head, body = part.split("\n", 1)
        name, _, _, printed = (field.strip() for field in head.split("|"))
        yield name, printed, body


def program_of(body, wrong):
    """Returns the program, and the findings that are allowed: pairs of a line and the beginning of
    a name."""
    text = HEAD + re.sub(r"\{\{(.*?)\|\|\|(.*?)\}\}", r"\1" if wrong else r"\2", body, flags=re.S)
    lines, expected = text.split("\n"), []
    for number, line in enumerate(lines, 1):
        mark = re.search(r"\s*//!\s*(.*)$", line)
        if mark:
            expected.append((number, mark.group(1).strip()))
            lines[number - 1] = line[: mark.start()]
    return "\n".join(lines), expected


def run(lenscc, source, program):
    """Returns what the program prints, and its findings as pairs of a line and a sentence."""
    made = subprocess.run([lenscc, source, "-o", program], capture_output=True, text=True,
                          check=False)
    if made.returncode != 0:
        sys.exit(f"does not compile: {made.stderr}")
    done = subprocess.run([program], capture_output=True, text=True, check=False,
                          env=dict(os.environ, LENS_THREADS="2"))
    found, others = [], []
    for text in done.stderr.splitlines():
        line = re.match(r"lens: .*?\.cu:(\d+): (.*)$", text)
        if line:
            found.append((int(line.group(1)), line.group(2)))
        else:
            others.append(text)
    return done.stdout.strip(), found, others, done.returncode


def main():
    lenscc, path, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    reported = accused = count = 0
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "pair.cu"), os.path.join(folder, "pair")
        for name, printed, body in pairs_of(path):
            if names and name not in names:
                continue
            count += 1
            for wrong in True, False:
                text, expected = program_of(body, wrong)
                with open(source, "w", encoding="utf-8") as file:
                    file.write(text)
                output, found, others, status = run(lenscc, source, program)
                if wrong:
                    seen = any(line == at and what.startswith(kind)
                               for line, what in found for at, kind in expected)
                    reported += seen
                    if not seen:
                        print(f"{name}: not reported; found {found or 'nothing'}")
                elif found or others or status != 0 or output != printed:
                    accused += 1
                    print(f"{name}: the right program prints {output!r}, and the lens says "
                          f"{found or others or status}")
            sys.stdout.flush()
    print(f"{reported} of {count} wrong programs reported, {accused} right ones accused")
    return accused > 0 or reported < LEAST * count


if __name__ == "__main__":
    sys.exit(main())
