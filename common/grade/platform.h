/** @file platform.h
 *  The names that learning platforms give to submissions.
 */
#ifndef SL_GRADE_PLATFORM_H
#define SL_GRADE_PLATFORM_H

#include <stdbool.h>

enum { SL_PLATFORM_TEXT = 256 };

typedef struct sl_platform_name {
  const char *platform;              /**< "Canvas" */
  char student[SL_PLATFORM_TEXT];    /**< "doejane", "Jane Doe" */
  char id[SL_PLATFORM_TEXT];         /**< distinguishes students of the same name: "12345" */
  char assignment[SL_PLATFORM_TEXT]; /**< "Lab2"; "" if not in the name */
  char attempt[SL_PLATFORM_TEXT];    /**< sorts attempts by time: "2026-10-01-12-00-00"; or "" */
  char file[SL_PLATFORM_TEXT];       /**< the student's own name of the file; "" for a folder */
  bool late;                         /**< according to the platform */
} sl_platform_name;

/** Parses the name of a file or folder. False: no known platform uses such a name.
 *
 *      Canvas      doejane_LATE_12345_67890_ell-1.cu
 *      Moodle      Jane Doe_123456_assignsubmission_file_  (also followed by the file's name)
 *      Blackboard  Lab2_jdoe_attempt_2026-10-01-12-00-00_ell.cu
 *      Brightspace 12345-67890 - Jane Doe - Oct 1, 2026 1159 AM  (also " - ell.cu")
 *      Gradescope  submission_123456 */
bool sl_platform_parse(const char *name, sl_platform_name *out);

#endif
