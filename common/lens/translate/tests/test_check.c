/* test_check.c: code that nvcc refuses is refused at its place, and no other code. nvcc 13.0 agrees
 * with these cases, except for names that are not declared. */
#include "base/test.h"

#include "../header_cache.h"
#include "base/memory.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct check_case {
  const char *input;
  const char *error; /* "line:column: error: …", or a piece of it; NULL: there is none */
} check_case;

/* Text that the preprocessor inserted before the source: system headers. */
#define SYSTEM                                                                                     \
  "# 1 \"/usr/include/a.h\" 1 3\nint rand(void);\nfloat max(float, float);\n"                      \
  "void __syncthreads();\nnamespace std { template <class T> void swap(T &, T &);\n"               \
  "void sort(int); template <class T> struct vector { int size(); }; }\n# 1 \"a.cu\" 2\n"

static const check_case cases[] = {
    {"int h(int x) { return x; }\n__global__ void k() { h(1); }",
     "2:23: error: 'h' is a host function and is called"},
    {"static int h(int x);\n__device__ int d() { return 1 + h(2); }",
     "2:33: error: 'h' is a host function"},
    {"namespace a { int h(); } __global__ void k() { a::h(); }", "error: 'h' is a host function"},
    {"template <class T> T h(T x) { return x; } __global__ void k() { h<int>(1); }",
     "error: 'h' is a host function"},
    {"struct S { int get() const { return 1; } }; __global__ void k(S s) { s.get(); }",
     "error: 'get' is a host function"},
    {"template <class T> __global__ void k(T *x) { h(); } int h(); void f() { k<<<1, 1>>>(p); }",
     "error: 'h' is a host function"},
    {"__global__ void k(int *x) { auto f = [&](int i) { return h(i); }; } int h(int);",
     "error: 'h' is a host function"},
    {"int h(); void f() { g([=] __device__(int i) { return h(); }); }",
     "error: 'h' is a host function"},
    {"struct S { int a; __device__ S(int n) : a{n} { h(); } }; int h();",
     "error: 'h' is a host function"},
    {"__global__ void k() { x = rand(); std::rand(); }",
     "1:27: error: 'rand' of the C library runs on the host only"},
    {"__global__ void k() { std::cout << 1; }", "1:28: error: 'cout' of the C++ library"},
    {"using namespace std; __global__ void k() { vector<int> v; }",
     "error: 'vector' of the C++ library"},
    {"void swap(int *a, int *b) {} __global__ void k() { swap(p, q); }",
     "error: 'swap' is a host function"},
    {"__host__ __device__ int b() { return 1; } __device__ int d(); __global__ void k() { b() + "
     "d(); }",
     NULL},
    {"int h(); __host__ __device__ int b() { return h(); }", NULL},
    {"int h(); __device__ int h(int); __global__ void k() { h(1); }", NULL},
    {"int h(int); __global__ void k() { auto h = [](int i) { return i; }; h(1); }", NULL},
    {"int h(int); template <class F> __device__ void d(F h) { h(1); }", NULL},
    {"int h(int); __device__ void d(int (*h)(int)) { h(1); }", NULL},
    {"int h(int); struct h { }; __global__ void k() { h(1); }", NULL},
    {"constexpr int h(int x) { return x; } __global__ void k() { h(1); }", NULL},
    {"int h(); __global__ void k() { sizeof(h()); decltype(h()) a; }", NULL},
    {"int h(); template <class T> __global__ void k() { h(); }", NULL},
    {"int h(); template <class T> __global__ void k() { if constexpr (c) h(); } void f() { "
     "k<int><<<1, 1>>>(); }",
     NULL},
    {"int h(); __global__ void k() {\n#ifdef __CUDA_ARCH__\n#else\nh();\n#endif\n}", NULL},
    {"int max(int, int, int); __global__ void k() { max(1, 2); }", NULL},
    {"struct S { S(int); }; __global__ void k() { S s(1); S(2); }", NULL},
    {"struct S { int get() = delete; int put() = default; }; __global__ void k(S s) { s.get(); }",
     NULL},
    {"int h(); __global__ void k() { struct L { int f() { return h(); } }; }", NULL},
    {"__global__ void k() { static int here = 2, list[3] = {1}, *map; list[0] = 1; }", NULL},
    {"__global__ void k() { int a, time; float index, set; time = 3 + set; }", NULL},
    {"__global__ void k(A *list, B b) { b.map[list[1]] = f(vector, set); sort + copy; }", NULL},
    {"using namespace std; __global__ void k(P &p) { p.list + string::npos; map[3]; }", NULL},
    {"using namespace std; __global__ void k() { cout << x; }", "error: 'cout' of the C++ library"},
    {"using namespace std; __global__ void k() { sort(p, q); }",
     "error: 'sort' of the C++ library"},
    {"__global__ void k() { F a, h; h(1); } int h(int);", NULL},
    {"__global__ void k(float *cout) { cout[0] = 1; v.size(); int rand = 3; }", NULL},
    {"__device__ void d(const std::vector<int> &v); __global__ void k() { "
     "std::vector<int>::size_type n; }",
     NULL},
    {"void f() { rand(); std::cout << 1; }", NULL},
    {"void f(int a) { int h(); } __global__ void k() { h(1); }", NULL},
    {"__device__ int d(); int main() { return d(); }",
     "1:41: error: 'd' is a __device__ function and is called in host code"},
    {"struct S { __device__ int get(); }; int f(S s) { return s.get(); }",
     "error: 'get' is a __device__ function"},
    {"__device__ int d(); int f() { auto g = [] { return d(); }; }",
     "error: 'd' is a __device__ function"},
    {"void f() { __syncthreads(); }", "error: '__syncthreads' is a device function"},
    {"__device__ int d(); __host__ __device__ int b() { return d(); }", NULL},
    {"__device__ int d(); void f() { g([] __device__() { return d(); }); }", NULL},
    {"struct S { __device__ int size(); }; int f(V v) { return v.size(); }", NULL},
    {"__device__ void swap(int &, int &); void f() { swap(a, b); }", NULL},
    {"__device__ int d(); int d(int); void f() { d(1); }", NULL},
    {"void __syncthreads(int); void f() { __syncthreads(1); }", NULL},
    {"__device__ int d(); template <class T> int f() { return d(); }", NULL},
    {"__global__ void k(int *x);\nint main() { k(p); }",
     "2:14: error: 'k' is a kernel and is called like a function; launch it: k<<<blocks"},
    {"__global__ void k(int *x) { k(x); }", "error: 'k' is a kernel"},
    {"template <class T> __global__ void k(T *x) {} void f() { k<int>(p); }",
     "error: 'k' is a kernel"},
    {"__global__ void k(int *x); void k(int *x, int n) { k<<<1, 1>>>(x); } void f() { k(p, 1); }",
     NULL},
    {"__global__ void k(int *x); void f(void (*k)(int *)) { k(p); }", NULL},
    {"void k(int *x) {} void f() { k<<<1, 1>>>(x); }",
     "error: 'k' is launched with <<<…>>> but is not a kernel: put __global__"},
    {"__device__ void k(int *x) {} void f() { k<<<1, 1>>>(x); }",
     "error: 'k' is launched with <<<…>>> but is a __device__ function"},
    {"void k(int *x) {} void f(void (*k)(int *)) { k<<<1, 1>>>(x); }", NULL},
    {"__global__ int k() { }", "1:16: error: a __global__ function must return void"},
    {"template <class T = int> static __global__ std::pair<T, T> k(T x);",
     "1:60: error: a __global__ "},
    {"int main() {\n  __global__ void k() { }\n}",
     "2:3: error: a __global__ function cannot be defined inside"},
    {"typedef float real; __global__ __attribute__((x(1))) real *k() { }",
     "error: a __global__ function"},
    {"template <class T> __global__ void k(int); __global__ auto a() -> void; void __global__ v();",
     NULL},
    {"extern \"C\" __global__ void __launch_bounds__(N, 2) k(int a) {}", NULL},
    {"template <> __global__ void k<int>(int); template __global__ void k<float>(float);", NULL},
    {"__attribute__((global)) void k() {} void f() { k<<<1, 1>>>(); }", NULL},
    {"void k(int *x) {} __global__ void k(float *x) {} void f() { k<<<1, 1>>>(x); }", NULL},
    {"extern \"C\" { __global__ void k(int n, const float *x); }\nvoid k(int m, const float *) {}",
     "2:6: error: 'k' is a kernel in a.cu, line 1: __global__ is missing in front of it"},
    {"__global__ void k(int n);\n__device__ void k(int n) {}",
     "2:17: error: 'k' is a kernel in a.cu, line 1: it must be __global__ and not __device__"},
    {"__global__ void k(int n, float); void k(int n); void k(unsigned n, float); void k();", NULL},
    {"namespace a { __global__ void k(int n); } void k(int n); class b { void k(int n); };", NULL},
    {"__global__ void k(int n); typedef void t(int n); void f(t *g) { g(3); }", NULL},
    {"template <class T> __global__ void k(int n); void k(int n);", NULL},
    {"struct S { __global__ void k(int *p) {} };",
     "1:12: error: a __global__ function cannot be a "},
    {"class C { static __global__ void k(int *p); };", "error: a __global__ function cannot be a "},
    {"class C { friend __global__ void k(C *c); int x; }; __global__ void k(C *c) {}", NULL},
    {"__global__ __device__ void k(int *p) {}", "1:1: error: a __global__ function can be neither"},
    {"__host__ __global__ void k(int *p) {}", "error: a __global__ function can be neither"},
    {"struct S {}; __global__ void operator+(S a, S b) {}", "error: an operator cannot be"},
    {"__global__ void k(int *p) { try { *p = 1; } catch (...) { } }",
     "1:29: error: device code cannot catch"},
    {"__device__ int d(int x) { if (x < 0) throw 1; return x; }",
     "1:38: error: device code cannot throw"},
    {"__host__ __device__ int b(int x) { if (x < 0) throw 1; return x; }",
     "error: device code cannot throw"},
    {"__host__ __device__ int b(int x) {\n#ifndef __CUDA_ARCH__\nif (x < 0) throw 1;\n#endif\n}",
     NULL},
    {"int h(int x) { try { if (x < 0) throw 1; } catch (...) { } return typeid(x) == 1; }", NULL},
    {"__global__ void k(B *b, int *p) { *p = dynamic_cast<D *>(b) != 0; }",
     "error: dynamic_cast does not exist on the device"},
    {"__global__ void k(B *b, int *p) { *p = typeid(*b) == typeid(B); }", "error: typeid does not"},
    {"__global__ void k(int *p) { thread_local int v; }", "error: each CUDA thread has its own"},
    {"__device__ thread_local int v;", "error: a device variable cannot be thread_local"},
    {"thread_local int v; __device__ int d;", NULL},
    {"__managed__ const int v = 3;", "error: a __managed__ variable cannot be const"},
    {"__managed__ int v = 3; __managed__ const int *p; __constant__ const int c = 2;", NULL},
    {"int h; __managed__ int &v = h;", "error: a __managed__ variable cannot be a reference"},
    {"__device__ int d; __device__ int &r = d;", NULL},
    {"__global__ constexpr void k(int *p) { *p = 1; }", "error: a kernel cannot be constexpr"},
    {"constexpr int f() { return 1; } __global__ void k(int *p) { *p = f(); }", NULL},
    {"__global__ void k(std::initializer_list<int> l, int *p) { *p = 1; }",
     "error: a kernel cannot take a std::initializer_list"},
    {"__device__ int f(std::initializer_list<int> l) { return 1; }", NULL},
    {"__device__ int main() { return 0; }", "error: main runs on the host"},
    {"namespace a { __device__ int main() { return 0; } }", NULL},
    {"struct T { int a; __device__ T() : a(3) {} };\n__device__ T t;",
     "2:14: error: a device variable exists before any code runs"},
    {"class T { public: int a; __device__ T() { a = 3; } }; __constant__ T t[4];",
     "error: a device variable exists before any code runs"},
    {"struct T { int a; __device__ T() : a(3) {} }; __device__ T *t; __shared__ T s;", NULL},
    {"struct T { int a; __device__ T() {} }; __device__ T t;", NULL},
    {"struct T { int a = 3; T() = default; }; __device__ T t;", NULL},
    {"struct T { int a; __host__ __device__ constexpr T() : a(3) {} }; __device__ T t;", NULL},
    {"template <class> struct T { int a; __device__ T() : a(3) {} }; struct U { }; __device__ U t;",
     NULL},
    {"int h = 3; __device__ int v = h;", "error: a device variable needs a constant"},
    {"const int h = 3; __device__ int v = h; __device__ int w = v2; constexpr int c = 1; "
     "__device__ int x = c; int h2; __device__ int y = sizeof(h2);",
     NULL},
    {"__global__ void k(int *p) { __device__ int v; v = 1; }",
     "1:29: error: a device variable cannot be declared in a function"},
    {"int main() { __constant__ int v[3]; }", "error: a device variable cannot be declared"},
    {"__global__ void k(int *p) { static __device__ int v = 3; __constant__ static int c[2]; }",
     NULL},
    {"void f() { auto g = [=] __device__(int i) { return i; }; h([] __host__ __device__() {}); "
     "struct L { __device__ int get() { return 1; } }; }",
     NULL},
    {"int main() { __shared__ int v[4]; }", "1:14: error: a host function cannot have __shared__"},
    {"__host__ __device__ int b(int x) { __shared__ int v; v = x; return v; }",
     "error: a host function cannot have __shared__"},
    {"__device__ int d() { __shared__ int v; extern __shared__ float s[]; return v; }", NULL},
    {"int h() { return 3; }\n__device__ int v = 1 + h();",
     "2:24: error: a device variable needs a constant"},
    {"constexpr int c() { return 3; } __device__ int v = c(), *p = 0; __constant__ float t[2] = "
     "{float(1), sqrtf(2)}; int h(); int w = h(); __device__ int d() { return h(); }",
     "error: 'h' is a host function"},
    {"__device__ int d(int k) { static int n = k; return n++; }",
     "error: a static variable in device code needs a constant"},
    {"__device__ int d(int k) { static int n = sizeof(k), z[2] = {1, 2}; return n; } int h(int k) "
     "{ "
     "static int n = k; return n; }",
     NULL},
    {"__global__ void k(float *p, int n) { float t[n], u[2 * n]; }",
     "1:44: error: the length of an array must be known when the kernel is compiled"},
    {"namespace part { const int n = 4; } __global__ void k(int *part) { int t[part::n]; }", NULL},
    {"__global__ void k(int n) { __shared__ int t[n]; }", NULL}, /* the compiler reports it */
    {"__global__ void k(float *p) { int t[blockDim.x]; }", "error: the length of an array must be"},
    {"template <int n> __global__ void k(const float (&a)[n], int m) { float t[n], *q = new "
     "float[m]; p[m] = 1; return x[m]; } int h(int m) { int t[m]; return t[0]; }",
     NULL},
    {"__global__ void k(float *x, int n) { float t[sizeof(n)], s[size<3>(n)]; }", NULL},
    {"float h(float x) { return x; } __global__ void k(float *p) { float (*q)(float) = h; }",
     "1:82: error: this is a host function, which device code cannot use"},
    {"float h(float x); float (*table[])(float) = {h}; struct S { int h; }; __global__ void k(S "
     "*s) "
     "{ s->h = 1; }",
     NULL},
    {"template <class F> __global__ void k(F f) {} int main() { k<<<1, 1>>>([](int x) { return x; "
     "}); }",
     "error: a lambda that runs in a kernel needs __device__"},
    {"template <class F> __global__ void k(F f) {} int main() { auto g = [](int x) { return x; }; "
     "k<<<1, 1>>>(g); }",
     "error: a lambda that runs in a kernel needs __device__"},
    {"template <class F> __global__ void k(F f, int n) {} int main() { auto g = [=] __device__(int "
     "x) { return x; }; k<<<1, 1>>>(g, [] { return 1; }()); k<<<1, 1>>>([] __host__ __device__() "
     "{}, 3); }",
     NULL},
    {"__global__ void k(int (*f)(int)) {} int main() { k<<<1, 1>>>([](int x) { return x; }); }",
     NULL},
    {"__device__ double atomicAdd(double *a, double v) { return v; }",
     "1:19: error: CUDA has atomicAdd(double *, double) itself"},
    {"__device__ double atomicAdd(double *a, double v); __device__ float atomicAdd(float *a, "
     "double "
     "v) { return v; } struct S { double atomicAdd(double *a, double v) { return v; } };",
     NULL},
    {"#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600\n#else\n__device__ double "
     "atomicAdd(double *a, double v) { return v; }\n#endif",
     NULL},
    {"void k() {\n  if (a) {\n  }\n\nint main() {\n}\n",
     "1:10: error: this '{' of 'k' is never closed; a '}' is missing"},
    {"void f() {\n  }\n}\n", "3:1: error: this '}' has no opening bracket"},
    {"void f() { g(1)); }", "1:16: error: this ')' has no opening bracket"},
    {"void f() { if (x[1 < n) y; }",
     "1:17: error: this '[' is never closed; a ']' is missing: ')' comes first, in line 1"},
    {"void f() {\n  g(1;\n}",
     "2:4: error: this '(' is never closed; a ')' is missing: '}' comes first, in line 3"},
};

/* The file of names next to the precompiled headers. */
static sl_status read_names(const char *path, char **text, size_t *bytes) {
  lens_text names = {0};
  assert_string_equal(path, "/kept \"/a.h.names");
  sl_status status = lens_header_cache_list(SYSTEM, sizeof SYSTEM - 1, &names);
  if (status != SL_OK) lens_text_free(&names);
  *text = names.data;
  *bytes = names.length;
  return status;
}

/* The text is used as the preprocessor's output, so it has no macros. The system's headers are
 * either in the text or precompiled. */
static sl_status check(const char *input, bool kept, lens_translation *out) {
  static const char mark[] = "# 0 \"a.cu\"\n#pragma GCC pch_preprocess \"/kept \"/a.h.gch\"\n"
                             "# 1 \"a.cu\"\n";
  lens_text text = {0};
  lens_text_add_string(&text, kept ? mark : SYSTEM);
  lens_text_add_string(&text, input);
  *out = (lens_translation){0};
  sl_status status = text.status;
  if (status == SL_OK) status = lens_header_cache_restore(read_names, &text.data, &text.length);
  if (status == SL_OK)
    status = lens_translate_checked("a.cu", input, strlen(input), text.data, text.length, out);
  lens_text_free(&text);
  return status;
}

static int try_case(const check_case *it, bool kept) {
  lens_translation got;
  sl_status status = check(it->input, kept, &got);
  bool right =
      it->error ? status == SL_ERR_INPUT && strstr(got.diagnostics, it->error) : status == SL_OK;
  if (!right) {
    print_error("input%s: %s\nwanted: %s\ngot: %s\n", kept ? ", headers kept" : "", it->input,
                it->error ? it->error : "no error", got.diagnostics ? got.diagnostics : "no error");
  }
  lens_translate_free(&got);
  return !right;
}

static void what_nvcc_refuses_is_refused_and_nothing_else(void **state) {
  (void)state;
  int failures = 0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    failures += try_case(&cases[i], false) + try_case(&cases[i], true);
  assert_int_equal(failures, 0);
  assert_int_equal(sl_memory_live(), 0);
}

/* After a missing brace, other errors are meaningless. */
static void a_missing_brace_is_told_alone(void **state) {
  (void)state;
  lens_translation got;
  assert_int_equal(
      check("__global__ void k() {\nint main() { k<<<1, 1>>>(); cudaMalloc(&p, 4); }\n", false,
            &got),
      SL_ERR_INPUT);
  assert_int_equal(got.num_errors, 1);
  lens_translate_free(&got);
}

static void what_a_macro_hides_is_told_at_its_line(void **state) {
  (void)state;
  static const char text[] = "int h();\n#define H h()\n__global__ void k() {\n  H; }\n";
  static const char preprocessed[] = "int h();\n\n__global__ void k() {\n  h(); }\n";
  lens_translation got;
  assert_int_equal(lens_translate_checked("a.cu", text, sizeof text - 1, preprocessed,
                                          sizeof preprocessed - 1, &got),
                   SL_ERR_INPUT);
  assert_non_null(strstr(got.diagnostics, "a.cu:4:3: error: 'h' is a host function"));
  lens_translate_free(&got);
}

static void expect_failures_of_memory(bool kept) {
  sl_status status = SL_ERR_MEMORY;
  for (long n = 0; status == SL_ERR_MEMORY; n++) {
    lens_translation got;
    sl_memory_fail_after(n);
    status = check(cases[0].input, kept, &got);
    sl_memory_fail_after(-1);
    lens_translate_free(&got);
    assert_int_equal(sl_memory_live(), 0);
  }
  assert_int_equal(status, SL_ERR_INPUT);
}

static void memory_may_run_out_anywhere(void **state) {
  (void)state;
  expect_failures_of_memory(false);
  expect_failures_of_memory(true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_nvcc_refuses_is_refused_and_nothing_else),
      cmocka_unit_test(a_missing_brace_is_told_alone),
      cmocka_unit_test(what_a_macro_hides_is_told_at_its_line),
      cmocka_unit_test(memory_may_run_out_anywhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
