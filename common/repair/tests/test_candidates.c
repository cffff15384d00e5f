/* test_candidates.c: the source that contains many repairs, and the repair to which a compiler's
 * message belongs. */
#include "base/test.h"

#include "base/memory.h"
#include "repair/candidates.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct file {
  sl_tokens tokens;
  sl_functions functions;
} file;

static file read_text(const char *text) {
  file f;
  assert_ok(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_WHOLE, &f.tokens));
  assert_ok(sl_functions_find(&f.tokens, &f.functions));
  return f;
}

static void end(file *f) {
  sl_functions_free(&f->functions);
  sl_tokens_free(&f->tokens);
}

/* Makes the edit that replaces the first `word` of the source by `text`. */
static sl_edit edit_of(const char *source, const char *word, char *text, size_t function) {
  size_t from = (size_t)(strstr(source, word) - source);
  return (sl_edit){.from = from, .to = from + strlen(word), .text = text, .function = function};
}

/* Checks the written source, without spaces, newlines and #line. */
static void expect_written(const file *f, const sl_edit *edits, size_t count,
                           const char *expected) {
  const sl_edit *chosen[8];
  char *made, packed[4096];
  size_t size, used = 0;
  for (size_t i = 0; i < count; i++) chosen[i] = &edits[i];
  FILE *out = open_memstream(&made, &size);
  sl_candidates_write(out, &f->tokens, &f->functions, chosen, count, NULL);
  (void)fclose(out);
  const char *at = strstr(made, "\n#line 1 \"source\"\n");
  assert_non_null(at);
  for (; *at; at++) {
    if (strncmp(at, "#line", 5) == 0) at += strcspn(at, "\n");
    if (*at != ' ' && *at != '\n') packed[used++] = *at;
  }
  packed[used] = '\0';
  free(made);
  assert_string_equal(packed, expected);
}

/* With this attribute the compiler generates the code of each copy only once. */
#define ONCE "__attribute__((noinline))"

static void a_kernel_gets_a_stand_in(void **state) {
  (void)state;
  char less[] = "<", more[] = ">=";
  const char *source =
      "int before;\n__global__ void __launch_bounds__(64) k(int n, int *a) { n > 1; }\nint after;";
  file f = read_text(source);
  sl_edit edits[] = {edit_of(source, ">", more, 0), edit_of(source, ">", less, 0)};
  expect_written(&f, edits, 2,
                 "intbefore;"
                 "#ifndefLENS_PLAIN_HOST"
                 "namespacesl_f0{" ONCE "__device__voidk(intn,int*a){n>1;}}"
                 "namespacesl_c1{" ONCE "__device__voidk(intn,int*a){n>=1;}}"
                 "namespacesl_c2{" ONCE "__device__voidk(intn,int*a){n<1;}}"
                 "#endif"
                 "__global__void__launch_bounds__(64)k(intn,int*a){"
                 "#ifndefLENS_PLAIN_HOST"
                 "switch(sl_number()){"
                 "case1:returnsl_c1::k(n,a);case2:returnsl_c2::k(n,a);"
                 "default:returnsl_f0::k(n,a);}"
                 "#endif"
                 "}"
                 "intafter;");
  end(&f);
}

static void templates_and_linkage_are_kept_apart(void **state) {
  (void)state;
  char two[] = "2", three[] = "3";
  const char *source = "template <class T, int N = 4> static T f(T x) { return 1; }\n"
                       "extern \"C\" void g(int n) { n = 9; }";
  file f = read_text(source);
  sl_edit edits[] = {edit_of(source, "1", two, 0), edit_of(source, "9", three, 1)};
  expect_written(&f, edits, 2,
                 "namespacesl_f0{template<classT,intN=4>" ONCE "staticTf(Tx){return1;}}"
                 "namespacesl_c1{template<classT,intN=4>" ONCE "staticTf(Tx){return2;}}"
                 "template<classT,intN=4>staticTf(Tx){switch(sl_number()){"
                 "case1:returnsl_c1::f<T,N>(x);default:returnsl_f0::f<T,N>(x);}}"
                 "namespacesl_f1{" ONCE "voidg(intn){n=9;}}"
                 "namespacesl_c2{" ONCE "voidg(intn){n=3;}}"
                 "extern\"C\"voidg(intn){switch(sl_number()){"
                 "case2:returnsl_c2::g(n);default:returnsl_f1::g(n);}}");
  end(&f);
}

static void copies_keep_their_lines(void **state) {
  (void)state;
  char two[] = "2";
  const char *source = "\n\nint f(int n) {\n  return 1;\n}\n";
  file f = read_text(source);
  sl_edit edit = edit_of(source, "1", two, 0);
  const sl_edit *chosen[] = {&edit};
  char *made;
  size_t size;
  FILE *out = open_memstream(&made, &size);
  sl_candidates_write(out, &f.tokens, &f.functions, chosen, 1, NULL);
  (void)fclose(out);
  assert_non_null(strstr(made, "#line 3 \"candidate-1\"\nnamespace sl_c1 { " ONCE
                               " int f(int n) {\n  return 2 ;"));
  free(made);
  out = open_memstream(&made, &size);
  sl_candidates_write(out, &f.tokens, &f.functions, chosen, 1, "a.cu");
  (void)fclose(out);
  assert_non_null(strstr(made, "#line 3 \"a.cu\"\nnamespace sl_c1 { "));
  assert_null(strstr(made, "\"source\""));
  free(made);
  end(&f);
}

static void the_compiler_names_who_is_refused(void **state) {
  (void)state;
  bool refused[4] = {false};
  assert_int_equal(sl_candidates_refused("candidate-2: In function 'f':\n"
                                         "candidate-2:3:1: error: no\n"
                                         "candidate-3:3:1: note: error: is no error of its\n"
                                         "candidate-1:3:1: warning: well\n"
                                         "candidate-9:1:1: error: is not there\n"
                                         "source:1:1: error: candidate-1\n"
                                         "candidate-2:4:1: error: again\n",
                                         refused, 3),
                   1);
  assert_true(refused[2] && !refused[1] && !refused[3]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_kernel_gets_a_stand_in),
      cmocka_unit_test(templates_and_linkage_are_kept_apart),
      cmocka_unit_test(copies_keep_their_lines),
      cmocka_unit_test(the_compiler_names_who_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
