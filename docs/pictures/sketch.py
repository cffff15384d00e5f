"""Draws pictures of storage formats as SVG: rows of cells with labels, and arrows between them.

Used by labs/*/pictures.py, each of which computes what it draws from a matrix and writes its
pictures beside the handout. Colours follow the reader's light or dark setting.
"""
import html

CELL = 34  # side of a cell in pixels
COLOURS = ("#4e79a7", "#f28e2b", "#59a14f", "#b07aa1", "#edc948", "#e15759", "#76b7b2", "#9c755f")

STYLE = """
  text { font: 15px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; }
  .label { text-anchor: end; }
  .small { font-size: 12px; fill: #59636e; }
  .cell { stroke: #59636e; }
  .empty { fill: none; stroke: #b4bcc4; }
  .padding { fill: #b4bcc4; fill-opacity: 0.35; stroke: #b4bcc4; }
  .arrow { fill: none; stroke: #59636e; stroke-width: 1.3; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .small { fill: #9198a1; }
  }
"""


class Sketch:
    """A picture to which parts are added. Positions are in cells."""

    def __init__(self, title):
        self.title = title
        self.parts = []
        self.right = self.bottom = 0.0

    def _reach(self, x, y):
        self.right, self.bottom = max(self.right, x), max(self.bottom, y)

    def text(self, x, y, text, kind="", anchor="start"):
        """Adds text whose baseline begins at (x, y)."""
        self.parts.append(f'<text x="{x * CELL:g}" y="{y * CELL:g}" class="{kind}" '
                          f'text-anchor="{anchor}">{html.escape(str(text))}</text>')
        if anchor == "start":
            self._reach(x + 0.28 * len(str(text)), y + 0.2)

    def cell(self, x, y, text="", colour=None, kind="cell"):
        """Adds a cell with its top left corner at (x, y). `colour` is a number of COLOURS."""
        fill = "" if colour is None else (f' style="fill:{COLOURS[colour % len(COLOURS)]};'
                                          f'fill-opacity:0.45"')
        if colour is None and kind == "cell":
            fill = ' style="fill:none"'
        self.parts.append(f'<rect x="{x * CELL:g}" y="{y * CELL:g}" width="{CELL}" '
                          f'height="{CELL}" class="{kind}"{fill}/>')
        if text != "":
            self.text(x + 0.5, y + 0.65, text, anchor="middle")
        self._reach(x + 1, y + 1)

    def row(self, x, y, label, values, colours=None):
        """Adds an array: its name, then a row of cells. None is a slot of padding."""
        self.text(x - 0.25, y + 0.65, label, anchor="end")
        for i, value in enumerate(values):
            if value is None:
                self.cell(x + i, y, "∗", kind="padding")
            else:
                self.cell(x + i, y, value, None if colours is None else colours[i])

    def matrix(self, x, y, dense, colour_of_row=lambda row: row):
        """Adds a dense matrix. Zeros are left blank."""
        for r, line in enumerate(dense):
            for c, value in enumerate(line):
                if value:
                    self.cell(x + c, y + r, value, colour_of_row(r))
                else:
                    self.cell(x + c, y + r, kind="empty")

    def arrow(self, x1, y1, x2, y2):
        self.parts.append(f'<path class="arrow" marker-end="url(#tip)" d="M{x1 * CELL:g} '
                          f'{y1 * CELL:g} L{x2 * CELL:g} {y2 * CELL:g}"/>')
        self._reach(max(x1, x2), max(y1, y2))

    def write(self, path):
        width, height = (self.right + 0.5) * CELL, (self.bottom + 0.5) * CELL
        with open(path, "w", encoding="utf-8") as file:
            file.write(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
                f'width="{width:g}" height="{height:g}" role="img">\n'
                f"<title>{html.escape(self.title)}</title>\n<style>{STYLE}</style>\n"
                '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
                'markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8 z" fill="#59636e"/>'
                "</marker></defs>\n" + "\n".join(self.parts) + "\n</svg>\n")
