/* test_io_defects.c: a table of malformed files. Each is rejected with the right line number and a
 * clear message. */
#include "base/test.h"

#include "base/parallel.h"
#include "io/io.h"

#include <stdio.h>

#define H         "%%MatrixMarket matrix "
#define REAL      H "coordinate real general\n"
#define INTEGER   H "coordinate integer general\n"
#define PATTERN   H "coordinate pattern general\n"
#define SYMMETRIC H "coordinate real symmetric\n"
#define SKEW      H "coordinate real skew-symmetric\n"

typedef struct defect {
  const char *text;
  int line;
  const char *words;  /* expected in the message */
  const char *remedy; /* expected in the message after the semicolon */
} defect;

static const defect defects[] = {
    /* the banner */
    {"", 1, "the file is empty", "fetch or write it again"},
    {"\n", 1, "does not begin with %%MatrixMarket", "it must"},
    {"1 1 1\n1 1 1\n", 1, "does not begin with %%MatrixMarket", "coordinate real general"},
    {"%MatrixMarket matrix coordinate real general\n", 1, "does not begin with", "it must"},
    {"%%MatrixMarket", 1, "word 2 of the header is nothing", "'matrix'"},
    {"%%MatrixMarket tensor coordinate real general\n", 1, "word 2 of the header is 'tensor'",
     "'matrix'"},
    {"%%MatrixMarket vector coordinate real general\n", 1, "'vector'", "one column"},
    {H "sparse real general\n", 1, "word 3 of the header is 'sparse'", "'coordinate' or 'array'"},
    {H "coordinate float general\n", 1, "word 4 of the header is 'float'", "'pattern'"},
    {H "coordinate real\n", 1, "word 5 of the header is nothing", "'skew-symmetric'"},
    {H "coordinate real diagonal\n", 1, "word 5 of the header is 'diagonal'", "'general'"},
    {H "coordinate real general sorted\n", 1, "continues with 'sorted'",
     "it must end after five words"},
    {H "coordinate complex general\n1 1 1\n1 1 1 0\n", 1, "'complex'", "real"},
    {H "array complex general\n1 1\n1 0\n", 1, "'complex'", "real"},
    {H "coordinate real hermitian\n1 1 1\n1 1 1\n", 1, "'hermitian'", "write 'symmetric'"},
    {H "coordinate integer hermitian\n1 1 1\n1 1 1\n", 1, "'hermitian'", "write 'symmetric'"},
    {H "coordinate complex hermitian\n1 1 1\n1 1 1 0\n", 1, "'complex'", "store its real part"},
    {"A TITLE                                                                 KEY\n"
     "             5             1             1             3             0\n"
     "RUA                        5             5            13             0\n"
     "(6I3)           (13I3)          (5E15.8)            (5E15.8)\n",
     1, "this is a Harwell-Boeing file", "as .mtx"},
    {"A pattern, of Rutherford-Boeing|k\n 3 1 2 0\npsa 4 4 6 0\n(5I4) (6I4)\n", 1,
     "this is a Harwell-Boeing file", "scipy.io"},
    {"3 4\n5 1 1 3\n1 2 3\n", 1, "does not begin with %%MatrixMarket", "it must"},
    {H "array pattern general\n1 1\n", 1, "cannot be an array", "coordinate pattern general"},
    {H "coordinate pattern skew-symmetric\n2 2 1\n2 1\n", 1, "cannot be skew", "give the values"},
    /* the size line */
    {REAL, 2, "ends before the size line", "'rows columns entries'"},
    {REAL "% a\n\n", 4, "ends before the size line", "fetch it again"},
    {H "array real general\n", 2, "ends before the size line", "'rows columns'"},
    {REAL "2 2\n", 2, "the size line has 2 words", "'rows columns entries'"},
    {REAL "2 2 1 1\n", 2, "the size line has 4 words", "'rows columns entries'"},
    {H "array real general\n2 2 4\n", 2, "the size line has 3 words", "'rows columns'"},
    {REAL "-1 2 1\n", 2, "the number of rows is '-1'", "a whole number"},
    {REAL "2 2.0 1\n", 2, "the number of columns is '2.0'", "a whole number"},
    {REAL "%\n2 2 one\n", 3, "the number of entries is 'one'", "a whole number"},
    {SYMMETRIC "2 3 1\n2 1 1\n", 2, "2 rows and 3 columns", "'general' in line 1"},
    {SKEW "3 2 1\n2 1 1\n", 2, "3 rows and 2 columns", "square"},
    {H "array real symmetric\n2 3\n", 2, "2 rows and 3 columns", "square"},
    /* too few or too many entries */
    {REAL "2 2 3\n1 1 1\n2 2 1\n", 4, "ends after 2 of 3 entries", "fetch it again"},
    {REAL "2 2 1\n", 2, "ends after 0 of 1 entries", "the sizes in line 2"},
    {H "array real general\n2 2\n1\n2\n3\n", 5, "ends after 3 of 4 entries", "fetch it again"},
    {REAL "2 2 1\n1 1 1\n2 2 1\n", 4, "more than the 1 entries that line 2 promises", "remove"},
    {REAL "2 2 1\n1 1 1\n\n% c\nx\n", 6, "more than the 1 entries", "remove"},
    {H "array real general\n1 1\n1\n2\n", 4, "more than the 1 entries", "remove"},
    /* words of an entry */
    {REAL "2 2 1\n1 1\n", 3, "has 2 words, where 'row column value'", "'pattern' for the field"},
    {REAL "2 2 1\n1\n", 3, "has 1 word, where", "one entry per line"},
    {REAL "2 2 1\n1 1 1 0\n", 3, "has 4 words", "complex values are not supported"},
    {REAL "2 2 1\n1 1 1 2 2 1 3 3 3 4 4 4\n", 3, "has 12 words", "one entry per line"},
    {PATTERN "2 2 1\n1 1 1\n", 3, "has 3 words, where 'row column'", "'real' for 'pattern'"},
    {PATTERN "2 2 1\n1\n", 3, "has 1 word", "one entry per line"},
    {INTEGER "2 2 1\n1 1\n", 3, "has 2 words", "'pattern'"},
    {H "array real general\n2 1\n1 2\n", 3, "has 2 words, where one value", "one entry per line"},
    /* indices */
    {REAL "2 2 1\n0 1 1\n", 3, "the row is 0, but this format counts from 1", "add 1"},
    {REAL "2 2 2\n1 1 1\n2 0 1\n", 4, "the column is 0", "add 1"},
    {REAL "2 3 1\n3 1 1\n", 3, "row '3' of a matrix with 2", "the sizes in line 2"},
    {REAL "%\n3 2 1\n1 3 1\n", 4, "column '3' of a matrix with 2", "the sizes in line 3"},
    {REAL "2 2 1\n4294967297 1 1\n", 3, "row '4294967297'", "correct it"},
    {REAL "2 2 1\n1 18446744073709551617 1\n", 3, "column '18446744073709551617'", "correct it"},
    {REAL "2 2 1\n-1 1 1\n", 3, "the row is '-1'", "from 1 to 2"},
    {REAL "2 2 1\n1.0 1 1\n", 3, "the row is '1.0'", "a whole number"},
    {REAL "2 2 1\n1 1e0 1\n", 3, "the column is '1e0'", "a whole number"},
    {REAL "2 2 1\na b c\n", 3, "the row is 'a'", "a whole number"},
    {REAL "0 0 1\n1 1 1\n", 3, "row '1' of a matrix with 0", "the sizes"},
    /* values */
    {REAL "2 2 1\n1 1 x\n", 3, "the value is 'x'", "a finite number"},
    {REAL "2 2 1\n1 1 nan\n", 3, "the value is 'nan'", "a finite number"},
    {REAL "2 2 1\n1 1 -Inf\n", 3, "the value is '-Inf'", "a finite number"},
    {REAL "2 2 1\n1 1 0x10\n", 3, "the value is '0x10'", "a finite number"},
    {REAL "2 2 1\n1 1 1,5\n", 3, "the value is '1,5'", "a finite number"},
    {REAL "2 2 1\n1 1 1e\n", 3, "the value is '1e'", "a finite number"},
    {REAL "2 2 1\n1 1 1.5%c\n", 3, "the value is '1.5%c'", "a finite number"},
    {REAL "2 2 1\n1 1 1e309\n", 3, "'1e309' is too large for a double", "scale"},
    {REAL "2 2 1\n1 1 \x01\x80\n", 3, "the value is '?\?'", "a finite number"},
    {REAL "2 2 1\n1 1 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\n", 3,
     "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'", "a finite number"},
    {INTEGER "2 2 1\n1 1 1.5\n", 3, "'1.5' is not a whole number", "'real' for 'integer'"},
    {INTEGER "2 2 1\n1 1 9007199254740993\n", 3, "at most 2^53", "'real' for 'integer'"},
    {INTEGER "2 2 1\n1 1 one\n", 3, "the value is 'one'", "a finite number"},
    {H "array real general\n1 1\nx\n", 3, "the value is 'x'", "a finite number"},
    {H "array integer general\n1 1\n.5\n", 3, "'.5' is not a whole number", "'real' for 'integer'"},
    /* symmetric halves */
    {SYMMETRIC "3 3 2\n1 1 1\n1 3 1\n", 4, "entry (1, 3) is above the diagonal", "'general'"},
    {SKEW "3 3 1\n1 2 1\n", 3, "entry (1, 2) is above the diagonal", "swap"},
    {SKEW "3 3 1\n2 2 1\n", 3, "entry (2, 2) is on the diagonal", "remove it"},
    {H "coordinate pattern symmetric\n2 2 1\n1 2\n", 3, "above the diagonal", "swap"},
};

static void assert_refused(const defect *broken) {
  sl_csr matrix;
  char where[64];
  sl_status status =
      sl_io_read_memory(broken->text, strlen(broken->text), "bad.mtx", &matrix, NULL);
  (void)snprintf(where, sizeof where, "bad.mtx:%d: ", broken->line);
  const char *remedy = strchr(sl_status_message(), ';');
  if (status != SL_ERR_INPUT || strncmp(sl_status_message(), where, strlen(where)) != 0 ||
      !strstr(sl_status_message(), broken->words) || !remedy || !strstr(remedy, broken->remedy)) {
    fail_msg("status %d, \"%s\"\nexpected %s%s; %s\nin\n%s", (int)status, sl_status_message(),
             where, broken->words, broken->remedy, broken->text);
  }
  assert_null(matrix.row_ptr);
}

static void broken_files_are_refused_in_words(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof defects / sizeof defects[0]; i++) assert_refused(&defects[i]);
  assert_int_equal(sl_memory_live(), 0);
}

static void zero_bytes_are_no_numbers(void **state) {
  (void)state;
  static const char text[] = REAL "1 1 1\n1 1 1\0002\n";
  sl_csr matrix;
  assert_fails(sl_io_read_memory(text, sizeof text - 1, "bad.mtx", &matrix, NULL), SL_ERR_INPUT,
               "bad.mtx:3: the value is '1?2'");
}

static void sums_beyond_double_are_refused(void **state) {
  (void)state;
  static const char text[] = REAL "2 2 3\n2 2 1e308\n1 1 1\n2 2 1e308\n";
  sl_csr matrix;
  assert_fails(sl_io_read_memory(text, sizeof text - 1, "bad.mtx", &matrix, NULL), SL_ERR_INPUT,
               "entry (2, 2) add up to more than a double holds");
  assert_int_equal(sl_memory_live(), 0);
}

/* A size that does not fit into an int has a status of its own. */
static void sizes_beyond_int_are_refused(void **state) {
  (void)state;
  static const defect sizes[] = {
      {REAL "2147483648 1 1\n", 2, "'2147483648' rows", "smaller matrix"},
      {REAL "1 99999999999999999999999 1\n", 2, "'99999999999999999999999' columns", "smaller"},
      {REAL "1 1 2147483648\n", 2, "'2147483648' entries", "smaller matrix"},
      {SYMMETRIC "1000 1000 1073742324\n", 2, "1073742324 entries, and nearly twice", "smaller"},
      {SKEW "1000 1000 1073741824\n", 2, "1073741824 entries, and nearly twice", "smaller"},
      {H "array real general\n46341 46341\n", 2, "2147488281 entries", "smaller matrix"},
      {H "array real symmetric\n46341 46341\n", 2, "1073767311 entries, and", "smaller matrix"},
      {REAL "2000000000 3 5\n", 2, "2000000000 rows and 3 columns for 5 entries", "check"},
  };
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    sl_csr matrix;
    char where[64];
    (void)snprintf(where, sizeof where, "bad.mtx:%d: %s", sizes[i].line, sizes[i].words);
    assert_fails(sl_io_read_memory(sizes[i].text, strlen(sizes[i].text), "bad.mtx", &matrix, NULL),
                 SL_ERR_SIZE, where);
    assert_non_null(strstr(strchr(sl_status_message(), ';'), sizes[i].remedy));
  }
}

/* These sizes are one less than those rejected above. Reading fails only because entries are
 * missing. */
static void the_largest_sizes_are_allowed(void **state) {
  (void)state;
  static const char *const texts[] = {SYMMETRIC "1000 1000 1073742323\n",
                                      SKEW "1000 1000 1073741823\n", REAL "1 1 2147483647\n",
                                      H "array real general\n46340 46340\n"};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    sl_csr matrix;
    assert_fails(sl_io_read_memory(texts[i], strlen(texts[i]), "bad.mtx", &matrix, NULL),
                 SL_ERR_INPUT, "ends after 0 of");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(broken_files_are_refused_in_words),
      cmocka_unit_test(zero_bytes_are_no_numbers),
      cmocka_unit_test(sums_beyond_double_are_refused),
      cmocka_unit_test(sizes_beyond_int_are_refused),
      cmocka_unit_test(the_largest_sizes_are_allowed),
  };
  int failed = cmocka_run_group_tests_name("io defects", tests, NULL, NULL);
  sl_parallel_pretend(7, 1); /* repeats all tests with several threads */
  return failed + cmocka_run_group_tests_name("io defects shared", tests, NULL, NULL);
}
