"""names.py [ROOT] [--list]: checks the names of public functions and of types.

A function that a header of common/ declares begins with sl_, lens_ or model_ and the noun of its header,
or that of the source in the same folder that defines it: sl_csr_make in csr.h. The folder's name may
come first: sl_gate_object in gate/object.h. Singular and plural are the same noun. No structure, union,
enumeration or typedef is defined twice in the kit. Exceptions are in left/names.txt.
"""
import re
import sys

from c_text import function_name, split, top_level
from shrinking import arguments, files, judge

# Excluded: headers that replace CUDA's, and standalone programs. Others have chosen these names.
OTHERS = re.compile(r"common/lens/include/|common/lens/verify/|common/peers/|.*/tests/|.*/fuzz/|"
                    r"grading/|solutions/|docs/|labs/[^/]*/[^/]*\.cu$")
# Headers of functions that compiled programs call. Most names are CUDA's, after lens_.
LISTS = {"common/lens/abi.h"}
# Functions that every file of the kit uses, like malloc, and functions that a lab's drive.cu calls.
BASICS = {"sl_alloc", "sl_resize", "sl_free", "sl_fail", "sl_fail_at", "sl_fail_in_line",
          "sl_job_ints", "sl_job_reals", "sl_job_int", "sl_job_one_real",
          "sl_job_refuse_allocations", "sl_job_refused_allocations"}
TYPE = re.compile(r"\b(?:struct|union|enum(?:\s+class)?|class)\s+(\w+)\s*$")


def forms(noun):
    """Returns a noun with its singular and plural."""
    return {noun, noun + "es", noun[:-1] if noun.endswith("s") else noun + "s",
            noun[:-3] + "y" if noun.endswith("ies") else noun,
            noun[:-1] + "ies" if noun.endswith("y") else noun}


def has_noun(function, header, source):
    """Whether a function begins with the noun of its header or of the source beside it, perhaps after
    the name of the folder: sl_gate_object in gate/object.h."""
    folder, name = header.split("/")[-2:]
    wanted = forms(name.split(".")[0])
    if source and source.split("/")[:-1] == header.split("/")[:-1]:
        name = source.split("/")[-1].split(".")[0]
        wanted |= forms(name) | forms(name.split("_")[0])  # page_style.c is about a page
    wanted |= {f"{folder}_{noun}" for noun in wanted}
    begins = re.match(r"(?:sl|lens|model)_(.*)", function)
    if not begins:
        return False
    rest = {begins.group(1), function}  # the prefix may be the noun: lens_reset in lens.h
    return any(text == noun or text.startswith(noun + "_") for noun in wanted for text in rest)


def types_of(head, body, after):
    """Returns the names of the types that a declaration defines."""
    names = set()
    tag = TYPE.search(re.sub(r"__attribute__\s*\(\(.*?\)\)|\bfinal\b|:(?!:).*", "", head).strip())
    if body is not None and tag:
        names.add(tag.group(1))
    if head.startswith("typedef"):
        text = head if body is None else after
        function = re.search(r"\(\s*\*\s*(\w+)\s*\)", text) or re.search(r"(\w+)\s*\(", text)
        last = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", text)
        name = (function or last).group(1) if function or last else None
        # `typedef struct x x;` only declares a name for a type that is defined elsewhere.
        if name and not (body is None and re.search(rf"\b(struct|union|enum)\s+{name}\b", head)):
            names.add(name)
    return names


def is_declared(head):
    """Whether the head of a declaration is that of a function which other files may call."""
    before = head.split("(")[0]
    return not re.match(r"(static|template|_Static_assert)\b", head) and \
        not re.search(r"\bstatic\b|=", before)


def read(root):
    """Returns the functions that headers declare, the sources that define them, and the places
    where types are defined."""
    declared, defined, types = set(), {}, {}
    for path in files(root, ".h", ".c", ".cu", ".cuh"):
        if OTHERS.match(path):
            continue
        code, _ = split((root / path).read_text(encoding="utf-8", errors="replace"))
        for head, body, _, _ in top_level(code):
            if re.match(r"(typedef\b|(static\s+)?(const\s+)?(struct|union|enum)\b[^()]*$)", head):
                after = "" if body is None else " ".join(body[body.rindex("}") + 1:].rstrip(";").split())
                for name in types_of(head, body, after):
                    types.setdefault(name, set()).add(path)
                continue
            name = function_name(head)
            if not name or not is_declared(head):
                continue
            if path.endswith(".h") and path.startswith("common/"):
                declared.add((path, name))
            elif body is not None:
                defined[name] = path
    return declared, defined, types


def main():
    root, print_list = arguments()
    declared, defined, types = read(root)
    found = {f"{path} {name}": 1 for path, name in declared
             if path not in LISTS and name not in BASICS and not has_noun(name, path, defined.get(name))}
    for name, paths in types.items():
        if len(paths) > 1:
            found[f"type {name} in {' '.join(sorted(paths))}"] = 1
    return judge(root, "names", found, "name that breaks the rule", print_list=print_list)


if __name__ == "__main__":
    sys.exit(main())
