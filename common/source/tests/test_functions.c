/* test_functions.c: finds functions, their variables, and their statements. */
#include "base/test.h"

#include "source/body.h"

#include <stdio.h>

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

static void definitions_are_found(void **state) {
  (void)state;
  file f = read_text("#include <x.h>\n"
                     "int declared(int n);\n"
                     "struct s { int m(int n) { return n; } };\n"
                     "enum { BLOCK = 256 };\n"
                     "static __device__ int helper(const int *a, int n = 3) { return a[n]; }\n"
                     "template <class T, int N>\n"
                     "__global__ void __launch_bounds__(256) kernel(T *x, int (*run)(int)) { }\n"
                     "extern \"C\" void last(void) { if (1) { } }\n"
                     "int table[] = { 1, 2 };\n"
                     "namespace { namespace own { int inner(int n) { return n; } } }\n"
                     "int behind(int n) { return n; }\n");
  assert_int_equal(f.functions.count, 5);
  const sl_function *helper = &f.functions.all[0], *kernel = &f.functions.all[1];
  assert_string_equal(helper->name, "helper");
  assert_true(helper->is_static && helper->is_device && !helper->is_kernel && !helper->is_void);
  assert_int_equal(helper->num_parameters, 2);
  assert_string_equal(helper->parameters[0].name, "a");
  assert_string_equal(helper->parameters[0].type, "int*");
  assert_true(helper->parameters[0].constant);
  assert_string_equal(helper->parameters[1].name, "n");
  assert_string_equal(kernel->name, "kernel");
  assert_true(kernel->is_kernel && kernel->is_void && kernel->template_end != SL_NO_TOKEN);
  assert_string_equal(kernel->parameters[1].name, "run");
  assert_int_equal(f.functions.all[2].num_parameters, 0);
  assert_false(f.functions.all[2].nameless);
  assert_string_equal(f.functions.all[3].name, "inner");
  assert_string_equal(f.functions.all[4].name, "behind");
  end(&f);
}

static void scopes_are_no_functions(void **state) {
  (void)state;
  file f = read_text("extern \"C\" { int a(int n) { return n; } }\n"
                     "inline namespace v1 { int b(int n) { return n; } }\n"
                     "extern \"C\" { namespace deep { void c() { } } void d() { } }\n"
                     "extern void e() { }\n");
  const char *const names[] = {"a", "b", "c", "d", "e"};
  assert_int_equal(f.functions.count, 5);
  for (int i = 0; i < 5; i++) assert_string_equal(f.functions.all[i].name, names[i]);
  end(&f);
}

static void parameters_without_names_are_noticed(void **state) {
  (void)state;
  file f = read_text("void f(int, float x) { } void g(int a) { }");
  assert_true(f.functions.all[0].nameless);
  assert_false(f.functions.all[1].nameless);
  end(&f);
}

static void calls_are_followed(void **state) {
  (void)state;
  file f = read_text("void a() { } void b() { a(); } void c() { b(); } void d() { }");
  bool within[4] = {false, false, true, false};
  sl_functions_spread(&f.tokens, &f.functions, within);
  assert_true(within[0] && within[1] && within[2]);
  assert_false(within[3]);
  end(&f);
}

static const sl_variable *find(const sl_body *body, const char *name) {
  for (size_t v = 0; v < body->num_variables; v++) {
    if (strcmp(body->variables[v].name, name) == 0) return &body->variables[v];
  }
  fail_msg("there is no variable %s", name);
  return NULL;
}

static void variables_have_types_and_ends(void **state) {
  (void)state;
  file f = read_text("void f(int n) {\n"
                     "  __shared__ real tile[32][2];\n"
                     "  const unsigned int a = 1, *b = &a;\n"
                     "  for (int i = 0; i < n; i++) { long long t = i; n += t; }\n"
                     "  a * b; n = 3; y[n] = 0;\n"
                     "}\n");
  sl_body body;
  assert_ok(sl_body_make(&f.tokens, &f.functions, &f.functions.all[0], &body));
  assert_string_equal(find(&body, "tile")->type, "real**");
  assert_string_equal(find(&body, "a")->type, "unsigned int");
  assert_string_equal(find(&body, "b")->type, "unsigned int*");
  assert_string_equal(find(&body, "t")->type, "long long");
  const sl_variable *i = find(&body, "i"), *t = find(&body, "t");
  assert_true(sl_token_is(&f.tokens, i->to, "}"));
  assert_true(t->to <= i->to && i->to < f.functions.all[0].end);
  assert_true(find(&body, "n")->to == f.functions.all[0].end);
  sl_body_free(&body);
  end(&f);
}

static void statements_are_nested(void **state) {
  (void)state;
  file f = read_text("void f(int n) {\n"
                     "  int a = 0;\n"
                     "  if (n) a++; else { a--; return; }\n"
                     "  for (;;) a = n;\n"
                     "  do { break; } while (n);\n"
                     "}\n");
  sl_body body;
  assert_ok(sl_body_make(&f.tokens, &f.functions, &f.functions.all[0], &body));
  static const sl_statement_kind kinds[] = {SL_DECLARATION, SL_BRANCH, SL_SIMPLE, SL_BLOCK,
                                            SL_SIMPLE,      SL_JUMP,   SL_LOOP,   SL_SIMPLE,
                                            SL_LOOP,        SL_BLOCK,  SL_JUMP};
  static const int parents[] = {-1, -1, 1, 1, 3, 3, -1, 6, -1, 8, 9};
  assert_int_equal(body.num_statements, sizeof kinds / sizeof *kinds);
  for (size_t s = 0; s < body.num_statements; s++) {
    assert_int_equal(body.statements[s].kind, kinds[s]);
    assert_int_equal(body.statements[s].parent, parents[s]);
  }
  assert_false(body.statements[2].listed);
  assert_true(body.statements[4].listed);
  assert_true(sl_token_is(&f.tokens, body.statements[8].last, ";"));
  sl_body_free(&body);
  end(&f);
}

static sl_status make_and_free(const sl_tokens *tokens) {
  sl_functions functions;
  sl_body body = {.num_statements = 0};
  sl_status status = sl_functions_find(tokens, &functions);
  if (status == SL_OK) {
    status = sl_body_make(tokens, &functions, &functions.all[0], &body);
    sl_body_free(&body);
  }
  sl_functions_free(&functions);
  return status;
}

static void memory_may_be_short(void **state) {
  (void)state;
  sl_tokens tokens;
  const char text[] = "void f(int a) { int b = a; if (a) b++; }";
  assert_ok(sl_tokens_make(text, strlen(text), SL_DIRECTIVES_WHOLE, &tokens));
  assert_survives_failing_allocations(make_and_free(&tokens));
  sl_tokens_free(&tokens);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(definitions_are_found),
      cmocka_unit_test(scopes_are_no_functions),
      cmocka_unit_test(parameters_without_names_are_noticed),
      cmocka_unit_test(calls_are_followed),
      cmocka_unit_test(variables_have_types_and_ends),
      cmocka_unit_test(statements_are_nested),
      cmocka_unit_test(memory_may_be_short),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
