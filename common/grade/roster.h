/** @file roster.h
 *  The class list: numbers, names and groups of students. A CSV file; all of its columns except one
 *  may be missing.
 */
#ifndef SL_GRADE_ROSTER_H
#define SL_GRADE_ROSTER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SL_ROSTER_FILE "roster.csv"

typedef struct sl_roster_entry {
  char *student; /**< name of the submission; "": not given */
  char *number, *name, *group;
  char *login, *id; /**< login and number on a platform */
  int line;
} sl_roster_entry;

/** Begins empty: = {0}. Free it in either case. */
typedef struct sl_roster {
  sl_roster_entry *all;
  size_t count;
} sl_roster;

/** Reads a file. With `may_be_missing`, a missing file is an empty list. Errors: SL_ERR_INPUT,
 *  naming file and line, also for two lines of the same student; SL_ERR_MEMORY. */
sl_status sl_roster_read(const char *path, bool may_be_missing, sl_roster *out);
void sl_roster_free(sl_roster *roster);

/** Finds the entry of a submission: by the platform's number, if both have one, or otherwise the
 *  entry whose student, login, number or name equals that of the submission. NULL: there is none,
 *  or there are several. */
const sl_roster_entry *sl_roster_find(const sl_roster *roster, const char *student, const char *id);

/** Returns the name of the submission for a student who has submitted nothing. */
const char *sl_roster_entry_name(const sl_roster_entry *entry);

enum { SL_ROSTER_ALIAS = 64 };

/** Writes the name of a student in anonymous reports: the number in the roster, or otherwise a
 *  number that is computed from the name and the seed of the grading. */
void sl_roster_alias(const sl_roster *roster, const char *student, const char *id, uint64_t seed,
                     char out[SL_ROSTER_ALIAS]);

#endif
