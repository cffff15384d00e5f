/* test_expand.c: headers replace their #include lines, based on the preprocessor's output. */
#include "base/test.h"

#include "../expand.h"
#include "base/memory.h"
#include "base/random.h"

#include <stdlib.h>

typedef struct file {
  const char *path, *text;
} file;

static const file files[] = {
    {"a.cu", "#include \"b.h\"\n#include <system.h>\n#include \"b.h\" \\\n\nlast"},
    {"b.h", "#pragma once\n# include \"d/c.h\" /* why */\nb"},
    {"d/c.h", "#if 0\n#include \"x.h\"\n#endif\n#import <y.h>\nc\n"},
    {"odd \"\\n\\ame.cu", "#include \"h.h\"\n"},
    {"h.h", ""},
    {"lib.cu", "'\n#include \"lib.h\"\n#include <cub/cub.cuh>\n"},
    {"lib.h", "#include <mma.h>\n"},
};

static sl_status read_one(const char *path, char **text, size_t *bytes) {
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    if (strcmp(files[i].path, path) != 0) continue;
    *bytes = strlen(files[i].text);
    SL_TRY(sl_alloc(*bytes, 1, "file", text)); /* of the exact size, so that a sanitizer detects
                                                * overruns */
    memcpy(*text, files[i].text, *bytes);
    return SL_OK;
  }
  *text = NULL;
  return sl_fail(SL_ERR_INPUT, "%s: no such file", path);
}

static const char trace[] = "# 0 \"a.cu\"\n# 0 \"<built-in>\"\n# 0 \"<command-line>\"\n"
                            "# 1 \"/usr/include/stdc-predef.h\" 1 3 4\n# 0 \"<command-line>\" 2\n"
                            "# 1 \"/keywords.h\" 1 3 4\n# 32 \"<command-line>\" 2\n"
                            "# 1 \"a.cu\"\n# 1 \"b.h\" 1\n\n# 1 \"d/c.h\" 1\n\n\n\nc\n"
                            "# 3 \"b.h\" 2\nb\n# 2 \"a.cu\" 2\n# 1 \"/system.h\" 1 3\nint s;\n"
                            "# 3 \"a.cu\" 2\nlast\n";

static const char expanded[] =
    "//#include \"b.h\"\n# 1 \"a.cu\"\n# 1 \"b.h\" 1\n"
    "//#pragma once\n//# include \"d/c.h\" /* why */\n# 2 \"b.h\"\n"
    "# 1 \"d/c.h\" 1\n#if 0\n#include \"x.h\"\n#endif\n//#import <y.h>\n"
    "c\n# 3 \"b.h\" 2\nb\n# 2 \"a.cu\" 2\n#include <system.h>\n//#include \"b.h\"\n\nlast";

static void expect(const char *path, const char *preprocessed, const char *wanted) {
  lens_text got = {0};
  assert_ok(lens_expand(path, preprocessed, strlen(preprocessed), read_one, &got));
  assert_string_equal(got.data, wanted);
  lens_text_free(&got);
  assert_int_equal(sl_memory_live(), 0);
}

static void own_headers_are_put_in(void **state) {
  (void)state;
  expect("a.cu", trace, expanded);
}

/* The text ends early here: b.h is not inserted, because the place of its #include is unknown. */
static void clang_nests_the_command_line(void **state) {
  (void)state;
  expect("a.cu",
         "# 1 \"a.cu\"\n# 1 \"<built-in>\" 1\n# 1 \"<command line>\" 1\n# 1 \"<built-in>\" 2\n"
         "# 1 \"/cuda_runtime.h\" 1 3\n# 2 \"<built-in>\" 2\n# 1 \"a.cu\" 2\n# 1 \"./b.h\" 1\n",
         "//#include \"b.h\"\n//#include <system.h>\n//#include \"b.h\"\n\nlast");
}

static void names_may_be_odd(void **state) {
  (void)state;
  expect(
      "odd \"\\n\\ame.cu",
      "# 1 \"odd \\\"\\\\n\\134ame.cu\"\n# 1 \"\\150.h\" 1\n# 2 \"odd \\\"\\\\n\\134ame.cu\" 2\n",
      "//#include \"h.h\"\n# 1 \"odd \\\"\\\\n\\134ame.cu\"\n# 1 \"\\150.h\" 1\n"
      "# 2 \"odd \\\"\\\\n\\134ame.cu\" 2\n");
}

static void a_file_that_is_gone_is_an_error(void **state) {
  (void)state;
  static const char gone[] = "# 1 \"gone.h\" 1\n# 2 \"a.cu\" 2\n";
  lens_text got = {0};
  assert_int_equal(lens_expand("a.cu", gone, sizeof gone - 1, read_one, &got), SL_ERR_INPUT);
  lens_text_free(&got);
  assert_int_equal(sl_memory_live(), 0);
}

static void libraries_are_refused_by_name(void **state) {
  (void)state;
  static const char ended[] =
      "# 1 \"lib.cu\"\n# 1 \"lib.h\" 1\n# 3 \"lib.cu\" 2\n# 1 \"lib.h\" 1\n";
  lens_translation got;
  assert_int_equal(lens_expand_refuse_included("lib.cu", ended, sizeof ended - 1, read_one, &got),
                   SL_ERR_INPUT);
  assert_int_equal(got.num_errors, 2);
  assert_non_null(strstr(got.diagnostics, "lib.cu:3:1: error: <cub/cub.cuh>: "));
  assert_non_null(strstr(got.diagnostics, "lib.h:1:1: error: <mma.h>: "));
  lens_translate_free(&got);
  assert_ok(lens_expand_refuse_included("a.cu", trace, sizeof trace - 1, read_one, &got));
  lens_translate_free(&got);
}

static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  sl_status status = SL_ERR_MEMORY;
  for (long n = 0; status == SL_ERR_MEMORY; n++) {
    lens_text got = {0};
    lens_translation refused = {0};
    sl_memory_fail_after(n);
    status = lens_expand("a.cu", trace, sizeof trace - 1, read_one, &got);
    if (status == SL_OK)
      status = lens_expand_refuse_included("lib.cu", trace, sizeof trace - 1, read_one, &refused);
    sl_memory_fail_after(-1);
    lens_text_free(&got);
    lens_translate_free(&refused);
    assert_int_equal(sl_memory_live(), 0);
    assert_true(n < 1000);
  }
  assert_int_equal(status, SL_ERR_INPUT); /* the refusal */
}

/* Some pieces of the trace are moved over others, and some bytes changed. */
static char *mutilate(uint64_t round, size_t bytes) {
  sl_random random = sl_random_make(7, round);
  char *text = malloc(bytes);
  assert_non_null(text);
  memcpy(text, trace, bytes);
  for (int i = sl_random_below(&random, 6); i >= 0; i--) {
    size_t at = (size_t)sl_random_below(&random, (int)bytes);
    size_t from = (size_t)sl_random_below(&random, (int)bytes);
    size_t most = bytes - (at > from ? at : from);
    memmove(text + at, text + from, (size_t)sl_random_below(&random, (int)most + 1));
    text[sl_random_below(&random, (int)bytes)] = (char)sl_random_below(&random, 128);
  }
  return text;
}

/* Any preprocessor output gives a result or an error. */
static void mutilated_traces(void **state) {
  (void)state;
  enum { NUM_ROUNDS = 20000 };
  for (uint64_t round = 0; round < NUM_ROUNDS; round++) {
    char *mutilated = mutilate(round, sizeof trace - 1);
    lens_text got = {0};
    sl_status status = lens_expand("a.cu", mutilated, sizeof trace - 1, read_one, &got);
    assert_true(status == SL_OK || status == SL_ERR_INPUT);
    lens_text_free(&got);
    free(mutilated);
    assert_int_equal(sl_memory_live(), 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(own_headers_are_put_in),
      cmocka_unit_test(clang_nests_the_command_line),
      cmocka_unit_test(names_may_be_odd),
      cmocka_unit_test(a_file_that_is_gone_is_an_error),
      cmocka_unit_test(libraries_are_refused_by_name),
      cmocka_unit_test(memory_may_run_out_anywhere),
      cmocka_unit_test(mutilated_traces),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
