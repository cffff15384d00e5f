/** @file link_errors.h
 *  What a linker says of a student's file, in terms of the lab.
 */
#ifndef SL_JUDGE_LINK_ERRORS_H
#define SL_JUDGE_LINK_ERRORS_H

#include <stdbool.h>
#include <stddef.h>

/** Writes a sentence for each function that the compiler's `log` calls missing or defined twice.
 *  `header` is the lab's, which says what the file must define. False, and an empty `out`, when the
 *  log is about something else. */
bool sl_link_errors(const char *log, const char *header, char *out, size_t size);

#endif
