/* test_nvcc.c: what the gate reports about objects that nvcc makes. Their host code is not
 * confined, and may differ from what the lens's compiler sees. nvcc stops before machine code for a
 * GPU, which makes no difference to host code. */
#define _GNU_SOURCE
#include "base/test.h"

#include "base/process.h"
#include "gate/gate.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/sparselab-nvcc-XXXXXX";

static int set_up(void **state) {
  (void)state;
  return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
  const char *const arguments[] = {"/bin/rm", "-rf", "--", folder, NULL};
  char ignored[64];
  int exit_code;
  (void)state;
  return sl_process_run(arguments, ignored, sizeof ignored, &exit_code) == SL_OK ? 0 : -1;
}

/* Compiles as ./lab grade does, and checks only the object. */
static void check(const char *source, const char *lab, sl_refusals *out) {
  static char log[1 << 16];
  char headers[512], object[64], header[64];
  int exit_code;
  (void)snprintf(headers, sizeof headers, "-I%s/labs/%s", SOURCE_DIR, lab);
  (void)snprintf(object, sizeof object, "%s/made.o", folder);
  (void)snprintf(header, sizeof header, "%s.h", lab + 3);
  const char *const arguments[] = {NVCC,
                                   "-std=c++17",
                                   "-O3",
                                   "-g",
                                   "-lineinfo",
                                   "-w",
                                   "-gencode=arch=compute_80,code=compute_80",
                                   "-I" SOURCE_DIR "/common",
                                   headers,
                                   "-c",
                                   source,
                                   "-o",
                                   object,
                                   NULL};
  assert_ok(sl_process_run(arguments, log, sizeof log, &exit_code));
  if (exit_code != 0) fail_msg("nvcc does not compile %s: %s", source, log);
  memset(out, 0, sizeof *out);
  assert_ok(sl_gate_object_file(object, source, header, out));
}

static void test_solutions(void **state) {
  (void)state;
  static const char *const labs[] = {LABS};
  for (size_t i = 0; i < sizeof labs / sizeof *labs; i++) {
    char source[512];
    sl_refusals refusals;
    (void)snprintf(source, sizeof source, "%s/solutions/%s/%s.cu", SOURCE_DIR, labs[i],
                   labs[i] + 3);
    if (access(source, F_OK) != 0) continue; /* a copy for students */
    check(source, labs[i], &refusals);
    if (refusals.count) {
      fail_msg("%s: %s: %s", source, refusals.all[0].what, refusals.all[0].reason);
    }
  }
}

/* Host code that only nvcc compiles, and the name that the gate must report. */
static const struct {
  const char *name, *code, *what;
} hostile[] = {
    {"command", "#include <cstdlib>\nint f() { return system(\"kill -9 -1\"); }", "system"},
    {"processes", "#include <unistd.h>\nint f() { return fork(); }", "fork"},
    {"limits",
     "#include <sys/resource.h>\nint f() { rlimit none = {0, 0}; return setrlimit(RLIMIT_AS, "
     "&none); }",
     "setrlimit"},
    {"files", "#include <cstdio>\nvoid f() { remove(\"answer\"); }", "remove"},
    {"signals", "#include <csignal>\nvoid f() { raise(SIGSTOP); }", "raise"},
    {"memory of others", "#include <sys/mman.h>\nvoid f() { munmap((void *)4096, 1 << 30); }",
     "munmap"},
    {"libraries", "#include <dlfcn.h>\nvoid *f() { return dlsym(0, \"sl_say\"); }", "dlsym"},
    {"before main", "int seen;\n__attribute__((constructor)) static void f() { seen++; }",
     "_ZL1fv"},
    {"at the end", "#include <cstdlib>\nstatic void last() { }\nvoid f() { atexit(last); }",
     "atexit"},
    {"a section", "__attribute__((section(\".preinit_array\"))) void (*f)() = 0;",
     ".preinit_array"},
    {"chosen at start",
     "extern \"C\" { static void g() { }\nstatic void (*choose())() { return g; }\n"
     "void f() __attribute__((ifunc(\"choose\"))); }",
     "f"},
};

static void test_hostile_host_code(void **state) {
  (void)state;
  int missed = 0;
  for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++) {
    char source[64];
    bool named = false;
    sl_refusals refusals;
    (void)snprintf(source, sizeof source, "%s/csr-scalar.cu", folder);
    FILE *file = fopen(source, "w");
    assert_non_null(file);
    (void)fprintf(file,
                  "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n#ifdef __CUDACC__\n%s\n"
                  "#endif\nvoid launch(int *a) { k<<<1, 32>>>(a); }\n",
                  hostile[i].code);
    assert_int_equal(fclose(file), 0);
    check(source, "01-csr-scalar", &refusals);
    for (size_t r = 0; r < refusals.count; r++) {
      named = named || strcmp(refusals.all[r].what, hostile[i].what) == 0;
    }
    if (named) continue;
    print_error("%s: \"%s\" is not refused; %zu refusals, the first of \"%s\"\n", hostile[i].name,
                hostile[i].what, refusals.count, refusals.count ? refusals.all[0].what : "");
    missed++;
  }
  assert_int_equal(missed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hostile_host_code),
      cmocka_unit_test(test_solutions),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
