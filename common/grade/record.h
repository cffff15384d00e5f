/** @file record.h
 *  The record of one graded submission: everything that the grader knows about it, and that
 *  students, gradebooks and platforms get. It is stored as one JSON file, and all outputs for a
 *  class are made from these files alone. It does not depend on when, where or together with what
 *  it was graded, so grading again produces the same bytes; such circumstances go to the log.
 */
#ifndef SL_GRADE_RECORD_H
#define SL_GRADE_RECORD_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  SL_RECORD_FORMAT = 2,
  SL_RECORD_TEXT = 1 << 20,   /**< maximum bytes of one text */
  SL_RECORD_MOST_ITEMS = 1000 /**< most items of one record, and most files */
};

/** The grader's verdict on a submission, or on one item of its rubric. */
typedef enum sl_grade_verdict {
  SL_GRADE_PASS,
  SL_GRADE_PARTIAL,     /**< some items passed; only for whole submissions and performance */
  SL_GRADE_WRONG,       /**< with a mistake or a line if known */
  SL_GRADE_NOT_WRITTEN, /**< the file is the unchanged skeleton, or was not submitted */
  SL_GRADE_NOT_COMPILED,
  SL_GRADE_CRASHED,
  SL_GRADE_TIMED_OUT,
  SL_GRADE_OUT_OF_MEMORY,
  SL_GRADE_FORBIDDEN,      /**< refused by the gate, with the line and the reason */
  SL_GRADE_REVIEW,         /**< a person must check: an impossible time */
  SL_GRADE_ATTENTION,      /**< a person must choose the file: open points, never zero */
  SL_GRADE_INFRASTRUCTURE, /**< the grader or the machine failed: never zero points */
  SL_NUM_GRADE_VERDICTS
} sl_grade_verdict;

/** "pass", "not written", … */
const char *sl_record_verdict_name(sl_grade_verdict verdict);

/** Reads the name of a verdict. Errors: SL_ERR_INPUT for another word. */
sl_status sl_record_verdict_read(const char *name, sl_grade_verdict *out);

/** What an item of a rubric requires. */
typedef enum sl_item_kind {
  SL_ITEM_TASK,        /**< a task of the lab passes on all cases */
  SL_ITEM_BAR,         /**< a counter of the lens stays below a bar */
  SL_ITEM_CLEAN,       /**< the lens finds nothing in any task */
  SL_ITEM_PERFORMANCE, /**< time on a GPU, relative to the reference solution */
  SL_ITEM_BONUS,       /**< a goal of the lab (judge/goals.h); its points are bonus points */
  SL_NUM_ITEM_KINDS
} sl_item_kind;

/** "task", "bar", "clean", "performance", "bonus". */
const char *sl_record_item_kind_name(sl_item_kind kind);

/** The decisions of a person about an item or a whole record: see decisions.h. They are only in
 *  memory, because records on disk are not changed after grading. */
typedef struct sl_decided {
  bool overridden;
  double points;   /**< points given by a person; only for records: items have their own */
  double computed; /**< points without any decision */
  char *override;  /**< "4 of 5 points by smith, 2026-12-03 (computed: 0): the loop is right"; "":
                      none */
  char *comment;   /**< "smith, 2026-12-03: …", one line for each comment; "": none */
} sl_decided;

/** One item. Texts are owned, never NULL, and valid UTF-8 without control characters except newline
 *  and tab, as sl_record_text produces. */
typedef struct sl_record_item {
  char *id; /**< "kernel", "bar.kernel.1", "clean", "performance.kernel", "bonus.kernel.1": unique
                 in the record */
  sl_item_kind kind;
  char *task;  /**< "kernel"; "" for `clean` */
  char *title; /**< for people: "one thread per row" */
  double points, possible;
  bool judged; /**< false: infrastructure, or a person must check; its points are open, not 0 */
  bool hidden; /**< students see it only after the deadline */
  sl_grade_verdict verdict;
  char *mistake;     /**< name of the mistake, "last-entry-missed"; "": none is known */
  char *what;        /**< a sentence that names the mistake, or says what is wrong */
  char *hint;        /**< "" without a mistake */
  char *detail;      /**< what was seen on the failed case, with figures; may have several lines */
  int line;          /**< line of the submission; 0: unknown */
  bool searched;     /**< the search for repairs found the line, and `what` says so */
  char *case_name;   /**< the case on which the item failed; "": it is hidden, or none failed */
  char *hidden_case; /**< for teachers: the hidden matrix on which the item failed; "": none */
  double value, bar; /**< bar and bonus: figure and limit; performance: time over the reference's,
                          and the limit for full marks; else 0 */
  char *unit;        /**< "sectors per request", "times the reference's time"; otherwise "" */
  double time_us, reference_us; /**< for performance: time of a launch, and of one of the reference
                                   solution in the same run; 0: not measured */
  sl_decided decided;
} sl_record_item;

#define SL_USE_GRADED    "graded"
#define SL_USE_OTHER_LAB "of another lab"
#define SL_USE_NONE      "not used"
#define SL_USE_LOOK      "look" /* not used, but it may contain a student's work */

/** How a submitted file was used. */
typedef struct sl_record_file {
  char *path; /**< path in the submission; an archive appears like a folder */
  char *use;  /**< SL_USE_… */
  char *what; /**< a sentence without a full stop */
} sl_record_file;

typedef struct sl_record {
  char *key;         /**< 64 hexadecimal digits: hash of student, submission, rubric and grader */
  char *student;     /**< the name of the folder or archive, as in the gradebook's rows */
  char *platform_id; /**< the number that a learning platform gave the student; "" unknown */
  char *lab;         /**< "02-ell" */
  char *file;        /**< path of the graded file in the submission: "labs/02-ell/ell.cu" */
  char *digest;      /**< SHA-256 of that file */
  char *rubric;      /**< SHA-256 of the rubric */
  char *grader;      /**< version of the kit, with the digest of its program */
  char *backend;     /**< "lens" or "gpu" */
  char *device;      /**< name of the GPU; "" on the lens */
  char *sandbox;     /**< one sentence: the means, and what is not enforced */
  /** seed of the hidden cases; stored as text, because JSON has no 64-bit integers */
  uint64_t seed;
  sl_grade_verdict verdict;
  char *message;   /**< one sentence for the student if the items do not explain it: the compiler's
                    *  first error, what is forbidden, what the machine lacks; else "" */
  int line;        /**< line of the message; 0: none */
  char *compiler;  /**< the compiler's output, filtered; "" if none */
  char *output;    /**< the beginning of what the student's program printed, filtered */
  char *review;    /**< why a person must check; "" if not needed */
  char *proposal;  /**< for the verdict "needs attention": the file that may be meant; "" none */
  char *handed_in; /**< "2026-12-01T22:15:00Z"; "" unknown */
  double late_percent; /**< deduction for lateness, 0 to 100 */
  double most_bonus;   /**< most bonus points; 0: as many as the items give */
  bool bonus_in_marks; /**< the mark is the sum of points and bonus points */
  sl_record_item *items;
  size_t num_items;
  sl_record_file *files; /**< all submitted files */
  size_t num_files;
  sl_decided decided;
  char *extension; /**< who extended the deadline, and why: "smith, 2026-11-30: ill"; "": no one */
  char *extended;  /**< "2026-12-08T22:59:00Z"; "": the rubric's deadline holds */
  char *alias;     /**< the number of the student in anonymous reports; "": not given */
  bool still_open; /**< this student's deadline was extended and has not passed */
} sl_record;

/** Returns the points of the judged items, without bonus points, minus the deduction for lateness;
 *  or the points that a person gave. */
double sl_record_points(const sl_record *record);
/** Returns the bonus points of the goals that were reached, at most `most_bonus`, minus the
 *  deduction for lateness. */
double sl_record_bonus(const sl_record *record);
/** Returns the most bonus points that can be reached. */
double sl_record_possible_bonus(const sl_record *record);
/** Returns what a platform gets: the points, and the bonus points if they are part of marks; or the
 *  points that a person gave for the whole submission. */
double sl_record_mark(const sl_record *record);
/** Whether a person has set points of the whole record or of an item. */
bool sl_record_is_overridden(const sl_record *record);
/** Returns the possible points of all items, without bonus points. */
double sl_record_possible(const sl_record *record);

/** Makes a copy of `text` that is safe to show: valid UTF-8, no control characters except newline
 *  and tab, no bidirectional overrides, at most `most` bytes. Errors: SL_ERR_MEMORY. */
sl_status sl_record_text(const char *text, size_t most, char **out);

/** Like sl_record_text for one line, which is written to `out`: newlines and tabs are replaced as
 *  well. For names. */
void sl_record_show(const char *text, char *out, size_t size);

/** Replaces `*inout`, a text of a record or of an item, by a safe copy of `text` of at most
 *  SL_RECORD_TEXT bytes. Errors: SL_ERR_MEMORY; then the old text is kept. */
sl_status sl_record_set(char **inout, const char *text);

/** Adds an empty item, which the caller fills. Errors: SL_ERR_MEMORY. */
sl_status sl_record_add(sl_record *record, sl_record_item **out);

/** Adds a file with empty texts. Errors: SL_ERR_MEMORY. */
sl_status sl_record_add_file(sl_record *record, sl_record_file **out);

/** Makes every text "" and everything else 0. Errors: SL_ERR_MEMORY. */
sl_status sl_record_make(sl_record *out);
void sl_record_free(sl_record *record);

/** Returns SL_OK if records can be read and written; otherwise SL_ERR_MISSING, and the message says
 *  what to install. */
sl_status sl_record_supported(void);

/** Writes the record to a file beside `path` and renames it, so that readers find a complete record
 *  or none. The texts of the record pass through sl_record_text again. Errors: SL_ERR_MISSING if
 *  the kit was built without jansson; SL_ERR_MEMORY; SL_ERR_INTERNAL for NaN; SL_ERR_SYSTEM, for
 *  example on a full disk, and then no file is left. */
sl_status sl_record_write(const char *path, const sl_record *record);

/** Reads a record and makes its texts safe with sl_record_text. Errors: SL_ERR_INPUT, naming file
 *  and field, if it is malformed, has another format, or a number is out of range; SL_ERR_MISSING;
 *  SL_ERR_MEMORY. */
sl_status sl_record_read(const char *path, sl_record *out);

/** All records in a folder (its files NAME.json), sorted by student and lab. Other files are named
 *  on standard error and left out. Errors: SL_ERR_INPUT if the folder cannot be read, or if two
 *  records have the same student and lab, because it is unknown which one counts; SL_ERR_MISSING;
 *  SL_ERR_MEMORY. Free with sl_records_free in either case. */
typedef struct sl_records {
  sl_record *all;
  size_t count;
} sl_records;
sl_status sl_records_read(const char *folder, sl_records *out);
void sl_records_sort(sl_records *records);
void sl_records_free(sl_records *records);

#endif
