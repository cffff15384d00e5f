/** @file submission.h
 *  What students hand in: a folder or an archive each. Of either the one source file of a lab is
 *  taken, and nothing else is written, followed or believed.
 */
#ifndef SL_GRADE_SUBMISSION_H
#define SL_GRADE_SUBMISSION_H

#include "base/status.h"
#include "judge/lab.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum {
  SL_SUBMISSION_PATH = 512,
  SL_SUBMISSION_FILE_BYTES = 1 << 20, /**< of a lab's file */
  SL_SUBMISSION_ENTRIES = 10000,      /**< of an archive */
  SL_SUBMISSION_UNPACKED = 256 << 20, /**< bytes of all of it */
  SL_SUBMISSION_RATIO = 200           /**< bytes unpacked for one that is packed, beyond a MiB */
};

typedef struct sl_submission {
  char *student; /**< the name of the folder or archive, without .zip, .tar.gz or .tgz */
  char *path;    /**< "": nothing was handed in */
  bool packed;
} sl_submission;

/** Begins empty: = {0}. Free in any event. */
typedef struct sl_submissions {
  sl_submission *all;
  size_t count, room;
} sl_submissions;

/** Adds what an argument names: itself where it is an archive or holds a lab's file, else each
 *  folder and archive in it. What is neither is named on standard error and left out; names that
 *  begin with a dot, and the folders __MACOSX of some archivers, are passed over.
 *  Errors: SL_ERR_INPUT where it cannot be read or holds nothing; SL_ERR_MEMORY. */
sl_status sl_submissions_add(sl_submissions *list, const char *argument);

/** Adds the students of a class list, a CSV file with a column `student`, who have handed in
 *  nothing. Errors: SL_ERR_INPUT, naming file and line; SL_ERR_MEMORY. */
sl_status sl_submissions_add_roster(sl_submissions *list, const char *path);

/** Puts them in the order of their names. Errors: SL_ERR_INPUT where two have the same. */
sl_status sl_submissions_sort(sl_submissions *list);
void sl_submissions_free(sl_submissions *list);

typedef enum sl_handed {
  SL_HANDED_FILE,
  SL_HANDED_NOTHING,    /**< it does not have the lab's file */
  SL_HANDED_UNREADABLE, /**< the archive is damaged, or no archive */
  SL_HANDED_REFUSED     /**< what no honest submission has: `problem` says what */
} sl_handed;

/** The file of one lab. */
typedef struct sl_handed_file {
  sl_handed kind;
  char *bytes; /**< ended by a 0 that `size` does not count */
  size_t size;
  char path[SL_SUBMISSION_PATH]; /**< in what was handed in: "labs/02-ell/ell.cu" */
  char problem[512];             /**< a sentence for the student */
  time_t when;                   /**< time of change of the archive or of the file; 0: unknown */
} sl_handed_file;

/** Takes the file of `lab`: labs/NN-name/NAME.cu, NN-name/NAME.cu or NAME.cu; in an archive all of
 *  it may lie in one more folder. A folder without it may hold an archive that has it. Whatever is
 * wrong with what was handed in is told in `*out`. Errors: SL_ERR_MEMORY; SL_ERR_SYSTEM where the
 * machine fails; SL_ERR_MISSING for an archive without libarchive. Free by sl_handed_free in any
 * event. */
sl_status sl_submission_take(const sl_submission *submission, const sl_lab *lab,
                             sl_handed_file *out);
void sl_handed_free(sl_handed_file *file);

/** Which labs it has files of: bit i for sl_labs[i]. Of an archive that cannot be read: none.
 *  Errors: as sl_submission_take. */
sl_status sl_submission_labs(const sl_submission *submission, unsigned *labs_out);

/** The same of all submissions together; one that has none is named on standard error. Each is read
 *  in a process of its own: an archive that breaks its reader says nothing, and ends nothing. */
sl_status sl_submissions_labs(const sl_submissions *list, unsigned *labs_out);

#endif
