/** @file trim.h
 *  Folders of files that can be made again: what is used stays, and what is old makes room.
 */
#ifndef SL_BASE_TRIM_H
#define SL_BASE_TRIM_H

/** Notes that the file is used now, and keeps it from being trimmed until this process ends. */
void sl_trim_use(const char *path);

/** Removes files of the folder, those first that were used longest ago, until it holds no more than
 *  `most_bytes`. Those in use stay, by whatever process, and so does the one called `keep`. Those
 *  whose name begins with a dot are being made, and stay too, for an hour. With a file goes the one
 *  of the same name and ".sum". What cannot be removed stays: a cache that is too
 *  large is not an error. */
void sl_trim_folder(const char *folder, unsigned long long most_bytes, const char *keep);

#endif
