/* test_source.c: distinguishing code from other text, and the line that a verdict points at. */
#include "base/test.h"

#include "judge/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/sparselab-source-XXXXXX";

static void write_source(const char *text, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  assert_int_equal(fclose(file), 0);
}

static void read_text(const char *text, sl_source *out) {
  write_source(text, strlen(text));
  assert_ok(sl_source_read(path, out));
}

static void assert_code(const char *text, const char *code) {
  sl_source source;
  read_text(text, &source);
  assert_string_equal(source.code, code);
  assert_string_equal(source.text, text);
  sl_source_free(&source);
}

static void comments_and_strings_are_blanked(void **state) {
  (void)state;
  assert_code("", "");
  assert_code("int a; // b\nint c;", "int a;     \nint c;");
  assert_code("a /* b\n c */ d", "a     \n      d");
  assert_code("a /*/ b */ c", "a          c");
  assert_code("a /**/ b", "a      b");
  assert_code("f(\"x // y\", z)", "f(        , z)");
  assert_code("f(\"a\\\"b\", c)", "f(      , c)");
  assert_code("c = '\"'; d", "c =    ; d");
  assert_code("c = '\\''; d", "c =     ; d");
  assert_code("a / b // c", "a / b     ");
  assert_code("/* never closed {", "                 ");
  assert_code("\"never closed {\nint a;", "               \nint a;");
  assert_code("a = 1'000'000; { '{' }", "a = 1'000'000; {     }");
  assert_code("// it's\n{ \"/*\" }", "       \n{      }");
  assert_code("x\\", "x\\");
  assert_code("\"\\", "  ");
}

static void only_files_of_a_sane_size_are_read(void **state) {
  (void)state;
  sl_source source;
  assert_fails(sl_source_read("/nowhere/k.cu", &source), SL_ERR_INPUT, "/nowhere/k.cu");
  sl_source_free(&source);
  assert_fails(sl_source_read("/tmp", &source), SL_ERR_INPUT, "/tmp");
  sl_source_free(&source);
  const size_t limit = 4 << 20;
  char *large = calloc(limit + 1, 1);
  assert_non_null(large);
  memset(large, ' ', limit + 1);
  write_source(large, limit + 1);
  assert_fails(sl_source_read(path, &source), SL_ERR_INPUT, "4 MiB");
  sl_source_free(&source);
  write_source(large, limit);
  assert_ok(sl_source_read(path, &source));
  assert_int_equal(strlen(source.code), limit);
  sl_source_free(&source);
  free(large);
  write_source("a\0b // \n", 8); /* text after a NUL is ignored */
  assert_ok(sl_source_read(path, &source));
  assert_string_equal(source.code, "a");
  sl_source_free(&source);
  assert_int_equal(sl_memory_live(), 0);
}

static void todos_are_found_in_comments(void **state) {
  (void)state;
  sl_source source;
  read_text("// one\n// TODO(kernel): do\n// TODO(cpu): do\n// TODO(cpu): again\n", &source);
  assert_int_equal(sl_source_todo(&source, "kernel"), 2);
  assert_int_equal(sl_source_todo(&source, "cpu"), 3);
  assert_int_equal(sl_source_todo(&source, "kern"), 0);
  assert_int_equal(sl_source_todo(&source, "launch"), 0);
  sl_source_free(&source);
}

static void assert_line(const char *text, const char *function, const char *texts, int line) {
  sl_source source;
  read_text(text, &source);
  assert_int_equal(sl_source_line(&source, function, texts), line);
  sl_source_free(&source);
}

static void definitions_are_told_from_other_uses(void **state) {
  (void)state;
  assert_line("void f(int a);\nvoid g() { f(1); }\nvoid f(int a)\n{\n}\n", "f", NULL, 3);
  assert_line("// void f() {}\nvoid f() {}\n", "f", NULL, 2);
  assert_line("const char *s = \"void f() {}\";\nvoid f\n  (int a,\n   int b)\n{ }\n", "f", NULL,
              2);
  assert_line("void ff() {}\nvoid gf() {}\nvoid f2() {}\n", "f", NULL, 0);
  assert_line("void ff() {}\nvoid f() {}\n", "f", NULL, 2);
  assert_line("template <int W>\n__global__ void f(const int *a) {\n}\n", "f", NULL, 2);
  assert_line("void g(void (*h)(int)) {\n  f<<<1, 2>>>(a);\n}\n__global__ void f(int a) {\n}\n",
              "f", NULL, 4);
  assert_line("void f(int (*a)(int), int b) { }\n", "f", NULL, 1);
  assert_line("void f(int a", "f", NULL, 0);
  assert_line("void f(", "f", NULL, 0);
  assert_line("f", "f", NULL, 0);
  assert_line("", "f", NULL, 0);
}

static const char kernel[] = "__global__ void g(int n) { y[n] = 0; }\n"         /* 1 */
                             "__global__ void f(int n, const int *row_ptr) {\n" /* 2 */
                             "  // y[row] is what counts here\n"                /* 3 */
                             "  int col = col_idx[n];\n"                        /* 4 */
                             "  if (n) { sum += values[n] * x[col]; }\n"        /* 5 */
                             "  my_y[0] = num_rows2 + d_num_rows;\n"            /* 6 */
                             "  y[n] += sum;\n"                                 /* 7 */
                             "}\n"
                             "void h(void) { threadIdx.x; num_rows; }\n"; /* 9 */

static void the_line_is_that_of_the_first_text(void **state) {
  (void)state;
  assert_line(kernel, "f", "y[", 7);
  assert_line(kernel, "f", "x[", 5);
  assert_line(kernel, "f", "y[ x[", 5);
  assert_line(kernel, "f", "x[ y[", 5);
  assert_line(kernel, "f", "nowhere y[", 7);
  assert_line(kernel, "f", "threadIdx", 2); /* only in another function */
  assert_line(kernel, "f", "num_rows", 2);  /* only inside other names */
  assert_line(kernel, "f", "row_ptr", 2);   /* only among the parameters */
  assert_line(kernel, "f", "", 2);
  assert_line(kernel, "f", NULL, 2);
  assert_line(kernel, "h", "num_rows", 9);
  assert_line(kernel, "nobody", "y[", 0);
  assert_line(kernel, "f", "h: num_rows", 9);
  assert_line(kernel, "f", "g: nowhere y[", 1);
  assert_line(kernel, "f", "h:", 9);
  assert_line(kernel, "f", "nobody: y[", 7); /* the array may have another name */
  assert_line(kernel, "nobody", "nobody: y[", 0);
}

static void the_line_can_be_one_that_compares(void **state) {
  (void)state;
  static const char f[] = "void f(int n, int *a) {\n"                /* 1 */
                          "  int m = n << 1;\n"                      /* 2 */
                          "  g<<<n, 32>>>(a->n);\n"                  /* 3 */
                          "  for (int i = 0; i <= n; i++) a[i]++;\n" /* 4 */
                          "  while (m != n) m = n;\n"                /* 5 */
                          "}\n";
  assert_line(f, "f", "bound: n", 4);
  assert_line(f, "f", "bound: last: n", 5);
  assert_line(f, "f", "bound: f: m", 5);
  assert_line(f, "f", "bound: 32", 1);
  assert_line(f, "f", "cause: n", 2);
  assert_true(sl_source_points_at_cause("bound: n") && sl_source_points_at_cause("cause: n"));
  assert_false(sl_source_points_at_cause("last: n") || sl_source_points_at_cause("n") ||
               sl_source_points_at_cause(NULL));
}

static void the_line_can_be_that_of_the_last_text(void **state) {
  (void)state;
  static const char f[] = "int f(int n) {\n"          /* 1 */
                          "  if (n == 0) return 0;\n" /* 2 */
                          "  int width = n;\n"        /* 3 */
                          "  while (width > n_2);\n"  /* 4 */
                          "  return width; // n\n"    /* 5 */
                          "}\n"
                          "int g(int n) { return n; }\n"; /* 7 */
  assert_line(f, "f", "last: n", 3);
  assert_line(f, "f", "last: return", 5);
  assert_line(f, "f", "last: return n", 5);
  assert_line(f, "f", "last: n return", 5);
  assert_line(f, "f", "last: while", 4);
  assert_line(f, "f", "last: nowhere", 1);
  assert_line(f, "f", "last: ", 1);
  assert_line(f, "g", "last: f: return", 5);
  assert_line(f, "f", "last: g: return", 7);
  assert_line(f, "nobody", "last: n", 0);
}

static void the_line_can_be_in_a_function_that_is_called(void **state) {
  (void)state;
  static const char text[] = "static void put(float *to, float v) {\n"
                             "  *to = v;\n"
                             "  y[0] = v;\n"
                             "}\n"
                             "static void unused() { y[1] = 0; }\n"
                             "void step(float *y) {\n"
                             "  put(y, 1);\n"
                             "}\n"
                             "void f(float *y) { step<<<1, 1>>>(y); }\n";
  assert_line(text, "f", "y[", 3);
  assert_line(text, "f", "x[", 9);
  assert_line(text, "step", "put", 7);
}

static void a_loop_is_no_function_that_is_called(void **state) {
  (void)state;
  static const char text[] = "void other(float *y) {\n"
                             "  for (int i = 0; i < 9; i++) {\n"
                             "    y[i] = 0;\n"
                             "  }\n"
                             "}\n"
                             "void f(float *to) {\n"
                             "  for (int i = 0; i < 9; i++) *to++ = 0;\n"
                             "}\n";
  assert_line(text, "f", "y[", 6);
}

/* A student may choose other names for parameters than the header. */
static void names_of_parameters_are_translated(void **state) {
  (void)state;
  sl_source source;
  read_text("void f(int m, const float *vec, float out[], void (*go)(int a)) {\n"
            "  x[0] = 1;\n"
            "  out[m] = vec[1];\n"
            "  go(1);\n"
            "}\n",
            &source);
  assert_int_equal(sl_source_line(&source, "f", "y["), 1);
  source.contract = "void g(int y); void f(int n, const float *x, float *y, void (*kernel)(int));";
  assert_int_equal(sl_source_line(&source, "f", "y["), 3);
  assert_int_equal(sl_source_line(&source, "f", "x["), 2); /* the text itself occurs */
  assert_int_equal(sl_source_line(&source, "f", "n"), 3);
  assert_int_equal(sl_source_line(&source, "f", "kernel"), 4);
  source.contract = "void f(int n, const float *y);"; /* other parameters: nothing is known */
  assert_int_equal(sl_source_line(&source, "f", "y["), 1);
  sl_source_free(&source);
}

static void what_is_not_there_can_be_told(void **state) {
  (void)state;
  sl_source source;
  assert_ok(sl_source_make("kernel.cu", kernel, &source));
  assert_string_equal(source.text, kernel);
  assert_int_equal(sl_source_find(&source, "f", "y["), 7);
  assert_int_equal(sl_source_find(&source, "f", "last: h: num_rows"), 9);
  assert_int_equal(sl_source_find(&source, "f", "threadIdx"), 0);
  assert_int_equal(sl_source_find(&source, "f", "row_ptr"), 0); /* only among the parameters */
  assert_int_equal(sl_source_find(&source, "f", NULL), 0);
  assert_int_equal(sl_source_find(&source, "nobody", "y["), 0);
  sl_source_free(&source);
}

static void a_line_can_be_asked_for_texts(void **state) {
  (void)state;
  sl_source source;
  assert_ok(sl_source_make("kernel.cu", kernel, &source));
  assert_true(sl_source_holds(&source, 7, "y["));
  assert_true(sl_source_holds(&source, 7, "last: h: nowhere sum"));
  assert_false(sl_source_holds(&source, 6, "y[ num_rows")); /* only inside other names */
  assert_false(sl_source_holds(&source, 3, "row"));         /* only in a comment */
  assert_false(sl_source_holds(&source, 5, "y["));          /* only after the line */
  assert_false(sl_source_holds(&source, 7, NULL));
  assert_true(sl_source_holds(&source, 1, "__global__"));
  assert_false(sl_source_holds(&source, 10, "h")); /* there is no such line */
  assert_false(sl_source_holds(&source, 99, "h"));
  sl_source_free(&source);
}

static bool is_empty(const char *text) {
  sl_source source;
  read_text(text, &source);
  bool empty = sl_source_is_empty(&source, "f");
  sl_source_free(&source);
  return empty;
}

static void a_function_without_contents_is_empty(void **state) {
  (void)state;
  assert_true(is_empty("void f(int a) {\n}\n"));
  assert_true(is_empty("void f() { // TODO\n  ; /* return; */ }\n"));
  assert_false(is_empty("void f() { return; }\n"));
  assert_false(is_empty("void f() {\n"));
  assert_false(is_empty("void f();\nvoid g() {}\n"));
}

static void assert_lasting(const char *text, int line) {
  sl_source source;
  read_text(text, &source);
  assert_int_equal(sl_source_lasting(&source, "f"), line);
  sl_source_free(&source);
}

static void variables_that_outlive_a_call_are_found(void **state) {
  (void)state;
  assert_lasting("void f() {\n  int a;\n  static std::vector<int> b(3);\n}\n", 3);
  assert_lasting("__device__ int a = 0;\nvoid g() { a++; }\nvoid f() { g(); }\n", 1);
  assert_lasting("#include <x>\nint g(int);\nstruct s { int a; };\nint a[4] = {1};\nint b{2};\n"
                 "void f() { b++; }\n",
                 5);
  assert_lasting("namespace {\nint g(int b) { return b; }\nfloat *a;\n}\nvoid f() { a = 0; }\n", 3);
  assert_lasting("int a;\nvoid f() {\n  int aa;\n}\n", 0);
  assert_lasting("const int a = 3;\nstatic constexpr int b = 4;\n__constant__ int c;\n"
                 "void f() { static const int d = a + b + c; static_cast<int>(d); }\n",
                 0);
  assert_lasting("template <int n> static int g() { return n; }\nvoid f() { g<3>(); }\n", 0);
  assert_lasting("int f(", 0);
  assert_lasting("void f() {}\nint a", 0);
}

/* Checks what is known about the barrier in line 4 of `text`. */
static void assert_barrier(const char *text, bool in_branch, bool may_leave) {
  sl_source source;
  read_text(text, &source);
  assert_int_equal(sl_source_is_in_branch(&source, 4), in_branch);
  assert_int_equal(sl_source_may_leave(&source, 4), may_leave);
  sl_source_free(&source);
}

static void what_surrounds_a_barrier_is_known(void **state) {
  (void)state;
  assert_barrier("namespace {\nvoid k(int t) {\n  int a = 0;\n  barrier();\n}\n}\n", false, false);
  assert_barrier(
      "void k(int t) {\n  for (;;) {\n    if (t > 1) {\n      barrier();\n    }\n  }\n}\n", true,
      false);
  assert_barrier(
      "void k(int t) {\n  if (t) return;\n  for (int i = 0; i < t; i++)\n    barrier();\n}\n",
      false, true);
  assert_barrier("void k(int t) {\n  int a;\n  a = 2;\n  if (t) barrier();\n  return;\n}\n", true,
                 false);
  assert_barrier(
      "void k(int t) {\n  while (t) {\n    t--;\n    barrier();\n    if (t) return;\n  }\n}\n",
      false, true);
  assert_barrier("void k(int t) {\n  if (t) {\n  } else {\n    barrier();\n  }\n}\n", true, false);
  assert_barrier("void j() { return; }\nvoid k(int t) {\n  // return\n  barrier();\n}\n", false,
                 false);
  assert_barrier("\n\n\nbarrier();\n", false, true); /* not understood */
}

static void assert_not_shared(const char *body, int line) {
  sl_source source;
  char text[1024];
  (void)snprintf(text, sizeof text,
                 "__global__ void k(int *in) {\n%s\n}\nvoid f() { k<<<1, 2>>>(0); }\n", body);
  read_text(text, &source);
  assert_int_equal(sl_source_not_shared(&source, "f"), line);
  sl_source_free(&source);
}

static void arrays_that_are_meant_to_be_shared_are_found(void **state) {
  (void)state;
  assert_not_shared("int a[8];\na[threadIdx.x] = 1;\n__syncthreads();", 2);
  assert_not_shared("int t = threadIdx.x;\nfloat a[2][8];\na[0][t + 1] = 1;\n__syncthreads();", 3);
  assert_not_shared("int t = block.thread_rank();\nreal a[8];\na[t] = 1;\nblock.sync();", 3);
  /* A thread may have its own array. */
  assert_not_shared("int a[8], t = threadIdx.x;\na[0] = t;\n__syncthreads();", 0);
  assert_not_shared("int a[8];\na[threadIdx.x] = 1;", 0);
  /* This is true even if there is also a shared array. */
  assert_not_shared("__shared__ int b[8];\nint a[8];\na[threadIdx.x % 8] = 1;\n__syncthreads();",
                    0);
  assert_not_shared("int i = in[threadIdx.x];\n__syncthreads();", 0);
}

static void assert_without_return(const char *text, int line) {
  sl_source source;
  read_text(text, &source);
  assert_int_equal(sl_source_without_return(&source, "f"), line);
  sl_source_free(&source);
}

static void a_function_that_gives_a_value_returns(void **state) {
  (void)state;
  assert_without_return("int f(int a) {\n  a++; // return a;\n}\n", 3);
  assert_without_return("static __device__ float *f(int a)\n{\n}\n", 3);
  assert_without_return("int g() { int returned; }\nvoid f() {\n  g();\n}\n", 1);
  assert_without_return("int f(int a) {\n  if (a) return 1;\n}\n", 0);
  assert_without_return("void f(int a) {\n}\n", 0);
  assert_without_return("auto f(int a) {\n}\n", 0);
  assert_without_return("unsigned f(int a) { throw a; }\n", 0);
  assert_without_return("int g() {}\nint f() { return 0; }\n", 0);
  assert_without_return("int g();\n", 0);
}

static void unbalanced_braces_end_with_the_file(void **state) {
  (void)state;
  assert_line("void f() {\n  if (a) {\n  y[0] = 1;\n}\n", "f", "y[", 3);
  assert_line("void f() {", "f", "y[", 1);
  assert_line("void f() { '}' \"}\" /* } */\n y[0];\n}", "f", "y[", 2);
}

static void frames_that_cannot_be_resolved_have_no_line(void **state) {
  (void)state;
  sl_source source;
  read_text("void f() {}\n", &source);
  unsigned long frames[64] = {1, 2, 3};
  assert_int_equal(sl_source_line_of_frames(&source, "/nowhere/program", frames, 3), 0);
  assert_int_equal(sl_source_line_of_frames(&source, "/proc/self/exe", frames, 64), 0);
  assert_int_equal(sl_source_line_of_frames(&source, "/proc/self/exe", frames, 0), 0);
  sl_source_free(&source);
}

static sl_status read_and_free(void) {
  sl_source source;
  sl_status status = sl_source_read(path, &source);
  sl_source_free(&source);
  return status;
}

static sl_status make_and_free(void) {
  sl_source source;
  sl_status status = sl_source_make("kernel.cu", kernel, &source);
  sl_source_free(&source);
  return status;
}

static void failing_allocations_are_survived(void **state) {
  (void)state;
  write_source("int a;", 6);
  assert_survives_failing_allocations(read_and_free());
  assert_survives_failing_allocations(make_and_free());
}

static int make_file(void **state) {
  (void)state;
  int file = mkstemp(path);
  return file < 0 ? -1 : close(file);
}

static int remove_file(void **state) {
  (void)state;
  return unlink(path);
}

static void only_white_space_is_blank(void **state) {
  (void)state;
  assert_true(sl_source_is_blank("", 0));
  assert_true(sl_source_is_blank("\xef\xbb\xbf \t\v\f\r\n", 9));
  assert_false(sl_source_is_blank("\n;", 2));
  assert_false(sl_source_is_blank(" \0;", 3));
  assert_false(sl_source_is_blank("\xef\xbb", 2));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comments_and_strings_are_blanked),
      cmocka_unit_test(only_files_of_a_sane_size_are_read),
      cmocka_unit_test(todos_are_found_in_comments),
      cmocka_unit_test(definitions_are_told_from_other_uses),
      cmocka_unit_test(the_line_is_that_of_the_first_text),
      cmocka_unit_test(the_line_can_be_one_that_compares),
      cmocka_unit_test(the_line_can_be_that_of_the_last_text),
      cmocka_unit_test(the_line_can_be_in_a_function_that_is_called),
      cmocka_unit_test(a_loop_is_no_function_that_is_called),
      cmocka_unit_test(names_of_parameters_are_translated),
      cmocka_unit_test(what_is_not_there_can_be_told),
      cmocka_unit_test(a_line_can_be_asked_for_texts),
      cmocka_unit_test(a_function_without_contents_is_empty),
      cmocka_unit_test(variables_that_outlive_a_call_are_found),
      cmocka_unit_test(what_surrounds_a_barrier_is_known),
      cmocka_unit_test(arrays_that_are_meant_to_be_shared_are_found),
      cmocka_unit_test(a_function_that_gives_a_value_returns),
      cmocka_unit_test(unbalanced_braces_end_with_the_file),
      cmocka_unit_test(frames_that_cannot_be_resolved_have_no_line),
      cmocka_unit_test(only_white_space_is_blank),
      cmocka_unit_test(failing_allocations_are_survived),
  };
  return cmocka_run_group_tests_name("judge_source", tests, make_file, remove_file);
}
