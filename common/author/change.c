/* change.c: puts a mistake into the solution. */
#include "author/change.h"

#include "author/places.h"
#include "base/memory.h"
#include "source/code.h"

#include <stdio.h>
#include <string.h>

/* The change of one program, with the task's name in it. */
typedef struct change_state {
  sl_change_line lines[SL_MAX_CHANGES];
  int num_lines;
  sl_text_place places[SL_MAX_CHANGES];
  int num_places;
  int body_first, end_own; /* in the source: the line after the head of the task's own function,
                            * and its last line; 0 if the source has no such function */
  char *text;
} change_state;

typedef struct change_writer {
  char *text;
  size_t used, size;
  int line;                         /* number of lines written so far */
  int put[SL_MAX_CHANGES], num_put; /* numbers of the lines that were inserted */
  int function_first, function_last;
  int body_first, end_own; /* as in change_state, but in the changed program */
  const char *contract;    /* see sl_source */
} change_writer;

/* ---- the task's name ------------------------------------------------------------------------- */

static size_t room_for(const char *text, const char *task) {
  return strlen(text) * (1 + strlen(task)) + 1;
}

static const char *with_task(const char *text, const char *task, char **room) {
  char *to = *room;
  sl_entry_text_for(text, task, to, room_for(text, task));
  *room += strlen(to) + 1;
  return to;
}

static sl_status read_change(const sl_variant *variant, const sl_task *task, change_state *out) {
  size_t size = 1;
  for (int i = 0; i < variant->num_lines; i++) {
    const sl_change_line *line = &variant->lines[i];
    size += line->text ? room_for(line->text, task->name) : 0;
    size += line->other ? room_for(line->other, task->name) : 0;
  }
  SL_TRY(sl_alloc(size, 1, "a change", &out->text));
  char *room = out->text;
  out->num_lines = variant->num_lines;
  for (int i = 0; i < variant->num_lines; i++) {
    sl_change_line *line = &out->lines[i];
    *line = variant->lines[i];
    if (line->text) line->text = with_task(line->text, task->name, &room);
    if (line->other) line->other = with_task(line->other, task->name, &room);
  }
  return SL_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void put_line(change_writer *w, int indent, const char *text, int length) {
  int wrote = snprintf(w->text + w->used, w->size - w->used, "%*s%.*s\n", indent, "", length, text);
  w->used += (size_t)wrote;
  w->line++;
}

static bool is_marker(const char *text, int length) {
  int before = sl_place_indentation(text, length);
  return length - before >= 3 && strncmp(text + before, "//", 2) == 0 &&
         strchr("[]|", text[before + 2]);
}

static void keep_line(change_writer *w, const sl_text_lines *l, int number) {
  if (is_marker(l->of[number].text, l->of[number].length)) return;
  put_line(w, 0, l->of[number].text, l->of[number].length);
}

/* Indentation is relative to the first inserted line, or to the line that stays if there is one. */
static void put_lines(change_writer *w, const sl_text_lines *l, const change_state *c,
                      const sl_text_place *p) {
  int indent = sl_place_indentation(l->of[p->first].text, l->of[p->first].length);
  int base = p->sign == '-' ? -1 : 0;
  for (int i = p->begin; i < p->end; i++) {
    const char *text = c->lines[i].text;
    int own = sl_place_indentation(text, (int)strlen(text));
    if (base < 0) base = own;
    put_line(w, indent + (own > base ? own - base : 0), text + own, (int)strlen(text + own));
    w->put[w->num_put++] = w->line;
  }
}

static void put_swapped(change_writer *w, const sl_text_lines *l, const change_state *c,
                        const sl_text_place *p) {
  const sl_change_line *line = &c->lines[p->begin];
  const char *text = l->of[p->first].text, *behind = text + p->column + strlen(line->text);
  int left = l->of[p->first].code - p->column - (int)strlen(line->text);
  int wrote = snprintf(w->text + w->used, w->size - w->used, "%.*s%s%.*s\n", p->column, text,
                       line->other, left, behind);
  w->used += (size_t)wrote;
  w->put[w->num_put++] = ++w->line;
}

static void put_place(change_writer *w, const sl_text_lines *l, const change_state *c,
                      const sl_text_place *p) {
  if (p->sign == '>') keep_line(w, l, p->first);
  if (p->sign == '~') {
    put_swapped(w, l, c, p);
  } else {
    put_lines(w, l, c, p);
  }
  if (p->sign == '<') keep_line(w, l, p->first);
}

static void put_program(change_writer *w, const sl_text_lines *l, const change_state *c) {
  for (int number = 1; number <= l->count; number++) {
    const sl_text_place *here = NULL;
    if (number == l->first) w->function_first = w->line + 1;
    if (number == c->body_first) w->body_first = w->line + 1;
    for (int k = 0; k < c->num_places; k++) {
      if (c->places[k].first == number) here = &c->places[k];
    }
    if (here) {
      put_place(w, l, c, here);
      number = here->last;
    } else {
      keep_line(w, l, number);
    }
    if (number >= l->last && !w->function_last) w->function_last = w->line;
    if (number >= c->end_own && !w->end_own) w->end_own = w->line;
  }
}

/* ---- the same program with another number in it ---------------------------------------------- */

static sl_status vary(const sl_entries *entries, const sl_variant *variant, const char *other,
                      sl_made *made) {
  const char *token = variant->vary[0];
  size_t length = strlen(token), size = strlen(made->text) * (1 + strlen(other)) + 1, used = 0;
  char *text;
  bool any = false;
  SL_TRY(sl_alloc(size, 1, "a program", &text));
  for (const char *c = made->text; *c;) {
    bool starts = c == made->text || !sl_code_in_name(c[-1]);
    if (starts && strncmp(c, token, length) == 0 && !sl_code_in_name(c[length])) {
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

/* Finds the first of the lines `first` to `last` of a program that contains `text`. Returns 0 if
 * none does. */
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

/* Finds a line that contains `text`: in the changed function, else in the task's own function,
 * else anywhere in the program. */
static int find_said(const change_writer *w, const char *text) {
  int line = find_marked(w->text, w->function_first, w->function_last, text);
  if (!line) line = find_marked(w->text, w->body_first, w->end_own, text);
  return line ? line : find_marked(w->text, 1, w->line, text);
}

/* Finds the line to which "at" points: an inserted line if one matches, otherwise another line
 * of the task's function. */
static sl_status find_pointed(const change_writer *w, const sl_task *task, const char *texts,
                              int *line_out) {
  char at[512];
  sl_source program;
  sl_entry_text_for(texts, task->name, at, sizeof at);
  SL_TRY(sl_source_make("the program", w->text, &program));
  program.contract = w->contract;
  *line_out = 0;
  for (int i = 0; i < w->num_put && !*line_out; i++) {
    if (sl_source_holds(&program, w->put[i], at)) *line_out = w->put[i];
  }
  if (!*line_out) *line_out = sl_source_find(&program, task->function, at);
  sl_source_free(&program);
  return SL_OK;
}

static sl_status mark(const sl_entries *entries, const sl_entry *entry, const sl_variant *variant,
                      const sl_task *task, const change_writer *w, sl_made *out) {
  if (entry->deadline_seconds) return SL_OK;
  if (variant->marked) {
    out->line = find_said(w, variant->marked);
  } else if (entry->at) {
    SL_TRY(find_pointed(w, task, entry->at, &out->line));
  } else if (w->num_put > 0) {
    out->line = w->put[0];
  }
  if (out->line) return SL_OK;
  return sl_fail(SL_ERR_INPUT, "%s:%d: which line of the program of %s should the judge name?",
                 entries->path, variant->line, entry->name);
}

static size_t most_bytes(const sl_source *solution, const change_state *c) {
  size_t bytes = strlen(solution->text) + 4; /* room for the first line and the last one */
  for (int i = 0; i < c->num_lines; i++) {
    const sl_change_line *line = &c->lines[i];
    bytes += (line->text ? strlen(line->text) : 0) + (line->other ? strlen(line->other) : 0);
    bytes += 2 * (size_t)SL_MAX_INDENT;
  }
  return bytes;
}

/* Writes the path of a file of the lab. `folder` is relative to the folder of the author's file. */
static void beside(const sl_entries *entries, const char *folder, const sl_lab *lab,
                   const char *name, char *out, size_t size) {
  const char *slash = strrchr(entries->path, '/');
  (void)snprintf(out, size, "%.*s/%s%s/%s", (int)(slash ? slash - entries->path : 1),
                 slash ? entries->path : ".", folder, lab->id, name);
}

/* Finds the changed function and the task's own function. */
static sl_status find_functions(const sl_entries *entries, const sl_variant *variant,
                                const sl_task *task, const sl_source *given, sl_text_lines *l,
                                change_state *c) {
  sl_entry_text_for(variant->function ? variant->function : task->function, task->name, l->function,
                    sizeof l->function);
  if (!sl_source_function(given, l->function, &l->first, &l->last)) {
    return sl_fail(SL_ERR_INPUT, "%s:%d: %s has no function %s", entries->path, variant->line,
                   variant->from ? variant->from : "the solution", l->function);
  }
  if (!sl_source_function(given, task->function, &c->body_first, &c->end_own)) return SL_OK;
  while (!memchr(l->of[c->body_first].text, '{', (size_t)l->of[c->body_first].length)) {
    c->body_first++;
  }
  c->body_first++;
  return SL_OK;
}

static sl_status write_changed(const sl_entries *entries, const sl_entry *entry,
                               const sl_variant *variant, const sl_task *task,
                               const sl_source *given, change_state *c, sl_made *out) {
  static sl_text_lines l;
  SL_TRY(read_change(variant, task, c));
  SL_TRY(sl_place_cut_lines(given, &l));
  SL_TRY(find_functions(entries, variant, task, given, &l, c));
  SL_TRY(sl_places_find(entries, &l, c->lines, c->num_lines, c->places, &c->num_places));
  change_writer w = {.size = most_bytes(given, c), .contract = given->contract};
  SL_TRY(sl_alloc(w.size, 1, "a program", &out->text));
  w.text = out->text;
  put_line(&w, 0, "", 0); /* keeps line 1 free for the comment that head() writes */
  put_program(&w, &l, c);
  return mark(entries, entry, variant, task, &w, out);
}

static sl_status make_changed(const sl_entries *entries, const sl_entry *entry,
                              const sl_variant *variant, const sl_task *task,
                              const sl_source *given, sl_made *out) {
  change_state c = {.text = NULL};
  sl_status status = write_changed(entries, entry, variant, task, given, &c, out);
  sl_free(c.text);
  return status;
}

static sl_status read_right(const sl_entries *entries, const sl_variant *variant, const sl_lab *lab,
                            const char *contract, sl_source *out) {
  char path[1024];
  beside(entries, "../right/", lab, variant->from, path, sizeof path);
  sl_status status = sl_source_read(path, out);
  out->contract = contract;
  return status;
}

/* Like make_changed, but changes a program of grading/right instead of the solution. */
static sl_status make_from(const sl_entries *entries, const sl_entry *entry,
                           const sl_variant *variant, const sl_task *task, const sl_lab *lab,
                           const char *contract, sl_made *out) {
  sl_source right;
  sl_status status = read_right(entries, variant, lab, contract, &right);
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
    out->line = whole ? 0 : find_marked(out->text, 1, SL_MAX_LINES, variant->marked);
  }
  sl_source_free(&source);
  return status;
}

/* Writes the first line that the tests read: "// mistake: NAME, line N". */
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

/* Finds the variant that makes program number `*program` of the entry. Sets `*program` to the
 * program's number within that variant. */
static const sl_variant *find_variant(const sl_entry *entry, const sl_task *task, int *program) {
  const sl_variant *variant = entry->variants;
  for (int count; *program >= (count = sl_entry_variant_programs(variant, task->name)); variant++) {
    *program -= count;
  }
  return variant;
}

sl_status sl_change_make(const sl_entries *entries, const sl_entry *entry, int program,
                         const sl_lab *lab, const sl_task *task, const sl_source *solution,
                         sl_made *out) {
  *out = (sl_made){.text = NULL};
  const sl_variant *variant = find_variant(entry, task, &program);
  sl_status status = variant->file ? read_file(entries, entry, variant, lab, out)
                     : variant->from
                         ? make_from(entries, entry, variant, task, lab, solution->contract, out)
                         : make_changed(entries, entry, variant, task, solution, out);
  if (status == SL_OK && program > 0) {
    status = vary(entries, variant, variant->vary[program], out);
  }
  return status == SL_OK ? head(entry, variant, out) : status;
}

static sl_status write_unchanged(const sl_source *given, sl_made *out) {
  static sl_text_lines l;
  change_writer w = {.size = strlen(given->text) + 4};
  SL_TRY(sl_place_cut_lines(given, &l));
  SL_TRY(sl_alloc(w.size, 1, "a program", &out->text));
  w.text = out->text;
  put_line(&w, 0, "", 0);
  for (int number = 1; number <= l.count; number++) keep_line(&w, &l, number);
  return SL_OK;
}

sl_status sl_change_base(const sl_entries *entries, const sl_entry *entry, int program,
                         const sl_lab *lab, const sl_task *task, const sl_source *solution,
                         sl_made *out) {
  *out = (sl_made){.text = NULL};
  const sl_variant *variant = find_variant(entry, task, &program);
  if (variant->file) return SL_OK;
  if (!variant->from) return write_unchanged(solution, out);
  sl_source right;
  sl_status status = read_right(entries, variant, lab, solution->contract, &right);
  if (status == SL_OK) status = write_unchanged(&right, out);
  sl_source_free(&right);
  return status;
}

void sl_change_free(sl_made *made) {
  sl_free(made->text);
  made->text = NULL;
}
