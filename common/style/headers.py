"""headers.py [ROOT] [--list]: headers of labs hold declarations, and no code.

Code is a function with a body, or a table with its contents: both belong in a C file of the lab. Headers
that the lab's drive.cu includes may hold code, because drive.cu is the only file of its program that the
lab has. Exceptions are in left/headers.txt.
"""
import re
import sys

from c_text import split, top_level
from shrinking import arguments, files, judge


def is_code(head, body):
    """Whether a declaration outside of functions is a function with a body, or a variable with a
    value."""
    if re.match(r"(typedef|struct|union|enum)\b[^()=]*$", head):
        return False
    return body is not None or re.search(r"\w[\w\s*\[\]]*=", head) is not None


def main():
    root, print_list = arguments()
    found = {}
    for path in files(root, ".h"):
        folder, _, name = path.rpartition("/")
        drive = root / folder / "drive.cu"
        if not path.startswith("labs/") or f'#include "{name}"' in (
                drive.read_text(encoding="utf-8") if drive.exists() else ""):
            continue
        code, _ = split((root / path).read_text(encoding="utf-8", errors="replace"))
        count = sum(is_code(head, body) for head, body, _, _ in top_level(code))
        if count:
            found[path] = count
    return judge(root, "headers", found, "definitions", print_list=print_list)


if __name__ == "__main__":
    sys.exit(main())
