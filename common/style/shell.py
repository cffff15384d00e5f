"""shell.py [ROOT] [--list]: checks shell scripts with shellcheck.

Ends with 77, which CTest counts as skipped, if shellcheck is not installed or is another version than
the one whose warnings left/shell.txt counts: each version warns of other things.
"""
import collections
import re
import shutil
import subprocess
import sys

from shrinking import arguments, files, judge

VERSION = "0.9.0"
# Scripts that other scripts read with `.` share variables with them.
SHARED = ("--shell=sh", "--exclude=SC2034,SC2154")


def check(root, options, paths):
    if not paths:
        return []
    run = subprocess.run(["shellcheck", "-x", "-f", "gcc", *options, *paths], cwd=root,
                         capture_output=True, text=True)
    if run.returncode not in (0, 1):  # status 1 only means that there are warnings
        sys.exit(f"shellcheck failed with status {run.returncode}: {run.stderr}")
    print(run.stdout, end="", file=sys.stderr)
    return re.findall(r"^([^:\n]+):\d+:\d+:", run.stdout, flags=re.M)


def main():
    root, print_list = arguments()
    if not shutil.which("shellcheck"):
        print("SKIPPED: shellcheck is not installed")
        return 77
    about = subprocess.run(["shellcheck", "--version"], capture_output=True, text=True, check=False)
    if f"version: {VERSION}\n" not in about.stdout:
        print(f"SKIPPED: shellcheck is not version {VERSION}")
        return 77
    scripts = files(root, ".sh") + [path for path in ("lab", ".ci/run") if (root / path).exists()]
    whole = [path for path in scripts if (root / path).read_bytes().startswith(b"#!")]
    parts = [path for path in scripts if path not in whole]
    found = collections.Counter(check(root, (), whole) + check(root, SHARED, parts))
    return judge(root, "shell", dict(found), "warnings", print_list=print_list)


if __name__ == "__main__":
    sys.exit(main())
