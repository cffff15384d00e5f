/* pieces.c: CUB and Thrust. Their headers may be included, and have nothing in them; what a program
 * uses of them is refused. */
#include "pieces.h"

#include "calls.h"
#include "syntax.h"

static const char *const libraries[] = {"cub", "thrust", NULL};

/* `cub::DeviceScan`, `using namespace thrust`, `namespace t = thrust`. */
static bool is_use(const lens_source *text, int token) {
  bool member = lens_is(text, token - 1, "::") && lens_is_identifier(text, token - 2);
  bool brought_in = lens_is(text, token - 1, "namespace") && lens_is(text, token - 2, "using");
  bool renamed = lens_is(text, token - 1, "=") && lens_is(text, token - 3, "namespace");
  return !member && (lens_is(text, token + 1, "::") || brought_in || renamed);
}

/* The program has something of its own under that name. */
static bool is_programs(const lens_source *text, const bool *own, int name) {
  static const char *const words[] = {"namespace", "struct", "class", "union", "enum", NULL};
  for (int i = 0; i < text->num_tokens; i++) {
    if (own[text->tokens[i].file] && lens_same_text(text, i, name) &&
        lens_is_one_of(text, i - 1, words) && !lens_is(text, i - 2, "using"))
      return true;
  }
  return false;
}

static void refuse(lens_source *source, const lens_source *text, int first, int token) {
  lens_text name = {0};
  int end = first + 1;
  while (lens_is(text, end, "::") && lens_is_identifier(text, end + 1) && end < first + 4) end += 2;
  lens_join_tokens(text, first, end, &name);
  lens_error_like(source, text, token,
                  "'%.100s': CUB and Thrust do not run on the lens; write the scan, sort or "
                  "reduction as a kernel",
                  name.data ? name.data : "");
  lens_text_free(&name);
}

void lens_check_pieces(lens_source *source, const lens_source *text, const bool *own) {
  int first = -1; /* all others are told in the same words, and so counted with it */
  for (int i = 0; i < text->num_tokens; i++) {
    if (!lens_is_one_of(text, i, libraries) || !own[text->tokens[i].file] || !is_use(text, i) ||
        is_programs(text, own, i))
      continue;
    if (first < 0) first = i;
    refuse(source, text, first, i);
  }
}
