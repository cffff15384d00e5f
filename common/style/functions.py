"""functions.py [ROOT] [--list]: no function is longer than LIMIT lines.

The lines are those from the first of its declaration to its closing brace. Exceptions, with their
lengths, are in left/functions.txt.
"""
import re
import sys

from c_text import function_name, split, top_level
from shrinking import arguments, files, judge

LIMIT = 60  # number of lines that fit on a screen
OTHERS = re.compile(r"common/lens/verify/|.*/tests/|grading/")


def main():
    root, print_list = arguments()
    found = {}
    for path in files(root, ".h", ".c", ".cu", ".cuh"):
        if OTHERS.match(path):
            continue
        code, _ = split((root / path).read_text(encoding="utf-8", errors="replace"))
        for head, body, _, lines in top_level(code):
            if body is not None and lines > LIMIT and re.search(r"\)[\s\w]*$", head):
                name = function_name(head)
                if name:
                    found[f"{path} {name}"] = max(lines, found.get(f"{path} {name}", 0))
    return judge(root, "functions", found, "lines", print_list=print_list)


if __name__ == "__main__":
    sys.exit(main())
