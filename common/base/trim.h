/** @file trim.h
 *  Trims folders of files that can be made again: files in use stay, and old ones are removed.
 */
#ifndef SL_BASE_TRIM_H
#define SL_BASE_TRIM_H

/** Notes that the file is used now, and keeps it from being trimmed until this process ends. */
void sl_trim_use(const char *path);

/** Removes files of the folder, the least recently used first, until it holds no more than
 *  `most_bytes`. Files that any process uses stay, and so does the one called `keep`. Files whose
 *  name begins with a dot are being made, and stay for an hour. A file is removed together with the
 *  one of the same name and ".sum". Failures are ignored, because a cache that is too large is not
 *  an error. */
void sl_trim_folder(const char *folder, unsigned long long most_bytes, const char *keep);

#endif
