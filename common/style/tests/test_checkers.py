"""test_checkers.py: runs each checker of style on a small kit that contains what the checker must
find."""
import pathlib
import subprocess
import sys
import tempfile

STYLE = pathlib.Path(__file__).resolve().parent.parent
failures = []


def run(checker, sources, listed="", env=None):
    """Returns status and output of a checker on a kit with these sources and this list of
    exceptions."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in sources.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text, encoding="utf-8")
        left = root / "common/style/left"
        left.mkdir(parents=True)
        (left / f"{checker}.txt").write_text(listed, encoding="utf-8")
        result = subprocess.run([sys.executable, "-B", STYLE / f"{checker}.py", root],
                                capture_output=True, text=True, env=env)
        return result.returncode, result.stdout


def expect(checker, sources, status, words="", listed=""):
    got, output = run(checker, sources, listed)
    if got != status or words not in output:
        failures.append(f"{checker} on {sources}: status {got}, expected {status} and {words!r}:\n{output}")


def header(text):
    return {"common/matrix/csr.h": text}


def test_names():
    expect("names", header("int sl_csr_make(int n);\nvoid sl_csr(void);\n"), 0)
    expect("names", header("int sl_make_csr(int n);\n"), 1, "common/matrix/csr.h sl_make_csr")
    expect("names", header("int csr_make(int n);\n"), 1, "csr_make")
    expect("names", header("sl_status\nsl_coo_make(int (*call)(void *));\n"), 1, "sl_coo_make")
    expect("names", header('extern "C" {\nint sl_make_csr(int n);\n}\n'), 1, "sl_make_csr")
    expect("names", header("static inline int helper(int n) { return n; }\n"), 0)
    expect("names", header("/* int sl_make_csr(int n); */\n#define MAKE(n) sl_make(n)\n"), 0)
    expect("names", header("typedef int (*sl_call)(int n);\nstruct sl_csr { int (*call)(int n); };\n"), 0)
    expect("names", {"common/grade/entries.h": "void sl_entry_read(void);\nvoid sl_entries_free(void);"}, 0)
    expect("names", {"common/gate/object.h": "void sl_gate_object(void);"}, 0)
    beside = {"common/worker/internal.h": "void sl_say_text(void);",
              "common/worker/say.c": "void sl_say_text(void) { return; }"}
    expect("names", beside, 0)
    expect("names", {**beside, "common/worker/say.c": "void sl_say(void) { return; }"}, 1, "sl_say_text")
    expect("names", {"common/worker/internal.h": beside["common/worker/internal.h"],
                     "common/judge/say.c": beside["common/worker/say.c"]}, 1, "sl_say_text")
    expect("names", {"common/lens/abi.h": "void lens_memcpy(void);"}, 0)
    expect("names", {"common/base/memory.h": "void sl_free(void *data);\nvoid sl_clear(void);"}, 1, "1 not")
    expect("names", {"common/lens/include/cuda.h": "int cuInit(unsigned flags);\n"}, 0)


def test_exceptions_of_names():
    exception = "1 common/matrix/csr.h sl_make_csr\n"
    expect("names", header("int sl_make_csr(int n);\n"), 0, listed=exception)
    expect("names", header("int sl_csr_make(int n);\n"), 1, "no longer needed", listed=exception)


def test_types():
    one = {"common/io/a.h": "struct sl_scene { int n; };\n"}
    expect("names", one, 0)
    expect("names", {**one, "common/io/b.h": "struct sl_scene;\ntypedef struct sl_scene sl_scene;\n"}, 0)
    expect("names", {**one, "common/io/b.c": "typedef struct {\n  struct { int m; } in;\n} sl_scene;\n"},
           1, "type sl_scene in common/io/a.h common/io/b.c")
    expect("names", {**one, "labs/01-csr/lab.c": "enum sl_scene { ONE };\n"}, 1, "type sl_scene")
    expect("names", {**one, "common/io/b.c": "typedef int sl_scene[4];\n"}, 1, "type sl_scene")
    expect("names", {**one, "common/io/b.c": "typedef void (*sl_scene)(int);\n"}, 1, "type sl_scene")
    expect("names", {**one, "common/io/b.c": "static struct sl_scene made(void) { return x; }\n"}, 0)


def test_words():
    def text(words):
        return {"common/base/a.c": f"/* a.c: {words} */\n"}

    expect("words", text("waits, because it is slow, and reports it."), 0)
    expect("words", text("waits, as it is slow."), 1, "common/base/a.c: 1 words to replace")
    expect("words", text("A dear loop, and who ever waits is told."), 1, "2 words")
    expect("words", {"common/base/a.c": "int behind_it = 1; // sound\n"}, 0)
    expect("words", {"common/base/a.c": 'say("what is behind it");\n'}, 1)
    expect("words", {"common/base/tests/test_a.c": "static void test_it_is_told(void) {}\n"}, 1)
    expect("words", {"docs/a.md": "It is told.\n"}, 1)
    expect("words", {"labs/01-csr/quiz.txt": "why It is no array.\n"}, 1)
    listed = "2 docs/a.md\n"
    expect("words", {"docs/a.md": "It is told, and told of it.\n"}, 0, listed=listed)
    expect("words", {"docs/a.md": "It is told.\n"}, 0, listed=listed)
    expect("words", {"docs/a.md": "It is reported.\n"}, 1, "no longer needed", listed=listed)
    expect("words", {"docs/a.md": "It is told. It was told. They are told.\n"}, 1, listed=listed)


def function(lines):
    return {"common/base/a.c": "static int f(int n)\n{\n" + "  n++;\n" * (lines - 3) + "}\nint g;\n"}


def test_functions():
    expect("functions", function(60), 0)
    expect("functions", function(61), 1, "common/base/a.c f: 61 lines")
    expect("functions", function(70), 0, listed="70 common/base/a.c f\n")
    expect("functions", function(71), 1, "71 lines, 70 listed", listed="70 common/base/a.c f\n")
    expect("functions", function(60), 1, "no longer needed", listed="70 common/base/a.c f\n")
    table = "static const int t[] = {\n" + "  1,\n" * 80 + "};\n"
    expect("functions", {"common/base/a.c": table}, 0)


def test_headers():
    def lab(text, drive="#include \"csr.h\"\n"):
        return {"labs/01-csr/rows.h": text, "labs/01-csr/drive.cu": drive}

    expect("headers", lab("int sl_csr_rows(int n);\nextern const sl_rule_list sl_csr_rules;\n"), 0)
    expect("headers", lab("typedef struct look {\n  int rows;\n} look;\nenum { WARP = 32 };\n"), 0)
    expect("headers", lab("typedef bool row_rule(const look *l, int row);\n#define MOST (2 * 3)\n"), 0)
    expect("headers", lab("static int rows(int n) {\n  return n;\n}\n"), 1, "labs/01-csr/rows.h: 1 def")
    expect("headers", lab("inline int rows(int n) { return n; }\n"), 1, "labs/01-csr/rows.h")
    expect("headers", lab("static const sl_rule rules[] = {{\"a\", b}};\n"), 1, "labs/01-csr/rows.h")
    expect("headers", lab("static const double most = 2;\n"), 1, "labs/01-csr/rows.h")
    used = lab("__device__ inline int rows(int n) { return n; }\n", "#include \"rows.h\"\n")
    expect("headers", used, 0)
    expect("headers", {"common/base/a.h": "static inline int n(void) { return 1; }\n"}, 0)


def test_tools():
    good, bad = "int f(int n) { return n; }\n", "int  f( int n ){ return n; }\n"
    if run("layout", {"common/base/a.c": good})[0] != 77:
        expect("layout", {"common/base/a.c": "int n;\n"}, 0)
        expect("layout", {"common/base/a.c": bad}, 1, "common/base/a.c")
        expect("layout", {"common/base/tests/a.cu": bad}, 0)
    if run("shell", {"common/base/a.sh": "#!/bin/sh\n"})[0] != 77:
        expect("shell", {"common/base/a.sh": "#!/bin/sh\nread -r n\necho \"$n\"\n"}, 0)
        expect("shell", {"common/base/a.sh": "#!/bin/sh\nread -r n\necho $n\n"}, 1, "common/base/a.sh: 1")
        expect("shell", {"common/base/a.sh": "echo \"$shared\"\nunused=1\n"}, 0)


def test_tools_that_fail():
    """If a tool crashes, it finds nothing. This must not count as a pass."""
    sources = {"common/base/a.c": "int n;\n", "common/base/a.sh": "#!/bin/sh\n"}
    for checker, tool, version in (("layout", "clang-format-14", "version 14.0.6"),
                                   ("shell", "shellcheck", "version: 0.9.0")):
        with tempfile.TemporaryDirectory() as folder:
            fake = pathlib.Path(folder, tool)
            fake.write_text(f"#!/bin/sh\n[ \"$1\" != --version ] || {{ echo '{version}'; exit; }}\n"
                            "kill -9 $$\n")
            fake.chmod(0o755)
            status, output = run(checker, sources, env={"PATH": f"{folder}:/usr/bin:/bin"})
        if status != 1:
            failures.append(f"{checker}: status {status} when {tool} crashes:\n{output}")


def main():
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
    print("\n".join(failures) or "all checkers find what they are for")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
