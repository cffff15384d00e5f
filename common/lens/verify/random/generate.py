"""generate.py: the text of a random program of kernels, annotated with what must be counted.

    generate.py SEED    writes the program; the same seed always gives the same one

A kernel is a random nest of all kinds of control flow. Each of its loads is on a separate line, so
that it has its own annotation. All loaded values are added to `s`, and `s` is stored on every way
out, because compilers, including nvcc, may drop or move unused code.
"""
import random
import sys

from model import expected_counts
from warp import TooLong, totals

KERNELS = 10  # kernels per program
MOST_REQUESTS = 4000  # requests per kernel; longer kernels are discarded
MOST_DEPTH = 4


class Writer:
    """Writes one kernel, and the functions that it calls."""

    def __init__(self, rng, name):
        self.rng = rng
        self.name = name
        self.lines = []
        self.functions = []  # the lines of functions, which come before the kernel
        self.made = 0

    def new(self, letter):
        self.made += 1
        return f"{letter}{self.made}"

    def put(self, depth, text):
        self.lines.append("  " * (depth + 1) + text)

    # ---- expressions ----

    def number(self, names):
        """Returns an expression of the lane, the loop counters and a constant. Its value is not
        negative."""
        terms = [f"l * {self.rng.randint(1, 9)}", str(self.rng.randint(0, 20))]
        terms += [f"{it} * {self.rng.randint(1, 5)}" for it in names]
        return " + ".join(terms)

    def below(self, names, most):
        return f"({self.number(names)}) % {most}"

    def condition(self, names):
        most = self.rng.choice([3, 4, 5, 7, 8])
        shifted = f"(({self.number(names)}) >> {self.rng.randint(0, 3)})"
        return f"{shifted} % {most} < {self.rng.randint(1, most - 1)}"

    def element(self, names):
        """Returns a load. Its constant makes it different from other loads."""
        self.made += 1
        terms = ["l", str(self.made * 7)] + [f"{it} * 33" for it in names]
        return f"p[({' + '.join(terms)}) & 4095]"

    def short_circuit(self, names):
        """Returns the parts of a condition with loads. Each must be written on a separate line."""
        parts = [self.condition(names)]
        for _ in range(self.rng.randint(1, 3)):
            parts.append(f"{self.element(names)} {self.rng.choice('<>')} {self.rng.randint(8, 56)}")
        return [f"{part} {self.rng.choice(['&&', '&&', '||'])}" for part in parts[:-1]] + parts[-1:]

    # ---- statements: each gets the depth, the counters in scope, and its jump targets ----

    def load(self, depth, names, where):
        self.put(depth, f"s = (s * 3 + {self.element(names)}) & 0xffff;")

    def ternary(self, depth, names, where):
        self.put(depth, f"s += {self.condition(names)}")
        self.put(depth + 2, f"? {self.element(names)}")
        # not two bare elements: in C++ these are one lvalue, and one load
        self.put(depth + 2, f": {self.rng.choice([self.element(names) + ' + 1', '1'])};")

    def branch(self, depth, names, where):
        self.put(depth, f"if ({self.condition(names)}) {{")
        self.block(depth + 1, names, where)
        if self.rng.random() < 0.5:
            self.put(depth, "} else {")
            self.block(depth + 1, names, where)
        self.put(depth, "}")

    def branch_on_load(self, depth, names, where):
        parts = self.short_circuit(names)
        self.put(depth, f"if ({parts[0]}")
        for part in parts[1:]:
            self.put(depth + 2, part + (") {" if part is parts[-1] else ""))
        # Only the lines of the condition: a body that several branches jump to may be merged or
        # not, on a GPU as well.
        self.put(depth + 1, "s ^= 5;")
        self.put(depth, "}")

    def inside_loop(self, where):
        return dict(where, loop=True)

    def for_loop(self, depth, names, where):
        i, n = self.new("i"), self.new("n")
        trips = self.below(names, self.rng.randint(3, 6))
        self.put(depth, f"for (int {i} = 0, {n} = {trips}; {i} < {n}; ++{i}) {{")
        self.block(depth + 1, names + [i], self.inside_loop(where))
        self.put(depth, "}")

    def while_loop(self, depth, names, where):
        i, n = self.new("i"), self.new("n")
        trips = self.below(names, self.rng.randint(3, 6))
        body_first = self.rng.random() < 0.5
        self.put(depth, f"int {i} = 0, {n} = {trips} + {int(body_first)};")
        self.put(depth, "do {" if body_first else f"while ({i} < {n}) {{")
        self.put(depth + 1, f"++{i};")  # increments at once, so that `continue` makes progress
        self.block(depth + 1, names + [i], self.inside_loop(where))
        self.put(depth, f"}} while ({i} < {n});" if body_first else "}")

    def search_loop(self, depth, names, where):
        """Adds a loop whose condition loads, and which has two exits."""
        i = self.new("i")
        self.put(depth, f"int {i} = 0;")
        self.put(depth, f"while ({i} < {self.rng.randint(2, 7)} &&")
        load = self.element(names + [i])
        self.put(depth + 3, f"{load} < {self.rng.randint(30, 60)}) {{")
        self.put(depth + 1, f"++{i};")
        if self.rng.random() < 0.5:
            self.load(depth + 1, names + [i], where)
        self.put(depth, "}")
        self.put(depth, f"s += {i};")

    def switch(self, depth, names, where):
        ways = self.rng.randint(2, 5)
        self.put(depth, f"switch ({self.below(names, ways + 1)}) {{")
        inside = dict(where, switch=True)
        for i in range(ways):
            self.put(depth, f"case {i}: {{" if i + 1 < ways else "default: {")
            self.block(depth + 1, names, inside)
            self.put(depth, "} break;")
        self.put(depth, "}")

    def leave(self, depth, names, where):
        """Adds break or continue, if there is a loop to leave."""
        words = ["continue"] if where.get("loop") else []
        if words and not where.get("switch"):
            words.append("break")
        if not words:
            self.load(depth, names, where)
            return
        self.put(depth, f"if ({self.condition(names)}) {self.rng.choice(words)};")

    def leave_nest(self, depth, names, where):
        """Adds a goto that leaves all loops, to a label after them."""
        if not where.get("label"):
            self.load(depth, names, where)
            return
        self.put(depth, f"if ({self.condition(names)}) goto {where['label']};")

    def nest_with_label(self, depth, names, where):
        label = self.new("out")
        self.put(depth, "{")
        self.for_loop(depth + 1, names, dict(where, label=label))
        self.put(depth, "}")
        self.put(depth, f"{label}:;")

    def round_again(self, depth, names, where):
        """Adds a loop made of a label and a goto."""
        label, i = self.new("again"), self.new("i")
        self.put(depth, f"int {i} = 0;")
        self.put(depth, f"{label}:")
        self.put(depth, f"++{i};")
        self.block(depth, names + [i], {"function": where.get("function")})
        self.put(depth, f"if ({i} < {self.below(names, 4)}) goto {label};")

    def stop(self, depth, names, where):
        if where.get("function"):
            self.put(depth, f"if ({self.condition(names)}) return s;")
        else:
            self.put(depth, f"if ({self.condition(names)}) {{")
            self.put(depth + 1, "n[l] = s;")
            self.put(depth + 1, "return;")
            self.put(depth, "}")

    def call(self, depth, names, where):
        """Adds a new function that is called from one or two places."""
        if where.get("function"):
            self.load(depth, names, where)
            return
        function = self.name + self.new("f")
        kept, self.lines = self.lines, []
        kind = self.rng.choice(["__noinline__", "__forceinline__"])
        self.put(-1, f"__device__ {kind} int {function}(const int *p, int l, int x, int s) {{")
        self.block(1, ["x"], {"function": True})
        self.put(0, "return s;")
        self.put(-1, "}")
        self.functions += self.lines
        self.lines = kept
        arguments = [f"({function}(p, l, {self.below(names, 16)}, s) & 0xffff)" for _ in range(2)]
        if self.rng.random() < 0.5:
            self.put(depth, f"s += {arguments[0]};")
            return
        self.put(depth, f"if ({self.condition(names)}) s += {arguments[0]};")
        self.put(depth, f"else s ^= {arguments[1]};")

    # The kinds of statements, with the weight of each.
    KINDS = [(30, load), (6, ternary), (18, branch), (7, branch_on_load), (16, for_loop),
             (10, while_loop), (6, search_loop), (5, switch), (8, leave), (5, leave_nest),
             (4, nest_with_label), (4, round_again), (3, stop), (4, call)]
    SIMPLE = [load, ternary, branch_on_load, leave, leave_nest]

    def block(self, depth, names, where):
        """Writes statements, and then a load, which shows which threads reached the end."""
        for _ in range(self.rng.randint(1, 3)):
            kinds = [it for it in self.KINDS if depth < MOST_DEPTH or it[1] in self.SIMPLE]
            write = self.rng.choices([it[1] for it in kinds], [it[0] for it in kinds])[0]
            write(self, depth, names, where)
        self.load(depth, names, where)

    def exchange(self):
        """Adds a loop that no lane leaves early, with a shuffle. It is at the start of the kernel,
        where all lanes are active."""
        i = self.new("i")
        self.put(0, f"for (int {i} = 0; {i} < {self.rng.randint(1, 4)}; ++{i}) {{")
        self.block(1, [i], {})
        self.put(1, f"s += __shfl_xor_sync(0xffffffffu, s, {self.rng.choice([1, 2, 4, 8, 16])});")
        self.load(1, [i], {})
        self.put(0, "}")

    def kernel(self):
        self.lines.append(f"__global__ void {self.name}(const int *p, int *n) {{")
        self.put(0, "int l = threadIdx.x, s = 0;")
        begin = len(self.lines)
        if self.rng.random() < 0.4:
            self.exchange()
            if any("return" in it for it in self.lines[begin:]):
                del self.lines[begin:]  # not all lanes would reach the shuffle
                self.functions = []
        self.block(0, [], {})
        self.put(0, "n[l] = s;")
        self.lines.append("}")
        return "\n".join(self.functions + self.lines)


def annotate(text, counts):
    """Adds the expected counts after each line with an access."""
    lines = text.split("\n")
    for i, line in enumerate(lines):
        if "[" in line and "{}" not in line and not line.startswith("//"):
            requests, threads = totals(counts, i + 1)
            lines[i] += f" // EXPECT {requests} {threads}"
    return "\n".join(lines)


def program(seed):
    """Returns a whole program. A kernel that would run for too long is replaced by the next one."""
    kernels, names, tried = [], [], 0
    while len(kernels) < KERNELS:
        tried += 1
        name = f"k{tried}"
        text = Writer(random.Random(f"{seed} {tried}"), name).kernel()
        try:
            expected_counts(f"{text}\n{name}<<<1, 32>>>(p, n);", MOST_REQUESTS)
        except TooLong:
            continue
        kernels.append(text)
        names.append(name)
    launches = "\n".join(f"  {name}<<<1, 32>>>(p, n);" for name in names)
    text = (f"// Random kernels, seed {seed}: made by common/lens/verify/random/generate.py\n"
            '#include "control_flow.h"\n\n' + "\n\n".join(kernels) +
            f"\n\nint main() {{\n  fill_inputs();\n{launches}\n"
            "  return check_launches(__FILE__);\n}\n")
    return annotate(text, expected_counts(text))


if __name__ == "__main__":
    sys.stdout.write(program(int(sys.argv[1])))
