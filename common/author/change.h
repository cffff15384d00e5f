/** @file change.h
 *  Makes the program with a mistake from the solution and an entry.
 */
#ifndef SL_AUTHOR_CHANGE_H
#define SL_AUTHOR_CHANGE_H

#include "author/entries.h"
#include "judge/lab.h"
#include "judge/source.h"

/** A program as text. */
typedef struct sl_made {
  char *text;
  int line; /**< line that the judge should name; 0 if it depends on the moment at which the
             * program is stopped */
} sl_made;

/** Makes program number `program` (from 0, below sl_entry_programs) of an entry for one of its
 *  tasks. `solution` is that of the lab. Errors: SL_ERR_INPUT, with the author's file and line, if
 *  a line of the change is not in the function exactly once; SL_ERR_MEMORY. */
sl_status sl_change_make(const sl_entries *entries, const sl_entry *entry, int program,
                         const sl_lab *lab, const sl_task *task, const sl_source *solution,
                         sl_made *out);

/** Makes the program before the change, with an empty line in front, so that both have the same
 * line numbers up to the change. If the program is a file of its own, `out->text` is NULL. */
sl_status sl_change_base(const sl_entries *entries, const sl_entry *entry, int program,
                         const sl_lab *lab, const sl_task *task, const sl_source *solution,
                         sl_made *out);

void sl_change_free(sl_made *made);

#endif
