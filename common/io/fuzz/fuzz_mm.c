/* fuzz_mm.c: the function that a fuzzer calls with arbitrary bytes. It checks what the reader
 * guarantees.
 *
 * With -DSL_FUZZ=ON (clang), this file is linked to libFuzzer:
 *     cmake -B build-fuzz -DCMAKE_C_COMPILER=clang -DSL_FUZZ=ON
 *     cmake --build build-fuzz --target fuzz_mm
 *     build-fuzz/common/io/fuzz/fuzz_mm -dict=common/io/fuzz/mm.dict CORPUS
 * This command reduces the inputs that libFuzzer has found to those in tests/corpus:
 *     fuzz_mm -set_cover_merge=1 -use_counters=0 common/io/tests/corpus CORPUS
 * Otherwise this file is linked to replay.c, which runs it on tests/corpus as a test. */
#include "base/memory.h"
#include "io/io.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void insist(int condition, const char *what) {
  if (condition) return;
  (void)fprintf(stderr, "promise broken: %s; the message is \"%s\"\n", what, sl_status_message());
  abort();
}

/* Reads a matrix from the bytes, checks the guarantees, and frees the matrix. */
static void read_once(const uint8_t *data, size_t size, int memory_is_short) {
  static const char name[] = "fuzz.mtx";
  sl_csr matrix;
  sl_mm_header header = {"", "", ""};
  long live = sl_memory_live();
  (void)sl_fail(SL_OK, "%s", "");
  sl_status status = sl_io_read_memory((const char *)data, size, name, &matrix, &header);
  sl_memory_fail_after(-1);
  if (status == SL_OK) {
    insist(sl_csr_check(&matrix) == SL_OK, "the matrix passes its check");
    insist(sl_csr_is_sorted(&matrix), "the rows are sorted, without duplicates");
    insist(header.format[0] && header.field[0] && header.symmetry[0], "the header is reported");
    sl_csr_free(&matrix);
  } else {
    insist(sl_status_message()[0] != '\0', "a failure has a message");
    insist(!matrix.row_ptr && !matrix.col_idx && !matrix.values, "no matrix comes with a failure");
    insist(status != SL_ERR_INTERNAL, "the reason is not the kit itself");
    if (status != SL_ERR_MEMORY) {
      insist(strncmp(sl_status_message(), name, strlen(name)) == 0, "a message names the file");
      insist(strchr(sl_status_message(), ';') || strstr(sl_status_message(), "run "),
             "a message has a remedy");
    }
    insist(status != SL_ERR_MEMORY || memory_is_short, "a small file needs little memory");
  }
  insist(sl_memory_live() == live, "all memory is freed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  read_once(data, size, 0);
  sl_memory_fail_after((long)(size % 16)); /* repeats the read with a failing allocation */
  read_once(data, size, 1);
  return 0;
}
