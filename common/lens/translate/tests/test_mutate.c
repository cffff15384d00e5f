/* test_mutate.c: damaged .cu files and random tokens. For any input, the translator must return
 * code with the same number of lines, or errors, and never crash or leak. */
#include "base/test.h"

#include "../translate.h"
#include "base/random.h"
#include "cases.h"

#include <stdlib.h>

enum { MAX_BYTES = 4096, NUM_ROUNDS = 30000 };

static const char *const pieces[] = {
    "<<<",
    ">>>",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    ";",
    ":",
    "::",
    "=",
    "*",
    "&",
    "->",
    "...",
    "\"",
    "'",
    "/*",
    "*/",
    "//",
    "\\",
    "\\\n",
    "\n",
    "\r\n",
    " ",
    "#",
    "#if 0\n",
    "#if 1\n",
    "#ifdef A\n",
    "\n#else\n",
    "\n#elif B\n",
    "\n#endif\n",
    "#define F(x) ",
    "#pragma unroll\n",
    "#include <",
    "\n# 7 \"b.h\" 1\n",
    "\n#line 3\n",
    "\n# 2 \"a.cu\" 2",
    "R\"(",
    ")\"",
    "R\"abcdefghijklmnopqrstuvwxyz(",
    "__global__",
    " void ",
    "__device__ ",
    "__constant__ ",
    "__shared__ ",
    "extern ",
    "static ",
    "template <",
    "class T>",
    "struct ",
    "namespace ",
    "alignas(16)",
    "__align__",
    "__launch_bounds__(",
    "k",
    " n",
    "int",
    "float ",
    "0x1p-3",
    "1'000",
    "1e+",
    ".5",
    "asm",
    "texture<",
    "__noinline__",
    "if (x) ",
    "return ",
    "lambda = [&] { ",
    "\xc3\xa9",
    "noexcept",
    "typename ",
    "const ",
};

typedef struct soup {
  char text[MAX_BYTES];
  size_t bytes;
} soup;

static void insert(soup *s, size_t at, const char *text, size_t bytes) {
  if (s->bytes + bytes > MAX_BYTES) return;
  memmove(s->text + at + bytes, s->text + at, s->bytes - at);
  memcpy(s->text + at, text, bytes);
  s->bytes += bytes;
}

static void insert_piece(soup *s, sl_random *random) {
  const char *piece = pieces[sl_random_below(random, sizeof pieces / sizeof *pieces)];
  insert(s, (size_t)sl_random_below(random, (int)s->bytes + 1), piece, strlen(piece));
}

static void mutate(soup *s, sl_random *random) {
  size_t from = (size_t)sl_random_below(random, (int)s->bytes + 1);
  size_t most = s->bytes - from < 40 ? s->bytes - from : 40;
  size_t count = (size_t)sl_random_below(random, (int)most + 1);
  char copy[40];
  switch (sl_random_below(random, 5)) {
  case 0: /* delete */
    memmove(s->text + from, s->text + from + count, s->bytes - from - count);
    s->bytes -= count;
    break;
  case 1: /* copy to another place */
    memcpy(copy, s->text + from, count);
    insert(s, (size_t)sl_random_below(random, (int)s->bytes + 1), copy, count);
    break;
  case 2: /* one byte becomes another */
    if (s->bytes > from) s->text[from] = (char)sl_random_below(random, 256);
    break;
  case 3: /* the end is removed */
    if (sl_random_below(random, 8) == 0) s->bytes = from;
    break;
  default:
    insert_piece(s, random);
  }
}

static size_t count_lines(const char *text, size_t bytes) {
  size_t lines = 0;
  for (size_t i = 0; i < bytes; i++) lines += text[i] == '\n';
  return lines;
}

/* The text is passed in a block of its exact size, so that a sanitizer detects an access beyond
 * it. */
static void check_with(const soup *s, const char *preprocessed) {
  char *exact = malloc(s->bytes + 1);
  assert_non_null(exact);
  memcpy(exact, s->text, s->bytes);
  lens_translation got;
  sl_status status = lens_translate_checked("a.cu", exact, s->bytes, preprocessed,
                                            preprocessed ? s->bytes : 0, &got);
  if (status == SL_OK) {
    /* except for bodies and macros that are written once per side */
    const char *begin = strstr(got.code, "#line 1 \""); /* a declaration may precede it */
    assert_non_null(begin);
    size_t in_front = (size_t)(begin - got.code);
    if (!strstr(got.code, "lens_shim::on_device()") && !strstr(got.code, "lens_sides_"))
      assert_int_equal(count_lines(begin, got.code_bytes - in_front),
                       1 + count_lines(exact, s->bytes));
  } else {
    assert_int_equal(status, SL_ERR_INPUT);
    assert_true(got.num_errors > 0 && got.diagnostics && !got.code);
  }
  lens_translate_free(&got);
  assert_int_equal(sl_memory_live(), 0);
  free(exact);
}

static void check(const soup *s) {
  check_with(s, NULL);
  check_with(s, s->text);
}

static void mutilated_files(void **state) {
  (void)state;
  for (int round = 0; round < NUM_ROUNDS; round++) {
    sl_random random = sl_random_make(2026, (uint64_t)round);
    soup s = {.bytes = 0};
    for (int i = sl_random_below(&random, 3); i >= 0; i--) {
      const char *input = lens_cases[sl_random_below(&random, (int)lens_num_cases)].input;
      insert(&s, s.bytes, input, strlen(input));
    }
    for (int i = sl_random_below(&random, 8); i >= 0; i--) mutate(&s, &random);
    check(&s);
  }
}

static void soups_of_tokens(void **state) {
  (void)state;
  for (int round = 0; round < NUM_ROUNDS; round++) {
    sl_random random = sl_random_make(1961, (uint64_t)round);
    soup s = {.bytes = 0};
    for (int i = sl_random_below(&random, 60); i >= 0; i--) {
      const char *piece = pieces[sl_random_below(&random, sizeof pieces / sizeof *pieces)];
      insert(&s, s.bytes, piece, strlen(piece));
    }
    check(&s);
  }
}

/* The time must not grow with the square of the nesting depth, nor the stack with the depth.
 */
static void deep_nesting(void **state) {
  (void)state;
  enum { DEPTH = 100000 };
  static const char *const openers[] = {"(", "{", "k<<<", "<", "#if 1\n", "template <"};
  for (size_t i = 0; i < sizeof openers / sizeof *openers; i++) {
    size_t length = strlen(openers[i]);
    char *text = malloc(DEPTH * length);
    assert_non_null(text);
    for (size_t n = 0; n < DEPTH; n++) memcpy(text + n * length, openers[i], length);
    lens_translation got;
    sl_status status = lens_translate("a.cu", text, DEPTH * length, &got);
    assert_true(status == SL_OK || status == SL_ERR_INPUT);
    lens_translate_free(&got);
    free(text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(mutilated_files),
      cmocka_unit_test(soups_of_tokens),
      cmocka_unit_test(deep_nesting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
