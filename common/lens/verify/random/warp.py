"""warp.py: runs a kernel's tree as a warp in lock step, and counts each line's requests.

The lens is compared with this model, which works differently: it follows the source's structure
with a set of active lanes, but the lens merges finished traces of compiled code. Lanes that diverge
at a statement reconverge after it; lanes that jump wait at their target.
"""
from collections import Counter

WARP = 32


class TooLong(Exception):
    """Raised if the program makes too many requests to be useful."""


class Array:
    def __init__(self, data):
        self.data = data


def wrap(kind, value):
    """Returns the value that a variable of that type would hold."""
    if kind == "int":
        return ((int(value) + 2**31) & 0xFFFFFFFF) - 2**31
    if kind == "unsigned":
        return int(value) & 0xFFFFFFFF
    if kind in ("float", "double"):
        return float(value)
    if kind == "bool":
        return int(value != 0)
    return value


def divide(one, other):
    if isinstance(one, float) or isinstance(other, float):
        return one / other
    quotient = abs(one) // abs(other)
    return quotient if (one < 0) == (other < 0) else -quotient


def add(one, other):
    if isinstance(one, tuple):
        return (one[0], one[1] + other)
    return one + other


BINARY = {
    "+": add,
    "-": lambda x, y: x - y,
    "*": lambda x, y: x * y,
    "/": divide,
    "%": lambda x, y: x - divide(x, y) * y,
    "<<": lambda x, y: x << y,
    ">>": lambda x, y: x >> y,
    "&": lambda x, y: x & y,
    "|": lambda x, y: x | y,
    "^": lambda x, y: x ^ y,
    "<": lambda x, y: int(x < y),
    ">": lambda x, y: int(x > y),
    "<=": lambda x, y: int(x <= y),
    ">=": lambda x, y: int(x >= y),
    "==": lambda x, y: int(x == y),
    "!=": lambda x, y: int(x != y),
}
UNARY = {"-": lambda x: -x, "+": lambda x: x, "!": lambda x: int(not x), "~": lambda x: ~x}


def shuffle(source):
    """Returns a shuffle. `source(lane, argument)` is the lane whose value is taken. If that lane
    does not take part, a lane keeps its own value."""
    def run(values, arguments):
        result = {}
        for lane in values[1]:
            other = source(lane, arguments[2][lane])
            result[lane] = values[1].get(other, values[1][lane])
        return result
    return lambda lanes, arguments: run(arguments, arguments)


def for_all(function):
    """Returns a vote, which gives one result to all lanes that take part."""
    def run(lanes, arguments):
        result = function(lanes, arguments[1])
        return {lane: result for lane in lanes}
    return run


def each(function):
    return lambda lanes, arguments: {lane: function(*(it[lane] for it in arguments))
                                     for lane in lanes}


BUILTINS = {
    "min": each(min),
    "max": each(max),
    "__popc": each(lambda x: bin(x & 0xFFFFFFFF).count("1")),
    "__builtin_expect": each(lambda x, _: x),
    "__syncthreads": each(lambda: 0),
    "__syncwarp": each(lambda *_: 0),
    "__any_sync": for_all(lambda lanes, votes: int(any(votes[it] for it in lanes))),
    "__all_sync": for_all(lambda lanes, votes: int(all(votes[it] for it in lanes))),
    "__ballot_sync": for_all(lambda lanes, votes: sum(1 << it for it in lanes if votes[it])),
    "__shfl_sync": shuffle(lambda lane, other: other % WARP),
    "__shfl_xor_sync": shuffle(lambda lane, mask: lane ^ mask),
    "__shfl_down_sync": shuffle(lambda lane, delta: lane + delta),
    "__shfl_up_sync": shuffle(lambda lane, delta: lane - delta),
}


class Frame:
    """A call of a function: its variables, for all lanes, and the values that it returns."""

    def __init__(self):
        self.kinds = {}
        self.values = {}
        self.returned = {}

    def declare(self, kind, name):
        self.kinds[name] = kind
        self.values.setdefault(name, [0] * WARP)


class Warp:
    """`shared` holds the block's __shared__ arrays; `counts` gets (line, operation) → requests,
    threads."""

    def __init__(self, functions, special, shared, counts, most_requests):
        self.functions = functions
        self.special = special
        self.shared = shared
        self.counts = counts
        self.left = most_requests
        self.frame = None

    # ---- memory ----

    def count(self, line, operation, lanes):
        self.left -= 1
        if self.left < 0:
            raise TooLong
        entry = self.counts.setdefault((line, operation), [0, 0])
        entry[0] += 1
        entry[1] += len(lanes)

    def address(self, node, lanes):
        """Evaluates an index expression or *pointer. Returns (array, position) for each lane."""
        if node[0] == "index":
            base, index = self.value(node[2], lanes), self.value(node[3], lanes)
            return {it: (base[it][0], base[it][1] + index[it]) for it in lanes}
        return self.value(node[3], lanes)

    def load(self, line, addresses):
        self.count(line, "load", addresses)
        return {lane: array.data[at] for lane, (array, at) in addresses.items()}

    def store(self, line, addresses, values):
        self.count(line, "store", addresses)
        for lane, (array, at) in addresses.items():
            array.data[at] = values[lane]

    def atomic_add(self, line, lanes, addresses, values):
        self.count(line, "atomic", lanes)
        old = {}
        for lane in lanes:
            array, at = addresses[lane]
            old[lane] = array.data[at]
            array.data[at] += values[lane]
        return old

    # ---- expressions ----

    def value(self, node, lanes):
        return getattr(self, "value_" + node[0])(node, lanes)

    def truth(self, node, lanes):
        """Returns the lanes for which the condition holds."""
        if node is None:
            return set(lanes)
        return {lane for lane, it in self.value(node, lanes).items() if it}

    def value_number(self, node, lanes):
        return dict.fromkeys(lanes, node[2])

    def value_name(self, node, lanes):
        name = node[2]
        if name in self.special:
            return {it: self.special[name](it) for it in lanes}
        if name in self.frame.values:
            variable = self.frame.values[name]
            return {it: variable[it] for it in lanes}
        return dict.fromkeys(lanes, (self.shared[name], 0))

    def value_index(self, node, lanes):
        return self.load(node[1], self.address(node, lanes))

    def value_unary(self, node, lanes):
        _, line, operator, inner = node
        if operator == "&":
            return self.address(inner, lanes)
        if operator == "*":
            return self.load(line, self.address(node, lanes))
        return {lane: UNARY[operator](it) for lane, it in self.value(inner, lanes).items()}

    def value_cast(self, node, lanes):
        return {lane: wrap(node[2], it) for lane, it in self.value(node[3], lanes).items()}

    def value_comma(self, node, lanes):
        self.value(node[2], lanes)
        return self.value(node[3], lanes)

    def value_binary(self, node, lanes):
        _, _, operator, left, right = node
        if operator in ("&&", "||"):
            yes = self.truth(left, lanes)
            ask = yes if operator == "&&" else set(lanes) - yes
            more = self.truth(right, ask) if ask else set()
            yes = more if operator == "&&" else yes | more
            return {it: int(it in yes) for it in lanes}
        one, other = self.value(left, lanes), self.value(right, lanes)
        return {it: BINARY[operator](one[it], other[it]) for it in lanes}

    def value_choose(self, node, lanes):
        if node[3][0] == node[4][0] == "index":
            raise NotImplementedError(f"line {node[1]}: ?: between two lvalues is one load")
        yes = self.truth(node[2], lanes)
        no = set(lanes) - yes
        result = self.value(node[3], yes) if yes else {}
        return {**result, **(self.value(node[4], no) if no else {})}

    def assign(self, line, target, operator, lanes, right):
        """Changes a variable or element. Returns the values before and after."""
        if target[0] == "name":
            name = target[2]
            old = self.value(target, lanes)
            new = {it: BINARY[operator](old[it], right[it]) if operator else right[it]
                   for it in lanes}
            for it in lanes:
                new[it] = wrap(self.frame.kinds[name], new[it])
                self.frame.values[name][it] = new[it]
            return old, new
        addresses = self.address(target, lanes)
        old = self.load(line, addresses) if operator else right
        new = {it: BINARY[operator](old[it], right[it]) if operator else right[it] for it in lanes}
        self.store(line, addresses, new)
        return old, new

    def value_assign(self, node, lanes):
        _, _, operator, target, right = node
        return self.assign(target[1], target, operator, lanes, self.value(right, lanes))[1]

    def value_after(self, node, lanes):
        _, line, operator, target = node
        return self.assign(line, target, operator, lanes, dict.fromkeys(lanes, 1))[0]

    def value_call(self, node, lanes):
        _, line, name, arguments = node
        given = [self.value(it, lanes) for it in arguments]
        if name == "atomicAdd":
            return self.atomic_add(line, lanes, *given)
        if name in BUILTINS:
            return BUILTINS[name](lanes, given)
        return self.call(name, given, lanes)

    def call(self, name, given, lanes):
        parameters, body = self.functions[name]
        caller, self.frame = self.frame, Frame()
        for (kind, parameter), values in zip(parameters, given):
            self.frame.declare(kind, parameter)
            for it in lanes:
                self.frame.values[parameter][it] = wrap(kind, values[it])
        self.run(body, set(lanes), {})
        returned, self.frame = self.frame.returned, caller
        return {it: returned.get(it, 0) for it in lanes}

    # ---- statements ----

    def run(self, node, lanes, jumps):
        """Returns the lanes that continue after the statement. Those that jump away are added to
        `jumps`, by their target."""
        if not lanes:
            return set()
        return getattr(self, "run_" + node[0])(node, lanes, jumps)

    def run_expression(self, node, lanes, jumps):
        self.value(node[2], lanes)
        return lanes

    def run_declare(self, node, lanes, jumps):
        for kind, shared, name, size, value in node[2]:
            if shared:
                length = next(iter(self.value(size, lanes).values()))
                self.shared.setdefault(name, Array([0] * length))
                continue
            self.frame.declare(kind, name)
            if value:
                self.assign(node[1], ("name", node[1], name), "", lanes, self.value(value, lanes))
        return lanes

    def run_jump(self, node, lanes, jumps):
        jumps.setdefault(node[2], set()).update(lanes)
        return set()

    def run_return(self, node, lanes, jumps):
        if node[2]:
            self.frame.returned.update(self.value(node[2], lanes))
        return set()

    def run_if(self, node, lanes, jumps):
        _, _, test, then, other = node
        yes = self.truth(test, lanes)
        behind = self.run(then, yes, jumps)
        no = lanes - yes
        return behind | (self.run(other, no, jumps) if other else no)

    def run_loop(self, node, lanes, jumps):
        _, _, first, test, step, body, body_first = node
        if first:
            self.run(first, lanes, jumps)
        left = set()
        inside = lanes if body_first else self.truth(test, lanes)
        left |= lanes - inside
        while inside:
            mine = {}
            inside = self.run(body, inside, mine)
            left |= mine.pop("break", set())
            inside = inside | mine.pop("continue", set())
            for target, jumped in mine.items():
                jumps.setdefault(target, set()).update(jumped)
            if step and inside:
                self.value(step, inside)
            again = self.truth(test, inside) if inside else set()
            left |= inside - again
            inside = again
        return left

    def run_block(self, node, lanes, jumps):
        return self.run_sequence(node[2], {0: set(lanes)}, jumps)

    def run_switch(self, node, lanes, jumps):
        _, _, test, inside = node
        values = self.value(test, lanes)
        cases = {None: len(inside)}
        for at, it in enumerate(inside):
            if it[0] == "case":
                cases[self.value(it[2], lanes)[min(lanes)] if it[2] else None] = at
        begin = {}
        for lane, value in values.items():
            begin.setdefault(cases.get(value, cases[None]), set()).add(lane)
        mine = {}
        behind = self.run_sequence(inside, begin, mine) | mine.pop("break", set())
        for target, jumped in mine.items():
            jumps.setdefault(target, set()).update(jumped)
        return behind

    def run_case(self, node, lanes, jumps):
        return lanes

    def run_label(self, node, lanes, jumps):
        return lanes

    def run_sequence(self, inside, waiting, jumps):
        """Runs a list of statements. `waiting` says which lanes begin at which statement. The lanes
        at the earliest statement run first, so that lanes that jump forward wait for the others,
        and the others wait for lanes that jump back."""
        labels = {("goto", it[2]): at for at, it in enumerate(inside) if it[0] == "label"}
        behind = set()
        while waiting:
            at = min(waiting)
            lanes = waiting.pop(at)
            if at == len(inside):
                behind |= lanes
                continue
            mine = {}
            on = self.run(inside[at], lanes, mine)
            if on:
                waiting.setdefault(at + 1, set()).update(on)
            for target, jumped in mine.items():
                if target in labels:
                    waiting.setdefault(labels[target], set()).update(jumped)
                else:
                    jumps.setdefault(target, set()).update(jumped)
        return behind


def run_kernel(functions, name, blocks, threads, arguments, counts, most_requests=10**6):
    """Adds the requests and threads of a launch to `counts`. The model ignores barriers, because
    warps run one after another. So values that other warps wrote to __shared__ memory must not
    decide where a thread goes."""
    for block in range(blocks):
        shared = {}
        for first in range(0, threads, WARP):
            special = {"threadIdx.x": lambda lane, first=first: first + lane,
                       "blockIdx.x": lambda lane, block=block: block,
                       "blockDim.x": lambda lane: threads, "gridDim.x": lambda lane: blocks,
                       "warpSize": lambda lane: WARP}
            lanes = set(range(min(WARP, threads - first)))
            warp = Warp(functions, special, shared, counts, most_requests)
            warp.call(name, [dict.fromkeys(lanes, it) for it in arguments], lanes)


def totals(counts, line, operation=None):
    """Returns [requests, threads] of a line, for one operation or for all."""
    sums = Counter()
    for (where, what), (requests, threads) in counts.items():
        if where == line and operation in (None, what):
            sums["requests"] += requests
            sums["threads"] += threads
    return [sums["requests"], sums["threads"]]
