/* program_key.c: hashes the tokens of a program. */
#include "author/program_key.h"

#include "base/hash.h"
#include "source/tokens.h"

#include <string.h>

sl_status sl_program_key_add(const char *text, uint64_t *key) {
  sl_tokens tokens;
  sl_status status = sl_tokens_make(text, strlen(text), SL_DIRECTIVES_CUT, &tokens);
  for (size_t i = 0; status == SL_OK && i < tokens.count; i++) {
    const sl_token *token = &tokens.all[i];
    const char *before = token->first ? "\n" : token->touches ? "" : " ";
    *key = sl_hash_bytes(*key, before, strlen(before));
    *key = sl_hash_bytes(*key, token->text, token->length);
  }
  *key = sl_hash_bytes(*key, "\n", 1);
  sl_tokens_free(&tokens);
  return status;
}
