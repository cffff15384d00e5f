/* table.c: reads CSV files. */
#define _GNU_SOURCE
#include "base/table.h"

#include "base/regular.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_WANTED = 32, NOWHERE = SL_TABLE_MOST_COLUMNS };

/* Splits a line into fields, in place. Returns false if a quote is not closed, or if there are too
 * many fields. */
static bool cut(char *line, char separator, char **fields, size_t *count_out) {
  size_t count = 0;
  line[strcspn(line, "\r\n")] = '\0';
  for (char *at = line; count < SL_TABLE_MOST_COLUMNS;) {
    char *to = at;
    fields[count++] = at;
    bool quoted = *at == '"';
    if (quoted) at++;
    while (*at && (quoted || *at != separator)) {
      if (quoted && *at == '"' && *++at != '"') break;
      *to++ = *at++;
    }
    bool closed = !quoted || (at > fields[count - 1] && at[-1] == '"');
    bool last = *at == '\0';
    if (!closed || (!last && *at != separator)) return false;
    *to = '\0';
    *count_out = count;
    if (last) return true;
    at++;
  }
  return false;
}

static sl_status find_columns(char **names, size_t count, const char *const *columns,
                              size_t num_columns, size_t *where) {
  for (size_t c = 0; c < num_columns; c++) {
    bool may_be_missing = columns[c][0] == '?';
    const char *name = columns[c] + may_be_missing;
    where[c] = NOWHERE;
    for (size_t i = 0; i < count && where[c] == NOWHERE; i++) {
      if (strcasecmp(names[i], name) == 0) where[c] = i;
    }
    if (where[c] == NOWHERE && !may_be_missing) {
      return sl_fail(SL_ERR_INPUT, "the first line names the columns, and has no \"%s\"", name);
    }
  }
  return SL_OK;
}

typedef struct table_state {
  const char *const *columns;
  size_t num_columns, where[MOST_WANTED];
  bool has_head;
  char separator;
  sl_table_row *row;
  void *context;
} table_state;

/* Spreadsheet programs separate fields by semicolons in languages with decimal commas. */
static char separator_of(const char *head) {
  static const char separators[] = ",;\t";
  size_t most = 0;
  char best = separators[0];
  for (const char *s = separators; *s; s++) {
    size_t count = 0;
    for (const char *at = head; (at = strchr(at, *s)); at++) count++;
    if (count > most) best = *s;
    if (count > most) most = count;
  }
  return best;
}

static sl_status take_line(table_state *t, char *line) {
  char *fields[SL_TABLE_MOST_COLUMNS];
  const char *wanted[MOST_WANTED];
  size_t count;
  /* Skips the byte order mark that spreadsheet programs write. */
  if (!t->has_head && strncmp(line, "\xef\xbb\xbf", 3) == 0) line += 3;
  if (line[strspn(line, " \t\r\n")] == '\0') return SL_OK;
  if (!t->has_head) t->separator = separator_of(line);
  if (!cut(line, t->separator, fields, &count)) {
    return sl_fail(SL_ERR_INPUT, "a quote is not closed, or there are more than %d fields",
                   SL_TABLE_MOST_COLUMNS);
  }
  if (!t->has_head) {
    t->has_head = true;
    return find_columns(fields, count, t->columns, t->num_columns, t->where);
  }
  for (size_t c = 0; c < t->num_columns; c++) {
    wanted[c] = "";
    if (t->where[c] == NOWHERE) continue;
    if (t->where[c] >= count) {
      return sl_fail(SL_ERR_INPUT, "the row has no field for the column %s", t->columns[c]);
    }
    wanted[c] = fields[t->where[c]];
  }
  return t->row(t->context, wanted);
}

sl_status sl_table_read(const char *path, const char *const *columns, size_t num_columns,
                        sl_table_row *row, void *context) {
  char why[96], *line = NULL;
  size_t room = 0;
  table_state t = {.columns = columns, .num_columns = num_columns, .row = row, .context = context};
  FILE *file = sl_regular_fopen(path, 'r', why, sizeof why);
  if (!file) return sl_fail(SL_ERR_INPUT, "cannot read %s: %s", path, why);
  sl_status status = SL_OK;
  assert(num_columns <= MOST_WANTED);
  int number = 0;
  while (status == SL_OK && getline(&line, &room, file) >= 0) {
    number++;
    status = take_line(&t, line);
  }
  free(line);
  (void)fclose(file);
  if (status != SL_OK) return sl_fail_at(status, "%s:%d", path, number);
  if (!t.has_head) return sl_fail(SL_ERR_INPUT, "%s is empty", path);
  return SL_OK;
}
