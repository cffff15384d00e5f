"""layout.py [ROOT] [--list]: checks the layout of C code with clang-format.

Other versions of clang-format break some lines elsewhere, so only VERSION is used. Ends with 77, which
CTest counts as skipped, if it is not installed. The numbers in left/layout.txt are clang-format's
warnings.
"""
import collections
import re
import shutil
import subprocess
import sys

from shrinking import arguments, files, judge

VERSION = "14"
# Excluded: programs that are in other styles on purpose, and programs whose lines are named by
# measured figures.
OTHERS = re.compile(r"common/lens/(include|verify)/|.*/tests/.*\.(cu|cuh|h)$|grading/")


def find_formatter():
    for name in (f"clang-format-{VERSION}", "clang-format"):
        if shutil.which(name):
            text = subprocess.run([name, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", text):
                return name
    return None


def main():
    root, print_list = arguments()
    formatter = find_formatter()
    if not formatter:
        print(f"SKIPPED: clang-format {VERSION} is not installed "
              f"(python3 -m pip install clang-format=={VERSION}.0.6)")
        return 77
    paths = [path for path in files(root, ".c", ".h", ".cu", ".cuh") if not OTHERS.match(path)]
    run = subprocess.run([formatter, "--dry-run", *paths], cwd=root, capture_output=True, text=True)
    if run.returncode != 0:  # warnings do not change the status
        sys.exit(f"{formatter} failed with status {run.returncode}: {run.stderr[-500:]}")
    found = collections.Counter(re.findall(r"^([^:\n]+):\d+:\d+: warning:", run.stderr, flags=re.M))
    return judge(root, "layout", dict(found), "places that clang-format changes", print_list=print_list)


if __name__ == "__main__":
    sys.exit(main())
