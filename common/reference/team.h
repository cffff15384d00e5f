/** @file team.h
 *  A team of threads that run one job together, many times. Only this room uses this header.
 */
#ifndef SL_REFERENCE_TEAM_H
#define SL_REFERENCE_TEAM_H

#include "base/status.h"

typedef struct sl_team sl_team;

/** The job of member number `member`. Members are numbered from 0. */
typedef void sl_team_job(void *context, int member);

/** Makes a team of `members`: starts `members` − 1 threads; the caller is member 0. Errors:
 *  SL_ERR_MEMORY, SL_ERR_SYSTEM if a thread cannot be started. */
sl_status sl_team_make(int members, sl_team **out);

/** Runs the job on every member, and returns after all have finished. */
void sl_team_run(sl_team *team, sl_team_job *job, void *context);

/** Ends the threads and frees the team. */
void sl_team_free(sl_team *team);

#endif
