/* roster.c: reads the class list, and finds students in it. */
#define _GNU_SOURCE
#include "grade/roster.h"

#include "base/memory.h"
#include "base/sha256.h"
#include "base/table.h"
#include "grade/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const columns[] = {"?student", "?number", "?name", "?group", "?login", "?id"};
enum { NUM_COLUMNS = sizeof columns / sizeof *columns };

static void list_texts(sl_roster_entry *e, char **texts[NUM_COLUMNS]) {
  char **const all[NUM_COLUMNS] = {&e->student, &e->number, &e->name, &e->group, &e->login, &e->id};
  memcpy(texts, all, sizeof all);
}

const char *sl_roster_entry_name(const sl_roster_entry *e) {
  return e->student[0] ? e->student : e->login[0] ? e->login : e->number[0] ? e->number : e->name;
}

static bool same(const char *a, const char *b) {
  return a[0] && strcmp(a, b) == 0;
}

/* Whether two names are the same: "Doe, Jane" and "Jane Doe" are. */
static bool same_name(const char *a, const char *b) {
  const char *comma = strchr(a, ',');
  if (!comma || strchr(b, ',')) return same(a, b);
  const char *first = comma + 1 + strspn(comma + 1, " ");
  size_t length = strlen(first), last = (size_t)(comma - a);
  return strncmp(b, first, length) == 0 && b[length] == ' ' &&
         strncmp(b + length + 1, a, last) == 0 && !b[length + 1 + last];
}

/* Refuses two entries of one student. Two students may have the same name, but no other equal
 * fields. In the gradebook of a platform, the column student has names, which the platform's
 * numbers distinguish. */
static sl_status refuse_twice(const sl_roster *roster) {
  const sl_roster_entry *last = &roster->all[roster->count - 1];
  for (const sl_roster_entry *e = roster->all; e < last; e++) {
    bool apart = e->id[0] && last->id[0] && strcmp(e->id, last->id) != 0;
    const char *twice = !apart && same(e->student, last->student) ? e->student
                        : same(e->number, last->number)           ? e->number
                        : same(e->login, last->login)             ? e->login
                        : same(e->id, last->id)                   ? e->id
                                                                  : NULL;
    if (twice) return sl_fail(SL_ERR_INPUT, "\"%.100s\" is already in row %d", twice, e->line);
  }
  return SL_OK;
}

/* Whether a row of an exported gradebook is not about a student. */
static bool is_nobody(const char *const *fields) {
  const char *student = fields[0] + strspn(fields[0], " ");
  bool empty = true;
  for (int i = 0; i < NUM_COLUMNS; i++) {
    empty = empty && fields[i][strspn(fields[i], " ")] == '\0';
  }
  return empty || (strcmp(student, "Points Possible") == 0 && !fields[NUM_COLUMNS - 1][0]);
}

static sl_status add_entry(void *context, const char *const *fields) {
  sl_roster *roster = context;
  char **texts[NUM_COLUMNS];
  if (is_nobody(fields)) return SL_OK;
  SL_TRY(sl_resize(roster->count + 1, sizeof *roster->all, "the roster", &roster->all));
  sl_roster_entry *e = &roster->all[roster->count++];
  *e = (sl_roster_entry){.line = (int)roster->count};
  list_texts(e, texts);
  for (int i = 0; i < NUM_COLUMNS; i++) SL_TRY(sl_record_set(texts[i], fields[i]));
  const char *name = sl_roster_entry_name(e);
  if (!name[0]) return sl_fail(SL_ERR_INPUT, "the row has neither student, login, number nor name");
  if (strchr(name, '/') || name[0] == '.') {
    return sl_fail(SL_ERR_INPUT, "\"%.100s\" cannot be the name of a submission", name);
  }
  return refuse_twice(roster);
}

sl_status sl_roster_read(const char *path, bool may_be_missing, sl_roster *out) {
  *out = (sl_roster){NULL, 0};
  if (may_be_missing && access(path, F_OK) != 0 && errno == ENOENT) return SL_OK;
  SL_TRY(sl_table_read(path, columns, NUM_COLUMNS, add_entry, out));
  if (out->count) return SL_OK;
  return sl_fail(SL_ERR_INPUT,
                 "%s has no column that identifies students: its first line must contain student, "
                 "login, number or name",
                 path);
}

void sl_roster_free(sl_roster *roster) {
  for (size_t i = 0; i < roster->count; i++) {
    char **texts[NUM_COLUMNS];
    list_texts(&roster->all[i], texts);
    for (int k = 0; k < NUM_COLUMNS; k++) sl_free(*texts[k]);
  }
  sl_free(roster->all);
  *roster = (sl_roster){NULL, 0};
}

const sl_roster_entry *sl_roster_find(const sl_roster *roster, const char *student,
                                      const char *id) {
  const sl_roster_entry *found = NULL;
  for (size_t i = 0; i < roster->count; i++) {
    if (same(roster->all[i].id, id)) return &roster->all[i];
  }
  for (size_t i = 0; i < roster->count; i++) {
    const sl_roster_entry *e = &roster->all[i];
    bool other = e->id[0] && id[0]; /* different platform numbers mean different people */
    bool fits = same_name(e->student, student) || same(e->login, student) ||
                same(e->number, student) || same_name(e->name, student);
    if (!fits || other) continue;
    if (found) return NULL;
    found = e;
  }
  return found;
}

void sl_roster_alias(const sl_roster *roster, const char *student, const char *id, uint64_t seed,
                     char out[SL_ROSTER_ALIAS]) {
  const sl_roster_entry *e = sl_roster_find(roster, student, id);
  char digits[SL_SHA256_TEXT], number[24];
  if (e && e->number[0]) {
    (void)snprintf(out, SL_ROSTER_ALIAS, "%.60s", e->number);
    return;
  }
  (void)snprintf(number, sizeof number, "%" PRIu64, seed);
  sl_sha256 sum;
  sl_sha256_begin(&sum);
  sl_sha256_add_field(&sum, number, strlen(number));
  sl_sha256_add_field(&sum, student, strlen(student));
  sl_sha256_end(&sum, digits);
  (void)snprintf(out, SL_ROSTER_ALIAS, "student-%.6s", digits);
}
