/** @file lab_hints.h
 *  To which labs a submitted file points: by its name, by the headers that it includes, or by the
 *  folders and archives around it.
 */
#ifndef SL_GRADE_LAB_HINTS_H
#define SL_GRADE_LAB_HINTS_H

#include "grade/inventory.h"

/** How a file points to a lab. */
typedef enum sl_lab_hint {
  SL_HINT_NONE,
  SL_HINT_FILE_NAME,
  SL_HINT_CONTENT,
  SL_HINT_PLACE,
  SL_HINTS_CONTRADICT /**< name and content, or two headers, point to different labs */
} sl_lab_hint;

/** Returns the labs to which an entry points, as bits: see sl_lab_hints_bit. */
unsigned sl_lab_hints_find(const sl_inventory_entry *entry, sl_lab_hint *how);

/** Returns the bit of a lab. */
unsigned sl_lab_hints_bit(const sl_lab *lab);

/** Whether the name ends in .cu. A file with another ending counts only if it includes the lab's
 *  header and has the lab's name. */
bool sl_lab_hints_are_cuda(const sl_inventory_entry *entry);

/** Writes why the entry may be the file of the lab, without a full stop. */
void sl_lab_hints_explain(const sl_inventory_entry *entry, const sl_lab *lab, sl_lab_hint how,
                          char *reason, size_t size);

/** Finds the student in a file name that does not come from a platform: "ann" in "ann_ell.cu" and
 *  in "lab2-ann.cu". False: there is none. */
bool sl_lab_hints_student(const char *name, char *student, size_t size);

#endif
