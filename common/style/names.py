"""names.py [ROOT] [--list]: checks the names of public functions and of types.

A function that a header of common/ declares begins with sl_, lens_ or model_ and the noun of its header:
sl_csr_make in csr.h. Singular and plural are the same noun. No structure, union, enumeration or
typedef is defined twice in the kit. Exceptions are in left/names.txt.
"""
import re
import sys

from c_text import function_name, split, top_level
from shrinking import arguments, files, judge

# Headers that stand in for CUDA's, and programs of their own, whose names others have chosen.
OTHERS = re.compile(r"common/lens/include/|common/lens/verify/|common/peers/|.*/tests/|.*/fuzz/|"
                    r"grading/|solutions/|docs/|labs/[^/]*/[^/]*\.cu$")
TYPE = re.compile(r"\b(?:struct|union|enum(?:\s+class)?|class)\s+(\w+)\s*$")


def nouns(path):
    """Nouns of a header: its name, or that of its folder if it is the folder's internal header."""
    name = path.split("/")[-1].split(".")[0]
    if name in ("internal",):
        name = path.split("/")[-2]
    return {name, name[:-1] if name.endswith("s") else name + "s",
            name[:-3] + "y" if name.endswith("ies") else name}


def has_noun(function, path):
    rest = re.match(r"(?:sl|lens|model)_(.*)", function)
    return bool(rest) and any(rest.group(1) == noun or rest.group(1).startswith(noun + "_")
                              for noun in nouns(path))


def types_of(head, body, after):
    """Names of the types that a declaration defines."""
    names = set()
    tag = TYPE.search(re.sub(r"__attribute__\s*\(\(.*?\)\)|\bfinal\b|:(?!:).*", "", head).strip())
    if body is not None and tag:
        names.add(tag.group(1))
    if head.startswith("typedef"):
        text = head if body is None else after
        function = re.search(r"\(\s*\*\s*(\w+)\s*\)", text) or re.search(r"(\w+)\s*\(", text)
        last = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", text)
        name = (function or last).group(1) if function or last else None
        # `typedef struct x x;` only announces the type that is defined elsewhere.
        if name and not (body is None and re.search(rf"\b(struct|union|enum)\s+{name}\b", head)):
            names.add(name)
    return names


def main():
    root, print_list = arguments()
    functions, types = {}, {}
    for path in files(root, ".h", ".c", ".cu", ".cuh"):
        if OTHERS.match(path):
            continue
        code, _ = split((root / path).read_text(encoding="utf-8", errors="replace"))
        for head, body, _, _ in top_level(code):
            text = head
            if body is not None and "}" in body:
                inner = body[:body.rindex("}") + 1]
                after = " ".join(body[len(inner):].rstrip(";").split())
            else:
                after = ""
            is_type = re.match(r"(typedef\b|(static\s+)?(const\s+)?(struct|union|enum)\b[^()]*$)", text)
            if is_type:
                for name in types_of(text, body, after):
                    types.setdefault(name, set()).add(path)
            elif path.endswith(".h") and path.startswith("common/"):
                name = function_name(text)
                if name and not re.match(r"(static|template|_Static_assert)\b", text) and \
                        not re.search(r"\bstatic\b", text.split("(")[0]) and "=" not in text.split("(")[0]:
                    if not has_noun(name, path):
                        functions[f"{path} {name}"] = 1
    found = dict(functions)
    for name, paths in types.items():
        if len(paths) > 1:
            found[f"type {name} in {' '.join(sorted(paths))}"] = 1
    return judge(root, "names", found, "name that breaks the rule", print_list=print_list)


if __name__ == "__main__":
    sys.exit(main())
