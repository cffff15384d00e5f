/* gate.c: reads the files that the gate checks. */
#include "gate/gate.h"

#include "base/memory.h"
#include "base/regular.h"
#include "gate/object.h"
#include "gate/source.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

typedef struct contents {
  char *bytes;
  size_t size;
} contents;

/* Reads up to `most` bytes and one more. If there is one more, the file is too large. */
static sl_status read_file(const char *path, size_t most, contents *out) {
  char why[96];
  *out = (contents){0};
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, why);
  sl_status status = SL_OK;
  for (size_t room = 1 << 16; status == SL_OK; room = 2 * room < most ? 2 * room : most + 1) {
    status = sl_resize(room, 1, "the submission", &out->bytes);
    if (status != SL_OK) break;
    out->size += fread(out->bytes + out->size, 1, room - out->size, file);
    if (out->size < room || room > most) break;
  }
  if (status == SL_OK && ferror(file)) status = sl_fail(SL_ERR_INPUT, "cannot read %s", path);
  (void)fclose(file);
  if (status != SL_OK) {
    sl_free(out->bytes);
    *out = (contents){0};
  }
  return status;
}

/* Refuses an irregular file, such as a pipe instead of a source: this is the student's error. */
static bool refuse_irregular(const char *path, sl_refusals *out) {
  struct stat about;
  const char *kind = stat(path, &about) == 0 ? sl_regular_kind(about.st_mode) : NULL;
  if (kind)
    sl_refusal_add(out, 0, kind, strlen(kind),
                   "A submission must be a regular file; submit the file itself.");
  return kind;
}

static sl_status lex_file(const char *path, const char *header, contents *text, sl_tokens *tokens,
                          sl_refusals *out) {
  memset(tokens, 0, sizeof *tokens);
  SL_TRY(read_file(path, SL_GATE_MOST_BYTES, text));
  return sl_gate_source_lex(text->bytes, text->size, header, tokens, out);
}

sl_status sl_gate_source_file(const char *path, const char *header, sl_refusals *out) {
  contents text = {0};
  sl_tokens tokens;
  if (refuse_irregular(path, out)) return SL_OK;
  sl_status status = lex_file(path, header, &text, &tokens, out);
  sl_tokens_free(&tokens);
  sl_free(text.bytes);
  return status;
}

sl_status sl_gate_object_file(const char *path, const char *source, const char *header,
                              sl_refusals *out) {
  contents text = {0}, object = {0};
  sl_tokens tokens;
  sl_refusals seen = {0}; /* refusals of the source, not reported here */
  sl_status status = lex_file(source, header, &text, &tokens, &seen);
  if (status == SL_OK) status = read_file(path, SL_OBJECT_MOST_BYTES, &object);
  if (status == SL_OK) {
    status = sl_gate_object((const unsigned char *)object.bytes, object.size, &tokens, out);
  }
  sl_tokens_free(&tokens);
  sl_free(text.bytes);
  sl_free(object.bytes);
  return status;
}
