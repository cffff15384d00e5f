/* read.c: reads a matrix from a file or from memory: unpacks it, reads header and entries, and
 * makes the rows. */
#include "io/io.h"

#include "input.h"
#include "lines.h"
#include "market.h"

static sl_status read_lines(sl_lines *lines, sl_csr *out, sl_mm_header *header) {
  sl_mm_shape shape;
  SL_TRY(sl_market_read_header(lines, &shape));
  sl_mm_entries entries;
  sl_status status = sl_market_read_entries(lines, &shape, &entries);
  if (status == SL_OK) status = sl_market_assemble(lines->input->name, &shape, &entries, out);
  sl_market_entries_free(&entries);
  if (status == SL_OK && header) sl_market_describe(&shape, header);
  return status;
}

/* Reads a matrix from `input`, and closes the input. `opened` is the status of opening the input;
 * if it is a failure, it is returned. */
static sl_status read_input(sl_status opened, sl_input *input, sl_csr *out, sl_mm_header *header) {
  *out = (sl_csr){0};
  sl_status status = opened;
  if (status == SL_OK) status = sl_input_unpack(&input);
  sl_lines lines = {0};
  if (status == SL_OK) status = sl_lines_start(input, &lines);
  if (status == SL_OK) status = read_lines(&lines, out, header);
  sl_lines_free(&lines);
  sl_input_close(input);
  return status;
}

sl_status sl_io_read(const char *path, sl_csr *out, sl_mm_header *header) {
  sl_input *input;
  sl_status opened = sl_input_open(path, &input);
  return read_input(opened, input, out, header);
}

sl_status sl_io_read_memory(const char *text, size_t size, const char *name, sl_csr *out,
                            sl_mm_header *header) {
  sl_input *input;
  sl_status opened = sl_input_memory(text, size, name, &input);
  return read_input(opened, input, out, header);
}
