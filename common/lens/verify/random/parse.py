"""parse.py: reads the device functions of a small .cu file into trees of tuples.

The subset of CUDA C that control_flow*.cu and generate.py use: int, unsigned and float variables,
one-dimensional arrays, all statements, all operators. Each node is (kind, line, …).
"""
import re

TOKEN = re.compile(
    r"(?P<number>0[xX][0-9a-fA-F]+[uU]?|\d+\.\d*[fF]?|\.\d+[fF]?|\d+[uUfF]?)"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<mark><<<|>>>(?=\()|<<=|>>=|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^!~<>=?:;,.(){}\[\]])"
)
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|^[ \t]*#[^\n]*', re.S | re.M)
TYPES = {"int", "unsigned", "float", "double", "bool", "void"}
QUALIFIERS = {"const", "static", "__shared__", "__noinline__", "__forceinline__", "__restrict__"}
LEVELS = [["||"], ["&&"], ["|"], ["^"], ["&"], ["==", "!="], ["<", ">", "<=", ">="],
          ["<<", ">>"], ["+", "-"], ["*", "/", "%"]]
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


def tokens_of(text):
    """Returns (kind, text, line) of each token. Comments, strings and directives become blanks."""
    text = SKIPPED.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    line, at, found = 1, 0, []
    for match in TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        found.append((match.lastgroup, match.group(), line))
    return found


class Parser:
    def __init__(self, text):
        self.tokens = tokens_of(text) + [("end", "", 0)]
        self.at = 0

    # ---- tokens ----

    def text(self, ahead=0):
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)][1]

    def line(self):
        return self.tokens[self.at][2]

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1][1]

    def accept(self, text):
        if self.text() != text:
            return False
        self.at += 1
        return True

    def expect(self, text):
        if not self.accept(text):
            raise SyntaxError(f"line {self.line()}: expected {text!r}, found {self.text()!r}")

    # ---- functions ----

    def functions(self):
        """Returns all device functions with a body: name → (parameters, body)."""
        found = {}
        while self.tokens[self.at][0] != "end":
            if self.take() in ("__global__", "__device__"):
                name, function = self.function()
                if function:
                    found[name] = function
        return found

    def function(self):
        self.type()
        name = self.take()
        self.expect("(")
        parameters = []
        while not self.accept(")"):
            kind, _ = self.type()
            parameters.append((kind, self.take()))
            self.accept(",")
        if self.accept(";"):
            return name, None
        return name, (parameters, self.statement())

    def begins_type(self):
        return self.text() in TYPES or self.text() in QUALIFIERS

    def type(self):
        """Returns (type, shared). The type is its name, or "pointer"."""
        kind, shared = None, False
        while self.begins_type() or self.text() == "*":
            word = self.take()
            shared = shared or word == "__shared__"
            if word == "*":
                kind = "pointer"
            elif word in TYPES:
                kind = word if kind is None or word != "int" else kind
        return kind, shared

    # ---- statements ----

    def statement(self):
        line, word = self.line(), self.text()
        parse = getattr(self, "parse_" + word, None) if word.isalpha() else None
        if parse:
            self.take()
            return parse(line)
        if word == "{":
            self.take()
            return self.block(line)
        if self.begins_type():
            return self.declaration(line)
        if self.text(1) == ":" and self.tokens[self.at][0] == "name":
            self.at += 2
            return ("label", line, word)
        if self.accept(";"):
            return ("block", line, [])
        value = self.expression()
        self.expect(";")
        return ("expression", line, value)

    def block(self, line):
        inside = []
        while not self.accept("}"):
            inside.append(self.statement())
        return ("block", line, inside)

    def declaration(self, line):
        kind, shared = self.type()
        made = []
        while True:
            name, size, value = self.take(), None, None
            if self.accept("["):
                size = self.expression()
                self.expect("]")
            if self.accept("="):
                value = self.assignment()
            made.append((kind, shared, name, size, value))
            if not self.accept(","):
                break
        self.expect(";")
        return ("declare", line, made)

    def condition(self):
        self.expect("(")
        value = self.expression()
        self.expect(")")
        return value

    def parse_if(self, line):
        test = self.condition()
        then = self.statement()
        return ("if", line, test, then, self.statement() if self.accept("else") else None)

    def parse_while(self, line):
        test = self.condition()
        return ("loop", line, None, test, None, self.statement(), False)

    def parse_do(self, line):
        body = self.statement()
        self.expect("while")
        test = self.condition()
        self.expect(";")
        return ("loop", line, None, test, None, body, True)

    def parse_for(self, line):
        self.expect("(")
        first = self.statement()
        test = None if self.text() == ";" else self.expression()
        self.expect(";")
        step = None if self.text() == ")" else self.expression()
        self.expect(")")
        return ("loop", line, first, test, step, self.statement(), False)

    def parse_switch(self, line):
        test = self.condition()
        body = self.statement()
        return ("switch", line, test, body[2])

    def parse_case(self, line):
        value = self.expression()
        self.expect(":")
        return ("case", line, value)

    def parse_default(self, line):
        self.expect(":")
        return ("case", line, None)

    def parse_break(self, line):
        self.expect(";")
        return ("jump", line, "break")

    def parse_continue(self, line):
        self.expect(";")
        return ("jump", line, "continue")

    def parse_goto(self, line):
        label = self.take()
        self.expect(";")
        return ("jump", line, ("goto", label))

    def parse_return(self, line):
        value = None if self.text() == ";" else self.expression()
        self.expect(";")
        return ("return", line, value)

    # ---- expressions ----

    def expression(self):
        value = self.assignment()
        while self.text() == ",":
            line = self.line()
            self.take()
            value = ("comma", line, value, self.assignment())
        return value

    def assignment(self):
        left = self.conditional()
        if self.text() in ASSIGNMENTS:
            line, operator = self.line(), self.take()
            return ("assign", line, operator[:-1], left, self.assignment())
        return left

    def conditional(self):
        test = self.binary(0)
        if self.text() != "?":
            return test
        line = self.line()
        self.take()
        yes = self.expression()
        self.expect(":")
        return ("choose", line, test, yes, self.conditional())

    def binary(self, level):
        if level == len(LEVELS):
            return self.unary()
        left = self.binary(level + 1)
        while self.text() in LEVELS[level]:
            line, operator = self.line(), self.take()
            left = ("binary", line, operator, left, self.binary(level + 1))
        return left

    def unary(self):
        line = self.line()
        if self.text() in ("-", "+", "!", "~", "*", "&"):
            return ("unary", line, self.take(), self.unary())
        if self.text() in ("++", "--"):
            operator = self.take()[0]
            return ("assign", line, operator, self.unary(), ("number", line, 1))
        if self.text() == "(" and self.text(1) in TYPES:
            self.take()
            kind, _ = self.type()
            self.expect(")")
            return ("cast", line, kind, self.unary())
        return self.postfix()

    def postfix(self):
        value = self.primary()
        while True:
            line = self.line()
            if self.accept("["):
                value = ("index", line, value, self.expression())
                self.expect("]")
            elif self.accept("("):
                arguments = []
                while not self.accept(")"):
                    arguments.append(self.assignment())
                    self.accept(",")
                value = ("call", line, value[2], arguments)
            elif self.accept("."):
                value = ("name", line, value[2] + "." + self.take())
            elif self.text() in ("++", "--"):
                value = ("after", line, self.take()[0], value)
            else:
                return value

    def primary(self):
        kind, text, line = self.tokens[self.at]
        if self.accept("("):
            value = self.expression()
            self.expect(")")
            return value
        self.at += 1
        if kind == "number":
            return ("number", line, number(text))
        if kind == "name":
            return ("name", line, text)
        raise SyntaxError(f"line {line}: unexpected {text!r}")


def number(text):
    if text[:2] in ("0x", "0X"):
        return int(text.rstrip("uU"), 16)
    text = text.rstrip("uUfF")
    return float(text) if "." in text else int(text)


def launches_of(text):
    """Returns (kernel, blocks, threads, arguments) of each launch, in order."""
    found = re.findall(r"(\w+)<<<(\d+), *(\d+)>>>\(([^)]*)\)", SKIPPED.sub("", text))
    return [(name, int(blocks), int(threads), [it.strip() for it in arguments.split(",")])
            for name, blocks, threads, arguments in found]
