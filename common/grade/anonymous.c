/* anonymous.c: replaces names by numbers. */
#define _GNU_SOURCE
#include "grade/anonymous.h"

#include "base/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

sl_status sl_anonymous_number(const sl_roster *roster, uint64_t seed, sl_records *records) {
  for (size_t i = 0; i < records->count; i++) {
    sl_record *record = &records->all[i];
    char alias[SL_ROSTER_ALIAS];
    sl_roster_alias(roster, record->student, record->platform_id, seed, alias);
    SL_TRY(sl_record_set(&record->alias, alias));
  }
  return SL_OK;
}

static sl_status refuse_twice(const sl_records *records) {
  for (size_t i = 1; i < records->count; i++) {
    const sl_record *record = &records->all[i];
    for (size_t k = 0; k < i; k++) {
      const sl_record *other = &records->all[k];
      bool same_number = strcmp(other->alias, record->alias) == 0;
      if (!same_number || strcmp(other->student, record->student) == 0) continue;
      return sl_fail(SL_ERR_INPUT,
                     "the roster gives the number %s to both \"%.100s\" and \"%.100s\": write the "
                     "name of the submission of one of them into its column student",
                     record->alias, other->student, record->student);
    }
  }
  return SL_OK;
}

/* Returns the start of `name` in `text` as a whole word, in upper or lower case; NULL: not found. A
 * word ends where letters end, so "ann" is found in "ann_ell.cu" and "2ann", but not in
 * "annotated". */
static const char *find_name(const char *text, const char *name) {
  size_t length = strlen(name);
  for (const char *at = text; (at = strcasestr(at, name)); at++) {
    bool begins = at == text || !isalpha((unsigned char)at[-1]);
    if (begins && !isalpha((unsigned char)at[length])) return at;
  }
  return NULL;
}

static sl_status replace_one(char **text, const char *at, size_t length, const char *by) {
  char *made;
  size_t before = (size_t)(at - *text), size = strlen(*text) + strlen(by) + 1;
  SL_TRY(sl_alloc(size, 1, "a text without names", &made));
  (void)snprintf(made, size, "%.*s%s%s", (int)before, *text, by, at + length);
  sl_status status = sl_record_set(text, made);
  sl_free(made);
  return status;
}

static sl_status replace(char **text, const char *name, const char *by) {
  enum { MOST_TIMES = 1000 };
  const char *at;
  if (strlen(name) < 2 || strcasestr(by, name)) return SL_OK;
  for (int i = 0; i < MOST_TIMES && (at = find_name(*text, name)); i++) {
    SL_TRY(replace_one(text, at, strlen(name), by));
  }
  return SL_OK;
}

/* Replaces each word of the name, because a file may be called "doe.cu". */
static sl_status replace_words(char **text, const char *name, const char *by) {
  char word[128];
  SL_TRY(replace(text, name, by));
  for (const char *at = name + strspn(name, " ,"); *at; at += strspn(at, " ,")) {
    size_t length = strcspn(at, " ,");
    (void)snprintf(word, sizeof word, "%.*s", (int)length, at);
    if (length > 2) SL_TRY(replace(text, word, by));
    at += length;
  }
  return SL_OK;
}

static sl_status hide(const sl_roster_entry *entry, sl_record *record, char **text) {
  SL_TRY(replace_words(text, record->student, record->alias));
  SL_TRY(replace(text, record->platform_id, record->alias));
  if (!entry) return SL_OK;
  SL_TRY(replace(text, entry->login, record->alias));
  return replace_words(text, entry->name, record->alias);
}

static sl_status hide_record(const sl_roster *roster, sl_record *record) {
  const sl_roster_entry *entry = sl_roster_find(roster, record->student, record->platform_id);
  char **const texts[] = {
      &record->file,   &record->message,  &record->compiler,        &record->output,
      &record->review, &record->proposal, &record->decided.comment, &record->decided.override};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    SL_TRY(hide(entry, record, texts[i]));
  }
  for (size_t i = 0; i < record->num_files; i++) {
    SL_TRY(hide(entry, record, &record->files[i].path));
    SL_TRY(hide(entry, record, &record->files[i].what));
  }
  return sl_record_set(&record->student, record->alias);
}

sl_status sl_anonymous_make(const sl_roster *roster, sl_records *inout) {
  SL_TRY(refuse_twice(inout));
  for (size_t i = 0; i < inout->count; i++) SL_TRY(hide_record(roster, &inout->all[i]));
  sl_records_sort(inout);
  return SL_OK;
}
