/** @file class_folder.h
 *  What is directly in the folder or archive of a class: files, folders and archives, which belong
 *  to students.
 */
#ifndef SL_GRADE_CLASS_FOLDER_H
#define SL_GRADE_CLASS_FOLDER_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { SL_CLASS_NAME = 512 };

typedef struct sl_class_item {
  char name[SL_CLASS_NAME];
  bool is_folder;
  const char *kind; /**< "a link", "a pipe", …; NULL: a file or a folder */
  bool holds_file; /**< for a folder: it contains a lab's file, or an archive, in the usual place */
} sl_class_item;

typedef struct sl_class_folder {
  const char *path; /**< path of the folder or archive; borrowed */
  bool packed;
  char within[SL_CLASS_NAME]; /**< for an archive: the folder in it that contains everything,
                                 "submissions/"; "": none */
  sl_class_item *items;
  size_t count;
} sl_class_folder;

/** Lists a folder. Errors: SL_ERR_INPUT if it cannot be read; SL_ERR_MEMORY. Free it in either
 *  case. */
sl_status sl_class_folder_list(const char *path, sl_class_folder *out);

/** Lists an archive, without the one folder that may be around everything in it. Errors: those of
 *  sl_submission_each_archive. Free it in either case. */
sl_status sl_class_folder_list_archive(const char *path, sl_class_folder *out);
void sl_class_folder_free(sl_class_folder *folder);

/** Counts the items that a learning platform has named. */
size_t sl_class_folder_count_platforms(const sl_class_folder *folder);

/** Counts the items that look like students: folders with the file of a lab, and archives in an
 *  archive. */
size_t sl_class_folder_count_students(const sl_class_folder *folder);

/** Whether a folder of this name belongs to the kit, as in labs/02-ell, and not to a student. */
bool sl_class_folder_is_of_lab(const char *name);

/** Whether a folder holds the file of a lab in its usual place. */
bool sl_class_folder_holds_lab(const char *path);

#endif
