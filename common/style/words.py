"""words.py [ROOT] [--list | --show [FILE]]: counts words of an odd dialect in what people read.

Looks at comments and texts of programs, names of tests, documents, and data with messages, for the
patterns in words.txt. Counts per file are in left/words.txt. --show prints each place with what to
write instead.
"""
import collections
import re
import sys

from c_text import split
from shrinking import HERE, arguments, files, judge

C_FILES = (".c", ".h", ".cu", ".cuh")
# Files that contain these words on purpose.
EXEMPT = re.compile(r"docs/conventions\.md$|common/style/|docs/results/|docs/pictures/.*\.svg$")


def patterns():
    found = []
    for line in (HERE / "words.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            pattern, _, instead = line.partition("\t")
            found.append((re.compile(pattern, re.M), instead))
    return found


def prose_of(path, text):
    """Returns the lines of a file with only the text that people read."""
    if path.endswith(C_FILES):
        code, prose = split(text)
        prose = re.sub(r"[/*]", " ", prose)
        if "/tests/" not in path:
            return prose.split("\n")
        names = [" ".join(re.findall(r"\b(?:test|check)_\w+", line)).replace("_", " ")
                 for line in code.split("\n")]
        return [f"{line} {name}" if name else line for line, name in zip(prose.split("\n"), names)]
    return text.split("\n")


def hits(path, text, wanted):
    lines = [line.strip(' "\\#;').replace('"', " ") for line in prose_of(path, text)]
    prose = "\n".join(lines)
    for pattern, instead in wanted:
        for match in pattern.finditer(prose):
            number = prose.count("\n", 0, match.start()) + 1
            yield number, match.group().strip(), instead, lines[number - 1]


def main():
    show = "--show" in sys.argv
    if show:
        only = sys.argv[sys.argv.index("--show") + 1:]
        sys.argv = sys.argv[:sys.argv.index("--show")]
    root, print_list = arguments()
    wanted = patterns()
    found = collections.Counter()
    texts = files(root, *C_FILES, ".md", ".txt", ".sh", ".py", ".awk", ".cmake", ".ipynb", ".in")
    for path in texts + ["lab", "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "CMakeLists.txt"]:
        if EXEMPT.match(path) or not (root / path).is_file():
            continue
        text = (root / path).read_text(encoding="utf-8", errors="replace")
        for number, words, instead, line in sorted(hits(path, text, wanted)):
            found[path] += 1
            if show and (not only or path in only):
                print(f"{path}:{number}: \"{words}\": {instead}\n    {line}")
    if show:
        return 0
    return judge(root, "words", dict(found), "words to replace", print_list=print_list)


if __name__ == "__main__":
    sys.exit(main())
