/** @file archive.h
 *  The files of labs in an archive, read and never unpacked to disk.
 */
#ifndef SL_GRADE_ARCHIVE_H
#define SL_GRADE_ARCHIVE_H

#include "grade/submission.h"

/** "alice" of "alice.zip", "alice.tar.gz", "alice.tgz": the length of the name; 0: no archive. */
size_t sl_archive_stem(const char *name);

/** How well an entry fits the file of a lab: 0 not at all, else better ones have less. Behind the
 *  name may stand one of three forms; `deep`: the number of folders that may lie around them. */
int sl_lab_file_rank(const char *entry, const sl_lab *lab, int deep);

/** As sl_submission_take and sl_submission_labs, of the archive at `path`. */
sl_status sl_archive_take(const char *path, const sl_lab *lab, sl_handed_file *out);
sl_status sl_archive_labs(const char *path, unsigned *labs_out);

#endif
