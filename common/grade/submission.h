/** @file submission.h
 *  The submissions of students: folders, archives and single files in the folder of a class, or
 *  named by a learning platform. The one source file of a lab is taken from a submission, and every
 *  other file is listed. Nothing is unpacked to disk and no link is followed.
 */
#ifndef SL_GRADE_SUBMISSION_H
#define SL_GRADE_SUBMISSION_H

#include "base/status.h"
#include "grade/strays.h"
#include "judge/lab.h"

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

enum {
  SL_SUBMISSION_PATH = 512,
  SL_SUBMISSION_FILE_BYTES = 1 << 20, /**< most bytes of a lab's file */
  SL_SUBMISSION_ENTRIES = 10000,      /**< limit for an archive and for a submission */
  SL_SUBMISSION_UNPACKED = 256 << 20, /**< unpacked bytes of all archives of a submission */
  SL_SUBMISSION_RATIO = 200           /**< unpacked bytes per packed byte, beyond a MiB */
};

/** A file, folder or archive on disk; or in the archive `path` all entries whose path begins with
 *  `within`. */
typedef struct sl_part {
  char *path;
  char *within; /**< "": all entries */
} sl_part;

typedef struct sl_submission {
  char *student; /**< safe to print: see sl_record_show */
  char *id; /**< what a platform uses to distinguish students with the same name; "": unknown */
  sl_part *parts;
  size_t num_parts; /**< 0: nothing was handed in */
  char *note;       /**< what a person should know: "its name holds control characters"; "" */
  char *problem; /**< why the submission is not read: "it is a link, which is not followed"; "": it
                    is read */
  bool inferred; /**< the student was guessed, which a person must accept */
} sl_submission;

/** Begins empty: = {0}. Free it in either case. */
typedef struct sl_submissions {
  sl_submission *all;
  size_t count, room;
  sl_strays strays; /**< files without a student */
} sl_submissions;

/** Adds what an argument names: a class, as a folder or an archive; or one submission. Links are
 *  not followed, and files without a student become strays. Folders of gradings are left out.
 *  Errors: SL_ERR_INPUT if the argument cannot be read or is empty; SL_ERR_MEMORY; SL_ERR_SYSTEM.
 */
sl_status sl_submissions_add(sl_submissions *list, const char *argument);

/** Adds the students of a class list (see roster.h) who have submitted nothing. Errors:
 * SL_ERR_INPUT, naming file and line; SL_ERR_MEMORY. */
sl_status sl_submissions_add_roster(sl_submissions *list, const char *path);

/** Sorts the submissions by name. Parts with the same name become one submission; students who
 *  differ only by their platform's number get it after their names. Errors: SL_ERR_MEMORY. */
sl_status sl_submissions_sort(sl_submissions *list);
void sl_submissions_free(sl_submissions *list);
void sl_submission_free(sl_submission *submission);

typedef enum sl_handed {
  SL_HANDED_FILE,
  SL_HANDED_NOTHING,    /**< nothing was submitted, or only files of other graded labs */
  SL_HANDED_UNREADABLE, /**< an archive that may contain the file cannot be opened */
  SL_HANDED_UNCLEAR,    /**< a person must decide which file it is; there may be a proposal */
  SL_HANDED_REFUSED,    /**< the submission contains something that no honest submission has: see
                           `problem` */
  SL_HANDED_EMPTY       /**< the lab's file holds nothing but white space */
} sl_handed;

/** How a file was used. */
typedef enum sl_file_use {
  SL_FILE_GRADED,
  SL_FILE_OF_OTHER_LAB, /**< that lab is also graded, or it is exactly that lab's file */
  SL_FILE_UNUSED,       /**< neither a source nor an archive */
  SL_FILE_LOOK          /**< not used, but it may contain a student's work */
} sl_file_use;

typedef struct sl_handed_entry {
  char *path;
  sl_file_use use;
  char what[400]; /**< "graded", "not used: the same as ell.cu" */
} sl_handed_entry;

/** The file of one lab. */
typedef struct sl_handed_file {
  sl_handed kind;
  char *bytes; /**< ended by a 0 that is not included in `size` */
  size_t size;
  char path[SL_SUBMISSION_PATH];     /**< path in the submission: "labs/02-ell/ell.cu" */
  char problem[512];                 /**< a sentence for the student */
  char proposal[SL_SUBMISSION_PATH]; /**< for SL_HANDED_UNCLEAR: the possible file, or "" */
  time_t when;                       /**< modification time of the archive or file; 0: unknown */
  sl_handed_entry *files;            /**< all submitted files */
  size_t num_files;
} sl_handed_file;

/** Which labs are graded, and whether proposals count. */
typedef struct sl_taking {
  unsigned labs; /**< bit i: sl_labs[i] is graded */
  bool accept;
} sl_taking;

enum { SL_HANDED_LISTED = 300 }; /**< files that are listed by name */

/** Takes the file of `lab`: labs/NN-name/NAME.cu, NN-name/NAME.cu or NAME.cu; in an archive there
 *  may be one more folder around everything. Otherwise see match.h. Problems of the submission are
 *  reported in `*out`. Errors: SL_ERR_MEMORY; SL_ERR_SYSTEM if the machine fails; SL_ERR_MISSING
 *  for an archive without libarchive. Free with sl_submission_free_files in either case. */
sl_status sl_submission_take(const sl_submission *submission, const sl_lab *lab,
                             const sl_taking *taking, sl_handed_file *out);
void sl_submission_free_files(sl_handed_file *file);

/** Finds the labs to which the submission's files point: bit i is for sl_labs[i]. Errors: those of
 *  sl_submission_take. */
sl_status sl_submission_labs(const sl_submission *submission, unsigned *labs_out);

/** Like sl_submission_labs for all submissions together. Each is read in a separate process, so
 *  that an archive that crashes the reader only loses its own files. */
sl_status sl_submissions_labs(const sl_submissions *list, unsigned *labs_out);

/** Calls `each` with each entry of an archive, which is read in a separate process. Errors: those
 *  of `each`; SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_submission_each_archive(const char *path,
                                     sl_status (*each)(void *context, const char *name,
                                                       bool is_file),
                                     void *context);

#endif
