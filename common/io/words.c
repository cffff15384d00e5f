/* words.c: splits a line into words, and quotes words for messages. */
#include "words.h"

#include "scan.h"

#include <limits.h>
#include <stddef.h>
#include <strings.h>

void sl_words_cut(const char *line, sl_words *out) {
  out->count = 0;
  for (const char *at = sl_skip_blanks(line); *at != '\n'; at = sl_skip_blanks(at)) {
    const char *start = at;
    while (*at != '\n' && !sl_is_blank(*at)) at++;
    if (out->count < SL_WORDS_MAX) {
      ptrdiff_t length = at - start;
      out->word[out->count].text = start;
      out->word[out->count].length = length < INT_MAX ? (int)length : INT_MAX;
    }
    out->count++;
  }
}

sl_quote sl_words_quote(const sl_words *words, int i) {
  sl_quote quote = {"nothing"};
  if (i >= words->count || i >= SL_WORDS_MAX) return quote;
  int length = words->word[i].length;
  int shown = length <= 32 ? length : 29;
  char *to = quote.text;
  *to++ = '\'';
  for (int k = 0; k < shown; k++) {
    char c = words->word[i].text[k];
    *to++ = (char)(c > ' ' && c <= '~' ? c : '?');
  }
  if (shown < length) {
    for (int dot = 0; dot < 3; dot++) *to++ = '.';
  }
  *to++ = '\'';
  *to = '\0';
  return quote;
}

bool sl_words_is(const sl_words *words, int i, const char *other) {
  if (i >= words->count || i >= SL_WORDS_MAX) return false;
  size_t length = strlen(other);
  return (size_t)words->word[i].length == length &&
         strncasecmp(words->word[i].text, other, length) == 0;
}
