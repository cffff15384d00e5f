/** @file outputs.h
 *  All outputs for a class, made from the records alone: feedback for each student, the gradebook,
 *  a report for teachers, and the files that platforms read.
 */
#ifndef SL_GRADE_OUTPUTS_H
#define SL_GRADE_OUTPUTS_H

#include "grade/record.h"
#include "grade/roster.h"
#include "grade/strays.h"

/** What students see of a lab, according to its rubric. All borrowed. */
typedef struct sl_outputs_lab {
  const char *lab;        /**< "02-ell" */
  unsigned before, after; /**< what is shown before and after the deadline: SL_SHOW_… of rubric.h */
  bool over;              /**< the deadline has passed, or there is none */
  const char *skeleton;   /**< path of the lab's skeleton, which does not count as copied; NULL:
                           *  unknown */
} sl_outputs_lab;

/** Which outputs to write: those for teachers who must not see names, and those with names. */
enum { SL_OUTPUTS_ANONYMOUS = 1, SL_OUTPUTS_NAMED = 2 };

/** A grading of an earlier year, with which submissions are compared. */
typedef struct sl_outputs_earlier {
  const char *folder;
  sl_records records;
} sl_outputs_earlier;

/** What the outputs need in addition to the records. */
typedef struct sl_outputs {
  const char *grading;        /**< the folder with files/; NULL: `folder` */
  const char *folder;         /**< existing folder for all outputs */
  const sl_outputs_lab *labs; /**< a lab that is not in the list is shown completely */
  size_t num_labs;
  const sl_outputs_lab *open_labs; /**< like `labs`, but as shown before the deadline, for students
                                    *  with an extension; NULL: none */
  bool times_of_files;             /**< the time of a submission is only known from its file */
  const char *(*handout)(const char *lab); /**< path of a lab's handout; NULL: unknown */
  sl_roster roster;                        /**< numbers, names and groups; borrowed */
  unsigned parts;                          /**< which outputs: SL_OUTPUTS_…; 0: all */
  const sl_outputs_earlier *earlier;       /**< borrowed; NULL: none */
  size_t num_earlier;
  sl_strays strays; /**< files of the class without a student; borrowed */
} sl_outputs;

/** Writes into the folder, each file completely or not at all:
 *
 *      gradebook.csv             a row per student
 *      attention.csv             what a person should check: see attention.h
 *      feedback/STUDENT.md       for the student, as text and
 *      feedback/STUDENT.html     as a page
 *      gradescope/STUDENT.json   results.json of Gradescope
 *      prairielearn/STUDENT.json results.json of PrairieLearn
 *      autolab/STUDENT.txt       what an autograder of Autolab prints
 *      junit.xml                 JUnit, a suite per student and lab
 *      report.html               for teachers
 *
 * STUDENT is the name as sl_outputs_name makes it. The records are sorted by student and lab, as
 * sl_records_read does. Errors: SL_ERR_MEMORY; SL_ERR_SYSTEM naming the file; SL_ERR_MISSING if the
 * kit was built without jansson. */
sl_status sl_outputs_write(const sl_outputs *outputs, const sl_records *records);

enum { SL_OUTPUTS_NAME = 160 };

/** Makes the name of a student a file name: it is never empty, "." or "..", without slashes or
 *  other characters that a system forbids, and different names stay different. Replaced characters
 *  become %XX; a long name is shortened and gets a hash. */
void sl_outputs_name(const char *student, char out[SL_OUTPUTS_NAME]);

#endif
