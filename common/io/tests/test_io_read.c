/* test_io_read.c: reads valid files, and tests allocation failures, false headers, and block
 * boundaries. */
#include "base/parallel.h"
#include "folder.h"

#include "io/input.h"
#include "io/io.h"
#include "io/lines.h"

#include <stdint.h>
#include <sys/socket.h>
#include <sys/un.h>

#define H "%%MatrixMarket matrix "

/* ---- records allocations: the test is linked with --wrap ---- */

static size_t largest_allocation;

sl_status __real_sl_alloc(size_t count, size_t size, const char *what, void *out);
sl_status __wrap_sl_alloc(size_t count, size_t size, const char *what, void *out);
sl_status __real_sl_resize(size_t count, size_t size, const char *what, void *inout);
sl_status __wrap_sl_resize(size_t count, size_t size, const char *what, void *inout);

sl_status __wrap_sl_alloc(size_t count, size_t size, const char *what, void *out) {
  if (count * size > largest_allocation) largest_allocation = count * size;
  return __real_sl_alloc(count, size, what, out);
}

sl_status __wrap_sl_resize(size_t count, size_t size, const char *what, void *inout) {
  if (count * size > largest_allocation) largest_allocation = count * size;
  return __real_sl_resize(count, size, what, inout);
}

/* ---- valid files ---- */

static sl_status read_text(const char *text, sl_csr *out, sl_mm_header *header) {
  return sl_io_read_memory(text, strlen(text), "good.mtx", out, header);
}

/* Writes the matrix as "ROWSxCOLUMNS: (i,j)=value …" to `to`, with indices from 0, in storage
 * order. */
static void render(const sl_csr *matrix, char *to, size_t room) {
  size_t used = (size_t)snprintf(to, room, "%dx%d:", matrix->num_rows, matrix->num_cols);
  for (int row = 0; row < matrix->num_rows; row++) {
    for (int k = matrix->row_ptr[row]; k < matrix->row_ptr[row + 1]; k++) {
      used += (size_t)snprintf(to + used, room - used, " (%d,%d)=%g", row, matrix->col_idx[k],
                               matrix->values[k]);
    }
  }
}

typedef struct good_case {
  const char *name, *text, *expected;
} good_case;

static const good_case good_cases[] = {
    {"real general", H "coordinate real general\n2 3 3\n1 1 1.5\n2 3 -2e-1\n1 2 +.5\n",
     "2x3: (0,0)=1.5 (0,1)=0.5 (1,2)=-0.2"},
    {"unsorted", H "coordinate real general\n2 3 5\n2 3 6\n2 1 4\n1 3 3\n1 1 1\n2 2 5\n",
     "2x3: (0,0)=1 (0,2)=3 (1,0)=4 (1,1)=5 (1,2)=6"},
    {"integer", H "coordinate integer general\n1 2 2\n1 1 -7\n1 2 +9\n", "1x2: (0,0)=-7 (0,1)=9"},
    {"pattern", H "coordinate pattern general\n2 2 2\n1 2\n2 1\n", "2x2: (0,1)=1 (1,0)=1"},
    {"double is real", H "coordinate double general\n1 1 1\n1 1 2.5\n", "1x1: (0,0)=2.5"},
    {"unsigned", H "coordinate unsigned-integer general\n1 1 1\n1 1 3\n", "1x1: (0,0)=3"},
    {"symmetric, diagonal once", H "coordinate real symmetric\n3 3 3\n1 1 1\n3 1 2\n3 3 4\n",
     "3x3: (0,0)=1 (0,2)=2 (2,0)=2 (2,2)=4"},
    {"symmetric by rows", H "coordinate real symmetric\n3 3 4\n2 1 5\n2 2 6\n3 1 7\n3 2 8\n",
     "3x3: (0,1)=5 (0,2)=7 (1,0)=5 (1,1)=6 (1,2)=8 (2,0)=7 (2,1)=8"},
    {"symmetric pattern", H "coordinate pattern symmetric\n2 2 2\n2 1\n2 2\n",
     "2x2: (0,1)=1 (1,0)=1 (1,1)=1"},
    {"skew", H "coordinate real skew-symmetric\n2 2 1\n2 1 3\n", "2x2: (0,1)=-3 (1,0)=3"},
    {"skew, a zero on the diagonal", H "coordinate real skew-symmetric\n2 2 2\n1 1 0\n2 1 3\n",
     "2x2: (0,0)=0 (0,1)=-3 (1,0)=3"},
    {"array", H "array real general\n2 3\n1\n2\n3\n4\n5\n6\n",
     "2x3: (0,0)=1 (0,1)=3 (0,2)=5 (1,0)=2 (1,1)=4 (1,2)=6"},
    {"array keeps zeros", H "array integer general\n2 1\n0\n2\n", "2x1: (0,0)=0 (1,0)=2"},
    {"array symmetric", H "array real symmetric\n2 2\n1\n2\n3\n",
     "2x2: (0,0)=1 (0,1)=2 (1,0)=2 (1,1)=3"},
    {"array skew", H "array real skew-symmetric\n3 3\n1\n2\n3\n",
     "3x3: (0,1)=-1 (0,2)=-2 (1,0)=1 (1,2)=-3 (2,0)=2 (2,1)=3"},
    {"array of one, skew", H "array real skew-symmetric\n1 1\n", "1x1:"},
    {"duplicates", H "coordinate real general\n2 2 4\n1 1 1\n2 2 5\n1 1 2\n1 1 4\n",
     "2x2: (0,0)=7 (1,1)=5"},
    {"duplicates in symmetric storage", H "coordinate real symmetric\n2 2 3\n2 1 1\n1 1 3\n2 1 2\n",
     "2x2: (0,0)=3 (0,1)=3 (1,0)=3"},
    {"explicit zeros", H "coordinate real general\n1 2 2\n1 1 0\n1 2 -0\n",
     "1x2: (0,0)=0 (0,1)=-0"},
    {"nothing", H "coordinate real general\n0 0 0\n", "0x0:"},
    {"no entries", H "coordinate real general\n3 2 0\n", "3x2:"},
    {"no rows", H "array real general\n0 5\n", "0x5:"},
    {"no line end", H "coordinate real general\n1 1 1\n1 1 2", "1x1: (0,0)=2"},
    {"Windows line ends", H "coordinate real general\r\n% x\r\n\r\n1 1 1\r\n1 1 2\r\n\r\n",
     "1x1: (0,0)=2"},
    {"byte order mark", "\xEF\xBB\xBF" H "coordinate real general\n1 1 1\n1 1 2\n", "1x1: (0,0)=2"},
    {"blanks and comments everywhere",
     H "coordinate  real\tgeneral \n%\n\n  % a\n \t 1\t 2  2 \n%b\n\n  1   1\t2 \t\n \n 1 2 "
       "3\n\n%c\n",
     "1x2: (0,0)=2 (0,1)=3"},
    {"upper and lower case", "%%matrixmarket MATRIX Coordinate REAL General\n1 1 1\n1 1 2\n",
     "1x1: (0,0)=2"},
    {"signs and leading zeros", H "coordinate real general\n+1 01 1\n+1 0000000001 +2\n",
     "1x1: (0,0)=2"},
    {"Fortran exponents", H "coordinate real general\n1 2 2\n1 1 1.5D+03\n1 2 2d-1\n",
     "1x2: (0,0)=1500 (0,1)=0.2"},
    {"an integer as real", H "coordinate real general\n1 1 1\n1 1 3\n", "1x1: (0,0)=3"},
};

static void good_files_are_read(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof good_cases / sizeof good_cases[0]; i++) {
    char found[512];
    sl_csr matrix;
    if (read_text(good_cases[i].text, &matrix, NULL) != SL_OK) {
      fail_msg("%s: %s", good_cases[i].name, sl_status_message());
    }
    assert_ok(sl_csr_check(&matrix));
    assert_true(sl_csr_is_sorted(&matrix));
    render(&matrix, found, sizeof found);
    if (strcmp(found, good_cases[i].expected) != 0) {
      fail_msg("%s: read %s, expected %s", good_cases[i].name, found, good_cases[i].expected);
    }
    sl_csr_free(&matrix);
  }
  assert_int_equal(sl_memory_live(), 0);
}

static void the_header_is_told(void **state) {
  (void)state;
  sl_csr matrix;
  sl_mm_header header;
  assert_ok(read_text(H "Coordinate Double Skew-symmetric\n2 2 1\n2 1 1\n", &matrix, &header));
  assert_string_equal(header.format, "coordinate");
  assert_string_equal(header.field, "real");
  assert_string_equal(header.symmetry, "skew-symmetric");
  sl_csr_free(&matrix);
  assert_ok(read_text(H "array integer symmetric\n1 1\n1\n", &matrix, &header));
  assert_string_equal(header.format, "array");
  assert_string_equal(header.field, "integer");
  assert_string_equal(header.symmetry, "symmetric");
  sl_csr_free(&matrix);
}

/* (1 + 2^-53) + 2^-53 rounds to 1. Any other order gives a larger sum. */
static void duplicates_are_summed_in_the_order_of_the_file(void **state) {
  (void)state;
  sl_csr matrix;
  assert_ok(read_text(H "coordinate real general\n2 2 4\n2 1 9\n1 1 1\n"
                        "1 1 1.1102230246251565e-16\n1 1 1.1102230246251565e-16\n",
                      &matrix, NULL));
  assert_true(matrix.values[0] == 1.0);
  sl_csr_free(&matrix);
  assert_ok(read_text(H "coordinate real general\n2 2 4\n2 1 9\n1 1 1.1102230246251565e-16\n"
                        "1 1 1.1102230246251565e-16\n1 1 1\n",
                      &matrix, NULL));
  assert_true(matrix.values[0] > 1.0);
  sl_csr_free(&matrix);
}

/* Rows of every length from 0 to 100, in descending order of columns, with each entry twice. Short
 * and long rows are sorted by different code. */
static void rows_of_any_length_are_sorted(void **state) {
  (void)state;
  const int size = 101;
  FILE *file = fopen(in_folder("rows.mtx"), "w");
  assert_non_null(file);
  (void)fprintf(file, "%scoordinate real general\n%d %d %d\n", H, size, size, size * (size - 1));
  for (int col = size; col > 0; col--) {
    for (int row = size; row > col; row--) {
      (void)fprintf(file, "%d %d %d\n%d %d .5\n", row, col, col, row, col);
    }
  }
  assert_int_equal(fclose(file), 0);
  sl_csr matrix;
  assert_ok(sl_io_read(in_folder("rows.mtx"), &matrix, NULL));
  assert_true(sl_csr_is_sorted(&matrix));
  assert_int_equal(matrix.nnz, size * (size - 1) / 2);
  for (int row = 0; row < size; row++) {
    int start = matrix.row_ptr[row];
    assert_int_equal(matrix.row_ptr[row + 1] - start, row);
    for (int k = 0; k < row; k++) {
      assert_int_equal(matrix.col_idx[start + k], k);
      assert_true(matrix.values[start + k] == k + 1.5);
    }
  }
  sl_csr_free(&matrix);
}

/* ---- memory ---- */

static void every_failing_allocation_is_survived(void **state) {
  (void)state;
  static const char *const texts[] = {
      H "coordinate real symmetric\n3 3 3\n1 1 1\n3 1 2\n3 3 4\n",
      H "coordinate real general\n2 2 4\n2 2 5\n1 1 1\n2 2 1\n2 1 4\n", /* is sorted and summed */
  };
  for (size_t i = 0; i < 2; i++) {
    sl_status status = SL_ERR_MEMORY;
    int failures = 0;
    for (; status != SL_OK; failures++) {
      sl_csr matrix;
      sl_memory_fail_after(failures);
      status = read_text(texts[i], &matrix, NULL);
      sl_memory_fail_after(-1);
      if (status == SL_OK) {
        sl_csr_free(&matrix);
      } else {
        assert_int_equal(status, SL_ERR_MEMORY);
        assert_non_null(strstr(sl_status_message(), "not enough memory"));
        assert_null(matrix.row_ptr);
      }
      assert_int_equal(sl_memory_live(), 0);
    }
    assert_true(failures > 6);
  }
}

/* The headers promise up to two billion entries, but much less memory is allocated. */
static void lying_headers_cost_no_memory(void **state) {
  (void)state;
  static const struct {
    const char *text;
    sl_status status;
  } cases[] = {
      {H "coordinate real general\n9 9 2000000000\n1 1 1\n", SL_ERR_INPUT},
      {H "coordinate pattern symmetric\n999999999 999999999 1000000001\n2 1\n", SL_ERR_INPUT},
      {H "array real general\n40000 50000\n1\n", SL_ERR_INPUT},
      {H "coordinate real general\n2147483647 2147483647 1\n1 1 1\n", SL_ERR_SIZE},
      {H "coordinate real general\n1 2147483647 1\n1 1 1\n", SL_ERR_SIZE},
      {H "coordinate real symmetric\n3 3 2147483647\n1 1 1\n", SL_ERR_SIZE},
      {H "coordinate real general\n1 1 2147483648\n1 1 1\n", SL_ERR_SIZE},
      {H "array real general\n46341 46341\n1\n", SL_ERR_SIZE},
      {H "array real general\n2147483647 2147483647\n1\n", SL_ERR_SIZE},
      {H "array real general\n0 2147483647\n", SL_ERR_SIZE},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    sl_csr matrix;
    largest_allocation = 0;
    assert_int_equal(read_text(cases[i].text, &matrix, NULL), cases[i].status);
    assert_in_range(largest_allocation, 1, SL_LINES_BLOCK + 1024);
  }
  assert_int_equal(sl_memory_live(), 0);
}

/* A matrix may have 16 million columns for a single entry. */
static void large_and_sparse_is_allowed(void **state) {
  (void)state;
  sl_csr matrix;
  assert_ok(read_text(H "coordinate real general\n2 16777216 1\n2 16777216 1\n", &matrix, NULL));
  assert_int_equal(matrix.col_idx[0], 16777215);
  sl_csr_free(&matrix);
}

/* ---- files, and blocks of text ---- */

/* 40 000 entries with comments of increasing length, so that block boundaries occur at different
 * positions in the lines. */
static void lines_across_blocks_are_whole(void **state) {
  (void)state;
  const int size = 40000;
  FILE *file = fopen(in_folder("long.mtx"), "w");
  assert_non_null(file);
  (void)fprintf(file, "%scoordinate real general\n%d %d %d\n", H, size, size, size);
  for (int i = 0; i < size; i++) {
    if (i % 100 == 0) (void)fprintf(file, "%%%*s\n", i / 10, "");
    (void)fprintf(file, "%d %d %.17g\n", i + 1, size - i, i / 7.0);
  }
  assert_int_equal(fclose(file), 0);
  sl_csr matrix;
  assert_ok(sl_io_read(in_folder("long.mtx"), &matrix, NULL));
  assert_int_equal(matrix.nnz, size);
  for (int i = 0; i < size; i++) {
    assert_int_equal(matrix.col_idx[i], size - 1 - i);
    assert_true(matrix.values[i] == i / 7.0);
  }
  sl_csr_free(&matrix);
}

static void too_long_a_line_is_refused(void **state) {
  (void)state;
  size_t size = 2 * SL_LINES_BLOCK;
  char *text = malloc(size);
  assert_non_null(text);
  memset(text, '1', size);
  memcpy(text, H "coordinate real general\n", strlen(H "coordinate real general\n"));
  sl_csr matrix;
  assert_fails(sl_io_read_memory(text, size, "one.mtx", &matrix, NULL), SL_ERR_INPUT,
               "one.mtx:2: the line is longer than");
  free(text);
}

static void endless_filler_is_refused(void **state) {
  (void)state;
  size_t size = SL_LINES_MAX_FILLER + 1000;
  char *text = malloc(size);
  assert_non_null(text);
  memset(text, '\n', size);
  memcpy(text, H "coordinate real general\n1 1 1\n", strlen(H "coordinate real general\n1 1 1\n"));
  sl_csr matrix;
  assert_fails(sl_io_read_memory(text, size, "blank.mtx", &matrix, NULL), SL_ERR_SIZE,
               "blank lines and comments");
  free(text);
  assert_int_equal(sl_memory_live(), 0);
}

/* Nothing writes to the pipe, no process listens at the socket, and /dev/zero never ends. */
static void only_ordinary_files_are_read(void **state) {
  (void)state;
  sl_csr matrix;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int ends[2], listener = socket(AF_UNIX, SOCK_STREAM, 0);
  char path[64];
  assert_int_equal(mkfifo(in_folder("fifo.mtx"), 0666), 0);
  assert_fails(sl_io_read(in_folder("fifo.mtx"), &matrix, NULL), SL_ERR_INPUT, "is a pipe");
  assert_fails(sl_io_read_cached(in_folder("fifo.mtx"), folder, &matrix), SL_ERR_INPUT, "pipe");
  (void)snprintf(address.sun_path, sizeof address.sun_path, "%s", in_folder("socket.mtx"));
  assert_int_equal(bind(listener, (const struct sockaddr *)&address, sizeof address), 0);
  assert_fails(sl_io_read(in_folder("socket.mtx"), &matrix, NULL), SL_ERR_INPUT, "is a socket");
  (void)close(listener);
  assert_int_equal(symlink("/dev/zero", in_folder("zeros.mtx")), 0);
  assert_fails(sl_io_read(in_folder("zeros.mtx"), &matrix, NULL), SL_ERR_INPUT, "is a device");
  assert_fails(sl_io_read_cached("/dev/zero", folder, &matrix), SL_ERR_INPUT, "is a device");
  assert_int_equal(pipe(ends), 0);
  (void)snprintf(path, sizeof path, "/dev/fd/%d", ends[0]);
  assert_fails(sl_io_read(path, &matrix, NULL), SL_ERR_INPUT, "is a pipe");
  (void)close(ends[0]);
  (void)close(ends[1]);
}

/* Text that is appended while the file is read is ignored. */
static void a_file_that_grows_has_an_end(void **state) {
  (void)state;
  sl_input *input;
  char text[64];
  size_t got;
  write_text(in_folder("growing.mtx"), "12345");
  assert_ok(sl_input_open(in_folder("growing.mtx"), &input));
  FILE *file = fopen(in_folder("growing.mtx"), "a");
  assert_non_null(file);
  assert_true(fputs("6789", file) >= 0);
  assert_int_equal(fclose(file), 0);
  for (int turn = 0; turn < 2; turn++) {
    assert_ok(sl_input_read(input, text, sizeof text, &got));
    assert_int_equal(got, 5);
    assert_ok(sl_input_read(input, text, sizeof text, &got));
    assert_int_equal(got, 0);
    assert_ok(sl_input_rewind(input));
  }
  sl_input_close(input);
}

static void what_cannot_be_opened_is_told(void **state) {
  (void)state;
  sl_csr matrix;
  assert_fails(sl_io_read(in_folder("none.mtx"), &matrix, NULL), SL_ERR_INPUT, "no such file");
  assert_non_null(strstr(sl_status_message(), "none.mtx"));
  assert_fails(sl_io_read(folder, &matrix, NULL), SL_ERR_INPUT, "is a folder");
  write_text(in_folder("empty.mtx"), "");
  assert_fails(sl_io_read(in_folder("empty.mtx"), &matrix, NULL), SL_ERR_INPUT,
               "empty.mtx:1: the file is empty");
  write_text(in_folder("closed.mtx"), H "array real general\n0 0\n");
  assert_int_equal(chmod(in_folder("closed.mtx"), 0), 0);
  if (geteuid() == 0) assert_int_equal(seteuid(65534), 0); /* because root may read every file */
  sl_status status = sl_io_read(in_folder("closed.mtx"), &matrix, NULL);
  if (getuid() == 0) assert_int_equal(seteuid(0), 0);
  assert_int_equal(status, SL_ERR_INPUT);
  assert_non_null(strstr(sl_status_message(), "no permission"));
  assert_int_equal(sl_memory_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_files_are_read),
      cmocka_unit_test(the_header_is_told),
      cmocka_unit_test(duplicates_are_summed_in_the_order_of_the_file),
      cmocka_unit_test(rows_of_any_length_are_sorted),
      cmocka_unit_test(every_failing_allocation_is_survived),
      cmocka_unit_test(lying_headers_cost_no_memory),
      cmocka_unit_test(large_and_sparse_is_allowed),
      cmocka_unit_test(lines_across_blocks_are_whole),
      cmocka_unit_test(too_long_a_line_is_refused),
      cmocka_unit_test(endless_filler_is_refused),
      cmocka_unit_test(only_ordinary_files_are_read),
      cmocka_unit_test(a_file_that_grows_has_an_end),
      cmocka_unit_test(what_cannot_be_opened_is_told),
  };
  int failed = cmocka_run_group_tests_name("io read", tests, make_folder, remove_folder);
  sl_parallel_pretend(7, 1); /* repeats all tests with several threads */
  return failed + cmocka_run_group_tests_name("io read shared", tests, make_folder, remove_folder);
}
