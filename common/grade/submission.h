/** @file submission.h
 *  What students hand in: folders, archives and single files, as a class has them in a folder, or
 * as a learning platform names them. Of a submission the one source file of a lab is taken, and
 * every other file is named. Nothing is unpacked, no link is followed, and nothing else is
 * believed.
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
  SL_SUBMISSION_FILE_BYTES = 1 << 20, /**< of a lab's file */
  SL_SUBMISSION_ENTRIES = 10000,      /**< of an archive, and of a submission */
  SL_SUBMISSION_UNPACKED = 256 << 20, /**< bytes of all archives of a submission */
  SL_SUBMISSION_RATIO = 200           /**< bytes unpacked for one that is packed, beyond a MiB */
};

/** A file, folder or archive on disk; or in the archive `path` all entries whose path begins with
 *  `within`. */
typedef struct sl_part {
  char *path;
  char *within; /**< "" everything */
} sl_part;

typedef struct sl_submission {
  char *student; /**< safe to print: see sl_record_show */
  char *id;      /**< what a platform tells students of one name apart by; "" unknown */
  sl_part *parts;
  size_t num_parts; /**< 0: nothing was handed in */
  char *note;       /**< what a person should know of it: "its name holds control characters"; "" */
  char *problem;    /**< why it is not read at all: "it is a link, which is not followed"; "" */
  bool inferred;    /**< that it is this student's is a guess, which a person accepts */
} sl_submission;

/** Begins empty: = {0}. Free in any event. */
typedef struct sl_submissions {
  sl_submission *all;
  size_t count, room;
  sl_strays strays; /**< what is nobody's */
} sl_submissions;

/** Adds what an argument names: a class, as a folder or an archive; or one submission. Links are
 * not followed, and files that belong to nobody become strays. Folders of gradings are left out.
 *  Errors: SL_ERR_INPUT if it cannot be read or holds nothing; SL_ERR_MEMORY; SL_ERR_SYSTEM. */
sl_status sl_submissions_add(sl_submissions *list, const char *argument);

/** Adds the students of a class list (see roster.h) who have handed in nothing. Errors:
 * SL_ERR_INPUT, naming file and line; SL_ERR_MEMORY. */
sl_status sl_submissions_add_roster(sl_submissions *list, const char *path);

/** Puts them in the order of their names. What was handed in under one name becomes one submission;
 *  students whom only their platform's number tells apart get it behind their names.
 *  Errors: SL_ERR_MEMORY. */
sl_status sl_submissions_sort(sl_submissions *list);
void sl_submissions_free(sl_submissions *list);

typedef enum sl_handed {
  SL_HANDED_FILE,
  SL_HANDED_NOTHING,    /**< nothing was handed in, or only files of other labs that are graded */
  SL_HANDED_UNREADABLE, /**< what may hold the file is an archive that cannot be opened */
  SL_HANDED_UNCLEAR,    /**< a person must say which file it is: there may be a proposal */
  SL_HANDED_REFUSED     /**< what no honest submission has: `problem` says what */
} sl_handed;

/** What became of a file. */
typedef enum sl_file_use {
  SL_FILE_GRADED,
  SL_FILE_OF_OTHER_LAB, /**< that lab is graded too, or it is its very file */
  SL_FILE_UNUSED,       /**< no source, no archive */
  SL_FILE_LOOK          /**< not used, and it may hold somebody's work */
} sl_file_use;

typedef struct sl_handed_entry {
  char *path;
  sl_file_use use;
  char what[400]; /**< "graded", "not used: the same as ell.cu" */
} sl_handed_entry;

/** The file of one lab. */
typedef struct sl_handed_file {
  sl_handed kind;
  char *bytes; /**< ended by a 0 that `size` does not count */
  size_t size;
  char path[SL_SUBMISSION_PATH];     /**< in what was handed in: "labs/02-ell/ell.cu" */
  char problem[512];                 /**< a sentence for the student */
  char proposal[SL_SUBMISSION_PATH]; /**< of SL_HANDED_UNCLEAR: the file that may be meant; or "" */
  time_t when;            /**< time of change of the archive or of the file; 0: unknown */
  sl_handed_entry *files; /**< all that was handed in */
  size_t num_files;
} sl_handed_file;

/** What is graded, and whether proposals count. */
typedef struct sl_taking {
  unsigned labs; /**< bit i: sl_labs[i] is graded */
  bool accept;
} sl_taking;

enum { SL_HANDED_LISTED = 300 }; /**< files that are listed by name */

/** Takes the file of `lab`: labs/NN-name/NAME.cu, NN-name/NAME.cu or NAME.cu; in an archive all of
 *  it may lie in one more folder. Otherwise see match.h. Whatever is wrong with what was handed in
 * is told in `*out`. Errors: SL_ERR_MEMORY; SL_ERR_SYSTEM where the machine fails; SL_ERR_MISSING
 * for an archive without libarchive. Free by sl_submission_free_files in any event. */
sl_status sl_submission_take(const sl_submission *submission, const sl_lab *lab,
                             const sl_taking *taking, sl_handed_file *out);
void sl_submission_free_files(sl_handed_file *file);

/** To which labs its files point: bit i for sl_labs[i]. Errors: as sl_submission_take. */
sl_status sl_submission_labs(const sl_submission *submission, unsigned *labs_out);

/** The same of all submissions together. Each is read in a process of its own: an archive that
 * breaks its reader says nothing, and ends nothing. */
sl_status sl_submissions_labs(const sl_submissions *list, unsigned *labs_out);

/** Calls `each` with what an archive holds, read in a process of its own. Errors: those of `each`;
 *  SL_ERR_SYSTEM, SL_ERR_MEMORY. */
sl_status sl_submission_each_archive(const char *path,
                                     sl_status (*each)(void *context, const char *name,
                                                       bool is_file),
                                     void *context);

#endif
