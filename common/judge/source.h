/** @file source.h
 *  The student's source as text: finding the line that a verdict is about.
 */
#ifndef SL_JUDGE_SOURCE_H
#define SL_JUDGE_SOURCE_H

#include "base/status.h"

#include <stdbool.h>

typedef struct sl_source {
  const char *path;     /**< borrowed */
  char *text;           /**< as it is */
  char *code;           /**< the same with comments and strings blanked, line for line */
  const char *contract; /**< `code` of the header that declares its functions, borrowed: texts that
                             begin with the name of a parameter there mean the name that the source
                             has given to it; NULL: not known */
} sl_source;

/** Reads the file. Errors: SL_ERR_INPUT, SL_ERR_MEMORY. Free in any event. */
sl_status sl_source_read(const char *path, sl_source *out);

/** The same of a text, which is copied; `path` is for messages. Errors: SL_ERR_MEMORY. */
sl_status sl_source_make(const char *path, const char *text, sl_source *out);

void sl_source_free(sl_source *source);

/** The line of a place in a text, counted from 1. */
int sl_source_line_at(const char *text, const char *place);

/** The line on which TODO(`task`) still stands; 0 when it is gone. */
int sl_source_todo(const sl_source *source, const char *task);

/** The lines from the name of `function` in its definition to the end of its body. False: there is
 *  no such function. */
bool sl_source_function(const sl_source *source, const char *function, int *first_out,
                        int *last_out);

/** Whether there is a `function` and nothing in its body, but for comments. */
bool sl_source_is_empty(const sl_source *source, const char *function);

/** Whether the body of `function` names `other`. */
bool sl_source_calls(const sl_source *source, const char *function, const char *other);

/** The line on which the first of `function` and those that it calls ends which says that it gives
 * a value, and has no `return`; 0: there is none. */
int sl_source_without_return(const sl_source *source, const char *function);

/** The line that declares a variable which `function`, or one that it calls, keeps from call to
 * call: a `static` one, or one outside of all functions, that is not `const`. 0: there is none. */
int sl_source_lasting(const sl_source *source, const char *function);

/** The first line in the body of `function` that holds one of `texts` (separated by spaces), or in
 *  that of a function which it calls or launches; the line of the function's name when none does or
 *  `texts` is NULL; 0 without such a function. Texts that begin with "name:" are looked for in the
 *  function `name` instead, if there is one. With "last: " in front of all, it is the last such
 * line of the function. */
int sl_source_line(const sl_source *source, const char *function, const char *texts);

/** The same, but 0 when none of the texts stands there. */
int sl_source_find(const sl_source *source, const char *function, const char *texts);

/** Whether texts as of sl_mistake.at point at a cause, which comes before the line of the failure.
 */
bool sl_source_points_at_cause(const char *at);

/** Whether this line holds one of `texts`, which are as above; a function's name does not count. */
bool sl_source_holds(const sl_source *source, int line, const char *texts);

/** Whether the line stands in a branch of an `if` or a `switch`, within its function. */
bool sl_source_is_in_branch(const sl_source *source, int line);

/** Whether a thread may leave the function before it comes to this line: there is a `return` in
 *  front of it, or in a loop around it. True also where that is not known. */
bool sl_source_may_leave(const sl_source *source, int line);

/** The line that declares a local array without `__shared__` in a function that `function` reaches,
 *  where threads wait for each other, nothing is shared, and each thread uses the element of its
 *  own number; 0: there is none. */
int sl_source_not_shared(const sl_source *source, const char *function);

/** The line of the innermost of these call frames of `program` that lies in the source; 0 when none
 *  does or they cannot be resolved. frames[0] is exact, the others are return addresses. */
int sl_source_line_of_frames(const sl_source *source, const char *program,
                             const unsigned long *frames, int num_frames);

#endif
