/** @file source.h
 *  The student's source as text: finding the line that a verdict is about.
 */
#ifndef SL_JUDGE_SOURCE_H
#define SL_JUDGE_SOURCE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct sl_source {
  const char *path;     /**< borrowed */
  char *text;           /**< unchanged */
  char *code;           /**< the same with comments and strings blanked, line for line */
  const char *contract; /**< `code` of the header that declares its functions, borrowed: a text that
                           begins with the name of a parameter in this header refers to the
                           parameter's name in the source; NULL: unknown */
} sl_source;

/** Reads the file. Errors: SL_ERR_INPUT, SL_ERR_MEMORY. Free `*out` in either case. */
sl_status sl_source_read(const char *path, sl_source *out);

/** Like sl_source_read, for a text, which is copied; `path` is for messages. Errors: SL_ERR_MEMORY.
 */
sl_status sl_source_make(const char *path, const char *text, sl_source *out);

void sl_source_free(sl_source *source);

/** Whether a text of `size` bytes, which a zero byte ends, has nothing but white space. */
bool sl_source_is_blank(const char *text, size_t size);

/** Whether the file can be read and is blank. */
bool sl_source_file_is_blank(const char *path);

/** Returns the number of the line that contains `place`, counted from 1. */
int sl_source_line_at(const char *text, const char *place);

/** Returns the line that still contains TODO(`task`); 0 if there is none. */
int sl_source_todo(const sl_source *source, const char *task);

/** The lines from the name of `function` in its definition to the end of its body. False: there is
 *  no such function. */
bool sl_source_function(const sl_source *source, const char *function, int *first_out,
                        int *last_out);

/** Whether `function` exists and its body is empty except for comments. */
bool sl_source_is_empty(const sl_source *source, const char *function);

/** Whether the body of `function` names `other`. */
bool sl_source_calls(const sl_source *source, const char *function, const char *other);

/** Returns the last line of the first function, among `function` and those that it calls, that
 *  should return a value but has no `return`; 0: there is none. */
int sl_source_without_return(const sl_source *source, const char *function);

/** Returns the line that declares a variable of `function`, or of one that it calls, that keeps its
 *  value between calls: `static`, or outside of all functions, and not `const`. 0: there is none.
 */
int sl_source_lasting(const sl_source *source, const char *function);

/** Returns the first line that contains one of `texts` (separated by spaces), in the body of
 *  `function` or of a function that it calls or launches; the line of the function's name if there
 *  is none or `texts` is NULL; 0 if there is no such function. Texts that begin with "name:" are
 *  looked for in the function `name` instead, if there is one. If `texts` begins with "last: ", it
 *  is the last such line of the function. */
int sl_source_line(const sl_source *source, const char *function, const char *texts);

/** Like sl_source_line, but 0 if none of the texts occurs. */
int sl_source_find(const sl_source *source, const char *function, const char *texts);

/** Whether `at`, texts in the format of sl_mistake.at, points at a cause, which comes before the
 *  line of the failure. */
bool sl_source_points_at_cause(const char *at);

/** Whether this line contains one of `texts`, in the format above; a function's name does not
 *  count. */
bool sl_source_holds(const sl_source *source, int line, const char *texts);

/** Whether the line is in a branch of an `if` or a `switch`, within its function. */
bool sl_source_is_in_branch(const sl_source *source, int line);

/** Whether a thread may leave the function before it reaches this line: there is a `return` before
 *  it, or in a loop around it. Also true if that is not known. */
bool sl_source_may_leave(const sl_source *source, int line);

/** Returns the line that declares a local array without `__shared__` in a function that `function`
 *  reaches, if threads wait for each other, nothing is shared, and each thread uses the element
 *  with its own index; 0: there is none. */
int sl_source_not_shared(const sl_source *source, const char *function);

/** Returns the line of the innermost of these call frames of `program` that is in the source; 0 if
 *  none is or they cannot be resolved. frames[0] is exact, the others are return addresses. */
int sl_source_line_of_frames(const sl_source *source, const char *program,
                             const unsigned long *frames, int num_frames);

#endif
