/** @file iso_time.h
 *  Points in time in the formats of instructors and platforms (ISO 8601).
 */
#ifndef SL_GRADE_ISO_TIME_H
#define SL_GRADE_ISO_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/** Reads "2026-12-01T23:59", "2026-12-01 23:59:30", "2026-12-01T23:59Z", "…+01:00", or a day alone,
 *  which means its last minute. Without a zone it is UTC. False for anything else, including
 *  impossible dates. */
bool sl_iso_time_read(const char *text, time_t *out);

/** Writes "2026-12-01T22:59:00Z". `size` is at least 21. */
void sl_iso_time_write(time_t when, char *out, size_t size);

#endif
