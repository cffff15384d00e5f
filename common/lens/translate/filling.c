/* filling.c: finds numbers in the source that equal the compiler's filling of unset variables, the
 * repeated byte 0xfe. A program that contains such a number may also store it (runtime/unset.h). */
#include "rewrite.h"
#include "syntax.h"

#include <stdlib.h>
#include <string.h>

/* The value of a number without its suffix; 0 if it is not an integer. */
static unsigned long long value_of(const lens_source *source, int token) {
  const lens_token *t = &source->tokens[token];
  char digits[40];
  size_t length = 0;
  if (t->kind != LENS_NUMBER) return 0;
  for (size_t i = 0; i < t->length && length + 1 < sizeof digits; i++) {
    char c = t->text[i];
    if (c != '\'') digits[length++] = c;
  }
  digits[length] = '\0';
  bool binary = digits[0] == '0' && (digits[1] == 'b' || digits[1] == 'B');
  return strtoull(digits + 2 * binary, NULL, binary ? 2 : 0);
}

/* Whether the value, or the result of '-' or '~' on it, is the filling. */
static bool is_word(unsigned long long value) {
  static const unsigned long long words[] = {0xfefefefe, 0xfefefefefefefefe, 0x01010101,
                                             0x01010102, 0x0101010101010101, 0x0101010101010102};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (value == words[i]) return true;
  }
  return false;
}

/* Whether the token begins memset(where, 0xfe, bytes), or the same with -2. */
static bool sets_byte(const lens_source *source, int token) {
  if (!lens_source_is(source, token, "memset") || !lens_source_is(source, token + 1, "("))
    return false;
  for (int i = token + 2; i < source->tokens[token + 1].match; i++) {
    unsigned long long value = value_of(source, i);
    if (value == 0xfe || (value == 2 && lens_source_is(source, i - 1, "-"))) return true;
  }
  return false;
}

bool lens_rewrite_writes_filling(const lens_source *source) {
  for (int i = 0; i < source->num_tokens; i++) {
    if (is_word(value_of(source, i)) || sets_byte(source, i)) return true;
  }
  return false;
}
