/* catalogue.c: reads the mistakes of a lab. Malformed lines are refused, with their numbers.
 */
#include "judge/catalogue.h"

#include "base/memory.h"
#include "base/regular.h"
#include "judge/diagnose.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CATALOGUE_BYTES = 16 << 20, MAX_ROWS = 4096, MAX_PRINTS = 256 };

typedef struct catalogue_reader {
  const char *name;
  int line;
  sl_catalogue *out;
  const char *task; /* task of the current mistake */
  sl_mistake mistake;
} catalogue_reader;

static sl_status malformed(const catalogue_reader *r, const char *what) {
  return sl_fail(SL_ERR_INPUT,
                 "%s:%d: %s: the file is damaged; copy it again from the original kit", r->name,
                 r->line, what);
}

/* ---- parts of a line ------------------------------------------------------------------------- */

static char *next_word(char **rest) {
  char *word = *rest ? strsep(rest, " ") : NULL;
  return word && *word ? word : NULL;
}

static bool take_hash(const char *word, uint64_t *out) {
  enum { DIGITS = 16 };
  if (!word || strlen(word) != DIGITS || strspn(word, "0123456789abcdef") != DIGITS) return false;
  *out = strtoull(word, NULL, 16);
  return true;
}

static bool take_name(const char *word, char *out, size_t size) {
  if (!word || !*word || strlen(word) >= size) return false;
  (void)snprintf(out, size, "%s", word);
  return true;
}

static bool take_number(const char *word, uint32_t *out) {
  if (!word || !*word || strlen(word) > 9 || strspn(word, "0123456789") != strlen(word)) {
    return false;
  }
  *out = (uint32_t)strtoul(word, NULL, 10);
  return true;
}

/* Parses a relation such as "<", or for a fault "<-2". */
static bool take_relation(const char *word, sl_mark *mark) {
  enum { MAX_DIGITS = 18 };
  if (!word || !*word || !strchr("-.<=>", *word)) return false;
  mark->relation = *word++;
  if (!*word) return true;
  const char *digits = word + (*word == '-');
  size_t length = strlen(digits);
  mark->index = strtoll(word, NULL, 10);
  return strchr("<>", mark->relation) && length > 0 && length <= MAX_DIGITS &&
         strspn(digits, "0123456789") == length;
}

/* Parses a mark such as "!out-of-bounds-read,x,<,1". */
static bool take_mark(char *word, sl_print *print) {
  if (print->num_marks == SL_MAX_MARKS) return false;
  sl_mark *mark = &print->marks[print->num_marks++];
  mark->sure = *word == '!';
  word++;
  bool named = take_name(strsep(&word, ","), mark->what, sizeof mark->what) &&
               take_name(word ? strsep(&word, ",") : NULL, mark->array, sizeof mark->array) &&
               take_relation(word ? strsep(&word, ",") : NULL, mark);
  if (!named || !word || strlen(word) != 1) return false;
  mark->several = *word == 'n';
  return *word == 'n' || *word == '1';
}

/* Parses an answer such as "y=0123456789abcdef,3-5". */
static bool take_answer(char *word, sl_print *print) {
  if (print->num_answers == SL_MAX_PRINT_ANSWERS) return false;
  sl_print_answer *answer = &print->answers[print->num_answers++];
  char *ranges = strchr(word, '=');
  if (!ranges) return false;
  *ranges++ = '\0';
  if (!take_name(word, answer->name, sizeof answer->name)) return false;
  if (!take_hash(strsep(&ranges, ","), &answer->hash)) return false;
  while (ranges) {
    if (answer->num_unknown == SL_MAX_UNKNOWN) return false;
    sl_range *range = &answer->unknown[answer->num_unknown++];
    char *last = strsep(&ranges, ",");
    const char *first = strsep(&last, "-");
    if (!take_number(first, &range->first) || !take_number(last, &range->last)) return false;
    if (range->first > range->last) return false;
  }
  return true;
}

/* ---- lines ----------------------------------------------------------------------------------- */

static sl_status take_mistake(catalogue_reader *r, char *rest) {
  const char *task = next_word(&rest), *name = next_word(&rest);
  if (!task || !name || rest) return malformed(r, "not \"mistake TASK NAME\"");
  r->task = task;
  r->mistake = (sl_mistake){.name = name, .what = "", .hint = ""};
  return SL_OK;
}

static sl_status take_text(catalogue_reader *r, const char **text, const char *rest) {
  if (!r->task || !rest) return malformed(r, "a text that belongs to no mistake");
  *text = rest;
  return SL_OK;
}

static sl_status take_what(catalogue_reader *r, char *rest) {
  return take_text(r, &r->mistake.what, rest);
}

static sl_status take_hint(catalogue_reader *r, char *rest) {
  return take_text(r, &r->mistake.hint, rest);
}

static sl_status take_at(catalogue_reader *r, char *rest) {
  return take_text(r, &r->mistake.at, rest);
}

static sl_status take_program(catalogue_reader *r, char *rest) {
  sl_catalogue *out = r->out;
  uint64_t key;
  if (!r->task || !take_hash(rest, &key))
    return malformed(r, "expected \"program KEY\" after a \"mistake\" line");
  if (out->num_rows == MAX_ROWS) return malformed(r, "too many programs");
  SL_TRY(sl_resize(out->num_rows + 1, sizeof *out->rows, "mistakes", &out->rows));
  out->rows[out->num_rows++] =
      (sl_catalogue_row){.task = r->task, .mistake = r->mistake, .key = key};
  return SL_OK;
}

static sl_status add_print(catalogue_reader *r, sl_print **print_out) {
  if (r->out->num_rows == 0) return malformed(r, "a print of no program");
  struct sl_prints *prints = &r->out->rows[r->out->num_rows - 1].prints;
  if (prints->count == MAX_PRINTS) return malformed(r, "too many prints");
  SL_TRY(sl_resize(prints->count + 1, sizeof *prints->of, "fingerprints", &prints->of));
  *print_out = &prints->of[prints->count++];
  memset(*print_out, 0, sizeof **print_out);
  return SL_OK;
}

static sl_status take_pass(catalogue_reader *r, char *rest) {
  do {
    sl_print *print;
    SL_TRY(add_print(r, &print));
    print->can_pass = true;
    if (!take_hash(next_word(&rest), &print->asked)) return malformed(r, "not a hash");
  } while (rest);
  return SL_OK;
}

static bool take_how(const char *how, sl_print *print) {
  if (!how) return false;
  print->open = strcmp(how, "open") == 0;
  bool either = print->open || strcmp(how, "either") == 0;
  print->can_pass = either || strcmp(how, "pass") == 0;
  print->can_fail = either || strcmp(how, "fail") == 0;
  return print->can_pass || print->can_fail;
}

static sl_status take_on(catalogue_reader *r, char *rest) {
  sl_print *print;
  SL_TRY(add_print(r, &print));
  if (!take_hash(next_word(&rest), &print->asked)) return malformed(r, "not a hash");
  if (!take_how(next_word(&rest), print)) return malformed(r, "not pass, fail, either or open");
  while (rest) {
    char *word = next_word(&rest);
    if (!word) return malformed(r, "a word is missing");
    bool mark = *word == '!' || *word == '?';
    if (!(mark ? take_mark : take_answer)(word, print)) {
      return malformed(r, mark ? "not a mark" : "not an answer");
    }
  }
  return SL_OK;
}

static const struct {
  const char *word;
  sl_status (*take)(catalogue_reader *r, char *rest);
} lines[] = {
    {"mistake", take_mistake}, {"what", take_what}, {"hint", take_hint}, {"at", take_at},
    {"program", take_program}, {"pass", take_pass}, {"on", take_on},
};

static sl_status take_line(catalogue_reader *r, char *line) {
  char *rest = line;
  if (*line == '#' || !*line) return SL_OK;
  const char *word = strsep(&rest, " ");
  for (size_t i = 0; i < SL_COUNT(lines); i++) {
    if (strcmp(word, lines[i].word) == 0) return lines[i].take(r, rest);
  }
  return malformed(r, "an unknown word");
}

/* A truncated file ends in the middle of a line, or without this last line. */
static const char last_line[] = "# end";

sl_status sl_catalogue_parse(const char *name, const char *text, sl_catalogue *out) {
  memset(out, 0, sizeof *out);
  catalogue_reader r = {.name = name, .out = out};
  size_t size = strlen(text) + 1;
  SL_TRY(sl_alloc(size, 1, "the mistakes", &out->text));
  memcpy(out->text, text, size);
  char *rest = out->text;
  bool whole = false;
  while (rest && *rest) {
    char *line = strsep(&rest, "\n");
    r.line++;
    if (whole) return malformed(&r, "there is text after the end");
    whole = rest && strcmp(line, last_line) == 0;
    SL_TRY(take_line(&r, line));
  }
  return whole ? SL_OK : malformed(&r, "it ends too early");
}

sl_status sl_catalogue_read(const char *path, sl_catalogue *out) {
  memset(out, 0, sizeof *out);
  char why[96], *text;
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot open %s: %s", path, why);
  sl_status status = sl_alloc(MAX_CATALOGUE_BYTES + 1, 1, "the mistakes", &text);
  size_t size = status == SL_OK ? fread(text, 1, MAX_CATALOGUE_BYTES + 1, file) : 0;
  if (status == SL_OK && ferror(file)) {
    status = sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, strerror(errno));
  } else if (status == SL_OK && size > MAX_CATALOGUE_BYTES) {
    status = sl_fail(SL_ERR_INPUT, "%s is larger than 16 MiB", path);
  }
  (void)fclose(file);
  if (status == SL_OK) {
    text[size] = '\0';
    status = sl_catalogue_parse(path, text, out);
  }
  sl_free(text);
  return status;
}

/* ---- attaching to a lab ---------------------------------------------------------------------- */

const sl_rule *sl_catalogue_rule(const sl_task *task, const char *name) {
  for (size_t i = 0; i < SL_MAX_RULE_LISTS && task->rules[i]; i++) {
    for (size_t r = 0; r < task->rules[i]->count; r++) {
      if (strcmp(task->rules[i]->rules[r].name, name) == 0) return &task->rules[i]->rules[r];
    }
  }
  return sl_common_mistakes_rule(name);
}

static sl_status attach_task(const sl_catalogue *catalogue, const sl_task *own, sl_task *task) {
  sl_mistake *table;
  *task = *own;
  SL_TRY(sl_alloc(catalogue->num_rows, sizeof *table, "mistakes", &table));
  task->mistakes = table;
  for (size_t i = 0; i < catalogue->num_rows; i++) {
    const sl_catalogue_row *row = &catalogue->rows[i];
    if (strcmp(row->task, own->name) != 0) continue;
    if (task->num_mistakes == SL_MAX_MISTAKES) {
      return sl_fail(SL_ERR_INTERNAL,
                     "task %s has more than %d programs of mistakes; raise SL_MAX_MISTAKES",
                     own->name, SL_MAX_MISTAKES);
    }
    sl_mistake *mistake = &table[task->num_mistakes++];
    *mistake = row->mistake;
    mistake->rule = sl_catalogue_rule(own, mistake->name);
    mistake->prints = &row->prints;
  }
  return SL_OK;
}

sl_status sl_catalogue_attach(sl_catalogue *catalogue, const sl_lab *lab) {
  for (size_t i = 0; i < catalogue->num_rows; i++) {
    const sl_task *task;
    if (sl_lab_find_task(lab, catalogue->rows[i].task, &task) != SL_OK) {
      return sl_fail_at(SL_ERR_INPUT, "the mistakes of the lab");
    }
  }
  SL_TRY(sl_alloc(lab->num_tasks, sizeof *catalogue->tasks, "tasks", &catalogue->tasks));
  for (size_t t = 0; t < lab->num_tasks; t++) {
    catalogue->num_tasks++;
    SL_TRY(attach_task(catalogue, &lab->tasks[t], &catalogue->tasks[t]));
  }
  return SL_OK;
}

static void free_table(const void *table) {
  void *memory;
  memcpy(&memory, &table, sizeof memory);
  sl_free(memory);
}

void sl_catalogue_free(sl_catalogue *catalogue) {
  for (size_t t = 0; t < catalogue->num_tasks; t++) free_table(catalogue->tasks[t].mistakes);
  for (size_t i = 0; i < catalogue->num_rows; i++) sl_free(catalogue->rows[i].prints.of);
  sl_free(catalogue->tasks);
  sl_free(catalogue->rows);
  sl_free(catalogue->text);
  memset(catalogue, 0, sizeof *catalogue);
}
