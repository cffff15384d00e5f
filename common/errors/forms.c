/* forms.c: looks a compiler's remark up in the tables. */
#include "errors/forms.h"

#include <stdio.h>
#include <string.h>

/* What a sign in a pattern stands for: as little as fits. */
static bool fits_sign(const char *pattern, const char *text, sl_captured *out) {
  char sign = pattern[1];
  for (size_t length = 0;; length++) {
    if (sl_form_fits(pattern + 2, text + length, out)) {
      if (sign != '.' && sign - 'a' < SL_CAPTURES) {
        (void)snprintf(out->text[sign - 'a'], SL_CAPTURE, "%.*s", (int)length, text);
      }
      return true;
    }
    if (!text[length]) return false;
  }
}

bool sl_form_fits(const char *pattern, const char *text, sl_captured *out) {
  for (;; pattern++, text++) {
    if (*pattern == '%' && pattern[1] && strchr(".abc", pattern[1])) {
      return fits_sign(pattern, text, out);
    }
    if (*pattern != *text) return false;
    if (!*pattern) return true;
  }
}

static void fill_in(const char *template, const sl_captured *captured, char *out, size_t size) {
  size_t used = 0;
  for (const char *c = template; *c && used + 1 < size; c++) {
    if (c[0] == '%' && c[1] >= 'a' && c[1] < 'a' + SL_CAPTURES) {
      int put = snprintf(out + used, size - used, "%s", captured->text[*++c - 'a']);
      used += (size_t)put < size - used ? (size_t)put : size - used - 1;
    } else {
      out[used++] = *c;
    }
  }
  out[used] = '\0';
}

static bool look_up(const sl_form *forms, size_t count, const sl_scene *scene,
                    const sl_remark *remark, sl_error *error) {
  for (size_t i = 0; i < count; i++) {
    const sl_form *form = &forms[i];
    sl_captured captured = {.text = {""}};
    if (!sl_form_fits(form->pattern, remark->text, &captured)) continue;
    if (form->explain) {
      sl_error before = *error;
      if (form->explain(scene, remark, &captured, error)) return true;
      *error = before;
      continue;
    }
    fill_in(form->what, &captured, error->what, sizeof error->what);
    fill_in(form->advice, &captured, error->advice, sizeof error->advice);
    return true;
  }
  return false;
}

bool sl_explain_remark(const sl_scene *scene, const sl_remark *remark, sl_error *error) {
  if (remark->kind == SL_REMARK_WARNING) {
    return look_up(sl_forms_warnings, sl_num_forms_warnings, scene, remark, error);
  }
  if (sl_explain_loop(scene, error->line, error)) return true;
  if (look_up(sl_forms_syntax, sl_num_forms_syntax, scene, remark, error)) {
    error->syntax = true;
    return true;
  }
  return look_up(sl_forms_cuda, sl_num_forms_cuda, scene, remark, error) ||
         look_up(sl_forms_c, sl_num_forms_c, scene, remark, error);
}
