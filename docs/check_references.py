"""Follows every reference in the texts of a kit or of a students' copy.

    python3 docs/check_references.py FOLDER [KIT]

FOLDER is what is checked. KIT, by default FOLDER, is the kit that it was made from; its
docs/results gives the names of measurements. In every Markdown file of FOLDER

- links and pictures lead to files that are there, and anchors to headings that are there;
- paths such as `docs/lens.md` or labs/01-csr-scalar/ exist, in the text and in commands;
- a measurement such as `forms-06` is in docs/results;
- files that a handout names without a folder, such as `dense.cu`, are somewhere in the folder;
- files that docs/architecture.md and the READMEs of rooms name in backquotes, such as `judge.c` or
  `runtime/hooks.c`, are somewhere in the folder, and those in the first column of a room's table
  are in the room;
- commands such as ./lab run are listed by ./lab help;
- sections and appendices that a handout names exist, and its text in front of the first appendix
  has at most 3,000 words, tables and quoted output included;
- docs/architecture.md has at most 20 kB.

Prints each reference that leads nowhere, and ends with 1 if there are any.
"""
import pathlib
import re
import sys

MOST_WORDS = 3000  # words of a handout before its first appendix
MOST_BYTES = 20000  # of docs/architecture.md
SKIPPED = {".git", ".lab", "build"}

# A file in backquotes. Names such as "name", and names in capitals, are placeholders.
FILE_NAME = re.compile(r"`(?!name\.)([a-z_][a-z0-9_/-]*\.(?:c|h|cu|cuh|sh|py|awk|sed|txt|cmake|in))`")


def page_of_rooms(page):
    return str(page) == "docs/architecture.md" or (page.parts[0] == "common" and
                                                   page.name == "README.md")


def slug(heading):
    """Returns the anchor of a heading, as web sites for source code generate it."""
    heading = re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def files_of(folder):
    tops = [path for path in folder.iterdir() if path.name not in SKIPPED]
    return tops + [path for top in tops if top.is_dir() for path in top.rglob("*")]


def without_comments(text):
    return re.sub(r"<!--.*?-->", lambda match: "\n" * match.group().count("\n"), text, flags=re.S)


class Checker:
    def __init__(self, folder, kit):
        self.folder = folder
        self.paths = files_of(folder)
        self.names = {path.name for path in self.paths}
        self.relative = {str(path.relative_to(folder)) for path in self.paths}
        self.endings = {"/".join(path.relative_to(folder).parts[start:]) for path in self.paths
                        for start in range(len(path.relative_to(folder).parts))}
        self.top = {path.name for path in kit.iterdir() if path.is_dir()} - SKIPPED
        self.runs = {path.name.split(".")[0] for path in (kit / "docs/results").iterdir()
                     if path.suffix in (".csv", ".txt") and not path.name[0].isdigit()}
        here = folder / "docs/results"
        self.runs_here = {path.name.split(".")[0] for path in here.iterdir()} if here.is_dir() else set()
        usage = (folder / "lab").read_text(encoding="utf-8")
        self.commands = {"help"} | set(re.findall(r"^  \./lab (--version|[a-z]+)", usage, flags=re.M))
        self.texts = {}

    def text(self, path):
        if path not in self.texts:
            self.texts[path] = without_comments(path.read_text(encoding="utf-8"))
        return self.texts[path]

    def headings(self, path):
        prose = re.sub(r"^```.*?^```", "", self.text(path), flags=re.S | re.M)
        return re.findall(r"^#+ (.*)$", prose, flags=re.M)

    def exists(self, reference):
        """Whether a path exists. …, * and names in capitals match anything."""
        if reference.rstrip("/") in self.relative:
            return True
        pattern = re.sub(r"…|[A-Z]{2,}(-name)?", "*", reference.rstrip("/"))
        pattern = re.sub(r"/name\.", "/*.", pattern)
        return "*" in pattern and any(True for _ in self.folder.glob(pattern))

    def check(self, path):
        text = self.text(path)
        page = path.relative_to(self.folder)
        if str(page) == "docs/architecture.md" and path.stat().st_size > MOST_BYTES:
            yield f"{page}: {path.stat().st_size:,} bytes, at most {MOST_BYTES:,}"
        if page.match("labs/*/README.md"):
            words = len(re.split(r"^## Appendix ", text, flags=re.M)[0].split())
            if words > MOST_WORDS:
                yield f"{page}: {words:,} words in front of the first appendix, at most {MOST_WORDS:,}"
        for number, line in enumerate(text.split("\n"), 1):
            for fault in self.faults_of(path, line):
                yield f"{page}:{number}: {fault}"

    def faults_of(self, path, line):
        for target in re.findall(r"\]\(([^)\s]+)\)", line):
            if re.match(r"https?:|mailto:", target):
                continue
            file, _, anchor = target.partition("#")
            there = (path.parent / file).resolve() if file else path
            if not there.exists():
                yield f"leads to {target}, which is not there"
            elif anchor and anchor not in {slug(heading) for heading in self.headings(there)}:
                yield f"leads to {target}: there is no such heading"
        outside = re.sub(r"\]\([^)]*\)", "]", line)
        for name in re.findall(r"(?<![\w./$-])((?:%s)/[\w./…*-]*)" % "|".join(self.top), outside):
            if not self.exists(name.rstrip(".,:;")):
                yield f"names {name}, which is not there"
        for run in re.findall(r"`([\w-]+)(?:\.….(?:csv|txt))?`", outside):
            if run in self.runs and run not in self.runs_here and self.is_run(run, outside):
                yield f"quotes the measurement {run}, which is not in docs/results"
        for command in re.findall(r"(?<![\w/])\./lab (--version|[a-z]+)\b", outside):
            if command not in self.commands:
                yield f"names ./lab {command}, which ./lab help does not list"
        if page_of_rooms(path.relative_to(self.folder)):
            for name in FILE_NAME.findall(outside):
                if name not in self.endings:
                    yield f"names {name}, which is not there"
            first_cell = outside.split("|")[1] if outside.startswith("| `") else ""
            for name in FILE_NAME.findall(first_cell) if path.name == "README.md" else []:
                if not any(path.parent.rglob(name)):
                    yield f"lists {name}, which is not in {path.parent.name}"
        if path.parent.parent.name == "labs":
            sections = {heading.split(".")[0] for heading in self.headings(path)}
            own = re.sub(r"(?i)sections? \d+(?: and \d+)? of |lab \d+'s section|\d sections? of", "", line)
            for name in re.findall(r"(?<![\w/.*…-])([\w-]+\.(?:cu|cuh|h|md))\b", outside):
                if name not in self.names:
                    yield f"names {name}, which is not there"
            for section in re.findall(r"\b[Ss]ection ([1-9]\d*)\b(?!\.\d)", own):
                if section not in sections and path.name == "README.md":
                    yield f"names section {section}, which it does not have"
            beside = self.folder / path.parent / "appendix.md"
            letters = {heading.split(":")[0][-1] for heading in self.headings(path)
                       if heading.startswith("Appendix ")}
            letters |= {heading[0] for heading in self.headings(beside)} if beside.exists() else set()
            for letter in re.findall(r"\b[Aa]ppendix ([A-Z])\b", own):
                if letter not in letters and path.name == "README.md":
                    yield f"names appendix {letter}, which it does not have"

    @staticmethod
    def is_run(run, line):
        """`bench` is also an ordinary word. It counts as a measurement only next to a link to the
        results, or in a table."""
        return "-" in run or "results" in line or line.startswith("| `")


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    kit = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else folder).resolve()
    checker = Checker(folder, kit)
    pages = [path for path in checker.paths if path.suffix == ".md"]
    faults = [fault for page in sorted(pages) for fault in checker.check(page)]
    print("\n".join(faults + [f"{len(pages)} pages, {len(faults)} references that lead nowhere"]))
    return 1 if faults or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
