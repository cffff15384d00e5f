/** @file record.h
 *  The record of one graded submission: everything that the grader knows of it, and that students,
 *  gradebooks and platforms are told. It is kept as one JSON file, and all that a class is given is
 *  made from these files alone. Nothing in it depends on when, where or beside what else it was
 *  graded, so that grading again gives the same bytes; those circumstances go to the log.
 */
#ifndef SL_GRADE_RECORD_H
#define SL_GRADE_RECORD_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  SL_RECORD_FORMAT = 2,
  SL_RECORD_TEXT = 1 << 20,   /**< most bytes of one text */
  SL_RECORD_MOST_ITEMS = 1000 /**< of one record; and files */
};

/** What the grader says of a submission, or of one item of its rubric. */
typedef enum sl_grade_verdict {
  SL_GRADE_PASS,
  SL_GRADE_PARTIAL,     /**< some items passed; only of whole submissions and of performance */
  SL_GRADE_WRONG,       /**< with a mistake or a line where these are known */
  SL_GRADE_NOT_WRITTEN, /**< the skeleton still stands there, or the file was not handed in */
  SL_GRADE_NOT_COMPILED,
  SL_GRADE_CRASHED,
  SL_GRADE_TIMED_OUT,
  SL_GRADE_OUT_OF_MEMORY,
  SL_GRADE_FORBIDDEN,      /**< refused by the gate, with the line and the reason */
  SL_GRADE_REVIEW,         /**< a person must look: a time that cannot be */
  SL_GRADE_ATTENTION,      /**< a person must say which file was meant: open points, never zero */
  SL_GRADE_INFRASTRUCTURE, /**< the grader or the machine failed: never zero points */
  SL_NUM_GRADE_VERDICTS
} sl_grade_verdict;

/** "pass", "not written", … */
const char *sl_record_verdict_name(sl_grade_verdict verdict);

/** Errors: SL_ERR_INPUT for another word. */
sl_status sl_record_verdict_read(const char *name, sl_grade_verdict *out);

/** What an item of a rubric asks. */
typedef enum sl_item_kind {
  SL_ITEM_TASK,        /**< a task of the lab passes on all cases */
  SL_ITEM_BAR,         /**< a counter of the lens stays below a bar */
  SL_ITEM_CLEAN,       /**< the lens finds nothing in any task */
  SL_ITEM_PERFORMANCE, /**< time on a GPU, relative to the reference solution */
  SL_NUM_ITEM_KINDS
} sl_item_kind;

/** "task", "bar", "clean", "performance". */
const char *sl_record_item_kind_name(sl_item_kind kind);

/** What a person has decided about an item or a whole record: see decisions.h. Only in memory,
 *  because records on disk stay as they were graded. */
typedef struct sl_decided {
  bool overridden;
  double points;   /**< that a person gave; of records only, because items have points already */
  double computed; /**< points without any decision */
  char *override;  /**< "4 of 5 points by smith, 2026-12-03 (computed: 0): the loop is right"; "" */
  char *comment;   /**< "smith, 2026-12-03: …", one line each; "" */
} sl_decided;

/** One item. Texts are owned, never NULL, and valid UTF-8 without control characters but newline
 *  and tab: sl_record_text makes them so. */
typedef struct sl_record_item {
  char *id; /**< "kernel", "bar.kernel.1", "clean", "performance.kernel": unique in the record */
  sl_item_kind kind;
  char *task;  /**< "kernel"; "" for `clean` */
  char *title; /**< for people: "one thread per row" */
  double points, possible;
  bool judged; /**< false: infrastructure, or a person must look; its points are open, and not 0 */
  bool hidden; /**< students see it only after the deadline */
  sl_grade_verdict verdict;
  char *mistake;     /**< the name, "last-entry-missed"; "" where none is known */
  char *what;        /**< a sentence that names the mistake, or says what is wrong */
  char *hint;        /**< "" without a mistake */
  char *detail;      /**< what was seen on the failed case, with figures: several lines perhaps */
  int line;          /**< of the submission; 0: unknown */
  bool searched;     /**< the line was found by the search for repairs, and `what` says so */
  char *case_name;   /**< on which it failed; "" for a hidden case and where none did */
  char *hidden_case; /**< for who teaches: the hidden matrix on which it failed; "": on none */
  double value, bar; /**< bar: figure and limit; performance: time over the reference's, and the
                          limit for full marks; else 0 */
  char *unit;        /**< "sectors per request", "times the reference's time"; "" else */
  double time_us, reference_us; /**< performance: a launch, and one of the reference solution in the
                                     same run; 0: not taken */
  sl_decided decided;
} sl_record_item;

#define SL_USE_GRADED    "graded"
#define SL_USE_OTHER_LAB "of another lab"
#define SL_USE_NONE      "not used"
#define SL_USE_LOOK      "look" /* not used, and it may hold somebody's work */

/** What became of a file that was handed in. */
typedef struct sl_record_file {
  char *path; /**< in what was handed in; an archive stands there like a folder */
  char *use;  /**< SL_USE_… */
  char *what; /**< a sentence without a full stop */
} sl_record_file;

typedef struct sl_record {
  char *key;         /**< 64 hexadecimal digits: of student, submission, rubric and grader */
  char *student;     /**< the name of the folder or archive, as in the gradebook's rows */
  char *platform_id; /**< the number that a learning platform gave the student; "" unknown */
  char *lab;         /**< "02-ell" */
  char *file;        /**< path of the graded file in what was handed in: "labs/02-ell/ell.cu" */
  char *digest;      /**< SHA-256 of that file */
  char *rubric;      /**< SHA-256 of the rubric */
  char *grader;      /**< version of the kit, with the digest of its program */
  char *backend;     /**< "lens" or "gpu" */
  char *device;      /**< of a GPU; "" on the lens */
  char *sandbox;     /**< one sentence: the means, and what is not enforced */
  uint64_t seed;     /**< of the hidden cases: written as text, as JSON has no such integers */
  sl_grade_verdict verdict;
  char *message;   /**< one sentence for the student where items do not tell: the compiler's first
                        error, what is forbidden, what the machine lacks; "" else */
  int line;        /**< that the message is about; 0: none */
  char *compiler;  /**< what the compiler said, filtered; "" when nothing */
  char *output;    /**< the beginning of what the student's program printed, filtered */
  char *review;    /**< why a person must look; "" when none need */
  char *proposal;  /**< of the verdict "needs attention": the file that may be meant; "" none */
  char *handed_in; /**< "2026-12-01T22:15:00Z"; "" unknown */
  double late_percent; /**< taken off: 0 to 100 */
  sl_record_item *items;
  size_t num_items;
  sl_record_file *files; /**< all that was handed in */
  size_t num_files;
  sl_decided decided;
  char *extension; /**< "smith, 2026-11-30: ill"; "" */
  char *extended;  /**< "2026-12-08T22:59:00Z"; "": the rubric's deadline holds */
  char *alias;     /**< the number of the student in anonymous reports; "" not given */
  bool still_open; /**< this student's deadline was extended and has not passed */
} sl_record;

/** Points over the items that were judged, less what is taken off for being late; or the points
 *  that a person gave. */
double sl_record_points(const sl_record *record);
/** Whether a person has set points of the whole or of an item. */
bool sl_record_is_overridden(const sl_record *record);
/** Possible points over all items. */
double sl_record_possible(const sl_record *record);

/** A copy of `text` that is safe to show: valid UTF-8, no control characters but newline and tab,
 *  no bidirectional overrides, at most `most` bytes. Errors: SL_ERR_MEMORY. */
sl_status sl_record_text(const char *text, size_t most, char **out);

/** The same for one line, into `out`: newlines and tabs are replaced as well. For names. */
void sl_record_show(const char *text, char *out, size_t size);

/** Puts such a copy, of at most SL_RECORD_TEXT bytes, in the place of `*inout`, a text of a record
 *  or of an item. Errors: SL_ERR_MEMORY; the old text then stays. */
sl_status sl_record_set(char **inout, const char *text);

/** Adds an empty item, which the caller fills. Errors: SL_ERR_MEMORY. */
sl_status sl_record_add(sl_record *record, sl_record_item **out);

/** Adds a file with empty texts. Errors: SL_ERR_MEMORY. */
sl_status sl_record_add_file(sl_record *record, sl_record_file **out);

/** Makes every text "" and all else 0. Errors: SL_ERR_MEMORY. */
sl_status sl_record_make(sl_record *out);
void sl_record_free(sl_record *record);

/** SL_OK where records can be read and written; else SL_ERR_MISSING, saying what to install. */
sl_status sl_record_supported(void);

/** Writes the record beside `path` and renames it: whoever reads finds a whole one or none. Its
 *  texts go through sl_record_text once more. Errors: SL_ERR_MISSING where the kit was built
 * without jansson; SL_ERR_MEMORY; SL_ERR_INTERNAL where a number is none; SL_ERR_SYSTEM, as on a
 * full disk, with nothing left behind. */
sl_status sl_record_write(const char *path, const sl_record *record);

/** Reads a record, whose texts then are as sl_record_text makes them. Errors: SL_ERR_INPUT where it
 *  is malformed, of another format, or a number is outside of its range, naming file and field;
 *  SL_ERR_MISSING; SL_ERR_MEMORY. */
sl_status sl_record_read(const char *path, sl_record *out);

/** All records in a folder (its files NAME.json), sorted by student and lab. Files that are no
 *  records are named on standard error and left out. Errors: SL_ERR_INPUT where the folder cannot
 * be read, and where two records are of the same student and lab, as nobody can know which counts;
 *  SL_ERR_MISSING; SL_ERR_MEMORY. Free by sl_records_free in any event. */
typedef struct sl_records {
  sl_record *all;
  size_t count;
} sl_records;
sl_status sl_records_read(const char *folder, sl_records *out);
void sl_records_sort(sl_records *records);
void sl_records_free(sl_records *records);

#endif
