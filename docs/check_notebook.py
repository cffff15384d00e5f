"""Checks that the notebook's cells are the README's own commands, or makes a script of them.

    python3 docs/check_notebook.py NOTEBOOK README
    python3 docs/check_notebook.py NOTEBOOK --script ADDRESS | sh -ex

The first form prints every line of a cell that README does not have, and ends with 1. The second one
prints the cells as commands for a shell, with the kit fetched from ADDRESS.
"""
import json
import re
import sys


def code_lines(path):
    with open(path, encoding="utf-8") as file:
        notebook = json.load(file)
    assert notebook["nbformat"] == 4 and notebook["metadata"]["kernelspec"]["language"] == "python"
    for cell in notebook["cells"]:
        assert cell["cell_type"] in ("code", "markdown") and cell["id"], cell
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, "keep no output"
            yield from "".join(cell["source"]).splitlines()


def as_shell(line):
    """Returns a line of a cell as a shell command, or None for a line of Python that only contains
    the address."""
    if line.startswith("address = "):
        return None
    if line.startswith(("!", "%cd ")):
        return line[1:].replace("$address", "ADDRESS")
    raise SystemExit(f"neither a command nor the address: {line}")


def commands_of(readme):
    """Returns the README's code twice: unchanged, and with LAB = 01."""
    with open(readme, encoding="utf-8") as file:
        text = file.read()
    code = re.findall(r"`([^`\n]+)`", text)
    for block in re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        code += [re.sub(r"\s+#.*", "", line) for line in block.splitlines()]
    return set(code) | {re.sub(r" \[.*?\]", "", c).replace("LAB", "01") for c in code}


def main(notebook, readme, address=None):
    commands = [c for c in map(as_shell, code_lines(notebook)) if c]
    if readme == "--script":
        print("\n".join(commands).replace("ADDRESS", address))
        return 0
    foreign = [c for c in commands if c not in commands_of(readme)]
    for command in foreign:
        print(f"README has no command: {command}")
    if not commands:
        print("the notebook has no commands")
    return 1 if foreign or not commands else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
