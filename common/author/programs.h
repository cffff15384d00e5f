/** @file programs.h
 *  The programs that make a lab's mistakes, by their names.
 */
#ifndef SL_AUTHOR_PROGRAMS_H
#define SL_AUTHOR_PROGRAMS_H

#include "author/change.h"

/** What authors have written for a lab, and the source that it changes. */
typedef struct sl_programs {
  const sl_lab *lab;
  sl_entries entries;
  sl_source solution, contract;
} sl_programs;

/** Reads the author's file and the solution. Errors: those of sl_entries_read and
 * sl_source_read. Close `*out` in any event. */
sl_status sl_programs_open(const sl_lab *lab, sl_programs *out);
void sl_programs_close(sl_programs *programs);

/** Writes the path of the file that authors write. */
void sl_programs_path(const sl_lab *lab, char *out, size_t size);

/** Names one of the programs by the arguments that sl_change_make takes. */
typedef struct sl_program_name {
  const sl_entry *entry;
  const sl_task *task;
  int number;
} sl_program_name;

/** Finds the program "TASK/NAME" or "TASK/NAME/NUMBER", counted from 1. Errors: SL_ERR_USAGE if
 * there is none. */
sl_status sl_programs_find(const sl_programs *programs, const char *which, sl_program_name *out);

/** Makes the program with the mistake, and the same program without it: sl_change_make and
 *  sl_change_base. */
sl_status sl_programs_make(const sl_programs *programs, const sl_program_name *name, sl_made *out);
sl_status sl_programs_base(const sl_programs *programs, const sl_program_name *name, sl_made *out);

/** Writes a text to a file. Errors: SL_ERR_SYSTEM. */
sl_status sl_programs_write(const char *path, const char *text);

#endif
