/* test_gate.c: edge cases of the gate's check of sources. The files of grading/hostile/gate test
 * that each trick is refused at its line. */
#include "base/test.h"

#include "gate/source.h"
#include "gate/words.h"

#include <stdio.h>
#include <stdlib.h>

static void look_at(const char *text, size_t size, sl_refusals *out) {
  *out = (sl_refusals){0};
  assert_ok(sl_gate_source_text(text, size, "ell.h", out));
}

static void assert_fine(const char *text) {
  sl_refusals out;
  look_at(text, strlen(text), &out);
  if (out.count) fail_msg("\"%s\" is refused: %s: %s", text, out.all[0].what, out.all[0].reason);
}

static void assert_refused(const char *text, int line, const char *what) {
  sl_refusals out;
  look_at(text, strlen(text), &out);
  for (size_t i = 0; i < out.count; i++) {
    if (out.all[i].line == line && strstr(out.all[i].what, what)) return;
  }
  fail_msg("\"%s\" is not refused for \"%s\" at line %d, but for \"%s\" at %d", text, what, line,
           out.count ? out.all[0].what : "", out.count ? out.all[0].line : 0);
}

static void test_includes(void **state) {
  (void)state;
  assert_fine("#include \"ell.h\"\n#include <vector>\n#include \"cuda_runtime.h\"\n");
  assert_fine("# /* */ include /* */ <cooperative_groups/reduce.h> // a comment\n");
  assert_refused("\n#include \"jds.h\"\n", 2, "jds.h");
  assert_refused("#include <ell.h.gch>\n", 1, "ell.h.gch");
  assert_refused("#include\n", 1, "include");
  assert_refused("#include <vector\n", 1, "<vector");
  assert_refused("#include <vectorx\n", 1, "<vectorx");
  assert_refused("#include <vector> <unistd.h>\n", 1, "unistd.h");
  assert_refused("#\\\ninclude <unistd.h>\n", 1, "unistd.h");
}

static void test_what_is_text_is_no_code(void **state) {
  (void)state;
  assert_fine("// asm\n/* asm\n asm */ const char *s = \"asm\" u8R\"(asm)\" L\"asm\";\n");
  assert_fine("char c = '\"'; int n = 1'000'000; char d = '\\''; // asm\n");
  assert_fine("// a comment that goes on \\\nasm\n");
  assert_fine("#if 0\ndon't\n#endif\n");
  assert_refused("const char *s = \"a\\\" \"; asm;\n", 1, "asm");
  assert_refused("const char *s = fooR\"(\"; asm; //)\"\n", 1, "asm");
  assert_refused("int n = 1'000; asm; n = 1'0;\n", 1, "asm");
  /* the R is the suffix of "x", so that the quote begins an ordinary string */
  assert_refused("void f() { \"x\"R\"( \"; asm(\"\"); \")\"; }\n", 1, "asm");
  assert_refused("void f() { 'x'u8R\"( \"; asm(\"\"); \")\"; }\n", 1, "asm");
  assert_refused("const char *s = \"x\"R\"(y)\";\n", 1, "R");
  assert_fine("const char *s = \"x\" R\"(y)\" \"z\"\"w\", *t = \"%\"PRIu64\"!\";\n");
  assert_refused("/* \\*/ asm\n", 1, "asm");
  assert_refused("int a; /\\\n/ x\nasm\n", 3, "asm");
}

static void test_lines_are_those_of_the_file(void **state) {
  (void)state;
  assert_refused("int a\\\n\\\n;\n\nasm\n", 5, "asm");
  assert_refused("\xef\xbb\xbf/*\n\n*/ asm\n", 3, "asm");
  assert_refused("int a;\r\nasm\r\n", 2, "asm");
}

static void test_habits(void **state) {
  (void)state;
  assert_fine("#pragma GCC diagnostic push\n#pragma GCC diagnostic pop\n");
  assert_fine("#pragma GCC diagnostic ignored \"-Wunused-variable\" // for a while\n");
  assert_refused("#pragma GCC diagnostic\n", 1, "diagnostic");
  assert_refused("#pragma GCC diagnostic ignored\n", 1, "diagnostic");
  assert_refused("#pragma GCC diagnostic ignored \"-fno-sanitize=all\"\n", 1, "diagnostic");
  assert_refused("#pragma GCC diagnostic ignored \"-Wall\" push\n", 1, "diagnostic");
  assert_refused("#pragma GCC optimize(\"O0\")\n", 1, "optimize");
  assert_refused("#define GCC STDC\n#pragma GCC diagnostic push\n", 2, "diagnostic");
  assert_fine("#ifdef _OPENMP\n#include <omp.h>\n#endif\n");
  assert_fine("int sl_rows, sl_first_row, sl_callback;\nstatic int sl_sum(int a) { return a; }\n");
  assert_fine("#define S(a) sl_##a\nint S(say_text);\n");
  assert_fine("#define S(a) sl_##a + a##b\n"); /* nothing calls it */
}

/* Words that are joined by underscores are allowed, unless the result can be a refused name. */
static void test_joins(void **state) {
  (void)state;
  static const char *const bad[] = {
      "NAME(lens, find)", /* lens_find */
      "NAME(lens, x) int y;",
      "OUTER(lens, find)",
      "NAME(_, attribute_)", /* __attribute_ */
      "NAME(__builtin, trap)()",
      "NAME(, asm)", /* an empty argument */
      "NAME(a, )",
      "NAME(EMPTY, builtin_trap)", /* a macro that expands to nothing */
      "NAME(LENS, find)",          /* a macro that expands to lens */
      "NAME(NAME(a, b), c) int NAME;",
      "APPLY(NAME, lens, find)", /* a macro that is passed on */
      "NAME(malloc, x)",         /* a macro of the kit */
      "NAME(_dl, sym)",
  };
  static const char *const good[] = {
      "int NAME(spmv, ell);",
      "int OUTER(spmv, f32), real_spmv;",
      "int NAME(NAME(a, b), 2);",
      "int NAME(error, asm_count), lens;",
      "void NAME(run, float)(real x) { (void)x; }",
  };
  static const char head[] = "#define NAME(a, b) a##_##b\n#define OUTER(a, b) NAME(a, b)\n";
  static const char more[] = "#define EMPTY\n#define LENS lens\n#define APPLY(f, a, b) f(a, b)\n";
  static const char longer[] = "#define TEST(name, type) name##_kernel_##type\nint TEST(a, b);\n";
  char text[512];
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    (void)snprintf(text, sizeof text, "%s%s%s\n", head, more, bad[i]);
    assert_refused(text, 1, "##");
  }
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    (void)snprintf(text, sizeof text, "%s%s\n", head, good[i]);
    assert_fine(text);
  }
  assert_fine(longer);
  static const char direct[] = "#define CAT(a, b) a##b\n#define CAT2(a, b) CAT(a, b)\n"
                               "#define V(i) sum##i\n";
  static const char *const fine[] = {"int CAT(my, other);", "int CAT2(line, __LINE__);",
                                     "int V(1), CAT(spmv_, f32);", "int CAT(CAT2(x, y), 3);"};
  static const char *const built[] = {
      "CAT(as, m)",          "CAT2(__a, sm__)",       "CAT(len, s_find)",
      "CAT2(CAT2(a, s), m)", "CAT(__builtin, _trap)", "CAT(__attr, ibute__)",
      "CAT(_Pra, gma)"};
  for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
    (void)snprintf(text, sizeof text, "%s%s\n", direct, fine[i]);
    assert_fine(text);
  }
  for (size_t i = 0; i < sizeof built / sizeof *built; i++) {
    (void)snprintf(text, sizeof text, "%s%s\n", direct, built[i]);
    assert_refused(text, 1, "##");
  }
  assert_refused("#define TEST(name) name##_find_##name\nint TEST(lens);\n", 1, "##");
  assert_fine("#define C(a, b) a##_##b\n#define D(a, b) a##b\n");
  assert_refused("#define C(a, ...) a##_##__VA_ARGS__\n", 1, "##");
  assert_refused("#define B(a, b) a##b\n#define C(...) B(__VA_ARGS__)\nC(as, m)(\"\");\n", 1, "##");
  assert_refused("#define B(a, b) a##b\n#define C(...) __VA_ARGS__\nB(C(as, x), m);\n", 1, "##");
  assert_refused("#define B(a, b) a##b\n#define C(f, ...) f(__VA_ARGS__)\nC(B, as, m)(\"\");\n", 1,
                 "##");
}

static void test_macros(void **state) {
  (void)state;
  assert_fine("#define A(x, ...) f(x, ## __VA_ARGS__)\n#define B(w) launch_##w##_rows\n");
  assert_fine("#define A(x, ...) f(x, ## __VA_ARGS__)\n#define B(a, b) a##_##b\nint B(of, it);\n");
  assert_fine("#define L(...) printf(__VA_ARGS__)\n#define B(a, b) a##_##b\nint B(of, it);\n");
  assert_fine("#define C(name) name##_kernel\n#define D(n) #n\n#define BEGIN {\n");
  assert_fine("#define likely(x) __builtin_expect(!!(x), 1)\n#define cudaCheck(x) (x)\n");
  assert_refused("#define C(name) name##_find\nint C(lens);\n", 1, "##");
  assert_fine("#define C(name) name##_find\nint lens;\n#define D(name) name##b\n");
  assert_fine("#define C(a, b) a##b\n");
  assert_refused("#define C(name) name##_trap\nint i = C(__builtin)();\n", 1, "##");
  assert_refused("#define C(a) a##_attribute__\nint C(_);\n", 1, "##");
  assert_refused("#define C(a) a##_tsan_##a\nint C(_);\n", 1, "##");
  assert_refused("#define C(a) __builtin_##a\nint C(trap);\n", 1, "##");
  assert_fine("#define S(i) a##i += b##i * x##i\nint a0, b0, x0;\n");
  assert_refused("#define S(i) a##i\nS(sm)\n", 1, "##");
  assert_fine("#define S(i) a##i\n#define T(i) s##i\n");
  assert_refused("#define S(i) a##i\n#define T(i) s##i\nS(T(m))\n", 1, "##");
  assert_fine("#define S(i) a##i\n#define T(i) i##m\n");
  assert_fine("#define S(i) __a##i\n#define T(i) i##m__\n");
  assert_refused("#define C(a) le##a\nC(ns_find)\n", 1, "##");
  assert_fine("#define C(a) s##a\nC(l_say)\n");
  assert_refused("#define C(a) __tsan##a\n", 1, "##");
  assert_refused("#define C(a) ##a\n", 1, "##");
  assert_refused("#define C (\n", 1, "C");
  assert_refused("#define float double\n", 1, "float");
}

static void test_attributes(void **state) {
  (void)state;
  assert_fine("[[nodiscard]] int f(); __attribute__((aligned(8), __unused__)) int x;\n");
  assert_fine(
      "[[gnu::always_inline, maybe_unused]] int f(); int y = a[b[0]] + a[[] { return 0; }()];");
  assert_fine("struct __attribute__((packed)) s { int section, weak, constructor; };\n");
  assert_refused("__attribute__((aligned(8), constructor)) int x;\n", 1, "constructor");
  assert_refused("[[gnu::unused]] [[gnu::weak]] int f();\n", 1, "weak");
  assert_refused("[[deprecated(\"x\"), gnu::alias(\"y\")]] int f();\n", 1, "alias");
  assert_refused("__attribute__ (constructor)\n", 1, "__attribute__");
  /* an unclosed attribute hides nothing after it */
  assert_refused("#if 0\n__attribute__((aligned(\n#endif\nasm\n", 4, "asm");
  assert_refused("#if 0\n[[deprecated(\n#endif\n__attribute__((weak))\n", 4, "weak");
}

static void test_files_that_are_none(void **state) {
  (void)state;
  sl_refusals out;
  char *large = calloc(5 << 20, 1);
  assert_non_null(large);
  look_at(large, 5 << 20, &out);
  assert_int_equal(out.count, 1);
  assert_string_equal(out.all[0].what, "the file");
  memset(large, '(', SL_GATE_MOST_BYTES);
  look_at(large, SL_GATE_MOST_BYTES, &out);
  assert_int_equal(out.count, 1);
  memset(large, '\n', SL_GATE_MOST_BYTES);
  look_at(large, SL_GATE_MOST_BYTES, &out);
  assert_int_equal(out.count, 0);
  /* inputs that take long if each place scans all places after it */
  static const char *const busy[] = {"[[hot,",          "[",  "R\"x(",
                                     "__attribute__((", "/*", "[[hot,hot]]"};
  for (size_t b = 0; b < sizeof busy / sizeof *busy; b++) {
    size_t length = strlen(busy[b]);
    for (size_t i = 0; i + length < SL_GATE_MOST_BYTES; i += length) {
      memcpy(large + i, busy[b], length);
    }
    look_at(large, SL_GATE_MOST_BYTES, &out);
  }
  for (int i = 0; i < 1000; i++) memcpy(large + (size_t)(4 * i), "asm\n", 4);
  look_at(large, 4000, &out);
  assert_int_equal(out.count, SL_MOST_REFUSALS);
  assert_true(out.more);
  look_at("int a;\0asm", 10, &out);
  assert_int_equal(out.count, 2);
  free(large);
  look_at("", 0, &out);
  assert_int_equal(out.count, 0);
}

/* The messages contain no terminal control characters. */
static void test_what_is_shown(void **state) {
  (void)state;
  sl_refusals out;
  const char text[] = "#include \"\x1b[31m\xc3\xa4\"\n";
  look_at(text, sizeof text - 1, &out);
  assert_true(out.count >= 1);
  for (size_t i = 0; i < out.count; i++) {
    for (const char *c = out.all[i].what; *c; c++) assert_in_range(*c, ' ', '~');
  }
}

static void test_memory(void **state) {
  (void)state;
  sl_refusals out = {0};
  const char text[] = "#include <vector>\nint f(int a) { return a; }\n";
  assert_survives_failing_allocations(sl_gate_source_text(text, sizeof text - 1, "ell.h", &out));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_includes),
      cmocka_unit_test(test_what_is_text_is_no_code),
      cmocka_unit_test(test_lines_are_those_of_the_file),
      cmocka_unit_test(test_habits),
      cmocka_unit_test(test_joins),
      cmocka_unit_test(test_macros),
      cmocka_unit_test(test_attributes),
      cmocka_unit_test(test_files_that_are_none),
      cmocka_unit_test(test_what_is_shown),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
