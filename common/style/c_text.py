"""Reads C as far as the checkers need it: comments, strings, and what stands outside of functions."""
import re

TOKEN = re.compile(r'//(?:\\\n|[^\n])*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'
                   r"'(?:\\.|[^'\\\n])*'|\d[\w']*", re.S)


def spaces(text):
    return re.sub(r"[^\n]", " ", text)


def split(text):
    """The text with comments and strings blanked, and the comments and strings with all else blanked.
    Both keep every line in its place."""
    code, prose, end = [], [], 0
    for match in TOKEN.finditer(text):
        code.append(text[end:match.start()])
        prose.append(spaces(text[end:match.start()]))
        end, token = match.end(), match.group()
        is_number = token[0].isdigit()
        code.append(token if is_number else spaces(token))
        prose.append(spaces(token) if is_number or token[0] == "'" else token)
    code.append(text[end:])
    prose.append(spaces(text[end:]))
    return "".join(code), "".join(prose)


def without_directives(code):
    """Preprocessor lines blanked. Of #if … #else … #endif only the first part is kept, so that
    brackets match."""
    lines, depth_skipped, stack = [], 0, []
    continued = False
    for line in code.split("\n"):
        if continued or line.lstrip().startswith("#"):
            if not continued:
                word = re.match(r"\s*#\s*(\w*)", line).group(1)
                if word in ("if", "ifdef", "ifndef"):
                    stack.append(False)
                elif word in ("else", "elif") and stack:
                    depth_skipped += not stack[-1]
                    stack[-1] = True
                elif word == "endif" and stack:
                    depth_skipped -= stack.pop()
            continued = line.endswith("\\")
            lines.append("")
        else:
            lines.append("" if depth_skipped else line)
    return "\n".join(lines)


def top_level(code):
    """Yields (head, body, first_line, num_lines) for each declaration and definition outside of
    functions. head is the text before the body in braces or the semicolon; body is None without
    braces. Looks into extern "C" and namespaces."""
    code = without_directives(code)
    code = re.sub(r"\bextern\s+(?=\{)", "namespace ", code)
    start, at, depth, opened = 0, 0, 0, None
    closes = 0
    for match in re.finditer(r"[{};]", code):
        at, sign = match.start(), match.group()
        if sign == "{":
            head = code[start:at]
            if depth == 0 and re.match(r"\s*(inline\s+)?namespace\b[^(]*$", head):
                start, closes = at + 1, closes + 1
                continue
            if depth == 0:
                opened = at
            depth += 1
        elif sign == "}":
            if depth == 0:
                start, closes = at + 1, closes - 1
                continue
            depth -= 1
            head = code[start:opened]
            is_function = head.rstrip().endswith(")") or re.search(r"\)\s*(const|noexcept)?\s*$", head)
            if depth == 0 and is_function and "=" not in re.sub(r"\(.*\)", "", head, flags=re.S):
                yield describe(code, start, opened, at)
                start = at + 1
        elif depth == 0:
            if opened is not None and opened >= start:
                yield describe(code, start, opened, at)
            else:
                yield describe(code, start, None, at)
            start, opened = at + 1, None
    return


def describe(code, start, opened, end):
    begin = start + len(code[start:end]) - len(code[start:end].lstrip())
    first = code.count("\n", 0, begin) + 1
    last = code.count("\n", 0, end) + 1
    head = code[start:opened if opened is not None else end]
    body = None if opened is None else code[opened:end + 1]
    return " ".join(head.split()), body, first, last - first + 1


def function_name(head):
    """The name of the function that a head declares or defines, or None."""
    head = re.sub(r"\b(__attribute__|__asm__|_Alignas|alignas|__launch_bounds__|[A-Z][A-Z_]+)\s*"
                  r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)", " ", head)
    match = re.search(r"(\w+)\s*\(", head)
    no_names = ("if", "for", "while", "switch", "return", "sizeof", "void", "_Static_assert",
                "static_assert")
    return match.group(1) if match and match.group(1) not in no_names else None
