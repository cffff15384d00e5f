/* fuzz_translate.c: called by a fuzzer with any bytes; for any input, the translator must return. *
 * An input is up to three texts, separated by zero bytes: a .cu file, a possible output of the
 * preprocessor for it, and a header. If there is only the first, the file is translated alone.
 *
 * With -DSL_FUZZ=ON (clang) this is linked to libFuzzer:
 *     cmake -B build-fuzz -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ -DSL_FUZZ=ON
 *     cmake --build build-fuzz --target fuzz_translate
 *     F=common/lens/translate/tests/fuzz
 *     build-fuzz/$F/fuzz_translate -dict=$F/cu.dict MINE $F/corpus common/lens/tests labs solutions
 * and the inputs that it keeps in MINE are reduced to those in corpus/ by
 *     fuzz_translate -set_cover_merge=1 -use_counters=0 $F/corpus MINE
 * Else it is linked to io's replay.c, which plays corpus/ and our own .cu files back as a test. */
#include "../../expand.h"
#include "base/memory.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct piece {
  const char *text;
  size_t bytes;
} piece;

enum { SOURCE, PREPROCESSED, HEADER, NUM_PIECES };
static piece pieces[NUM_PIECES];
static const char path[] = "fuzz.cu";

static void insist(int condition, const char *what, const lens_translation *got) {
  if (condition) return;
  (void)fprintf(stderr, "promise broken: %s; the message is \"%s\", the diagnostics are:\n%s\n",
                what, sl_status_message(), got->diagnostics ? got->diagnostics : "");
  abort();
}

/* Texts come in blocks of their exact size, so that a sanitizer detects an access of a single byte
 * beyond them. */
static char *copy_of(piece it) {
  char *copy = malloc(it.bytes ? it.bytes : 1);
  if (!copy) abort();
  if (it.bytes) memcpy(copy, it.text, it.bytes);
  return copy;
}

/* All headers are the same one. */
static sl_status read_piece(const char *wanted, char **text, size_t *bytes) {
  piece it = pieces[strcmp(wanted, path) == 0 ? SOURCE : HEADER];
  *bytes = it.bytes;
  SL_TRY(sl_alloc(it.bytes ? it.bytes : 1, 1, "file", text));
  if (it.bytes) memcpy(*text, it.text, it.bytes);
  return SL_OK;
}

static size_t count_lines(const char *text, size_t bytes) {
  size_t lines = 0;
  for (size_t i = 0; i < bytes; i++) lines += text[i] == '\n';
  return lines;
}

/* Whether a place such as ":12:3" comes before `mark`. */
static int follows_place(const char *text, const char *mark) {
  for (int number = 0; number < 2; number++) {
    const char *end = mark;
    while (mark > text && mark[-1] >= '0' && mark[-1] <= '9') mark--;
    if (mark == end || mark == text || *--mark != ':') return 0;
  }
  return 1;
}

/* Each message is on a separate line: a file, a line, a column, and what is wrong. The file may
 * have any name. */
static int has_place(const char *messages) {
  const char *mark = messages;
  while ((mark = strstr(mark, ": error: ")) != NULL) {
    if (follows_place(messages, mark)) return 1;
    mark++;
  }
  return 0;
}

static void translate(piece source, piece preprocessed) {
  char *text = copy_of(source), *checked = copy_of(preprocessed);
  lens_translation got;
  sl_status status = lens_translate_checked(
      path, text, source.bytes, preprocessed.text ? checked : NULL, preprocessed.bytes, &got);
  if (status == SL_OK) {
    insist(got.code && got.num_errors == 0, "success has code and no errors", &got);
    const char *first = strstr(got.code, "#line 1 \""); /* a declaration may precede it */
    size_t in_front = first ? (size_t)(first - got.code) : 0;
    insist(count_lines(got.code + in_front, got.code_bytes - in_front) ==
                   1 + count_lines(text, source.bytes) ||
               strstr(got.code, "lens_shim::on_device()"), /* a body for each side */
           "lines stay what they were", &got);
  } else {
    insist(status == SL_ERR_INPUT, "only the file can be wrong", &got);
    insist(!got.code && got.num_errors > 0 && got.diagnostics, "a failure has messages", &got);
    insist(has_place(got.diagnostics), "a message names file, line and column", &got);
  }
  lens_translate_free(&got);
  free(checked);
  free(text);
}

static void with_headers(void) {
  char *preprocessed = copy_of(pieces[PREPROCESSED]);
  size_t bytes = pieces[PREPROCESSED].bytes;
  lens_text text = {0};
  lens_translation got = {0};
  if (lens_expand(path, preprocessed, bytes, read_piece, &text) == SL_OK) {
    translate((piece){text.data, text.length}, (piece){preprocessed, bytes});
  }
  lens_text_free(&text);
  sl_status status = lens_expand_refuse_included(path, preprocessed, bytes, read_piece, &got);
  insist(status == SL_OK || got.num_errors > 0, "a refusal has messages", &got);
  insist(!got.code, "nothing is translated while refusing", &got);
  lens_translate_free(&got);
  free(preprocessed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *at = (const char *)data, *end = at + size;
  for (int i = 0; i < NUM_PIECES; i++) {
    const char *zero = i + 1 < NUM_PIECES && at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
    const char *stop = zero ? zero : end;
    pieces[i] = (piece){at, (size_t)(stop - at)};
    at = zero ? zero + 1 : end;
  }
  long live = sl_memory_live();
  if (pieces[PREPROCESSED].bytes > 0) {
    with_headers();
  } else {
    translate(pieces[SOURCE], (piece){NULL, 0});
    translate(pieces[SOURCE], pieces[SOURCE]);
  }
  const lens_translation none = {0};
  insist(sl_memory_live() == live, "all memory is given back", &none);
  return 0;
}
