/** @file trim.h
 *  Limits the size of folders whose files can be made again: the least recently used files are
 *  removed, but files in use stay.
 */
#ifndef SL_BASE_TRIM_H
#define SL_BASE_TRIM_H

/** Records that the file is used now, and protects it from removal until this process ends. */
void sl_trim_use(const char *path);

/** Removes files of the folder, least recently used first, until it holds at most `most_bytes`.
 *  Files that a process uses stay, and so does the file named `keep`. Files whose names begin with
 *  a dot are being written, and stay for an hour. If FILE is removed, so is FILE.sum. Failures are
 *  ignored, because a cache that is too large is not an error. */
void sl_trim_folder(const char *folder, unsigned long long most_bytes, const char *keep);

#endif
