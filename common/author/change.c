/* change.c: puts a mistake into the solution. */
#include "author/change.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MAX_LINES = 4000, MAX_INDENT = 256 };

/* The solution, line by line. */
typedef struct lines {
  struct {
    const char *text;
    int length;        /* without the newline */
    int code;          /* without a comment at the end; 0: no code */
  } of[MAX_LINES + 1]; /* from 1 */
  int count;
  char function[128];      /* that is changed */
  int first, last;         /* of it */
  int body_first, end_own; /* of the task's own function, from the line behind its head; or 0 */
} lines;

/* One place: lines `first` to `last` are replaced by those of the change from `begin` to `end`. */
typedef struct place {
  int first, last;
  int begin, end;
} place;

static sl_status cut_lines(const sl_source *source, lines *out) {
  const char *code = source->code;
  out->count = 0;
  for (const char *text = source->text; *text;) {
    int length = (int)strcspn(text, "\n"), end = length;
    if (out->count == MAX_LINES) return sl_fail(SL_ERR_INPUT, "%s is too long", source->path);
    while (end > 0 && isspace((unsigned char)code[end - 1])) end--;
    out->count++;
    out->of[out->count].text = text;
    out->of[out->count].length = length;
    out->of[out->count].code = end;
    code += length + (text[length] == '\n');
    text += length + (text[length] == '\n');
  }
  return SL_OK;
}

static int indentation(const char *text, int length) {
  int count = 0;
  while (count < length && text[count] == ' ') count++;
  return count < MAX_INDENT ? count : MAX_INDENT;
}

/* The author's line, without a comment behind it; comments hold no code, and strings no "//". */
static bool is_line(const lines *l, int number, const char *wanted) {
  const char *comment = strstr(wanted, "//");
  int length = (int)(comment ? (size_t)(comment - wanted) : strlen(wanted));
  while (length > 0 && isspace((unsigned char)wanted[length - 1])) length--;
  int before = indentation(wanted, length);
  const char *text = l->of[number].text;
  int skipped = indentation(text, l->of[number].code);
  return length - before == l->of[number].code - skipped &&
         memcmp(wanted + before, text + skipped, (size_t)(length - before)) == 0;
}

/* Whether the lines from `begin` on stand from line `number` on, with nothing but comments between
 * them. Gives the last of them, or 0. */
static int match(const lines *l, const sl_change_line *wanted, int count, int number) {
  int matched = 0;
  for (; number <= l->last; number++) {
    if (l->of[number].code == 0 && matched > 0) continue;
    if (l->of[number].code == 0 || !is_line(l, number, wanted[matched].text)) return 0;
    if (++matched == count) return number;
  }
  return 0;
}

static sl_status find_place(const sl_entries *entries, const lines *l, const sl_change_line *wanted,
                            int count, place *out) {
  int found = 0;
  for (int number = l->first; number <= l->last; number++) {
    int last = match(l, wanted, count, number);
    if (!last) continue;
    found++;
    out->first = number;
    out->last = last;
  }
  if (found == 1) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s:%d: \"%s\"%s stands %s in %s", entries->path, wanted->line,
                 wanted->text, count > 1 ? " with the lines behind it" : "",
                 found ? "more than once" : "nowhere", l->function);
}

/* Cuts the change into places. Gives how many. */
static sl_status find_places(const sl_entries *entries, const sl_variant *variant, const lines *l,
                             place *out, int *count_out) {
  int i = 0, count = 0;
  while (i < variant->num_lines) {
    if (variant->lines[i].sign == '|') {
      i++;
      continue;
    }
    int less = i;
    while (i < variant->num_lines && variant->lines[i].sign == '-') i++;
    if (i == less) {
      return sl_fail(SL_ERR_INPUT, "%s:%d: a line with - comes first: it says where", entries->path,
                     variant->lines[i].line);
    }
    place *p = &out[count];
    SL_TRY(find_place(entries, l, &variant->lines[less], i - less, p));
    p->begin = i;
    while (i < variant->num_lines && variant->lines[i].sign == '+') i++;
    p->end = i;
    for (int k = 0; k < count; k++) {
      if (p->first > out[k].last || p->last < out[k].first) continue;
      return sl_fail(SL_ERR_INPUT, "%s:%d: this line is replaced twice", entries->path,
                     variant->lines[less].line);
    }
    count++;
  }
  *count_out = count;
  return SL_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

typedef struct writer {
  char *text;
  size_t used, size;
  int line;   /* lines written */
  int marked; /* the first that was put in */
  int function_first, function_last;
  int body_first, end_own; /* as of the lines */
} writer;

static void put_line(writer *w, int indent, const char *text, int length) {
  int wrote = snprintf(w->text + w->used, w->size - w->used, "%*s%.*s\n", indent, "", length, text);
  w->used += (size_t)wrote;
  w->line++;
}

static bool is_marker(const char *text, int length) {
  int before = indentation(text, length);
  return length - before >= 3 && strncmp(text + before, "//", 2) == 0 &&
         strchr("[]|", text[before + 2]);
}

static void put_place(writer *w, const lines *l, const sl_variant *variant, const place *p) {
  int indent = indentation(l->of[p->first].text, l->of[p->first].length), base = -1;
  for (int i = p->begin; i < p->end; i++) {
    const char *text = variant->lines[i].text;
    int own = indentation(text, (int)strlen(text));
    if (base < 0) base = own;
    put_line(w, indent + (own > base ? own - base : 0), text + own, (int)strlen(text + own));
    if (!w->marked) w->marked = w->line;
  }
}

static void put_program(writer *w, const lines *l, const sl_variant *variant, const place *places,
                        int num_places) {
  for (int number = 1; number <= l->count; number++) {
    const place *here = NULL;
    if (number == l->first) w->function_first = w->line + 1;
    if (number == l->body_first) w->body_first = w->line + 1;
    for (int k = 0; k < num_places; k++) {
      if (places[k].first == number) here = &places[k];
    }
    if (here) {
      put_place(w, l, variant, here);
      number = here->last;
    } else if (!is_marker(l->of[number].text, l->of[number].length)) {
      put_line(w, 0, l->of[number].text, l->of[number].length);
    }
    if (number >= l->last && !w->function_last) w->function_last = w->line;
    if (number >= l->end_own && !w->end_own) w->end_own = w->line;
  }
}

/* ---- the same program with another number in it ---------------------------------------------- */

static bool in_name(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

static sl_status vary(const sl_entries *entries, const sl_variant *variant, const char *other,
                      sl_made *made) {
  const char *token = variant->vary[0];
  size_t length = strlen(token), size = strlen(made->text) * (1 + strlen(other)) + 1, used = 0;
  char *text;
  bool any = false;
  SL_TRY(sl_alloc(size, 1, "a program", &text));
  for (const char *c = made->text; *c;) {
    bool starts = c == made->text || !in_name(c[-1]);
    if (starts && strncmp(c, token, length) == 0 && !in_name(c[length])) {
      memcpy(text + used, other, strlen(other));
      used += strlen(other);
      c += length;
      any = true;
    } else {
      text[used++] = *c++;
    }
  }
  sl_free(made->text);
  made->text = text;
  if (any) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s:%d: the program has no %s to vary", entries->path, variant->line,
                 token);
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The line between two others that holds `text`; 0: none does. */
static int find_marked(const char *program, int first, int last, const char *text) {
  int line = 1;
  for (const char *c = program; *c; line++) {
    size_t length = strcspn(c, "\n");
    const char *found = strstr(c, text);
    if (line >= first && line <= last && found && found < c + length) return line;
    c += length + (c[length] == '\n');
  }
  return 0;
}

static sl_status mark(const sl_entries *entries, const sl_entry *entry, const sl_variant *variant,
                      const writer *w, sl_made *out) {
  out->line = w->marked;
  if (variant->marked) {
    out->line = find_marked(w->text, w->function_first, w->function_last, variant->marked);
  }
  if (variant->marked && !out->line) {
    out->line = find_marked(w->text, w->body_first, w->end_own, variant->marked);
  }
  if (variant->marked && !out->line) out->line = find_marked(w->text, 1, w->line, variant->marked);
  if (entry->deadline_seconds) out->line = 0;
  if (out->line || entry->deadline_seconds) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s:%d: which line of the program of %s is to be named?",
                 entries->path, variant->line, entry->name);
}

static size_t most_bytes(const sl_source *solution, const sl_variant *variant) {
  size_t bytes = strlen(solution->text) + 4; /* of the first line and of the last */
  for (int i = 0; i < variant->num_lines; i++) {
    bytes += strlen(variant->lines[i].text) + 2 * (size_t)MAX_INDENT;
  }
  return bytes;
}

/* A file of the lab in a folder that is named as seen from the author's file. */
static void beside(const sl_entries *entries, const char *folder, const sl_lab *lab,
                   const char *name, char *out, size_t size) {
  const char *slash = strrchr(entries->path, '/');
  (void)snprintf(out, size, "%.*s/%s%s/%s", (int)(slash ? slash - entries->path : 1),
                 slash ? entries->path : ".", folder, lab->id, name);
}

/* Finds the function that is changed, and that of the task. */
static sl_status find_functions(const sl_entries *entries, const sl_variant *variant,
                                const sl_task *task, const sl_source *given, lines *l) {
  sl_entry_text_for(variant->function ? variant->function : task->function, task->name, l->function,
                    sizeof l->function);
  if (!sl_source_function(given, l->function, &l->first, &l->last)) {
    return sl_fail(SL_ERR_INPUT, "%s:%d: %s has no function %s", entries->path, variant->line,
                   variant->from ? variant->from : "the solution", l->function);
  }
  l->body_first = l->end_own = 0;
  if (!sl_source_function(given, task->function, &l->body_first, &l->end_own)) return SL_OK;
  while (!memchr(l->of[l->body_first].text, '{', (size_t)l->of[l->body_first].length)) {
    l->body_first++;
  }
  l->body_first++;
  return SL_OK;
}

static sl_status make_changed(const sl_entries *entries, const sl_entry *entry,
                              const sl_variant *variant, const sl_task *task,
                              const sl_source *given, sl_made *out) {
  static lines l;
  place places[SL_MAX_CHANGES];
  int num_places;
  SL_TRY(cut_lines(given, &l));
  SL_TRY(find_functions(entries, variant, task, given, &l));
  SL_TRY(find_places(entries, variant, &l, places, &num_places));
  writer w = {.size = most_bytes(given, variant)};
  SL_TRY(sl_alloc(w.size, 1, "a program", &out->text));
  w.text = out->text;
  put_line(&w, 0, "", 0); /* the line that says what is expected */
  put_program(&w, &l, variant, places, num_places);
  return mark(entries, entry, variant, &w, out);
}

/* As make_changed, of one of the right files. */
static sl_status make_from(const sl_entries *entries, const sl_entry *entry,
                           const sl_variant *variant, const sl_task *task, const sl_lab *lab,
                           sl_made *out) {
  char path[1024];
  sl_source right;
  beside(entries, "../right/", lab, variant->from, path, sizeof path);
  sl_status status = sl_source_read(path, &right);
  if (status == SL_OK) status = make_changed(entries, entry, variant, task, &right, out);
  sl_source_free(&right);
  return status;
}

static sl_status read_file(const sl_entries *entries, const sl_entry *entry,
                           const sl_variant *variant, const sl_lab *lab, sl_made *out) {
  char path[1024];
  sl_source source;
  beside(entries, "", lab, variant->file, path, sizeof path);
  sl_status status = sl_source_read(path, &source);
  if (status == SL_OK) {
    status = sl_alloc(strlen(source.text) + 2, 1, "a program", &out->text);
  }
  if (status == SL_OK) {
    (void)snprintf(out->text, strlen(source.text) + 2, "\n%s", source.text);
    bool whole = entry->deadline_seconds || !variant->marked;
    out->line = whole ? 0 : find_marked(out->text, 1, MAX_LINES, variant->marked);
  }
  sl_source_free(&source);
  return status;
}

/* The first line, as the tests read it: "// mistake: NAME, line N". */
static sl_status head(const sl_entry *entry, const sl_variant *variant, sl_made *made) {
  char first[128], line[32] = "", deadline[32] = "", *text;
  if (made->line) (void)snprintf(line, sizeof line, ", line %d", made->line);
  if (entry->deadline_seconds) {
    (void)snprintf(deadline, sizeof deadline, ", deadline %d", entry->deadline_seconds);
  }
  (void)snprintf(first, sizeof first, "// mistake: %s%s%s%s", entry->name, line,
                 variant->lens_only ? ", lens only" : "", deadline);
  size_t size = strlen(first) + strlen(made->text) + 1;
  SL_TRY(sl_alloc(size, 1, "a program", &text));
  (void)snprintf(text, size, "%s%s", first, made->text);
  sl_free(made->text);
  made->text = text;
  return SL_OK;
}

sl_status sl_change_make(const sl_entries *entries, const sl_entry *entry, int program,
                         const sl_lab *lab, const sl_task *task, const sl_source *solution,
                         sl_made *out) {
  *out = (sl_made){.text = NULL};
  const sl_variant *variant = entry->variants;
  while (program >= sl_variant_programs(variant)) program -= sl_variant_programs(variant++);
  sl_status status = variant->file   ? read_file(entries, entry, variant, lab, out)
                     : variant->from ? make_from(entries, entry, variant, task, lab, out)
                                     : make_changed(entries, entry, variant, task, solution, out);
  if (status == SL_OK && program > 0) {
    status = vary(entries, variant, variant->vary[program], out);
  }
  return status == SL_OK ? head(entry, variant, out) : status;
}

void sl_made_free(sl_made *made) {
  sl_free(made->text);
  made->text = NULL;
}
