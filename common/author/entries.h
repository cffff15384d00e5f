/** @file entries.h
 *  What an author writes about mistakes: grading/mistakes/NN-name.txt, a few lines each. An entry:
 *
 *    mistake NAME        one that says neither "what" nor "hint" has these, and "at", from the last
 *                        entry of that name
 *    tasks TASK …        whose function makes it
 *    what SENTENCE       names the mistake, for the student
 *    hint SENTENCE       points at the idea, not at the fix
 *    at TEXT …           where to point, as in sl_mistake.at; {task} stands for the task's name.
 *                        "cause: TEXT" and "bound: TEXT" come before the line of the failure
 *    from FILE.cu        the program that is changed, a file of grading/right/NN-name; without it
 *                        the solution
 *    in FUNCTION         that is changed; without it the task's own. {task} as with "at"
 *    line TEXT the program's line to name: the first line of the function that
 *                        holds TEXT; if it has none, of the task's own after its head, or
 *                        of the program. Without it the first line that was put in and holds a
 *                        text of "at"; if none does, the one that "at" finds; without "at",
 *                        the first that was put in
 *    lens only           a GPU may forgive it, or does something else each time
 *    deadline SECONDS    the program never ends
 *    vary TOKEN | …      the same program with TOKEN replaced, such as a block size
 *    or                  another program that makes the mistake follows; its first line may stand
 *                        after the word. What it does not say of "tasks", "from", "in", "line",
 *                        "vary" and "lens only" is as with the first; "vary" only if it has no
 *                        "from" and no "file" itself
 *    file NAME.cu        in place of a change: the program, in the folder of the lab beside this
 *                        file
 *
 *  and the change, one place after another:
 *
 *    swap OLD ==> NEW    in the one line of the function that holds OLD, and just once. A comment
 *                        after the line goes too
 *    - LINE              a line of it that goes, compared without indentation and comment. "- ..."
 *                        are all lines up to the next one with -, or to the function's last brace
 *    + LINE              one that comes in its place
 *    before LINE         the lines with + after this one are put in front of a line that stays
 *    after LINE          the same, after it
 *    then                what follows is another place, where two places only lose lines
 *
 *  {task} as with "at". Entries that belong together follow a line
 *
 *    section TITLE
 *
 *  What "tasks", "from" and "in" say between it and its first mistake holds for all mistakes of the
 *  section that do not say it themselves. Blank lines and lines that begin with # are skipped.
 */
#ifndef SL_AUTHOR_ENTRIES_H
#define SL_AUTHOR_ENTRIES_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { SL_MAX_ENTRY_TASKS = 8, SL_MAX_VARIANTS = 16, SL_MAX_CHANGES = 64, SL_MAX_VARY = 8 };

/** One line of a change. */
typedef struct sl_change_line {
  char sign; /**< '-', '+', '<' before, '>' after, '~' swap, '|' then */
  const char *text;
  const char *other; /**< for a swap, the text that replaces `text` */
  int line;          /**< line number in the author's file */
} sl_change_line;

/** One program that makes a mistake. */
typedef struct sl_variant {
  sl_change_line lines[SL_MAX_CHANGES];
  int num_lines;
  const char *tasks[SL_MAX_ENTRY_TASKS];
  int num_tasks;
  const char *file;                     /**< a program in its own file; NULL: the lines make the
                                         * program */
  const char *from, *function, *marked; /**< the values of "from", "in" and "line"; each may be
                                         * NULL */
  const char *vary[SL_MAX_VARY];        /**< the token, followed by its replacements */
  int num_vary;
  bool lens_only;
  int line; /**< line number in the author's file where the variant begins */
} sl_variant;

typedef struct sl_entry {
  const char *name, *what, *hint, *at; /**< `at` may be NULL */
  int deadline_seconds;                /**< 0: the default limit */
  sl_variant *variants;
  int num_variants;
  int line;
} sl_entry;

typedef struct sl_entries {
  char path[512];
  char *text;
  sl_entry *list;
  size_t count;
} sl_entries;

/** Reads an author's file. Errors: SL_ERR_INPUT, with file and line; SL_ERR_MEMORY. Free `*out`
 * in any event. */
sl_status sl_entries_read(const char *path, sl_entries *out);

void sl_entries_free(sl_entries *entries);

/** Number of programs that one variant makes for a task. sl_entry_programs counts those of all
 * variants of an entry. */
int sl_entry_variant_programs(const sl_variant *variant, const char *task);
int sl_entry_programs(const sl_entry *entry, const char *task);

/** Writes the text with the task's name in place of each {task}. */
void sl_entry_text_for(const char *text, const char *task, char *out, size_t size);

#endif
