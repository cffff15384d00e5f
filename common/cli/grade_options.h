/** @file grade_options.h
 *  What the user of ./lab grade asks for.
 */
#ifndef SL_CLI_GRADE_OPTIONS_H
#define SL_CLI_GRADE_OPTIONS_H

#include "grade/settings.h"
#include "judge/judge.h"

enum { SL_GRADE_MOST_EARLIER = 16, SL_GRADE_MOST_RUBRICS = 32 };

typedef struct sl_grade_wishes {
  const char *folders[1024];
  size_t num_folders;
  unsigned labs; /**< bit i: grade sl_labs[i]; 0: the labs that were submitted */
  const char *earlier[SL_GRADE_MOST_EARLIER];
  size_t num_earlier;
  const char *rubrics[SL_GRADE_MOST_RUBRICS]; /**< at most one per lab */
  size_t num_rubrics;
  const char *out, *times, *roster, *decisions, *previous;
  sl_backend_id backend;
  long processes, part, parts; /**< 0: not given */
  sl_settings settings;
  bool unsafe, reports, no_search, accept, anonymous;
} sl_grade_wishes;

/** Reads the command line. Errors: SL_ERR_USAGE, those of sl_lab_find. */
sl_status sl_grade_options_read(int count, char **arguments, sl_grade_wishes *out);

/** Finds the path of the roster. False if there is none. */
bool sl_grade_options_find_roster(const sl_grade_wishes *w, char *path, size_t size);

/** Finds the path of the file of decisions, which need not exist unless an option names it. */
void sl_grade_options_find_decisions(const sl_grade_wishes *w, char *path, size_t size);

#endif
