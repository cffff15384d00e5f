/* test_tokens.c: splits text into tokens like the compiler. Any bytes are accepted. */
#include "base/test.h"

#include "base/fuzz.h"
#include "check_tokens.h"

#include <stdio.h>

enum { FUZZ_ROUNDS = 3000, FUZZ_BYTES = 400 };

/* Compares the spellings of the tokens, separated by " ~ ". */
static void expect(const char *text, sl_directives directives, const char *expected) {
  sl_tokens tokens;
  char all[1024] = "";
  assert_ok(sl_tokens_make(text, strlen(text), directives, &tokens));
  for (size_t i = 0; i < tokens.count; i++) {
    const sl_token *token = &tokens.all[i];
    (void)snprintf(all + strlen(all), sizeof all - strlen(all), "%s%.*s", i ? " ~ " : "",
                   (int)token->length, token->text);
  }
  assert_string_equal(all, expected);
  sl_tokens_free(&tokens);
}

static void expect_whole(const char *text, const char *expected) {
  expect(text, SL_DIRECTIVES_WHOLE, expected);
}

static void expect_cut(const char *text, const char *expected) {
  expect(text, SL_DIRECTIVES_CUT, expected);
}

static sl_token only_token(const char *text) {
  sl_tokens tokens;
  assert_ok(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_CUT, &tokens));
  assert_int_equal(tokens.count, 1);
  sl_token token = tokens.all[0];
  sl_tokens_free(&tokens);
  return token;
}

static void words_numbers_and_marks(void **state) {
  (void)state;
  expect_whole("x=1e-3f-.5+1'000;", "x ~ = ~ 1e-3f ~ - ~ .5 ~ + ~ 1'000 ~ ;");
  expect_whole("k<<<g,b>>>(a<<=2,b->c);",
               "k ~ <<< ~ g ~ , ~ b ~ >>> ~ ( ~ a ~ <<= ~ 2 ~ , ~ b ~ -> ~ c ~ ) ~ ;");
  expect_whole("a.*b->*c::d...$e \xc3\xa4",
               "a ~ . ~ * ~ b ~ ->* ~ c ~ :: ~ d ~ ... ~ $e ~ \xc3\xa4");
  expect_whole("0x1e+2 0x1p-3 1'0x' 1'", "0x1e+2 ~ 0x1p-3 ~ 1'0x ~ ' 1'");
}

static void comments_are_left_out(void **state) {
  (void)state;
  expect_whole("a/*b*/c// d\ne // f \\\n g\nh", "a ~ c ~ e ~ h");
  expect_whole("a /* \"never closed", "a");
  expect_whole("a/\\\n/ b\n/\\\n* c *\\\n/ d \"/*\" '/*'", "a ~ d ~ \"/*\" ~ '/*'");
  sl_tokens tokens;
  const char text[] = "a\\\nb /* c */ /* d";
  assert_ok(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_CUT, &tokens));
  assert_int_equal(tokens.open_comment, 13);
  sl_tokens_free(&tokens);
}

static void splices_join_lines_inside_of_tokens(void **state) {
  (void)state;
  expect_whole("thread\\\nIdx \\ \t\n.\\\r\nx+\\\n= 1\\\n2\\\n", "threadIdx ~ . ~ x ~ += ~ 12");
  expect_whole("\"a\\\nb\" c\\", "\"ab\" ~ c ~ \\");
  expect_whole("#def\\\nine A \\\n 1\nb", "#define A  1 ~ b");
  sl_tokens tokens;
  const char text[] = "\xef\xbb\xbf"
                      "ab\\\nc d\\\n\\\n;e";
  assert_ok(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_CUT, &tokens));
  assert_int_equal(tokens.count, 4);
  assert_int_equal(tokens.all[0].from, 3);
  assert_int_equal(tokens.all[0].to, 8);
  assert_int_equal(tokens.all[0].column, 1);
  assert_int_equal(tokens.all[1].to, 10);
  assert_int_equal(tokens.all[1].line, 2);
  assert_int_equal(tokens.all[1].column, 3);
  assert_int_equal(tokens.all[2].from, 14);
  assert_int_equal(tokens.all[2].line, 4);
  assert_true(tokens.all[2].touches && tokens.all[3].touches && !tokens.all[1].touches);
  assert_true(!tokens.all[3].first);
  sl_tokens_free(&tokens);
}

static void quotes_hide_what_is_in_them(void **state) {
  (void)state;
  expect_whole("f(\"a // \\\" b\", '\\'', '{');",
               "f ~ ( ~ \"a // \\\" b\" ~ , ~ '\\'' ~ , ~ '{' ~ ) ~ ;");
  expect_whole("\"open\nx", "\"open ~ x");
  expect_whole("u8\"a\"L'b'x'c'", "u8\"a\" ~ L ~ 'b' ~ x ~ 'c'");
  assert_true(only_token("L\"a\"").kind == SL_TOKEN_STRING);
  assert_true(only_token("U'a'").kind == SL_TOKEN_CHARACTER);
  assert_true(!only_token("\"a\\\"").closed);
}

static void raw_strings_end_at_their_delimiter(void **state) {
  (void)state;
  expect_whole("R\"(a\"b\n//)c)\" d", "R\"(a\"b\n//)c)\" ~ d");
  expect_whole("u8R\"x()\" )x)x\"y\"", "u8R\"x()\" )x)x\" ~ y ~ \"");
  expect_whole("fooR\"(\" a", "fooR ~ \"(\" ~ a");
  expect_whole("R\"a b(x)\" c\nd", "R\"a b(x)\" c ~ d");
  expect_whole("R\"(never", "R\"(never");
  expect_whole("\"x\"R\"(\" a", "\"x\" ~ R ~ \"(\" ~ a"); /* R is the suffix of "x" */
  sl_tokens tokens;
  const char text[] = "R\\\n\"(a\\\nb)\\\n\")\" c"; /* line splices belong to a raw string */
  assert_ok(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_CUT, &tokens));
  assert_int_equal(tokens.count, 2);
  assert_int_equal(tokens.all[0].to, 15);
  assert_true(tokens.all[0].closed);
  assert_int_equal(tokens.all[1].line, 4);
  sl_tokens_free(&tokens);
  assert_true(!only_token("R\"(never").closed);
  assert_true(!only_token("R\"12345678901234567(x)12345678901234567\"").closed);
}

static void directives_are_one_token_or_cut(void **state) {
  (void)state;
  expect_whole("#define A(x) \\\n  x + 1 // why\nint b;", "#define A(x)   x + 1 ~ int ~ b ~ ;");
  expect_whole("a # b", "a ~ # ~ b");
  expect_whole("/* 1\n */ # /*\n*/ if 0\nb", "# /*\n*/ if 0 ~ b");
  expect_cut("# define A(x) #x ## 1\nb", "# ~ define ~ A ~ ( ~ x ~ ) ~ # ~ x ~ ## ~ 1 ~ b");
  expect_cut("#pragma omp for\n", "# ~ pragma ~ omp ~ for");
  expect_cut("#include <a b.h> // c\n# include \"d/*.h\"\ne<f>g",
             "# ~ include ~ <a b.h> ~ # ~ include ~ \"d/*.h\" ~ e ~ < ~ f ~ > ~ g");
  expect_cut("#include <a\nb", "# ~ include ~ <a ~ b");
}

static void digraphs_are_what_they_stand_for(void **state) {
  (void)state;
  expect_cut("%:define A a%:%:b\nc<:1:> <%d;%>",
             "# ~ define ~ A ~ a ~ ## ~ b ~ c ~ [ ~ 1 ~ ] ~ { ~ d ~ ; ~ }");
  expect_cut("a<::b> c<::>", "a ~ < ~ :: ~ b ~ > ~ c ~ [ ~ ]");
  sl_tokens tokens;
  assert_ok(sl_tokens_make("a<:%>:>", 7, SL_DIRECTIVES_WHOLE, &tokens));
  assert_int_equal(tokens.all[1].partner, 3);
  assert_int_equal(tokens.all[1].to, 3);
  sl_tokens_free(&tokens);
}

static void lines_are_counted(void **state) {
  (void)state;
  sl_tokens tokens;
  const char text[] = "a /* 1\r\n2\r\n*/ b\r\n#if 0 \\\r\n\r\nc\n  d";
  assert_ok(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_WHOLE, &tokens));
  assert_int_equal(tokens.count, 5);
  const int lines[] = {1, 3, 4, 6, 7}, columns[] = {1, 4, 1, 1, 3};
  for (size_t i = 0; i < tokens.count; i++) {
    assert_int_equal(tokens.all[i].line, lines[i]);
    assert_int_equal(tokens.all[i].column, columns[i]);
  }
  sl_tokens_free(&tokens);
}

static void brackets_are_paired(void **state) {
  (void)state;
  sl_tokens tokens;
  const char text[] = "{ ( [ ] } )\n#define OPEN (\n}";
  assert_ok(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_CUT, &tokens));
  assert_int_equal(tokens.all[2].partner, 3);
  assert_int_equal(tokens.all[3].partner, 2);
  assert_int_equal(tokens.all[1].partner, 5);
  assert_int_equal(tokens.all[4].partner, SL_NO_TOKEN); /* does not match the open bracket */
  assert_int_equal(tokens.all[9].partner, SL_NO_TOKEN);
  assert_int_equal(tokens.all[0].partner, 10);
  sl_tokens_free(&tokens);
}

static void any_bytes_are_accepted(void **state) {
  (void)state;
  sl_fuzz fuzz = sl_fuzz_begin(FUZZ_ROUNDS, likely_words, NUM_LIKELY_WORDS);
  char text[FUZZ_BYTES];
  size_t size = 0;
  while (sl_fuzz_goes_on(&fuzz)) {
    size = sl_fuzz_changes(&fuzz, text, size, sizeof text, 20);
    const char *wrong = check_tokens(text, size);
    if (wrong) fail_msg("round %lu: %s in \"%.*s\"", fuzz.round, wrong, (int)size, text);
  }
}

static sl_status make_and_free(void) {
  sl_tokens tokens;
  const char text[] = "int main(void) { \\\n return 0; }";
  sl_status status = sl_tokens_make(text, strlen(text), SL_DIRECTIVES_WHOLE, &tokens);
  sl_tokens_free(&tokens);
  return status;
}

static void memory_may_be_short(void **state) {
  (void)state;
  assert_survives_failing_allocations(make_and_free());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(words_numbers_and_marks),
      cmocka_unit_test(comments_are_left_out),
      cmocka_unit_test(splices_join_lines_inside_of_tokens),
      cmocka_unit_test(quotes_hide_what_is_in_them),
      cmocka_unit_test(raw_strings_end_at_their_delimiter),
      cmocka_unit_test(directives_are_one_token_or_cut),
      cmocka_unit_test(digraphs_are_what_they_stand_for),
      cmocka_unit_test(lines_are_counted),
      cmocka_unit_test(brackets_are_paired),
      cmocka_unit_test(any_bytes_are_accepted),
      cmocka_unit_test(memory_may_be_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
