/* extent.c: finds where functions begin and end in a source, well enough to show whole
 * functions. */
#include "report/sheet.h"

#include "source/functions.h"

#include <ctype.h>
#include <string.h>

enum { MOST_COMMENT_LINES = 8, WHOLE_FUNCTION_LINES = 120, CONTEXT = 3 };

static bool is_blank(const char *text, int length) {
  for (int i = 0; i < length; i++) {
    if (!isspace((unsigned char)text[i])) return false;
  }
  return true;
}

/* Marks a whole function, or only the lines near the wanted ones if the function is very long. */
static void mark(sl_sheet *sheet, bool (*wanted)(const sl_sheet_line *line, void *context),
                 void *context, int first, int last) {
  bool whole = last - first < WHOLE_FUNCTION_LINES;
  bool any = false;
  for (int i = first; i <= last; i++) {
    if (!wanted(&sheet->lines[i], context)) continue;
    any = true;
    for (int k = i - CONTEXT; k <= i + CONTEXT; k++) {
      if (k >= first && k <= last) sheet->lines[k].shown = true;
    }
  }
  if (!any) return;
  for (int i = first; whole && i <= last; i++) sheet->lines[i].shown = true;
  sheet->lines[first].shown = true;
  for (int i = first - 1; i >= 0 && i >= first - MOST_COMMENT_LINES; i--) {
    const sl_sheet_line *line = &sheet->lines[i];
    bool comment = is_blank(line->code, line->length) && !is_blank(line->text, line->length);
    if (!comment) break;
    sheet->lines[i].shown = true;
  }
}

sl_status sl_sheet_mark_functions(sl_sheet *sheet,
                                  bool (*wanted)(const sl_sheet_line *line, void *context),
                                  void *context) {
  const char *text = sheet->source.text;
  size_t next = 0, first, open;
  sl_tokens tokens;
  sl_status status = sl_tokens_make(text, strlen(text), SL_DIRECTIVES_WHOLE, &tokens);
  while (status == SL_OK && sl_functions_next_block(&tokens, &next, &first, &open)) {
    const sl_token *close = &tokens.all[tokens.all[open].partner];
    mark(sheet, wanted, context, tokens.all[first].line - 1, close->line - 1);
  }
  for (size_t i = 0; status == SL_OK && i < tokens.count; i++) {
    const sl_token *token = &tokens.all[i];
    if (token->kind != SL_TOKEN_DIRECTIVE) continue;
    for (int n = token->line - 1; n < sheet->num_lines; n++) {
      sl_sheet_line *line = &sheet->lines[n];
      if (line->text >= text + token->to) break;
      if (wanted(line, context)) line->shown = true;
    }
  }
  sl_tokens_free(&tokens);
  return status;
}
