"""random_programs.py: tests that random right programs print the same with and without confinement.

    random_programs.py --lenscc build/bin/lenscc [--cxx g++] [--seeds FIRST LAST] [--functions N]
                       [--options "--quick"] [--keep DIR]

Each seed is one program of many functions. They store to local arrays, static variables and
through pointers, with flags, carries and values of all types in use around the stores. The program
prints a checksum for each function, computed by the host and by a kernel. The C++ compiler compiles
it without the kernel, and lenscc --confine with it. The exit status is 1 if one does not build, or
prints something else.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

PRELUDE = r"""
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>
#ifdef __CUDACC__
#define BOTH __host__ __device__ __noinline__
#else
#define BOTH __attribute__((noinline))
#endif
#define HOST __attribute__((noinline))
typedef unsigned char u8; typedef unsigned short u16; typedef unsigned u32;
typedef unsigned long u64; typedef unsigned __int128 u128;
typedef signed char i8; typedef short i16; typedef int i32; typedef long i64;
  typedef __int128 i128;
struct bits { u32 a : 3, b : 7, c : 22; u64 d : 40, e : 24; };
struct pair { u64 a; u32 b; };
struct large { u32 v[12]; u8 tail; };
struct mixed { u8 a; double x; u16 b; float y; u32 c[3]; bool d; };
static inline BOTH u64 whole(double x) { return x > -1e9 && x < 1e9 ? (u64)(i64)x : 77; }
static inline BOTH u64 mix(u64 h, u64 x) { return (h ^ x) * 0x9e3779b97f4a7c15ul + (h >> 29); }
struct shape {
  u64 seed;
  BOTH shape(u64 s) : seed(s) {}
  BOTH virtual u64 go(u64 x) { return seed + x; }
};
struct round_one : shape {
  BOTH round_one(u64 s) : shape(s) {}
  BOTH u64 go(u64 x) override { return seed * (x | 1); }
};
struct square_one : round_one {
  u32 more;
  BOTH square_one(u64 s) : round_one(s), more((u32)(s >> 3)) {}
  BOTH u64 go(u64 x) override { return more ^ x; }
};
"""

UNSIGNED = ["u8", "u16", "u32", "u64", "u128"]
SIGNED = ["i8", "i16", "i32", "i64", "i128"]
FLOATS = ["float", "double"]
BITS = {"8": 8, "16": 16, "32": 32, "64": 64, "128": 128}


class Function:
    """A function of a random program: arrays with random elements, and random statements that use
    them."""

    def __init__(self, rng, number, host):
        self.rng, self.number, self.host = rng, number, host
        self.arrays = []  # (name, type, length)
        self.depth = self.labels = 0
        self.loops = []

    def pick(self, *choices):
        return self.rng.choice(choices)

    def array(self, kinds=None):
        found = [a for a in self.arrays if kinds is None or a[1] in kinds]
        return self.rng.choice(found) if found else None

    def element(self, array):
        name, _, length = array
        if self.rng.random() < 0.2:
            return f"{name}[{self.rng.randrange(length)}]"
        return f"{name}[({self.index()}) & {length - 1}]"

    def index(self):
        names = self.loops + ["x", "n"]
        first = self.rng.choice(names)
        return self.pick(first, f"{first} + {self.rng.randrange(9)}", f"{first} * 3",
                         f"{first} ^ (u32)y")

    def value(self, depth=2):
        """Returns an expression of type u64."""
        kind = self.rng.randrange(14 if depth > 0 else 4)
        if kind == 0:
            return self.pick("x", "(u64)n", "y",
                             str(self.rng.getrandbits(self.rng.choice((4, 16, 60)))) + "ul")
        if kind < 4:
            return self.read()
        a, b = self.value(depth - 1), self.value(depth - 1)
        if kind < 7:
            return f"({a} {self.pick('+', '-', '*', '^', '&', '|')} {b})"
        if kind == 7:
            return f"({a} {self.pick('/', '%')} ({b} | 1))"
        if kind == 8:
            return f"({a} {self.pick('<<', '>>')} ({b} & 31))"
        if kind == 9:
            return f"({self.condition(depth - 1)} ? {a} : {b})"
        if kind == 10:
            return f"(u64)({self.condition(depth - 1)})"
        if kind == 11:
            return (f"(u64)(({self.pick(*SIGNED[:4])}){a} {self.pick('<', '>=', '==')} "
                    f"({self.pick(*SIGNED[:4])}){b})")
        if kind == 12:
            return f"(u64)({self.pick(*SIGNED[:4])})({a})"
        return f"mix({a}, {b})"

    def read(self):
        array = self.array()
        if array[1] in FLOATS + ["long double"]:
            return f"whole((double){self.element(array)})"
        return f"(u64){self.element(array)}"

    def condition(self, depth=1):
        kind = self.rng.randrange(6)
        relation = self.pick("<", "<=", ">", ">=", "==", "!=")
        floats = self.array(FLOATS + ["long double"])
        if kind < 2 and floats:
            other = self.array([floats[1]])
            return f"({self.element(floats)} {relation} {self.element(other)})"
        if kind == 2:
            wide = self.array(["u128", "i128"])
            if wide:
                return f"({self.element(wide)} {relation} {self.element(wide)})"
        if kind == 3 and depth:
            return (f"({self.condition(depth - 1)} {self.pick('&&', '||')} "
                    f"{self.condition(depth - 1)})")
        if kind == 4:
            return f"({self.value(1)} & {1 << self.rng.randrange(12)})"
        cast = self.pick("u64", "u32", "i32", "i64", "u8", "i16")
        return f"(({cast}){self.value(depth)} {relation} ({cast}){self.value(depth)})"

    def store(self):
        array = self.array()
        to, kind = self.element(array), array[1]
        if kind == "bool":
            return f"{to} {self.pick('=', '=', '|=', '^=', '&=')} {self.condition()};"
        if kind in FLOATS + ["long double"]:
            return self.pick(f"{to} = ({kind})(i32)({self.value()});",
                             f"{to} {self.pick('+=', '-=', '*=')} "
                             f"({kind})(i32)({self.value(1)}) / 1024;",
                             f"{to} = {to} < {self.element(array)} ? {self.element(array)} : "
                             f"-{to} / 2;")
        if kind in UNSIGNED:
            what = self.rng.randrange(5)
            if what == 0:
                return f"{to}{self.pick('++', '--')};"
            if what == 1:
                return f"{to} {self.pick('<<=', '>>=')} ({self.value(1)}) & 7;"
            if what == 2 and kind != "u128":
                return (f"y += __builtin_{self.pick('add', 'sub', 'mul')}_overflow({to}, "
                        f"({kind}){self.value(1)}, &{to});")
            return (f"{to} {self.pick('=', '+=', '-=', '^=', '|=', '&=', '*=')} "
                    f"({kind})({self.value()});")
        signed = "u" + kind[1:]
        return (f"{to} = ({kind})(({signed}){to} {self.pick('+', '-', '*', '^')} "
                f"({signed}){self.value()});")

    def through_flags(self):
        """Adds statements whose code keeps flags or carries from one store to the next."""
        bools, wide = self.array(["bool"]), self.array(["u128"])
        longs = self.array(["u64"])
        options = [self.store()]
        if bools:
            a, b = self.value(1), self.value(1)
            options.append(f"{{ u64 p = {a}, q = {b}; {self.element(bools)} = p < q; "
                           f"{self.element(bools)} = p == q; y += p > q; }}")
        if wide:
            options.append(f"{self.element(wide)} {self.pick('+=', '-=')} "
            f"(u128)({self.value(1)}) << "
                           f"{self.rng.randrange(64)};")
        if longs:
            options.append(f"{{ u64 s; bool c = __builtin_add_overflow({self.element(longs)}, "
            f"{self.value(1)}, &s); "
                           f"{self.element(longs)} = s; {self.element(longs)} += c; }}")
            options.append(f"if (--{self.element(longs)} & {self.value(1)}) y ^= x; else "
            f"{self.store()}")
        return self.rng.choice(options)

    def statement(self):
        kind = self.rng.randrange(17)
        if self.depth > 2 or kind < 5:
            return self.store()
        if kind < 8:
            return self.through_flags()
        self.depth += 1
        done = self.compound(kind)
        self.depth -= 1
        return done

    def compound(self, kind):
        if kind < 10:
            name = f"i{len(self.loops)}"
            self.loops.append(name)
            body = self.body(2)
            self.loops.pop()
            return (f"for (u32 {name} = 0; {name} < {self.rng.randrange(1, 7)}; {name}++) {{ "
                    f"{body} }}")
        if kind == 10:
            return f"if ({self.condition()}) {{ {self.body(2)} }} else {{ {self.body(1)} }}"
        if kind == 11:
            cases = " ".join(f"case {i}: {self.body(1)} {self.pick('break;', '')}"
                             for i in range(self.rng.randrange(5, 10)))
            return f"switch ({self.value(1)} % 11) {{ {cases} default: {self.store()} }}"
        if kind == 12:
            return self.call()
        if kind == 13:
            return self.structure()
        if kind == 14:
            self.labels += 1
            label = f"again{self.labels}"
            return (f"{{ u32 left = {self.rng.randrange(1, 4)}; {label}: {self.body(1)} "
                    f"if (left-- && {self.condition()}) goto {label}; }}")
        if kind == 15:
            return self.object()
        return self.of_host() if self.host else self.through_flags()

    def call(self):
        if self.number == 0:
            return self.store()
        other = self.rng.randrange(self.number)
        prefix = self.pick("both", "host") if self.host else "both"
        if self.rng.random() < 0.4:
            return (f"if (depth) {{ u64 (*table[2])(u64, u32, u32) = {{both{other}, "
                    f"both{self.rng.randrange(self.number)}}}; "
                    f"y += table[{self.value(1)} & 1](x, n & 7, depth - 1); }}")
        return f"if (depth) y ^= {prefix}{other}({self.value(1)}, n & 7, depth - 1);"

    def structure(self):
        v = [self.value(1) for _ in range(4)]
        return self.pick(
            f"{{ bits f[4] = {{}}; for (u32 k = 0; k < 6; k++) {{ f[(k + n) & 3].a += "
            f"(u32){v[0]}; f[k & 3].b ^= k; "
            f"f[k & 3].d -= {v[1]}; f[(k ^ n) & 3].e = {v[2]}; y += f[(k * 3) & 3].d + f[k & "
            f"3].c--; }} }}",
            f"{{ pair p = make_pair({v[0]}, (u32){v[1]}); pair q[2] = {{p, p}}; q[n & 1] = "
            f"make_pair(p.a, p.b + 1); "
            f"y += use_pair(q[x & 1], {v[2]}); }}",
            f"{{ large l = make_large((u32){v[0]}); large m[2] = {{l, l}}; m[n & 1].v[x % 12] "
            f"^= (u32){v[1]}; "
            f"m[n & 1].tail++; m[x & 1] = l; y = mix(y, use_large(m[n & 1], m[0])); }}",
            f"{{ mixed m[3] = {{}}; m[n % 3].x = (double)(u32){v[0]}; m[x % 3].b += "
            f"(u16){v[1]}; m[y % 3].y -= (float)n; "
            f"m[n % 3].c[x % 3]--; m[y % 3].d = {self.condition()}; mixed *p = &m[x % 3]; p->a++; "
            f"y += whole(p->x + p->y) + p->b + p->c[1] + p->d + p->a; }}")

    def object(self):
        v = [self.value(1) for _ in range(2)]
        return self.pick(
            f"{{ round_one r({v[0]}); square_one s({v[1]}); shape *all[2] = {{&r, &s}}; y += "
            f"all[n & 1]->go(x); "
            f"y ^= all[x & 1]->go(y); }}",
            f"{{ u64 sum = {v[0]}; auto step = [&](u64 k) {{ sum = mix(sum, k); return sum < "
            f"k; }}; "
            f"for (u32 k = 0; k < 4; k++) y += step(k + x); }}")

    def of_host(self):
        v = [self.value(1) for _ in range(3)]
        return self.pick(
            f"{{ u32 c = 3 + (u32)({v[0]}) % 9; u32 vla[c][2]; for (u32 k = 0; k < c; k++) {{ "
            f"vla[k][0] = k; vla[k][1] = (u32){v[1]}; "
            f"vla[c - 1 - k][k & 1] += n; }} y += vla[c / 2][1]; }}",
            f"{{ u8 *p = (u8 *)__builtin_alloca(16 + ({v[0]} & 31)); for (u32 k = 0; k < 16; "
            f"k++) p[k] = (u8)({v[1]}); "
            f"p[x & 15] = n < 3; y += p[n & 15]; }}",
            f"{{ static u64 kept; static thread_local u32 own[8]; kept += {v[0]}; own[x & 7] "
            f"+= n; own[kept & 7] -= x < kept; "
            f"y += kept ^ own[n & 7]; }}",
            f"try {{ if ({self.condition()}) throw (u64){v[0]}; if ({self.condition()}) throw "
            f"std::out_of_range(\"far\"); "
            f"{self.store()} }} catch (u64 e) {{ y += e; }} catch (const std::exception &e) {{ "
            f"y += e.what()[0]; }}",
            f"y += sum_of(4, (i32){v[0]}, (double)(u32){v[1]}, (long double)n, {v[2]});",
            f"{{ std::vector<u32> v(5); for (u32 k = 0; k < 9; k++) v[k % 5] += (u32){v[0]}; "
            f"v.push_back(n); y += v[n % 6] + v.size(); }}",
            f"{{ std::string s = std::to_string({v[0]}); s += \"text that is long\"; s[n % "
            f"s.size()]++; y += s[x % s.size()]; }}",
            f"{{ std::function<u64(u64)> f = [&](u64 k) {{ y ^= k; return k + x; }}; y += "
            f"f({v[0]}); }}",
            f"{{ u32 a[8]; for (u32 k = 0; k < 8; k++) a[k] = (u32)mix({v[0]}, k); qsort(a, 8, "
            f"4, in_order); y = mix(y, a[n & 7]); }}",
            f"{{ static void *const where[] = {{&&one, &&two, &&three}}; u32 k = 3; goto "
            f"*where[{v[0]} % 3]; one: y++; "
            f"two: y *= 3; if (k--) goto *where[(x + k) % 3]; three: y += k; "
            f"}}" if not self.labels_used() else self.store())

    def labels_used(self):
        used, self.gotos = getattr(self, "gotos", False), True
        return used

    def body(self, count):
        return " ".join(self.statement() for _ in range(self.rng.randrange(1, count + 2)))

    def text(self):
        kinds = UNSIGNED + SIGNED + FLOATS + ["bool", "bool", "u64", "u32"]
        if self.host:
            kinds = kinds + ["long double"] * 2
        count = self.rng.randrange(3, 7)
        declared = []
        for i in range(count):
            kind, length = self.rng.choice(kinds), self.rng.choice((2, 4, 8, 16, 64))
            aligned = self.pick("", "", "", "alignas(32) ")
            declared.append(f"{aligned}{kind} a{i}[{length}];\n"
                            f"  for (u32 k = 0; k < {length}; k++) "
                            f"a{i}[k] = ({kind})(u8)(x * {2 * i + 1} + k * n);")
            self.arrays.append((f"a{i}", kind, length))
        count = self.rng.randrange(4, 12)
        lines = "\n  ".join([*declared, *(self.statement() for _ in range(count))])
        read = "\n  ".join(
            f"for (u32 k = 0; k < {a[2]}; k++) y = mix(y, "
            + (f"whole((double){a[0]}[k])" if a[1] in FLOATS + ["long double"]
               else f"(u64){a[0]}[k]") + ");"
            for a in self.arrays)
        name = ("HOST u64 host" if self.host else "BOTH u64 both") + str(self.number)
        return (f"{name}(u64 x, u32 n, u32 depth) {{\n  u64 y = depth;\n  {lines}\n  {read}\n  "
                f"return y;\n}}\n")


HELPERS = r"""
BOTH pair make_pair(u64 a, u32 b) { pair p; p.a = a; p.b = b; return p; }
BOTH u64 use_pair(pair p, u64 x) { return p.a * x + p.b; }
BOTH large make_large(u32 x) { large l; for (u32 k = 0; k < 12; k++) l.v[k] = x * k;
  l.tail = (u8)x; return l; }
BOTH u64 use_large(large l, large m) { u64 s = l.tail; for (u32 k = 0; k < 12;
  k++) s = s * 3 + (l.v[k] ^ m.v[11 - k]); return s; }
HOST int in_order(const void *a, const void *b) { u32 p = *(const u32 *)a, q = *(const u32 *)b;
  return (p > q) - (p < q); }
HOST u64 sum_of(int count, ...) {
  va_list list; va_start(list, count);
  u64 s = va_arg(list, int); s += whole(va_arg(list, double));
    s += whole((double)va_arg(list, long double)); s += va_arg(list, u64);
  va_end(list); return s;
}
"""


def program(seed, count):
    rng = random.Random(seed)
    parts = [PRELUDE, HELPERS]
    for number in range(count):
        parts.append(Function(rng, number, False).text())
        parts.append(Function(rng, number, True).text())
    calls = "\n".join(f"  case {i}: return both{i}(x, n, 2);" for i in range(count))
    parts.append(f"static inline BOTH u64 choose(u32 which, u64 x, u32 n) {{\n  switch (which) "
                 f"{{\n{calls}\n  }}\n  return 0;\n}}\n")
    hosts = "\n".join(f'  for (u32 n = 0; n < 3; n++) printf("host{i} %lx\\n", '
                      f'host{i}(n * {rng.getrandbits(50)}ul + 1, n, 2));'
                      for i in range(count))
    parts.append(f"""
static void all_of_host() {{
{hosts}
  for (u32 i = 0; i < {count}; i++) printf("both%u %lx\\n", i, choose(i, i * 77 + 5, i));
}}
#ifdef __CUDACC__
__global__ void kernel(u64 *out) {{ out[threadIdx.x] = choose(threadIdx.x, threadIdx.x * 77 +
  5, threadIdx.x); }}
static void all_of_device() {{
  u64 *out, here[{count}];
  cudaMalloc(&out, sizeof here);
  kernel<<<1, {count}>>>(out);
  cudaMemcpy(here, out, sizeof here, cudaMemcpyDeviceToHost);
  cudaFree(out);
  for (u32 i = 0; i < {count}; i++) printf("kernel%u %lx\\n", i, here[i]);
}}
#else
static void all_of_device() {{
  for (u32 i = 0; i < {count}; i++) printf("kernel%u %lx\\n", i, choose(i, i * 77 + 5, i));
}}
#endif
#ifdef RUN
void RUN() {{ all_of_host(); all_of_device(); fflush(stdout); }}
#else
int main() {{ all_of_host(); all_of_device(); }}
#endif
""")
    return "".join(parts)


def run(*command):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "late\n")


def try_seed(seed, options, folder):
    """Returns what is wrong with a seed's programs; "" if nothing is."""
    source, plain, confined = (os.path.join(folder, f"{kind}{seed}") for kind in ("p", "g", "c"))
    source += ".cu"
    with open(source, "w", encoding="utf-8") as file:
        file.write(program(seed, options.functions))
    words = options.options.split()
    for command in ([options.cxx, "-std=c++17", "-w", "-O1", "-fno-strict-aliasing",
                     "-x", "c++", source, "-o", plain],
                    [options.lenscc, "--confine", "-w", *words, source, "-o", confined]):
        done = run(*command)
        if done.returncode != 0:
            return f"does not build:\n{done.stderr[:3000]}"
    wanted, given = run(plain), run(confined)
    if wanted.returncode != 0:
        return f"the program itself is wrong: {wanted.returncode}"
    if given.returncode != 0 or given.stdout != wanted.stdout:
        differ = [f"{a}, not "
        f"{b}" for a, b in zip(given.stdout.split("\n"), wanted.stdout.split("\n")) if a != b]
        return f"exit status {given.returncode}: {differ[:5]}\n{given.stderr[:2000]}"
    if not options.keep:
        for path in (source, plain, confined):
            os.remove(path)
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lenscc", required=True)
    parser.add_argument("--cxx", default="g++")
    parser.add_argument("--seeds", type=int, nargs=2, default=(1, 2))
    parser.add_argument("--functions", type=int, default=12)
    parser.add_argument("--options", default="")
    parser.add_argument("--keep")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.seeds[0], options.seeds[1] + 1):
            wrong = try_seed(seed, options, options.keep or folder)
            if wrong:
                failed += 1
                print(f"seed {seed}: {wrong}", flush=True)
    print(f"{failed} of {options.seeds[1] - options.seeds[0] + 1} programs differ")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
