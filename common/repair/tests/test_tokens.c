/* test_tokens.c: cutting a source into tokens; any bytes must do. */
#include "base/test.h"

#include "base/random.h"
#include "repair/tokens.h"

#include <stdio.h>

enum { FUZZ_TURNS = 3000, FUZZ_BYTES = 400 };

static void expect_tokens(const char *text, const char *expected) {
  sl_tokens tokens;
  char all[1024] = "", one[256];
  assert_ok(sl_tokens_make(text, &tokens));
  for (size_t i = 0; i < tokens.count; i++) {
    sl_tokens_copy(&tokens, i, i, one, sizeof one);
    (void)snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? " ~ " : "", one);
  }
  assert_string_equal(all, expected);
  sl_tokens_free(&tokens);
}

static void words_numbers_and_marks(void **state) {
  (void)state;
  expect_tokens("int a1=0x1e+2;", "int ~ a1 ~ = ~ 0x1e ~ + ~ 2 ~ ;");
  expect_tokens("x=1e-3f-.5+1'000;", "x ~ = ~ 1e-3f ~ - ~ .5 ~ + ~ 1'000 ~ ;");
  expect_tokens("k<<<g,b>>>(a<<=2,b->c);",
                "k ~ <<< ~ g ~ , ~ b ~ >>> ~ ( ~ a ~ <<= ~ 2 ~ , ~ b ~ -> ~ c ~ ) ~ ;");
}

static void comments_are_left_out(void **state) {
  (void)state;
  expect_tokens("a/*b*/c// d\ne // f \\\n g\nh", "a ~ c ~ e ~ h");
  expect_tokens("a /* never closed", "a");
}

static void quotes_hide_what_is_in_them(void **state) {
  (void)state;
  expect_tokens("f(\"a // \\\" b\", '\\'', '{');",
                "f ~ ( ~ \"a // \\\" b\" ~ , ~ '\\'' ~ , ~ '{' ~ ) ~ ;");
  expect_tokens("\"open\nx", "\"open ~ x");
}

static void directives_are_one_token(void **state) {
  (void)state;
  expect_tokens("#define A(x) \\\n  x + 1 // why\nint b;",
                "#define A(x) \\\n  x + 1 // why ~ int ~ b ~ ;");
  expect_tokens("a # b", "a ~ # ~ b");
}

static void lines_are_counted(void **state) {
  (void)state;
  sl_tokens tokens;
  assert_ok(sl_tokens_make("a /* 1\n2\n*/ b\n#if 0 \\\n\nc\n  d", &tokens));
  assert_int_equal(tokens.count, 5);
  assert_int_equal(tokens.all[0].line, 1);
  assert_int_equal(tokens.all[1].line, 3);
  assert_int_equal(tokens.all[2].line, 4);
  assert_int_equal(tokens.all[3].line, 6);
  assert_int_equal(tokens.all[4].line, 7);
  sl_tokens_free(&tokens);
}

static void brackets_are_paired(void **state) {
  (void)state;
  sl_tokens tokens;
  assert_ok(sl_tokens_make("{ ( [ ] } )", &tokens));
  assert_int_equal(tokens.all[2].partner, 3);
  assert_int_equal(tokens.all[3].partner, 2);
  assert_int_equal(tokens.all[1].partner, 5);
  assert_int_equal(tokens.all[0].partner, SL_NO_TOKEN); /* closed while another is open */
  assert_int_equal(tokens.all[4].partner, SL_NO_TOKEN);
  sl_tokens_free(&tokens);
}

static int line_of(const char *text, size_t at) {
  int line = 1;
  for (size_t i = 0; i < at; i++) line += text[i] == '\n';
  return line;
}

/* What holds of the tokens of any text. */
static void check(const char *text) {
  sl_tokens tokens;
  assert_ok(sl_tokens_make(text, &tokens));
  size_t end = 0, length = strlen(text);
  for (size_t i = 0; i < tokens.count; i++) {
    const sl_token *token = &tokens.all[i];
    assert_true(token->from >= end && token->to > token->from && token->to <= length);
    assert_int_equal(token->line, line_of(text, token->from));
    end = token->to;
    if (token->partner == SL_NO_TOKEN) continue;
    assert_true(token->partner < tokens.count);
    assert_int_equal(tokens.all[token->partner].partner, i);
  }
  sl_tokens_free(&tokens);
}

static void any_bytes_will_do(void **state) {
  (void)state;
  static const char likely[] = "(){}[]\"'/*\\\n#<>=+-;,.&|0x1eE a_";
  sl_random random = sl_random_make(13, 1);
  for (int turn = 0; turn < FUZZ_TURNS; turn++) {
    char text[FUZZ_BYTES + 1];
    size_t length = (size_t)sl_random_below(&random, FUZZ_BYTES);
    for (size_t i = 0; i < length; i++) {
      bool any = sl_random_below(&random, 4) == 0;
      text[i] = any ? (char)(1 + sl_random_below(&random, 255))
                    : likely[sl_random_below(&random, sizeof likely - 1)];
    }
    text[length] = '\0';
    check(text);
  }
}

static sl_status make_and_free(void) {
  sl_tokens tokens;
  sl_status status = sl_tokens_make("int main(void) { return 0; }", &tokens);
  sl_tokens_free(&tokens);
  return status;
}

static void memory_may_be_short(void **state) {
  (void)state;
  assert_survives_failing_allocations(make_and_free());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_numbers_and_marks),     cmocka_unit_test(comments_are_left_out),
      cmocka_unit_test(quotes_hide_what_is_in_them), cmocka_unit_test(directives_are_one_token),
      cmocka_unit_test(lines_are_counted),           cmocka_unit_test(brackets_are_paired),
      cmocka_unit_test(any_bytes_will_do),           cmocka_unit_test(memory_may_be_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
