#!/usr/bin/env python3
"""Draws the picture at the top of the README: two kernels on the lens, line by line.

    docs/pictures/first.py PROGRAM          PROGRAM is build/bin/sparselab

Runs the solutions of labs 01 and 02 on one matrix and writes first.svg beside this file. All
figures come from the program's output.
"""
import html
import os
import pathlib
import re
import subprocess
import sys

MATRIX = "hpcg:48"
KERNELS = [("01", "CSR, one thread per row"), ("02", "ELL, column by column")]
COUNTED = re.compile(r"^\s*(█*)\s+(?:\d+ %\s+)?[\d,.]+(?: M)?\s+[\d,.]+(?: M)?\s+([\d.]+)\s+[\d.]+\s+[\d.]+"
                     r"\s+(\d+)  ")
PLAIN = re.compile(r"^ +(\d+)  (.*)$")
LINE, LEFT, CODE, WIDTH = 19, 16, 290, 1010

STYLE = """
  text { font-family: Menlo, Consolas, monospace; font-size: 13px; fill: #1f2328; white-space: pre; }
  .head { font-family: sans-serif; font-size: 15px; font-weight: bold; }
  .time { font-family: sans-serif; font-size: 15px; font-weight: bold; fill: #b35900; }
  .small { font-family: sans-serif; font-size: 12px; fill: #59636e; } .number { text-anchor: end; }
  .bar { fill: #f28e2b; fill-opacity: 0.75; } .panel { fill: none; stroke: #b4bcc4; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9198a1; } .time { fill: #ffb366; }
  }
"""


def run(program, lab):
    words = [program, "lens", lab, "--solution", "-m", MATRIX, "--task", "kernel",
             "--device", "h200"]
    environment = dict(os.environ, LENS_THREADS="1", NO_COLOR="1")
    return subprocess.run(words, env=environment, check=True, capture_output=True, text=True).stdout


def lines_of_kernel(text):
    """Returns (number, share of sectors in eighths, sectors per request, source) for each line,
    without comments."""
    lines, inside = [], False
    for line in text.splitlines():
        counted, plain = COUNTED.match(line), PLAIN.match(line)
        if counted:
            number, source = counted.group(3), line[counted.end():]
        elif plain:
            number, source = plain.groups()
        else:
            continue
        inside |= source.startswith("__global__")
        code = source.split(" // ")[0].rstrip()
        if inside and code.strip() and not code.strip().startswith("//"):
            share, each = (len(counted.group(1)), counted.group(2)) if counted else (0, "")
            lines.append((number, share, each, code))
        if source == "}":
            inside = False
    return lines


def predicted(text):
    found = re.search(r": predicted ([\d.]+ µs) \(([\d.]+ µs) to ([\d.]+ µs)\); (.*?)[;,:]",
                      " ".join(text.split()))
    if not found:
        sys.exit("first.py: the lens has predicted nothing")
    return found.groups()


def panel(top, title, text):
    time, least, most, limit = predicted(text)
    lines = lines_of_kernel(text)
    parts = [f'<text class="head" x="{LEFT}" y="{top + 22}">{html.escape(title)}</text>',
             f'<text class="time number" x="{WIDTH - LEFT}" y="{top + 22}">predicted {time} '
             f'({least} to {most})</text>',
             f'<text class="small" x="{LEFT}" y="{top + 44}">share of sectors</text>',
             f'<text class="small number" x="240" y="{top + 44}">sectors per request</text>',
             f'<text class="small number" x="{WIDTH - LEFT}" y="{top + 44}">{limit}</text>']
    y = top + 64
    for number, share, each, code in lines:
        if share:
            parts.append(f'<rect class="bar" x="{LEFT}" y="{y - 12}" width="{12 * share}" '
                         'height="15"/>')
        if each:
            parts.append(f'<text class="number" x="240" y="{y}">{each}</text>')
        parts.append(f'<text class="small number" x="{CODE - 10}" y="{y}">{number}</text>')
        parts.append(f'<text x="{CODE}" y="{y}">{html.escape(code)}</text>')
        y += LINE
    bottom = y - 4
    parts.append(f'<rect class="panel" x="4" y="{top}" width="{WIDTH - 8}" '
                 f'height="{bottom - top}" rx="6"/>')
    return parts, bottom


def main():
    program, parts, bottom = sys.argv[1], [], 0
    for lab, title in KERNELS:
        drawn, bottom = panel(bottom + (14 if bottom else 4), title, run(program, lab))
        parts += drawn
    note = (f"Matrix {MATRIX}. The times are predicted for an NVIDIA H200 (verified) on a machine "
            "without a GPU. They are not measured.")
    parts.append(f'<text class="small" x="{LEFT}" y="{bottom + 20}">{note}</text>')
    body = "\n".join(parts)
    picture = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 30}" '
               f'width="{WIDTH}" height="{bottom + 30}">\n<style>{STYLE}</style>\n{body}\n</svg>\n')
    pathlib.Path(__file__).with_suffix(".svg").write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    main()
