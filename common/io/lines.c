/* lines.c: divides the bytes of an input into complete lines. */
#include "lines.h"

#include "base/memory.h"
#include "scan.h"

#include <string.h>

static sl_status too_long(const sl_lines *lines) {
  return sl_fail(SL_ERR_INPUT,
                 "%s:%lld: the line is longer than %zu bytes, so this is not a Matrix Market file; "
                 "it has one entry per line",
                 lines->input->name, lines->number, SL_LINES_BLOCK);
}

/* Returns the address after the last newline of the `count` bytes at `bytes`, or `bytes` if none
 * is a newline. */
static char *behind_last_newline(char *bytes, size_t count) {
  while (count > 0 && bytes[count - 1] != '\n') count--;
  return bytes + count;
}

/* Moves the start of an incomplete line to the beginning of the block, and reads more bytes until
 * there is a newline, or the input ends. If the last line has no newline, one is added. */
sl_status sl_lines_refill(sl_lines *lines) {
  size_t begun = (size_t)(lines->filled - lines->next);
  memmove(lines->block, lines->next, begun);
  lines->next = lines->whole = lines->block;
  lines->filled = lines->block + begun;
  while (!lines->at_end && lines->whole == lines->block) {
    size_t room = lines->room - (size_t)(lines->filled - lines->block);
    if (room == 0) return too_long(lines);
    size_t got;
    SL_TRY(sl_input_read(lines->input, lines->filled, room, &got));
    lines->at_end = got == 0;
    if (lines->at_end && lines->filled > lines->block) {
      lines->filled[0] = '\n';
      got = 1;
    }
    char *behind = behind_last_newline(lines->filled, got);
    if (behind > lines->filled) lines->whole = behind;
    lines->filled += got;
  }
  return SL_OK;
}

sl_status sl_lines_start(sl_input *input, sl_lines *out) {
  *out = (sl_lines){.input = input, .number = 1, .room = SL_LINES_BLOCK};
  SL_TRY(sl_alloc(out->room + 1 + SL_SCAN_MARGIN, 1, "a block of text", &out->block));
  out->next = out->whole = out->filled = out->block;
  sl_status status = sl_lines_refill(out);
  if (status != SL_OK) {
    sl_lines_free(out);
    return status;
  }
  if (out->whole - out->next >= 3 && memcmp(out->next, "\xEF\xBB\xBF", 3) == 0) out->next += 3;
  return SL_OK;
}

sl_status sl_lines_widen(sl_lines *lines) {
  char *wide;
  SL_TRY(sl_alloc(SL_LINES_WIDE + 1 + SL_SCAN_MARGIN, 1, "a block of text", &wide));
  memcpy(wide, lines->block, lines->room + 1);
  lines->next = wide + (lines->next - lines->block);
  lines->whole = wide + (lines->whole - lines->block);
  lines->filled = wide + (lines->filled - lines->block);
  sl_free(lines->block);
  lines->block = wide;
  lines->room = SL_LINES_WIDE;
  return SL_OK;
}

sl_status sl_lines_check_length(const sl_lines *lines) {
  size_t left = (size_t)(lines->whole - lines->next);
  if (left <= SL_LINES_BLOCK || memchr(lines->next, '\n', SL_LINES_BLOCK)) return SL_OK;
  return too_long(lines);
}

void sl_lines_free(sl_lines *lines) {
  sl_free(lines->block);
  *lines = (sl_lines){0};
}

void sl_lines_skip(sl_lines *lines) {
  char *newline = memchr(lines->next, '\n', (size_t)(lines->whole - lines->next));
  sl_lines_pass(lines, newline + 1);
}

sl_status sl_lines_pass_filler(sl_lines *lines, bool *passed) {
  const char *mark = sl_skip_blanks(lines->next);
  *passed = *mark == '%' || *mark == '\n';
  if (!*passed) return SL_OK;
  const char *line = lines->next;
  sl_lines_skip(lines);
  lines->filler += lines->next - line;
  if (lines->filler <= SL_LINES_MAX_FILLER) return SL_OK;
  return sl_fail(
      SL_ERR_SIZE,
      "%s:%lld: more than %d bytes of blank lines and comments; remove them if this is a matrix",
      lines->input->name, lines->number, SL_LINES_MAX_FILLER);
}
