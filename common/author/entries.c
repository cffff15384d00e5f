/* entries.c: reads what an author has written about mistakes. */
#include "author/entries.h"

#include "base/memory.h"
#include "base/regular.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TEXT_BYTES = 4 << 20 };

typedef struct entries_reader {
  sl_entries *out;
  sl_variant section; /* the settings that apply to all mistakes of the section */
  bool in_section;    /* the first mistake of the section has not been read yet */
  int line;
} entries_reader;

static sl_status refuse(const entries_reader *r, const char *what) {
  return sl_fail(SL_ERR_INPUT, "%s:%d: %s", r->out->path, r->line, what);
}

static sl_entry *current(const entries_reader *r) {
  return &r->out->list[r->out->count - 1];
}

static sl_variant *current_variant(entries_reader *r) {
  if (r->in_section) return &r->section;
  const sl_entry *entry = current(r);
  return &entry->variants[entry->num_variants - 1];
}

static sl_status set_text(const entries_reader *r, const char **text, const char *to) {
  if (*text) return refuse(r, "the entry already has such a line");
  if (!*to) return refuse(r, "a text is missing");
  *text = to;
  return SL_OK;
}

/* ---- a whole entry --------------------------------------------------------------------------- */

/* Copies the settings that `to` lacks from the first program of the entry, or from the section. */
static void take_over(const sl_variant *from, sl_variant *to) {
  if (to->num_tasks == 0) {
    memcpy(to->tasks, from->tasks, sizeof to->tasks);
    to->num_tasks = from->num_tasks;
  }
  bool apart = to->from || to->file;
  if (!apart && to->num_vary == 0) {
    memcpy(to->vary, from->vary, sizeof to->vary);
    to->num_vary = from->num_vary;
  }
  if (!to->from) to->from = from->from;
  if (!to->function) to->function = from->function;
  if (!to->marked) to->marked = from->marked;
  to->lens_only = to->lens_only || from->lens_only;
}

/* An entry with neither "what" nor "hint" gets the texts of the last entry of its name. */
static void take_over_texts(const sl_entries *entries, sl_entry *entry) {
  if (entry->what || entry->hint) return;
  for (const sl_entry *other = entry; other-- > entries->list;) {
    if (strcmp(other->name, entry->name) != 0) continue;
    entry->what = other->what;
    entry->hint = other->hint;
    if (!entry->at) entry->at = other->at;
    return;
  }
}

/* Completes the entry that was read last, if it is not complete yet. */
static sl_status end_entry(entries_reader *r) {
  if (r->in_section || r->out->count == 0) return SL_OK;
  sl_entry *entry = current(r);
  take_over_texts(r->out, entry);
  const char *path = r->out->path;
  take_over(&r->section, entry->variants);
  const char *missing = entry->variants->num_tasks == 0 ? "tasks"
                        : !entry->what                  ? "what"
                        : !entry->hint                  ? "hint"
                                                        : NULL;
  if (missing) {
    return sl_fail(SL_ERR_INPUT, "%s:%d: the mistake %s has no line \"%s\"", path, entry->line,
                   entry->name, missing);
  }
  for (int i = 0; i < entry->num_variants; i++) {
    sl_variant *variant = &entry->variants[i];
    if (i > 0) take_over(entry->variants, variant);
    if ((variant->num_lines > 0) == (variant->file != NULL)) {
      return sl_fail(SL_ERR_INPUT, "%s:%d: a program of %s needs either a change or a file", path,
                     variant->line, entry->name);
    }
  }
  return SL_OK;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static sl_status add_variant(entries_reader *r) {
  sl_entry *entry = current(r);
  if (entry->num_variants == SL_MAX_VARIANTS) return refuse(r, "the entry has too many programs");
  SL_TRY(sl_resize((size_t)entry->num_variants + 1, sizeof *entry->variants, "a mistake",
                   &entry->variants));
  sl_variant *variant = &entry->variants[entry->num_variants++];
  memset(variant, 0, sizeof *variant);
  variant->line = r->line;
  return SL_OK;
}

static sl_status take_section(entries_reader *r, char *rest) {
  if (!*rest) return refuse(r, "a title is missing");
  SL_TRY(end_entry(r));
  memset(&r->section, 0, sizeof r->section);
  r->in_section = true;
  return SL_OK;
}

static sl_status take_mistake(entries_reader *r, char *rest) {
  sl_entries *out = r->out;
  SL_TRY(end_entry(r));
  r->in_section = false;
  if (!*rest || strspn(rest, "abcdefghijklmnopqrstuvwxyz0123456789-") != strlen(rest)) {
    return refuse(r, "a name has small letters, digits and dashes");
  }
  SL_TRY(sl_resize(out->count + 1, sizeof *out->list, "mistakes", &out->list));
  sl_entry *entry = &out->list[out->count++];
  memset(entry, 0, sizeof *entry);
  entry->name = rest;
  entry->line = r->line;
  return add_variant(r);
}

static sl_status take_tasks(entries_reader *r, char *rest) {
  sl_variant *variant = current_variant(r);
  for (char *task; (task = strsep(&rest, " "));) {
    if (!*task) continue;
    if (variant->num_tasks == SL_MAX_ENTRY_TASKS) return refuse(r, "too many tasks");
    variant->tasks[variant->num_tasks++] = task;
  }
  return SL_OK;
}

static sl_status take_what(entries_reader *r, char *rest) {
  return set_text(r, &current(r)->what, rest);
}

static sl_status take_hint(entries_reader *r, char *rest) {
  return set_text(r, &current(r)->hint, rest);
}

static sl_status take_at(entries_reader *r, char *rest) {
  return set_text(r, &current(r)->at, rest);
}

static sl_status take_from(entries_reader *r, char *rest) {
  return set_text(r, &current_variant(r)->from, rest);
}

static sl_status take_in(entries_reader *r, char *rest) {
  return set_text(r, &current_variant(r)->function, rest);
}

static sl_status take_marked(entries_reader *r, char *rest) {
  return set_text(r, &current_variant(r)->marked, rest);
}

static sl_status take_lens(entries_reader *r, char *rest) {
  if (strcmp(rest, "only") != 0) return refuse(r, "not \"lens only\"");
  current_variant(r)->lens_only = true;
  return SL_OK;
}

static sl_status take_deadline(entries_reader *r, char *rest) {
  char *end;
  long seconds = strtol(rest, &end, 10);
  if (end == rest || *end || seconds < 1 || seconds > 60) {
    return refuse(r, "a deadline is 1 to 60 seconds");
  }
  current(r)->deadline_seconds = (int)seconds;
  return SL_OK;
}

static char *trimmed(char *text) {
  text += strspn(text, " ");
  size_t length = strlen(text);
  while (length > 0 && text[length - 1] == ' ') text[--length] = '\0';
  return text;
}

static sl_status take_vary(entries_reader *r, char *rest) {
  sl_variant *variant = current_variant(r);
  for (char *token; (token = strsep(&rest, "|"));) {
    if (variant->num_vary == SL_MAX_VARY) return refuse(r, "too many of these");
    variant->vary[variant->num_vary++] = trimmed(token);
  }
  return variant->num_vary >= 2 ? SL_OK : refuse(r, "not \"vary TOKEN | OTHER …\"");
}

static sl_status take_file(entries_reader *r, char *rest) {
  return set_text(r, &current_variant(r)->file, rest);
}

static sl_status add_change(entries_reader *r, char sign, const char *text, const char *other) {
  sl_variant *variant = current_variant(r);
  if (variant->num_lines == SL_MAX_CHANGES) return refuse(r, "the change has too many lines");
  variant->lines[variant->num_lines++] =
      (sl_change_line){.sign = sign, .text = text, .other = other, .line = r->line};
  return SL_OK;
}

static sl_status take_less(entries_reader *r, char *rest) {
  return add_change(r, '-', rest, NULL);
}

static sl_status take_more(entries_reader *r, char *rest) {
  return add_change(r, '+', rest, NULL);
}

static sl_status take_before(entries_reader *r, char *rest) {
  return add_change(r, '<', rest, NULL);
}

static sl_status take_after(entries_reader *r, char *rest) {
  return add_change(r, '>', rest, NULL);
}

static sl_status take_swap(entries_reader *r, char *rest) {
  static const char arrow[] = " ==> ";
  char *found = strstr(rest, arrow);
  if (!found || strstr(found + 1, arrow)) return refuse(r, "not \"swap OLD ==> NEW\"");
  *found = '\0';
  char *old = trimmed(rest), *new = trimmed(found + strlen(arrow));
  if (!*old || !*new) return refuse(r, "not \"swap OLD ==> NEW\"");
  return add_change(r, '~', old, new);
}

static sl_status take_then(entries_reader *r, char *rest) {
  return *rest ? refuse(r, "nothing may follow \"then\"") : add_change(r, '|', rest, NULL);
}

static sl_status take_line(entries_reader *r, char *line);

static sl_status take_or(entries_reader *r, char *rest) {
  SL_TRY(add_variant(r));
  return take_line(r, rest);
}

static const struct {
  const char *word;
  sl_status (*take)(entries_reader *r, char *rest);
  bool of_section; /* also allowed in a section, before its first mistake */
} words[] = {
    {"section", take_section, true},
    {"mistake", take_mistake, true},
    {"tasks", take_tasks, true},
    {"from", take_from, true},
    {"in", take_in, true},
    {"what", take_what, false},
    {"hint", take_hint, false},
    {"at", take_at, false},
    {"line", take_marked, false},
    {"lens", take_lens, false},
    {"deadline", take_deadline, false},
    {"vary", take_vary, false},
    {"file", take_file, false},
    {"or", take_or, false},
    {"swap", take_swap, false},
    {"-", take_less, false},
    {"+", take_more, false},
    {"before", take_before, false},
    {"after", take_after, false},
    {"then", take_then, false},
};

/* Lines of a change keep their spaces, because indentation matters. */
static sl_status take_line(entries_reader *r, char *line) {
  if (*line == '#' || line[strspn(line, " ")] == '\0') return SL_OK;
  bool change = (*line == '-' || *line == '+') && line[1] == ' ';
  char *rest = line;
  const char *word = strsep(&rest, " ");
  if (!rest) rest = line + strlen(line);
  if (!change) rest = trimmed(rest);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (strcmp(word, words[i].word) != 0) continue;
    bool starts = words[i].take == take_mistake || words[i].take == take_section;
    if (!starts && !r->in_section && r->out->count == 0) {
      return refuse(r, "the first line of an entry is \"mistake NAME\"");
    }
    if (r->in_section && !words[i].of_section) {
      return refuse(r, "a section says \"tasks\", \"from\" and \"in\" before its first mistake");
    }
    return words[i].take(r, rest);
  }
  return refuse(r, "the line begins with an unknown word");
}

/* ---- the whole ------------------------------------------------------------------------------- */

static sl_status parse(sl_entries *out) {
  entries_reader r = {.out = out};
  char *rest = out->text;
  while (rest && *rest) {
    char *line = strsep(&rest, "\n");
    r.line++;
    SL_TRY(take_line(&r, line));
  }
  return end_entry(&r);
}

sl_status sl_entries_read(const char *path, sl_entries *out) {
  memset(out, 0, sizeof *out);
  (void)snprintf(out->path, sizeof out->path, "%s", path);
  char why[96];
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot open %s: %s", path, why);
  sl_status status = sl_alloc(MAX_TEXT_BYTES + 1, 1, "mistakes", &out->text);
  size_t size = status == SL_OK ? fread(out->text, 1, MAX_TEXT_BYTES + 1, file) : 0;
  if (status == SL_OK && (ferror(file) || size > MAX_TEXT_BYTES)) {
    status = sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path,
                     ferror(file) ? strerror(errno) : "it is larger than 4 MiB");
  }
  (void)fclose(file);
  if (status != SL_OK) return status;
  out->text[size] = '\0';
  return parse(out);
}

void sl_entries_free(sl_entries *entries) {
  for (size_t i = 0; i < entries->count; i++) sl_free(entries->list[i].variants);
  sl_free(entries->list);
  sl_free(entries->text);
  memset(entries, 0, sizeof *entries);
}

int sl_entry_variant_programs(const sl_variant *variant, const char *task) {
  for (int i = 0; i < variant->num_tasks; i++) {
    if (strcmp(variant->tasks[i], task) == 0) return variant->num_vary ? variant->num_vary : 1;
  }
  return 0;
}

int sl_entry_programs(const sl_entry *entry, const char *task) {
  int count = 0;
  for (int i = 0; i < entry->num_variants; i++) {
    count += sl_entry_variant_programs(&entry->variants[i], task);
  }
  return count;
}

void sl_entry_text_for(const char *text, const char *task, char *out, size_t size) {
  static const char name[] = "{task}";
  size_t used = 0;
  out[0] = '\0';
  while (*text && used + 1 < size) {
    const char *found = strstr(text, name);
    size_t plain = found ? (size_t)(found - text) : strlen(text);
    (void)snprintf(out + used, size - used, "%.*s%s", (int)plain, text, found ? task : "");
    used += strlen(out + used);
    text += plain + (found ? strlen(name) : 0);
  }
}
