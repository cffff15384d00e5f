/* test_similar.c: nearly identical pairs are found, others are not, and the report names missing
 * programs. */
#include "grade/similar.h"
#include "sample_class.h"

#define HEAD                                                                                       \
  "#include \"ell.h\"\n"                                                                           \
  "__global__ void scale(int num_rows, const int *row_ptr, const real *values, real *y) {\n"
#define MIDDLE                                                                                     \
  "}\n__global__ void spmv_ell(int num_rows, int width, const int *col_idx, const real *values, "  \
  "const real *x, real *y) {\n"

static const char skeleton[] = HEAD "  // TODO(scale)\n" MIDDLE "  // TODO(kernel)\n}\n";

static const char original[] =
    HEAD "  int row = blockIdx.x * blockDim.x + threadIdx.x;\n  if (row >= num_rows) return;\n"
         "  int longest = row_ptr[row + 1] - row_ptr[row];\n  for (int k = 0; k < longest; k++) {\n"
         "    y[row] = y[row] + 2 * values[row_ptr[row] + k];\n  }\n" MIDDLE
         "  int row = blockIdx.x * blockDim.x + threadIdx.x;\n  real sum = 0;\n"
         "  if (row < num_rows) {\n    for (int slot = 0; slot < width; slot++) {\n"
         "      int at = slot * num_rows + row;\n      if (col_idx[at] >= 0) sum += values[at] * "
         "x[col_idx[at]];\n    }\n    y[row] += sum;\n  }\n}\n";

/* The same code with other names, other comments and another layout. */
static const char copied[] =
    HEAD "  // mine\n  int r = blockIdx.x * blockDim.x + threadIdx.x; if (r >= num_rows) return;\n"
         "  int n = row_ptr[r + 1] - row_ptr[r];\n  for (int i = 0; i < n; i++)\n  {\n"
         "    y[r] = y[r] + 3 * values[row_ptr[r] + i]; /* add */\n  }\n" MIDDLE
         "  int r = blockIdx.x * blockDim.x + threadIdx.x; real total = 0;\n"
         "  if (r < num_rows) { for (int j = 0; j < width; j++)\n    {\n"
         "      int p = j * num_rows + r;\n      if (col_idx[p] >= 0) total += values[p] * "
         "x[col_idx[p]];\n    }\n    y[r] += total; }\n}\n";

static const char another[] = HEAD
    "  for (int row = blockIdx.x; row < num_rows; row += gridDim.x)\n    for (int at = "
    "row_ptr[row] + "
    "threadIdx.x; at < row_ptr[row + 1]; at += blockDim.x)\n      atomicAdd(&y[row], values[at] + "
    "values[at]);\n" MIDDLE
    "  const int *column = col_idx + threadIdx.x + blockDim.x * blockIdx.x;\n"
    "  if (column - col_idx >= num_rows) return;\n  real *out = y + (column - col_idx);\n"
    "  while (width-- > 0) {\n    if (*column != -1) *out += values[column - col_idx] * "
    "x[*column];\n"
    "    column = column + num_rows;\n  }\n}\n";

/* A class with these files, in a separate folder. */
typedef struct class_of_four {
  sl_record all[5];
  sl_records records;
  sl_outputs_lab lab;
  sl_outputs outputs;
  char folder[300], skeleton[400];
} class_of_four;

static void make_four(class_of_four *c, const char *name) {
  static const char *const students[] = {"ada", "bob", "cid", "dan", "eve"};
  const char *const files[] = {original, skeleton, copied, another, skeleton};
  char path[512];
  (void)snprintf(c->folder, sizeof c->folder, "%s/%s", folder, name);
  (void)snprintf(c->skeleton, sizeof c->skeleton, "%s/skeleton it's.cu", c->folder);
  (void)snprintf(path, sizeof path, "%s/files", c->folder);
  assert_int_equal(mkdir(c->folder, 0755), 0);
  assert_int_equal(mkdir(path, 0755), 0);
  write_text(c->skeleton, skeleton);
  for (int i = 0; i < 5; i++) {
    c->all[i] = sample_record(students[i], "02-ell");
    set_key(&c->all[i], (unsigned)i + 1);
    (void)snprintf(path, sizeof path, "%s/files/%s.cu", c->folder, c->all[i].key);
    write_text(path, files[i]);
  }
  c->records = (sl_records){c->all, 5};
  c->lab = (sl_outputs_lab){"02-ell", SL_SHOW_EVERYTHING, SL_SHOW_EVERYTHING, true, c->skeleton};
  c->outputs = (sl_outputs){.folder = c->folder, .labs = &c->lab, .num_labs = 1};
}

static void free_four(class_of_four *c) {
  for (int i = 0; i < 5; i++) sl_record_free(&c->all[i]);
}

static void a_copy_with_other_names_is_found(void **state) {
  (void)state;
  class_of_four c;
  sl_similar similar = {0};
  make_four(&c, "consists for 9 % of a class"); /* words of a path must not mislead the
                                                 * comparison */
  sl_status status = sl_similar_find(&c.outputs, &c.records, "02-ell", &similar);
  if (status == SL_ERR_MISSING) {
    assert_non_null(strstr(sl_status_message(), "similarity-tester"));
    free_four(&c);
    skip();
  }
  assert_ok(status);
  assert_int_equal(similar.count, 1); /* two skeletons are not a pair */
  assert_true(similar.pairs[0].percent > 95);
  const char *one = similar.pairs[0].one->student, *other = similar.pairs[0].other->student;
  assert_true((strcmp(one, "ada") == 0 && strcmp(other, "cid") == 0) ||
              (strcmp(one, "cid") == 0 && strcmp(other, "ada") == 0));
  assert_int_equal(similar.num_groups, 1);
  assert_int_equal(similar.groups[0].count, 2);
  assert_string_equal(similar.groups[0].members[0]->student, "ada");
  assert_string_equal(similar.groups[0].members[1]->student, "cid");
  sl_similar_free(&similar);
  assert_ok(sl_similar_find(&c.outputs, &c.records, "01-csr-scalar", &similar));
  assert_int_equal(similar.count, 0);
  sl_similar_free(&similar);
  free_four(&c);
  assert_int_equal(sl_memory_live(), 0);
}

/* A file of this class resembles two files of an earlier year: all three are one group, which names
 * the folder of that year. Files of earlier years alone are not a group. */
static void earlier_years_are_compared(void **state) {
  (void)state;
  class_of_four now, then;
  sl_similar similar = {0};
  char path[512];
  make_four(&now, "now");
  make_four(&then, "then");
  for (int i = 0; i < 5; i++) { /* with other keys, and only ada has the original */
    (void)snprintf(path, sizeof path, "%s/files/%s.cu", then.folder, then.all[i].key);
    char old[512];
    (void)snprintf(old, sizeof old, "%s", path);
    set_key(&then.all[i], (unsigned)i + 11);
    (void)snprintf(path, sizeof path, "%s/files/%s.cu", then.folder, then.all[i].key);
    assert_int_equal(rename(old, path), 0);
  }
  now.records.count = 1;
  const sl_outputs_earlier earlier = {then.folder, then.records};
  now.outputs.earlier = &earlier;
  now.outputs.num_earlier = 1;
  sl_status status = sl_similar_find(&now.outputs, &now.records, "02-ell", &similar);
  if (status != SL_ERR_MISSING) {
    assert_ok(status);
    assert_int_equal(similar.num_groups, 1);
    const sl_similar_group *group = &similar.groups[0];
    assert_int_equal(group->own, 1);
    assert_int_equal(group->count, 3); /* both files of ada, and the file of cid */
    assert_null(sl_similar_earlier(&now.outputs, group->members[0]));
    assert_string_equal(sl_similar_earlier(&now.outputs, group->members[1]), then.folder);
    sl_similar_free(&similar);
    now.records.count = 2; /* no file of this class is similar to those of the earlier year */
    set_key(&now.all[0], 99);
    assert_ok(sl_similar_find(&now.outputs, &now.records, "02-ell", &similar));
    assert_int_equal(similar.num_groups, 0);
    sl_similar_free(&similar);
  }
  free_four(&now);
  free_four(&then);
  assert_int_equal(sl_memory_live(), 0);
}

/* Two files consist mostly of given code, and half of the rest differs. */
static void what_was_given_out_does_not_count(void **state) {
  (void)state;
  class_of_four c;
  sl_similar similar = {0};
  char given[3000], path[512], text[6000];
  make_four(&c, "given");
  (void)snprintf(given, sizeof given, "%s%s", strstr(original, "__global__"),
                 strstr(another, "__global__"));
  write_text(c.skeleton, given);
  static const char *const own[] = {
      "int f(int *p) { while (*p++ > 0) { if (p[1] == p[2]) return 1; } return p[0] ? 2 : 3; }\n",
      "double g(double a, double b) { struct s t = {a, b, a * b}; t.x /= 7; return t.x - t.y; }\n"};
  static const char shared[] =
      "int h(int a) { switch (a) { case 1: return 2; case 3: return a << 2; default: break; } }\n"
      "void k(char *t) { do { *t = 'x'; t += 2; } while (t && t[0] != t[1]); goto out; out:; }\n";
  for (int i = 0; i < 5; i++) {
    size_t size = (size_t)snprintf(text, sizeof text, "%s", given);
    if (i < 2) (void)snprintf(text + size, sizeof text - size, "%s%s%s", shared, own[i], own[i]);
    (void)snprintf(path, sizeof path, "%s/files/%s.cu", c.folder, c.all[i].key);
    write_text(path, text);
  }
  sl_status status = sl_similar_find(&c.outputs, &c.records, "02-ell", &similar);
  assert_int_equal(similar.count, 0);
  c.lab.skeleton = NULL;
  if (status == SL_OK) status = sl_similar_find(&c.outputs, &c.records, "02-ell", &similar);
  bool found = similar.count > 0;
  sl_similar_free(&similar);
  free_four(&c);
  if (status == SL_ERR_MISSING) skip();
  assert_ok(status);
  assert_true(found); /* otherwise this test shows nothing */
}

/* Seven files share most of their code, like solutions of a short task; two of them share all of
 * it. Only these two are a group. */
static void what_the_class_shares_does_not_count(void **state) {
  (void)state;
  enum { COUNT = 7 };
  static const char *const students[COUNT] = {"ann", "bob", "cid", "dan", "eve", "fay", "gus"};
  static const char *const own[COUNT] = {
      "int f(int *p) { while (*p++ > 0) { if (p[1] == p[2]) return 1; } return p[0] ? 2 : 3; }\n",
      "double g(double a, double b) { struct s t = {a, b, a * b}; t.x /= 7; return t.x - t.y; }\n",
      "int h(int a) { switch (a) { case 1: return 2; case 3: return a << 2; default: break; } }\n",
      "void k(char *t) { do { *t = 'x'; t += 2; } while (t && t[0] != t[1]); goto out; out:; }\n",
      "long m(long n) { return n < 2 ? n : m(n - 1) + m(n - 2) % 5 ^ ~n | (n & 3) << 1 >> 1; }\n",
      "void o(float v[]) { for (;;) { if (!v) break; else continue; } v[0] -= -v[1] * +v[2]; }\n",
      NULL /* the same as the first */};
  sl_record all[COUNT];
  sl_similar similar = {0};
  char text[8000], path[700], class[400];
  (void)snprintf(class, sizeof class, "%s/sharing", folder);
  (void)snprintf(path, sizeof path, "%s/files", class);
  assert_int_equal(mkdir(class, 0755), 0);
  assert_int_equal(mkdir(path, 0755), 0);
  for (int i = 0; i < COUNT; i++) {
    all[i] = sample_record(students[i], "02-ell");
    set_key(&all[i], (unsigned)i + 1);
    (void)snprintf(path, sizeof path, "%s/files/%s.cu", class, all[i].key);
    (void)snprintf(text, sizeof text, "%s%s%s", original, strstr(another, "__global__"),
                   own[i] ? own[i] : own[0]);
    write_text(path, text);
  }
  const sl_records records = {all, COUNT};
  const sl_outputs outputs = {.folder = class};
  sl_status status = sl_similar_find(&outputs, &records, "02-ell", &similar);
  bool two = similar.num_groups == 1 && similar.groups[0].count == 2;
  int shared = similar.shared;
  size_t pairs = similar.count;
  sl_similar_free(&similar);
  for (int i = 0; i < COUNT; i++) sl_record_free(&all[i]);
  if (status == SL_ERR_MISSING) skip();
  assert_ok(status);
  assert_true(shared >= 80); /* otherwise all would be a group anyway */
  assert_true(two && pairs == 1);
}

/* The report is also written if the programs that it calls are missing, and says so. */
static void what_is_not_installed_is_said(void **state) {
  (void)state;
  class_of_four c;
  size_t size;
  char path[512], before[4000];
  make_four(&c, "bare");
  (void)snprintf(before, sizeof before, "%s", getenv("PATH"));
  assert_int_equal(setenv("PATH", folder, 1), 0);
  sl_status status = sl_outputs_write(&c.outputs, &c.records);
  assert_int_equal(setenv("PATH", before, 1), 0);
  assert_ok(status);
  (void)snprintf(path, sizeof path, "%s/report.html", c.folder);
  char *text = file_bytes(path, &size);
  assert_non_null(strstr(text, "No figure: gnuplot is not installed"));
  assert_non_null(strstr(text, "were not compared: sim_c++ is not installed"));
  assert_non_null(strstr(text, "<tr><td>submissions<td class=\"num\">0<td class=\"num\">0"));
  free(text);
  free_four(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_copy_with_other_names_is_found),
      cmocka_unit_test(what_was_given_out_does_not_count),
      cmocka_unit_test(earlier_years_are_compared),
      cmocka_unit_test(what_the_class_shares_does_not_count),
      cmocka_unit_test(what_is_not_installed_is_said),
  };
  return cmocka_run_group_tests_name("similar", tests, make_folder, remove_folder);
}
